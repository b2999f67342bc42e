#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// Moving partitions to other brokers.
///
///     [1,2,3] to become [4,1]
///       topic's node: [4,1,2,3], adding [4], removing [2,3]
///       epoch + 1, all four told; 4 copies …
///       … until 4 and 1 are in sync:
///       a leader of the target is elected if another leads, epoch + 1
///       2 and 3 leave the ISR, epoch + 1 each, and delete their files
///       topic's node: [4,1]
///
/// Whatever stands in the topic's node, a new controller goes on from there: each step finds what
/// those before it left, and does again what may not have been done.
/// Kafka: KafkaController.onPartitionReassignment, KIP-455.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using protocol::ErrorCode;

kafka::TopicNode nodeOf(const Topic& topic)
{
    kafka::TopicNode node{topic.id, {}};
    for (const auto& [number, partition] : topic.partitions) {
        node.partitions[number] = partition.replicas;
        if (!partition.adding.empty())
            node.adding[number] = partition.adding;
        if (!partition.removing.empty())
            node.removing[number] = partition.removing;
    }
    return node;
}

/// Kafka: KafkaController.isReassignmentComplete.
static bool isComplete(const Partition& partition)
{
    if (!partition.isBeingReassigned())
        return true;
    return partition.state != PartitionState::New &&
           without(partition.target(), partition.leadership.isr).empty();
}

std::optional<StateChange> Controller::Impl::dropUnneeded(const TopicPartition& id,
                                                          const Partition& partition,
                                                          const ReplicaAssignment& next) const
{
    const Leadership& now = partition.leadership;
    const std::vector<BrokerId> isr = without(now.isr, without(partition.replicas, next.replicas));
    if (isr == now.isr)
        return std::nullopt;
    StateChange change{id, now, std::nullopt, fact::IsrReduction::Reassigned};
    change.next.isr = isr;
    ++change.next.leaderEpoch;
    change.next.controllerEpoch = m_reign->context.epoch;
    if (!contains(isr, now.leader)) {
        // Kafka's controller leaves the partition without a leader here until a broker goes.
        Candidates candidates{next.target(), isr, m_reign->context.live(), {}};
        auto elected = elect::forReassignment(candidates);
        if (!elected) {
            candidates.replicas = next.replicas;
            elected = elect::forReassignment(candidates);
        }
        change.next.leader = elected ? elected->leader : kNoBroker;
        if (elected)
            change.election = fact::ElectionKind::Reassignment;
    }
    return change;
}

/// In one write with the topic's node goes what keeps the ISR within the assignment, so that no
/// controller ever finds a stranger in it.
void Controller::Impl::startReassignment(const TopicPartition& id, const ReplicaAssignment& next,
                                         bool cancelled, OnStarted done)
{
    const Partition& now = *m_reign->context.find(id);
    auto goOn = [this, id, cancelled](OnStarted then) {
        advanceReassignment(id, cancelled, [then = std::move(then)] { then({}); });
    };
    if (now.assignment() == next)
        return goOn(std::move(done));
    kafka::TopicNode node = nodeOf(m_reign->context.topics.at(id.topic));
    const auto put = [&](kafka::TopicNode::Replicas& where, const std::vector<BrokerId>& list) {
        where.erase(id.partition);
        if (!list.empty())
            where[id.partition] = list;
    };
    put(node.partitions, next.replicas);
    put(node.adding, next.adding);
    put(node.removing, next.removing);
    std::vector<Op> ops{Op::setData(kafka::topicPath(id.topic), kafka::encode(node))};
    const auto change = dropUnneeded(id, now, next);
    if (change)
        ops.push_back(Op::setData(kafka::statePath(id), kafka::encode(nodeOf(change->next)),
                                  change->next.version.value()));
    auto onWritten = [this, id, next, change, cancelled, goOn,
                      done = std::move(done)](ZkError error, const Store::Results&) mutable {
        if (error != ZkError::Ok)
            return done({ErrorCode::UnknownServerError,
                         fmt::format("writing the assignment of {} failed: {}", id.text(),
                                     coordination::nameOf(error))});
        Partition& partition = *m_reign->context.find(id);
        const ReplicaAssignment before = partition.assignment();
        partition.assign(next);
        if (!cancelled)
            m_host.loop().setCause(
                m_journal.report(fact::ReassignmentStarted{id, before.origin(), next.target()}));
        if (change)
            written(*change);
        for (const BrokerId unneeded : without(before.replicas, next.replicas))
            m_reign->batch.deleteReplica(unneeded, id);
        goOn(std::move(done));
    };
    m_reign->store.write(std::move(ops), std::move(onWritten));
}

void Controller::Impl::advanceReassignment(const TopicPartition& id, bool cancelled, Done done)
{
    const Partition* partition = m_reign->context.find(id);
    if (!partition || partition->state == PartitionState::New)
        return done();
    if (isComplete(*partition))
        return finishReassignment(id, cancelled, std::move(done));
    // A newer epoch, though nothing changes: only so does the leader take the new replicas in.
    StateChange change{id, partition->leadership, std::nullopt};
    ++change.next.leaderEpoch;
    change.next.controllerEpoch = m_reign->context.epoch;
    for (const BrokerId added : partition->adding)
        m_reign->batch.leaderAndIsr(added, id, true);
    write({std::move(change)}, std::move(done));
}

/// Kafka: KafkaController.moveReassignedPartitionLeaderIfRequired.
std::optional<StateChange> Controller::Impl::settleLeader(const TopicPartition& id,
                                                          const Partition& partition) const
{
    const Context& context = m_reign->context;
    const Leadership& now = partition.leadership;
    if (contains(partition.replicas, now.leader) && context.isLive(now.leader)) {
        StateChange change{id, now, std::nullopt};
        ++change.next.leaderEpoch;
        change.next.controllerEpoch = context.epoch;
        return change;
    }
    if (const auto elected = elect::forReassignment(context.candidates(partition)))
        return electionOf(id, partition, *elected, fact::ElectionKind::Reassignment);
    return std::nullopt;
}

void Controller::Impl::finishReassignment(const TopicPartition& id, bool cancelled, Done done)
{
    Partition& partition = *m_reign->context.find(id);
    const std::vector<BrokerId> removed = partition.removing;
    partition.assign({partition.target(), {}, {}});
    m_reign->arriving.insert(id);
    std::vector<StateChange> changes;
    if (auto change = settleLeader(id, partition))
        changes.push_back(std::move(*change));
    write(std::move(changes), [this, id, removed, cancelled, done = std::move(done)]() mutable {
        takeOut(id, removed, [this, id, removed, cancelled, done = std::move(done)]() mutable {
            for (const BrokerId gone : removed)
                m_reign->batch.deleteReplica(gone, id);
            m_reign->batch.send();
            finalWhenTold(id, removed, cancelled);
            done();
        });
    });
}

/// Kafka: KafkaController.removeReplicasFromIsr, for one replica after the other.
void Controller::Impl::takeOut(const TopicPartition& id, std::vector<BrokerId> leaving, Done done)
{
    const Leadership& now = m_reign->context.find(id)->leadership;
    std::erase_if(leaving, [&](BrokerId broker) { return !contains(now.isr, broker); });
    if (leaving.empty() || now.isr.size() < 2)
        return done();
    StateChange change{id, now, std::nullopt, fact::IsrReduction::Reassigned};
    std::erase(change.next.isr, leaving.front());
    if (now.leader == leaving.front())
        change.next.leader = kNoBroker;
    ++change.next.leaderEpoch;
    change.next.controllerEpoch = m_reign->context.epoch;
    leaving.erase(leaving.begin());
    write({std::move(change)},
          [this, id, leaving = std::move(leaving), done = std::move(done)]() mutable {
              takeOut(id, std::move(leaving), std::move(done));
          });
}

/// As long as one of those that go has not heard it, the topic's node names them: a controller
/// after us would not know whom to tell.
void Controller::Impl::finalWhenTold(const TopicPartition& id, const std::vector<BrokerId>& removed,
                                     bool cancelled)
{
    const auto told = Gather::start([this, id, cancelled] {
        m_queue.add([this, id, cancelled](Done done) {
            writeFinalAssignment(id, cancelled, std::move(done));
        });
    });
    for (const BrokerId gone : removed) {
        told->expect();
        m_reign->channels.whenTold(gone, [told] { told->finished(); });
    }
    told->finished();
}

void Controller::Impl::writeFinalAssignment(const TopicPartition& id, bool cancelled, Done done)
{
    m_reign->arriving.erase(id);
    const Partition* partition = m_reign->context.find(id);
    if (!partition || partition->isBeingReassigned()) // gone, or on its way elsewhere already
        return done();
    const Topic& topic = m_reign->context.topics.at(id.topic);
    auto onWritten = [this, id, cancelled, done = std::move(done)](ZkError, const Store::Results&) {
        const std::vector<BrokerId>& replicas = m_reign->context.find(id)->replicas;
        const EventId event = cancelled
                                  ? m_journal.report(fact::ReassignmentCancelled{id, replicas})
                                  : m_journal.report(fact::ReassignmentCompleted{id, replicas});
        m_host.loop().setCause(event);
        m_reign->batch.updateMetadata(id);
        m_reign->batch.send();
        resumeDeletion(id.topic);
        done();
    };
    if (cancelled) // as it was written when it was given up
        return onWritten(ZkError::Ok, {});
    m_reign->store.write({Op::setData(kafka::topicPath(id.topic), kafka::encode(nodeOf(topic)))},
                         std::move(onWritten));
}

void Controller::Impl::resumeReassignments(WantsMove wanted, Done done)
{
    auto ids = std::make_shared<std::vector<TopicPartition>>(m_reign->context.select(
        [](const Partition& partition) { return partition.isBeingReassigned(); }));
    std::erase_if(
        *ids, [&](const TopicPartition& id) { return !wanted(id, *m_reign->context.find(id)); });
    for (const TopicPartition& id : *ids) {
        const Partition& partition = *m_reign->context.find(id);
        m_journal.report(
            fact::ReassignmentStarted{id, partition.origin(), partition.target(), true});
    }
    advanceAll(ids, 0, std::move(done));
}

void Controller::Impl::finishReassignments(std::vector<TopicPartition> ids, Done done)
{
    std::erase_if(ids, [&](const TopicPartition& id) {
        const Partition* partition = m_reign->context.find(id);
        return !partition || !partition->isBeingReassigned() || !isComplete(*partition);
    });
    if (ids.empty())
        return done();
    advanceAll(std::make_shared<std::vector<TopicPartition>>(std::move(ids)), 0,
               [this, done = std::move(done)]() mutable {
                   m_reign->batch.send();
                   shrinkReassignNode({}, std::move(done));
               });
}

void Controller::Impl::advanceAll(const std::shared_ptr<std::vector<TopicPartition>>& ids,
                                  std::size_t index, Done done)
{
    if (index == ids->size())
        return done();
    advanceReassignment((*ids)[index], false, [this, ids, index, done = std::move(done)]() mutable {
        advanceAll(ids, index + 1, std::move(done));
    });
}

} // namespace hw::controller
