#pragma once

#include <QWidget>

#include <functional>

#include "ui/rebalances/card.h"

namespace hw::ui {

/// Shows what draws itself into a width, and is as tall as that needs. Places that lead to an
/// event can be clicked.
class FlowView : public QWidget
{
    Q_OBJECT
public:
    /// Draws from 0, 0 into a width (`painter` null: only measures); returns its height.
    using Flow = std::function<double(QPainter* painter, double width, CardPainter::Links* links)>;

    explicit FlowView(QWidget* parent = nullptr);

    void setFlow(Flow flow);
    /// `spoken`: the same for those who do not see it.
    void setSpoken(const QString& name, const QString& spoken);
    void setGround(const QColor& color);
    /// Where a line that leads to an event is; empty if none does.
    QRectF placeOf(EventId event) const;
    /// How often it was drawn.
    int paints() const { return m_paints; }

signals:
    void picked(hw::EventId event);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    static constexpr double kMargin = 16;
    void settle();
    EventId under(const QPointF& at) const;

    Flow m_flow;
    QColor m_ground;
    CardPainter::Links m_links;
    int m_paints = 0;
};

} // namespace hw::ui
