#include "ui/models/positions.h"

#include <QStringList>

#include <algorithm>
#include <map>
#include <set>

#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;

std::int64_t PartitionPosition::waiting() const
{
    if (committed || hw < 0)
        return 0;
    return std::max<std::int64_t>(0, hw - std::max<std::int64_t>(0, logStart));
}

/// Above the LSO but not above the HW is not beyond the end: all that can be read was read.
Lag PartitionPosition::lagToLso() const
{
    const Lag whole = lagToHw();
    if (whole.kind != Lag::Kind::Known)
        return whole;
    return lso < 0 ? Lag{} : Lag{Lag::Kind::Known, std::max<std::int64_t>(0, lso - *committed)};
}

static std::set<TopicPartition> subscribedBy(const GroupPart& group, const Snapshot& s)
{
    std::set<std::string> topics;
    for (const MemberPart& member : group.members)
        topics.insert(member.subscribed.begin(), member.subscribed.end());
    std::set<TopicPartition> all;
    for (const std::string& name : topics) {
        const TopicPart* topic = findTopic(s, name);
        for (std::size_t p = 0; topic && p < topic->partitions.size(); ++p)
            all.insert(topic->partitions[p]->id);
    }
    return all;
}

std::vector<TopicPartition> unownedOf(const GroupPart& group, const Snapshot& s)
{
    std::set<TopicPartition> all = subscribedBy(group, s);
    for (const MemberPart& member : group.members)
        for (const TopicPartition& id : member.assigned)
            all.erase(id);
    return {all.begin(), all.end()};
}

static void addEnds(PartitionPosition& row, const Snapshot& s, const Gauges& g)
{
    const PartitionPart* part = findPartition(s, row.id);
    const ReplicaPart* leader = part ? findReplica(*part, part->leader) : nullptr;
    if (!leader)
        return;
    row.logStart = at(g.logStart, leader->slot);
    row.lso = at(g.lso, leader->slot);
    row.hw = at(g.hw, leader->slot);
    row.leo = at(g.leo, leader->slot);
}

static std::optional<std::int64_t> known(std::int64_t value)
{
    return value < 0 ? std::nullopt : std::optional(value);
}

std::vector<PartitionPosition> positionsOf(const GroupPart& group, const Snapshot& s,
                                           const Gauges& g, const MemberPart* only,
                                           std::size_t most)
{
    std::map<TopicPartition, PartitionPosition> rows;
    const auto row = [&](const TopicPartition& id) -> PartitionPosition* {
        if (const auto it = rows.find(id); it != rows.end())
            return &it->second;
        if (rows.size() >= most)
            return nullptr;
        PartitionPosition& made = rows[id];
        made.id = id;
        return &made;
    };
    const auto own = [&](const MemberPart& member) {
        for (const TopicPartition& id : member.assigned)
            if (PartitionPosition* made = row(id))
                made->owner = qs(member.name);
    };
    if (only) {
        own(*only);
    } else {
        for (const TopicPartition& id : unownedOf(group, s))
            if (PartitionPosition* made = row(id))
                made->unowned = true;
        for (const MemberPart& member : group.members)
            own(member);
    }
    for (const GroupOffsetPart& offset : group.offsets) {
        if (only && !rows.contains(offset.partition))
            continue;
        if (PartitionPosition* made = row(offset.partition)) {
            made->committed = known(at(g.committed, offset.slot));
            made->position = known(at(g.position, offset.slot));
        }
    }
    std::vector<PartitionPosition> all;
    for (auto& [id, made] : rows) {
        addEnds(made, s, g);
        all.push_back(std::move(made));
    }
    return all;
}

QString PositionWords::lags(const PartitionPosition& position)
{
    if (!position.committed) {
        if (position.hw < 0)
            return tr("lag none: nothing committed");
        return tr("lag none: nothing committed, %1 wait").arg(position.waiting());
    }
    if (position.hw < 0)
        return tr("lag unknown: no leader");
    const Lag toHw = position.lagToHw(), toLso = position.lagToLso();
    if (toHw.kind == Lag::Kind::BeyondEnd)
        return tr("lag 0, committed beyond the end");
    if (toLso.kind != Lag::Kind::Known || toLso.records == toHw.records)
        return tr("lag %1 to HW and LSO").arg(toHw.records);
    return tr("lag %1 to HW, %2 to LSO").arg(toHw.records).arg(toLso.records);
}

QString PositionWords::committed(const PartitionPosition& position)
{
    return position.committed ? QString::number(*position.committed) : tr("none");
}

QString PositionWords::numbers(const PartitionPosition& position)
{
    QStringList parts;
    parts << tr("log start %1").arg(Words::offset(position.logStart))
          << tr("committed %1").arg(committed(position));
    if (position.position)
        parts << tr("position %1").arg(*position.position);
    parts << QStringLiteral("LSO %1").arg(Words::offset(position.lso))
          << QStringLiteral("HW %1").arg(Words::offset(position.hw))
          << QStringLiteral("LEO %1").arg(Words::offset(position.leo));
    return parts.join(QStringLiteral(" · "));
}

QString PositionWords::owner(const PartitionPosition& position)
{
    if (position.unowned)
        return tr("nobody's");
    return position.owner;
}

} // namespace hw::ui
