#include <algorithm>

#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// More partitions for topics that exist.
/// Kafka: ZkAdminManager.createPartitions, AdminZkClient.createNewPartitionsAssignment.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using protocol::ErrorCode;

/// One CreatePartitions request on its way.
struct Controller::Impl::Growth
{
    std::vector<MorePartitions> wishes;
    std::vector<Assignment> added; ///< side by side with the wishes; empty where one was refused
    bool validateOnly = false;
};

void Controller::Impl::createPartitions(std::vector<MorePartitions> topics, bool validateOnly,
                                        Duration timeout,
                                        UniqueFunction<void(std::vector<TopicResult>)> done)
{
    std::vector<TopicResult> results;
    for (const MorePartitions& wish : topics)
        results.push_back({wish.topic, ErrorCode::None, {}});
    auto growth = std::make_shared<Growth>();
    growth->wishes = std::move(topics);
    growth->validateOnly = validateOnly;
    startCall(std::move(results), timeout, std::move(done),
              [this, growth](const std::shared_ptr<TopicsCall>& call, Done finished) {
                  runGrowth(growth, call, std::move(finished));
              });
}

Refusal Controller::Impl::checkGrowth(const MorePartitions& wish,
                                      const std::vector<BrokerId>& brokers) const
{
    const auto known = m_reign->context.topics.find(wish.topic);
    if (known == m_reign->context.topics.end() || known->second.partitions.empty())
        return {ErrorCode::UnknownTopicOrPartition,
                fmt::format("there is no topic \"{}\"", wish.topic)};
    const Topic& topic = known->second;
    if (topic.deleting || m_reign->postponed.contains(wish.topic))
        return {ErrorCode::InvalidTopicException,
                fmt::format("topic \"{}\" is being deleted", wish.topic)};
    if (topic.isBeingReassigned())
        return {ErrorCode::ReassignmentInProgress,
                fmt::format("topic \"{}\" is being reassigned", wish.topic)};
    const auto now = static_cast<std::int32_t>(topic.partitions.size());
    if (wish.count <= now || wish.count > kMaxPartitions)
        return {
            ErrorCode::InvalidPartitions,
            fmt::format("topic \"{}\" has {} partitions, {} were asked for: {} to {} are allowed",
                        wish.topic, now, wish.count, now + 1, kMaxPartitions)};
    const std::size_t replicas = topic.partitions.begin()->second.replicas.size();
    if (wish.assignments)
        return checkMoreReplicas(*wish.assignments, wish.count - now, replicas, brokers);
    return checkCounts(wish.count, static_cast<std::int32_t>(replicas), brokers.size());
}

/// Goes on from where partition 0 began, so that the rule shows through in the whole topic.
Assignment Controller::Impl::placeMore(const MorePartitions& wish,
                                       const std::vector<BrokerId>& brokers) const
{
    const auto& partitions = m_reign->context.topics.at(wish.topic).partitions;
    const auto now = static_cast<std::int32_t>(partitions.size());
    Assignment added;
    if (wish.assignments) {
        for (std::size_t i = 0; i < wish.assignments->size(); ++i)
            added[now + static_cast<std::int32_t>(i)] = (*wish.assignments)[i];
        return added;
    }
    const std::vector<BrokerId>& first = partitions.begin()->second.replicas;
    const auto replicas = static_cast<std::int32_t>(first.size());
    const auto found =
        std::ranges::find_if(brokers, [&](BrokerId broker) { return broker >= first.front(); });
    const auto start =
        found == brokers.end() ? std::size_t(0) : static_cast<std::size_t>(found - brokers.begin());
    if (m_config.placement == Placement::Simple)
        return placeSimply(wish.count, replicas, brokers, start, now);
    return placeShifted(wish.count, replicas, brokers, start, start, now);
}

void Controller::Impl::runGrowth(const std::shared_ptr<Growth>& growth,
                                 const std::shared_ptr<TopicsCall>& call, Done done)
{
    const std::set<BrokerId> live = m_reign->context.live();
    const std::vector<BrokerId> brokers(live.begin(), live.end());
    growth->added.resize(growth->wishes.size());
    const auto gather = Gather::start([this, growth, call, done = std::move(done)]() mutable {
        std::vector<TopicPartition> fresh;
        for (std::size_t i = 0; i < growth->wishes.size(); ++i) {
            if (call->results[i].error != ErrorCode::None || growth->validateOnly)
                continue;
            const std::string& name = growth->wishes[i].topic;
            Topic& topic = m_reign->context.topics[name];
            const auto before = static_cast<std::int32_t>(topic.partitions.size());
            for (const auto& [number, replicas] : growth->added[i]) {
                topic.partitions[number].replicas = replicas;
                fresh.push_back({name, number});
            }
            m_host.loop().setCause(
                m_journal.report(fact::PartitionsAdded{name, before, growth->wishes[i].count}));
        }
        createStates(fresh, [this, call, done = std::move(done)]() mutable {
            tellAndAnswer(call, std::move(done));
        });
    });
    for (std::size_t i = 0; i < growth->wishes.size(); ++i) {
        const MorePartitions& wish = growth->wishes[i];
        if (const Refusal refusal = checkGrowth(wish, brokers)) {
            call->results[i].error = refusal.error;
            call->results[i].message = refusal.message;
            continue;
        }
        growth->added[i] = placeMore(wish, brokers);
        if (!growth->validateOnly)
            writeGrowth(wish.topic, growth->added[i], call, i, gather);
    }
    gather->finished();
}

void Controller::Impl::writeGrowth(const std::string& name, const Assignment& added,
                                   const std::shared_ptr<TopicsCall>& call, std::size_t index,
                                   const std::shared_ptr<Gather>& gather)
{
    kafka::TopicNode node = nodeOf(m_reign->context.topics.at(name));
    node.partitions.insert(added.begin(), added.end());
    gather->expect();
    auto onWritten = [call, index, gather](ZkError error, const Store::Results&) {
        if (error != ZkError::Ok) {
            TopicResult& result = call->results[index];
            result.error = ErrorCode::UnknownServerError;
            result.message = fmt::format("writing topic \"{}\" failed: {}", result.topic,
                                         coordination::nameOf(error));
        }
        gather->finished();
    };
    m_reign->store.write({Op::setData(kafka::topicPath(name), kafka::encode(node))},
                         std::move(onWritten));
}

void Controller::Impl::setUncleanElection(const std::string& topic, std::optional<bool> own)
{
    if (!m_reign)
        return;
    m_queue.add([this, topic, own](Done done) {
        const auto known = m_reign->context.topics.find(topic);
        if (known == m_reign->context.topics.end() || known->second.uncleanElection == own) {
            done();
            return;
        }
        known->second.uncleanElection = own;
        electAgain(std::move(done));
    });
}

void Controller::Impl::setUncleanElectionDefault(bool value)
{
    m_config.uncleanLeaderElection = value;
    if (!m_reign)
        return;
    m_queue.add([this, value](Done done) {
        m_reign->context.uncleanDefault = value;
        electAgain(std::move(done));
    });
}

void Controller::Impl::electAgain(Done done)
{
    markStates();
    repair([this, done = std::move(done)] {
        m_reign->batch.send();
        done();
    });
}

} // namespace hw::controller
