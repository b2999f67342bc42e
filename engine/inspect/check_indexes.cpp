#include "engine/inspect/check_indexes.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::inspect {

using observe::OffsetPoint;
using observe::TimePoint;

namespace {

std::string textOf(const OffsetPoint& point)
{
    return fmt::format("(offset {}, position {})", point.offset, point.position);
}

} // namespace

IndexCheck::IndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
                       std::uint32_t entryBytes, const char* rowType, bool givesRows,
                       Findings& findings)
    : m_base(base)
    , m_file(std::move(file))
    , m_name(std::move(name))
    , m_stream(*m_file, entryBytes)
    , m_entryBytes(entryBytes)
    , m_rowType(rowType)
    , m_givesRows(givesRows)
    , m_findings(findings)
{
}

std::optional<ByteView> IndexCheck::nextEntry()
{
    m_at = m_stream.position();
    const auto entry = m_stream.next();
    if (entry)
        return *entry;
    m_findings.problem(FindingKind::Unreadable, m_name, m_at, entry.error().message);
    return std::nullopt;
}

void IndexCheck::checkRest(const ScanEnd& end)
{
    const auto rest = m_stream.rest();
    if (!rest) {
        m_findings.problem(FindingKind::Unreadable, m_name, m_at, rest.error().message);
        return;
    }
    if (rest->partBytes != 0)
        m_findings.problem(FindingKind::WrongSize, m_name, std::nullopt,
                           std::to_string(m_file->size()),
                           fmt::format("a multiple of {}", m_entryBytes));
    // Entries that came while it was read follow zeroes that were read before.
    if (rest->hasMore)
        m_findings.add({FindingKind::IndexZeroInside, !(end.isOpen && end.isActive), m_name,
                        m_stream.position(), "", ""});
    else if (rest->zeroBytes >= m_entryBytes && end.isClosed && !end.isActive)
        problem(FindingKind::IndexPreallocated, m_stream.position(),
                std::to_string(rest->zeroBytes), "none");
}

void IndexCheck::row(std::vector<Row::Field> fields)
{
    if (!m_givesRows)
        return;
    Row row{m_rowType, {{"position", static_cast<std::int64_t>(m_at)}}};
    row.fields.insert(row.fields.end(), fields.begin(), fields.end());
    m_findings.report().row(row);
}

// --- .index ---

OffsetIndexCheck::OffsetIndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
                                   bool givesRows, Findings& findings)
    : IndexCheck(std::move(file), std::move(name), base, kOffsetEntryBytes, "index-entry",
                 givesRows, findings)
{
    advance();
}

/// Entries that do not rise are reported and left out.
void OffsetIndexCheck::advance()
{
    m_next.reset();
    while (const auto bytes = nextEntry()) {
        const OffsetPoint point = offsetEntry(*bytes, m_base);
        row({{"offset", point.offset.value()},
             {"logPosition", static_cast<std::int64_t>(point.position)}});
        if (point.offset < m_base || point.position == 0 ||
            (m_last && (point.offset <= m_last->offset || point.position <= m_last->position))) {
            problem(FindingKind::IndexNotRising, m_at, textOf(point),
                    textOf(m_last.value_or(OffsetPoint{m_base, 0})));
            continue;
        }
        m_last = point;
        m_next = Entry{point, m_at};
        return;
    }
}

void OffsetIndexCheck::onBatch(const ScannedBatch& batch)
{
    const std::uint64_t end = batch.position + batch.bytes;
    while (m_next && m_next->point.position < end) {
        if (m_next->point.position == batch.position) {
            if (m_open)
                problem(FindingKind::IndexWrongOffset, m_open->at,
                        fmt::format("{}", m_open->point.offset),
                        "which lies before the next entry's");
            m_open = m_next;
        } else if (m_next->point.position > batch.position) {
            problem(FindingKind::IndexNotBatchStart, m_next->at,
                    std::to_string(m_next->point.position), std::to_string(batch.position));
        }
        advance();
    }
    if (!m_open || batch.what == ScannedBatch::What::BadHeader)
        return;
    if (m_open->point.offset < batch.lastOffset())
        problem(FindingKind::IndexWrongOffset, m_open->at, fmt::format("{}", m_open->point.offset),
                fmt::format("{}", batch.lastOffset()));
    if (m_open->point.offset <= batch.lastOffset())
        m_open.reset();
}

void OffsetIndexCheck::finish(const ScanEnd& end)
{
    if (m_open && end.isWhole())
        problem(FindingKind::IndexBeyondLog, m_open->at,
                fmt::format("offset {}", m_open->point.offset), fmt::format("{}", end.lastOffset));
    for (; m_next; advance()) {
        if (m_next->point.position >= end.logBytes)
            problem(FindingKind::IndexBeyondLog, m_next->at,
                    fmt::format("byte {} of the log", m_next->point.position),
                    end.logBytes == 0 ? "none" : std::to_string(end.logBytes - 1));
    }
    checkRest(end);
}

// --- .timeindex ---

TimeIndexCheck::TimeIndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
                               bool givesRows, Findings& findings)
    : IndexCheck(std::move(file), std::move(name), base, kTimeEntryBytes, "time-index-entry",
                 givesRows, findings)
{
    advance();
}

void TimeIndexCheck::advance()
{
    m_next.reset();
    while (const auto bytes = nextEntry()) {
        const TimePoint point = timeEntry(*bytes, m_base);
        row({{"timestamp", point.timestampMs}, {"offset", point.offset.value()}});
        const std::int64_t least = m_last ? m_last->timestampMs : -1;
        const Offset leastOffset = m_last ? m_last->offset : m_base;
        if (point.timestampMs <= least)
            problem(FindingKind::TimeNotRising, m_at, std::to_string(point.timestampMs),
                    std::to_string(least));
        if (point.offset < leastOffset)
            problem(FindingKind::TimeOffsetFalls, m_at, fmt::format("{}", point.offset),
                    fmt::format("{}", leastOffset));
        if (point.timestampMs <= least || point.offset < leastOffset)
            continue;
        m_last = point;
        m_next = point;
        m_nextAt = m_at;
        return;
    }
}

/// An entry made by an old broker may name a record inside the batch that has the largest
/// timestamp; newer ones name the batch's last offset.
void TimeIndexCheck::onBatch(const ScannedBatch& batch)
{
    if (batch.what == ScannedBatch::What::BadHeader)
        return;
    const bool isOld = batch.what == ScannedBatch::What::Old; // its timestamps are not read
    const std::int64_t before = m_newest;
    if (!isOld)
        m_newest = std::max(m_newest, batch.header.maxTimestamp.ms());
    for (; m_next && m_next->offset <= batch.lastOffset(); advance()) {
        const bool isBefore = m_next->offset < batch.header.baseOffset;
        const std::int64_t newest = isBefore ? before : m_newest;
        const bool isInside = !isBefore && m_next->offset < batch.lastOffset();
        const bool fits =
            m_next->timestampMs == newest ||
            (isInside && m_next->timestampMs >= before && m_next->timestampMs <= m_newest);
        if (!fits && !isOld)
            problem(FindingKind::TimeMismatch, m_nextAt, std::to_string(m_next->timestampMs),
                    std::to_string(newest));
    }
}

void TimeIndexCheck::finish(const ScanEnd& end)
{
    const std::optional<TimePoint> pending = m_next;
    for (; m_next; advance()) {
        if (end.isWhole())
            problem(FindingKind::IndexBeyondLog, m_nextAt, fmt::format("offset {}", m_next->offset),
                    end.lastOffset == kNoOffset ? "none" : fmt::format("{}", end.lastOffset));
    }
    checkRest(end);
    const std::int64_t last = m_last ? m_last->timestampMs : -1;
    if (end.isClosed && end.isWhole() && !pending && last < end.maxTimestampMs)
        problem(FindingKind::TimeNotAtEnd, m_nextAt, m_last ? std::to_string(last) : "none",
                std::to_string(end.maxTimestampMs));
}

// --- .txnindex ---

TransactionIndexCheck::TransactionIndexCheck(std::unique_ptr<world::File> file, std::string name,
                                             Offset base, bool givesRows, Findings& findings)
    : IndexCheck(std::move(file), std::move(name), base, kTransactionEntryBytes, "aborted",
                 givesRows, findings)
{
    advance();
}

void TransactionIndexCheck::advance()
{
    m_next.reset();
    while (const auto bytes = nextEntry()) {
        const AbortedTransaction entry = transactionEntry(*bytes);
        row({{"version", entry.version},
             {"producerId", entry.producerId.value()},
             {"firstOffset", entry.firstOffset.value()},
             {"lastOffset", entry.lastOffset.value()},
             {"lastStableOffset", entry.lastStableOffset.value()}});
        if (entry.version != 0) {
            problem(FindingKind::TransactionVersion, m_at, std::to_string(entry.version), "0");
            continue;
        }
        const auto wrong = [&](std::string found, std::string expected) {
            problem(FindingKind::TransactionOffsets, m_at, std::move(found), std::move(expected));
        };
        if (entry.firstOffset > entry.lastOffset || entry.firstOffset < Offset(0))
            wrong(fmt::format("firstOffset {}", entry.firstOffset),
                  fmt::format("0 to its lastOffset {}", entry.lastOffset));
        if (entry.lastOffset < m_base)
            wrong(fmt::format("lastOffset {}", entry.lastOffset),
                  fmt::format("the segment's base {} or more", m_base));
        if (m_last && entry.lastOffset <= *m_last)
            wrong(fmt::format("lastOffset {}", entry.lastOffset),
                  fmt::format("above the one before, {}", *m_last));
        if (entry.lastOffset < m_base || (m_last && entry.lastOffset <= *m_last))
            continue;
        m_last = entry.lastOffset;
        m_next = entry;
        m_nextAt = m_at;
        return;
    }
}

void TransactionIndexCheck::onBatch(const ScannedBatch& batch)
{
    if (batch.what != ScannedBatch::What::Batch)
        return;
    for (; m_next && m_next->lastOffset <= batch.header.lastOffset(); advance()) {
        bool isMarker = false;
        if (m_next->lastOffset == batch.header.lastOffset() && batch.header.isControl() &&
            batch.header.producerId == m_next->producerId && !batch.view.empty()) {
            const Slice bytes(nullptr, batch.view);
            const auto marker = protocol::parseControlMarker({batch.header, bytes});
            isMarker = marker && *marker && !(*marker)->commit;
        }
        if (!isMarker)
            problem(FindingKind::TransactionNoMarker, m_nextAt,
                    fmt::format("{}", m_next->lastOffset),
                    fmt::format("an abort marker of producer {}", m_next->producerId));
    }
}

void TransactionIndexCheck::finish(const ScanEnd& end)
{
    for (; m_next; advance()) {
        if (end.isWhole())
            problem(FindingKind::IndexBeyondLog, m_nextAt,
                    fmt::format("offset {}", m_next->lastOffset),
                    end.lastOffset == kNoOffset ? "none" : fmt::format("{}", end.lastOffset));
    }
    checkRest(end);
}

} // namespace hw::inspect
