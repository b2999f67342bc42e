#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"

/// What lies in Kafka's data directories, as plain data: files, batches, records, and what is wrong
/// with them. Paths are relative to what was opened, with '/'.
namespace hw::observe {

enum class LogFileKind : std::uint8_t
{
    DataFolder,         ///< of a whole cluster: a log directory of each broker, and the ensemble's
    LogDirectory,       ///< a broker's data directory
    PartitionDirectory, ///< `<topic>-<partition>`
    Log,                ///< `.log`
    OffsetIndex,        ///< `.index`
    TimeIndex,          ///< `.timeindex`
    TransactionIndex,   ///< `.txnindex`
    ProducerSnapshot,   ///< `.snapshot`
    EpochCheckpoint,    ///< `leader-epoch-checkpoint`
    PartitionMetadata,  ///< `partition.metadata`
    OffsetCheckpoint,   ///< the four `…-offset-checkpoint` files of a log directory
    MetaProperties,
    CleanShutdown, ///< `.kafka_cleanshutdown`
    Lock,
    Leftover, ///< `.deleted`, `.cleaned`, `.swap`, `.tmp`, `…-delete`: a change that has not ended
    Other,    ///< nothing of a log's
};

/// What can be wrong. Each says what `found` and `expected` of the finding hold.
enum class FindingKind : std::uint8_t
{
    // --- any file ---
    Unreadable,            ///< the system refused; found: why
    StrayFile,             ///< found: name; no such file belongs there
    BadName,               ///< found: name; expected: how such names look
    LeftoverFile,          ///< remark; found: name; expected: what becomes of it
    WrongSize,             ///< found: bytes; expected: a rule, as `a multiple of 8`
    TooLarge,              ///< found: bytes; expected: the most allowed
                           // --- batches ---
    TornBatch,             ///< found: bytes that are there; expected: bytes it says
    ZeroBytes,             ///< found: count of zero bytes where a batch should begin
    BadLength,             ///< found: batchLength; expected: the least
    BadMagic,              ///< found: magic; expected: 0 to 2
    OldMagic,              ///< remark; found: magic
    BadCrc,                ///< found: computed; expected: stored
    BadCodec,              ///< found: number; expected: 0 to 4
    BadCount,              ///< found: record count or offset delta; expected: the least
    BadRecords,            ///< found: what does not fit
    NotDecoded,            ///< remark; found: why records could not be looked at
    RecordOffsets,         ///< found: offset; expected: range
    RecordTimestamp,       ///< found: maxTimestamp; expected: the largest of the records
    BelowBase,             ///< found: first offset; expected: the segment's base
    OffsetsNotRising,      ///< found: baseOffset; expected: at least this
    OffsetTooFar,          ///< found: last offset; expected: the most for this base
    OffsetGap,             ///< found: offset; expected: offset (a remark in compacted logs)
    EpochFalls,            ///< found: epoch; expected: at least this
    EmptySegment,          ///< remark: an inactive segment without batches
                           // --- indexes ---
    MissingIndex,          ///< expected: name
    MissingLog,            ///< expected: name
    IndexNotRising,        ///< found: entry; expected: above the one before
    IndexBeyondLog,        ///< found: position or offset; expected: the most
    IndexNotBatchStart,    ///< found: position; expected: the start of the batch around it
    IndexWrongOffset,      ///< found: offset; expected: last offset of the batch there
    IndexZeroInside,       ///< entries follow an entry of zeroes
    IndexPreallocated,     ///< found: zero bytes at the end; expected: none in an inactive segment
    TimeNotRising,         ///< found: timestamp; expected: above
    TimeOffsetFalls,       ///< found: offset; expected: at least
    TimeMismatch,          ///< found: timestamp; expected: the largest up to that offset
    TimeNotAtEnd,          ///< found: last entry's timestamp; expected: the segment's largest
    TransactionVersion,    ///< found: version; expected: 0
    TransactionOffsets,    ///< found: offsets of the entry; expected: a rule
    TransactionNoMarker,   ///< found: offset; expected: an abort marker of this producer there
                           // --- producer snapshots ---
    SnapshotVersion,       ///< found; expected: 1
    SnapshotCrc,           ///< found: computed; expected: stored
    SnapshotCount,         ///< found: entries that are there; expected: what it says
    SnapshotEntry,         ///< found: value; expected: rule
    SnapshotStray,         ///< found: offset; expected: a segment's base (a remark) or the end
                           // --- text files ---
    TextVersion,           ///< found; expected
    TextCount,             ///< found: lines; expected: what line 2 says
    TextLine,              ///< found: line; expected: its form; position is the line's number
                           // --- epochs ---
    EpochsNotRising,       ///< found: entry; expected: above
    EpochBeyondEnd,        ///< found: start offset; expected: the log's end
    EpochMismatch,         ///< found: epoch of a batch; expected: by the checkpoint
    MissingEpochs,         ///< batches carry epochs and there is no checkpoint
                           // --- directories ---
    CheckpointBeyondEnd,   ///< found: offset; expected: the log's end
    CheckpointBelowStart,  ///< found: offset; expected: at least
    CheckpointNoPartition, ///< remark; found: partition that is not here
    MissingIdentity,       ///< a log directory without `meta.properties`
    NoSegments,            ///< a partition directory without a `.log`
};

struct Finding
{
    FindingKind kind = FindingKind::Unreadable;
    bool isProblem = true; ///< false: a remark, as it should be but worth knowing
    std::string file;
    /// Byte in the file; in text files the line, counted from 1. None: the file as a whole.
    std::optional<std::uint64_t> position;
    std::string found;
    std::string expected;

    bool operator==(const Finding&) const = default;
};

/// `bad-crc` and the like: stable, for programs.
const char* nameOf(FindingKind kind);
/// One English sentence, with what was found and expected.
std::string textOf(const Finding& finding);
const char* nameOf(LogFileKind kind);

/// A batch as its header tells it. Magic 0 and 1 are described by offset, size and magic alone.
struct LogBatch
{
    std::uint64_t position = 0; ///< of its first byte in the `.log`
    std::uint64_t bytes = 0;
    Offset baseOffset;
    Offset lastOffset;
    std::int32_t records = 0;
    std::int8_t magic = 2;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    ProducerId producerId = kNoProducer;
    ProducerEpoch producerEpoch{-1};
    std::int32_t baseSequence = -1;
    std::int32_t lastSequence = -1;
    std::int64_t baseTimestampMs = -1;
    std::int64_t maxTimestampMs = -1;
    std::string codec; ///< `none`, `gzip`, …
    bool isLogAppendTime = false;
    bool isTransactional = false;
    bool isControl = false;
    bool hasDeleteHorizon = false;
    std::uint32_t crc = 0;
    bool crcFits = true;
};

/// The front of some bytes.
struct BytePreview
{
    std::string bytes;
    std::uint64_t size = 0; ///< of all of them

    bool isWhole() const { return bytes.size() == size; }
};

struct LogHeader
{
    std::string key;
    std::optional<BytePreview> value;
};

/// Where a record lies: in which segment, in the batch at which byte, the how manyth of it.
struct RecordPlace
{
    Offset segment;
    std::uint64_t position = 0;
    std::int32_t record = 0;

    auto operator<=>(const RecordPlace&) const = default;
};

/// One row of the table of records. A batch whose records cannot be read is one row too.
struct LogRecord
{
    enum class Kind : std::uint8_t
    {
        Data,
        Commit,
        Abort,
        Control,    ///< another control record, such as KRaft's
        Unreadable, ///< `trouble` says why; the offset is the batch's
    };
    RecordPlace place;
    Kind kind = Kind::Data;
    Offset offset;
    std::int64_t timestampMs = -1;
    bool isLogAppendTime = false;
    std::optional<BytePreview> key;
    std::optional<BytePreview> value;
    std::vector<LogHeader> headers; ///< at most kMaxShownHeaders
    std::int32_t headerCount = 0;
    std::uint64_t bytes = 0; ///< as encoded, before compression; of a whole batch if unreadable
    ProducerId producerId = kNoProducer;
    ProducerEpoch producerEpoch{-1};
    std::int32_t sequence = -1;
    bool isTransactional = false;
    LeaderEpoch leaderEpoch = kNoLeaderEpoch;
    std::string codec;
    std::string trouble;
};
inline constexpr std::int32_t kMaxShownHeaders = 64;

struct LogFile
{
    std::string name;
    LogFileKind kind = LogFileKind::Other;
    std::uint64_t bytes = 0;
};

/// An entry of `.index`, and of `.timeindex`.
struct OffsetPoint
{
    Offset offset;
    std::uint64_t position = 0;

    auto operator<=>(const OffsetPoint&) const = default;
};
struct TimePoint
{
    std::int64_t timestampMs = -1;
    Offset offset;

    auto operator<=>(const TimePoint&) const = default;
};

struct SegmentOutline
{
    Offset base;
    Offset next; ///< the following segment's base, or the log's end
    std::uint64_t logBytes = 0;
    /// Whole entries in use; none: the file is missing.
    std::optional<std::uint32_t> indexEntries;
    std::optional<std::uint32_t> timeIndexEntries;
    std::optional<std::uint32_t> transactionEntries;
    std::uint64_t indexFileBytes = 0; ///< more than its entries take while it is preallocated
    bool isActive = false;
    /// Evenly thinned to kMaxPoints.
    std::vector<OffsetPoint> points;
};
inline constexpr std::size_t kMaxPoints = 2000;

struct EpochStart
{
    LeaderEpoch epoch;
    Offset start;

    auto operator<=>(const EpochStart&) const = default;
};

struct PartitionOutline
{
    TopicPartition partition;
    std::optional<Uuid> topicId;
    std::vector<SegmentOutline> segments; ///< ascending
    std::vector<EpochStart> epochs;
    std::vector<LogFile> files;
    Offset logStart;                     ///< of the checkpoint beside it, or the first base
    Offset logEnd;                       ///< offset after the last whole batch
    std::optional<Offset> highWatermark; ///< as last written to the checkpoint
    std::optional<Offset> recoveryPoint;
    std::uint64_t bytes = 0; ///< of all its files
};

struct PartitionBrief
{
    std::string directory; ///< its name; opened by adding it to the path
    TopicPartition partition;
    std::uint64_t bytes = 0;
    std::uint32_t segments = 0;
    bool isLeftover = false; ///< waits for its deletion
};

struct DirectoryOutline
{
    std::string clusterId;
    std::string brokerId;
    bool wasCleanlyShutDown = false;
    std::vector<PartitionBrief> partitions;
    std::vector<LogFile> files;
};

/// One step of finding an offset or a time, in the order in which the engine does them.
struct LookupStep
{
    enum class Kind : std::uint8_t
    {
        CompareName,   ///< binary search over file names: `segment` against the offset sought
        ChooseSegment, ///< the last whose base is not above
        SkipSegment,   ///< by time: its largest timestamp is below the one sought
        ProbeIndex,    ///< entry `number` of `.index`: `offset` at `position`
        ChooseIndex,   ///< the greatest entry not above; (base, 0) if there is none
        ProbeTime,     ///< entry `number` of `.timeindex`: `timestampMs`, `offset`
        ChooseTime,    ///< nothing newer than `timestampMs` lies before `offset`
        ScanBatch,     ///< header at `position`: offsets `offset` to `lastOffset`
        ScanRecord,    ///< by time: a record of the batch
        Found,
        NotFound, ///< beyond the end, or nothing that new
        Broken,   ///< no whole batch at `position`
    };
    Kind kind = Kind::NotFound;
    Offset segment;
    std::uint32_t number = 0;
    Offset offset = kNoOffset;
    Offset lastOffset = kNoOffset;
    std::uint64_t position = 0;
    std::int64_t timestampMs = -1;
    /// Compare, probe: it is not above what is sought, so the search goes on to its right.
    bool goesRight = false;
    std::uint32_t bytes = 0; ///< read from disk for this step

    bool operator==(const LookupStep&) const = default;
};

struct LookupPlay
{
    bool isByTime = false;
    std::int64_t target = 0;       ///< offset, or milliseconds
    std::vector<LookupStep> steps; ///< at most kMaxSteps; of a longer scan the middle is left out
    bool isFound = false;
    RecordPlace place;
    Offset offset = kNoOffset; ///< of the record found
    std::uint64_t bytesRead = 0;
    std::uint64_t stepsLeftOut = 0;
};
inline constexpr std::size_t kMaxSteps = 2000;

/// Bytes with the fields that they are.
struct HexField
{
    std::uint64_t from = 0; ///< in `HexView::bytes`
    std::uint64_t size = 0;
    std::string name;       ///< Kafka's own word for it
    std::string value;      ///< empty for what is made of fields of its own
    std::uint8_t depth = 0; ///< fields of a record are within it
};

struct HexView
{
    std::string file;
    std::uint64_t position = 0; ///< of the first byte in the file
    std::string bytes;          ///< at most kMaxHexBytes
    std::uint64_t wholeBytes = 0;
    /// The bytes are the records after decompression and lie nowhere in the file.
    bool isDecompressed = false;
    std::vector<HexField> fields;
};
inline constexpr std::size_t kMaxHexBytes = 64 << 10;

} // namespace hw::observe
