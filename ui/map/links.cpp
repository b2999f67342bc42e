#include "ui/map/links.h"

#include <QGraphicsScene>
#include <QPainter>

#include <algorithm>
#include <set>

#include "ui/models/lookup.h"

namespace hw::ui {

LinkItem::LinkItem()
{
    setZValue(-1);
    setAcceptedMouseButtons(Qt::NoButton);
}

void LinkItem::setWay(std::vector<QPointF> way)
{
    if (way == m_way)
        return;
    prepareGeometryChange();
    m_way = std::move(way);
    m_path = rounded(m_way);
    m_bounds = m_path.boundingRect().adjusted(-6, -6, 6, 6);
    update();
}

void LinkItem::setPen(const QPen& pen, bool arrow)
{
    if (pen == m_pen && arrow == m_arrow)
        return;
    m_pen = pen;
    m_arrow = arrow;
    update();
}

void LinkItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    if (m_way.size() < 2)
        return;
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(m_pen);
    painter->setBrush(Qt::NoBrush);
    painter->drawPath(m_path);
    if (!m_arrow)
        return;
    const QPointF tip = m_way.back();
    const double back = m_way[m_way.size() - 2].x() < tip.x() ? -6 : 6;
    painter->setPen(Qt::NoPen);
    painter->setBrush(m_pen.color());
    painter->drawPolygon(QPolygonF({tip, tip + QPointF(back, -3.2), tip + QPointF(back, 3.2)}));
}

const LinkItem* Links::find(const Key& key) const
{
    const auto it = m_items.find(key);
    return it == m_items.end() ? nullptr : it->second;
}

static bool serves(observe::BrokerState state)
{
    return state == observe::BrokerState::Running || state == observe::BrokerState::Frozen;
}

void Links::collectWrites(const observe::Snapshot& snapshot, const Anchors& anchors,
                          std::vector<Wanted>& out) const
{
    for (const auto& producer : snapshot.producers) {
        const Subject from = Subject::producer(producer->client);
        const auto start = anchors.of(from);
        if (!start || !producer->running)
            continue;
        std::set<BrokerId> leaders;
        for (const auto& name : producer->topics) {
            const auto* topic = findTopic(snapshot, name);
            for (std::size_t p = 0; topic && p < topic->partitions.size(); ++p)
                leaders.insert(topic->partitions[p]->leader);
        }
        for (const BrokerId id : leaders) {
            const auto* broker = findBroker(snapshot, id);
            const auto end = anchors.of(Subject::broker(id));
            if (!broker || !end || !serves(broker->state))
                continue;
            out.push_back({{Kind::Write, from, Subject::broker(id)},
                           *start,
                           *end,
                           Router::Corridor::Upper,
                           {},
                           m_context.theme.colors.line,
                           false});
        }
    }
}

static bool concerns(const Subject& chosen, const Subject& end)
{
    if (!chosen || chosen.kind == Subject::Kind::Topic)
        return chosen.kind == Subject::Kind::Topic && end.partition.topic == chosen.name;
    if (chosen == end)
        return true;
    if (chosen.kind == Subject::Kind::Partition && end.kind == Subject::Kind::Partition)
        return chosen.partition == end.partition;
    if (chosen.kind == Subject::Kind::Group)
        return end.kind == Subject::Kind::Member && end.name == chosen.name;
    if (chosen.kind == Subject::Kind::Broker)
        return end.node == chosen.node;
    return false;
}

static bool leads(const observe::PartitionPart& partition)
{
    const auto* replica = findReplica(partition, partition.leader);
    return replica && replica->role == observe::ReplicaRole::Leader;
}

void Links::collectReads(const observe::Snapshot& snapshot, const Anchors& anchors,
                         const std::map<Subject, int>& memberColors, const Subject& chosen,
                         bool onlyChosen, std::vector<Wanted>& out) const
{
    if (onlyChosen && !chosen)
        return;
    for (const auto& group : snapshot.groups) {
        for (const auto& member : group->members) {
            const Subject to = Subject::memberOf(group->name, member.member);
            auto end = anchors.of(to);
            if (!end)
                end = anchors.of(Subject::group(group->name));
            if (!end)
                continue;
            const auto color = memberColors.find(to);
            const QColor ink =
                m_context.theme.member(color == memberColors.end() ? 7 : color->second);
            const bool all = !onlyChosen || concerns(chosen, to);
            for (std::size_t i = 0; i < member.assigned.size() && out.size() <= kMost; ++i) {
                const auto& id = member.assigned[i];
                const auto* partition = findPartition(snapshot, id);
                if (!partition || !leads(*partition))
                    continue;
                const Subject from = Subject::replica(id, partition->leader);
                const auto start = all || concerns(chosen, from) ? anchors.of(from) : std::nullopt;
                if (!start)
                    continue;
                // Several lines into one card arrive beside each other.
                Anchor spread = *end;
                const double share =
                    (static_cast<double>(i) + 0.5) / static_cast<double>(member.assigned.size());
                const double y = end->box.top() + 8 + (end->box.height() - 16) * share;
                spread.box = QRectF(end->box.left(), y, end->box.width(), 0);
                out.push_back({{Kind::Read, from, to},
                               *start,
                               spread,
                               Router::Corridor::Lower,
                               {},
                               ink,
                               false});
            }
        }
    }
}

/// Neighbouring lines get lanes so that they nest instead of crossing: the nearer card and the
/// upper chip turn first, on the outer lane.
void Links::setLanes(std::vector<Wanted>& reads, const Anchors& anchors) const
{
    const auto column = [&anchors](const Wanted& read) { return anchors.columnOf(read.from.card); };
    std::ranges::sort(reads, [&column](const Wanted& a, const Wanted& b) {
        if (column(a) != column(b))
            return column(a) > column(b);
        if (a.from.box.top() != b.from.box.top())
            return a.from.box.top() < b.from.box.top();
        return a.key < b.key;
    });
    const auto count = static_cast<double>(reads.size());
    std::map<std::size_t, double> perColumn, seen;
    for (const auto& read : reads)
        perColumn[column(read)] += 1;
    const double lastWidth = anchors.gutterWidth(anchors.columns()) - 14;
    const double step = std::min(5.0, 28.0 / std::max(1.0, count));
    const double lastStep = std::min(5.0, lastWidth / std::max(1.0, count));
    for (std::size_t i = 0; i < reads.size(); ++i) {
        auto& read = reads[i];
        const double all = perColumn[column(read)];
        const double nth = seen[column(read)]++;
        const double room = anchors.gutterWidth(column(read) + 1) - 14;
        const double cardStep = std::min(5.0, room / std::max(1.0, all));
        const double index = static_cast<double>(i) - (count - 1) / 2;
        read.lane.first = ((all - 1) / 2 - nth) * cardStep;
        read.lane.corridor = index * step;
        read.lane.last = index * lastStep;
        if (column(read) + 1 == anchors.columns())
            read.lane.first = read.lane.last;
    }
}

/// Which server stands for the ensemble: the one that leads it, else the first that runs; -1: none.
static std::int32_t keeperIn(const observe::Snapshot& snapshot)
{
    using State = observe::EnsembleServerPart::State;
    const auto& all = snapshot.ensemble;
    const auto leads = [](const auto& server) {
        return server.state == State::Leader || server.state == State::Standalone;
    };
    const auto runs = [](const auto& server) {
        return server.state != State::Down && server.state != State::Frozen;
    };
    auto it = std::ranges::find_if(all, leads);
    if (it == all.end())
        it = std::ranges::find_if(all, runs);
    return it == all.end() ? -1 : static_cast<std::int32_t>(it - all.begin());
}

void Links::rebuild(const observe::Snapshot& snapshot, const Anchors& anchors,
                    const Subject& chosen, const std::map<Subject, int>& memberColors,
                    bool onlyChosen)
{
    std::vector<Wanted> wanted, reads;
    collectWrites(snapshot, anchors, wanted);
    collectReads(snapshot, anchors, memberColors, chosen, onlyChosen, reads);
    const auto mark = [&](Wanted& one) {
        one.related = concerns(chosen, one.key.from) || concerns(chosen, one.key.to);
    };
    std::ranges::for_each(wanted, mark);
    std::ranges::for_each(reads, mark);
    m_reduced = onlyChosen || reads.size() > kMost;
    if (reads.size() > kMost && !onlyChosen) { // too many to tell apart: only the chosen thing's
        reads.clear();
        collectReads(snapshot, anchors, memberColors, chosen, true, reads);
        std::ranges::for_each(reads, mark);
    }
    if (reads.size() > kMost)
        reads.resize(kMost);
    setLanes(reads, anchors);
    wanted.insert(wanted.end(), reads.begin(), reads.end());
    const auto controller = anchors.of(Subject::broker(snapshot.controller.broker));
    const Subject keeper = Subject::ensemble(keeperIn(snapshot));
    const auto server = anchors.of(keeper);
    if (controller && server)
        wanted.push_back({{Kind::Controller, keeper, Subject::broker(snapshot.controller.broker)},
                          *server,
                          *controller,
                          Router::Corridor::Upper,
                          {},
                          m_context.theme.colors.badgeBorder,
                          true});
    const bool any = std::ranges::any_of(
        wanted, [](const Wanted& one) { return one.related && one.key.kind != Kind::Controller; });
    std::set<Key> kept;
    for (const auto& one : wanted) {
        auto way = anchors.router().route(one.from, one.to, one.corridor, one.lane);
        if (way.empty())
            continue;
        LinkItem*& item = m_items[one.key];
        if (!item) {
            item = new LinkItem;
            m_scene.addItem(item);
        }
        QColor ink = one.color;
        if (any && !one.related)
            ink.setAlphaF(0.22f);
        QPen pen(ink, m_context.theme.stroke *
                          (any && one.related && one.key.kind != Kind::Controller ? 2.2 : 1.3));
        if (one.key.kind == Kind::Controller)
            pen.setDashPattern({3, 3});
        item->setPen(pen, one.key.kind != Kind::Controller);
        item->setZValue(one.related ? -0.5 : -1);
        item->setWay(std::move(way));
        kept.insert(one.key);
    }
    std::erase_if(m_items, [&](const auto& entry) {
        if (kept.contains(entry.first))
            return false;
        delete entry.second;
        return true;
    });
}

} // namespace hw::ui
