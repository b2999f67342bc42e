// How changes of a group of consumers get into the log, and what follows once they are there.

#include "engine/broker/group/consumer_membership.h"
#include "engine/broker/group/consumer_records.h"

namespace hw::group {

namespace fact = observe::fact;

/// Kafka: CoordinatorRuntime's timers try again after so long.
static constexpr Duration kWriteAgainAfter = 500ms;

/// Kafka: GroupCoordinatorService.handleOperationException.
static ErrorCode answerForWrite(ErrorCode appended)
{
    return appended == ErrorCode::RequestTimedOut
               ? ErrorCode::CoordinatorNotAvailable
               : coordinatorError(appended, ErrorCode::UnknownServerError);
}

void ConsumerMembership::flush(const GroupPtr& group, UniqueFunction<void(ErrorCode)> done)
{
    ConsumerGroup& consumers = *group->consumer;
    if (consumers.unwritten.empty()) {
        // What the answer says may rest on changes that are not replicated yet.
        if (consumers.confirmed == consumers.writes)
            return done(ErrorCode::None);
        consumers.waiting.push_back({consumers.writes, std::move(done)});
        return;
    }
    protocol::BatchBuilder batch;
    addRecords(batch, m_setting.loop.wallTime(), *group, consumers.unwritten);
    const std::uint64_t write = ++consumers.writes;
    consumers.waiting.push_back({write, std::move(done)});
    m_store.append(*group, batch.build(),
                   [this, group, write, written = std::exchange(consumers.unwritten, {})](
                       broker::PartitionPort::Appended appended) {
                       onWritten(group, write, written, answerForWrite(appended.error));
                   });
}

void ConsumerMembership::onWritten(const GroupPtr& group, std::uint64_t write,
                                   const Unwritten& written, ErrorCode error)
{
    if (group->isOver())
        return; // everybody was answered
    ConsumerGroup& consumers = *group->consumer;
    consumers.confirmed = std::max(consumers.confirmed, write);
    if (error != ErrorCode::None) {
        consumers.unwritten.add(written); // once more with the next change, or by itself
        if (!consumers.writeAgain.armed())
            consumers.writeAgain.start(kWriteAgainAfter, [this, group = group.get()] {
                flush(group->shared_from_this(), [](ErrorCode) {
                    // As before.
                });
            });
    } else {
        if (written.targetEpoch)
            tellStored(*group);
        settle(*group);
    }
    while (!consumers.waiting.empty() && consumers.waiting.front().write <= write) {
        auto answer = std::move(consumers.waiting.front().done);
        consumers.waiting.pop_front();
        answer(error);
    }
}

void ConsumerMembership::tellStored(Group& group)
{
    ConsumerGroup& consumers = *group.consumer;
    if (consumers.storedEpoch == consumers.targetEpoch || consumers.unwritten.targetEpoch)
        return;
    consumers.storedEpoch = consumers.targetEpoch;
    fact::AssignmentStored told{group.id, consumers.targetEpoch, {}, true};
    std::size_t count = 0;
    for (const auto& [id, member] : consumers.members()) {
        auto partitions = consumers.named(consumers.targetOf(id));
        count += partitions.size();
        told.assigned.emplace_back(id, std::move(partitions));
    }
    if (count > fact::kAssignmentToldMax)
        told = {group.id, consumers.targetEpoch, {}, false};
    const CauseScope because(m_setting.loop, consumers.formed);
    group.step = m_setting.journal.report(std::move(told));
}

/// The state follows from the epochs, as far as they are replicated.  Kafka:
/// ConsumerGroup.maybeUpdateGroupState.
void ConsumerMembership::settle(Group& group)
{
    const ConsumerGroup& consumers = *group.consumer;
    State state = State::Stable;
    const char* why = "every member was given what is meant for it";
    if (consumers.empty()) {
        state = State::Empty;
        why = "the last member is gone";
    } else if (group.generation > consumers.storedEpoch) {
        state = State::Assigning;
        why = "the group's epoch is newer than its target assignment";
    } else if (!consumers.isReconciled()) {
        state = State::Reconciling;
        why = "members give up and take over partitions";
    }
    if (group.is(state) || state == State::Assigning)
        return;
    const CauseScope because(m_setting.loop, group.step);
    m_rebalancer.changeState(group, state, why);
}

} // namespace hw::group
