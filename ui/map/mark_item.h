#pragma once

#include "ui/map/map_item.h"

namespace hw::ui {

/// A round button on a broker's card: its power mark, or its freeze mark. It only says that it was
/// pressed; what that means is decided elsewhere.
class MarkItem : public MapItem
{
    Q_OBJECT
public:
    enum class Kind : std::uint8_t
    {
        Power,
        Freeze
    };

    MarkItem(const MapContext& context, Kind kind, BrokerId broker, QGraphicsItem* parent);

    /// `on`: the broker has power (is frozen).
    void show(bool on, bool enabled);
    QPainterPath shape() const override;
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void activate() override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;
    bool usable() const { return m_enabled; }

signals:
    void pressed();

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;
    void hoverEnterEvent(QGraphicsSceneHoverEvent* event) override;
    void hoverLeaveEvent(QGraphicsSceneHoverEvent* event) override;

private:
    Kind m_kind;
    bool m_on = true;
    bool m_enabled = true;
    bool m_hovered = false;
};

} // namespace hw::ui
