#include "ui/map/map_scene.h"

#include <QGraphicsSceneHelpEvent>
#include <QToolTip>

#include "ui/map/broker_item.h"
#include "ui/map/chip_item.h"
#include "ui/map/client_item.h"
#include "ui/map/fault_marks.h"
#include "ui/map/grid_item.h"
#include "ui/map/group_item.h"
#include "ui/map/mark_item.h"
#include "ui/map/rebalance_badge.h"

/// The part of the scene that finds things: by place, by name, in reading order.
namespace hw::ui {

void MapScene::helpEvent(QGraphicsSceneHelpEvent* event)
{
    const MapItem* item = itemUnder(event->scenePos());
    const auto* flight = m_flightWords ? m_flights->at(event->scenePos()) : nullptr;
    if (flight && !qobject_cast<const MarkItem*>(item)) {
        QToolTip::showText(event->screenPos(), m_flightWords(*flight), event->widget());
        event->accept();
        return;
    }
    if (!item) {
        QToolTip::hideText();
        event->ignore();
        return;
    }
    const QString text = item->explain(item->mapFromScene(event->scenePos()));
    QToolTip::showText(event->screenPos(), text, event->widget());
    event->accept();
}

MapItem* MapScene::itemUnder(const QPointF& scenePos) const
{
    for (QGraphicsItem* item : items(scenePos)) {
        if (auto* thing = dynamic_cast<MapItem*>(item))
            return thing;
    }
    return nullptr;
}

BrokerItem* MapScene::brokerItem(BrokerId id) const
{
    const auto it = m_brokers.find(id);
    return it == m_brokers.end() ? nullptr : it->second;
}

ChipItem* MapScene::chipItem(const TopicPartition& id, BrokerId on) const
{
    const auto it = m_chips.find(Subject::replica(id, on));
    return it == m_chips.end() ? nullptr : it->second;
}

MapItem* MapScene::itemOf(const Subject& subject) const
{
    if (subject.kind == Subject::Kind::Partition) {
        for (const auto& [own, chip] : m_chips) {
            if (own == subject ||
                (subject.node.kind == NodeId::Kind::None && own.partition == subject.partition))
                return chip;
        }
        for (const auto& [own, grid] : m_grids) {
            if (own.name == subject.partition.topic &&
                (subject.node.kind == NodeId::Kind::None || own.node == subject.node))
                return grid;
        }
        return nullptr;
    }
    if (subject.kind == Subject::Kind::Topic && subject.node.kind == NodeId::Kind::None) {
        for (const auto& [own, chip] : m_chips) {
            if (own.partition.topic == subject.name)
                return chip;
        }
        for (const auto& [own, grid] : m_grids) {
            if (own.name == subject.name)
                return grid;
        }
        return nullptr;
    }
    for (MapItem* item : walk()) {
        if (item->subject() == subject)
            return item;
    }
    return nullptr;
}

std::vector<MapItem*> MapScene::spoken() const
{
    std::vector<MapItem*> all;
    for (CaptionItem* caption : m_captions)
        if (caption->isVisible())
            all.push_back(caption);
    if (m_note->isVisible())
        all.push_back(m_note);
    const std::vector<MapItem*> things = walk();
    all.insert(all.end(), things.begin(), things.end());
    return all;
}

std::vector<MapItem*> MapScene::walk() const
{
    std::vector<MapItem*> all;
    for (const auto& [subject, item] : m_servers)
        all.push_back(item);
    for (const auto& [subject, item] : m_producers)
        all.push_back(item);
    for (const auto& [subject, item] : m_outside)
        all.push_back(item);
    for (const auto& [id, broker] : m_brokers) {
        all.push_back(broker);
        all.push_back(broker->freezeMark());
        all.push_back(broker->powerMark());
        for (const auto& [subject, chip] : m_chips) {
            if (subject.node == NodeId::broker(id))
                all.push_back(chip);
        }
        for (const auto& [subject, grid] : m_grids) {
            if (subject.node == NodeId::broker(id))
                all.push_back(grid);
        }
    }
    for (const auto& [subject, group] : m_groups) {
        all.push_back(group);
        if (group->badge()->isVisible())
            all.push_back(group->badge());
        for (const auto& [member, item] : m_members) {
            if (member.name == subject.name)
                all.push_back(item);
        }
    }
    for (FaultMark* mark : m_faultMarks->marks())
        all.push_back(mark);
    return all;
}

} // namespace hw::ui
