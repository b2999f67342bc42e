#include "ui/loginspector/log_words.h"

#include "ui/models/wall_clock.h"

#include <QStringDecoder>

namespace hw::ui {

using namespace observe;

QString LogWords::bytes(std::uint64_t bytes)
{
    if (bytes < 1024)
        return QStringLiteral("%1 B").arg(bytes);
    const char* units[] = {"KB", "MB", "GB", "TB"};
    double value = static_cast<double>(bytes);
    int unit = -1;
    for (; value >= 1024 && unit < 3; ++unit)
        value /= 1024;
    return QStringLiteral("%1 %2")
        .arg(value, 0, 'f', value < 10 ? 1 : 0)
        .arg(QLatin1String(units[unit]));
}

QString LogWords::time(std::int64_t ms)
{
    if (ms < 0)
        return QStringLiteral("–");
    return WallClock::full(ms);
}

static bool isText(const QString& text)
{
    for (const QChar c : text) {
        const bool isSpace =
            c == QLatin1Char('\n') || c == QLatin1Char('\t') || c == QLatin1Char('\r');
        if (c == QChar::ReplacementCharacter || (c.category() == QChar::Other_Control && !isSpace))
            return false;
    }
    return true;
}

QString LogWords::preview(const BytePreview& preview, int most)
{
    const QByteArray raw = QByteArray::fromStdString(preview.bytes);
    QStringDecoder decode(QStringDecoder::Utf8);
    QString text = decode(raw);
    if (!preview.isWhole() && text.endsWith(QChar::ReplacementCharacter))
        text.chop(1);
    if (decode.hasError() || !isText(text))
        text = QStringLiteral("0x") + QString::fromLatin1(raw.left(most / 2).toHex());
    text.replace(QLatin1Char('\n'), QChar(0x23ce)).remove(QLatin1Char('\r'));
    if (text.size() > most)
        text = text.left(most) + QStringLiteral("…");
    if (!preview.isWhole())
        text += QStringLiteral(" ") + tr("(%1 in all)").arg(bytes(preview.size));
    return text;
}

QString LogWords::step(const LookupStep& s, const LookupPlay& play)
{
    using Kind = LookupStep::Kind;
    const qlonglong base = s.segment.value();
    const QString name = QStringLiteral("%1.log").arg(base, 20, 10, QLatin1Char('0'));
    const qlonglong target = play.target;
    const QString sought = play.isByTime ? time(play.target) : QString::number(target);
    switch (s.kind) {
    case Kind::CompareName:
        return s.goesRight
                   ? tr("File name %1: its base is not above %2, so look at it or right of it.")
                         .arg(base)
                         .arg(target)
                   : tr("File name %1: its base is above %2, so look left of it.")
                         .arg(base)
                         .arg(target);
    case Kind::ChooseSegment:
        return play.isByTime
                   ? tr("Segment %1: its largest timestamp is %2, young enough.")
                         .arg(name, time(s.timestampMs))
                   : tr("Segment %1: the last whose base is not above %2.").arg(name).arg(target);
    case Kind::SkipSegment:
        return tr("Segment %1: its largest timestamp is %2, too old.")
            .arg(name, time(s.timestampMs));
    case Kind::ProbeIndex:
        return s.goesRight ? tr(".index entry %1: offset %2 at byte %3, not above: go right.")
                                 .arg(s.number)
                                 .arg(s.offset.value())
                                 .arg(s.position)
                           : tr(".index entry %1: offset %2 at byte %3, above: go left.")
                                 .arg(s.number)
                                 .arg(s.offset.value())
                                 .arg(s.position);
    case Kind::ChooseIndex:
        return s.position == 0 ? tr("No .index entry is at or before it: begin at byte 0.")
                               : tr("Nearest .index entry: offset %1, so begin at byte %2.")
                                     .arg(s.offset.value())
                                     .arg(s.position);
    case Kind::ProbeTime:
        return s.goesRight ? tr(".timeindex entry %1: %2, not younger: go right.")
                                 .arg(s.number)
                                 .arg(time(s.timestampMs))
                           : tr(".timeindex entry %1: %2, younger: go left.")
                                 .arg(s.number)
                                 .arg(time(s.timestampMs));
    case Kind::ChooseTime:
        return s.timestampMs < 0
                   ? tr("No .timeindex entry is that old: begin at offset %1.")
                         .arg(s.offset.value())
                   : tr("Nothing younger than %1 lies before offset %2: look that up.")
                         .arg(time(s.timestampMs))
                         .arg(s.offset.value());
    case Kind::ScanBatch:
        return play.isByTime ? tr("Batch at byte %1: offsets %2–%3, largest timestamp %4.")
                                   .arg(s.position)
                                   .arg(s.offset.value())
                                   .arg(s.lastOffset.value())
                                   .arg(time(s.timestampMs))
                             : tr("Batch at byte %1: offsets %2–%3.")
                                   .arg(s.position)
                                   .arg(s.offset.value())
                                   .arg(s.lastOffset.value());
    case Kind::ScanRecord:
        return tr("Read the batch at byte %1 and go over its records.").arg(s.position);
    case Kind::Found:
        return tr("Found: offset %1 lies in the batch at byte %2 of %3.")
            .arg(play.offset.value())
            .arg(s.position)
            .arg(name);
    case Kind::NotFound:
        return play.isByTime ? tr("No record is as young as %1.").arg(sought)
                             : tr("Offset %1 is not in this log.").arg(sought);
    case Kind::Broken:
        return tr("No whole batch begins at byte %1 of %2: the log is damaged.")
            .arg(s.position)
            .arg(name);
    }
    return {};
}

} // namespace hw::ui
