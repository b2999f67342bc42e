#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <optional>

#include "engine/log/incoming.h"
#include "engine/log/log.h"

namespace hw::log {

class HotTail;

/// Bounds the memory of all tails of one log directory: beyond the bound the log that was written
/// longest ago loses its tail.
class TailBudget
{
public:
    TailBudget(std::uint64_t limit, std::uint64_t limitPerLog)
        : m_limit(limit)
        , m_limitPerLog(limitPerLog)
    {
    }
    std::uint64_t used() const { return m_used; }
    /// Empties the tails of logs that were not written since the last call: what rests holds no
    /// memory, nor the large request frames that its slices keep alive.
    void dropIdle();

private:
    friend class HotTail;
    std::uint64_t m_limit;
    std::uint64_t m_limitPerLog;
    std::uint64_t m_used = 0;
    std::list<HotTail*> m_tails; ///< written last comes first; only tails that hold something
};

/// The newest batches of a log that leads, kept in memory as they were written, so that followers
/// and consumers at the end are served without reading the file and without copying.
/// What it holds always reaches up to the LEO without a gap.
class HotTail
{
public:
    explicit HotTail(TailBudget& budget)
        : m_budget(budget)
    {
    }
    ~HotTail() { clear(); }
    HotTail(const HotTail&) = delete;
    HotTail& operator=(const HotTail&) = delete;

    /// Lays out a batch of `source` for writing with a new front: small ones are copied as a whole
    /// (then neighbours share one piece), of large ones only the front is.
    StagedBatch stage(ByteView front, const Slice& source);
    /// Keeps a batch that was written; it follows the last one.
    void add(const IncomingBatch& batch, LogPosition position);
    void clear();
    /// Forgets batches that begin below `offset`: their files were replaced.
    void dropBelow(Offset offset);

    bool covers(Offset from) const { return !m_batches.empty() && m_batches.front().base <= from; }
    /// Kafka's rules for a read; `from` is covered and below the LEO.
    ReadResult read(Offset from, Offset upperBound, std::uint32_t maxBytes, bool minOneBatch) const;
    /// Place of the batch that holds `offset`, which is covered; nullopt at the LEO.
    std::optional<LogPosition> positionOf(Offset offset) const;

private:
    friend class TailBudget;
    static constexpr std::uint32_t kCopyBelow = 4096;
    static constexpr std::uint32_t kFirstChunkBytes = 4096;
    static constexpr std::uint32_t kChunkBytes = 65536;

    struct Kept
    {
        Offset base;
        Offset last;
        LogPosition position;
        StagedBatch bytes;
        std::uint64_t cost() const { return bytes.size() + sizeof(Kept); }
    };

    std::uint8_t* reserve(std::uint32_t bytes);
    void dropOldest();
    std::deque<Kept>::const_iterator firstHolding(Offset offset) const;

    TailBudget& m_budget;
    std::deque<Kept> m_batches;
    bool m_isFresh = false; ///< written since `dropIdle`
    std::uint64_t m_cost = 0;
    std::shared_ptr<Chunk> m_chunk;
    std::list<HotTail*>::iterator m_place;
};

} // namespace hw::log
