#include "engine/cluster/embedded_clients.h"

#include "engine/cluster/client_settings.h"

namespace hw::cluster {

using namespace observe;

static tl::unexpected<Outcome> refused(Outcome why) { return tl::unexpected(std::move(why)); }

static constexpr Duration kAdminDeadline = 30s;
static constexpr Duration kStopLimit = 2s;
static constexpr std::int64_t kMaxClients = 2000;
static constexpr Duration kShortestTimer = 10ms;
static constexpr Duration kLongestTimer = std::chrono::hours(24);
static constexpr std::int32_t kMostPollRecords = 1'000'000;
/// One record after the other over the partitions, as the documents draw it.
static constexpr auto kDemoPartitioning = client::KeylessPartitioning::RoundRobin;

/// What the command leaves open is the preset's, or Java's.
static client::ConsumerConfig configOf(const command::AddConsumer& add, const ClientTimers& timers)
{
    client::ConsumerConfig config;
    config.group = add.group;
    config.instance = add.instance;
    config.topics = add.topics;
    config.protocol = add.protocol;
    config.assignor = add.assignor;
    config.wished = add.fixed;
    config.connection.requestTimeout = timers.request;
    config.connection.metadataMaxAge =
        add.metadataMaxAge.value_or(config.connection.metadataMaxAge);
    config.sessionTimeout = add.sessionTimeout.value_or(timers.session);
    config.heartbeatInterval = add.heartbeatInterval.value_or(timers.heartbeat);
    config.maxPollInterval = add.maxPollInterval.value_or(config.maxPollInterval);
    config.autoCommit = add.autoCommit;
    config.autoCommitInterval = add.autoCommitInterval.value_or(config.autoCommitInterval);
    config.maxPollRecords = add.maxPollRecords.value_or(config.maxPollRecords);
    config.reset = add.reset;
    return config;
}

EmbeddedClients::EmbeddedClients(world::Host& host, Journal& journal, FaultDesk& faults,
                                 ClientTimers timers, std::map<std::string, ClientConfigs> configs,
                                 std::vector<world::Endpoint> bootstrap)
    : m_host(host)
    , m_journal(journal)
    , m_timers(timers)
    , m_configs(std::move(configs))
    , m_bootstrap(std::move(bootstrap))
    , m_admin(host, journal, host.node(), m_bootstrap)
    , m_troubles(host, faults)
{
}

/// Takes each command to where it is carried out.
struct EmbeddedClients::Run
{
    EmbeddedClients& clients;
    Done& done;

    void operator()(command::CreateTopic& c)
    {
        clients.m_admin.createTopic({c.topic, c.partitions, c.replicationFactor,
                                     std::move(c.configs), std::move(c.assignment)},
                                    kAdminDeadline, std::move(done));
    }
    void operator()(command::DeleteTopic& c)
    {
        clients.m_admin.deleteTopic(std::move(c.topic), kAdminDeadline, std::move(done));
    }
    void operator()(command::AddPartitions& c)
    {
        clients.m_admin.addPartitions(std::move(c.topic), c.total, kAdminDeadline, std::move(done));
    }
    void operator()(command::Elect& c)
    {
        clients.m_admin.elect(std::move(c.partition), c.type == command::ElectionType::Unclean,
                              kAdminDeadline, std::move(done));
    }
    void operator()(command::Reassign& c)
    {
        clients.m_admin.reassign(std::move(c.partition), std::move(c.replicas), kAdminDeadline,
                                 std::move(done));
    }
    void operator()(command::CancelReassignment& c)
    {
        clients.m_admin.reassign(std::move(c.partition), std::nullopt, kAdminDeadline,
                                 std::move(done));
    }
    void operator()(command::AddProducer& c) { done(clients.add(std::move(c))); }
    void operator()(command::AddConsumer& c) { done(clients.add(std::move(c))); }
    void operator()(command::SlowConsumer& c)
    {
        done(clients.trouble(c.client, FaultKind::SlowConsumer, c.perRecord));
    }
    void operator()(command::StopPolling& c)
    {
        done(clients.trouble(c.client, FaultKind::SilentPoll, c.time));
    }
    void operator()(command::StopHeartbeats& c)
    {
        done(clients.trouble(c.client, FaultKind::NoHeartbeats, c.time));
    }
    void operator()(command::FlapConsumer& c)
    {
        done(clients.trouble(c.client, FaultKind::Flapping, c.every));
    }
    void operator()(command::Send& c) { done(clients.send(c)); }
    void operator()(command::PausePartitions& c) { done(clients.pause(c)); }
    void operator()(command::SeekConsumer& c) { done(clients.seek(c)); }
    void operator()(command::CommitConsumer& c) { clients.commit(c, std::move(done)); }
    void operator()(command::StopClient& c) { clients.stop(c, std::move(done)); }
    template <class Other> void operator()(Other&)
    {
        HW_ASSERT(false, "only commands about topics and clients come here");
    }
};

void EmbeddedClients::run(Command command, Done done) { std::visit(Run{*this, done}, command); }

client::ClientContext EmbeddedClients::contextFor(NodeId self, const std::string& name) const
{
    return {m_host, m_journal, self, name, m_bootstrap};
}

bool EmbeddedClients::nameTaken(const std::string& name) const
{
    for (const auto& [id, entry] : m_producers) {
        if (entry.name == name)
            return true;
    }
    for (const auto& [id, entry] : m_consumers) {
        if (entry.name == name)
            return true;
    }
    return false;
}

std::string EmbeddedClients::freeName(const std::string& prefix) const
{
    for (int n = 1;; ++n) {
        std::string name = prefix + std::to_string(n);
        if (!nameTaken(name))
            return name;
    }
}

/// What names of a group's consumers begin with: as those that it has (`G1-C3`), else `group-C`.
std::string EmbeddedClients::stemOf(const std::string& group) const
{
    for (const auto& [id, entry] : m_consumers) {
        const std::size_t digits = entry.name.find_last_not_of("0123456789") + 1;
        if (entry.group == group && digits > 0 && digits < entry.name.size())
            return entry.name.substr(0, digits);
    }
    return group + "-C";
}

client::AdminResult EmbeddedClients::add(command::AddProducer add)
{
    if (add.topics.empty())
        return refused({OutcomeKind::ProducerNeedsTopic});
    if (add.acks < -1 || add.acks > 1)
        return refused({OutcomeKind::BadAcks, {add.acks}});
    if (add.rate != 0 && !(add.rate >= client::kRateMin && add.rate <= client::kRateMax))
        return refused({OutcomeKind::BadRate, {add.rate, client::kRateMin, client::kRateMax}});
    if (add.idempotent && add.acks != -1)
        return refused({OutcomeKind::BadAcksIdempotent, {add.acks}});
    if (add.recordBytes < 1 || add.recordBytes > client::kRecordBytesMax)
        return refused({OutcomeKind::BadRecordSize, {add.recordBytes, client::kRecordBytesMax}});
    if (std::ssize(m_producers) + std::ssize(m_consumers) >= kMaxClients)
        return refused({OutcomeKind::ClientsLimit, {kMaxClients}});
    if (add.name.empty())
        add.name = freeName("producer");
    if (nameTaken(add.name))
        return refused({OutcomeKind::NameTaken, {add.name}});

    const NodeId id = NodeId::client(m_nextClient++);
    client::ProducerConfig config;
    config.keyless = kDemoPartitioning;
    config.connection.requestTimeout = m_timers.request;
    if (const auto applied = applyTo(config, configsOf(add.name)); !applied)
        return refused({OutcomeKind::ConsumerRefused, {applied.error().message}});
    ProducerEntry entry;
    entry.name = add.name;
    entry.producer = std::make_unique<client::LoadProducer>(contextFor(id, add.name), config, add);
    entry.producer->setMost(loadRecords(configsOf(add.name)));
    entry.producer->start();
    m_producers.emplace(id, std::move(entry));
    return Outcome{OutcomeKind::ClientRuns, {add.name, id}};
}

/// What speaks against it, if anything.
std::optional<Outcome> EmbeddedClients::refusal(const command::AddConsumer& add) const
{
    if (add.topics.empty())
        return Outcome{OutcomeKind::ConsumerNeedsTopic};
    if (add.group.empty())
        return Outcome{OutcomeKind::ConsumerNeedsGroup};
    if (add.protocol == command::GroupProtocol::Consumer && !m_timers.consumerProtocol)
        return Outcome{OutcomeKind::ConsumerProtocolOff};
    if (add.assignor != command::Assignor::Fixed && !add.fixed.empty())
        return Outcome{OutcomeKind::OnlyFixedAssignor};
    if (add.instance && add.instance->empty())
        return Outcome{OutcomeKind::EmptyInstance};
    const client::ConsumerConfig config = configOf(add, m_timers);
    for (const auto& [name, time] :
         {std::pair("session.timeout.ms", config.sessionTimeout),
          std::pair("heartbeat.interval.ms", config.heartbeatInterval),
          std::pair("max.poll.interval.ms", config.maxPollInterval),
          std::pair("auto.commit.interval.ms", config.autoCommitInterval),
          std::pair("metadata.max.age.ms", config.connection.metadataMaxAge)}) {
        if (time < kShortestTimer || time > kLongestTimer)
            return Outcome{
                OutcomeKind::BadSetting,
                {std::string(name), toMs(time), toMs(kShortestTimer), toMs(kLongestTimer)}};
    }
    if (config.heartbeatInterval >= config.sessionTimeout)
        return Outcome{OutcomeKind::BadHeartbeat,
                       {toMs(config.heartbeatInterval), toMs(config.sessionTimeout)}};
    if (config.maxPollRecords < 1 || config.maxPollRecords > kMostPollRecords)
        return Outcome{OutcomeKind::BadSetting,
                       {std::string("max.poll.records"), std::int64_t{config.maxPollRecords},
                        std::int64_t{1}, std::int64_t{kMostPollRecords}}};
    if (std::ssize(m_producers) + std::ssize(m_consumers) >= kMaxClients)
        return Outcome{OutcomeKind::ClientsLimit, {kMaxClients}};
    return std::nullopt;
}

client::AdminResult EmbeddedClients::add(command::AddConsumer add)
{
    if (auto why = refusal(add))
        return refused(std::move(*why));
    if (add.name.empty())
        add.name = freeName(stemOf(add.group));
    if (nameTaken(add.name))
        return refused({OutcomeKind::NameTaken, {add.name}});

    client::ConsumerConfig config = configOf(add, m_timers);
    if (const auto applied = applyTo(config, configsOf(add.name)); !applied)
        return refused({OutcomeKind::ConsumerRefused, {applied.error().message}});
    const NodeId id = NodeId::client(m_nextClient++);
    ConsumerEntry entry;
    entry.name = add.name;
    entry.group = add.group;
    entry.filter = filterOf(configsOf(add.name));
    entry.consumer = std::make_unique<client::Consumer>(contextFor(id, add.name), std::move(config),
                                                        nullptr, entry.filter.get());
    entry.consumer->start();
    m_consumers.emplace(id, std::move(entry));
    return Outcome{OutcomeKind::ClientRuns, {add.name, id}};
}

void EmbeddedClients::forget(NodeId client)
{
    m_troubles.forget(client);
    m_producers.erase(client);
    m_consumers.erase(client);
}

tl::expected<client::Consumer*, Outcome> EmbeddedClients::consumer(NodeId client)
{
    const auto found = m_consumers.find(client);
    if (found != m_consumers.end())
        return found->second.consumer.get();
    if (const auto producer = m_producers.find(client); producer != m_producers.end())
        return refused({OutcomeKind::NotAConsumer, {producer->second.name}});
    return refused({OutcomeKind::NoSuchClient, {client}});
}

client::AdminResult EmbeddedClients::trouble(NodeId client, FaultKind kind,
                                             std::optional<Duration> time)
{
    const auto which = consumer(client);
    if (!which)
        return tl::unexpected(which.error());
    return m_troubles.set(client, **which, kind, time);
}

/// The first of the partitions that is not the consumer's, if any.
static std::optional<Outcome> notOwned(const client::Consumer& consumer,
                                       const std::vector<TopicPartition>& named)
{
    ConsumerReport report;
    consumer.report(report);
    for (const TopicPartition& partition : named) {
        if (std::ranges::find(report.assigned, partition) != report.assigned.end())
            continue;
        if (report.assigned.empty())
            return Outcome{OutcomeKind::OwnsNothing, {report.name, partition.text()}};
        std::string owned;
        for (const TopicPartition& own : report.assigned)
            owned += (owned.empty() ? "" : ", ") + own.text();
        return Outcome{OutcomeKind::NotOwned, {report.name, partition.text(), owned}};
    }
    return std::nullopt;
}

client::AdminResult EmbeddedClients::pause(const command::PausePartitions& what)
{
    const auto which = consumer(what.client);
    if (!which)
        return tl::unexpected(which.error());
    if (auto why = notOwned(**which, what.partitions))
        return refused(std::move(*why));
    const auto paused =
        what.resume ? (*which)->resume(what.partitions) : (*which)->pause(what.partitions);
    if (!paused)
        return refused({OutcomeKind::ConsumerRefused, {paused.error().message}});
    return Outcome{what.resume ? OutcomeKind::Resumed : OutcomeKind::Paused};
}

client::AdminResult EmbeddedClients::seek(const command::SeekConsumer& what)
{
    const auto which = consumer(what.client);
    if (!which)
        return tl::unexpected(which.error());
    if (what.value < 0)
        return refused({OutcomeKind::SeekBelowZero, {what.value}});
    if (auto why = notOwned(**which, what.partitions))
        return refused(std::move(*why));
    const auto moved =
        (*which)->seek(what.partitions, {what.to, Offset(what.value), WallTime(what.value)});
    if (!moved)
        return refused({OutcomeKind::ConsumerRefused, {moved.error().message}});
    return Outcome{OutcomeKind::Sought};
}

client::AdminResult EmbeddedClients::send(const command::Send& what)
{
    const auto producer = m_producers.find(what.client);
    if (producer == m_producers.end())
        return refused({OutcomeKind::NoSuchClient, {what.client}});
    if (what.count < 1 || what.count > client::kSendMost)
        return refused({OutcomeKind::BadSendCount, {what.count, client::kSendMost}});
    producer->second.producer->send(what.count, what.partition, what.key);
    return Outcome{OutcomeKind::Sent, {what.count}};
}

void EmbeddedClients::commit(const command::CommitConsumer& what, Done done)
{
    const auto which = consumer(what.client);
    if (!which)
        return done(tl::unexpected(which.error()));
    (*which)->commit(what.sync, [done = std::move(done)](const client::Committed& outcome) {
        if (outcome.error != protocol::ErrorCode::None)
            return done(refused({OutcomeKind::CommitRefused, {client::kafkaError(outcome.error)}}));
        if (outcome.partitions == 0)
            return done(Outcome{OutcomeKind::CommitNothing});
        if (outcome.partitions == 1)
            return done(Outcome{OutcomeKind::CommittedOne});
        done(Outcome{OutcomeKind::Committed, {static_cast<std::int64_t>(outcome.partitions)}});
    });
}

void EmbeddedClients::stop(const command::StopClient& what, Done done)
{
    const NodeId id = what.client;
    const auto producer = m_producers.find(id);
    const auto consumer = m_consumers.find(id);
    if (producer == m_producers.end() && consumer == m_consumers.end())
        return done(refused({OutcomeKind::NoSuchClient, {id}}));
    const std::string name =
        producer != m_producers.end() ? producer->second.name : consumer->second.name;
    if (what.crash) {
        if (producer != m_producers.end())
            m_journal.report(fact::ProducerStopped{id, name});
        else
            m_journal.report(fact::ConsumerStopped{id, name, consumer->second.group, true});
        forget(id);
        return done(Outcome{OutcomeKind::ClientVanished, {name}});
    }
    Task stopped = [this, id, name, done = std::move(done)]() mutable {
        forget(id);
        done(Outcome{OutcomeKind::ClientStopped, {name}});
    };
    if (producer != m_producers.end())
        producer->second.producer->stop(std::move(stopped));
    else
        consumer->second.consumer->stop(std::move(stopped));
}

void EmbeddedClients::stopAll(Task done)
{
    auto left = std::make_shared<std::size_t>(m_producers.size() + m_consumers.size());
    auto last = std::make_shared<Task>(std::move(done));
    const auto finish = [last] {
        if (Task task = std::exchange(*last, nullptr))
            task();
    };
    if (*left == 0)
        return finish();
    const auto one = [left, finish] {
        if (--*left == 0)
            finish();
    };
    for (auto& [id, entry] : m_producers)
        entry.producer->stop(one);
    for (auto& [id, entry] : m_consumers)
        entry.consumer->stop(one);
    m_host.loop().after(kStopLimit, finish);
}

const ClientConfigs& EmbeddedClients::configsOf(const std::string& name) const
{
    static const ClientConfigs kNone;
    const auto found = m_configs.find(name);
    return found == m_configs.end() ? kNone : found->second;
}

ClientFigures EmbeddedClients::figures() const
{
    ClientFigures figures;
    for (const auto& [id, entry] : m_producers) {
        const client::ProducerCounters& counters = entry.producer->counters();
        figures.producers.push_back({entry.name, counters.acked, counters.serialized,
                                     counters.requests, counters.batches, counters.sentBytes,
                                     counters.retried, counters.waited, counters.firstSent,
                                     counters.lastAcked});
    }
    for (const auto& [id, entry] : m_consumers) {
        ConsumerReport report;
        entry.consumer->report(report);
        const client::Consumer::Counters counters = entry.consumer->counters();
        figures.consumers.push_back({entry.name, report.received, counters.fetches, counters.polls,
                                     entry.filter ? entry.filter->filtered() : 0});
    }
    return figures;
}

void EmbeddedClients::report(ClientsReport& into) const
{
    into.at = m_host.loop().now();
    for (const auto& [id, entry] : m_producers)
        entry.producer->report(into.producers.emplace_back());
    for (const auto& [id, entry] : m_consumers)
        entry.consumer->report(into.consumers.emplace_back());
}

} // namespace hw::cluster
