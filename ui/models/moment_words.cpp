#include "ui/models/moment_words.h"

#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace hw::ui {

QString momentText(Instant at, int decimals)
{
    const std::int64_t ms = std::max<std::int64_t>(0, toMs(at.sinceStart()));
    const std::int64_t s = ms / 1000;
    const QChar zero = QLatin1Char('0');
    const QString fraction = QStringLiteral("%1").arg(ms % 1000, 3, 10, zero).left(decimals);
    QString text = QStringLiteral("%1:%2").arg(s / 60 % 60, 2, 10, zero).arg(s % 60, 2, 10, zero);
    if (s >= 3600)
        text.prepend(QStringLiteral("%1:").arg(s / 3600));
    return fraction.isEmpty() ? text : text + QLatin1Char('.') + fraction;
}

QString momentText(const cluster::PlaybackState& state)
{
    const bool stands = state.mode == cluster::PlaybackState::Mode::Paused;
    return momentText(state.now, stands ? 3 : 1);
}

std::optional<Instant> momentOf(const QString& text)
{
    static const QRegularExpression form(
        QStringLiteral("^\\s*(?:(?:(\\d{1,4}):)?(\\d{1,4}):)?(\\d{1,6}(?:\\.\\d{1,9})?)\\s*$"));
    const auto match = form.match(text);
    if (!match.hasMatch())
        return std::nullopt;
    const double seconds = QLocale::c().toDouble(match.captured(3)) +
                           60 * match.captured(2).toInt() + 3600 * match.captured(1).toInt();
    return Instant(Duration(std::llround(seconds * 1e9)));
}

} // namespace hw::ui
