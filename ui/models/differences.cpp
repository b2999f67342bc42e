#include "ui/models/differences.h"

#include <QStringList>

#include <algorithm>
#include <map>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

namespace {

QString leaderOf(const PartitionPart& part)
{
    return part.leader == kNoBroker ? QStringLiteral("–") : QString::number(part.leader.value());
}

QString isrOf(const PartitionPart& part)
{
    std::vector<BrokerId> isr = part.isr;
    std::ranges::sort(isr);
    return Words::brokers(isr);
}

std::int64_t leoOf(const PartitionPart& part, const Gauges& gauges)
{
    const ReplicaPart* leader = findReplica(part, part.leader);
    return leader ? at(gauges.leo, leader->slot) : -1;
}

/// Who has what, by the members' names: their ids are of one run only.
QString assignmentOf(const GroupPart& group)
{
    std::map<std::string, QStringList> owned;
    for (const MemberPart& member : group.members) {
        QStringList& own = owned[member.name];
        for (const TopicPartition& id : member.assigned)
            own += Words::tag(id);
        own.sort();
    }
    QStringList text;
    for (const auto& [name, partitions] : owned)
        text += QStringLiteral("%1: %2").arg(qs(name), partitions.join(QStringLiteral(", ")));
    return text.join(QStringLiteral("; "));
}

} // namespace

std::vector<Difference> Differences::between(const Pictured& one, const Pictured& other)
{
    std::vector<Difference> all;
    const auto compare = [&all](const Subject& subject, const QString& what, const QString& first,
                                const QString& second) {
        if (first != second)
            all.push_back({subject, tr("%1: %2 | %3").arg(what, first, second)});
    };
    for (const auto& broker : one.snapshot.brokers) {
        const BrokerPart* twin = findBroker(other.snapshot, broker->id);
        compare(Subject::broker(broker->id), Words::broker(broker->id), Words::state(broker->state),
                twin ? Words::state(twin->state) : tr("not there"));
    }
    for (const auto& topic : one.snapshot.topics) {
        if (topic->internal)
            continue;
        for (const auto& part : topic->partitions) {
            const Subject subject = Subject::of(part->id);
            const QString name = qs(part->id.text());
            const PartitionPart* twin = findPartition(other.snapshot, part->id);
            if (!twin) {
                compare(subject, name, tr("there"), tr("not there"));
                continue;
            }
            compare(subject, tr("%1 leader").arg(name), leaderOf(*part), leaderOf(*twin));
            compare(subject, tr("%1 ISR").arg(name), isrOf(*part), isrOf(*twin));
            compare(subject, tr("%1 high watermark").arg(name),
                    QString::number(endOf(*part, one.gauges)),
                    QString::number(endOf(*twin, other.gauges)));
            compare(subject, tr("%1 log end").arg(name), QString::number(leoOf(*part, one.gauges)),
                    QString::number(leoOf(*twin, other.gauges)));
        }
    }
    for (const auto& group : one.snapshot.groups) {
        const Subject subject = Subject::group(group->name);
        const GroupPart* twin = findGroup(other.snapshot, group->name);
        compare(subject, tr("group %1").arg(qs(group->name)), Words::groupState(group->state),
                twin ? Words::groupState(twin->state) : tr("not there"));
        if (twin)
            compare(subject, tr("group %1 assignment").arg(qs(group->name)), assignmentOf(*group),
                    assignmentOf(*twin));
    }
    return all;
}

} // namespace hw::ui
