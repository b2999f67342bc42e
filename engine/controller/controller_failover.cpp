#include <algorithm>
#include <charconv>

#include "engine/controller/controller_impl.h"

/// What a new controller does first, and what it does when brokers or topics come and go.
/// Kafka: KafkaController.onControllerFailover, onBrokerStartup, onBrokerFailure.
namespace hw::controller {

using namespace coordination;
using namespace observe;

namespace {

constexpr Duration kFirstRebalance = 5s; ///< after the failover, as in Kafka
constexpr const char* kUncleanConfig = "unclean.leader.election.enable";

Leadership leadershipOf(const kafka::StateNode& node, std::int32_t version)
{
    return {node.leader, node.leaderEpoch, node.controllerEpoch,
            node.isr,    node.recovering,  PartitionEpoch(version)};
}

} // namespace

void Controller::Impl::failOver(Done done)
{
    readBrokers([this, done = std::move(done)](std::map<BrokerId, LiveBroker> brokers) mutable {
        m_reign->context.brokers = std::move(brokers);
        for (const auto& [id, broker] : m_reign->context.brokers)
            m_reign->channels.add(id, broker.endpoint);
        readTopicNames([this, done = std::move(done)](std::vector<std::string> names) mutable {
            readTopics(names,
                       [this, done = std::move(done)](std::map<std::string, Topic> topics) mutable {
                           m_reign->context.topics = std::move(topics);
                           readMarks([this, done = std::move(done)](
                                         const std::vector<std::string>& marked) mutable {
                               takeMarks(marked, false);
                               startMachines(std::move(done));
                           });
                       });
        });
    });
}

void Controller::Impl::startMachines(Done done)
{
    Reign& reign = *m_reign;
    markStates();
    // Brokers must know who is alive before they are told whom to follow.
    reign.batch.updateBrokers();
    reign.batch.send();
    for (const TopicPartition& id : reign.context.all())
        reign.batch.leaderAndIsr(id);
    for (const auto& [id, broker] : reign.context.brokers)
        reign.batch.updateEverything(id);
    askForDeletions();
    // Kafka first takes dead replicas out of the ISRs and elects afterwards, which costs such
    // partitions an epoch without leader; both are done in one write here.
    repair([this, done = std::move(done)]() mutable {
        readAdminNodes([this, done = std::move(done)]() mutable { resumeWork(std::move(done)); });
    });
}

void Controller::Impl::resumeWork(Done done)
{
    auto notYet = [this](const TopicPartition& id, const Partition&) {
        return !m_reign->byNode.contains(id);
    };
    resumeReassignments(notYet, [this, done = std::move(done)]() mutable {
        m_reign->batch.send();
        if (m_config.autoLeaderRebalance)
            scheduleRebalance(kFirstRebalance);
        finishDeletions(std::move(done));
    });
}

void Controller::Impl::readBrokers(OnBrokers done)
{
    auto onWatch = [this](const WatchEvent&) {
        m_queue.add([this](Done done) { brokersChanged(std::move(done)); });
    };
    auto onNames = [this, done = std::move(done)](const Reply& reply) mutable {
        auto brokers = std::make_shared<std::map<BrokerId, LiveBroker>>();
        const auto gather =
            Gather::start([brokers, done = std::move(done)] { done(std::move(*brokers)); });
        for (const std::string& name : reply.children) {
            std::int32_t number = -1;
            std::from_chars(name.data(), name.data() + name.size(), number);
            gather->expect();
            auto onNode = [brokers, gather, number](const Reply& node) {
                if (const auto read = node.ok() ? kafka::decodeBroker(node.data) : std::nullopt)
                    (*brokers)[BrokerId(number)] = {read->endpoint, read->rack,
                                                    BrokerEpoch(node.stat.czxid.value())};
                gather->finished();
            };
            m_reign->store.getData(kafka::brokerPath(BrokerId(number)), std::move(onNode));
        }
        gather->finished();
    };
    m_reign->store.getChildren(kafka::kBrokerIds, std::move(onNames), std::move(onWatch));
}

void Controller::Impl::readTopicNames(UniqueFunction<void(std::vector<std::string>)> done)
{
    auto onWatch = [this](const WatchEvent&) {
        m_queue.add([this](Done finished) { topicsChanged(std::move(finished)); });
    };
    m_reign->store.getChildren(
        kafka::kTopics, [done = std::move(done)](const Reply& reply) { done(reply.children); },
        std::move(onWatch));
}

void Controller::Impl::readTopics(const std::vector<std::string>& names, OnTopics done)
{
    auto topics = std::make_shared<std::map<std::string, Topic>>();
    const auto gather =
        Gather::start([topics, done = std::move(done)] { done(std::move(*topics)); });
    for (const std::string& name : names)
        readTopic(name, topics, gather);
    gather->finished();
}

/// A leader that died and started anew while there was no controller would go on in its epoch, with
/// a log that may have lost its end; its followers could not tell. A controller that sees such a
/// death elects another leader in a new epoch; so does one that finds its traces: the broker
/// registered after the state was written. Kafka goes on with the old epoch.
static void makeUpForUnseenDeath(Leadership& leadership,
                                 const std::map<BrokerId, LiveBroker>& brokers, Zxid written)
{
    const auto isNewer = [&](BrokerId id) {
        const auto at = brokers.find(id);
        return at != brokers.end() && at->second.epoch.value() > written.value();
    };
    const auto isAsBefore = [&](BrokerId id) { return brokers.contains(id) && !isNewer(id); };
    if (!isNewer(leadership.leader))
        return;
    leadership.leader = kNoBroker;
    if (std::any_of(leadership.isr.begin(), leadership.isr.end(), isAsBefore))
        std::erase_if(leadership.isr, isNewer);
}

void Controller::Impl::readTopic(const std::string& name,
                                 const std::shared_ptr<std::map<std::string, Topic>>& into,
                                 const std::shared_ptr<Gather>& gather)
{
    gather->expect();
    m_reign->store.getData(kafka::topicPath(name), [this, name, into, gather](const Reply& reply) {
        const auto node = reply.ok() ? kafka::decodeTopic(reply.data) : std::nullopt;
        if (!node) {
            gather->finished();
            return;
        }
        Topic& topic = (*into)[name];
        topic.id = node->id;
        for (const auto& [number, replicas] : node->partitions) {
            const auto listed = [number = number](const kafka::TopicNode::Replicas& in) {
                const auto at = in.find(number);
                return at == in.end() ? std::vector<BrokerId>() : at->second;
            };
            topic.partitions[number].assign(
                {replicas, listed(node->adding), listed(node->removing)});
            gather->expect();
            auto onState = [this, into, gather,
                            id = TopicPartition{name, number}](const Reply& state) {
                const auto read = state.ok() ? kafka::decodeState(state.data) : std::nullopt;
                if (read) {
                    Partition& partition = (*into)[id.topic].partitions[id.partition];
                    partition.state = PartitionState::Offline;
                    partition.leadership = leadershipOf(*read, state.stat.version);
                    makeUpForUnseenDeath(partition.leadership, m_reign->context.brokers,
                                         state.stat.mzxid);
                }
                gather->finished();
            };
            m_reign->store.getData(kafka::statePath({name, number}), std::move(onState));
        }
        auto onConfig = [into, gather, name](const Reply& config) {
            const auto read = config.ok() ? kafka::decodeConfig(config.data) : std::nullopt;
            if (read && read->contains(kUncleanConfig))
                (*into)[name].uncleanElection = read->at(kUncleanConfig) == "true";
            gather->finished();
        };
        m_reign->store.getData(kafka::topicConfigPath(name), std::move(onConfig));
    });
}

void Controller::Impl::brokersChanged(Done done)
{
    readBrokers([this, done = std::move(done)](std::map<BrokerId, LiveBroker> now) mutable {
        Context& context = m_reign->context;
        // A changed epoch is another life of the same broker: it died and started.
        std::set<BrokerId> gone, started;
        for (const auto& [id, broker] : context.brokers) {
            const auto at = now.find(id);
            if (at == now.end() || at->second.epoch != broker.epoch)
                gone.insert(id);
        }
        for (const auto& [id, broker] : now) {
            if (!context.brokers.contains(id) || gone.contains(id))
                started.insert(id);
        }
        const EventId cause = m_host.loop().cause();
        for (const BrokerId id : gone) {
            m_host.loop().setCause(cause);
            m_host.loop().setCause(m_journal.report(fact::BrokerSeenDead{id}));
            m_reign->channels.remove(id);
            context.brokers.erase(id);
            context.shuttingDown.erase(id);
            for (auto& [topic, deletion] : context.deletions)
                deletion.asked.erase(id);
        }
        brokersDied(gone, [this, cause, started, now = std::move(now),
                           done = std::move(done)]() mutable {
            for (const BrokerId id : started) {
                m_host.loop().setCause(cause);
                const EventId seen = m_journal.report(fact::BrokerSeenAlive{id, now.at(id).epoch});
                m_host.loop().setCause(seen);
                m_reign->context.brokers[id] = now.at(id);
                m_reign->channels.add(id, now.at(id).endpoint);
            }
            brokersStarted(started, std::move(done));
        });
    });
}

void Controller::Impl::brokersDied(const std::set<BrokerId>& gone, Done done)
{
    if (gone.empty()) {
        done();
        return;
    }
    markStates();
    m_reign->batch.updateBrokers();
    for (const TopicPartition& id : m_reign->context.on(gone))
        m_reign->batch.updateMetadata(id);
    repair([this, done = std::move(done)] {
        m_reign->batch.send();
        done();
    });
}

void Controller::Impl::brokersStarted(const std::set<BrokerId>& started, Done done)
{
    if (started.empty()) {
        done();
        return;
    }
    RequestBatch& batch = m_reign->batch;
    batch.updateBrokers();
    for (const BrokerId id : started)
        batch.updateEverything(id);
    for (const TopicPartition& id : m_reign->context.on(started)) {
        batch.updateMetadata(id); // it is no longer among the offline replicas
        for (const BrokerId broker : started) {
            if (contains(m_reign->context.find(id)->replicas, broker))
                batch.leaderAndIsr(broker, id);
        }
    }
    askForDeletions();
    auto mayGoOn = [started](const TopicPartition&, const Partition& partition) {
        const std::vector<BrokerId> target = partition.target();
        return std::any_of(target.begin(), target.end(),
                           [&](BrokerId id) { return started.contains(id); });
    };
    repair([this, mayGoOn, done = std::move(done)]() mutable {
        resumeReassignments(mayGoOn, [this, done = std::move(done)] {
            m_reign->batch.send();
            answerLed();
            done();
        });
    });
}

void Controller::Impl::topicsChanged(Done done)
{
    readTopicNames([this, done = std::move(done)](std::vector<std::string> names) mutable {
        std::map<std::string, Topic>& known = m_reign->context.topics;
        std::erase_if(known, [&](const auto& topic) {
            return std::find(names.begin(), names.end(), topic.first) == names.end();
        });
        std::erase_if(m_reign->context.deletions,
                      [&](const auto& deletion) { return !known.contains(deletion.first); });
        std::erase_if(m_reign->postponed,
                      [&](const auto& waiting) { return !known.contains(waiting.first); });
        std::erase_if(names, [&](const std::string& name) { return known.contains(name); });
        if (names.empty()) {
            done();
            return;
        }
        // Somebody wrote a topic without asking the controller.
        readTopics(names, [this,
                           done = std::move(done)](std::map<std::string, Topic> topics) mutable {
            for (auto& [name, topic] : topics) {
                const auto replicas =
                    topic.partitions.empty() ? 0 : topic.partitions.begin()->second.replicas.size();
                m_journal.report(
                    fact::TopicCreated{name, static_cast<std::int32_t>(topic.partitions.size()),
                                       static_cast<std::int32_t>(replicas)});
                m_reign->context.topics[name] = std::move(topic);
            }
            markStates();
            repair([this, done = std::move(done)] {
                m_reign->batch.send();
                done();
            });
        });
    });
}

void Controller::Impl::scheduleRebalance(Duration after)
{
    const EventId cause = m_host.loop().cause();
    m_host.loop().setCause(kNoEvent);
    m_reign->rebalance.start(after, [this] {
        m_queue.add([this](Done done) { rebalance(std::move(done)); });
        scheduleRebalance(m_config.leaderImbalanceCheck);
    });
    m_host.loop().setCause(cause);
}

void Controller::Impl::rebalance(Done done)
{
    const Context& context = m_reign->context;
    std::map<BrokerId, std::int32_t> preferred;
    std::map<BrokerId, std::vector<TopicPartition>> elsewhere;
    for (const TopicPartition& id : context.all()) {
        const Partition& partition = *context.find(id);
        if (partition.replicas.empty())
            continue;
        const BrokerId first = partition.replicas.front();
        ++preferred[first];
        if (partition.leadership.leader != first && partition.state != PartitionState::New)
            elsewhere[first].push_back(id);
    }
    std::vector<StateChange> changes;
    for (const auto& [broker, partitions] : elsewhere) {
        const auto away = static_cast<std::int64_t>(partitions.size());
        if (away * 100 <=
            static_cast<std::int64_t>(preferred[broker]) * m_config.leaderImbalancePercentage)
            continue;
        for (const TopicPartition& id : partitions) {
            const Partition& partition = *context.find(id);
            if (const auto elected = elect::forPreferred(context.candidates(partition)))
                changes.push_back(
                    electionOf(id, partition, *elected, fact::ElectionKind::Preferred));
        }
    }
    write(std::move(changes), [this, done = std::move(done)] {
        m_reign->batch.send();
        done();
    });
}

} // namespace hw::controller
