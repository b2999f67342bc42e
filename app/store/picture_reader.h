#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/store/picture_writer.h"

namespace hw::store {

/// One chunk's snapshots, read from what a PictureWriter wrote. Parts are read when they are first
/// shown, and are the same objects in all snapshots that hold them.
class PictureReader
{
public:
    static constexpr std::size_t kEntriesLimit = 2'000'000; ///< of one snapshot, over all its lists
    /// By how much the lists of a chunk may grow, all in all: they could shrink and grow again.
    static constexpr std::size_t kGrowthLimit = 20'000'000;
    static constexpr std::size_t kListsLimit = 20'000;
    static constexpr std::size_t kFramesLimit = 100'000;             ///< of a chunk
    static constexpr std::size_t kPartsBudget = 512U << 20;          ///< bytes, of a chunk's parts
    static constexpr std::int64_t kMostAt = 320'000'000'000'000'000; ///< ns: ten years
    static bool isMoment(Instant at)
    {
        return at >= Instant() && at.sinceStart().count() <= kMostAt;
    }

    /// `kinds` outlive it.
    explicit PictureReader(const KindTable& kinds)
        : m_kinds(kinds)
    {
    }

    /// Asked while parts are read for a snapshot, with how many of the chunk's are read and how
    /// many there are; false: the rest stays as it is made, and `wasStopped`.
    using GoOn = std::function<bool(std::size_t read, std::size_t all)>;
    static constexpr std::size_t kPartsASlice = 500; ///< between two questions
    void setGoOn(GoOn goOn) { m_goOn = std::move(goOn); }
    bool wasStopped() const { return m_wasStopped; }

    /// The chunk's frames go on with those of one page. False: they are damaged from somewhere on;
    /// what stands before that is kept, and nothing can follow.
    bool addPage(Bytes bytes);

    std::size_t frameCount() const { return m_frames.size(); }
    Instant at(std::size_t frame) const { return Instant(Duration(m_frames[frame].head.at)); }
    /// The last frame not later than the moment; none: all are.
    std::optional<std::size_t> frameAt(Instant moment) const;
    /// Never null. Cheap for the frame shown last and those behind it.
    std::shared_ptr<const observe::Snapshot> snapshot(std::size_t frame);
    /// Parts that could not be read stand in snapshots as they are made.
    bool isDamaged() const { return m_isDamaged; }

private:
    struct Part
    {
        PartKind kind;
        ByteView bytes;
        std::shared_ptr<const void> read; ///< null: not yet
    };
    struct Patch
    {
        std::size_t list = 0;
        std::size_t size = 0;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> changes; ///< place, number
    };
    struct Frame
    {
        SnapshotHead head;
        std::size_t lists = 0;
        std::vector<Patch> patches;
    };

    bool readFrame(Unpacker& from);
    bool readPatch(Unpacker& from, Frame& frame);
    bool resizeList(std::size_t list, std::size_t size);
    bool resizeLists(std::size_t lists);
    void apply(const Frame& frame);
    void goTo(std::size_t frame);
    bool mayGoOn();
    template <class T> std::shared_ptr<const T> part(std::uint32_t number, PartKind kind);
    template <class T>
    void fill(std::vector<std::shared_ptr<const T>>& parts, std::size_t list, PartKind kind);
    void fillSingles(observe::Snapshot& snapshot);
    void fillTopics(observe::Snapshot& snapshot);
    template <class T> void fillSingle(T& value, PartKind kind);

    const KindTable& m_kinds;
    std::vector<Bytes> m_pages;
    std::vector<Frame> m_frames;
    std::vector<Part> m_parts;
    SnapshotHead m_head;              ///< of the last frame read
    std::vector<std::size_t> m_sizes; ///< of its lists
    std::size_t m_entries = 0;        ///< their sum
    std::size_t m_growth = 0;
    std::size_t m_budget = kPartsBudget;

    std::optional<std::size_t> m_shown; ///< the frame that m_lists stand at
    NumberLists m_lists;
    /// Of each topic, what it was made of and the object, as long as that is the same.
    struct MadeTopic
    {
        std::uint32_t number = 0;
        std::vector<std::uint32_t> partitions;
        std::shared_ptr<const observe::TopicPart> topic;
    };
    std::vector<MadeTopic> m_topics;
    bool m_isDamaged = false;
    GoOn m_goOn; ///< empty: nobody asks
    std::size_t m_partsRead = 0;
    bool m_wasStopped = false;
};

} // namespace hw::store
