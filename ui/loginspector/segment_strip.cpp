#include "ui/loginspector/segment_strip.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/loginspector/log_words.h"
#include "ui/theme/paint.h"

namespace hw::ui {

using observe::LookupStep;
using observe::SegmentOutline;

static constexpr double kEdge = 16;
static constexpr double kUpperTop = 28;
static constexpr double kUpperHeight = 26;
static constexpr double kIndexTop = 92;
static constexpr double kIndexHeight = 12;
static constexpr double kLogTop = 126;
static constexpr double kLogHeight = 26;
static constexpr std::size_t kMostLines = 160; ///< beyond, entries are ticks without lines

SegmentStrip::SegmentStrip(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMinimumHeight(168);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SegmentStrip::show(const observe::PartitionOutline& outline)
{
    m_outline = outline;
    m_mark.reset();
    const int count = static_cast<int>(outline.segments.size());
    m_chosen = std::clamp(m_chosen, count > 0 ? 0 : -1, count - 1);
    update();
}

void SegmentStrip::choose(int segment)
{
    m_chosen = segment;
    update();
}

void SegmentStrip::mark(const std::optional<LookupStep>& step)
{
    m_mark = step;
    if (step) {
        for (std::size_t i = 0; i < m_outline.segments.size(); ++i)
            if (m_outline.segments[i].base == step->segment)
                m_chosen = static_cast<int>(i);
    }
    update();
}

void SegmentStrip::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

QRectF SegmentStrip::segmentBox(int segment) const
{
    double total = 0;
    for (const SegmentOutline& one : m_outline.segments)
        total += static_cast<double>(one.logBytes);
    const double width = this->width() - 2 * kEdge;
    double before = 0;
    for (int i = 0; i < segment; ++i)
        before += static_cast<double>(m_outline.segments[static_cast<std::size_t>(i)].logBytes);
    const auto bytes =
        static_cast<double>(m_outline.segments[static_cast<std::size_t>(segment)].logBytes);
    if (total == 0)
        return {kEdge + segment * 3, kUpperTop, 3, kUpperHeight};
    return {kEdge + width * before / total, kUpperTop, std::max(2.0, width * bytes / total),
            kUpperHeight};
}

QRectF SegmentStrip::logBox() const { return {kEdge, kLogTop, width() - 2 * kEdge, kLogHeight}; }

double SegmentStrip::placeOf(std::uint64_t position) const
{
    const auto& segment = m_outline.segments[static_cast<std::size_t>(m_chosen)];
    const double share = static_cast<double>(position) /
                         static_cast<double>(std::max<std::uint64_t>(segment.logBytes, 1));
    return logBox().left() + logBox().width() * std::min(share, 1.0);
}

void SegmentStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.colors.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    paintUpper(painter);
    if (m_chosen >= 0)
        paintLower(painter);
    if (hasFocus()) {
        painter.setPen(m_theme.colors.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void SegmentStrip::paintUpper(QPainter& painter) const
{
    const Colors& c = m_theme.colors;
    const QRectF head(kEdge, 6, width() - 2 * kEdge, 18);
    paintText(painter, head, Qt::AlignLeft,
              m_outline.segments.empty() ? tr("No segments")
                                         : tr("%n segment(s), to scale", nullptr,
                                              static_cast<int>(m_outline.segments.size())),
              typeFont(Type::SmallStrong), c.textSoft);
    // Of the .log files: the indexes of an active segment are extended far beyond their entries.
    std::uint64_t logBytes = 0;
    for (const SegmentOutline& segment : m_outline.segments)
        logBytes += segment.logBytes;
    paintText(painter, head, Qt::AlignRight, LogWords::bytes(logBytes),
              typeFont(Type::Small), c.textSoft);
    for (int i = 0; i < static_cast<int>(m_outline.segments.size()); ++i) {
        const SegmentOutline& segment = m_outline.segments[static_cast<std::size_t>(i)];
        const QRectF box = segmentBox(i).adjusted(0.5, 0.5, -0.5, -0.5);
        painter.setBrush(i == m_chosen ? c.accentSoft : c.card);
        painter.setPen(QPen(segment.isActive ? c.good
                            : i == m_chosen  ? c.accent
                                             : c.borderStrong,
                            segment.isActive ? 2 : 1));
        painter.drawRect(box);
        QString label = QString::number(segment.base.value());
        if (segment.isActive)
            label = tr("%1 active").arg(label);
        if (box.width() > textWidth(label, typeFont(Type::Small)) + 8)
            paintText(painter, box, Qt::AlignCenter, label, typeFont(Type::Small), c.text);
    }
}

void SegmentStrip::paintLower(QPainter& painter) const
{
    const Colors& c = m_theme.colors;
    const auto& segment = m_outline.segments[static_cast<std::size_t>(m_chosen)];
    const QString name =
        QStringLiteral("%1.log").arg(qlonglong(segment.base.value()), 20, 10, QLatin1Char('0'));
    const QRectF head(kEdge, 66, width() - 2 * kEdge, 18);
    const QString index = segment.indexEntries
                              ? tr("%n .index entry(s)", nullptr, int(*segment.indexEntries))
                              : tr("the .index is missing");
    paintText(painter, head, Qt::AlignLeft,
              tr("%1 · offsets %2–%3 · %4 · %5")
                  .arg(name)
                  .arg(segment.base.value())
                  .arg(std::max(segment.base.value(), segment.next.value() - 1))
                  .arg(LogWords::bytes(segment.logBytes), index),
              typeFont(Type::Small), c.text);
    const QRectF box = logBox();
    painter.setBrush(c.barTrack);
    painter.setPen(c.borderStrong);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    paintEntries(painter, segment);
    paintMark(painter, segment);
    paintText(painter, box.adjusted(6, 0, -6, 0), Qt::AlignLeft, QStringLiteral(".log"),
              typeFont(Type::Small), c.textSoft);
}

/// The index as a row of entries, each with a line to the byte of the log that it names.
void SegmentStrip::paintEntries(QPainter& painter, const SegmentOutline& segment) const
{
    const Colors& c = m_theme.colors;
    const auto count = segment.points.size();
    const double step = logBox().width() / static_cast<double>(std::max<std::size_t>(count, 1));
    for (std::size_t i = 0; i < count; ++i) {
        const double from = kEdge + step * (static_cast<double>(i) + 0.5);
        const double to = placeOf(segment.points[i].position);
        if (count <= kMostLines) {
            const double half = std::min(5.0, step / 2 - 0.5);
            painter.fillRect(QRectF(from - half, kIndexTop, 2 * half, kIndexHeight), c.accent);
            painter.setPen(QPen(c.line, 1));
            painter.drawLine(QPointF(from, kIndexTop + kIndexHeight), QPointF(to, kLogTop));
        }
        painter.fillRect(QRectF(to - 0.5, kLogTop, 1, kLogHeight), c.accent);
    }
}

void SegmentStrip::paintMark(QPainter& painter, const SegmentOutline& segment) const
{
    if (!m_mark || m_mark->segment != segment.base)
        return;
    using Kind = LookupStep::Kind;
    const Colors& c = m_theme.colors;
    const bool isFound = m_mark->kind == Kind::Found;
    switch (m_mark->kind) {
    case Kind::ProbeIndex:
    case Kind::ChooseIndex:
    case Kind::ScanBatch:
    case Kind::ScanRecord:
    case Kind::Found:
    case Kind::Broken: {
        const double x = placeOf(m_mark->position);
        const QColor ink = isFound ? c.good : m_mark->kind == Kind::Broken ? c.bad : c.leader;
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawRect(QRectF(x - 1.5, kLogTop - 6, 3, kLogHeight + 10));
        const QPolygonF tip{{x - 6, kLogTop - 10}, {x + 6, kLogTop - 10}, {x, kLogTop - 2}};
        painter.drawPolygon(tip);
        break;
    }
    default:
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(c.leader, 2));
        painter.drawRect(segmentBox(m_chosen).adjusted(-2, -2, 2, 2));
    }
}

void SegmentStrip::mousePressEvent(QMouseEvent* event)
{
    for (int i = 0; i < static_cast<int>(m_outline.segments.size()); ++i) {
        if (!segmentBox(i).contains(event->position()))
            continue;
        choose(i);
        emit segmentChosen(i);
        return;
    }
    const QRectF box = logBox();
    if (m_chosen < 0 || !box.adjusted(0, -8, 0, 8).contains(event->position()))
        return;
    const auto& segment = m_outline.segments[static_cast<std::size_t>(m_chosen)];
    const double share = (event->position().x() - box.left()) / box.width();
    emit positionPicked(m_chosen, quint64(share * double(segment.logBytes)));
}

void SegmentStrip::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Left ? -1 : event->key() == Qt::Key_Right ? 1 : 0;
    const int next = m_chosen + step;
    if (step == 0 || next < 0 || next >= static_cast<int>(m_outline.segments.size())) {
        QWidget::keyPressEvent(event);
        return;
    }
    choose(next);
    emit segmentChosen(next);
}

bool SegmentStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (int i = 0; i < static_cast<int>(m_outline.segments.size()); ++i) {
        if (!segmentBox(i).contains(help->pos()))
            continue;
        const auto& segment = m_outline.segments[static_cast<std::size_t>(i)];
        QToolTip::showText(help->globalPos(),
                           tr("Offsets %1–%2, %3")
                               .arg(segment.base.value())
                               .arg(std::max(segment.base.value(), segment.next.value() - 1))
                               .arg(LogWords::bytes(segment.logBytes)),
                           this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

} // namespace hw::ui
