#include <algorithm>

#include "engine/log/incoming.h"
#include "engine/log/loader.h"
#include "engine/base/mutation.h"
#include "engine/log/producer_state_manager.h"
#include "engine/log/segment.h"

namespace hw::log {

using protocol::ControlMarker;

/// None also for a control batch that says nothing: emptied by compaction, or of an unknown kind.
static std::optional<ControlMarker> markerOf(const protocol::Batch& batch)
{
    const auto marker = protocol::parseControlMarker(batch);
    return marker ? *marker : std::nullopt;
}

static std::optional<ControlMarker> markerOf(const Incoming& incoming, const IncomingBatch& batch)
{
    if (!batch.header.isControl())
        return std::nullopt;
    return markerOf({batch.header, incoming.source.sub(batch.sourceAt, batch.header.size())});
}

/// Kafka: UnifiedLog.analyzeAndValidateProducerState.
Outcome<std::optional<AppendInfo>> Log::duplicateOf(const Incoming& incoming, AppendOrigin origin)
{
    for (const IncomingBatch& batch : incoming.batches) {
        if (!batch.header.hasProducer())
            continue;
        const auto checked = m_producers->check(batch.header, markerOf(incoming, batch), origin);
        if (!checked)
            return tl::unexpected(checked.error());
        if (!*checked)
            continue;
        // A client sends one batch at a time.
        AppendInfo info;
        info.isDuplicate = true;
        m_producers->noteRepeated(batch.header.producerId);
        info.firstOffset = (*checked)->firstOffset();
        info.lastOffset = (*checked)->lastOffset;
        info.logAppendTimeMs = (*checked)->timestampMs;
        return info;
    }
    return std::nullopt;
}

void Log::recordProducers(const Incoming& incoming, std::size_t first, std::size_t end)
{
    for (std::size_t i = first; i < end; ++i) {
        const IncomingBatch& batch = incoming.batches[i];
        // Compaction takes batches away; what is left of them need not follow one another.
        if (!m_config.compacted && m_producers->isOutOfOrder(batch.header))
            ++m_outOfOrder;
        m_producers->record(batch.header, markerOf(incoming, batch));
    }
}

std::size_t Log::expireProducers(WallTime now)
{
    return m_producers->expire(now, m_context.producerIdExpiration);
}

std::vector<Offset> Log::segmentBases() const
{
    std::vector<Offset> bases;
    for (const auto& segment : m_segments)
        bases.push_back(segment->base());
    return bases;
}

/// Begins what `replayProducers` ends.  Kafka: UnifiedLog.rebuildProducerState.
Result<void> Log::loadProducers(std::set<Offset> snapshots, bool wasClean, WallTime now)
{
    const std::vector<Offset> bases = segmentBases();
    if (auto adopted = m_producers->adoptSnapshots(std::move(snapshots), bases); !adopted)
        return adopted;
    if ((wasClean && m_producers->snapshots().empty()) || mutated(Rule::ProducerStateRecovered)) {
        // Nobody who wrote this log kept producers: there is nothing to read again.
        for (std::size_t i = bases.size() - std::min<std::size_t>(bases.size(), 2);
             i < bases.size(); ++i) {
            m_producers->setMapEnd(bases[i]);
            if (auto kept = m_producers->takeSnapshot(); !kept)
                return kept;
        }
        m_producers->setMapEnd(m_leo);
        return m_producers->takeSnapshot();
    }
    return m_producers->truncateAndReload(m_logStart, m_leo, now, m_context.producerIdExpiration);
}

/// Reads headers from where the map ends up to the LEO; false once the budget is used up.
Result<bool> Log::replayProducers(std::uint64_t& byteBudget)
{
    while (m_producers->mapEnd() < m_leo) {
        if (byteBudget == 0)
            return false;
        Segment& segment = *m_segments[segmentIndexFor(m_producers->mapEnd())];
        // Those of the last two segments are what truncations and the next start will need.
        const bool isLate =
            m_segments.size() < 2 || segment.base() >= m_segments[m_segments.size() - 2]->base();
        if (isLate && m_producers->mapEnd() == segment.base()) {
            if (auto kept = m_producers->takeSnapshot(); !kept)
                return tl::unexpected(kept.error());
        }
        if (auto replayed = replaySegment(segment, byteBudget); !replayed)
            return tl::unexpected(replayed.error());
    }
    if (auto kept = m_producers->takeSnapshot(); !kept)
        return tl::unexpected(kept.error());
    return true;
}

/// Up to the segment's end, or until the budget is used up.
Result<void> Log::replaySegment(Segment& segment, std::uint64_t& byteBudget)
{
    const std::size_t next = segmentIndexFor(segment.base()) + 1;
    const Offset end = next < m_segments.size() ? m_segments[next]->base() : m_leo;
    const auto first = segment.find(m_producers->mapEnd());
    if (!first)
        return tl::unexpected(first.error());
    if (!*first) {
        m_producers->setMapEnd(end);
        return {};
    }
    const auto file = segment.logFile().open();
    if (!file)
        return tl::unexpected(file.error());
    HeaderScan scan(**file, (*first)->position, segment.bytes());
    for (;;) {
        const auto batch = scan.next();
        if (!batch)
            return tl::unexpected(batch.error());
        if (!*batch)
            break;
        if (auto recorded = recordReplayed(segment, **batch); !recorded)
            return recorded;
        if (scan.bytesRead() >= byteBudget) {
            byteBudget = 0;
            return {};
        }
    }
    byteBudget -= scan.bytesRead();
    // Compaction may have left a gap behind the last batch.
    m_producers->setMapEnd(end);
    return {};
}

Result<void> Log::recordReplayed(Segment& segment, const PlacedBatch& batch)
{
    std::optional<ControlMarker> marker;
    if (batch.header.isControl()) {
        auto bytes =
            segment.readRaw(batch.position, static_cast<std::uint32_t>(batch.header.size()));
        if (!bytes)
            return tl::unexpected(bytes.error());
        marker = markerOf({batch.header, Slice(std::move(*bytes))});
    }
    m_producers->record(batch.header, marker);
    return {};
}

/// After a truncation; the batches behind the newest snapshot are read again by
/// `LogLoader::replaySome`. Without producers there is nothing to learn by reading.
Result<void> Log::rebuildProducers()
{
    const bool wasEmpty = m_producers->producers().empty() && m_producers->mapEnd() >= m_leo;
    if (auto reloaded = m_producers->truncateAndReload(m_logStart, m_leo, std::nullopt,
                                                       m_context.producerIdExpiration);
        !reloaded)
        return reloaded;
    if (wasEmpty)
        m_producers->setMapEnd(m_leo);
    return {};
}

bool isReplayingProducers(const Log& log) { return log.producers().mapEnd() < log.leo(); }

Result<void> LogLoader::replaySome(Log& log, std::uint64_t byteBudget)
{
    const auto replayed = log.replayProducers(byteBudget);
    return replayed ? Result<void>() : log.failed(replayed.error());
}

} // namespace hw::log
