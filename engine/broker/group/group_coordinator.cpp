#include "engine/broker/group/group_coordinator.h"

#include "engine/broker/core/services.h"
#include "engine/broker/group/consumer_membership.h"
#include "engine/broker/group/group_reports.h"
#include "engine/broker/group/group_store.h"
#include "engine/broker/group/membership.h"
#include "engine/broker/group/offset_keeper.h"
#include "engine/broker/group/rebalancer.h"

namespace hw::group {

class GroupCoordinator::Impl
{
public:
    Impl(BrokerId self, const broker::BrokerConfig& config, world::Loop& loop,
         broker::PartitionPort& port, observe::Journal& journal,
         const broker::MetadataCache* metadata)
        : setting{self, config, loop, port, journal, metadata}
        , store(setting, {[this](const GroupPtr& group) { loaded(group); },
                          [this](const GroupPtr& group) { unloaded(group); }})
        , rebalancer(setting, store)
        , membership(setting, store, rebalancer)
        , consumers(setting, store, rebalancer)
        , offsets(setting, store, rebalancer)
    {
    }

    /// Groups must be named, but for the offsets of consumers that have none (as old clients do).
    ErrorCode standing(const std::string& group, bool mayBeNameless) const
    {
        if (group.empty() && !mayBeNameless)
            return ErrorCode::InvalidGroupId;
        return store.standing(group);
    }

    void loaded(const GroupPtr& group)
    {
        if (group->consumer)
            consumers.loaded(group);
        else
            rebalancer.startSessions(group);
    }
    void unloaded(const GroupPtr& group)
    {
        if (group->consumer)
            consumers.unloaded(group);
        else
            rebalancer.abandon(group);
    }

    Setting setting;
    GroupStore store;
    Rebalancer rebalancer;
    Membership membership;
    ConsumerMembership consumers;
    OffsetKeeper offsets;
};

GroupCoordinator::GroupCoordinator(BrokerId self, const broker::BrokerConfig& config,
                                   world::Loop& loop, broker::PartitionPort& port,
                                   observe::Journal& journal, const broker::MetadataCache* metadata)
    : m_impl(std::make_unique<Impl>(self, config, loop, port, journal, metadata))
{
}

GroupCoordinator::~GroupCoordinator() = default;

void GroupCoordinator::setPartitionCount(std::int32_t count)
{
    HW_ASSERT(count > 0, "a topic has partitions");
    m_impl->store.setPartitionCount(count);
}

std::int32_t GroupCoordinator::partitionCount() const { return m_impl->store.partitionCount(); }

std::int32_t GroupCoordinator::partitionFor(std::string_view group) const
{
    return m_impl->store.partitionFor(group);
}

void GroupCoordinator::onElected(const TopicPartition& partition, LeaderEpoch epoch)
{
    if (partition.topic == broker::kOffsetsTopic)
        m_impl->store.elected(partition.partition, epoch);
}

void GroupCoordinator::onResigned(const TopicPartition& partition, std::optional<LeaderEpoch> epoch)
{
    if (partition.topic == broker::kOffsetsTopic)
        m_impl->store.resigned(partition.partition, epoch);
}

void GroupCoordinator::join(JoinRequest request, Done<JoinResult> done)
{
    const ErrorCode standing = m_impl->standing(request.group, false);
    if (standing == ErrorCode::None)
        return m_impl->membership.join(std::move(request), std::move(done));
    JoinResult result;
    result.error = standing;
    result.memberId = request.memberId;
    answerLater(m_impl->setting.loop, std::move(done), std::move(result));
}

void GroupCoordinator::sync(SyncRequest request, Done<SyncResult> done)
{
    ErrorCode standing = m_impl->standing(request.group, false);
    if (standing == ErrorCode::None)
        return m_impl->membership.sync(std::move(request), std::move(done));
    // A rebalance is lost with its coordinator: joining again needs no new look-up.
    if (standing == ErrorCode::CoordinatorLoadInProgress)
        standing = ErrorCode::RebalanceInProgress;
    answerLater(m_impl->setting.loop, std::move(done), SyncResult{standing, {}, {}, {}});
}

ErrorCode GroupCoordinator::heartbeat(const HeartbeatRequest& request)
{
    const ErrorCode standing = m_impl->standing(request.group, false);
    // Members' sessions start anew when the group is loaded, so this one is not in danger.
    if (standing == ErrorCode::CoordinatorLoadInProgress)
        return ErrorCode::None;
    return standing == ErrorCode::None ? m_impl->membership.heartbeat(request) : standing;
}

LeaveResult GroupCoordinator::leave(const LeaveRequest& request)
{
    const ErrorCode standing = m_impl->standing(request.group, false);
    return standing == ErrorCode::None ? m_impl->membership.leave(request)
                                       : LeaveResult{standing, {}};
}

void GroupCoordinator::consumerHeartbeat(ConsumerHeartbeat request,
                                         Done<ConsumerHeartbeatResult> done)
{
    const ErrorCode standing = m_impl->standing(request.group, true);
    if (standing == ErrorCode::None)
        return m_impl->consumers.heartbeat(std::move(request), std::move(done));
    ConsumerHeartbeatResult refused;
    refused.error = standing;
    answerLater(m_impl->setting.loop, std::move(done), std::move(refused));
}

ConsumerGroupDescription GroupCoordinator::describeConsumers(const std::string& group) const
{
    const ErrorCode standing = m_impl->standing(group, true);
    if (standing == ErrorCode::None)
        return describeConsumerGroup(group, m_impl->store.find(group).get());
    ConsumerGroupDescription refused;
    refused.error = standing;
    refused.group = group;
    return refused;
}

void GroupCoordinator::commit(CommitRequest request, Done<CommitResult> done)
{
    const ErrorCode standing = m_impl->standing(request.group, true);
    if (standing == ErrorCode::None)
        return m_impl->offsets.commit(std::move(request), std::move(done));
    answerLater(m_impl->setting.loop, std::move(done),
                CommitResult(request.offsets.size(), standing));
}

FetchOffsetsResult GroupCoordinator::fetchOffsets(const FetchOffsetsRequest& request) const
{
    const ErrorCode standing = m_impl->standing(request.group, true);
    return standing == ErrorCode::None ? m_impl->offsets.fetch(request)
                                       : FetchOffsetsResult{standing, {}};
}

GroupDescription GroupCoordinator::describe(const std::string& group) const
{
    const ErrorCode standing = m_impl->standing(group, true);
    if (standing == ErrorCode::None)
        return describeGroup(group, m_impl->store.find(group).get());
    GroupDescription refused;
    refused.error = standing;
    refused.group = group;
    return refused;
}

ListGroupsResult GroupCoordinator::list() const
{
    ListGroupsResult result;
    if (m_impl->store.isLoading())
        result.error = ErrorCode::CoordinatorLoadInProgress;
    for (const auto& [id, group] : m_impl->store.groups())
        result.groups.push_back({id, group->roster.protocolType().value_or(""),
                                 nameOf(group->state), group->consumer ? "consumer" : "classic"});
    return result;
}

void GroupCoordinator::deleteGroups(std::vector<std::string> groups,
                                    Done<std::vector<DeletedGroup>> done)
{
    struct Deletion
    {
        std::vector<DeletedGroup> results;
        std::size_t left = 0;
        Done<std::vector<DeletedGroup>> done;
    };
    const auto deletion = std::make_shared<Deletion>();
    deletion->left = groups.size() + 1;
    deletion->done = std::move(done);
    for (std::string& group : groups)
        deletion->results.push_back({std::move(group), ErrorCode::None});

    const auto countDown = [impl = m_impl.get(), deletion] {
        if (--deletion->left == 0)
            answerLater(impl->setting.loop, std::move(deletion->done),
                        std::move(deletion->results));
    };
    for (std::size_t i = 0; i < deletion->results.size(); ++i) {
        const std::string group = deletion->results[i].group;
        const auto record = [deletion, countDown, i](ErrorCode error) {
            deletion->results[i].error = error;
            countDown();
        };
        const ErrorCode standing = m_impl->standing(group, true);
        if (standing == ErrorCode::None)
            m_impl->offsets.deleteGroup(group, record);
        else
            record(standing);
    }
    countDown();
}

void GroupCoordinator::deleteOffsets(const std::string& group,
                                     std::vector<TopicPartition> partitions,
                                     Done<DeleteOffsetsResult> done)
{
    const ErrorCode standing = m_impl->standing(group, true);
    if (standing == ErrorCode::None)
        return m_impl->offsets.deleteOffsets(group, std::move(partitions), std::move(done));
    answerLater(m_impl->setting.loop, std::move(done), DeleteOffsetsResult{standing, {}});
}

void GroupCoordinator::partitionsDeleted(const std::vector<TopicPartition>& partitions)
{
    m_impl->offsets.forgetPartitions(partitions);
}

std::vector<observe::GroupReport> GroupCoordinator::reports() const
{
    std::vector<observe::GroupReport> list;
    for (const auto& [id, group] : m_impl->store.groups())
        list.push_back(reportGroup(*group, m_impl->setting.loop.now()));
    return list;
}

} // namespace hw::group
