#pragma once

#include <QGraphicsItem>

#include <vector>

#include "ui/map/map_item.h"

namespace hw::ui {

/// Dashed frames around what is not the same in two pictures that are compared.
class DifferenceMarks : public QGraphicsItem
{
public:
    explicit DifferenceMarks(const MapContext& context);

    void show(std::vector<QRectF> boxes);
    std::size_t count() const { return m_boxes.size(); }

    QRectF boundingRect() const override { return m_bounds; }
    QPainterPath shape() const override { return {}; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    static constexpr double kMargin = 3;

    const MapContext& m_context;
    std::vector<QRectF> m_boxes;
    QRectF m_bounds;
};

} // namespace hw::ui
