#include "engine/controller/controller_impl.h"

/// Work that people ask for by writing a znode.
///
///     /admin/reassign_partitions           stays until the last of its partitions has moved
///     /admin/preferred_replica_election    goes when the elections are over
///
/// Kafka: KafkaController.processZkPartitionReassignment, PreferredReplicaElectionHandler.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using protocol::ErrorCode;

/// Both are looked at when a reign begins and whenever they change.
void Controller::Impl::readAdminNodes(Done done)
{
    readReassignNode(
        [this, done = std::move(done)]() mutable { readElectionNode(std::move(done)); });
}

/// Gives what the node holds, nothing if it is not there; the watch is set either way.
void Controller::Impl::readAdminNode(const std::string& path, Store::OnData done,
                                     void (Impl::*again)(Done))
{
    auto onWatch = [this, again](const WatchEvent&) {
        m_queue.add([this, again](Done next) { (this->*again)(std::move(next)); });
    };
    auto onThere = [this, path, done = std::move(done)](const Reply& there) mutable {
        if (!there.ok())
            return done(std::nullopt);
        m_reign->store.getData(path, [done = std::move(done)](const Reply& reply) {
            done(reply.ok() ? std::optional(reply.data) : std::nullopt);
        });
    };
    m_reign->store.exists(path, std::move(onThere), std::move(onWatch));
}

void Controller::Impl::readReassignNode(Done done)
{
    auto onData = [this, done = std::move(done)](const std::optional<Bytes>& data) mutable {
        const auto wanted = data ? kafka::decodeReassignments(*data) : std::nullopt;
        if (!wanted || wanted->empty()) {
            m_reign->byNode.clear();
            if (!data)
                return done();
            // Nobody can tell what was meant.
            m_reign->store.write(
                {Op::remove(kafka::kReassignPartitions)},
                [done = std::move(done)](ZkError, const Store::Results&) { done(); });
            return;
        }
        takeReassignNode(*wanted, std::move(done));
    };
    readAdminNode(kafka::kReassignPartitions, std::move(onData), &Impl::readReassignNode);
}

void Controller::Impl::takeReassignNode(const kafka::PartitionReplicas& wanted, Done done)
{
    std::vector<ReassignmentWish> wishes;
    for (const auto& [partition, replicas] : wanted) {
        const auto known = m_reign->byNode.find(partition);
        if (known == m_reign->byNode.end() || known->second != replicas)
            wishes.push_back({partition, replicas});
    }
    m_reign->byNode = wanted;
    if (wishes.empty())
        return shrinkReassignNode({}, std::move(done));
    auto failed = std::make_shared<std::vector<TopicPartition>>();
    const auto job =
        makeReassignment(std::move(wishes), [failed](const std::vector<PartitionResult>& results) {
            for (const PartitionResult& result : results) {
                if (result.error != ErrorCode::None)
                    failed->push_back(result.partition);
            }
        });
    runReassignments(job, 0, [this, failed, done = std::move(done)]() mutable {
        shrinkReassignNode(*failed, std::move(done));
    });
}

void Controller::Impl::shrinkReassignNode(const std::vector<TopicPartition>& forget, Done done)
{
    auto& byNode = m_reign->byNode;
    const std::size_t before = byNode.size();
    for (const TopicPartition& id : forget)
        byNode.erase(id);
    std::erase_if(byNode, [&](const auto& entry) {
        const Partition* partition = m_reign->context.find(entry.first);
        return !partition || !partition->isBeingReassigned();
    });
    if (byNode.size() == before)
        return done();
    std::vector<Op> ops;
    if (byNode.empty())
        ops.push_back(Op::remove(kafka::kReassignPartitions));
    else
        ops.push_back(Op::setData(kafka::kReassignPartitions, kafka::encodeReassignments(byNode)));
    m_reign->store.write(std::move(ops), [done = std::move(done)](ZkError, const Store::Results&) {
        done(); // somebody may have taken it away
    });
}

void Controller::Impl::readElectionNode(Done done)
{
    auto onData = [this, done = std::move(done)](const std::optional<Bytes>& data) mutable {
        if (!data)
            return done();
        const auto wanted = kafka::decodePartitions(*data).value_or(std::vector<TopicPartition>());
        auto results = std::make_shared<std::vector<ElectionResult>>();
        runElection(ElectionType::Preferred, wanted, results,
                    [this, results, done = std::move(done)]() mutable {
                        m_reign->store.write(
                            {Op::remove(kafka::kPreferredElection)},
                            [done = std::move(done)](ZkError, const Store::Results&) { done(); });
                    });
    };
    readAdminNode(kafka::kPreferredElection, std::move(onData), &Impl::readElectionNode);
}

} // namespace hw::controller
