#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/inspect/batch_scan.h"
#include "engine/inspect/indexes.h"
#include "engine/inspect/report.h"

/// The rules of a segment's indexes, each checked in step with one pass over its `.log`: call
/// `onBatch` for every batch in order, then `finish`. Nothing is held but the entry at hand.
namespace hw::inspect {

/// How far the pass over the `.log` came.
struct ScanEnd
{
    std::uint64_t logBytes = 0;
    std::uint64_t scanned = 0;     ///< less than logBytes: what follows could not be read
    Offset lastOffset = kNoOffset; ///< kNoOffset: no batch
    std::int64_t maxTimestampMs = -1;
    bool isActive = false;
    bool isClosed = true; ///< not being written: inactive, or after a clean shutdown
    bool isOpen = false;  ///< a broker may write it while it is read

    bool isWhole() const { return scanned == logBytes; }
};

/// What the three have in common: a file of entries, read in order.
class IndexCheck
{
public:
    IndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
               std::uint32_t entryBytes, const char* rowType, bool givesRows, Findings& findings);

    std::uint32_t entries() const { return m_stream.number(); }

protected:
    /// The next entry's bytes; sets `m_at` to its position. A file that cannot be read is reported
    /// and ends.
    std::optional<ByteView> nextEntry();
    /// Zeroes at the end, half an entry.
    void checkRest(const ScanEnd& end);
    void row(std::vector<Row::Field> fields);
    void problem(FindingKind kind, std::uint64_t at, std::string found, std::string expected)
    {
        m_findings.problem(kind, m_name, at, std::move(found), std::move(expected));
    }

    const Offset m_base;
    std::uint64_t m_at = 0;

private:
    std::unique_ptr<world::File> m_file;
    std::string m_name;
    EntryStream m_stream;
    std::uint32_t m_entryBytes;
    const char* m_rowType;
    bool m_givesRows;
    Findings& m_findings;
};

/// `.index`: entries rise; each points to where a batch begins, and names the last offset of that
/// batch or of a later one written with it.  Kafka: OffsetIndex, LogSegment.append.
class OffsetIndexCheck : public IndexCheck
{
public:
    OffsetIndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
                     bool givesRows, Findings& findings);

    void onBatch(const ScannedBatch& batch);
    void finish(const ScanEnd& end);

private:
    struct Entry
    {
        observe::OffsetPoint point;
        std::uint64_t at = 0;
    };
    void advance();

    std::optional<Entry> m_next;
    std::optional<Entry> m_open; ///< its batch began, its offset is still to come
    std::optional<observe::OffsetPoint> m_last;
};

/// `.timeindex`: timestamps rise, offsets do not fall; up to an entry's offset nothing is newer
/// than its timestamp, and a closed segment's last entry has the largest.  Kafka: TimeIndex.
class TimeIndexCheck : public IndexCheck
{
public:
    TimeIndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base, bool givesRows,
                   Findings& findings);

    void onBatch(const ScannedBatch& batch);
    void finish(const ScanEnd& end);

private:
    void advance();

    std::optional<observe::TimePoint> m_next;
    std::uint64_t m_nextAt = 0;
    std::optional<observe::TimePoint> m_last;
    std::int64_t m_newest = -1; ///< of the batches so far
};

/// `.txnindex`: one entry for each aborted transaction whose marker lies in the segment.
/// Kafka: TransactionIndex.
class TransactionIndexCheck : public IndexCheck
{
public:
    TransactionIndexCheck(std::unique_ptr<world::File> file, std::string name, Offset base,
                          bool givesRows, Findings& findings);

    void onBatch(const ScannedBatch& batch);
    void finish(const ScanEnd& end);

private:
    void advance();

    std::optional<AbortedTransaction> m_next;
    std::uint64_t m_nextAt = 0;
    std::optional<Offset> m_last;
};

} // namespace hw::inspect
