#include "ui/map/map_item.h"

#include <QFocusEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

namespace hw::ui {

MapItem::MapItem(const MapContext& context, Subject subject, QGraphicsItem* parent)
    : QGraphicsObject(parent)
    , m_context(context)
    , m_subject(std::move(subject))
{
    setFlag(ItemIsFocusable);
}

void MapItem::place(const QRectF& rect)
{
    if (rect.size() != m_size) {
        prepareGeometryChange();
        m_size = rect.size();
        update();
    }
    if (pos() != rect.topLeft())
        setPos(rect.topLeft());
}

QPainterPath MapItem::shape() const
{
    QPainterPath path;
    path.addRect(box());
    return path;
}

void MapItem::setChosen(bool chosen)
{
    if (chosen == m_chosen)
        return;
    m_chosen = chosen;
    update();
}

bool MapItem::plain(const QPainter& painter)
{
    return QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter.worldTransform()) <
           MapContext::kPlainBelow;
}

void MapItem::paintRing(QPainter& painter, double radius) const
{
    if (!m_chosen && !(m_walkedTo && hasFocus()))
        return;
    QPen pen(colors().accent, stroke(2));
    if (!m_chosen)
        pen.setStyle(Qt::DashLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box().adjusted(-2.5, -2.5, 2.5, 2.5), radius + 2.5, radius + 2.5);
}

void MapItem::focusInEvent(QFocusEvent* event)
{
    QGraphicsObject::focusInEvent(event);
    m_walkedTo = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void MapItem::focusOutEvent(QFocusEvent* event)
{
    QGraphicsObject::focusOutEvent(event);
    update();
}

} // namespace hw::ui
