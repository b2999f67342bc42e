#include "ui/models/words.h"

#include <QLocale>
#include <QStringList>

#include <algorithm>

#include "ui/models/held_marks.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;
using fact::GroupState;

bool isFormerLeader(const PartitionPart& part, const ReplicaPart& replica)
{
    return replica.role == ReplicaRole::Leader && replica.leaderEpoch >= LeaderEpoch(0) &&
           replica.leaderEpoch < part.leaderEpoch;
}

ReplicaLook lookOf(const PartitionPart& part, const ReplicaPart& replica)
{
    if (isFormerLeader(part, replica))
        return ReplicaLook::FormerLeader;
    switch (replica.role) {
    case ReplicaRole::Offline:
        return ReplicaLook::Offline;
    case ReplicaRole::Leader:
        return ReplicaLook::Leader;
    case ReplicaRole::Follower:
        break;
    }
    return replica.inIsr ? ReplicaLook::Follower : ReplicaLook::OutOfIsr;
}

ReplicaMove moveOf(const PartitionPart& partition, BrokerId on)
{
    if (std::ranges::find(partition.adding, on) != partition.adding.end())
        return ReplicaMove::Arriving;
    if (std::ranges::find(partition.removing, on) != partition.removing.end())
        return ReplicaMove::Leaving;
    return ReplicaMove::None;
}

bool isMoving(const PartitionPart& partition)
{
    return !partition.adding.empty() || !partition.removing.empty();
}

Lag lagOf(std::int64_t committed, std::int64_t end)
{
    if (committed < 0 || end < 0)
        return {};
    if (committed > end)
        return {Lag::Kind::BeyondEnd, 0};
    return {Lag::Kind::Known, end - committed};
}

std::int64_t endOf(const PartitionPart& partition, const Gauges& g)
{
    const ReplicaPart* leader = findReplica(partition, partition.leader);
    return leader ? at(g.hw, leader->slot) : -1;
}

Lag lagOf(const GroupPart& group, const Snapshot& s, const Gauges& g)
{
    Lag sum;
    const TopicPart* topic = nullptr; // neighbours are mostly of the same topic
    for (const auto& offset : group.offsets) {
        if (!topic || topic->name != offset.partition.topic)
            topic = findTopic(s, offset.partition.topic);
        const auto number = static_cast<std::size_t>(offset.partition.partition);
        if (!topic || number >= topic->partitions.size())
            continue;
        const Lag one = lagOf(at(g.committed, offset.slot), endOf(*topic->partitions[number], g));
        if (one.kind == Lag::Kind::None)
            continue;
        if (sum.kind != Lag::Kind::BeyondEnd)
            sum.kind = one.kind;
        sum.records += one.records;
    }
    return sum;
}

QString Words::broker(BrokerId id)
{
    return id == kNoBroker ? tr("no broker") : tr("broker %1").arg(id.value());
}

QString Words::node(NodeId id)
{
    switch (id.kind) {
    case NodeId::Kind::None:
        return QStringLiteral("–");
    case NodeId::Kind::Broker:
        return broker(BrokerId{id.number});
    case NodeId::Kind::Ensemble:
        return QStringLiteral("zookeeper%1").arg(id.number);
    case NodeId::Kind::Client:
        return tr("client %1").arg(id.number);
    case NodeId::Kind::Outside:
        return tr("outside client %1").arg(id.number);
    }
    return {};
}

QString Words::state(BrokerState state)
{
    switch (state) {
    case BrokerState::Down:
        return tr("down");
    case BrokerState::Starting:
        return tr("starting");
    case BrokerState::Recovering:
        return tr("recovering its logs");
    case BrokerState::WaitingSession:
        return tr("waiting for old session");
    case BrokerState::Running:
        return tr("running");
    case BrokerState::Frozen:
        return tr("frozen");
    case BrokerState::Stopping:
        return tr("stopping");
    }
    return {};
}

bool hasLostSession(const BrokerPart& part, const Gauges& g)
{
    const auto left = g.brokerSessionLeftMs.find(part.id);
    return part.state == BrokerState::Running && left != g.brokerSessionLeftMs.end() &&
           left->second < 0;
}

QString Words::state(const BrokerPart& part, const Gauges& g)
{
    if (hasLostSession(part, g))
        return tr("without a ZooKeeper session");
    if (part.state == BrokerState::Down && part.downSince)
        return tr("down %1").arg(seconds(toMs(g.at - *part.downSince)));
    if (part.state == BrokerState::WaitingSession) {
        const auto left = g.brokerSessionLeftMs.find(part.id);
        if (left != g.brokerSessionLeftMs.end() && left->second >= 0)
            return tr("waiting for old session, %1").arg(seconds(left->second));
    }
    return state(part.state);
}

QString Words::look(ReplicaLook look)
{
    switch (look) {
    case ReplicaLook::Leader:
        return tr("leader");
    case ReplicaLook::Follower:
        return tr("follower");
    case ReplicaLook::OutOfIsr:
        return tr("out of ISR");
    case ReplicaLook::Offline:
        return tr("offline");
    case ReplicaLook::FormerLeader:
        return tr("was leader");
    }
    return {};
}

QString Words::move(ReplicaMove move)
{
    switch (move) {
    case ReplicaMove::None:
        return {};
    case ReplicaMove::Arriving:
        return QStringLiteral("+ ") + tr("arriving");
    case ReplicaMove::Leaving:
        return QStringLiteral("− ") + tr("leaving");
    }
    return {};
}

QString Words::groupState(GroupState state)
{
    switch (state) { // Kafka's own names, in every language
    case GroupState::Empty:
        return QStringLiteral("Empty");
    case GroupState::PreparingRebalance:
        return QStringLiteral("PreparingRebalance");
    case GroupState::CompletingRebalance:
        return QStringLiteral("CompletingRebalance");
    case GroupState::Stable:
        return QStringLiteral("Stable");
    case GroupState::Dead:
        return QStringLiteral("Dead");
    case GroupState::Assigning:
        return QStringLiteral("Assigning");
    case GroupState::Reconciling:
        return QStringLiteral("Reconciling");
    }
    return {};
}

QString Words::groupStateMeaning(GroupState state)
{
    switch (state) {
    case GroupState::Empty:
        return tr("It has no members; its committed offsets are kept.");
    case GroupState::PreparingRebalance:
        return tr("A rebalance began: the coordinator waits until every member has joined again.");
    case GroupState::CompletingRebalance:
        return tr("All have joined: the coordinator waits for the group leader's assignment.");
    case GroupState::Stable:
        return tr("Every member knows its partitions and reads them.");
    case GroupState::Dead:
        return tr("The group was removed.");
    case GroupState::Assigning:
        return tr("Members or topics changed: the coordinator makes a new target assignment.");
    case GroupState::Reconciling:
        return tr("Members give up and take over partitions, each at its own pace.");
    }
    return {};
}

/// `consumer-1` of `consumer-1-5b3f…`: what members call themselves, without the uuid behind it.
static QString shortMember(const std::string& member)
{
    constexpr qsizetype kUuid = 36;
    const QString name = qs(member);
    const bool hasUuid = name.size() > kUuid + 1 && name[name.size() - kUuid - 1] == '-';
    return hasUuid ? name.left(name.size() - kUuid - 1) : name;
}

QString Words::rebalance(observe::fact::RebalanceKind kind, const std::string& member)
{
    using Kind = observe::fact::RebalanceKind;
    const QString who = shortMember(member);
    switch (kind) {
    case Kind::FirstMember:
        return tr("Member %1 is the first of the group.").arg(who);
    case Kind::Joined:
        return tr("Member %1 joined.").arg(who);
    case Kind::Left:
        return tr("Member %1 left.").arg(who);
    case Kind::SessionExpired:
        return tr("The session of member %1 ended: no heartbeat came.").arg(who);
    case Kind::RebalanceTimeout:
        return tr("Member %1 did not join again in time.").arg(who);
    case Kind::SubscriptionChanged:
        return tr("Member %1 subscribes to other topics.").arg(who);
    case Kind::LeftPollLimit:
        return tr("Member %1 left: its application did not poll in time.").arg(who);
    case Kind::PartitionsGivenUp:
        return tr("Member %1 gave up partitions for others to have.").arg(who);
    case Kind::PartitionsAdded:
        return tr("The group's leader %1 saw its topics change.").arg(who);
    case Kind::ProtocolChanged:
        return tr("Member %1 offers other assignors.").arg(who);
    case Kind::LeaderRejoined:
        return tr("The group's leader %1 joined again.").arg(who);
    case Kind::StaticMemberReplaced:
        return tr("Static member %1 came back under a new id.").arg(who);
    case Kind::Removed:
        return tr("Member %1 was removed.").arg(who);
    case Kind::BrokerTrouble:
        return tr("The assignment could not be stored.");
    case Kind::CoordinatorMoved:
        return tr("Another broker coordinates the group now; members and generation stay.");
    }
    return {};
}

QString Words::doing(const observe::OutsidePart& client)
{
    if (client.produces)
        return client.consumes ? tr("It writes and reads records.") : tr("It writes records.");
    return client.consumes ? tr("It reads records.") : tr("It has not written or read yet.");
}

QString Words::lag(const Lag& lag)
{
    switch (lag.kind) {
    case Lag::Kind::None:
        return tr("none");
    case Lag::Kind::Known:
        return QString::number(lag.records);
    case Lag::Kind::BeyondEnd:
        return tr("%1, committed beyond the end").arg(lag.records);
    }
    return {};
}

QString Words::acks(std::int32_t acks)
{
    return acks < 0 ? QStringLiteral("acks=all") : QStringLiteral("acks=%1").arg(acks);
}

QString Words::rate(double perSecond)
{
    if (perSecond >= 999'500)
        return tr("%1M/s").arg(perSecond / 1e6, 0, 'f', 1);
    if (perSecond >= 10'000)
        return tr("%1k/s").arg(perSecond / 1e3, 0, 'f', 0);
    if (perSecond >= 1'000)
        return tr("%1k/s").arg(perSecond / 1e3, 0, 'f', 1);
    return tr("%1/s").arg(perSecond, 0, 'f', perSecond < 10 && perSecond > 0 ? 1 : 0);
}

QString Words::seconds(std::int64_t ms)
{
    return tr("%1 s").arg(static_cast<double>(std::max<std::int64_t>(ms, 0)) / 1000.0, 0, 'f', 1);
}

QString Words::brokers(const std::vector<BrokerId>& ids)
{
    QStringList parts;
    for (const BrokerId id : ids)
        parts << QString::number(id.value());
    return parts.isEmpty() ? QStringLiteral("–") : parts.join(QStringLiteral(", "));
}

QString Words::partitions(const std::vector<TopicPartition>& ids)
{
    QStringList parts;
    for (const auto& id : ids)
        parts << qs(id.text());
    return parts.isEmpty() ? tr("nothing") : parts.join(QStringLiteral(", "));
}

QString Words::offset(std::int64_t value)
{
    return value < 0 ? QStringLiteral("–") : QString::number(value);
}

QString Words::holdsBack(const PartitionPart& part, const Gauges& g, const HeldMark* seen)
{
    if (part.leader == kNoBroker)
        return tr("There is no leader, so nothing can be committed.");
    const ReplicaPart* leader = findReplica(part, part.leader);
    if (leader && leader->role == ReplicaRole::Offline)
        return tr("HW cannot move: the leader, broker %1, is down, and nobody leads in its place.")
            .arg(part.leader.value());
    const std::int64_t hw = leader ? at(g.hw, leader->slot) : -1;
    const std::int64_t leo = leader ? at(g.leo, leader->slot) : -1;
    if (static_cast<std::int32_t>(part.isr.size()) < part.minIsr)
        return tr("HW stands still: the ISR has %1 of the %2 replicas that min.insync.replicas "
                  "asks for.")
            .arg(part.isr.size())
            .arg(part.minIsr);
    if (seen && seen->by.size() == 1)
        return tr("HW %1 is held back by broker %2, as the leader noticed at %3: it has not "
                  "fetched "
                  "the next record.")
            .arg(hw)
            .arg(brokers(seen->by), seen->clock);
    if (seen)
        return tr("HW %1 is held back by brokers %2, as the leader noticed at %3: they have not "
                  "fetched the next record.")
            .arg(hw)
            .arg(brokers(seen->by), seen->clock);
    if (part.isr.size() == 1)
        return tr("HW is held back by nobody: the ISR is the leader alone.");
    // From the gauges, since the snapshot's own list is of an older moment than they are.
    std::vector<BrokerId> holders;
    for (const auto& replica : part.replicas) {
        const std::int64_t seen = at(g.leoSeenByLeader, replica.slot);
        const bool inSync = std::ranges::find(part.isr, replica.broker) != part.isr.end();
        if (inSync && replica.broker != part.leader && seen >= 0 && seen <= hw)
            holders.push_back(replica.broker);
    }
    if (leo <= hw)
        return tr("HW is held back by nobody: every in-sync replica has all records.");
    if (holders.empty())
        holders = part.hwHeldBy;
    if (holders.empty())
        return tr("HW is about to move: every in-sync replica has the next record.");
    if (holders.size() == 1)
        return tr("HW %1 is held back by broker %2: it has not fetched the next record yet.")
            .arg(hw)
            .arg(brokers(holders));
    return tr("HW %1 is held back by brokers %2: they have not fetched the next record yet.")
        .arg(hw)
        .arg(brokers(holders));
}

QString Words::tag(const TopicPartition& id, int most)
{
    QString topic = qs(id.topic);
    if (topic.size() > 5 && topic.startsWith(QLatin1String("topic"), Qt::CaseInsensitive)) {
        QString rest = topic.mid(5);
        if (rest.startsWith('-') || rest.startsWith('_') || rest.startsWith('.'))
            rest.remove(0, 1);
        if (!rest.isEmpty() && rest.size() <= 4)
            topic = rest;
    }
    const QString number = QStringLiteral("-%1").arg(id.partition);
    const int room = std::max(2, most - static_cast<int>(number.size()));
    if (topic.size() > room)
        topic = topic.left(room - 1) + QStringLiteral("…");
    return topic + number;
}

} // namespace hw::ui
