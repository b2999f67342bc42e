#include "engine/simulate/impostor.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/alter_partition.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/protocol/messages/init_producer_id.h"
#include "engine/protocol/messages/leader_and_isr.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/produce.h"
#include "engine/protocol/messages/stop_replica.h"
#include "engine/protocol/messages/sync_group.h"

namespace hw::simulate {

using namespace observe;
using namespace protocol;

namespace {

constexpr ApiVersion kStopReplicaVersion{4};
constexpr ApiVersion kLeaderAndIsrVersion{7};
constexpr ApiVersion kAlterPartitionVersion{3};
constexpr ApiVersion kInitProducerIdVersion{1};
constexpr ApiVersion kProduceVersion{7};
constexpr ApiVersion kHeartbeatVersion{3};
constexpr ApiVersion kSyncGroupVersion{3};
constexpr ApiVersion kOffsetCommitVersion{7};
constexpr Duration kImpostorTimeout = 2s;
constexpr std::string_view kOffsetsTopic = "__consumer_offsets";

/// What a producer says one after the other; only the first is right.
struct Step
{
    ProducerEpoch epoch;
    std::int32_t sequence;
};
constexpr Step kSteps[] = {
    {ProducerEpoch(1), 0}, {ProducerEpoch(0), 0}, {ProducerEpoch(0), 1}, {ProducerEpoch(1), 5}};

ApiVersion versionOf(const HeartbeatRequest&) { return kHeartbeatVersion; }
ApiVersion versionOf(const SyncGroupRequest&) { return kSyncGroupVersion; }
ApiVersion versionOf(const OffsetCommitRequest&) { return kOffsetCommitVersion; }
ErrorCode errorOf(const HeartbeatResponse& answer) { return answer.errorCode; }
ErrorCode errorOf(const SyncGroupResponse& answer) { return answer.errorCode; }
ErrorCode errorOf(const OffsetCommitResponse& answer)
{
    return answer.topics.empty() || answer.topics.front().partitions.empty()
               ? ErrorCode::UnknownServerError
               : answer.topics.front().partitions.front().errorCode;
}

} // namespace

Impostor::Impostor(ClientsContext& context, Findings& findings, world::Host& host,
                   std::vector<world::Endpoint> endpoints)
    : m_context(context)
    , m_findings(findings)
{
    for (std::size_t i = 0; i < endpoints.size(); ++i) {
        rpc::PeerConfig config;
        config.self = host.node();
        config.node = NodeId::broker(BrokerId(static_cast<std::int32_t>(i + 1)));
        config.where = endpoints[i];
        config.clientId = "impostor";
        m_peers.push_back(std::make_unique<rpc::Peer>(host, context.journal, std::move(config)));
    }
}

rpc::Peer* Impostor::peer(BrokerId broker) const
{
    const auto index = static_cast<std::size_t>(broker.value() - 1);
    return index < m_peers.size() ? m_peers[index].get() : nullptr;
}

void Impostor::act(const Snapshot& picture, world::Random& random)
{
    const std::uint64_t kind = random.below(7);
    const Target target = drawTarget(picture, random);
    if (kind == 0)
        orderAsOldController(picture, random);
    else if (kind == 4 || kind == 5)
        actAsOldMember(picture, random);
    else if (kind == 6)
        orderForOldTopic(picture, random);
    else if (!target.part)
        return;
    else if (kind == 3)
        produceAsOldProducer(target);
    else
        askAsOldLeader(picture, target, kind == 1);
}

/// A partition with a leader, of a topic that is to stay.
Impostor::Target Impostor::drawTarget(const Snapshot& picture, world::Random& random) const
{
    std::vector<Target> all;
    for (const auto& topic : picture.topics)
        for (const auto& part : topic->partitions)
            if (m_context.book.steady(topic->name) && part->leader != kNoBroker)
                all.push_back({topic.get(), part.get()});
    return all.empty() ? Target() : all[random.below(all.size())];
}

/// Whoever is ready has been told of epoch 1 at least. Without partitions it is an order to do
/// nothing.
void Impostor::orderAsOldController(const Snapshot& picture, world::Random& random)
{
    const auto& broker = *picture.brokers[random.below(picture.brokers.size())];
    const auto ready = m_context.events.readySince(NodeId::broker(broker.id));
    rpc::Peer* to = peer(broker.id);
    if (!ready || !to)
        return;
    StopReplicaRequest request;
    request.controllerId = broker.id;
    request.controllerEpoch = ControllerEpoch(0);
    to->send<StopReplicaRequest>(
        std::move(request), kStopReplicaVersion, kImpostorTimeout,
        [this, id = broker.id, ready](const Result<StopReplicaResponse>& answer) {
            m_context.catchUp();
            if (!answer || answer->errorCode != ErrorCode::None ||
                m_context.events.readySince(NodeId::broker(id)) != ready)
                return;
            m_findings.add(6, fmt::format("broker {} obeys a controller of epoch 0", id));
        });
}

/// To a broker that was told of the topic that there is; of one that nobody deletes or moves, since
/// an order that comes behind a deletion is right to make the replica. With the oldest leader
/// epoch, so that whoever does not look at the id finds the order too old.
void Impostor::orderForOldTopic(const Snapshot& picture, world::Random& random)
{
    const auto offsets = std::ranges::find_if(
        picture.topics, [](const auto& topic) { return topic->name == kOffsetsTopic; });
    if (offsets == picture.topics.end() || (*offsets)->partitions.empty())
        return;
    const PartitionPart& part =
        *(*offsets)->partitions[random.below((*offsets)->partitions.size())];
    if (part.assigned.empty())
        return;
    const BrokerId broker = part.assigned[random.below(part.assigned.size())];
    const auto known =
        std::ranges::find_if(picture.brokers, [&](const auto& each) { return each->id == broker; });
    rpc::Peer* to = peer(broker);
    // In this life: before, it may have lost the id with its power.
    const auto ready = m_context.events.readySince(NodeId::broker(broker));
    const auto told = m_context.events.told(NodeId::broker(broker), part.id);
    const bool canOrder = to && known != picture.brokers.end() && (*known)->epoch && ready &&
                          told && told->at >= *ready;
    if (!canOrder)
        return;
    LeaderAndIsrRequest request;
    request.controllerId = picture.controller.broker;
    request.controllerEpoch = picture.controller.epoch;
    request.brokerEpoch = *(*known)->epoch;
    auto& topic = request.topicStates.emplace_back();
    topic.topicName = part.id.topic;
    topic.topicId = (*offsets)->id;
    topic.topicId.bytes.back() ^= 1;
    auto& state = topic.partitionStates.emplace_back();
    state.partitionIndex = part.id.partition;
    state.controllerEpoch = request.controllerEpoch;
    state.leader = part.leader;
    state.isr = part.isr;
    state.replicas = part.assigned;
    to->send<LeaderAndIsrRequest>(
        std::move(request), kLeaderAndIsrVersion, kImpostorTimeout,
        [this, id = part.id, broker](const Result<LeaderAndIsrResponse>& answer) {
            if (!answer || answer->errorCode != ErrorCode::None || answer->topics.empty() ||
                answer->topics.front().partitionErrors.empty())
                return;
            const ErrorCode error = answer->topics.front().partitionErrors.front().errorCode;
            if (error == ErrorCode::None || error == ErrorCode::StaleControllerEpoch)
                m_findings.add(11, fmt::format("{}: broker {} takes an order for an earlier topic "
                                               "of that name",
                                               id.text(), broker));
        });
}

/// The ISR as it is, but with a member named twice: nobody can have asked for that meanwhile.
void Impostor::askAsOldLeader(const Snapshot& picture, const Target& target, bool isOldEpoch)
{
    const PartitionPart& part = *target.part;
    const auto leader = std::ranges::find_if(
        picture.brokers, [&](const auto& broker) { return broker->id == part.leader; });
    rpc::Peer* controller = peer(picture.controller.broker);
    const bool canAsk = controller && leader != picture.brokers.end() && (*leader)->epoch &&
                        part.isr.size() > 1 && part.partitionEpoch > PartitionEpoch(0) &&
                        (!isOldEpoch || part.leaderEpoch > LeaderEpoch(0));
    if (!canAsk)
        return;
    AlterPartitionRequest request;
    request.brokerId = part.leader;
    request.brokerEpoch = *(*leader)->epoch;
    auto& topic = request.topics.emplace_back();
    topic.topicId = target.topic->id;
    auto& asked = topic.partitions.emplace_back();
    asked.partitionIndex = part.id.partition;
    asked.leaderEpoch = isOldEpoch ? part.leaderEpoch - 1 : part.leaderEpoch;
    asked.partitionEpoch = isOldEpoch ? part.partitionEpoch : part.partitionEpoch - 1;
    asked.leaderRecoveryState = part.recovering ? 1 : 0;
    for (const BrokerId member : part.isr)
        asked.newIsrWithEpochs.push_back({.brokerId = member});
    asked.newIsrWithEpochs.push_back({.brokerId = part.isr.front()});
    controller->send<AlterPartitionRequest>(
        std::move(request), kAlterPartitionVersion, kImpostorTimeout,
        [this, id = part.id, epoch = asked.leaderEpoch, version = asked.partitionEpoch,
         isOldEpoch](const Result<AlterPartitionResponse>& answer) {
            if (!answer || answer->errorCode != ErrorCode::None || answer->topics.empty() ||
                answer->topics.front().partitions.empty() ||
                answer->topics.front().partitions.front().errorCode != ErrorCode::None)
                return;
            m_findings.add(
                5, fmt::format("{}: another ISR was taken from a leader with epoch {} and version "
                               "{}, though that {} was over",
                               id.text(), epoch, version, isOldEpoch ? "epoch" : "version"));
        });
}

/// With the id of a member that is there, but of the generation before.
void Impostor::actAsOldMember(const Snapshot& picture, world::Random& random)
{
    if (picture.groups.empty())
        return;
    const GroupPart& group = *picture.groups[random.below(picture.groups.size())];
    const std::uint64_t kind = random.below(3);
    if (group.members.empty() || group.generation < Generation(1) || !peer(group.coordinator))
        return;
    const std::string& member = group.members[random.below(group.members.size())].member;
    const Generation old = group.generation - 1;
    if (kind == 0) {
        HeartbeatRequest beat;
        beat.groupId = group.name;
        beat.generationId = old;
        beat.memberId = member;
        sendAsOldMember(group, std::move(beat));
    } else if (kind == 1) {
        SyncGroupRequest sync;
        sync.groupId = group.name;
        sync.generationId = old;
        sync.memberId = member;
        sendAsOldMember(group, std::move(sync));
    } else {
        OffsetCommitRequest commit;
        commit.groupId = group.name;
        commit.generationIdOrMemberEpoch = old;
        commit.memberId = member;
        auto& topic = commit.topics.emplace_back();
        topic.name = m_context.plan.topics.front();
        topic.partitions.emplace_back().committedOffset = Offset(0);
        sendAsOldMember(group, std::move(commit));
    }
}

template <class Request> void Impostor::sendAsOldMember(const GroupPart& group, Request request)
{
    const ApiVersion version = versionOf(request);
    peer(group.coordinator)
        ->send<Request>(
            std::move(request), version, kImpostorTimeout,
            [this, name = group.name,
             old = group.generation - 1](const Result<typename Request::Response>& answer) {
                if (answer && errorOf(*answer) == ErrorCode::None)
                    m_findings.suspect(10, {},
                                       fmt::format("group {}: a member of generation {}, which is "
                                                   "over, was obeyed: {}",
                                                   name, old, Request::kName));
            });
}

void Impostor::produceAsOldProducer(const Target& target)
{
    const TopicBook::Life* life = m_context.book.steady(target.topic->name);
    rpc::Peer* to = peer(target.part->leader);
    if (!life || !to)
        return;
    InitProducerIdRequest request;
    request.transactionalId.reset();
    to->send<InitProducerIdRequest>(
        std::move(request), kInitProducerIdVersion, kImpostorTimeout,
        [this, number = life->number, name = target.part->id,
         leader = target.part->leader](const Result<InitProducerIdResponse>& given) {
            if (given && given->errorCode == ErrorCode::None)
                produce(given->producerId, 0, name, leader, number);
        });
}

void Impostor::produce(ProducerId id, int step, const TopicPartition& to, BrokerId leader,
                       std::int32_t life)
{
    const TopicBook::Life* now = m_context.book.steady(to.topic);
    if (step >= static_cast<int>(std::size(kSteps)) || !now || now->number != life)
        return;
    BatchSpec spec;
    spec.producerId = id;
    spec.producerEpoch = kSteps[step].epoch;
    spec.baseSequence = kSteps[step].sequence;
    BatchBuilder batch(spec);
    const std::string value = Tag{"old", m_sent++, life}.text();
    batch.add(m_context.world.wallTime(), std::nullopt, viewOf(value));
    ProduceRequest request;
    request.acks = -1;
    request.timeoutMs = static_cast<std::int32_t>(toMs(kImpostorTimeout));
    ProduceRequest::PartitionProduceData data{to.partition, Pieces(Slice(batch.build()))};
    request.topicData.push_back({to.topic, {std::move(data)}});
    peer(leader)->send<ProduceRequest>(
        std::move(request), kProduceVersion, kImpostorTimeout,
        [this, id, step, to, leader, life](const Result<ProduceResponse>& answer) {
            // Without the first the others would be right.
            const bool isTaken =
                answer && !answer->responses.empty() &&
                !answer->responses.front().partitionResponses.empty() &&
                answer->responses.front().partitionResponses.front().errorCode == ErrorCode::None;
            if (isTaken || step > 0)
                produce(id, step + 1, to, leader, life);
        });
}

} // namespace hw::simulate
