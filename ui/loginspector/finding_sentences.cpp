#include <algorithm>

#include "ui/loginspector/log_words.h"

namespace hw::ui {

using observe::FindingKind;

struct Sentence
{
    FindingKind kind;
    const char* text; ///< %1 what was found, %2 what was expected
};

/// The same sentences as `observe::textOf`, to be translated.
static constexpr Sentence kSentences[] = {
    {FindingKind::Unreadable, QT_TRANSLATE_NOOP("LogWords", "Cannot be read: %1.")},
    {FindingKind::StrayFile, QT_TRANSLATE_NOOP("LogWords", "'%1' does not belong here.")},
    {FindingKind::BadName, QT_TRANSLATE_NOOP("LogWords", "The name '%1' is not of the form %2.")},
    {FindingKind::LeftoverFile,
     QT_TRANSLATE_NOOP("LogWords", "'%1' belongs to a change that has not ended yet: %2.")},
    {FindingKind::WrongSize, QT_TRANSLATE_NOOP("LogWords", "%1 bytes, expected %2.")},
    {FindingKind::TooLarge, QT_TRANSLATE_NOOP("LogWords", "%1 bytes, at most %2 are allowed.")},
    {FindingKind::TornBatch,
     QT_TRANSLATE_NOOP("LogWords", "A batch of %2 bytes begins here and only %1 are there.")},
    {FindingKind::ZeroBytes,
     QT_TRANSLATE_NOOP("LogWords", "%1 zero bytes where a batch should begin.")},
    {FindingKind::BadLength,
     QT_TRANSLATE_NOOP("LogWords",
                       "Batch length %1, at least %2 is possible; what follows cannot be read.")},
    {FindingKind::BadMagic,
     QT_TRANSLATE_NOOP("LogWords",
                       "Record format (magic) %1, expected %2; what follows cannot be read.")},
    {FindingKind::OldMagic,
     QT_TRANSLATE_NOOP("LogWords",
                       "Record format (magic) %1, from before Kafka 0.11: not decoded.")},
    {FindingKind::BadCrc,
     QT_TRANSLATE_NOOP("LogWords", "The bytes give CRC %1, the batch says %2.")},
    {FindingKind::BadCodec, QT_TRANSLATE_NOOP("LogWords", "Compression codec %1, expected %2.")},
    {FindingKind::BadCount, QT_TRANSLATE_NOOP("LogWords", "%1, expected %2.")},
    {FindingKind::BadRecords, QT_TRANSLATE_NOOP("LogWords", "The records do not fit: %1.")},
    {FindingKind::NotDecoded, QT_TRANSLATE_NOOP("LogWords", "The records were not looked at: %1.")},
    {FindingKind::RecordOffsets,
     QT_TRANSLATE_NOOP("LogWords", "A record has offset %1, expected %2.")},
    {FindingKind::RecordTimestamp,
     QT_TRANSLATE_NOOP("LogWords",
                       "The batch says its largest timestamp is %1, its records say %2.")},
    {FindingKind::BelowBase,
     QT_TRANSLATE_NOOP("LogWords", "First offset %1 lies below the segment's base %2.")},
    {FindingKind::OffsetsNotRising,
     QT_TRANSLATE_NOOP("LogWords", "Base offset %1, expected %2 or more.")},
    {FindingKind::OffsetTooFar,
     QT_TRANSLATE_NOOP("LogWords", "Last offset %1 is too far from the base, at most %2.")},
    {FindingKind::OffsetGap,
     QT_TRANSLATE_NOOP("LogWords", "Offset %1 follows, expected %2: offsets are missing.")},
    {FindingKind::EpochFalls,
     QT_TRANSLATE_NOOP("LogWords", "Leader epoch %1 follows, expected %2 or more.")},
    {FindingKind::EmptySegment,
     QT_TRANSLATE_NOOP("LogWords", "Holds no batch and is not the active segment.")},
    {FindingKind::MissingIndex, QT_TRANSLATE_NOOP("LogWords", "%2 is missing.")},
    {FindingKind::MissingLog,
     QT_TRANSLATE_NOOP("LogWords", "%2 is missing: an index without its log.")},
    {FindingKind::IndexNotRising,
     QT_TRANSLATE_NOOP("LogWords", "Entry %1 does not rise above the one before, %2.")},
    {FindingKind::IndexBeyondLog,
     QT_TRANSLATE_NOOP("LogWords", "An entry points to %1, the most is %2.")},
    {FindingKind::IndexNotBatchStart,
     QT_TRANSLATE_NOOP(
         "LogWords",
         "An entry points to byte %1 where no batch begins; the batch around it begins at %2.")},
    {FindingKind::IndexWrongOffset,
     QT_TRANSLATE_NOOP("LogWords", "An entry names offset %1, expected the last offset of a batch "
                                   "from its position on, %2.")},
    {FindingKind::IndexZeroInside,
     QT_TRANSLATE_NOOP("LogWords", "An entry of zeroes, and others follow it.")},
    {FindingKind::IndexPreallocated,
     QT_TRANSLATE_NOOP("LogWords",
                       "%1 zero bytes at the end of an inactive segment's index, expected %2.")},
    {FindingKind::TimeNotRising, QT_TRANSLATE_NOOP("LogWords", "Timestamp %1, expected above %2.")},
    {FindingKind::TimeOffsetFalls,
     QT_TRANSLATE_NOOP("LogWords", "Offset %1, expected %2 or more.")},
    {FindingKind::TimeMismatch,
     QT_TRANSLATE_NOOP(
         "LogWords", "Says that nothing is newer than %1 up to its offset; the log has %2 there.")},
    {FindingKind::TimeNotAtEnd,
     QT_TRANSLATE_NOOP("LogWords",
                       "The last entry's timestamp is %1, the segment's largest is %2.")},
    {FindingKind::TransactionVersion,
     QT_TRANSLATE_NOOP("LogWords", "Entry version %1, expected %2.")},
    {FindingKind::TransactionOffsets,
     QT_TRANSLATE_NOOP("LogWords", "An entry has %1, expected %2.")},
    {FindingKind::TransactionNoMarker,
     QT_TRANSLATE_NOOP("LogWords", "An aborted transaction ends at offset %1, expected there %2.")},
    {FindingKind::SnapshotVersion,
     QT_TRANSLATE_NOOP("LogWords", "Snapshot version %1, expected %2.")},
    {FindingKind::SnapshotCrc,
     QT_TRANSLATE_NOOP("LogWords", "The bytes give CRC %1, the snapshot says %2.")},
    {FindingKind::SnapshotCount, QT_TRANSLATE_NOOP("LogWords", "Holds %1 entries, says %2.")},
    {FindingKind::SnapshotEntry, QT_TRANSLATE_NOOP("LogWords", "An entry has %1, expected %2.")},
    {FindingKind::SnapshotStray,
     QT_TRANSLATE_NOOP("LogWords", "A snapshot at offset %1, expected %2.")},
    {FindingKind::TextVersion, QT_TRANSLATE_NOOP("LogWords", "Version '%1', expected %2.")},
    {FindingKind::TextCount, QT_TRANSLATE_NOOP("LogWords", "Holds %1 entries, says '%2'.")},
    {FindingKind::TextLine, QT_TRANSLATE_NOOP("LogWords", "'%1' is not of the form '%2'.")},
    {FindingKind::EpochsNotRising,
     QT_TRANSLATE_NOOP("LogWords", "Entry %1 does not rise above the one before, %2.")},
    {FindingKind::EpochBeyondEnd,
     QT_TRANSLATE_NOOP("LogWords", "An epoch starts at %1, the log ends at %2.")},
    {FindingKind::EpochMismatch,
     QT_TRANSLATE_NOOP("LogWords",
                       "A batch carries leader epoch %1, by leader-epoch-checkpoint it is %2.")},
    {FindingKind::MissingEpochs,
     QT_TRANSLATE_NOOP("LogWords", "%2 is missing and batches carry leader epochs.")},
    {FindingKind::CheckpointBeyondEnd, QT_TRANSLATE_NOOP("LogWords", "%1, the log ends at %2.")},
    {FindingKind::CheckpointBelowStart, QT_TRANSLATE_NOOP("LogWords", "%1, expected %2 or more.")},
    {FindingKind::CheckpointNoPartition,
     QT_TRANSLATE_NOOP("LogWords", "Names %1, which is not here.")},
    {FindingKind::MissingIdentity,
     QT_TRANSLATE_NOOP("LogWords", "%2 is missing: whose directory is this?")},
    {FindingKind::NoSegments,
     QT_TRANSLATE_NOOP("LogWords", "No .log file: an empty log would have %2.")},
};

/// What findings say in words instead of numbers; %1 is a name or a number.
static constexpr const char* kPhrases[] = {
    QT_TRANSLATE_NOOP("LogWords", "it waits for its removal"),
    QT_TRANSLATE_NOOP("LogWords", "it was to replace %1"),
    QT_TRANSLATE_NOOP("LogWords", "it was to become %1"),
    QT_TRANSLATE_NOOP("LogWords", "a file that was to replace another"),
    QT_TRANSLATE_NOOP("LogWords", "a directory on its way out or in"),
    QT_TRANSLATE_NOOP("LogWords", "a segment's base, or the newest one"),
    QT_TRANSLATE_NOOP("LogWords", "a base offset of 20 digits before the suffix"),
    QT_TRANSLATE_NOOP("LogWords", "a multiple of %1"),
    QT_TRANSLATE_NOOP("LogWords", "an abort marker of producer %1"),
    QT_TRANSLATE_NOOP("LogWords", "at least %1"),
    QT_TRANSLATE_NOOP("LogWords", "at most the log's end %1"),
    QT_TRANSLATE_NOOP("LogWords", "byte %1 of the log"),
    QT_TRANSLATE_NOOP("LogWords", "each partition once"),
    QT_TRANSLATE_NOOP("LogWords", "each producer once"),
    QT_TRANSLATE_NOOP("LogWords", "offset %1"),
    QT_TRANSLATE_NOOP("LogWords", "none"),
    QT_TRANSLATE_NOOP("LogWords", "which lies before the next entry's"),
    QT_TRANSLATE_NOOP("LogWords", "%1 or more"),
};

/// In the person's language if it is one of the phrases; else, as names and numbers are, unchanged.
static QString phrase(const QString& text)
{
    for (const char* source : kPhrases) {
        const QString english = QString::fromLatin1(source);
        const qsizetype place = english.indexOf(QStringLiteral("%1"));
        if (place < 0 && text == english)
            return LogWords::tr(source);
        const QString before = english.left(place);
        const QString after = english.mid(place + 2);
        if (place >= 0 && text.size() > english.size() - 2 && text.startsWith(before) &&
            text.endsWith(after))
            return LogWords::tr(source).replace(
                QStringLiteral("%1"), text.mid(place, text.size() - before.size() - after.size()));
    }
    return text;
}

static QString sentenceOf(FindingKind kind)
{
    const auto* found = std::ranges::find(kSentences, kind, &Sentence::kind);
    return found == std::end(kSentences) ? QString() : LogWords::tr(found->text);
}

QString LogWords::finding(const observe::Finding& finding)
{
    // Replaced in one go: what was found may hold a %2 of its own.
    QString text = sentenceOf(finding.kind);
    const QString found = phrase(QString::fromStdString(finding.found));
    const QString expected = phrase(QString::fromStdString(finding.expected));
    const bool hasBoth = text.contains(QStringLiteral("%1")) && text.contains(QStringLiteral("%2"));
    if (hasBoth)
        return text.arg(found, expected);
    text.replace(QStringLiteral("%1"), found);
    return text.replace(QStringLiteral("%2"), expected);
}

} // namespace hw::ui
