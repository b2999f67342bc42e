#include "ui/map/mark_item.h"

#include <QGraphicsSceneMouseEvent>
#include <QPainter>

#include "ui/models/words.h"
#include "ui/theme/icons.h"

namespace hw::ui {

MarkItem::MarkItem(const MapContext& context, Kind kind, BrokerId broker, QGraphicsItem* parent)
    : MapItem(context, Subject::broker(broker), parent)
    , m_kind(kind)
{
    setAcceptHoverEvents(true);
    setCursor(Qt::PointingHandCursor);
}

void MarkItem::show(bool on, bool enabled)
{
    if (on == m_on && enabled == m_enabled)
        return;
    m_on = on;
    m_enabled = enabled;
    setCursor(enabled ? Qt::PointingHandCursor : Qt::ArrowCursor);
    update();
}

QPainterPath MarkItem::shape() const
{
    QPainterPath path;
    path.addEllipse(box());
    return path;
}

QString MarkItem::title() const
{
    const QString who = Words::broker(BrokerId{subject().node.number});
    if (m_kind == Kind::Power)
        return m_on ? tr("Kill %1").arg(who) : tr("Restart %1").arg(who);
    return m_on ? tr("Thaw %1").arg(who) : tr("Freeze %1").arg(who);
}

QString MarkItem::explain(const QPointF&) const
{
    if (!m_enabled)
        return m_kind == Kind::Freeze ? tr("Only a running broker can be frozen.")
                                      : tr("This cluster cannot be given faults.");
    if (m_kind == Kind::Power)
        return m_on
                   ? tr("<b>Click to kill this broker</b> (K). Its process dies at once; what it "
                        "has "
                        "written stays on its disk.")
                   : tr("<b>Click to bring this broker back</b> (K). It starts from what is on its "
                        "disk.");
    return m_on ? tr("<b>Click to thaw this broker</b> (F).")
                : tr("<b>Click to freeze this broker</b> (F). It stands still without dying, as in "
                     "a "
                     "very long pause of its process.");
}

void MarkItem::activate()
{
    if (m_enabled)
        emit pressed();
}

void MarkItem::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    event->setAccepted(event->button() == Qt::LeftButton);
}

void MarkItem::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && shape().contains(event->pos()))
        activate();
}

void MarkItem::hoverEnterEvent(QGraphicsSceneHoverEvent*)
{
    m_hovered = true;
    update();
}

void MarkItem::hoverLeaveEvent(QGraphicsSceneHoverEvent*)
{
    m_hovered = false;
    update();
}

void MarkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (plain(*painter))
        return;
    const Colors& c = colors();
    QColor ink = c.offline;
    QColor soft = c.barTrack;
    if (m_enabled && m_kind == Kind::Power) {
        ink = m_on ? c.bad : c.good; // what a click will do
        soft = m_on ? c.badSoft : c.goodSoft;
    } else if (m_enabled) {
        ink = c.frozen;
        soft = c.frozenSoft;
    }
    painter->setRenderHint(QPainter::Antialiasing);
    if (m_hovered || m_on == (m_kind == Kind::Freeze)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(soft);
        painter->drawEllipse(box());
    }
    const Glyph glyph = m_kind == Kind::Power ? Glyph::Power : Glyph::Snowflake;
    paintGlyph(*painter, glyph, box().adjusted(4, 4, -4, -4), ink);
    paintRing(*painter, size().height() / 2);
}

} // namespace hw::ui
