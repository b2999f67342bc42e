#include "ui/timeline/timeline_view.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/moment_words.h"
#include "ui/theme/paint.h"
#include "ui/timeline/mark_words.h"

namespace hw::ui {

using cluster::MarkKind;
using Mode = cluster::PlaybackState::Mode;

static constexpr double kRightEdge = 10;
static constexpr double kLeftEdge = 24; ///< of the time, without names of rows
static constexpr double kHandle = 8;    ///< room for the cursor's handle where no notes are
static constexpr double kMarkGap = 4;   ///< pixels between two marks of a row that are both drawn

TimelineView::TimelineView(cluster::Playback& playback, TimeCursor& cursor, QWidget* parent)
    : QWidget(parent)
    , m_playback(playback)
    , m_cursor(cursor)
    , m_notes(playback.notes())
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&cursor, &TimeCursor::changed, this, qOverload<>(&QWidget::update));
    layOut();
    retranslate();
}

double TimelineView::rowHeight() const
{
    return std::ceil(QFontMetricsF(m_theme.font(Type::Small)).height() * 0.82);
}

double TimelineView::rowTop(std::size_t row) const
{
    return m_flags + static_cast<double>(m_rowsShown ? row : 0) * m_row;
}

double TimelineView::axisTop() const
{
    return rowTop(m_rowsShown ? kMarkKinds.size() - 1 : 0) + m_row;
}

QSize TimelineView::minimumSizeHint() const
{
    return {320, static_cast<int>(std::ceil(axisTop() + 1.5 * rowHeight()))};
}

void TimelineView::layOut()
{
    m_row = rowHeight();
    m_flags = std::ceil(m_row * 1.15);
    m_scale.left = kLeftEdge;
    if (m_rowsShown) {
        for (const MarkKind kind : kMarkKinds)
            m_scale.left = std::max(
                m_scale.left, textWidth(MarkWords::row(kind), m_theme.font(Type::Small)) + 28);
    } else {
        m_flags = m_notes.empty() ? kHandle : m_flags;
        m_row = std::ceil(m_row * 1.15);
    }
    m_scale.width = std::max(1.0, width() - m_scale.left - kRightEdge);
    m_areMarksOld = true;
    updateGeometry();
    update();
}

void TimelineView::setTheme(const Theme& theme)
{
    m_theme = theme;
    layOut();
}

void TimelineView::setSentence(std::function<QString(const cluster::Mark&)> sentence)
{
    m_sentence = std::move(sentence);
}

void TimelineView::noteNotes()
{
    m_notes = m_playback.notes();
    layOut();
}

void TimelineView::setRowsShown(bool on)
{
    m_rowsShown = on;
    layOut();
}

void TimelineView::take(const cluster::PlaybackState& state, std::int64_t nowMs)
{
    if (const auto x = std::exchange(m_scrub, std::nullopt))
        scrubTo(*x);
    const bool isOther = state.mode != m_state.mode || state.jumps != m_state.jumps;
    const bool isOn = state.now != m_state.now || state.last != m_state.last;
    const bool isPlaying = state.mode == Mode::Playing;
    m_state = state;
    m_hasGrown = m_hasGrown || isOn; // also what came right before time stood still
    if (isOther || isPlaying || (m_hasGrown && nowMs - m_grownMs >= kGrowMs)) {
        m_grownMs = nowMs;
        m_hasGrown = false;
        keepInSight();
        update();
    }
    if (isVisible())
        lookForMarks(nowMs);
}

/// The whole grows with time; a part follows the newest moment, or turns a page when the cursor
/// has played out of it.
void TimelineView::keepInSight()
{
    if (m_whole) {
        setScale(m_state.first, std::max<Duration>(m_state.last - m_state.first, 1s));
        return;
    }
    if (m_state.mode == Mode::Present) {
        if (m_atEnd && m_scale.to() < m_state.last)
            setScale(m_state.last - m_scale.span, m_scale.span);
    } else if (m_state.mode == Mode::Playing && m_state.now > m_scale.to()) {
        setScale(m_state.now - m_scale.span / 20, m_scale.span);
    }
}

void TimelineView::setScale(Instant from, Duration span)
{
    const Duration all = std::max<Duration>(m_state.last - m_state.first, 1s);
    m_scale.span = std::clamp<Duration>(span, kShortest, all);
    m_scale.from = std::clamp(from, m_state.first, m_state.first + (all - m_scale.span));
    m_atEnd = m_scale.to() >= m_state.last;
    m_areMarksOld = true;
    update();
}

void TimelineView::showWhole()
{
    m_whole = true;
    keepInSight();
}

void TimelineView::zoomBy(double factor, std::optional<double> x)
{
    const double at = std::clamp(x.value_or(m_scale.x(m_state.now)), m_scale.left, m_scale.right());
    const Instant there = m_scale.at(at);
    const Duration all = std::max<Duration>(m_state.last - m_state.first, 1s);
    const Duration span = std::clamp<Duration>(
        Duration(std::llround(static_cast<double>(m_scale.span.count()) / factor)), kShortest, all);
    m_whole = span >= all;
    const double share = (at - m_scale.left) / m_scale.width;
    setScale(there - Duration(std::llround(share * static_cast<double>(span.count()))), span);
}

void TimelineView::panBy(Duration by)
{
    if (!m_whole)
        setScale(m_scale.from + by, m_scale.span);
}

void TimelineView::seek(Instant at)
{
    m_playback.seek(at);
    emit sought();
}

/// Thinned marks are looked for anew with each other stretch of time, else only now and then.
void TimelineView::lookForMarks(std::int64_t nowMs)
{
    if (nowMs - m_markedMs < (m_areMarksOld ? kMarksMs / 8 : kMarksMs))
        return;
    if (!m_areMarksOld && m_state.mode != Mode::Present && !m_state.hasPresent)
        return;
    m_markedMs = nowMs;
    m_areMarksOld = false;
    m_marks = m_playback.marks(m_scale.from, m_scale.to(), kMarksShown);
    update();
}

void TimelineView::paintRows(QPainter& painter)
{
    const Colors& c = m_theme.colors;
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRectF(m_scale.left, m_flags, m_scale.width, axisTop() - m_flags), c.card);
    for (std::size_t row = 0; m_rowsShown && row < kMarkKinds.size(); ++row) {
        const QRectF box(m_scale.left, rowTop(row), m_scale.width, m_row);
        if (row % 2 == 1)
            painter.fillRect(box, c.barTrack);
        const QColor color = MarkWords::color(kMarkKinds[row], m_theme);
        MarkWords::paint(painter, kMarkKinds[row], QPointF(8, box.center().y()), m_row * 0.27,
                         color);
        paintText(painter, QRectF(16, box.top(), m_scale.left - 24, m_row), Qt::AlignLeft,
                  MarkWords::row(kMarkKinds[row]), m_theme.font(Type::Small), c.textSoft);
    }
    painter.setPen(QPen(c.border, m_theme.stroke));
    painter.drawLine(QPointF(m_scale.left, axisTop()), QPointF(m_scale.right(), axisTop()));
}

void TimelineView::paintAxis(QPainter& painter)
{
    const Colors& c = m_theme.colors;
    const QFont font = m_theme.font(Type::Small);
    const double text = textWidth(QStringLiteral("00:00:00.000"), font);
    const Duration step = m_scale.step(text * 1.15);
    const int decimals = step < 100ms ? 3 : step < 1s ? 1 : 0;
    const std::int64_t first = m_scale.from.sinceStart() / step;
    for (std::int64_t n = first; n - first < 1000; ++n) {
        const Instant at(step * n);
        if (at > m_scale.to())
            break;
        if (at < m_scale.from)
            continue;
        const double x = m_scale.x(at);
        painter.setPen(QPen(c.border, m_theme.stroke, Qt::DotLine));
        painter.drawLine(QPointF(x, m_flags), QPointF(x, axisTop() + 3));
        const QString label = momentText(at, decimals);
        const double half = textWidth(label, font) / 2;
        if (x - half >= m_scale.left - 20 && x + half <= width())
            paintText(painter, QRectF(x - half, axisTop() + 2, 2 * half, rowHeight() * 1.4),
                      Qt::AlignHCenter, label, font, c.textSoft);
    }
}

void TimelineView::paintMarks(QPainter& painter)
{
    for (const bool losses : {false, true}) // these last: nothing may hide them
        paintMarks(painter, losses);
}

void TimelineView::paintMarks(QPainter& painter, bool losses)
{
    std::array<double, kMarkKinds.size()> last;
    last.fill(-1e9);
    for (const cluster::Mark& mark : m_marks) {
        if ((mark.kind == MarkKind::Loss) != losses)
            continue;
        const auto row =
            static_cast<std::size_t>(std::ranges::find(kMarkKinds, mark.kind) - kMarkKinds.begin());
        if (row >= kMarkKinds.size() || !m_scale.sees(mark.at, mark.at))
            continue;
        const double x = m_scale.x(mark.at);
        if (x - last[m_rowsShown ? row : 0] < (m_rowsShown ? kMarkGap : m_row * 0.7))
            continue; // they would lie on each other
        last[m_rowsShown ? row : 0] = x;
        const QColor color = MarkWords::color(mark.kind, m_theme);
        if (mark.kind == MarkKind::Loss) {
            painter.setPen(QPen(color, m_theme.stroke, Qt::DotLine));
            painter.drawLine(QPointF(x, m_flags), QPointF(x, axisTop()));
        }
        const QPointF center(x, rowTop(row) + m_row / 2);
        MarkWords::paint(painter, mark.kind, center, m_row * 0.33, color);
        m_hits.push_back({QRectF(x - m_row / 2, rowTop(row), m_row, m_row), mark});
    }
}

void TimelineView::paintNotes(QPainter& painter)
{
    const Colors& c = m_theme.colors;
    const QFont font = m_theme.font(Type::Small);
    for (std::size_t n = 0; n < m_notes.size(); ++n) {
        const cluster::Note& note = m_notes[n];
        if (!m_scale.sees(note.at, note.at))
            continue;
        const double x = m_scale.x(note.at);
        const double next =
            n + 1 < m_notes.size() ? m_scale.x(m_notes[n + 1].at) : m_scale.right() + kRightEdge;
        const QString line = QString::fromStdString(note.text).section(QLatin1Char('\n'), 0, 0);
        const double room = std::min(next, m_scale.right() + kRightEdge) - x - 14;
        const QString text = room > 24 ? elided(line, font, std::min(room, 160.0)) : QString();
        const double wide = text.isEmpty() ? 8 : textWidth(text, font) + 10;
        const QRectF flag(x, 1, wide, m_flags - 3);
        painter.setPen(QPen(c.badgeBorder, m_theme.stroke));
        painter.drawLine(QPointF(x, 1), QPointF(x, axisTop()));
        painter.setBrush(c.badge);
        painter.drawRect(flag);
        if (!text.isEmpty())
            paintText(painter, flag.adjusted(5, 0, 0, 0), Qt::AlignLeft, text, font, c.badgeText);
        m_hits.push_back({flag.adjusted(-3, 0, 3, 2), note});
    }
}

/// Where one points: dashed. What is shown: a line with a handle and its time.
void TimelineView::paintCursors(QPainter& painter)
{
    const Colors& c = m_theme.colors;
    const auto pointed = m_cursor.at();
    if (pointed && m_scale.sees(*pointed, *pointed)) {
        painter.setPen(QPen(c.text, m_theme.stroke, Qt::DashLine));
        const double x = m_scale.x(*pointed);
        painter.drawLine(QPointF(x, m_flags), QPointF(x, axisTop()));
    }
    if (!m_scale.sees(m_state.now, m_state.now))
        return;
    const bool isPresent = m_state.mode == Mode::Present;
    const QColor color = isPresent ? c.good : c.accent;
    const double x = m_scale.x(m_state.now);
    painter.setPen(QPen(color, 2 * m_theme.stroke));
    painter.drawLine(QPointF(x, m_flags - 2), QPointF(x, axisTop() + 2));
    QPainterPath handle(QPointF(x, m_flags + 5));
    handle.lineTo(x - 6, m_flags - 4);
    handle.lineTo(x + 6, m_flags - 4);
    handle.closeSubpath();
    painter.fillPath(handle, color);
    const QFont font = m_theme.font(Type::SmallStrong);
    const QString label = isPresent ? tr("now") : momentText(m_state);
    const double wide = textWidth(label, font) + 12;
    const double left = std::clamp(x - wide / 2, m_scale.left, width() - wide - 1);
    const QRectF bubble(left, axisTop() + 2, wide, rowHeight() * 1.4);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(bubble, 4, 4);
    paintText(painter, bubble, Qt::AlignHCenter, label, font, isPresent ? c.card : c.onAccent);
}

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    m_hits.clear();
    paintRows(painter);
    paintAxis(painter);
    paintMarks(painter);
    paintNotes(painter);
    paintCursors(painter);
    if (hasFocus()) {
        painter.setPen(QPen(m_theme.colors.accent, m_theme.stroke));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(m_scale.left, m_flags, m_scale.width, axisTop() - m_flags));
    }
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void TimelineView::retranslate()
{
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(
        tr("What happened and when. Left and right move through time, + and - zoom."));
    layOut();
}

void TimelineView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace hw::ui
