#include "engine/client/positions.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::client {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kOffsetFetchVersion{5};
static constexpr protocol::ApiVersion kOffsetCommitVersion{7};
static constexpr protocol::ApiVersion kListOffsetsVersion{4};
/// With the epochs of members of the consumer protocol (KIP-848).
static constexpr protocol::ApiVersion kOffsetFetchByEpochVersion{9};
static constexpr protocol::ApiVersion kOffsetCommitByEpochVersion{9};
static constexpr std::int64_t kLatestTimestamp = -1;
static constexpr std::int64_t kEarliestTimestamp = -2;

Positions::Positions(const ClientContext& context, const ConsumerConfig& config,
                     Connections& connections, ClientMetadata& metadata,
                     GroupMembership& membership, std::string& lastError,
                     ConsumerInterceptor* interceptor, std::function<void()> onValid)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_metadata(metadata)
    , m_membership(membership)
    , m_interceptor(interceptor)
    , m_onValid(std::move(onValid))
    , m_lastError(lastError)
    , m_retry(context.host.loop())
{
}

void Positions::assign(const std::vector<TopicPartition>& partitions)
{
    clear();
    for (const TopicPartition& partition : partitions) {
        Position& position = m_positions[partition];
        if (m_config.group.empty())
            needsReset(position, partition);
    }
    proceed();
}

void Positions::change(const std::vector<TopicPartition>& added,
                       const std::vector<TopicPartition>& removed)
{
    for (const TopicPartition& partition : removed)
        m_positions.erase(partition);
    for (const TopicPartition& partition : added)
        m_positions.try_emplace(partition);
    ++m_assignment; // answers under way are asked for again
    m_fetchingCommitted = false;
    m_asking.clear();
    proceed();
}

void Positions::clear()
{
    m_positions.clear();
    ++m_assignment;
    m_fetchingCommitted = false;
    m_asking.clear();
    m_retry.cancel();
}

bool Positions::namesEpochs() const
{
    return m_config.protocol == GroupProtocol::Consumer && m_config.fixed.empty();
}

std::vector<TopicPartition> Positions::partitions() const
{
    std::vector<TopicPartition> result;
    for (const auto& [partition, position] : m_positions)
        result.push_back(partition);
    return result;
}

std::optional<Offset> Positions::next(const TopicPartition& partition) const
{
    const auto found = m_positions.find(partition);
    if (found == m_positions.end() || found->second.state != State::Valid)
        return std::nullopt;
    return found->second.next;
}

void Positions::advance(const TopicPartition& partition, Offset next, LeaderEpoch epoch)
{
    Position& position = m_positions.at(partition);
    HW_ASSERT(next >= position.next, "a position only moves on");
    position.next = next;
    position.epoch = epoch;
}

void Positions::needsReset(Position& position, const TopicPartition& partition)
{
    position.state = State::NeedsReset;
    position.resetTo =
        m_config.reset == OffsetReset::Earliest ? kEarliestTimestamp : kLatestTimestamp;
    if (m_config.reset != OffsetReset::None)
        return;
    position.state = State::Failed;
    m_lastError =
        fmt::format("{} has no valid offset and auto.offset.reset is none", partition.text());
}

void Positions::outOfRange(const TopicPartition& partition)
{
    const auto found = m_positions.find(partition);
    if (found == m_positions.end())
        return;
    needsReset(found->second, partition);
    proceed();
}

void Positions::setPaused(const TopicPartition& partition, bool paused)
{
    m_positions.at(partition).paused = paused;
}

bool Positions::isPaused(const TopicPartition& partition) const
{
    const auto found = m_positions.find(partition);
    return found != m_positions.end() && found->second.paused;
}

std::vector<TopicPartition> Positions::paused() const
{
    std::vector<TopicPartition> result;
    for (const auto& [partition, position] : m_positions)
        if (position.paused)
            result.push_back(partition);
    return result;
}

void Positions::seek(const TopicPartition& partition, const SeekTarget& target)
{
    using observe::command::SeekTo;
    Position& position = m_positions.at(partition);
    position.epoch = kNoLeaderEpoch;
    if (target.to == SeekTo::Offset) {
        position.state = State::Valid;
        position.next = target.offset;
        return;
    }
    position.state = State::NeedsReset;
    position.resetTo = target.to == SeekTo::Time        ? target.time.ms()
                       : target.to == SeekTo::Beginning ? kEarliestTimestamp
                                                        : kLatestTimestamp;
}

bool Positions::anyIn(State state) const
{
    return std::ranges::any_of(m_positions,
                               [state](const auto& one) { return one.second.state == state; });
}

void Positions::retryLater()
{
    if (!m_retry.armed())
        m_retry.start(m_config.connection.retryBackoff, [this] { proceed(); });
}

void Positions::proceed()
{
    if (anyIn(State::NeedsCommitted))
        fetchCommitted();
    if (anyIn(State::NeedsReset))
        reset();
}

void Positions::fetchCommitted()
{
    rpc::Peer* peer = m_membership.coordinator();
    if (!peer || m_fetchingCommitted)
        return; // coordinatorFound comes back here
    std::map<std::string, std::vector<std::int32_t>> topics;
    for (const auto& [partition, position] : m_positions)
        if (position.state == State::NeedsCommitted)
            topics[partition.topic].push_back(partition.partition);
    protocol::OffsetFetchRequest request;
    if (namesEpochs()) {
        auto& group = request.groups.emplace_back();
        group.groupId = m_config.group;
        group.memberId = m_membership.memberId();
        group.memberEpoch = m_membership.generation().value();
        group.topics.emplace();
        for (auto& [topic, numbers] : topics)
            group.topics->push_back({topic, std::move(numbers)});
    } else {
        request.groupId = m_config.group;
        request.topics.emplace();
        for (auto& [topic, numbers] : topics)
            request.topics->push_back({topic, std::move(numbers)});
    }
    m_fetchingCommitted = true;
    peer->send<protocol::OffsetFetchRequest>(
        std::move(request), namesEpochs() ? kOffsetFetchByEpochVersion : kOffsetFetchVersion,
        m_config.connection.requestTimeout,
        [this, assignment = m_assignment](Result<protocol::OffsetFetchResponse> answer) {
            if (assignment == m_assignment)
                takeCommitted(answer);
        });
}

void Positions::takeCommitted(const Result<protocol::OffsetFetchResponse>& answer)
{
    m_fetchingCommitted = false;
    const bool several = answer && !answer->groups.empty();
    const ErrorCode error = !answer   ? ErrorCode::NetworkException
                            : several ? answer->groups.front().errorCode
                                      : answer->errorCode;
    if (error != ErrorCode::None) {
        m_lastError = answer ? textOf(error) : answer.error().message;
        if (m_membership.react(error))
            retryLater();
        return;
    }
    if (several)
        takeTopics(answer->groups.front().topics);
    else
        takeTopics(answer->topics);
    reset();
    m_onValid();
}

template <class Topics> void Positions::takeTopics(const Topics& topics)
{
    bool again = false;
    for (const auto& topic : topics)
        for (const auto& told : topic.partitions) {
            const TopicPartition partition{topic.name, told.partitionIndex};
            const auto found = m_positions.find(partition);
            if (found == m_positions.end())
                continue;
            Position& position = found->second;
            if (told.errorCode != ErrorCode::None) {
                m_lastError = fmt::format("{}: {}", partition.text(), textOf(told.errorCode));
                again = true;
            } else if (told.committedOffset < Offset{0}) {
                needsReset(position, partition);
            } else {
                position.state = State::Valid;
                position.next = told.committedOffset;
                position.epoch = told.committedLeaderEpoch;
                position.committed = told.committedOffset;
            }
        }
    if (again)
        retryLater();
}

void Positions::reset()
{
    std::map<BrokerId, std::vector<TopicPartition>> byLeader;
    bool unknown = false;
    for (const auto& [partition, position] : m_positions) {
        if (position.state != State::NeedsReset)
            continue;
        const PartitionView* view = m_metadata.partition(partition);
        if (view && m_connections.knows(view->leader))
            byLeader[view->leader].push_back(partition);
        else
            unknown = true;
    }
    if (unknown)
        m_metadata.refresh(); // its answer comes back here
    for (const auto& [leader, partitions] : byLeader)
        if (!m_asking.contains(leader))
            askOffsets(leader, partitions);
}

void Positions::askOffsets(BrokerId leader, const std::vector<TopicPartition>& partitions)
{
    std::map<std::string, protocol::ListOffsetsRequest::ListOffsetsTopic> topics;
    for (const TopicPartition& partition : partitions) {
        auto& asked = topics[partition.topic].partitions.emplace_back();
        asked.partitionIndex = partition.partition;
        asked.currentLeaderEpoch = m_metadata.partition(partition)->epoch;
        asked.timestamp = m_positions.at(partition).resetTo;
    }
    protocol::ListOffsetsRequest request;
    request.replicaId = kNoBroker;
    for (auto& [topic, asked] : topics) {
        asked.name = topic;
        request.topics.push_back(std::move(asked));
    }
    m_asking.insert(leader);
    m_connections.to(leader, Lane::Data)
        .send<protocol::ListOffsetsRequest>(std::move(request), kListOffsetsVersion,
                                            m_config.connection.requestTimeout,
                                            [this, leader, assignment = m_assignment](
                                                Result<protocol::ListOffsetsResponse> answer) {
                                                if (assignment == m_assignment)
                                                    takeOffsets(leader, answer);
                                            });
}

void Positions::takeOffsets(BrokerId leader, const Result<protocol::ListOffsetsResponse>& answer)
{
    m_asking.erase(leader);
    if (!answer) {
        m_lastError = answer.error().message;
        m_metadata.refresh();
        retryLater();
        return;
    }
    for (const auto& topic : answer->topics)
        for (const auto& told : topic.partitions)
            takeOffset({topic.name, told.partitionIndex}, told);
    if (anyIn(State::NeedsReset))
        retryLater();
    m_onValid();
}

void Positions::takeOffset(const TopicPartition& partition,
                           const protocol::ListOffsetsResponse::ListOffsetsPartitionResponse& told)
{
    const auto found = m_positions.find(partition);
    if (found == m_positions.end() || found->second.state != State::NeedsReset)
        return;
    if (told.errorCode == ErrorCode::None && told.offset < Offset{0}) {
        found->second.resetTo = kLatestTimestamp; // no record is that young
        return;
    }
    if (told.errorCode == ErrorCode::None) {
        found->second.state = State::Valid;
        found->second.next = told.offset;
        found->second.epoch = told.leaderEpoch;
        return;
    }
    m_lastError = fmt::format("{}: {}", partition.text(), textOf(told.errorCode));
    if (protocol::refreshesMetadata(told.errorCode))
        m_metadata.refresh();
    if (!protocol::isRetriable(told.errorCode))
        found->second.state = State::Failed;
}

void Positions::commit(Duration timeout, OnCommitted done)
{
    std::map<TopicPartition, Offset> moved;
    protocol::OffsetCommitRequest request;
    std::map<std::string, protocol::OffsetCommitRequest::OffsetCommitRequestTopic> topics;
    for (const auto& [partition, position] : m_positions) {
        if (position.state != State::Valid || position.committed == position.next)
            continue;
        moved[partition] = position.next;
        auto& told = topics[partition.topic].partitions.emplace_back();
        told.partitionIndex = partition.partition;
        told.committedOffset = position.next;
        told.committedLeaderEpoch = position.epoch;
    }
    rpc::Peer* peer = m_membership.coordinator();
    if (moved.empty() || !peer) {
        if (done && moved.empty())
            done({});
        else if (done)
            done({ErrorCode::CoordinatorNotAvailable, "the coordinator is not known"});
        return;
    }
    request.groupId = m_config.group;
    request.generationIdOrMemberEpoch = m_membership.generation();
    request.memberId = m_membership.memberId();
    request.groupInstanceId = m_config.instance;
    for (auto& [topic, told] : topics) {
        told.name = topic;
        request.topics.push_back(std::move(told));
    }
    peer->send<protocol::OffsetCommitRequest>(
        std::move(request), namesEpochs() ? kOffsetCommitByEpochVersion : kOffsetCommitVersion,
        timeout,
        [this, moved = std::move(moved), assignment = m_assignment,
         done = std::move(done)](Result<protocol::OffsetCommitResponse> answer) {
            Committed outcome{ErrorCode::RebalanceInProgress, "the assignment changed meanwhile"};
            if (assignment == m_assignment)
                outcome = committed(moved, answer);
            if (done)
                done(outcome);
        });
}

Committed Positions::committed(const std::map<TopicPartition, Offset>& asked,
                               const Result<protocol::OffsetCommitResponse>& answer)
{
    if (!answer) {
        m_lastError = answer.error().message;
        m_membership.react(ErrorCode::NetworkException);
        return {ErrorCode::NetworkException, m_lastError};
    }
    ErrorCode trouble = ErrorCode::None;
    std::map<TopicPartition, Offset> stored;
    for (const auto& topic : answer->topics)
        for (const auto& told : topic.partitions) {
            const TopicPartition partition{topic.name, told.partitionIndex};
            const auto sent = asked.find(partition);
            const auto found = m_positions.find(partition);
            if (sent == asked.end() || found == m_positions.end())
                continue;
            if (told.errorCode == ErrorCode::None) {
                found->second.committed = sent->second;
                stored.insert(*sent);
                continue;
            }
            trouble = told.errorCode;
            m_lastError = fmt::format("commit of {}: {}", partition.text(), textOf(trouble));
        }
    if (m_interceptor && !stored.empty())
        m_interceptor->onCommit(stored);
    Committed outcome{trouble, trouble == ErrorCode::None ? std::string() : m_lastError,
                      stored.size()};
    // Errors about one partition alone (deleted, metadata too large) do not concern the membership.
    switch (trouble) {
    case ErrorCode::CoordinatorNotAvailable:
    case ErrorCode::NotCoordinator:
    case ErrorCode::RequestTimedOut:
    case ErrorCode::RebalanceInProgress:
    case ErrorCode::UnknownMemberId:
    case ErrorCode::IllegalGeneration:
    case ErrorCode::FencedInstanceId:
        m_membership.react(trouble);
        break;
    default:
        break;
    }
    return outcome;
}

} // namespace hw::client
