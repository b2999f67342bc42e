#pragma once

#include <array>
#include <memory>
#include <vector>

#include "engine/observe/snapshot.h"
#include "ui/map/map_item.h"
#include "ui/models/member_timers.h"

namespace hw::ui {

class RebalanceBadge;

/// A consumer group's card; its members are items of their own, on top of it.
class GroupItem : public MapItem
{
    Q_OBJECT
public:
    GroupItem(const MapContext& context, std::string name);

    void show(std::shared_ptr<const observe::GroupPart> part);
    /// Its lag in words: summed less often than numbers move.
    void setLag(const QString& lag);
    RebalanceBadge* badge() const { return m_badge; }
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;

private:
    double paintState(QPainter& painter, double y) const;

    std::shared_ptr<const observe::GroupPart> m_part;
    QString m_lag;
    RebalanceBadge* m_badge;
};

/// A member of a group: its colour, its name, the partitions it owns as tags, and its timers as
/// rings that drain: session, poll, heartbeat, each with its letter. An outside program has only
/// the first: the other two are in its own hands.
class MemberItem : public MapItem
{
    Q_OBJECT
public:
    MemberItem(const MapContext& context, std::string group, std::string member);

    void show(std::shared_ptr<const observe::GroupPart> group,
              const observe::ConsumerPart* consumer, const observe::Gauges& gauges, int color,
              std::size_t mostTags);
    /// Where a timer's ring is drawn; null if it has none.
    QRectF ringOf(MemberTimer::Kind kind) const;
    /// Where the tags of its partitions are drawn, in the order of its assignment. What has no room
    /// is counted on one more, the last one.
    std::vector<QRectF> tagBoxes() const;
    /// What is left of it, in sixteenths; -1: it does not run.
    int sixteenths(MemberTimer::Kind kind) const
    {
        return m_sixteenths[static_cast<std::size_t>(kind)];
    }
    QString title() const override;
    QString explain(const QPointF& at) const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override;
    int color() const { return m_color; }

private:
    const observe::MemberPart* part() const;
    QString labelAt(const QPointF& at) const;
    void paintTimers(QPainter& painter) const;
    void paintTags(QPainter& painter) const;

    std::shared_ptr<const observe::GroupPart> m_group;
    std::vector<QString> m_tags;
    int m_color = 0;
    std::array<MemberTimer, kMemberTimers> m_timers;
    std::array<int, kMemberTimers> m_sixteenths{-1, -1, -1};
    Instant m_now;
    bool m_embedded = false;
};

} // namespace hw::ui
