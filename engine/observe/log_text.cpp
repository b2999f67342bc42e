#include <algorithm>

#include <fmt/format.h>

#include "engine/observe/log_files.h"

namespace hw::observe {

namespace {

struct Wording
{
    FindingKind kind;
    const char* name;
    const char* sentence; ///< {0} what was found, {1} what was expected
};

using K = FindingKind;

constexpr Wording kWordings[] = {
    {K::Unreadable, "unreadable", "cannot be read: {0}"},
    {K::StrayFile, "stray-file", "'{0}' does not belong here"},
    {K::BadName, "bad-name", "the name '{0}' is not of the form {1}"},
    {K::LeftoverFile, "leftover", "'{0}' belongs to a change that has not ended: {1}"},
    {K::WrongSize, "wrong-size", "{0} bytes, expected {1}"},
    {K::TooLarge, "too-large", "{0} bytes, at most {1} are allowed"},
    {K::TornBatch, "torn-batch", "a batch of {1} bytes begins here and only {0} are there"},
    {K::ZeroBytes, "zero-bytes", "{0} zero bytes where a batch should begin"},
    {K::BadLength, "bad-length",
     "batch length {0}, at least {1} is possible; what follows cannot "
     "be read"},
    {K::BadMagic, "bad-magic",
     "record format (magic) {0}, expected {1}; what follows cannot be "
     "read"},
    {K::OldMagic, "old-magic", "record format (magic) {0}, from before Kafka 0.11: not decoded"},
    {K::BadCrc, "bad-crc", "the bytes give CRC {0}, the batch says {1}"},
    {K::BadCodec, "bad-codec", "compression codec {0}, expected {1}"},
    {K::BadCount, "bad-count", "{0}, expected {1}"},
    {K::BadRecords, "bad-records", "the records do not fit: {0}"},
    {K::NotDecoded, "not-decoded", "the records were not looked at: {0}"},
    {K::RecordOffsets, "record-offsets", "a record has offset {0}, expected {1}"},
    {K::RecordTimestamp, "record-timestamp",
     "the batch says its largest timestamp is {0}, its records say {1}"},
    {K::BelowBase, "below-base", "first offset {0} lies below the segment's base {1}"},
    {K::OffsetsNotRising, "offsets-not-rising", "base offset {0}, expected {1} or more"},
    {K::OffsetTooFar, "offset-too-far", "last offset {0} is too far from the base, at most {1}"},
    {K::OffsetGap, "offset-gap", "offset {0} follows, expected {1}: offsets are missing"},
    {K::EpochFalls, "epoch-falls", "leader epoch {0} follows, expected {1} or more"},
    {K::EmptySegment, "empty-segment", "holds no batch and is not the active segment"},
    {K::MissingIndex, "missing-index", "{1} is missing"},
    {K::MissingLog, "missing-log", "{1} is missing: an index without its log"},
    {K::IndexNotRising, "index-not-rising", "entry {0} does not rise above the one before, {1}"},
    {K::IndexBeyondLog, "index-beyond-log", "an entry points to {0}, the most is {1}"},
    {K::IndexNotBatchStart, "index-not-batch-start",
     "an entry points to byte {0} where no batch begins; the batch around it begins at {1}"},
    {K::IndexWrongOffset, "index-wrong-offset",
     "an entry names offset {0}, expected the last offset of a batch from its position on, {1}"},
    {K::IndexZeroInside, "index-zero-inside", "an entry of zeroes, and others follow it"},
    {K::IndexPreallocated, "index-preallocated",
     "{0} zero bytes at the end of an inactive segment's index, expected {1}"},
    {K::TimeNotRising, "time-not-rising", "timestamp {0}, expected above {1}"},
    {K::TimeOffsetFalls, "time-offset-falls", "offset {0}, expected {1} or more"},
    {K::TimeMismatch, "time-mismatch",
     "says that nothing is newer than {0} up to its offset; the log has {1} there"},
    {K::TimeNotAtEnd, "time-not-at-end",
     "the last entry's timestamp is {0}, the segment's largest is {1}"},
    {K::TransactionVersion, "transaction-version", "entry version {0}, expected {1}"},
    {K::TransactionOffsets, "transaction-offsets", "an entry has {0}, expected {1}"},
    {K::TransactionNoMarker, "transaction-no-marker",
     "an aborted transaction ends at offset {0}, expected there {1}"},
    {K::SnapshotVersion, "snapshot-version", "snapshot version {0}, expected {1}"},
    {K::SnapshotCrc, "snapshot-crc", "the bytes give CRC {0}, the snapshot says {1}"},
    {K::SnapshotCount, "snapshot-count", "holds {0} entries, says {1}"},
    {K::SnapshotEntry, "snapshot-entry", "an entry has {0}, expected {1}"},
    {K::SnapshotStray, "snapshot-stray", "a snapshot at offset {0}, expected {1}"},
    {K::TextVersion, "text-version", "version '{0}', expected {1}"},
    {K::TextCount, "text-count", "holds {0} entries, says '{1}'"},
    {K::TextLine, "text-line", "'{0}' is not of the form '{1}'"},
    {K::EpochsNotRising, "epochs-not-rising", "entry {0} does not rise above the one before, {1}"},
    {K::EpochBeyondEnd, "epoch-beyond-end", "an epoch starts at {0}, the log ends at {1}"},
    {K::EpochMismatch, "epoch-mismatch",
     "a batch carries leader epoch {0}, by leader-epoch-checkpoint it is {1}"},
    {K::MissingEpochs, "missing-epochs", "{1} is missing and batches carry leader epochs"},
    {K::CheckpointBeyondEnd, "checkpoint-beyond-end", "{0}, the log ends at {1}"},
    {K::CheckpointBelowStart, "checkpoint-below-start", "{0}, expected {1} or more"},
    {K::CheckpointNoPartition, "checkpoint-no-partition", "names {0}, which is not here"},
    {K::MissingIdentity, "missing-identity", "{1} is missing: whose directory is this?"},
    {K::NoSegments, "no-segments", "no .log file: an empty log would have {1}"},
};

constexpr const Wording& wordingOf(FindingKind kind)
{
    return *std::ranges::find(kWordings, kind, &Wording::kind);
}

} // namespace

const char* nameOf(FindingKind kind) { return wordingOf(kind).name; }

std::string textOf(const Finding& finding)
{
    return fmt::format(fmt::runtime(wordingOf(finding.kind).sentence), finding.found,
                       finding.expected);
}

const char* nameOf(LogFileKind kind)
{
    switch (kind) {
    case LogFileKind::DataFolder:
        return "data folder";
    case LogFileKind::LogDirectory:
        return "log directory";
    case LogFileKind::PartitionDirectory:
        return "partition directory";
    case LogFileKind::Log:
        return "segment";
    case LogFileKind::OffsetIndex:
        return "offset index";
    case LogFileKind::TimeIndex:
        return "time index";
    case LogFileKind::TransactionIndex:
        return "transaction index";
    case LogFileKind::ProducerSnapshot:
        return "producer snapshot";
    case LogFileKind::EpochCheckpoint:
        return "leader epochs";
    case LogFileKind::PartitionMetadata:
        return "partition metadata";
    case LogFileKind::OffsetCheckpoint:
        return "offset checkpoint";
    case LogFileKind::MetaProperties:
        return "broker identity";
    case LogFileKind::CleanShutdown:
        return "clean shutdown marker";
    case LogFileKind::Lock:
        return "lock";
    case LogFileKind::Leftover:
        return "leftover";
    case LogFileKind::Other:
        return "other";
    }
    return "?";
}

} // namespace hw::observe
