#include <algorithm>

#include "engine/controller/controller_impl.h"

#include "engine/base/mutation.h"

/// The states of partitions and replicas.
///
///     New --> Online <--> Offline          a replica is online while its broker lives;
///      first leader   leader lost / found  when it goes offline it leaves the ISR
///
/// Kafka: PartitionStateMachine, ReplicaStateMachine.
namespace hw::controller {

using namespace coordination;
using namespace observe;

namespace {

/// Partitions whose nodes are made by one multi: keeps its frame far below the limit of 1 MiB.
constexpr std::size_t kPartitionsPerMulti = 500;

} // namespace

kafka::StateNode nodeOf(const Leadership& leadership)
{
    return {leadership.leader, leadership.leaderEpoch, leadership.controllerEpoch, leadership.isr,
            leadership.recovering};
}

void Controller::Impl::markStates()
{
    Context& context = m_reign->context;
    for (auto& [name, topic] : context.topics) {
        for (auto& [number, partition] : topic.partitions) {
            if (partition.state != PartitionState::New)
                partition.state = context.brokers.contains(partition.leadership.leader)
                                      ? PartitionState::Online
                                      : PartitionState::Offline;
        }
    }
}

StateChange Controller::Impl::electionOf(const TopicPartition& id, const Partition& partition,
                                         const Elected& elected, fact::ElectionKind kind) const
{
    StateChange change{id, partition.leadership, kind};
    change.next.leader = elected.leader;
    change.next.isr = elected.isr;
    // A clean election says nothing of what an unclean one before it may have lost.
    change.next.recovering = elected.unclean || partition.leadership.recovering;
    if (!mutated(Rule::EpochRisesAtElection))
        ++change.next.leaderEpoch;
    change.next.controllerEpoch = m_reign->context.epoch;
    return change;
}

std::optional<StateChange> Controller::Impl::repairOf(const TopicPartition& id,
                                                      const Partition& partition) const
{
    const Context& context = m_reign->context;
    if (partition.state == PartitionState::Offline) {
        const bool unclean = context.mayElectUncleanly(id.topic);
        if (const auto elected = elect::forOffline(context.candidates(partition), unclean))
            return electionOf(id, partition, *elected,
                              elected->unclean ? fact::ElectionKind::Unclean
                                               : fact::ElectionKind::Offline);
    }
    // Whoever is dead leaves the ISR, but the last one stays: only it has everything.
    StateChange change{id, partition.leadership, std::nullopt};
    Leadership& next = change.next;
    for (const BrokerId member : partition.leadership.isr) {
        if (!context.brokers.contains(member) &&
            (next.isr.size() > 1 || mutated(Rule::IsrNeverEmptied)))
            std::erase(next.isr, member);
    }
    if (!context.brokers.contains(next.leader))
        next.leader = kNoBroker;
    if (next.leader == partition.leadership.leader && next.isr == partition.leadership.isr)
        return std::nullopt;
    ++next.leaderEpoch;
    next.controllerEpoch = context.epoch;
    return change;
}

void Controller::Impl::repair(Done done)
{
    std::vector<TopicPartition> fresh;
    std::vector<StateChange> changes;
    const Context& context = m_reign->context;
    for (const TopicPartition& id : context.all()) {
        const Partition& partition = *context.find(id);
        if (partition.state == PartitionState::New)
            fresh.push_back(id);
        else if (auto change = repairOf(id, partition))
            changes.push_back(std::move(*change));
    }
    const auto both = Gather::start(std::move(done));
    both->expect();
    createStates(fresh, [both] { both->finished(); });
    write(std::move(changes), [both] { both->finished(); });
}

void Controller::Impl::write(std::vector<StateChange> changes, Done done)
{
    const auto gather = Gather::start(std::move(done));
    const EventId cause = m_host.loop().cause();
    for (StateChange& change : changes) {
        gather->expect();
        std::vector<Op> ops;
        ops.push_back(Op::setData(kafka::statePath(change.partition),
                                  kafka::encode(nodeOf(change.next)), change.next.version.value()));
        auto onWritten = [this, gather, change](ZkError error, const Store::Results&) {
            if (error == ZkError::Ok) {
                written(change);
                gather->finished();
                return;
            }
            // Somebody else wrote it: believe what is there.
            readStateOf(change.partition, gather);
        };
        m_host.loop().setCause(cause);
        m_reign->store.write(std::move(ops), std::move(onWritten));
    }
    gather->finished();
}

void Controller::Impl::written(const StateChange& change)
{
    Partition* partition = m_reign->context.find(change.partition);
    if (!partition)
        return;
    const Leadership before = partition->leadership;
    partition->leadership = change.next;
    ++partition->leadership.version;
    partition->state = m_reign->context.brokers.contains(change.next.leader)
                           ? PartitionState::Online
                           : PartitionState::Offline;
    reportChange(change, before);
    m_reign->batch.leaderAndIsr(change.partition);
}

void Controller::Impl::reportChange(const StateChange& change, const Leadership& before)
{
    const Leadership& now = change.next;
    EventId event;
    if (change.election) {
        event = m_journal.report(fact::LeaderElected{change.partition, before.leader, now.leader,
                                                     now.leaderEpoch, now.isr, *change.election});
    } else if (now.leader == kNoBroker) {
        event =
            m_journal.report(fact::PartitionOffline{change.partition, now.isr, now.leaderEpoch});
    } else {
        for (const BrokerId member : before.isr) {
            if (!contains(now.isr, member))
                event = m_journal.report(fact::IsrReduced{change.partition, member, now.isr,
                                                          now.leaderEpoch, change.reduction});
        }
    }
    if (event != kNoEvent)
        m_host.loop().setCause(event);
}

void Controller::Impl::readStateOf(const TopicPartition& id, const std::shared_ptr<Gather>& gather,
                                   Done then)
{
    auto onRead = [this, id, gather, then = std::move(then)](const Reply& reply) mutable {
        const auto read = reply.ok() ? kafka::decodeState(reply.data) : std::nullopt;
        Partition* partition = m_reign->context.find(id);
        if (read && partition) {
            partition->leadership = {read->leader,          read->leaderEpoch,
                                     read->controllerEpoch, read->isr,
                                     read->recovering,      PartitionEpoch(reply.stat.version)};
            partition->state = m_reign->context.brokers.contains(read->leader)
                                   ? PartitionState::Online
                                   : PartitionState::Offline;
            m_reign->batch.leaderAndIsr(id);
        }
        if (then)
            then();
        gather->finished();
    };
    m_reign->store.getData(kafka::statePath(id), std::move(onRead));
}

/// The first leadership of a partition, or nothing while none of its replicas is alive.
static std::optional<Leadership> firstLeadership(const Context& context, const TopicPartition& id)
{
    const auto elected = elect::forNew(context.candidates(*context.find(id)));
    if (!elected)
        return std::nullopt;
    return Leadership{elected->leader, LeaderEpoch(0), context.epoch,
                      elected->isr,    false,          PartitionEpoch(0)};
}

void Controller::Impl::createStates(const std::vector<TopicPartition>& partitions, Done done)
{
    const auto gather = Gather::start(std::move(done));
    const Context& context = m_reign->context;
    for (std::size_t from = 0; from < partitions.size();) {
        // One multi for (part of) one topic, as long as nothing of it is there yet.
        const std::string& topic = partitions[from].topic;
        std::vector<Op> ops;
        ops.push_back(Op::create(kafka::partitionsPath(topic), {}));
        std::vector<TopicPartition> made;
        std::size_t to = from;
        for (; to < partitions.size() && to - from < kPartitionsPerMulti &&
               partitions[to].topic == topic;
             ++to) {
            const auto first = firstLeadership(context, partitions[to]);
            if (!first)
                continue;
            ops.push_back(Op::create(kafka::partitionPath(partitions[to]), {}));
            ops.push_back(
                Op::create(kafka::statePath(partitions[to]), kafka::encode(nodeOf(*first))));
            made.push_back(partitions[to]);
        }
        from = to;
        if (made.empty())
            continue;
        gather->expect();
        auto onWritten = [this, gather, made](ZkError error, const Store::Results&) {
            if (error == ZkError::Ok) {
                for (const TopicPartition& id : made) {
                    if (const auto first = firstLeadership(m_reign->context, id))
                        stateCreated(id, *first);
                }
            } else {
                createOneByOne(made, gather);
            }
            gather->finished();
        };
        m_reign->store.write(std::move(ops), std::move(onWritten));
    }
    gather->finished();
}

void Controller::Impl::createOneByOne(const std::vector<TopicPartition>& partitions,
                                      const std::shared_ptr<Gather>& gather)
{
    // A controller before us got half way, or the topic is larger than one multi.
    const auto whatever = [](ZkError, const Store::Results&) {};
    Store& store = m_reign->store;
    for (const TopicPartition& id : partitions) {
        const auto first = firstLeadership(m_reign->context, id);
        if (!first)
            continue;
        store.write({Op::create(kafka::partitionsPath(id.topic), {})}, whatever);
        store.write({Op::create(kafka::partitionPath(id), {})}, whatever);
        gather->expect();
        store.write({Op::create(kafka::statePath(id), kafka::encode(nodeOf(*first)))},
                    [this, gather, id, first](ZkError error, const Store::Results&) {
                        if (error == ZkError::Ok) {
                            stateCreated(id, *first);
                            gather->finished();
                        } else {
                            readStateOf(id, gather);
                        }
                    });
    }
}

void Controller::Impl::stateCreated(const TopicPartition& id, const Leadership& made)
{
    Partition* partition = m_reign->context.find(id);
    if (!partition)
        return;
    partition->leadership = made;
    partition->state = PartitionState::Online;
    m_journal.report(fact::LeaderElected{id, kNoBroker, made.leader, made.leaderEpoch, made.isr,
                                         fact::ElectionKind::NewPartition});
    m_reign->batch.leaderAndIsr(id, true);
}

} // namespace hw::controller
