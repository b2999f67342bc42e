#include "ui/map/rebalance_badge.h"

#include <QGraphicsSceneMouseEvent>
#include <QPainter>

#include "ui/models/words.h"

namespace hw::ui {

static constexpr double kBadgeHeight = 18;
/// Above the card's edge, so that it ends before the card's first line begins.
static constexpr double kBadgeAbove = 11;

RebalanceBadge::RebalanceBadge(const MapContext& context, std::string group, QGraphicsItem* parent)
    : MapItem(context, Subject(), parent)
    , m_group(std::move(group))
{
    setZValue(4);
    setCursor(Qt::PointingHandCursor);
    hide();
}

void RebalanceBadge::show(const QString& word, const QString& why, bool isGoing)
{
    if (word == m_word && why == m_why && isGoing == m_isGoing)
        return;
    m_word = word;
    m_why = why;
    m_isGoing = isGoing;
    setVisible(!word.isEmpty());
    if (const auto* card = dynamic_cast<MapItem*>(parentItem()); card && isVisible()) {
        const double width = textWidth(word, typeFont(Type::SmallStrong)) + 20;
        const QSizeF size(std::min(width, card->size().width()), kBadgeHeight);
        place(QRectF(QPointF(card->size().width() - size.width() - 8, -kBadgeAbove), size));
    }
    update();
}

QString RebalanceBadge::title() const { return tr("Rebalance of %1: %2").arg(qs(m_group), m_word); }

QString RebalanceBadge::explain(const QPointF&) const
{
    return QStringLiteral("<b>%1</b><br>%2")
        .arg(m_why.toHtmlEscaped(), tr("Click to see why, who caused it and what it cost."));
}

void RebalanceBadge::activate() { emit picked(qs(m_group)); }

void RebalanceBadge::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    event->setAccepted(event->button() == Qt::LeftButton);
}

void RebalanceBadge::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && shape().contains(event->pos()))
        activate();
}

void RebalanceBadge::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const Colors& c = colors();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(c.badgeBorder, stroke(1.4), m_isGoing ? Qt::DashLine : Qt::SolidLine));
    painter->setBrush(c.badge);
    painter->drawRoundedRect(box().adjusted(0.7, 0.7, -0.7, -0.7), kBadgeHeight / 2,
                             kBadgeHeight / 2);
    if (plain(*painter))
        return;
    const QFont font = typeFont(Type::SmallStrong);
    paintText(*painter, box(), Qt::AlignHCenter, elided(m_word, font, size().width() - 12), font,
              c.badgeText);
    paintRing(*painter, kBadgeHeight / 2);
}

} // namespace hw::ui
