#include "ui/rebalances/flow_view.h"

#include <QMouseEvent>
#include <QPainter>

#include <cmath>

#include "ui/theme/spoken.h"

namespace hw::ui {

FlowView::FlowView(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void FlowView::setFlow(Flow flow)
{
    m_flow = std::move(flow);
    settle();
    update();
}

void FlowView::setSpoken(const QString& name, const QString& spoken)
{
    setSpokenName(this, name);
    setSpokenDescription(this, spoken);
}

void FlowView::setGround(const QColor& color)
{
    m_ground = color;
    update();
}

/// Its height and the places that can be clicked follow from its width.
void FlowView::settle()
{
    m_links.clear();
    if (!m_flow)
        return;
    const double height = m_flow(nullptr, width() - 2 * kMargin, &m_links);
    for (auto& [place, event] : m_links)
        place.translate(kMargin, kMargin);
    setMinimumHeight(static_cast<int>(std::ceil(height + 2 * kMargin)));
}

QRectF FlowView::placeOf(EventId event) const
{
    for (const auto& [place, leads] : m_links)
        if (leads == event)
            return place;
    return {};
}

EventId FlowView::under(const QPointF& at) const
{
    for (const auto& [place, leads] : m_links)
        if (place.contains(at))
            return leads;
    return kNoEvent;
}

void FlowView::paintEvent(QPaintEvent*)
{
    ++m_paints;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), m_ground);
    painter.translate(kMargin, kMargin);
    if (m_flow)
        m_flow(&painter, width() - 2 * kMargin, nullptr);
}

void FlowView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        settle();
}

void FlowView::mousePressEvent(QMouseEvent* event)
{
    const EventId leads = under(event->position());
    if (event->button() == Qt::LeftButton && leads != kNoEvent)
        emit picked(leads);
}

void FlowView::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(under(event->position()) == kNoEvent ? Qt::ArrowCursor : Qt::PointingHandCursor);
}

} // namespace hw::ui
