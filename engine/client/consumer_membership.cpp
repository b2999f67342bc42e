#include "engine/client/consumer_membership.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kFindVersion{2};
static constexpr protocol::ApiVersion kConsumerHeartbeatVersion{1};
static constexpr Duration kConsumerFarewellLimit = 1s;
static constexpr std::int32_t kJoin = 0, kLeave = -1, kLeaveForAWhile = -2;

ConsumerMembership::ConsumerMembership(const ClientContext& context, const ConsumerConfig& config,
                                       Connections& connections, ClientMetadata& metadata,
                                       MembershipOwner& owner, std::string& lastError)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_owner(owner)
    , m_member(context.host.loop().random().uuid().text())
    , m_interval(config.heartbeatInterval)
    , m_lastError(lastError)
    , m_timer(context.host.loop())
    , m_farewell(context.host.loop())
{
}

void ConsumerMembership::start()
{
    m_phase = MemberPhase::Joining;
    if (m_coordinator)
        beat();
    else
        find();
}

void ConsumerMembership::find()
{
    if (m_finding || m_leaving || m_phase == MemberPhase::Failed)
        return;
    m_finding = true;
    if (m_phase == MemberPhase::Joining)
        m_phase = MemberPhase::FindingCoordinator;
    protocol::FindCoordinatorRequest request;
    request.key = m_config.group;
    m_connections.any().send<protocol::FindCoordinatorRequest>(
        std::move(request), kFindVersion, m_config.connection.requestTimeout,
        [this](Result<protocol::FindCoordinatorResponse> answer) { found(answer); });
}

void ConsumerMembership::found(const Result<protocol::FindCoordinatorResponse>& answer)
{
    m_finding = false;
    const ErrorCode error = answer ? answer->errorCode : ErrorCode::NetworkException;
    if (error == ErrorCode::None) {
        m_coordinator = answer->nodeId;
        m_connections.learn(answer->nodeId,
                            {answer->host, static_cast<std::uint16_t>(answer->port)});
        if (m_phase == MemberPhase::FindingCoordinator)
            m_phase = MemberPhase::Joining;
        m_owner.coordinatorFound();
        beat();
        return;
    }
    m_lastError = answer ? textOf(error) : answer.error().message;
    if (protocol::isRetriable(error))
        beatIn(m_config.connection.retryBackoff);
    else
        failFor(textOf(error));
}

rpc::Peer* ConsumerMembership::coordinator()
{
    return m_coordinator ? &m_connections.to(*m_coordinator, Lane::Coordinator) : nullptr;
}

void ConsumerMembership::coordinatorLost()
{
    m_coordinator.reset();
    beatIn(m_config.connection.retryBackoff);
}

void ConsumerMembership::beatIn(Duration wait)
{
    m_timer.start(wait, [this] {
        m_context.host.loop().setCause(kNoEvent); // by the clock, not because of anything
        beat();
    });
}

void ConsumerMembership::beat()
{
    if (m_leaving || m_beating || m_phase == MemberPhase::Failed || m_phase == MemberPhase::Idle)
        return;
    if (m_muted)
        return beatIn(m_interval);
    rpc::Peer* peer = coordinator();
    if (!peer)
        return find();
    m_timer.cancel();
    m_beating = true;
    peer->send<Request>(heartbeat(), kConsumerHeartbeatVersion, m_config.connection.requestTimeout,
                        [this, round = m_round](Result<Response> answer) {
                            if (round == m_round)
                                answered(answer);
                        });
}

void ConsumerMembership::mute(bool muted)
{
    m_muted = muted;
    if (!muted)
        beat();
}

/// Fields that the coordinator knows already are left out.
ConsumerMembership::Request ConsumerMembership::heartbeat()
{
    Request request;
    request.groupId = m_config.group;
    request.memberId = m_member;
    request.memberEpoch = m_epoch.value();
    request.instanceId = m_config.instance;
    const bool all = m_tellAll || m_epoch.value() == kJoin;
    if (all) {
        request.rebalanceTimeoutMs = static_cast<std::int32_t>(toMs(m_config.maxPollInterval));
        request.subscribedTopicNames = m_config.topics;
        request.serverAssignor = m_config.serverAssignor;
    }
    if (all || m_owned != m_toldOwned)
        request.topicPartitions = ownedById();
    m_tellAll = false;
    m_toldOwned = m_owned;
    return request;
}

std::vector<ConsumerMembership::Request::TopicPartitions> ConsumerMembership::ownedById() const
{
    std::map<std::string, std::vector<std::int32_t>> byTopic;
    for (const TopicPartition& partition : m_owned)
        byTopic[partition.topic].push_back(partition.partition);
    std::vector<Request::TopicPartitions> list;
    for (auto& [topic, partitions] : byTopic)
        if (const TopicView* view = m_metadata.topic(topic))
            list.push_back({view->id, std::move(partitions)});
    return list;
}

void ConsumerMembership::answered(const Result<Response>& answer)
{
    m_beating = false;
    if (m_leaving)
        return;
    if (!answer) {
        if (answer.error().kind == Failure::Unsupported)
            return failFor(answer.error().message); // it will not learn the protocol by waiting
        m_tellAll = true;
        m_lastError = answer.error().message;
        return coordinatorLost();
    }
    if (answer->errorCode != ErrorCode::None)
        return refused(answer->errorCode, answer->errorMessage.value_or(textOf(answer->errorCode)));
    took(*answer);
}

void ConsumerMembership::took(const Response& response)
{
    m_epoch = Generation{response.memberEpoch};
    m_phase = MemberPhase::Stable;
    if (response.heartbeatIntervalMs > 0)
        m_interval = fromMs(response.heartbeatIntervalMs);
    beatIn(m_owned == m_toldOwned ? m_interval : Duration(0));
    if (!response.assignment)
        return;
    m_assignment.emplace();
    for (const auto& topic : response.assignment->topicPartitions)
        (*m_assignment)[topic.topicId].insert(topic.partitions.begin(), topic.partitions.end());
    reconcile();
}

void ConsumerMembership::refused(ErrorCode error, const std::string& what)
{
    m_tellAll = true;
    m_lastError = what;
    switch (error) {
    case ErrorCode::NotCoordinator:
    case ErrorCode::CoordinatorNotAvailable:
        return coordinatorLost();
    case ErrorCode::UnknownMemberId:
    case ErrorCode::FencedMemberEpoch:
        return fence();
    default:
        break;
    }
    if (protocol::isRetriable(error))
        beatIn(m_config.connection.retryBackoff);
    else
        failFor(what);
}

/// Goes to what it was told last; what is told meanwhile comes after.
void ConsumerMembership::reconcile()
{
    if (m_reconciling || !m_assignment || m_leaving)
        return;
    std::vector<TopicPartition> wanted;
    std::size_t known = 0;
    for (const std::string& topic : m_config.topics) {
        const TopicView* view = m_metadata.topic(topic);
        const auto told = view ? m_assignment->find(view->id) : m_assignment->end();
        if (told == m_assignment->end())
            continue;
        ++known;
        for (const std::int32_t partition : told->second)
            wanted.push_back({topic, partition});
    }
    if (known < m_assignment->size())
        m_metadata.refresh(); // its answer comes back here
    std::ranges::sort(wanted);
    if (wanted == m_owned)
        return;
    m_reconciling = true;
    m_owner.reconcile(wanted, [this, wanted, round = m_round] {
        if (round != m_round)
            return;
        m_reconciling = false;
        m_owned = wanted;
        beat();
        reconcile();
    });
}

/// Kafka: commits and fetches of offsets only say that they were refused; what it means for the
/// membership, the heartbeat says.
bool ConsumerMembership::react(ErrorCode error)
{
    switch (error) {
    case ErrorCode::CoordinatorNotAvailable:
    case ErrorCode::NotCoordinator:
    case ErrorCode::NetworkException:
    case ErrorCode::RequestTimedOut:
        coordinatorLost();
        return true;
    case ErrorCode::StaleMemberEpoch:
    case ErrorCode::UnknownMemberId:
        beat();
        return true;
    default:
        return protocol::isRetriable(error);
    }
}

void ConsumerMembership::forget()
{
    ++m_round;
    m_epoch = Generation{kJoin};
    m_beating = false;
    m_tellAll = true;
    m_assignment.reset();
    m_owned.clear();
    m_toldOwned.clear();
    m_reconciling = false;
    m_timer.cancel();
}

/// What it owned may be somebody else's. Joins again.
void ConsumerMembership::fence()
{
    forget();
    m_phase = MemberPhase::Joining;
    m_owner.lostPartitions();
    beatIn(m_config.connection.retryBackoff);
}

void ConsumerMembership::failFor(const std::string& what)
{
    forget();
    m_lastError = fmt::format("group {}: {}", m_config.group, what);
    m_phase = MemberPhase::Failed;
    m_owner.lostPartitions();
}

void ConsumerMembership::leave(Task done, const std::string&)
{
    const bool joined = m_epoch.value() > kJoin;
    forget();
    m_leaving = true;
    m_left = std::move(done);
    m_phase = MemberPhase::Leaving;
    const auto finish = [this] {
        m_leaving = false;
        m_phase = MemberPhase::Idle;
        m_farewell.cancel();
        if (Task left = std::exchange(m_left, nullptr))
            left();
    };
    rpc::Peer* peer = coordinator();
    if (!peer || !joined) {
        m_farewell.start(0ms, finish);
        return;
    }
    m_farewell.start(kConsumerFarewellLimit, finish);
    Request request;
    request.groupId = m_config.group;
    request.memberId = m_member;
    request.memberEpoch = m_config.instance ? kLeaveForAWhile : kLeave;
    request.instanceId = m_config.instance;
    peer->send<Request>(std::move(request), kConsumerHeartbeatVersion, kConsumerFarewellLimit,
                        [this, round = m_round, finish](const Result<Response>&) {
                            if (round == m_round && m_leaving)
                                finish();
                        });
}

} // namespace hw::client
