#include <algorithm>

#include "engine/log/batch_check.h"
#include "engine/log/hot_tail.h"
#include "engine/log/loader.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

Outcome<AppendInfo> Log::appendAsLeader(const Slice& batches, LeaderEpoch epoch, WallTime now,
                                        AppendOrigin origin)
{
    const auto incoming = prepareForLeader(batches, {m_config, epoch, m_leo, now, origin}, *m_tail);
    return incoming ? append(*incoming, now, origin) : tl::unexpected(incoming.error());
}

Outcome<AppendInfo> Log::appendAsFollower(const Slice& batches, WallTime now)
{
    const auto incoming = prepareForFollower(batches, m_leo);
    return incoming ? append(*incoming, now, std::nullopt) : tl::unexpected(incoming.error());
}

/// Writes the batches in groups that each fit into one segment; usually that is one write.
Outcome<AppendInfo> Log::append(const Incoming& incoming, WallTime now,
                                std::optional<AppendOrigin> origin)
{
    AppendInfo info;
    info.logAppendTimeMs = incoming.logAppendTimeMs;
    const auto& batches = incoming.batches;
    if (batches.empty())
        return info;
    if (m_isTorn || m_isClosed)
        return refuse(ErrorCode::KafkaStorageError,
                      m_partition.text() + " is closed for appends after a failed write");
    if (isReplayingProducers(*this)) {
        if (auto known = LogLoader::replaySome(*this, UINT64_MAX); !known)
            return refuse(known.error());
    }
    if (auto noted = noteEpochs(incoming, info); !noted)
        return refuse(noted.error());
    for (std::size_t first = 0, end = 0; first < batches.size(); first = end) {
        const auto mustRoll = mustRollFor(incoming, first, now);
        if (!mustRoll)
            return refused(mustRoll.error());
        if (*mustRoll) {
            if (auto rolled = roll(batches[first].header.baseOffset, now); !rolled)
                return refused(rolled.error());
            info.rolled = true;
        }
        if (origin && first == 0) {
            const auto duplicate = duplicateOf(incoming, *origin);
            if (!duplicate)
                return tl::unexpected(duplicate.error());
            if (*duplicate)
                return **duplicate;
        }
        end = endOfGroup(incoming, first);
        if (auto written = appendGroup(incoming, first, end); !written)
            return refused(written.error());
        info.bytes += incoming.bytesOf(first, end);
    }
    info.mustSync = mustSyncFirst();
    if (info.mustSync)
        syncForced();
    info.firstOffset = batches.front().header.baseOffset;
    info.lastOffset = batches.back().header.lastOffset();
    info.batches = static_cast<std::uint32_t>(batches.size());
    for (const IncomingBatch& batch : batches)
        info.records += static_cast<std::uint32_t>(batch.header.recordCount);
    return info;
}

/// As many batches as the active segment still takes, at least one.
std::size_t Log::endOfGroup(const Incoming& incoming, std::size_t first) const
{
    const auto& batches = incoming.batches;
    std::uint64_t bytes = active().bytes() + batches[first].header.size();
    std::size_t end = first + 1;
    for (; end < batches.size(); ++end) {
        bytes += batches[end].header.size();
        if (bytes > m_config.segmentBytes ||
            batches[end].header.lastOffset() - active().base() > INT32_MAX)
            break;
    }
    return end;
}

Result<void> Log::appendGroup(const Incoming& incoming, std::size_t first, std::size_t end)
{
    const auto batches = std::span(incoming.batches).subspan(first, end - first);
    std::uint32_t position = active().bytes();
    if (auto written = active().append(incoming.piecesOf(first, end), batches); !written) {
        m_isTorn = active().isTorn();
        return written;
    }
    m_leo = batches.back().header.nextOffset();
    recordProducers(incoming, first, end);
    if (!incoming.isStaged) {
        // What a leader wrote before is no longer the newest, and followers serve nobody.
        m_tail->clear();
        return {};
    }
    for (const IncomingBatch& batch : batches) {
        m_tail->add(batch, {active().base(), position});
        position += static_cast<std::uint32_t>(batch.header.size());
    }
    return {};
}

/// Kafka: LogSegment.shouldRoll.
Result<bool> Log::mustRollFor(const Incoming& incoming, std::size_t first, WallTime now)
{
    const protocol::BatchHeader& next = incoming.batches[first].header;
    Segment& segment = active();
    if (next.lastOffset() - segment.base() > INT32_MAX)
        return true;
    if (segment.bytes() == 0)
        return false;
    if (std::uint64_t(segment.bytes()) + next.size() > m_config.segmentBytes ||
        segment.indexIsFull())
        return true;
    const auto begun = segment.firstTimestamp();
    if (!begun)
        return tl::unexpected(begun.error());
    const bool haveTimes = *begun && **begun >= 0 && next.maxTimestamp.ms() >= 0;
    const std::int64_t ageMs =
        haveTimes ? next.maxTimestamp.ms() - **begun : now.ms() - segment.created().ms();
    return ageMs > toMs(m_config.segmentTime - segment.rollJitter());
}

Result<void> Log::roll(Offset newBase, WallTime now)
{
    if (auto sealed = active().seal(); !sealed)
        return sealed;
    // Where the segment begins, so that it can be read again from there.
    m_producers->setMapEnd(newBase);
    if (auto kept = m_producers->takeSnapshot(); !kept)
        return kept;
    if (auto started = startSegment(newBase, now); !started)
        return started;
    if (newBase > m_leo)
        m_gapBefore = newBase;
    flushBelow(newBase, nullptr);
    if (m_context.listener)
        m_context.listener->segmentRolled(m_partition, newBase);
    return {};
}

Result<void> Log::noteEpochs(const Incoming& incoming, AppendInfo& info)
{
    for (const IncomingBatch& batch : incoming.batches) {
        if (batch.header.leaderEpoch != m_epochs.latestEpoch() &&
            m_epochs.assign(batch.header.leaderEpoch, batch.header.baseOffset))
            info.epochChanged = true;
    }
    return info.epochChanged ? saveEpochs() : Result<void>();
}

} // namespace hw::log
