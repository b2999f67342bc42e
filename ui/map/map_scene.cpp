#include "ui/map/map_scene.h"

#include <algorithm>
#include <set>

#include "ui/map/broker_item.h"
#include "ui/map/chip_item.h"
#include "ui/map/client_item.h"
#include "ui/map/difference_marks.h"
#include "ui/map/fault_marks.h"
#include "ui/map/grid_item.h"
#include "ui/map/group_item.h"
#include "ui/map/mark_item.h"
#include "ui/map/member_colors.h"
#include "ui/map/rebalance_badge.h"
#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

MapScene::MapScene(const Theme& theme, QObject* parent)
    : QGraphicsScene(parent)
    , m_context{theme}
    , m_links(*this, m_context)
    , m_flights(new Flights(m_context))
    , m_faultMarks(new FaultMarks(*this, m_context))
    , m_differences(new DifferenceMarks(m_context))
    , m_note(new ControllerNote(m_context))
{
    addItem(m_flights);
    addItem(m_differences);
    addItem(m_note);
    connect(m_faultMarks, &FaultMarks::picked, this, &MapScene::faultPicked);
    using Kind = CaptionItem::Kind;
    for (const Kind kind :
         {Kind::Ensemble, Kind::Producers, Kind::Outside, Kind::Groups, Kind::Readers}) {
        m_captions.push_back(new CaptionItem(m_context, kind));
        addItem(m_captions.back());
    }
}

MapScene::~MapScene()
{
    clear(); // items look at the context, which goes with this object
}

void MapScene::show(const Frame& frame, const Rates& rates)
{
    if (!frame.snapshot || !frame.gauges)
        return;
    m_gauges = frame.gauges;
    if (frame.anew) {
        m_context.heldMarks = {};
        m_context.heldMarks.take(frame.retold);
        m_lastErrors.restart(frame.retold, frame.retoldGauges);
        m_flights->clear();
        m_bookVersion = 0;
    }
    m_lastErrors.take(*frame.snapshot, *frame.gauges, frame.events);
    m_context.heldMarks.take(frame.events);
    const bool parts = frame.snapshot != m_snapshot || m_viewChanged;
    if (parts)
        showParts(frame);
    showNumbers(frame, rates, parts);
    m_faultMarks->tick(frame.gauges->at);
    m_flights->show(frame, m_anchors, m_links);
}

void MapScene::setView(const QSizeF& size)
{
    m_viewChanged = m_viewChanged || size != m_view;
    m_view = size;
}

void MapScene::hold(std::optional<Arrangement> arrangement)
{
    m_viewChanged = m_viewChanged || arrangement != m_held;
    m_held = arrangement;
}

void MapScene::showParts(const Frame& frame)
{
    m_snapshot = frame.snapshot;
    const auto& s = *m_snapshot;
    Shape shape = Shape::of(s);
    colorMembers(s);
    const bool isNew = shape != m_shape || m_layouts == 0;
    m_shape = std::move(shape);
    if (isNew || (m_viewChanged && fitting().bounds != m_layout.bounds))
        layOut();
    m_viewChanged = false;
    m_anchors.rename(s);
    m_note->show(s.controller);
    m_names.take(s);
    m_faultMarks->rebuild(s.faults, m_anchors, m_names, frame.gauges->at);
    showScars();
    for (std::size_t n = 0; n < s.ensemble.size(); ++n) {
        const auto it = m_servers.find(Subject::ensemble(static_cast<std::int32_t>(n)));
        if (it != m_servers.end())
            it->second->show(s.ensemble[n], false);
    }
    for (const auto& client : s.outside) {
        const auto it = m_outside.find(Subject::outside(client.address));
        if (it != m_outside.end())
            it->second->show(client);
    }
    for (const auto& topic : s.topics) {
        for (const auto& broker : s.brokers) {
            const auto it = m_grids.find(
                {Subject::Kind::Topic, NodeId::broker(broker->id), {}, topic->name, {}});
            if (it != m_grids.end())
                it->second->show(topic);
        }
    }
    rebuildLinks();
}

void MapScene::showScars()
{
    if (m_snapshot->lost == m_scars)
        return;
    m_scars = m_snapshot->lost;
    std::map<TopicPartition, ChipItem::Scars> by;
    for (const auto& line : m_scars)
        by[line.partition].emplace_back(line.from.value(), line.to.value());
    for (const auto& [subject, chip] : m_chips)
        chip->setScars(by[subject.partition]);
}

void MapScene::showNumbers(const Frame& frame, const Rates& rates, bool everything)
{
    const auto& s = *m_snapshot;
    const auto& g = *frame.gauges;
    for (const auto& part : s.brokers) {
        if (BrokerItem* item = brokerItem(part->id))
            item->show(part, g, m_faults);
    }
    if (!m_chips.empty()) {
        for (const auto& topic : s.topics) {
            for (const auto& partition : topic->partitions) {
                for (const auto& replica : partition->replicas) {
                    ChipItem* chip = chipItem(partition->id, replica.broker);
                    if (chip && frame.anew)
                        chip->recall(frame.retoldGauges, replica.slot);
                    if (chip)
                        chip->show(partition, frame.gauges);
                }
                if (topic->internal)
                    break;
            }
        }
    }
    for (const auto& producer : s.producers) {
        const auto it = m_producers.find(Subject::producer(producer->client));
        if (it != m_producers.end())
            it->second->show(producer, rates.produced(producer->slot), m_lastErrors);
    }
    if (everything || frame.nowMs - m_lagAtMs >= kLagMs)
        showGroups(g, everything);
    showLags(frame);
}

void MapScene::showGroups(const observe::Gauges& gauges, bool parts)
{
    for (const auto& group : m_snapshot->groups) {
        if (parts) {
            if (const auto it = m_groups.find(Subject::group(group->name)); it != m_groups.end())
                it->second->show(group);
        }
        for (std::size_t m = 0; !m_members.empty() && m < group->members.size(); ++m) {
            const Subject subject = Subject::memberOf(group->name, group->members[m].member);
            const auto it = m_members.find(subject);
            if (it != m_members.end())
                it->second->show(group, findConsumer(*m_snapshot, group->members[m].client), gauges,
                                 m_memberColors[subject], Shape::kMostTags);
        }
    }
}

/// Sums the lags of some groups, in turn, so that thousands of offsets never make one frame long.
void MapScene::showLags(const Frame& frame)
{
    const auto& groups = m_snapshot->groups;
    if (m_lagNext >= groups.size()) {
        if (frame.nowMs - m_lagAtMs < kLagMs)
            return;
        m_lagAtMs = frame.nowMs;
        m_lagNext = 0;
    }
    for (std::size_t offsets = 0; m_lagNext < groups.size() && offsets < kLagOffsets; ++m_lagNext) {
        const auto& group = *groups[m_lagNext];
        offsets += group.offsets.size();
        const auto it = m_groups.find(Subject::group(group.name));
        if (it != m_groups.end())
            it->second->setLag(Words::lag(lagOf(group, *m_snapshot, *frame.gauges)));
    }
}

void MapScene::showRebalances(const rebalances::Book& book, Instant now)
{
    const bool isDue = now - m_badgesAt >= kBadgeStep || now < m_badgesAt;
    if (book.version() == m_bookVersion && !isDue)
        return;
    m_bookVersion = book.version();
    m_badgesAt = now;
    for (const auto& [subject, item] : m_groups) {
        const rebalances::Rebalance* newest = book.newest(subject.name);
        const bool isGoing = newest && newest->outcome == rebalances::Outcome::Going;
        if (!newest || (!isGoing && now - newest->ended.value_or(now) > kBadgeFor)) {
            item->badge()->show({}, {}, false);
            continue;
        }
        const QString why = Words::rebalance(
            newest->kind, newest->clientId.empty() ? newest->member : newest->clientId);
        const std::int64_t ms = toMs(isGoing ? now - newest->began : newest->lasted());
        item->badge()->show(isGoing ? tr("rebalances, %1").arg(Words::seconds(ms))
                                    : tr("rebalanced in %1").arg(Words::seconds(ms)),
                            why, isGoing);
    }
}

void MapScene::colorMembers(const observe::Snapshot& snapshot)
{
    if (snapshot.groups.size() > Shape::kFullGroups)
        m_memberColors.clear();
    else
        m_memberColors = memberColorsIn(snapshot);
}

void MapScene::rebuildLinks()
{
    if (m_snapshot)
        m_links.rebuild(*m_snapshot, m_anchors, m_chosen, m_memberColors,
                        m_shape.dense() || m_shape.smallGroups());
}

void MapScene::choose(const Subject& subject)
{
    if (subject == m_chosen)
        return;
    m_chosen = subject;
    markChosen();
    rebuildLinks();
}

void MapScene::markDifferences(const std::vector<Subject>& subjects)
{
    std::vector<QRectF> boxes;
    const auto add = [&boxes](const MapItem* item) {
        if (item && std::ranges::find(boxes, item->sceneBox()) == boxes.end())
            boxes.push_back(item->sceneBox());
    };
    for (const Subject& subject : subjects) {
        if (subject.kind != Subject::Kind::Partition) {
            add(itemOf(subject));
            continue;
        }
        for (const auto& [id, broker] : m_brokers)
            add(chipItem(subject.partition, id));
    }
    m_differences->show(std::move(boxes));
}

void MapScene::markChosen()
{
    for (MapItem* item : walk()) {
        const Subject& own = item->subject();
        bool on = own && own == m_chosen && !qobject_cast<MarkItem*>(item);
        if (m_chosen.kind == Subject::Kind::Partition && m_chosen.node.kind == NodeId::Kind::None)
            on = own.kind == Subject::Kind::Partition && own.partition == m_chosen.partition;
        if (m_chosen.kind == Subject::Kind::Topic && m_chosen.node.kind == NodeId::Kind::None)
            on = (own.kind == Subject::Kind::Partition ? own.partition.topic : own.name) ==
                     m_chosen.name &&
                 (own.kind == Subject::Kind::Partition || own.kind == Subject::Kind::Topic);
        item->setChosen(on);
    }
    for (const auto& [subject, grid] : m_grids) {
        const bool here =
            m_chosen.kind == Subject::Kind::Partition && m_chosen.partition.topic == subject.name;
        grid->setChosenPartition(here ? m_chosen.partition.partition : -1);
    }
}

void MapScene::setTheme(const Theme& theme)
{
    m_context.theme = theme;
    for (QGraphicsItem* item : items())
        item->update();
    rebuildLinks();
    if (m_snapshot)
        m_faultMarks->rebuild(m_snapshot->faults, m_anchors, m_names, m_gauges->at);
}

void MapScene::retranslate()
{
    m_lagNext = 0;
    m_bookVersion = 0; // the words on the badges are set again
    for (QGraphicsItem* item : items())
        item->update();
}

} // namespace hw::ui
