#include "ui/map/map_view.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "ui/map/fault_marks.h"
#include "ui/map/mark_item.h"

namespace hw::ui {

MapView::MapView(MapScene* scene, QWidget* parent)
    : QGraphicsView(scene, parent)
    , m_map(scene)
{
    setFrameShape(QFrame::NoFrame);
    setViewportUpdateMode(MinimalViewportUpdate);
    setOptimizationFlags(DontAdjustForAntialiasing | DontSavePainterState);
    setTransformationAnchor(AnchorUnderMouse);
    setResizeAnchor(AnchorViewCenter);
    setMinimumSize(480, 260);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(scene, &MapScene::boundsChanged, this, [this] {
        if (m_fitting)
            refit();
    });
    connect(scene, &QGraphicsScene::focusItemChanged, this, &MapView::tellFocus);
}

void MapView::setTheme(const Theme& theme)
{
    setBackgroundBrush(theme.colors.canvas);
    m_readable = std::min(1.0, kReadable * theme.scale);
    m_leastFit = std::min(1.0, kLeastFit * theme.scale);
    m_map->setTheme(theme);
    if (m_fitting)
        refit();
}

void MapView::applyScale(double scale)
{
    setTransform(QTransform::fromScale(scale, scale));
    emit zoomChanged(scale, m_fitting);
}

void MapView::setZoom(double scale)
{
    m_fitting = false;
    m_whole = false;
    setResizeAnchor(AnchorViewCenter);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    applyScale(std::clamp(scale, kSmallest, kLargest));
}

void MapView::zoomBy(double factor) { setZoom(zoom() * factor); }

void MapView::fit(double least)
{
    m_fitting = true;
    m_least = least;
    m_whole = true;
    refit();
}

void MapView::refit()
{
    const QRectF bounds = sceneRect();
    if (bounds.isEmpty())
        return;
    const QSize room = maximumViewportSize(); // whether there are scroll bars or not
    const double scale = std::min(room.width() / bounds.width(), room.height() / bounds.height());
    const double least = m_whole ? m_least : m_leastFit;
    const bool scrolls = !m_map->dense() && scale < least;
    const auto bars = scrolls ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff;
    setHorizontalScrollBarPolicy(bars);
    setVerticalScrollBarPolicy(bars);
    // What was read at its beginning stays there when the view becomes smaller.
    setResizeAnchor(scrolls ? NoAnchor : AnchorViewCenter);
    const bool scrolled = scrolls && std::abs(zoom() - m_readable) < 1e-9;
    applyScale(scrolls ? m_readable : std::clamp(scale, kSmallest, kLargestFit));
    if (!scrolls) {
        centerOn(bounds.center());
    } else if (!scrolled) { // from where one begins to read; later from where one was
        horizontalScrollBar()->setValue(horizontalScrollBar()->minimum());
        verticalScrollBar()->setValue(verticalScrollBar()->minimum());
    }
}

void MapView::wheelEvent(QWheelEvent* event)
{
    if (!(event->modifiers() & Qt::ControlModifier)) {
        QGraphicsView::wheelEvent(event);
        return;
    }
    zoomBy(std::pow(1.0015, event->angleDelta().y()));
    event->accept();
}

void MapView::mousePressEvent(QMouseEvent* event)
{
    const QPointF at = mapToScene(event->position().toPoint());
    MapItem* item = m_map->itemUnder(at);
    const bool left = event->button() == Qt::LeftButton;
    // A dot lies above everything but the marks that kill and freeze, and those of faults.
    const auto* flight = m_map->flights().at(at);
    const bool isMark = qobject_cast<MarkItem*>(item) || qobject_cast<FaultMark*>(item);
    if (left && flight && !isMark) {
        emit flightPicked(*flight);
        event->accept();
        return;
    }
    if (event->button() == Qt::MiddleButton || (left && !item)) {
        m_panning = true;
        m_moved = false;
        m_panFrom = event->position().toPoint();
        setCursor(Qt::ClosedHandCursor);
        event->accept();
        return;
    }
    QGraphicsView::mousePressEvent(event);
    // A mark acts on its broker: who looks at a partition meanwhile goes on doing so.
    const bool looksOn =
        qobject_cast<MarkItem*>(item) && m_map->chosen().kind == Subject::Kind::Partition;
    if (left && item && !looksOn) {
        if (item->walkable() && !qobject_cast<MarkItem*>(item))
            item->setFocus(Qt::MouseFocusReason);
        emit subjectPicked(item->subjectAt(item->mapFromScene(at)));
    }
}

void MapView::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_panning) {
        QGraphicsView::mouseMoveEvent(event);
        return;
    }
    const QPoint to = event->position().toPoint();
    const QPoint by = to - m_panFrom;
    if (by.manhattanLength() < 3 && !m_moved)
        return;
    m_moved = true;
    m_panFrom = to;
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - by.y());
}

void MapView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_panning) {
        QGraphicsView::mouseReleaseEvent(event);
        return;
    }
    m_panning = false;
    unsetCursor();
    if (!m_moved && event->button() == Qt::LeftButton)
        emit subjectPicked(Subject{}); // a click beside everything
}

void MapView::contextMenuEvent(QContextMenuEvent* event)
{
    QPoint global = event->globalPos();
    MapItem* item = nullptr;
    QPointF inside;
    if (event->reason() == QContextMenuEvent::Keyboard) {
        item = focused();
        if (item)
            global = viewport()->mapToGlobal(mapFromScene(item->sceneBox().center()));
    } else {
        const QPointF at = mapToScene(event->pos());
        item = m_map->itemUnder(at);
        const auto* flight = m_map->flights().at(at);
        const bool isMark = qobject_cast<MarkItem*>(item) || qobject_cast<FaultMark*>(item);
        if (flight && !isMark) {
            emit flightMenuWanted(*flight, global);
            event->accept();
            return;
        }
        if (item)
            inside = item->mapFromScene(at);
    }
    emit menuWanted(item ? item->subjectAt(inside) : Subject{}, global);
    event->accept();
}

void MapView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        walkTowards({-1, 0});
        return;
    case Qt::Key_Right:
        walkTowards({1, 0});
        return;
    case Qt::Key_Up:
        walkTowards({0, -1});
        return;
    case Qt::Key_Down:
        walkTowards({0, 1});
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (MapItem* item = focused()) {
            item->activate();
            return;
        }
        break;
    case Qt::Key_Escape:
        emit subjectPicked(Subject{});
        return;
    default:
        break;
    }
    QGraphicsView::keyPressEvent(event);
}

void MapView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    m_map->setView(maximumViewportSize());
    if (m_fitting)
        refit();
}

MapItem* MapView::focused() const { return dynamic_cast<MapItem*>(m_map->focusItem()); }

bool MapView::focusNextPrevChild(bool next)
{
    const auto all = m_map->walk();
    const auto it = std::ranges::find(all, focused());
    if (all.empty())
        return QGraphicsView::focusNextPrevChild(next);
    if (it == all.end()) {
        walkTo(next ? all.front() : all.back());
        return true;
    }
    const auto index = it - all.begin() + (next ? 1 : -1);
    if (index < 0 || index >= static_cast<std::ptrdiff_t>(all.size())) {
        m_map->setFocusItem(nullptr); // on to the next widget
        return QGraphicsView::focusNextPrevChild(next);
    }
    walkTo(all[static_cast<std::size_t>(index)]);
    return true;
}

/// To screen readers: Qt tells them where the focus is among widgets, but not inside a scene.
void MapView::tellFocus()
{
    MapItem* item = focused();
    if (!item || !hasFocus())
        return;
    QAccessibleEvent event(item, QAccessible::Focus);
    QAccessible::updateAccessibility(&event);
}

void MapView::reveal(const Subject& subject)
{
    if (const MapItem* item = m_map->itemOf(subject))
        ensureVisible(item->sceneBox(), 20, 20);
}

void MapView::walkTo(MapItem* item)
{
    item->setFocus(Qt::TabFocusReason);
    ensureVisible(item->sceneBox(), 20, 20);
    if (item->subject())
        emit subjectPicked(item->subject());
}

/// The nearest thing whose centre lies in that direction, counting what is aside double.
void MapView::walkTowards(QPointF direction)
{
    const MapItem* from = focused();
    const auto all = m_map->walk();
    if (!from) {
        if (!all.empty())
            walkTo(all.front());
        return;
    }
    MapItem* best = nullptr;
    double bestCost = 0;
    const QPointF start = from->sceneBox().center();
    for (MapItem* item : all) {
        const QPointF way = item->sceneBox().center() - start;
        const double ahead = QPointF::dotProduct(way, direction);
        const double aside = std::abs(way.x() * direction.y()) + std::abs(way.y() * direction.x());
        if (item == from || ahead < 2)
            continue;
        const double cost = ahead + 2 * aside;
        if (!best || cost < bestCost) {
            best = item;
            bestCost = cost;
        }
    }
    if (best)
        walkTo(best);
}

} // namespace hw::ui
