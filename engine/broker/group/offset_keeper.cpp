#include "engine/broker/group/offset_keeper.h"

#include <algorithm>

#include "engine/base/mutation.h"
#include "engine/broker/group/offsets_records.h"
#include "engine/broker/group/subscriptions.h"
#include "engine/protocol/batch_builder.h"

namespace hw::group {

namespace {

/// What clients are told when their commit could not be written.
/// Kafka: GroupMetadataManager.storeOffsets.
ErrorCode answerFor(ErrorCode appended)
{
    return coordinatorError(appended, ErrorCode::InvalidCommitOffsetSize);
}

} // namespace

OffsetKeeper::OffsetKeeper(Setting& setting, GroupStore& store, Rebalancer& rebalancer)
    : m_setting(setting)
    , m_store(store)
    , m_rebalancer(rebalancer)
    , m_expiryTimer(setting.loop)
{
    scheduleExpiry();
}

void OffsetKeeper::commit(CommitRequest request, Done<CommitResult> done)
{
    const std::size_t count = request.offsets.size();
    GroupPtr group = m_store.find(request.group);
    ErrorCode error = ErrorCode::None;
    if (group)
        error = check(*group, request);
    else if (request.generation >= Generation{0})
        error = ErrorCode::IllegalGeneration;
    if (error != ErrorCode::None)
        return answerLater(m_setting.loop, std::move(done), CommitResult(count, error));

    if (!group)
        group = m_store.create(request.group);
    if (Member* member = group->roster.find(request.memberId))
        m_rebalancer.touch(group, *member);
    store(group, std::move(request), std::move(done));
}

ErrorCode OffsetKeeper::check(const Group& group, const CommitRequest& request) const
{
    const bool simple = request.generation < Generation{0};
    if (group.consumer)
        return simple && group.consumer->empty() ? ErrorCode::None : checkMember(group, request);
    if (simple && group.is(State::Empty))
        return ErrorCode::None;
    if (simple && request.memberId.empty() && !request.instanceId)
        return ErrorCode::UnknownMemberId; // only members commit for a group that has some
    if (const ErrorCode error = group.roster.check(request.memberId, request.instanceId);
        error != ErrorCode::None)
        return error;
    if (request.generation != group.generation && !mutated(Rule::CommitFencedByGeneration))
        return ErrorCode::IllegalGeneration;
    // While the others still join, the old generation may commit: so do revoke callbacks. Once the
    // new generation has formed, its members hold nothing yet.
    return group.is(State::CompletingRebalance) ? ErrorCode::RebalanceInProgress : ErrorCode::None;
}

/// Kafka: ConsumerGroup.validateOffsetCommit.
ErrorCode OffsetKeeper::checkMember(const Group& group, const CommitRequest& request)
{
    const ConsumerMember* member = group.consumer->find(request.memberId);
    if (!member)
        return ErrorCode::UnknownMemberId;
    if (!request.knowsMemberEpochs)
        return ErrorCode::UnsupportedVersion;
    const bool current = request.generation == member->progress.epoch;
    return current || mutated(Rule::CommitFencedByGeneration) ? ErrorCode::None
                                                              : ErrorCode::StaleMemberEpoch;
}

void OffsetKeeper::store(const GroupPtr& group, CommitRequest request, Done<CommitResult> done)
{
    const WallTime now = m_setting.loop.wallTime();
    CommitResult checked;
    protocol::BatchBuilder batch;
    for (const CommitRequest::Entry& entry : request.offsets) {
        const bool tooLarge = entry.metadata.size() >
                              static_cast<std::size_t>(m_setting.config.offsetMetadataMaxBytes);
        checked.push_back(tooLarge ? ErrorCode::OffsetMetadataTooLarge : ErrorCode::None);
        if (tooLarge)
            continue;
        const Bytes key = encodeOffsetKey(group->id, entry.partition);
        const Bytes value =
            encodeOffsetValue({entry.offset, entry.leaderEpoch, entry.metadata, now});
        batch.add(now, key, value);
        ++group->offsetsInFlight[entry.partition];
    }
    if (batch.empty())
        return answerLater(m_setting.loop, std::move(done), std::move(checked));

    m_store.append(*group, batch.build(),
                   [this, group, now, request = std::move(request), checked = std::move(checked),
                    done = std::move(done)](broker::PartitionPort::Appended appended) mutable {
                       onStored(*group, request, checked, now, appended);
                       for (ErrorCode& code : checked) {
                           if (code == ErrorCode::None)
                               code = answerFor(appended.error);
                       }
                       answerLater(m_setting.loop, std::move(done), std::move(checked));
                   });
}

void OffsetKeeper::onStored(Group& group, const CommitRequest& request, const CommitResult& checked,
                            WallTime at, broker::PartitionPort::Appended appended)
{
    std::int64_t recordIndex = 0;
    for (std::size_t i = 0; i < request.offsets.size(); ++i) {
        if (checked[i] != ErrorCode::None)
            continue;
        const CommitRequest::Entry& entry = request.offsets[i];
        const auto inFlight = group.offsetsInFlight.find(entry.partition);
        if (--inFlight->second == 0)
            group.offsetsInFlight.erase(inFlight);
        const Offset recordAt = appended.baseOffset + recordIndex++;
        if (appended.error != ErrorCode::None || group.isOver())
            continue;
        const auto stored = group.offsets.find(entry.partition);
        if (stored != group.offsets.end() && stored->second.recordAt > recordAt)
            continue; // a later commit was confirmed first
        group.offsets[entry.partition] = {{entry.offset, entry.leaderEpoch, entry.metadata, at},
                                          recordAt};
    }
}

FetchOffsetsResult OffsetKeeper::fetch(const FetchOffsetsRequest& request) const
{
    FetchOffsetsResult result;
    const GroupPtr group = m_store.find(request.group);
    // Kafka: ConsumerGroup.validateOffsetFetch.
    if (group && group->consumer && (request.memberId || request.memberEpoch >= Generation{0})) {
        const ConsumerMember* member = group->consumer->find(request.memberId.value_or(""));
        if (!member)
            result.error = ErrorCode::UnknownMemberId;
        else if (member->progress.epoch != request.memberEpoch)
            result.error = ErrorCode::StaleMemberEpoch;
        if (result.error != ErrorCode::None)
            return result;
    }
    if (!request.partitions) {
        if (group) {
            for (const auto& [partition, stored] : group->offsets)
                result.offsets.push_back({partition, stored.committed.offset,
                                          stored.committed.leaderEpoch, stored.committed.metadata});
        }
        return result;
    }
    for (const TopicPartition& partition : *request.partitions) {
        auto& entry = result.offsets.emplace_back();
        entry.partition = partition;
        if (!group)
            continue;
        if (const auto it = group->offsets.find(partition); it != group->offsets.end()) {
            entry.offset = it->second.committed.offset;
            entry.leaderEpoch = it->second.committed.leaderEpoch;
            entry.metadata = it->second.committed.metadata;
        }
    }
    return result;
}

} // namespace hw::group
