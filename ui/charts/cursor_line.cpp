#include "ui/charts/cursor_line.h"

#include <qcustomplot.h>

namespace hw::ui {

CursorLine::CursorLine(QCustomPlot* plot, TimeCursor& cursor)
    : QObject(plot)
    , m_plot(plot)
    , m_cursor(cursor)
{
    for (QCPAxisRect* rect : plot->axisRects()) {
        auto* line = new QCPItemStraightLine(plot);
        for (QCPItemPosition* point : {line->point1, line->point2}) {
            point->setAxes(rect->axis(QCPAxis::atBottom), rect->axis(QCPAxis::atLeft));
            point->setAxisRect(rect);
            point->setTypeX(QCPItemPosition::ptPlotCoords);
            point->setTypeY(QCPItemPosition::ptAxisRectRatio);
        }
        line->setClipAxisRect(rect);
        line->setVisible(false);
        m_lines.push_back(line);
    }
    plot->setMouseTracking(true);
    plot->installEventFilter(this);
    connect(&cursor, &TimeCursor::changed, this, &CursorLine::place);
}

void CursorLine::setOffset(double seconds)
{
    m_offset = seconds;
    place();
}

void CursorLine::setTheme(const Theme& theme)
{
    for (QCPItemStraightLine* line : m_lines)
        line->setPen(QPen(theme.colors.text, 1, Qt::DashLine));
}

std::optional<double> CursorLine::key() const
{
    const auto at = m_cursor.at();
    if (!at)
        return std::nullopt;
    return std::chrono::duration<double>(at->sinceStart()).count() + m_offset;
}

void CursorLine::place()
{
    const auto at = key();
    bool changed = false;
    for (QCPItemStraightLine* line : m_lines) {
        changed |= line->visible() != at.has_value() || at;
        line->setVisible(at.has_value());
        line->point1->setCoords(at.value_or(0), 0);
        line->point2->setCoords(at.value_or(0), 1);
    }
    if (changed && m_plot->isVisible())
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<Instant> CursorLine::instantAt(double x) const
{
    const QCPAxisRect* rect = m_plot->axisRect(0);
    if (x < rect->left() || x > rect->right())
        return std::nullopt;
    const double key = rect->axis(QCPAxis::atBottom)->pixelToCoord(x) - m_offset;
    return Instant(Duration(static_cast<std::int64_t>(key * 1e9)));
}

bool CursorLine::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_cursor.leave();
    } else if (event->type() == QEvent::MouseMove || event->type() == QEvent::MouseButtonPress ||
               event->type() == QEvent::MouseButtonDblClick) {
        const auto at = instantAt(static_cast<QMouseEvent*>(event)->position().x());
        if (!at)
            m_cursor.leave();
        else if (event->type() == QEvent::MouseMove)
            m_cursor.point(*at);
        else if (event->type() == QEvent::MouseButtonDblClick)
            m_cursor.choose(*at);
        else
            m_cursor.pin(*at);
    }
    return QObject::eventFilter(watched, event);
}

} // namespace hw::ui
