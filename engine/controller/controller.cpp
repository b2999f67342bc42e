#include "engine/controller/controller.h"

#include "engine/controller/controller_impl.h"
#include "engine/protocol/messages/allocate_producer_ids.h"

namespace hw::controller {

using namespace coordination;
using namespace observe;

Controller::Controller(world::Host& host, Journal& journal, Client& client, ControllerConfig config)
    : m_impl(std::make_unique<Impl>(host, journal, client, std::move(config)))
{
}

Controller::~Controller() = default;

void Controller::join(BrokerEpoch epoch) { m_impl->join(epoch); }
void Controller::leave(const std::string& why) { m_impl->leave(why); }
bool Controller::active() const { return m_impl->active(); }
ControllerEpoch Controller::epoch() const
{
    return m_impl->active() ? m_impl->reign()->context.epoch : ControllerEpoch();
}

void Controller::createTopics(std::vector<NewTopic> topics, bool validateOnly, Duration timeout,
                              UniqueFunction<void(std::vector<NewTopicResult>)> done)
{
    m_impl->createTopics(std::move(topics), validateOnly, timeout, std::move(done));
}

void Controller::alterPartition(protocol::AlterPartitionRequest request,
                                UniqueFunction<void(protocol::AlterPartitionResponse)> done)
{
    m_impl->alterPartition(std::move(request), std::move(done));
}

void Controller::allocateProducerIds(
    protocol::AllocateProducerIdsRequest request,
    UniqueFunction<void(protocol::AllocateProducerIdsResponse)> done)
{
    m_impl->allocateProducerIds(std::move(request), std::move(done));
}

void Controller::electLeaders(ElectionType type, std::vector<TopicPartition> partitions,
                              UniqueFunction<void(std::vector<ElectionResult>)> done)
{
    m_impl->electLeaders(type, std::move(partitions), std::move(done));
}

void Controller::reassign(std::vector<ReassignmentWish> wishes,
                          UniqueFunction<void(std::vector<PartitionResult>)> done)
{
    m_impl->reassign(std::move(wishes), std::move(done));
}

std::vector<OngoingReassignment>
Controller::reassignments(const std::optional<std::vector<TopicPartition>>& of) const
{
    std::vector<OngoingReassignment> found;
    if (!m_impl->active())
        return found;
    const Context& context = m_impl->reign()->context;
    for (const TopicPartition& id : of ? *of : context.all()) {
        const Partition* partition = context.find(id);
        if (partition && partition->isBeingReassigned())
            found.push_back({id, partition->assignment()});
    }
    return found;
}

void Controller::controlledShutdown(
    BrokerId broker, BrokerEpoch epoch,
    UniqueFunction<void(protocol::ErrorCode, std::vector<TopicPartition>)> done)
{
    m_impl->controlledShutdown(broker, epoch, std::move(done));
}

void Controller::deleteTopics(std::vector<std::string> topics, Duration timeout,
                              UniqueFunction<void(std::vector<TopicResult>)> done)
{
    m_impl->deleteTopics(std::move(topics), timeout, std::move(done));
}

void Controller::createPartitions(std::vector<MorePartitions> topics, bool validateOnly,
                                  Duration timeout,
                                  UniqueFunction<void(std::vector<TopicResult>)> done)
{
    m_impl->createPartitions(std::move(topics), validateOnly, timeout, std::move(done));
}

std::optional<std::string> Controller::topicOf(const Uuid& id) const
{
    if (m_impl->active()) {
        for (const auto& [name, topic] : m_impl->reign()->context.topics) {
            if (topic.id == id && !topic.deleting)
                return name;
        }
    }
    return std::nullopt;
}

void Controller::setUncleanElection(const std::string& topic, std::optional<bool> own)
{
    m_impl->setUncleanElection(topic, own);
}
void Controller::setUncleanElectionDefault(bool value) { m_impl->setUncleanElectionDefault(value); }

ControllerView Controller::view() const
{
    ControllerView view;
    if (!m_impl->active())
        return view;
    const Context& context = m_impl->reign()->context;
    view.active = true;
    view.epoch = context.epoch;
    for (const auto& [id, broker] : context.brokers)
        view.alive[id] = broker.epoch;
    view.shuttingDown.assign(context.shuttingDown.begin(), context.shuttingDown.end());
    for (const auto& [name, topic] : context.topics) {
        view.topics[name] = topic.id;
        for (const auto& [number, partition] : topic.partitions) {
            const Leadership& leadership = partition.leadership;
            const bool made = partition.state != PartitionState::New;
            view.partitions.push_back({{name, number},
                                       partition.replicas,
                                       partition.adding,
                                       partition.removing,
                                       leadership.leader,
                                       made ? leadership.leaderEpoch : kNoLeaderEpoch,
                                       leadership.version,
                                       leadership.isr,
                                       leadership.recovering});
        }
    }
    return view;
}

Reign::Reign(world::Host& host, Journal& journal, Client& client, const ControllerConfig& config,
             ControllerEpoch epoch, std::int32_t epochVersion,
             UniqueFunction<void(const char*)> onFencedThen)
    : onFenced(std::make_shared<UniqueFunction<void(const char*)>>(std::move(onFencedThen)))
    , store(client, epochVersion,
            [call = onFenced] { (*call)("a newer controller was elected meanwhile"); })
    , channels(host, journal, config.requestTimeout,
               [call = onFenced] { (*call)("a broker obeys a newer controller"); })
    , batch(context, channels, config.self)
    , rebalance(host.loop())
{
    context.epoch = epoch;
    context.epochVersion = epochVersion;
    context.uncleanDefault = config.uncleanLeaderElection;
}

Controller::Impl::Impl(world::Host& host, Journal& journal, Client& client, ControllerConfig config)
    : m_host(host)
    , m_journal(journal)
    , m_client(client)
    , m_config(std::move(config))
    , m_queue(host.loop())
{
}

void Controller::Impl::join(BrokerEpoch)
{
    m_term = std::make_shared<bool>(true);
    m_watching = false;
    addCheck();
}

void Controller::Impl::leave(const std::string& why)
{
    m_term.reset();
    m_watching = false;
    resign(why);
    m_queue.clear();
}

void Controller::Impl::addCheck()
{
    m_queue.add([this](Done done) { check(std::move(done)); });
}

void Controller::Impl::check(Done done)
{
    const Term term = m_term;
    Client::OnWatch watch;
    if (!m_watching) {
        m_watching = true;
        watch = [this, term](const WatchEvent&) {
            if (term.expired())
                return;
            m_watching = false;
            addCheck();
        };
    }
    auto onReply = [this, term, done = std::move(done)](const Reply& reply) mutable {
        if (term.expired() || reply.error == ZkError::SessionExpired)
            return;
        const bool ours = reply.ok() && reply.stat.ephemeralOwner == m_client.sessionId();
        if (ours && !m_reign) {
            confirmOwn(std::move(done));
        } else if (!reply.ok() && !m_reign) {
            claim(std::move(done));
        } else if (!ours && m_reign) {
            // The queue forgets this event too, so what remains to do is a new one.
            resign(reply.ok() ? "another broker is controller" : "/controller was removed");
            addCheck();
        } else {
            done();
        }
    };
    m_client.exists(kafka::kController, std::move(onReply), std::move(watch));
}

void Controller::Impl::claim(Done done)
{
    const Term term = m_term;
    m_client.getData(
        kafka::kControllerEpoch, [this, term, done = std::move(done)](const Reply& reply) mutable {
            if (term.expired() || reply.error == ZkError::SessionExpired)
                return;
            if (reply.error == ZkError::NoNode) {
                writeFirstEpoch(std::move(done));
                return;
            }
            const auto now = kafka::decodeControllerEpoch(reply.data);
            takeOffice(now.value_or(ControllerEpoch()), reply.stat.version, std::move(done));
        });
}

void Controller::Impl::writeFirstEpoch(Done done)
{
    const Term term = m_term;
    m_client.create(kafka::kControllerEpoch, kafka::encodeControllerEpoch(ControllerEpoch()),
                    CreateMode::Persistent,
                    [this, term, done = std::move(done)](const Reply& reply) mutable {
                        if (term.expired() || reply.error == ZkError::SessionExpired)
                            return;
                        claim(std::move(done));
                    });
}

void Controller::Impl::takeOffice(ControllerEpoch now, std::int32_t version, Done done)
{
    const Term term = m_term;
    const ControllerEpoch next = now + 1;
    std::vector<Op> ops;
    ops.push_back(
        Op::create(kafka::kController,
                   kafka::encode(kafka::ControllerNode{m_config.self}, m_host.loop().wallTime()),
                   CreateMode::Ephemeral));
    ops.push_back(
        Op::setData(kafka::kControllerEpoch, kafka::encodeControllerEpoch(next), version));
    m_client.multi(std::move(ops),
                   [this, term, next, done = std::move(done)](const MultiReply& reply) mutable {
                       if (!term.expired() && reply.error != ZkError::SessionExpired)
                           claimed(reply, next, std::move(done));
                   });
}

void Controller::Impl::claimed(const MultiReply& reply, ControllerEpoch epoch, Done done)
{
    if (reply.ok()) {
        becomeController(epoch, reply.results[1].stat.version, std::move(done));
        return;
    }
    // Somebody was faster, or it was ourselves and the first answer got lost: look again.
    addCheck();
    done();
}

void Controller::Impl::confirmOwn(Done done)
{
    const Term term = m_term;
    m_client.getData(kafka::kControllerEpoch,
                     [this, term, done = std::move(done)](const Reply& reply) mutable {
                         if (term.expired() || reply.error == ZkError::SessionExpired)
                             return;
                         const auto epoch = kafka::decodeControllerEpoch(reply.data);
                         if (reply.ok() && epoch)
                             becomeController(*epoch, reply.stat.version, std::move(done));
                         else
                             done();
                     });
}

void Controller::Impl::becomeController(ControllerEpoch epoch, std::int32_t version, Done done)
{
    const Term term = m_term;
    // Being fenced is noticed deep inside what ends with the reign, so it ends in a later task.
    auto onFenced = [this, term, epoch](const char* why) {
        m_host.loop().post([this, term, epoch, why] {
            if (term.expired() || !m_reign || m_reign->context.epoch != epoch)
                return;
            resign(why);
            addCheck();
        });
    };
    m_reign = std::make_unique<Reign>(m_host, m_journal, m_client, m_config, epoch, version,
                                      std::move(onFenced));
    m_reign->batch.setOnDeleted(
        [this](BrokerId broker, const protocol::StopReplicaResponse* response) {
            onReplicasDeleted(broker, response);
        });
    m_host.loop().setCause(m_journal.report(fact::ControllerElected{m_config.self, epoch}));
    failOver(std::move(done));
}

void Controller::Impl::resign(const std::string& why)
{
    if (!m_reign)
        return;
    m_journal.report(fact::ControllerResigned{m_config.self, m_reign->context.epoch, why});
    // Whoever waits for a broker to be told must not wait for ever.
    m_reign->channels.removeAll();
    m_reign.reset();
    m_queue.clear();
}

} // namespace hw::controller
