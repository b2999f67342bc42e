#include "ui/inspector/position_bar.h"

#include <algorithm>

namespace hw::ui {

static constexpr double kFold = 22;
static constexpr double kBeyond = 12; ///< room right of the bar for a commit beyond the end

PositionBar::PositionBar(const PartitionPosition& position, const QRectF& box)
    : m_position(position)
    , m_bar(box.left() + 5, box.top() + 11, box.width() - 10 - kBeyond, 12)
{
    const std::int64_t start = std::max<std::int64_t>(0, position.logStart);
    const std::int64_t end = std::max(start, position.leo);
    std::int64_t least = end;
    for (const auto& value : {position.committed, position.position,
                              position.lso < 0 ? std::nullopt : std::optional(position.lso),
                              position.hw < 0 ? std::nullopt : std::optional(position.hw)}) {
        if (value)
            least = std::min(least, std::max(start, *value));
    }
    if (!position.committed && !position.position)
        least = start; // all of it waits
    const std::int64_t window = std::max<std::int64_t>(8, (end - least) * 5 / 4);
    m_from = end - window > start ? end - window : start;
    m_to = std::max(m_from + 1, end);
    m_fold = m_from > start ? kFold : 0;
}

double PositionBar::x(std::int64_t offset) const
{
    if (offset > m_to)
        return m_bar.right() + kBeyond * 0.7;
    if (offset < m_from)
        return offset <= m_position.logStart ? m_bar.left() : m_bar.left() + m_fold / 2;
    const double share = static_cast<double>(offset - m_from) / static_cast<double>(m_to - m_from);
    return m_bar.left() + m_fold + (m_bar.width() - m_fold) * share;
}

void PositionBar::paint(QPainter& painter, const Theme& theme) const
{
    const Colors& c = theme.colors;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(m_bar, c.barTrack);
    if (m_position.hw >= 0) {
        const double hw = x(m_position.hw), leo = x(std::max(m_position.hw, m_position.leo));
        painter.fillRect(QRectF(m_bar.left(), m_bar.top(), hw - m_bar.left(), m_bar.height()),
                         c.committed);
        painter.fillRect(QRectF(hw, m_bar.top(), leo - hw, m_bar.height()), c.uncommitted);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (m_fold > 0) { // two slanted cuts: here offsets are left out
        painter.setPen(QPen(c.panel, 2));
        const double middle = m_bar.left() + m_fold / 2;
        for (const double shift : {-2.5, 2.5})
            painter.drawLine(QPointF(middle + shift - 3, m_bar.bottom() + 1),
                             QPointF(middle + shift + 3, m_bar.top() - 1));
    }
    if (m_position.unowned) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(c.waiting, 1.4, Qt::DashLine));
        painter.drawRect(m_bar.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
    paintLag(painter, theme);
    paintMarks(painter, theme);
    painter.restore();
}

/// What is still to be read: a bracket below the bar, from the commit to the high watermark.
void PositionBar::paintLag(QPainter& painter, const Theme& theme) const
{
    if (!m_position.committed || m_position.hw <= *m_position.committed)
        return;
    const double from = x(*m_position.committed), to = x(m_position.hw);
    const double y = m_bar.bottom() + 4;
    painter.setPen(QPen(theme.colors.waiting, 2));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(to, y - 3), QPointF(to, y + 2));
}

static void triangle(QPainter& painter, const QPointF& tip, double down)
{
    painter.drawPolygon(
        QPolygonF{tip, tip + QPointF(-4.5, 8 * down), tip + QPointF(4.5, 8 * down)});
}

void PositionBar::paintMarks(QPainter& painter, const Theme& theme) const
{
    const Colors& c = theme.colors;
    const auto tick = [&](std::int64_t offset, double over, Qt::PenStyle style) {
        if (offset < 0)
            return;
        painter.setPen(QPen(c.mark, 2, style));
        const double at = x(offset);
        painter.drawLine(QPointF(at, m_bar.top() - over), QPointF(at, m_bar.bottom() + over));
    };
    if (m_position.lso != m_position.hw)
        tick(m_position.lso, 2, Qt::DotLine);
    tick(m_position.hw, 3, Qt::SolidLine);
    painter.setPen(QPen(c.text, 1.4));
    if (m_position.position) {
        painter.setBrush(c.panel);
        triangle(painter, {x(*m_position.position), m_bar.top() - 1}, -1);
    }
    if (m_position.committed) {
        const bool beyond = m_position.lagToHw().kind == Lag::Kind::BeyondEnd;
        painter.setPen(QPen(beyond ? c.bad : c.text, 1.4));
        painter.setBrush(beyond ? c.bad : c.text);
        triangle(painter, {x(*m_position.committed), m_bar.bottom() + 1}, 1);
    }
}

} // namespace hw::ui
