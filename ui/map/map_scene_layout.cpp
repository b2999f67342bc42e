#include "ui/map/map_scene.h"

#include <set>

#include "ui/map/broker_item.h"
#include "ui/map/chip_item.h"
#include "ui/map/client_item.h"
#include "ui/map/grid_item.h"
#include "ui/map/group_item.h"
#include "ui/map/rebalance_badge.h"

namespace hw::ui {

/// The item of a key, made when it is missing; notes that it is wanted.
template <class Key, class Item, class Make>
static Item* keep(QGraphicsScene& scene, std::map<Key, Item*>& items, const Key& key,
                  std::set<Key>& wanted, Make make)
{
    wanted.insert(key);
    Item*& item = items[key];
    if (!item) {
        item = make();
        scene.addItem(item);
    }
    return item;
}

template <class Key, class Item>
static void dropOthers(std::map<Key, Item*>& items, const std::set<Key>& wanted)
{
    std::erase_if(items, [&](const auto& entry) {
        if (wanted.contains(entry.first))
            return false;
        delete entry.second;
        return true;
    });
}

Layout MapScene::fitting() const
{
    return m_held ? Layout::of(m_shape, *m_held) : Layout::of(m_shape, m_view);
}

void MapScene::layOut()
{
    ++m_layouts;
    m_layout = fitting();
    m_viewChanged = false;
    placeCards();
    placeSides();
    placeGroups();
    m_anchors.rebuild(m_shape, m_layout);
    m_flights->clear();
    m_flights->setBounds(m_layout.bounds);
    if (sceneRect() != m_layout.bounds) {
        setSceneRect(m_layout.bounds);
        emit boundsChanged();
    }
    markChosen();
    m_scars.clear(); // new chips have none yet
}

void MapScene::placeCards()
{
    std::set<BrokerId> brokers;
    std::set<Subject> chips, grids;
    for (const auto& card : m_layout.cards) {
        const BrokerId id = card.id;
        auto* broker = keep(*this, m_brokers, id, brokers, [&] {
            auto* made = new BrokerItem(m_context, id);
            connect(made, &BrokerItem::powerPressed, this, &MapScene::powerPressed);
            connect(made, &BrokerItem::freezePressed, this, &MapScene::freezePressed);
            return made;
        });
        broker->place(card.rect);
        broker->arrange();
        std::vector<std::pair<QString, QRectF>> headings;
        for (const auto& section : card.sections) {
            headings.emplace_back(QString::fromStdString(section.topic),
                                  section.label.translated(-card.rect.topLeft()));
            if (section.grid) {
                const Subject key{Subject::Kind::Topic, NodeId::broker(id), {}, section.topic, {}};
                auto* grid = keep(*this, m_grids, key, grids,
                                  [&] { return new GridItem(m_context, section.topic, id); });
                grid->setZValue(1);
                grid->setCells(section);
                continue;
            }
            for (std::size_t i = 0; i < section.chips.size(); ++i) {
                const TopicPartition partition{section.topic, section.partitions[i]};
                auto* chip = keep(*this, m_chips, Subject::replica(partition, id), chips,
                                  [&] { return new ChipItem(m_context, partition, id); });
                chip->setZValue(1);
                chip->place(section.chips[i]);
            }
        }
        broker->setHeadings(std::move(headings));
    }
    dropOthers(m_chips, chips);
    dropOthers(m_grids, grids);
    dropOthers(m_brokers, brokers);
}

void MapScene::placeSides()
{
    std::set<Subject> servers, producers, outside;
    for (std::size_t n = 0; n < m_layout.servers.size(); ++n) {
        const auto number = static_cast<std::int32_t>(n);
        keep(*this, m_servers, Subject::ensemble(number), servers, [&] {
            return new ServerItem(m_context, number);
        })->place(m_layout.servers[n]);
    }
    for (std::size_t n = 0; n < m_layout.producers.size(); ++n) {
        const NodeId client = m_shape.producers[n];
        keep(*this, m_producers, Subject::producer(client), producers, [&] {
            return new ProducerItem(m_context, client);
        })->place(m_layout.producers[n]);
    }
    const auto placeOutside = [&](const std::vector<std::string>& addresses,
                                  const std::vector<QRectF>& rects) {
        for (std::size_t n = 0; n < rects.size(); ++n) {
            keep(*this, m_outside, Subject::outside(addresses[n]), outside, [&] {
                return new OutsideItem(m_context, addresses[n]);
            })->place(rects[n]);
        }
    };
    placeOutside(m_shape.outside, m_layout.outside);
    placeOutside(m_shape.readers, m_layout.readers);
    dropOthers(m_servers, servers);
    dropOthers(m_producers, producers);
    dropOthers(m_outside, outside);
    m_note->place(m_layout.controllerNote);
    using Kind = CaptionItem::Kind;
    placeCaption(m_captions[static_cast<std::size_t>(Kind::Ensemble)], m_layout.ensembleCaption);
    placeCaption(m_captions[static_cast<std::size_t>(Kind::Producers)], m_layout.producersCaption);
    placeCaption(m_captions[static_cast<std::size_t>(Kind::Outside)], m_layout.outsideCaption);
    placeCaption(m_captions[static_cast<std::size_t>(Kind::Groups)], m_layout.groupsCaption);
    placeCaption(m_captions[static_cast<std::size_t>(Kind::Readers)], m_layout.readersCaption);
}

void MapScene::placeCaption(CaptionItem* caption, const QRectF& rect)
{
    caption->setVisible(!rect.isNull());
    caption->place(rect);
}

void MapScene::placeGroups()
{
    std::set<Subject> groups, members;
    for (std::size_t g = 0; g < m_layout.groups.size(); ++g) {
        const auto& group = m_layout.groups[g];
        keep(*this, m_groups, Subject::group(group.name), groups, [&] {
            auto* item = new GroupItem(m_context, group.name);
            connect(item->badge(), &RebalanceBadge::picked, this, &MapScene::rebalancePicked);
            return item;
        })->place(group.rect);
        for (std::size_t m = 0; m < group.members.size(); ++m) {
            const std::string& id = m_shape.groups[g].members[m].id;
            auto* member = keep(*this, m_members, Subject::memberOf(group.name, id), members,
                                [&] { return new MemberItem(m_context, group.name, id); });
            member->setZValue(1);
            member->place(group.members[m]);
        }
    }
    dropOthers(m_groups, groups);
    dropOthers(m_members, members);
}

} // namespace hw::ui
