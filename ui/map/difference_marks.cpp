#include "ui/map/difference_marks.h"

#include <QPainter>

namespace hw::ui {

DifferenceMarks::DifferenceMarks(const MapContext& context)
    : m_context(context)
{
    setZValue(9);
    setAcceptedMouseButtons(Qt::NoButton);
}

void DifferenceMarks::show(std::vector<QRectF> boxes)
{
    if (boxes == m_boxes)
        return;
    prepareGeometryChange();
    m_boxes = std::move(boxes);
    m_bounds = QRectF();
    for (const QRectF& box : m_boxes)
        m_bounds |= box.adjusted(-2 * kMargin, -2 * kMargin, 2 * kMargin, 2 * kMargin);
    update();
}

void DifferenceMarks::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(m_context.theme.colors.waiting, 2, Qt::DashLine));
    for (const QRectF& box : m_boxes)
        painter->drawRoundedRect(box.adjusted(-kMargin, -kMargin, kMargin, kMargin), 4, 4);
}

} // namespace hw::ui
