#include "tests/support/small_cluster.h"

namespace hw::test {

using namespace observe;

namespace {

/// The parts are shared as constant; this one was made here and is nobody else's yet.
template <class Part> Part& own(std::shared_ptr<const Part>& shared)
{
    auto copy = std::make_shared<Part>(*shared);
    Part& part = *copy;
    shared = std::move(copy);
    return part;
}

std::vector<BrokerId> ids(std::initializer_list<std::int32_t> numbers)
{
    std::vector<BrokerId> list;
    for (const std::int32_t number : numbers)
        list.emplace_back(number);
    return list;
}

std::shared_ptr<const BrokerPart> runningBroker(std::int32_t id)
{
    BrokerPart broker;
    broker.id = BrokerId(id);
    broker.state = BrokerState::Running;
    broker.endpoint = "127.0.0.1:" + std::to_string(9091 + id);
    broker.epoch = BrokerEpoch(24 + id);
    broker.incarnation = 1;
    broker.session = SessionId(id);
    broker.sessionTimeout = 3s;
    return std::make_shared<BrokerPart>(broker);
}

PartitionPart smallPartition()
{
    PartitionPart partition;
    partition.id = {"t", 0};
    partition.assigned = ids({1, 2, 3});
    partition.leader = BrokerId(2);
    partition.leaderEpoch = LeaderEpoch(5);
    partition.partitionEpoch = PartitionEpoch(9);
    partition.isr = partition.isrLeader = ids({2, 3});
    partition.hwHeldBy = ids({3});
    const ToldPartition told{partition.id, partition.leader, partition.leaderEpoch, partition.isr};
    partition.toldBy = {{BrokerId(1), std::nullopt}, {BrokerId(2), told}, {BrokerId(3), told}};
    for (std::int32_t id = 1; id <= 3; ++id) {
        ReplicaPart replica;
        replica.broker = BrokerId(id);
        replica.role = id == 2 ? ReplicaRole::Leader
                               : (id == 1 ? ReplicaRole::Offline : ReplicaRole::Follower);
        replica.inIsr = id != 1;
        replica.leaderEpoch = LeaderEpoch(id == 1 ? 4 : 5);
        replica.segments = {Offset(0), Offset(504)};
        replica.slot = static_cast<Slot>(id - 1);
        partition.replicas.push_back(replica);
    }
    return partition;
}

std::shared_ptr<const GroupPart> smallGroup()
{
    GroupPart group;
    group.name = "g";
    group.state = fact::GroupState::Stable;
    group.generation = Generation(12);
    group.protocol = "range";
    group.leader = "m1";
    group.coordinator = BrokerId(2);
    group.offsetsPartition = 12;
    MemberPart member;
    member.member = "m1";
    member.clientId = "c";
    member.host = "/127.0.0.1";
    member.sessionTimeout = 6s;
    member.assigned = {{"t", 0}};
    group.members.push_back(member);
    group.offsets.push_back({{"t", 0}, 0});
    group.lastCause = {EventId(881), fact::RebalanceKind::SessionExpired, "m3",
                       "member m3 was silent"};
    return std::make_shared<GroupPart>(group);
}

} // namespace

SmallCluster::SmallCluster()
{
    snapshot.version = gauges.version = 1;
    snapshot.at = gauges.at = Instant(5321ms);
    snapshot.wall = WallTime(1700000005321);
    snapshot.world = "live";
    snapshot.preset = "classroom";
    snapshot.clusterId = "AAAAAAAAAAAAAAAAAAAAAQ";
    snapshot.controller = {BrokerId(2), ControllerEpoch(7)};
    snapshot.zxid = Zxid(412);
    snapshot.ensemble = {
        {"zookeeper0", "127.0.0.1:2181", EnsembleServerPart::State::Standalone, 1, Zxid(412), 3}};
    for (std::int32_t id = 1; id <= 3; ++id)
        snapshot.brokers.push_back(runningBroker(id));
    broker(1).state = BrokerState::Down;

    TopicPart topic;
    topic.name = "t";
    topic.configs = {{"min.insync.replicas", "1"}};
    topic.partitions.push_back(std::make_shared<PartitionPart>(smallPartition()));
    snapshot.topics.push_back(std::make_shared<TopicPart>(topic));
    snapshot.groups.push_back(smallGroup());

    gauges.logStart = {0, 0, 0};
    gauges.hw = {1200, 1204, 1203};
    gauges.leo = {1200, 1206, 1204};
    gauges.lso = {-1, 1204, -1};
    gauges.leoSeenByLeader = {-1, -1, 1204};
    gauges.caughtUpAgoMs = {-1, -1, 12};
    gauges.isrDeadlineMs = {-1, -1, 15309};
    gauges.bytes = {81000, 81920, 81920};
    gauges.asOfMs = {-1, 1, 2};
    gauges.sessionLeftMs = {4100};
    gauges.committed = {1200};
    gauges.brokerSessionLeftMs = {{BrokerId(2), 2100}};
    gauges.brokerSessionDeadlineMs = {{BrokerId(2), 7421}};
    gauges.brokerAsOfMs = {{BrokerId(2), 1}};
    snapshot.acked = 100000;
}

BrokerPart& SmallCluster::broker(std::int32_t id)
{
    return own(snapshot.brokers.at(static_cast<std::size_t>(id - 1)));
}

PartitionPart& SmallCluster::partition()
{
    return own(own(snapshot.topics.at(0)).partitions.at(0));
}

GroupPart& SmallCluster::group() { return own(snapshot.groups.at(0)); }

void SmallCluster::bringBack()
{
    broker(1).state = BrokerState::Running;
    PartitionPart& part = partition();
    part.isr = part.isrLeader = ids({2, 3, 1});
    const ToldPartition told{part.id, part.leader, part.leaderEpoch, part.isr};
    for (auto& [id, said] : part.toldBy)
        said = told;
    part.replicas[0].role = ReplicaRole::Follower;
    part.replicas[0].inIsr = true;
    part.replicas[0].leaderEpoch = part.leaderEpoch;
}

} // namespace hw::test
