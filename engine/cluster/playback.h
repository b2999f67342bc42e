#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/observe/event.h"

namespace hw::observe {
struct Gauges;
}

namespace hw::cluster {

inline constexpr double kLeastPlaybackSpeed = 0.01;
inline constexpr double kMostPlaybackSpeed = 100;

/// Which moment of a cluster's past is shown, if any.
struct PlaybackState
{
    enum class Mode : std::uint8_t
    {
        Present, ///< what happens now is shown; a finished recording has no present
        Paused,
        Playing
    };
    Mode mode = Mode::Present;
    Instant now;             ///< the moment that is shown
    Instant first, last;     ///< what there is to show
    double speed = 1;        ///< recorded time over the person's
    bool hasPresent = false; ///< it is still being written; else it is finished
    /// Rises whenever the moment shown jumped, so that what was built up from events (charts, the
    /// book of rebalances) must be built anew. Playing on does not raise it.
    std::uint64_t jumps = 0;
    std::uint64_t lost = 0; ///< events that were not recorded, because the disk did not keep up
    std::string damage;     ///< what is missing of a damaged recording, one sentence; else empty
};

/// A kind of event that the timeline marks and a search finds.
enum class MarkKind : std::uint8_t
{
    Leader,
    Isr,
    Group,
    Fault,
    Broker,
    Loss ///< acknowledged records were lost, or another invariant broke
};

struct Mark
{
    Instant at;
    EventId event;
    MarkKind kind = MarkKind::Fault;
    std::string subject; ///< `TopicA-1`, `group-1`, `broker 2`
};

/// What a person wrote at a moment of a recording.
struct Note
{
    Instant at;
    std::string text;
    bool operator==(const Note&) const = default;
};

/// The past of a cluster, from its first second on: moves the one cursor that map, charts, lanes
/// and inspectors follow. While a moment of the past is shown, `snapshot`, `gauges` and
/// `takeEvents` of the cluster tell that moment, and its commands are refused.
///
/// Called on the thread that uses the cluster; the answers come from an index in memory or one
/// read of at most some milliseconds.
class Playback
{
public:
    static constexpr std::size_t kMarksLimit = 10'000; ///< of one answer
    static constexpr std::size_t kNoteLimit = 2'000;   ///< bytes of a note's text

    enum class Direction : std::uint8_t
    {
        Back,
        Forward
    };
    struct Search
    {
        std::optional<MarkKind> kind; ///< none: any
        std::string subject;          ///< empty: any; else equal to it, whatever the case
    };

    virtual ~Playback() = default;

    virtual PlaybackState state() const = 0;
    /// Clamped to what there is; pauses there.
    virtual void seek(Instant at) = 0;
    /// Back to what happens now; for a finished recording to its end.
    virtual void toPresent() = 0;
    virtual void play() = 0;
    virtual void pause() = 0;
    /// Clamped to kLeastPlaybackSpeed … kMostPlaybackSpeed.
    virtual void setSpeed(double speed) = 0;
    /// To the next or previous event, of any kind; pauses there.
    virtual void step(Direction direction) = 0;
    /// `real` time of the person's has passed; moves the cursor while it plays.
    virtual void advance(Duration real) = 0;

    /// In order, at most `limit`, evenly thinned if there are more.
    virtual std::vector<Mark> marks(Instant from, Instant to, std::size_t limit) const = 0;
    /// The nearest before or after `from`, not at it.
    virtual std::optional<Mark> find(const Search& search, Instant from,
                                     Direction direction) const = 0;
    /// In order of id, those in [from, to].
    virtual std::vector<observe::Event> events(Instant from, Instant to,
                                               std::size_t limit) const = 0;

    /// Rows of figures in [from, to] in order of time, at most `limit`, evenly thinned; their
    /// slots are those of the snapshot at `to`.
    virtual std::vector<std::shared_ptr<const observe::Gauges>> gauges(Instant from, Instant to,
                                                                       std::size_t limit) const = 0;

    virtual std::vector<Note> notes() const = 0; ///< in order of time
    /// Replaces those of the same moment; an empty text removes them. False if it was not kept
    /// (the file may not be written).
    virtual bool setNote(const Note& note) = 0;
    /// Writes a copy of all there is to show, that can be opened elsewhere. Says why not, or "".
    virtual std::string saveTo(const std::string& path) = 0;
};

} // namespace hw::cluster
