#pragma once

#include "ui/map/map_item.h"

namespace hw::ui {

/// A badge on a group's card while it rebalances and for a while after: says so, and leads to why.
class RebalanceBadge : public MapItem
{
    Q_OBJECT
public:
    RebalanceBadge(const MapContext& context, std::string group, QGraphicsItem* parent);

    /// `why`: the cause in a sentence; an empty word hides it.
    void show(const QString& word, const QString& why, bool isGoing);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    bool walkable() const override { return isVisible(); }
    void activate() override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

signals:
    void picked(const QString& group);

protected:
    void mousePressEvent(QGraphicsSceneMouseEvent* event) override;
    void mouseReleaseEvent(QGraphicsSceneMouseEvent* event) override;

private:
    std::string m_group;
    QString m_word;
    QString m_why;
    bool m_isGoing = false;
};

} // namespace hw::ui
