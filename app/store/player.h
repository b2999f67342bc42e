#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/store/recording.h"
#include "engine/cluster/cluster.h"
#include "engine/cluster/playback.h"

namespace hw::store {

/// What goes on while a recording is still being written.
class Present
{
public:
    virtual ~Present() = default;
    /// The moment that is seen now.
    virtual Instant now() const = 0;
    /// Has all that was seen so far in the file; the recording is refreshed then. Null before the
    /// file is there.
    virtual Recording* upToNow() = 0;
    /// The same without waiting for what was seen in the last second.
    virtual Recording* upToNearlyNow() const = 0;
    virtual std::uint64_t lost() const = 0;
    virtual std::string trouble() const = 0;
    virtual bool setNote(const cluster::Note& note) = 0;
    virtual std::vector<cluster::Note> notes() const = 0;
    /// The last events that were seen.
    virtual std::vector<observe::Event> lastEvents() const = 0;
};

/// The cursor in a recording, and what a window is told of the moment it stands at.
class Player final : public cluster::Playback
{
public:
    static constexpr std::size_t kContextEvents = 500; ///< told again after a jump

    /// A finished one: stands at its first moment, paused. It outlives the player.
    explicit Player(Recording& recording);
    /// One that is still written: shows the present. It outlives the player.
    explicit Player(Present& present);

    bool isPresent() const { return m_mode == cluster::PlaybackState::Mode::Present; }
    /// Of the moment, with all that had happened by then; null only if nothing can be read.
    Recording::Moment moment();
    /// What happened since the last call, or after a jump the last events up to the moment.
    cluster::EventBatch takeEvents(std::size_t limit);
    /// After a jump to the present: the last events; once.
    std::vector<observe::Event> takeContext();

    // --- Playback ---
    cluster::PlaybackState state() const override;
    void seek(Instant at) override;
    void toPresent() override;
    void play() override;
    void pause() override;
    void setSpeed(double speed) override;
    void step(Direction direction) override;
    void advance(Duration real) override;
    std::vector<cluster::Mark> marks(Instant from, Instant to, std::size_t limit) const override;
    std::optional<cluster::Mark> find(const Search& search, Instant from,
                                      Direction direction) const override;
    std::vector<observe::Event> events(Instant from, Instant to, std::size_t limit) const override;
    std::vector<std::shared_ptr<const observe::Gauges>> gauges(Instant from, Instant to,
                                                               std::size_t limit) const override;
    std::vector<cluster::Note> notes() const override;
    bool setNote(const cluster::Note& note) override;
    std::string saveTo(const std::string& path) override;

private:
    using Mode = cluster::PlaybackState::Mode;

    Recording* recording() const; ///< null: none yet
    /// If that moment was seen but is not in the file yet, has it written.
    Recording* recordingUpTo(Instant at) const;
    Instant last() const;
    /// From the present to the last moment of the past, up to date; whoever calls jumps from there.
    /// False if there is nothing to show.
    bool leavePresent();
    void jumpTo(Instant at);

    Recording* m_finished = nullptr; ///< one of the two
    Present* m_present = nullptr;
    Mode m_mode;
    Instant m_now;    ///< of the past
    Instant m_toldTo; ///< events up to it were handed out
    /// What was shown last, of which moment, and up to where there was something to show.
    struct Shown
    {
        Instant now, last;
        Recording::Moment moment;
    };
    Shown m_shown;
    bool m_tellsAnew = true;
    double m_speed = 1;
    double m_owed = 0; ///< less than a nanosecond
    std::uint64_t m_jumps = 0;
};

} // namespace hw::store
