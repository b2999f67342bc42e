#include "engine/cluster/embedded_clients.h"

#include <fmt/format.h>

namespace hw::cluster {

using namespace observe;

static constexpr Duration kAdminDeadline = 30s;
static constexpr Duration kStopLimit = 2s;
static constexpr std::size_t kMaxClients = 2000;
/// One record after the other over the partitions, as the documents draw it.
static constexpr auto kDemoPartitioning = client::KeylessPartitioning::RoundRobin;

EmbeddedClients::EmbeddedClients(world::Host& host, Journal& journal, ClientTimers timers,
                                 std::vector<world::Endpoint> bootstrap)
    : m_host(host)
    , m_journal(journal)
    , m_timers(timers)
    , m_bootstrap(std::move(bootstrap))
    , m_admin(host, journal, host.node(), m_bootstrap)
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

Result<std::string> EmbeddedClients::add(command::AddProducer add)
{
    if (add.topics.empty())
        return fail(Failure::Invalid, "a producer needs at least one topic");
    if (add.acks < -1 || add.acks > 1)
        return fail(Failure::Invalid,
                    fmt::format("acks is {}, allowed are all (-1), 0 and 1", add.acks));
    if (!(add.rate >= client::kRateMin && add.rate <= client::kRateMax))
        return fail(Failure::Invalid, fmt::format("the rate is {} records/s, allowed are {} to {}",
                                                  add.rate, client::kRateMin, client::kRateMax));
    if (add.idempotent && add.acks != -1)
        return fail(Failure::Invalid,
                    fmt::format("acks is {}, allowed with enable.idempotence is -1", add.acks));
    if (add.recordBytes < 1 || add.recordBytes > client::kRecordBytesMax)
        return fail(Failure::Invalid, fmt::format("a record has {} bytes, allowed are 1 to {}",
                                                  add.recordBytes, client::kRecordBytesMax));
    if (m_producers.size() + m_consumers.size() >= kMaxClients)
        return fail(Failure::Busy,
                    fmt::format("at most {} embedded clients run at once", kMaxClients));
    if (add.name.empty())
        add.name = freeName("producer");
    if (nameTaken(add.name))
        return fail(Failure::Exists, fmt::format("there is a client named {} already", add.name));

    const NodeId id = NodeId::client(m_nextClient++);
    client::ProducerConfig config;
    config.keyless = kDemoPartitioning;
    config.connection.requestTimeout = m_timers.request;
    ProducerEntry entry;
    entry.name = add.name;
    entry.producer = std::make_unique<client::LoadProducer>(contextFor(id, add.name), config, add);
    entry.producer->start();
    m_producers.emplace(id, std::move(entry));
    return fmt::format("{} runs as {}", add.name, id.text());
}

Result<std::string> EmbeddedClients::add(command::AddConsumer add)
{
    if (add.topics.empty())
        return fail(Failure::Invalid, "a consumer needs at least one topic");
    if (add.group.empty())
        return fail(Failure::Invalid, "a consumer needs a group");
    if (m_producers.size() + m_consumers.size() >= kMaxClients)
        return fail(Failure::Busy,
                    fmt::format("at most {} embedded clients run at once", kMaxClients));
    if (add.name.empty())
        add.name = freeName(add.group + "-C");
    if (nameTaken(add.name))
        return fail(Failure::Exists, fmt::format("there is a client named {} already", add.name));

    const NodeId id = NodeId::client(m_nextClient++);
    client::ConsumerConfig config;
    config.group = add.group;
    config.topics = add.topics;
    config.assignor = add.assignor;
    config.connection.requestTimeout = m_timers.request;
    config.sessionTimeout = m_timers.session;
    config.heartbeatInterval = m_timers.heartbeat;
    config.reset = add.fromBeginning ? client::OffsetReset::Earliest : client::OffsetReset::Latest;
    ConsumerEntry entry;
    entry.name = add.name;
    entry.group = add.group;
    entry.consumer = std::make_unique<client::Consumer>(contextFor(id, add.name), config);
    entry.consumer->start();
    m_consumers.emplace(id, std::move(entry));
    return fmt::format("{} runs as {}", add.name, id.text());
}

void EmbeddedClients::forget(NodeId client)
{
    m_producers.erase(client);
    m_consumers.erase(client);
}

void EmbeddedClients::stop(const command::StopClient& what, Done done)
{
    const NodeId id = what.client;
    const auto producer = m_producers.find(id);
    const auto consumer = m_consumers.find(id);
    if (producer == m_producers.end() && consumer == m_consumers.end())
        return done(fail(Failure::NotFound, fmt::format("there is no {}", id.text())));
    const std::string name =
        producer != m_producers.end() ? producer->second.name : consumer->second.name;
    if (what.crash) {
        if (producer != m_producers.end())
            m_journal.report(fact::ProducerStopped{id, name});
        else
            m_journal.report(fact::ConsumerStopped{id, name, consumer->second.group, true});
        forget(id);
        return done(name + " vanished");
    }
    Task stopped = [this, id, name, done = std::move(done)]() mutable {
        forget(id);
        done(name + " stopped");
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

void EmbeddedClients::report(ClientsReport& into) const
{
    into.at = m_host.loop().now();
    for (const auto& [id, entry] : m_producers)
        entry.producer->report(into.producers.emplace_back());
    for (const auto& [id, entry] : m_consumers)
        entry.consumer->report(into.consumers.emplace_back());
}

} // namespace hw::cluster
