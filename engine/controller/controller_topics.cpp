#include <algorithm>

#include <fmt/format.h>

#include "engine/controller/controller_impl.h"

/// Making topics.  Kafka: ZkAdminManager.createTopics, AdminZkClient.
namespace hw::controller {

using namespace coordination;
using namespace observe;
using protocol::ErrorCode;

/// One CreateTopics request on its way.
struct Controller::Impl::Creation
{
    std::vector<std::shared_ptr<TopicPlan>> plans;
    std::vector<NewTopic> wishes;
    bool validateOnly = false;
    UniqueFunction<void(std::vector<NewTopicResult>)> done; ///< null once answered
    std::unique_ptr<world::Timer> timer;

    void answer(ErrorCode instead, const std::string& message)
    {
        if (!done)
            return;
        std::vector<NewTopicResult> results;
        for (const NewTopic& wish : wishes)
            results.push_back({wish.name, instead, message, {}, 0, 0});
        for (std::size_t i = 0; i < plans.size(); ++i) {
            // What failed for a reason of its own keeps it; what is done is done.
            if (instead == ErrorCode::None || plans[i]->result.error != ErrorCode::None ||
                plans[i]->isLed)
                results[i] = plans[i]->result;
        }
        timer.reset();
        auto tell = std::move(done);
        done = nullptr;
        tell(std::move(results));
    }
};

void Controller::Impl::createTopics(std::vector<NewTopic> topics, bool validateOnly,
                                    Duration timeout,
                                    UniqueFunction<void(std::vector<NewTopicResult>)> done)
{
    auto creation = std::make_shared<Creation>();
    creation->wishes = std::move(topics);
    creation->validateOnly = validateOnly;
    creation->done = std::move(done);
    const auto refuse = [creation] {
        creation->answer(ErrorCode::NotController, "this broker is not the controller");
    };
    if (!m_reign) {
        m_host.loop().post(refuse);
        return;
    }
    creation->timer = std::make_unique<world::Timer>(m_host.loop());
    creation->timer->start(timeout, [weak = std::weak_ptr(creation)] {
        if (const auto late = weak.lock())
            late->answer(ErrorCode::RequestTimedOut, "the topic is still being made");
    });
    m_queue.add([this, creation](Done finished) { runCreation(creation, std::move(finished)); },
                refuse);
}

Refusal Controller::Impl::checkNew(const NewTopic& wish, const std::vector<TopicPlan>& before) const
{
    if (Refusal refusal = checkTopicName(wish.name))
        return refusal;
    const auto& known = m_reign->context.topics;
    if (known.contains(wish.name))
        return {ErrorCode::TopicAlreadyExists,
                fmt::format("topic \"{}\" {}", wish.name,
                            known.at(wish.name).deleting
                                ? "is being deleted, its name is not free yet"
                                : "exists")};
    const auto collision = [&](const std::string& name) {
        return Refusal{ErrorCode::InvalidTopicException,
                       fmt::format("\"{}\" differs from the existing topic \"{}\" only by '.' and "
                                   "'_', which metrics cannot tell apart",
                                   wish.name, name)};
    };
    for (const auto& [name, topic] : known) {
        if (namesCollide(name, wish.name))
            return collision(name);
    }
    for (const TopicPlan& other : before) {
        if (other.wish.name == wish.name)
            return {ErrorCode::InvalidRequest,
                    fmt::format("topic \"{}\" is asked for twice", wish.name)};
        if (other.result.error == ErrorCode::None && namesCollide(other.wish.name, wish.name))
            return collision(other.wish.name);
    }
    const bool counts = wish.partitions != -1 || wish.replicationFactor != -1;
    if (!wish.assignment.empty() && counts)
        return {ErrorCode::InvalidRequest,
                "give numbers of partitions and replicas or an assignment, not both"};
    return {};
}

Controller::Impl::TopicPlan Controller::Impl::plan(NewTopic wish,
                                                   const std::vector<TopicPlan>& before)
{
    TopicPlan plan;
    plan.result.name = wish.name;
    const std::set<BrokerId> live = m_reign->context.live();
    const std::vector<BrokerId> brokers(live.begin(), live.end());
    Refusal refusal = checkNew(wish, before);
    if (!refusal && !wish.assignment.empty()) {
        plan.assignment = wish.assignment;
        refusal = checkAssignment(plan.assignment);
    } else if (!refusal) {
        const std::int32_t partitions =
            wish.partitions == -1 ? m_config.numPartitions : wish.partitions;
        const std::int32_t replicas = wish.replicationFactor == -1
                                          ? m_config.defaultReplicationFactor
                                          : wish.replicationFactor;
        refusal = checkCounts(partitions, replicas, brokers.size());
        if (!refusal)
            plan.assignment = place(partitions, replicas, brokers);
    }
    plan.result.error = refusal.error;
    plan.result.message = refusal.message;
    if (!refusal) {
        plan.result.partitions = static_cast<std::int32_t>(plan.assignment.size());
        plan.result.replicationFactor =
            static_cast<std::int32_t>(plan.assignment.begin()->second.size());
    }
    plan.wish = std::move(wish);
    return plan;
}

Assignment Controller::Impl::place(std::int32_t partitions, std::int32_t replicationFactor,
                                   const std::vector<BrokerId>& brokers)
{
    if (m_config.placement == Placement::Simple)
        return placeSimply(partitions, replicationFactor, brokers);
    const std::uint64_t start = m_host.loop().random().below(brokers.size());
    const std::uint64_t shift = m_host.loop().random().below(brokers.size());
    return placeShifted(partitions, replicationFactor, brokers, start, shift);
}

void Controller::Impl::runCreation(const std::shared_ptr<Creation>& creation, Done done)
{
    std::vector<TopicPlan> plans;
    for (const NewTopic& wish : creation->wishes)
        plans.push_back(plan(wish, plans));
    for (TopicPlan& made : plans)
        creation->plans.push_back(std::make_shared<TopicPlan>(std::move(made)));
    if (creation->validateOnly) {
        creation->answer(ErrorCode::None, {});
        done();
        return;
    }
    const auto gather = Gather::start([this, creation, done = std::move(done)]() mutable {
        topicsWritten(creation, std::move(done));
    });
    for (const auto& made : creation->plans) {
        if (made->result.error == ErrorCode::None) {
            made->result.id = m_host.loop().random().uuid();
            writeTopic(made, false, gather);
        }
    }
    gather->finished();
}

void Controller::Impl::writeTopic(const std::shared_ptr<TopicPlan>& plan, bool configExists,
                                  const std::shared_ptr<Gather>& gather)
{
    const std::string& name = plan->wish.name;
    const std::string configPath = kafka::topicConfigPath(name);
    const Bytes config = kafka::encodeConfig(plan->wish.configs);
    std::vector<Op> ops;
    ops.push_back(configExists ? Op::setData(configPath, config) : Op::create(configPath, config));
    ops.push_back(Op::create(kafka::topicPath(name),
                             kafka::encode(kafka::TopicNode{plan->result.id, plan->assignment})));
    gather->expect();
    auto onWritten = [this, plan, configExists, gather](ZkError error,
                                                        const Store::Results& results) {
        if (results[0].error == ZkError::NodeExists && !configExists) {
            // Settings can be there before their topic.
            writeTopic(plan, true, gather);
        } else if (error == ZkError::NodeExists) {
            return findItself(plan, gather);
        } else if (error != ZkError::Ok) {
            plan->result.error = ErrorCode::UnknownServerError;
            plan->result.message = fmt::format("writing topic \"{}\" failed: {}", plan->wish.name,
                                               coordination::nameOf(error));
        }
        gather->finished();
    };
    m_reign->store.write(std::move(ops), std::move(onWritten));
}

/// A write whose answer was lost is sent again, and may find what it made: that has the new id.
void Controller::Impl::findItself(const std::shared_ptr<TopicPlan>& plan,
                                  const std::shared_ptr<Gather>& gather)
{
    m_reign->store.getData(kafka::topicPath(plan->wish.name), [plan, gather](const Reply& reply) {
        const auto node = kafka::decodeTopic(reply.data);
        if (!reply.ok() || !node || node->id != plan->result.id) {
            plan->result.error = ErrorCode::TopicAlreadyExists;
            plan->result.message = fmt::format("topic \"{}\" exists", plan->wish.name);
        }
        gather->finished();
    });
}

void Controller::Impl::topicsWritten(const std::shared_ptr<Creation>& creation, Done done)
{
    std::vector<TopicPartition> fresh;
    for (const auto& made : creation->plans) {
        const NewTopicResult& result = made->result;
        if (result.error != ErrorCode::None)
            continue;
        Topic& topic = m_reign->context.topics[result.name];
        topic.id = result.id;
        topic.uncleanElection.reset();
        const auto unclean = made->wish.configs.find("unclean.leader.election.enable");
        if (unclean != made->wish.configs.end())
            topic.uncleanElection = unclean->second == "true";
        for (const auto& [number, replicas] : made->assignment) {
            topic.partitions[number].replicas = replicas;
            fresh.push_back({result.name, number});
        }
        const EventId event = m_journal.report(
            fact::TopicCreated{result.name, result.partitions, result.replicationFactor});
        m_host.loop().setCause(event);
    }
    createStates(fresh, [this, creation, done = std::move(done)] {
        m_reign->batch.send();
        m_unled.push_back(creation);
        answerLed();
        done();
    });
}

bool Controller::Impl::isLed(const TopicPlan& plan) const
{
    for (const auto& [number, replicas] : plan.assignment) {
        const Partition* partition = m_reign->context.find({plan.result.name, number});
        if (!partition || partition->state == PartitionState::New)
            return false;
    }
    return true;
}

/// A topic is made once all its partitions have had a leader; where no replica lives, that takes
/// until one does, or until the time is up.  Kafka: DelayedCreatePartitions.
void Controller::Impl::answerLed()
{
    std::erase_if(m_unled, [this](const std::shared_ptr<Creation>& creation) {
        if (!creation->done) // late
            return true;
        bool all = true;
        for (const auto& plan : creation->plans) {
            plan->isLed = plan->result.error == ErrorCode::None && isLed(*plan);
            all = all && (plan->isLed || plan->result.error != ErrorCode::None);
        }
        // Whoever asked may ask this broker for the topic next, so it must have heard of it.
        if (all)
            m_reign->channels.whenTold(m_config.self,
                                       [creation] { creation->answer(ErrorCode::None, {}); });
        return all;
    });
}

} // namespace hw::controller
