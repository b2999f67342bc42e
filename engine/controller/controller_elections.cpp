#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// Elections that people ask for. Those that brokers' deaths lead to are in
/// controller_partitions.cpp, the automatic ones in controller_failover.cpp.
/// Kafka: KafkaController.processReplicaLeaderElection.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using namespace protocol;

void Controller::Impl::electLeaders(ElectionType type, std::vector<TopicPartition> partitions,
                                    UniqueFunction<void(std::vector<ElectionResult>)> done)
{
    using Answer = UniqueFunction<void(std::vector<ElectionResult>)>;
    auto answer = std::make_shared<Answer>(std::move(done));
    auto asked = std::make_shared<std::vector<TopicPartition>>(std::move(partitions));
    const auto refuse = [answer, asked] {
        std::vector<ElectionResult> results;
        for (const TopicPartition& id : *asked)
            results.push_back({id, ErrorCode::NotController, "this broker is not the controller"});
        (*answer)(std::move(results));
    };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    auto run = [this, type, answer, asked](Done finished) {
        auto results = std::make_shared<std::vector<ElectionResult>>();
        const auto wanted = asked->empty() ? m_reign->context.all() : *asked;
        // Whoever asked may ask this broker for metadata next, so it must have heard the news.
        auto over = [this, answer, results, finished = std::move(finished)] {
            m_reign->channels.whenTold(m_config.self,
                                       [answer, results] { (*answer)(std::move(*results)); });
            finished();
        };
        runElection(type, wanted, results, std::move(over));
    };
    m_queue.add(std::move(run), refuse);
}

/// One of its partitions, that is. Kafka: TopicDeletionManager.isTopicQueuedUpForDeletion.
bool Controller::Impl::isBeingDeleted(const TopicPartition& id) const
{
    const auto topic = m_reign->context.topics.find(id.topic);
    return topic != m_reign->context.topics.end() &&
           topic->second.partitions.contains(id.partition) &&
           (topic->second.deleting || m_reign->postponed.contains(id.topic));
}

ElectionResult Controller::Impl::planElection(ElectionType type, const TopicPartition& id,
                                              std::vector<StateChange>& changes) const
{
    const Context& context = m_reign->context;
    if (isBeingDeleted(id))
        return {id, ErrorCode::InvalidTopicException, "The topic is being deleted"};
    const Partition* partition = context.find(id);
    if (!partition || partition->state == PartitionState::New || partition->replicas.empty())
        return {id, ErrorCode::UnknownTopicOrPartition,
                fmt::format("there is no partition {}", id.text())};
    const Candidates candidates = context.candidates(*partition);
    if (type == ElectionType::Preferred) {
        const BrokerId preferred = partition->replicas.front();
        if (partition->leadership.leader == preferred)
            return {id, ErrorCode::ElectionNotNeeded,
                    fmt::format("broker {} leads {} already", preferred, id.text())};
        const auto elected = elect::forPreferred(candidates);
        if (!elected)
            return {id, ErrorCode::PreferredLeaderNotAvailable,
                    fmt::format("broker {} is not alive or not in sync", preferred)};
        changes.push_back(electionOf(id, *partition, *elected, fact::ElectionKind::Preferred));
        return {id, ErrorCode::None, {}};
    }
    if (partition->state == PartitionState::Online)
        return {id, ErrorCode::ElectionNotNeeded, fmt::format("{} has a live leader", id.text())};
    const auto elected = elect::forOffline(candidates, true);
    if (!elected)
        return {id, ErrorCode::EligibleLeadersNotAvailable,
                fmt::format("no replica of {} is alive", id.text())};
    changes.push_back(
        electionOf(id, *partition, *elected,
                   elected->unclean ? fact::ElectionKind::Unclean : fact::ElectionKind::Offline));
    return {id, ErrorCode::None, {}};
}

void Controller::Impl::runElection(ElectionType type, const std::vector<TopicPartition>& partitions,
                                   const std::shared_ptr<std::vector<ElectionResult>>& results,
                                   Done done)
{
    std::vector<StateChange> changes;
    for (const TopicPartition& id : partitions)
        results->push_back(planElection(type, id, changes));
    write(std::move(changes), [this, done = std::move(done)] {
        m_reign->batch.send();
        done();
    });
}

} // namespace hw::controller
