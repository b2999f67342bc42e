#include "engine/inspect/check_segment.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/inspect/check_records.h"
#include "engine/inspect/files.h"
#include "engine/log/segment.h"
#include "engine/protocol/compression.h"

namespace hw::inspect {

using observe::LogFileKind;
using What = ScannedBatch::What;

namespace {

class SegmentCheck
{
public:
    SegmentCheck(const SegmentInput& input, LogPass& pass)
        : m_in(input)
        , m_pass(pass)
        , m_log(input.shown + log::segmentFileName(input.base, ".log"))
    {
    }

    SegmentSums run();

private:
    std::unique_ptr<world::File> open(const char* suffix);
    template <class Check>
    void openIndex(std::unique_ptr<Check>& check, bool isThere, const char* suffix,
                   LogFileKind kind);
    bool wants(LogFileKind kind, Detail detail) const
    {
        return m_in.rowsOf == kind && m_in.detail >= detail;
    }
    void scan(const world::File& file);
    void take(const ScannedBatch& batch);
    void checkPlace(const ScannedBatch& batch);
    void checkEpoch(const ScannedBatch& batch);
    void checkContents(const ScannedBatch& batch);
    void checkMisfit(const ScannedBatch& batch);
    void sum(const ScannedBatch& batch);
    void batchRow(const ScannedBatch& batch);
    void finish();
    void problem(FindingKind kind, std::uint64_t at, std::string found, std::string expected = {})
    {
        m_pass.findings.problem(kind, m_log, at, std::move(found), std::move(expected));
    }

    const SegmentInput& m_in;
    LogPass& m_pass;
    const std::string m_log;
    std::unique_ptr<OffsetIndexCheck> m_index;
    std::unique_ptr<TimeIndexCheck> m_timeIndex;
    std::unique_ptr<TransactionIndexCheck> m_transactions;
    SegmentSums m_sums;
    ScanEnd m_end;
};

std::unique_ptr<world::File> SegmentCheck::open(const char* suffix)
{
    const std::string name = log::segmentFileName(m_in.base, suffix);
    auto file = m_in.disk.open(joined(m_in.directory, name), world::OpenMode::ReadOnly);
    if (file)
        return std::move(*file);
    const bool isGone = m_in.isOpen && file.error().kind == Failure::NotFound;
    m_sums.isGone = m_sums.isGone || isGone;
    m_pass.findings.add({FindingKind::Unreadable, !isGone, m_in.shown + name, std::nullopt,
                         file.error().message, ""});
    return nullptr;
}

template <class Check>
void SegmentCheck::openIndex(std::unique_ptr<Check>& check, bool isThere, const char* suffix,
                             LogFileKind kind)
{
    if (!isThere)
        return;
    if (auto file = open(suffix))
        check = std::make_unique<Check>(std::move(file),
                                        m_in.shown + log::segmentFileName(m_in.base, suffix),
                                        m_in.base, wants(kind, Detail::Entries), m_pass.findings);
}

SegmentSums SegmentCheck::run()
{
    openIndex(m_index, m_in.hasIndex, ".index", LogFileKind::OffsetIndex);
    openIndex(m_timeIndex, m_in.hasTimeIndex, ".timeindex", LogFileKind::TimeIndex);
    openIndex(m_transactions, m_in.hasTransactions, ".txnindex", LogFileKind::TransactionIndex);
    m_end.isActive = m_in.isActive;
    m_end.isClosed = m_in.isClosed;
    m_end.isOpen = m_in.isOpen;
    if (m_in.hasLog) {
        if (const auto file = open(".log"))
            scan(*file);
    }
    finish();
    return m_sums;
}

void SegmentCheck::scan(const world::File& file)
{
    m_end.logBytes = file.size();
    m_sums.logBytes = file.size();
    if (file.size() > INT32_MAX)
        m_pass.findings.problem(FindingKind::TooLarge, m_log, std::nullopt,
                                std::to_string(file.size()), std::to_string(INT32_MAX));
    BatchScan batches(file, 0, file.size());
    for (;;) {
        const auto batch = batches.next();
        if (!batch) {
            problem(FindingKind::Unreadable, batches.position(), batch.error().message);
            break;
        }
        if (!*batch)
            break;
        if ((*batch)->endsScan()) {
            checkMisfit(**batch);
            break;
        }
        take(**batch);
        m_pass.bytes += (*batch)->bytes;
        if (!m_pass.findings.report().goOn((*batch)->bytes)) {
            m_pass.wasStopped = true;
            break;
        }
    }
    m_end.scanned = batches.position();
}

void SegmentCheck::take(const ScannedBatch& batch)
{
    if (m_index)
        m_index->onBatch(batch);
    if (m_timeIndex)
        m_timeIndex->onBatch(batch);
    if (m_transactions)
        m_transactions->onBatch(batch);
    if (wants(LogFileKind::Log, Detail::Entries))
        batchRow(batch);
    if (!batch.crcFits)
        problem(FindingKind::BadCrc, batch.position, fmt::format("{:08x}", batch.computedCrc),
                fmt::format("{:08x}", batch.header.crc));
    if (batch.what == What::BadHeader) {
        problem(FindingKind::BadCount, batch.position, batch.trouble, "0 or more");
        return;
    }
    checkPlace(batch);
    if (batch.what == What::Old) {
        m_pass.findings.remark(FindingKind::OldMagic, m_log, batch.position,
                               std::to_string(batch.header.magic));
    } else {
        checkEpoch(batch);
        checkContents(batch);
    }
    sum(batch);
}

void SegmentCheck::checkPlace(const ScannedBatch& batch)
{
    const Offset first = batch.header.baseOffset;
    const Offset last = batch.lastOffset();
    if (first < m_in.base)
        problem(FindingKind::BelowBase, batch.position, fmt::format("{}", first),
                fmt::format("{}", m_in.base));
    else if (last - m_in.base > INT32_MAX)
        problem(FindingKind::OffsetTooFar, batch.position, fmt::format("{}", last),
                fmt::format("{}", m_in.base + INT32_MAX));
    if (m_pass.next && first < *m_pass.next)
        problem(FindingKind::OffsetsNotRising, batch.position, fmt::format("{}", first),
                fmt::format("{}", *m_pass.next));
    else if (m_pass.next && first > *m_pass.next && m_pass.gaps.size() < LogPass::kMostGaps)
        m_pass.gaps.push_back({FindingKind::OffsetGap, true, m_log, batch.position,
                               fmt::format("{}", first), fmt::format("{}", *m_pass.next)});
    m_pass.next = std::max(m_pass.next.value_or(Offset(0)), last + 1);
}

/// The latest entry at or below an offset.
LeaderEpoch epochAt(std::span<const EpochLine> epochs, Offset offset)
{
    LeaderEpoch epoch = kNoLeaderEpoch;
    for (const EpochLine& line : epochs) {
        if (line.entry.start > offset)
            break;
        epoch = line.entry.epoch;
    }
    return epoch;
}

void SegmentCheck::checkEpoch(const ScannedBatch& batch)
{
    const LeaderEpoch epoch = batch.header.leaderEpoch;
    if (epoch < LeaderEpoch(0))
        return;
    m_pass.sawEpoch = true;
    if (epoch < m_pass.epoch)
        problem(FindingKind::EpochFalls, batch.position, fmt::format("{}", epoch),
                fmt::format("{}", m_pass.epoch));
    const bool isNew = epoch != m_pass.epoch;
    m_pass.epoch = std::max(m_pass.epoch, epoch);
    if (!m_pass.hasEpochFile)
        return;
    const LeaderEpoch known = epochAt(m_pass.epochs, batch.header.baseOffset);
    // The checkpoint begins where the log does, which may be inside of its first segment.
    const bool isGoing = m_in.isOpen && known == kNoLeaderEpoch; // retention went on meanwhile
    if (epoch == known || isGoing || batch.lastOffset() < m_in.logStart)
        return;
    // One wrong line of the checkpoint concerns all batches under it: told once for each epoch.
    if (isNew || m_pass.epochMismatches == 0)
        problem(FindingKind::EpochMismatch, batch.position, fmt::format("{}", epoch),
                known == kNoLeaderEpoch ? "none" : fmt::format("{}", known));
    ++m_pass.epochMismatches;
}

void SegmentCheck::checkContents(const ScannedBatch& batch)
{
    const protocol::BatchHeader& header = batch.header;
    if (header.recordCount <= header.lastOffsetDelta || header.hasDeleteHorizon())
        m_pass.sawCompaction = true;
    const int codec = header.attributes & 7;
    if (codec > static_cast<int>(protocol::Compression::Zstd))
        problem(FindingKind::BadCodec, batch.position, std::to_string(codec), "0 to 4");
    else if (batch.crcFits)
        checkRecords(batch, m_log, m_pass.findings, wants(LogFileKind::Log, Detail::Records));
}

void SegmentCheck::checkMisfit(const ScannedBatch& batch)
{
    switch (batch.what) {
    case What::Zeroes:
        problem(FindingKind::ZeroBytes, batch.position, std::to_string(batch.bytes));
        break;
    case What::BadLength:
        problem(FindingKind::BadLength, batch.position, std::to_string(batch.header.batchLength),
                std::to_string(protocol::kBatchHeaderSize - protocol::kBatchPrefixSize));
        break;
    case What::BadMagic:
        problem(FindingKind::BadMagic, batch.position, std::to_string(batch.header.magic),
                "0 to 2");
        break;
    default:
        // Being written at this moment, or cut off by a kill: the next start cuts it.
        const bool isBegun =
            m_in.isOpen && m_in.isActive && m_pass.next.value_or(m_in.base) >= m_in.recoveryPoint;
        m_pass.findings.add({FindingKind::TornBatch, !isBegun, m_log, batch.position,
                             std::to_string(batch.bytes), std::to_string(batch.claimed)});
    }
}

void SegmentCheck::sum(const ScannedBatch& batch)
{
    ++m_sums.batches;
    m_sums.records += batch.what == What::Old ? 1 : batch.header.recordCount;
    if (!m_sums.firstOffset)
        m_sums.firstOffset = batch.header.baseOffset;
    m_sums.next = batch.lastOffset() + 1;
    m_end.lastOffset = std::max(m_end.lastOffset, batch.lastOffset());
    if (batch.what == What::Old)
        return;
    const std::int64_t newest = batch.header.maxTimestamp.ms();
    if (m_sums.batches == 1)
        m_sums.firstTimestampMs = newest;
    m_sums.maxTimestampMs = std::max(m_sums.maxTimestampMs, newest);
    m_end.maxTimestampMs = m_sums.maxTimestampMs;
}

void SegmentCheck::batchRow(const ScannedBatch& batch)
{
    const observe::LogBatch b = describe(batch);
    Row row{"batch",
            {{"position", static_cast<std::int64_t>(b.position)},
             {"size", static_cast<std::int64_t>(b.bytes)},
             {"magic", b.magic},
             {"baseOffset", b.baseOffset.value()}}};
    if (batch.what == What::Batch) {
        const std::vector<Row::Field> more = {
            {"lastOffset", b.lastOffset.value()},
            {"count", b.records},
            {"partitionLeaderEpoch", b.leaderEpoch.value()},
            {"baseTimestamp", b.baseTimestampMs},
            {"maxTimestamp", b.maxTimestampMs},
            {"timestampType", std::string(b.isLogAppendTime ? "LogAppendTime" : "CreateTime")},
            {"compression", b.codec},
            {"producerId", b.producerId.value()},
            {"producerEpoch", b.producerEpoch.value()},
            {"baseSequence", b.baseSequence},
            {"lastSequence", b.lastSequence},
            {"isTransactional", b.isTransactional},
            {"isControl", b.isControl},
            {"hasDeleteHorizon", b.hasDeleteHorizon},
            {"crc", fmt::format("{:08x}", b.crc)},
            {"isValid", b.crcFits}};
        row.fields.insert(row.fields.end(), more.begin(), more.end());
    }
    m_pass.findings.report().row(row);
}

void SegmentCheck::finish()
{
    if (m_sums.batches == 0 && m_in.hasLog && !m_in.isActive && m_end.isWhole())
        m_pass.findings.remark(FindingKind::EmptySegment, m_log, std::nullopt, "");
    if (m_index) {
        m_index->finish(m_end);
        m_sums.indexEntries = m_index->entries();
    }
    if (m_timeIndex) {
        m_timeIndex->finish(m_end);
        m_sums.timeIndexEntries = m_timeIndex->entries();
    }
    if (m_transactions) {
        m_transactions->finish(m_end);
        m_sums.transactionEntries = m_transactions->entries();
    }
}

} // namespace

SegmentSums checkSegment(const SegmentInput& input, LogPass& pass)
{
    return SegmentCheck(input, pass).run();
}

observe::LogBatch describe(const ScannedBatch& batch)
{
    const protocol::BatchHeader& header = batch.header;
    observe::LogBatch out;
    out.position = batch.position;
    out.bytes = batch.bytes;
    out.magic = header.magic;
    out.baseOffset = header.baseOffset;
    out.lastOffset = header.baseOffset;
    if (batch.what != What::Batch)
        return out;
    out.lastOffset = header.lastOffset();
    out.records = header.recordCount;
    out.leaderEpoch = header.leaderEpoch;
    out.producerId = header.producerId;
    out.producerEpoch = header.producerEpoch;
    out.baseSequence = header.baseSequence;
    out.lastSequence = header.lastSequence();
    out.baseTimestampMs = header.baseTimestamp.ms();
    out.maxTimestampMs = header.maxTimestamp.ms();
    out.codec = protocol::nameOf(header.compression());
    out.isLogAppendTime = header.isLogAppendTime();
    out.isTransactional = header.isTransactional();
    out.isControl = header.isControl();
    out.hasDeleteHorizon = header.hasDeleteHorizon();
    out.crc = header.crc;
    out.crcFits = batch.crcFits;
    return out;
}

} // namespace hw::inspect
