#pragma once

#include <memory>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/map/map_item.h"

namespace hw::ui {

/// A consumer group's card; its members are items of their own, on top of it.
class GroupItem : public MapItem
{
    Q_OBJECT
public:
    GroupItem(const MapContext& context, std::string name);

    void show(std::shared_ptr<const observe::GroupPart> part);
    /// Its lag in words: summed less often than numbers move.
    void setLag(const QString& lag);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    void paintState(QPainter& painter, double y) const;

    std::shared_ptr<const observe::GroupPart> m_part;
    QString m_lag;
};

/// A member of a group: its colour, its name, and the partitions it owns as tags.
class MemberItem : public MapItem
{
    Q_OBJECT
public:
    MemberItem(const MapContext& context, std::string group, std::string member);

    void show(std::shared_ptr<const observe::GroupPart> group, const observe::Gauges& gauges,
              int color, std::size_t mostTags);
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;
    int color() const { return m_color; }

private:
    const observe::MemberPart* part() const;
    void paintSession(QPainter& painter, const QRectF& ring) const;
    void paintTags(QPainter& painter) const;

    std::shared_ptr<const observe::GroupPart> m_group;
    std::vector<QString> m_tags;
    int m_color = 0;
    int m_sessionSixteenths = 16; ///< what is left of the session
};

} // namespace hw::ui
