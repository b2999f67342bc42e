#include "engine/log/cleaner/batch_filter.h"

#include "engine/log/cleaner/batch_rewrite.h"

namespace hw::log {

using protocol::Batch;
using protocol::BatchHeader;
using protocol::RecordView;

static Batch batchOf(Bytes bytes)
{
    const auto header = BatchHeader::parse(bytes);
    HW_ASSERT(header.has_value(), "what the cleaner wrote is a batch");
    return {*header, Slice(std::move(bytes))};
}

Result<protocol::RecordReader> openRecords(const Batch& batch)
{
    auto records = protocol::RecordReader::open(batch);
    if (!records && records.error().kind == Failure::NoSpace)
        return fail(Failure::Unsupported, records.error().message);
    return records;
}

/// Its tombstones, or its marker, have been kept for long enough.
bool BatchFilter::isOver(const BatchHeader& batch) const
{
    return batch.hasDeleteHorizon() && batch.baseTimestamp <= m_terms.now;
}

Result<BatchFilter::Verdict> BatchFilter::judge(const Batch& batch)
{
    Verdict verdict;
    verdict.keepShell = (batch.header.hasProducer() && m_terms.isLastOfItsProducer(batch.header)) ||
                        batch.header.nextOffset() == m_terms.roundEnd;
    if (!batch.header.isControl()) {
        verdict.dropRecords = m_transactions.onData(batch.header);
        return verdict;
    }
    const bool isEmpty = batch.header.recordCount == 0;
    const auto marker = isEmpty ? std::nullopt : protocol::parseControlMarker(batch);
    if (!marker)
        return tl::unexpected(marker.error());
    verdict.isMarkerOfNothing =
        m_transactions.onControl(batch.header, *marker, !isEmpty && !*marker);
    verdict.dropRecords = verdict.isMarkerOfNothing && isOver(batch.header);
    return verdict;
}

bool BatchFilter::isKept(const BatchHeader& batch, const RecordView& record)
{
    if (batch.isControl() || record.offset > m_map.latest())
        return true;
    if (!record.key) {
        ++m_counts.withoutKey;
        return false;
    }
    if (record.offset < m_map.find(*record.key))
        return false;
    if (record.value || !isOver(batch))
        return true;
    ++m_counts.tombstonesDropped;
    return false;
}

std::optional<Batch> BatchFilter::shellOf(const Batch& batch, const Verdict& verdict)
{
    if (!verdict.keepShell)
        return std::nullopt;
    ++m_counts.shells;
    return batchOf(emptiedBatch(batch.header));
}

Result<std::optional<Batch>> BatchFilter::filter(const Batch& batch)
{
    const auto verdict = judge(batch);
    if (!verdict)
        return tl::unexpected(verdict.error());
    if (!verdict->dropRecords)
        return keepSome(batch, *verdict);
    m_counts.recordsRead += static_cast<std::uint64_t>(batch.header.recordCount);
    return shellOf(batch, *verdict);
}

Result<std::optional<Batch>> BatchFilter::keepSome(const Batch& batch, const Verdict& verdict)
{
    auto records = openRecords(batch);
    if (!records)
        return tl::unexpected(records.error());
    m_kept.clear();
    std::uint64_t tombstones = 0;
    for (;;) {
        const auto record = records->next();
        if (!record)
            return tl::unexpected(record.error());
        if (!*record)
            break;
        if (!isKept(batch.header, **record))
            continue;
        m_kept.push_back(**record);
        tombstones += (*record)->value ? 0 : 1;
    }
    m_counts.recordsRead += static_cast<std::uint64_t>(batch.header.recordCount);
    m_counts.recordsKept += m_kept.size();
    m_counts.tombstonesKept += tombstones;
    if (m_kept.empty())
        return shellOf(batch, verdict);
    const bool needsHorizon =
        (tombstones > 0 || verdict.isMarkerOfNothing) && !batch.header.hasDeleteHorizon();
    const bool isWhole = m_kept.size() == static_cast<std::size_t>(batch.header.recordCount);
    if (isWhole && !needsHorizon)
        return batch;
    std::optional<WallTime> horizon;
    if (needsHorizon)
        horizon = WallTime(m_terms.now.ms() + toMs(m_terms.deleteRetention));
    else if (batch.header.hasDeleteHorizon())
        horizon = batch.header.baseTimestamp;
    return batchOf(rewriteBatch(batch.header, m_kept, horizon));
}

} // namespace hw::log
