#include "ui/models/wall_clock.h"

#include <QDateTime>
#include <QRegularExpression>

#include <cstdlib>

namespace hw::ui {

static QDateTime at(std::int64_t ms) { return QDateTime::fromMSecsSinceEpoch(ms); }

static QString offsetOf(const QDateTime& time)
{
    const int minutes = time.offsetFromUtc() / 60;
    return QStringLiteral("%1%2:%3")
        .arg(minutes < 0 ? QLatin1Char('-') : QLatin1Char('+'))
        .arg(std::abs(minutes) / 60, 2, 10, QLatin1Char('0'))
        .arg(std::abs(minutes) % 60, 2, 10, QLatin1Char('0'));
}

QString WallClock::clock(std::int64_t ms)
{
    return at(ms).toString(QStringLiteral("HH:mm:ss.zzz"));
}

QString WallClock::seconds(std::int64_t ms) { return at(ms).toString(QStringLiteral("HH:mm:ss")); }

QString WallClock::full(std::int64_t ms)
{
    const QDateTime time = at(ms);
    return time.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss.zzz ")) + offsetOf(time);
}

QString WallClock::iso(std::int64_t ms)
{
    const QDateTime time = at(ms);
    return time.toString(QStringLiteral("yyyy-MM-dd'T'HH:mm:ss.zzz")) + offsetOf(time);
}

QString WallClock::zone() { return QStringLiteral("UTC") + offsetOf(QDateTime::currentDateTime()); }

std::optional<std::int64_t> WallClock::parse(const QString& text)
{
    bool isNumber = false;
    const qint64 ms = text.trimmed().toLongLong(&isNumber);
    if (isNumber)
        return ms;
    static const QRegularExpression form(
        QStringLiteral("^(\\d{4}-\\d\\d-\\d\\d)(?:[ T](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,3})?)?))?"
                       "\\s*(Z|[+-]\\d\\d:?\\d\\d)?$"));
    const auto match = form.match(text.trimmed());
    if (!match.hasMatch())
        return std::nullopt;
    const QString clock = match.captured(2).isEmpty() ? QStringLiteral("00:00") : match.captured(2);
    const QDateTime time = QDateTime::fromString(
        match.captured(1) + QLatin1Char('T') + clock + match.captured(3), Qt::ISODateWithMs);
    if (!time.isValid())
        return std::nullopt;
    return time.toMSecsSinceEpoch();
}

} // namespace hw::ui
