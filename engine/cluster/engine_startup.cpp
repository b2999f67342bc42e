#include <algorithm>

#include <fmt/format.h>

#include "engine/cluster/engine_cluster.h"

namespace hw::cluster {

using namespace observe;

/// Notes one server's endpoint; all of them, in order, once the last is there.
static std::optional<std::vector<world::Endpoint>>
collected(Guarded<std::map<std::size_t, world::Endpoint>>& into, std::size_t server,
          const world::Endpoint& endpoint, std::size_t servers)
{
    return into.with([&](std::map<std::size_t, world::Endpoint>& map) {
        map[server] = endpoint;
        std::optional<std::vector<world::Endpoint>> all;
        if (map.size() != servers)
            return all;
        all.emplace();
        for (const auto& [n, at] : map)
            all->push_back(at);
        return all;
    });
}

void EngineCluster::start()
{
    if (m_spec.demo)
        startDemo();
    if (m_ensemble.size() == 1)
        return startEnsemble({});
    // Each must know where the others are before it begins.
    for (std::size_t n = 0; n < m_ensemble.size(); ++n) {
        m_ensemble[n]->reservePort([this, n](Result<world::Endpoint> port) {
            if (!port)
                return ensembleFailed(port.error());
            if (auto all = collected(m_ports, n, *port, m_ensemble.size()))
                startEnsemble(std::move(*all));
        });
    }
}

/// On some loop.
void EngineCluster::startEnsemble(std::vector<world::Endpoint> ports)
{
    for (std::size_t n = 0; n < m_ensemble.size(); ++n) {
        m_ensemble[n]->startFirst(ports, [this, n](const Result<world::Endpoint>& endpoint) {
            serverSettled(n, endpoint);
        });
    }
}

/// An address or a folder that somebody else has is not the node's own trouble: whoever started
/// the cluster has to choose another.
static bool concernsAll(Failure failure)
{
    return failure == Failure::Busy || failure == Failure::Denied;
}

/// On the server's loop. One that cannot begin for what lies in its own folder keeps its place as
/// long as the others are a quorum: brokers try it again once it is there.
void EngineCluster::serverSettled(std::size_t n, const Result<world::Endpoint>& endpoint)
{
    if (!endpoint) {
        const Error& error = endpoint.error();
        const std::size_t failed = m_serverFailures.with([&](auto& failures) {
            failures[n] = fmt::format("zookeeper{}: {}", n, error.message);
            return failures.size();
        });
        if (concernsAll(error.kind) || failed > (m_ensemble.size() - 1) / 2)
            return ensembleFailed(error);
    }
    const world::Endpoint& at = endpoint ? *endpoint : m_ensemble[n]->address();
    if (auto all = collected(m_clientPorts, n, at, m_ensemble.size()))
        startBrokers(*all);
}

void EngineCluster::startBrokers(const std::vector<world::Endpoint>& ensemble)
{
    for (const auto& broker : m_brokers)
        broker->startFirst(ensemble, [this](const auto& endpoint) { brokerSettled(endpoint); });
}

void EngineCluster::ensembleFailed(const Error& error)
{
    m_failure.with([&](std::string& failure) { failure = error.message; });
}

/// On some broker's loop. The clients begin when all brokers are there that will be, so that the
/// first topics can have all their replicas.
void EngineCluster::brokerSettled(const Result<world::Endpoint>& endpoint)
{
    Settled all = m_settled.with([&](Settled& settled) {
        ++settled.brokers;
        if (endpoint)
            settled.ready.push_back(*endpoint);
        return settled;
    });
    if (all.brokers != static_cast<std::size_t>(m_spec.brokers) || all.ready.empty())
        return;
    std::sort(all.ready.begin(), all.ready.end());
    m_clients->setBootstrap(std::move(all.ready));
}

void EngineCluster::startDemo()
{
    std::vector<std::pair<CommandId, Command>> commands;
    for (Command& command : demoCommands(m_spec)) {
        const CommandId id(m_nextCommand++);
        m_log.push_back({id, m_hub.last(), m_world.now(), command});
        commands.emplace_back(id, std::move(command));
    }
    m_clients->submitInOrder(std::move(commands));
}

static bool concernsAll(const BrokerNode& broker)
{
    return broker.hasFailed() && concernsAll(*broker.failure());
}

static std::string failureText(const BrokerNode& broker)
{
    return fmt::format("broker {}: {}", broker.id(), broker.status()->note);
}

EngineCluster::Startup EngineCluster::startup()
{
    if (!startupFailure().empty())
        return Startup::Failed;
    collect();
    for (const auto& broker : m_brokers) {
        if (broker->status()->state != BrokerState::Running && !broker->hasFailed())
            return Startup::Going;
    }
    return Startup::Ready;
}

std::string EngineCluster::startupFailure() const
{
    const std::string ensemble = m_failure.with([](const std::string& failure) { return failure; });
    if (!ensemble.empty())
        return ensemble;
    std::vector<std::string> failures;
    for (const auto& broker : m_brokers) {
        if (concernsAll(*broker))
            return failureText(*broker);
        if (broker->hasFailed())
            failures.push_back(failureText(*broker));
    }
    return failures.size() == m_brokers.size() ? failures.front() : std::string();
}

std::vector<std::string> EngineCluster::failures() const
{
    std::vector<std::string> failures;
    m_serverFailures.with([&](const auto& servers) {
        for (const auto& [n, why] : servers)
            failures.push_back(why);
    });
    for (const auto& broker : m_brokers) {
        if (broker->hasFailed())
            failures.push_back(failureText(*broker));
    }
    return failures;
}

std::string EngineCluster::ensembleConnect() const
{
    std::string text;
    for (const auto& server : m_ensemble) {
        const auto status = server->status();
        if (status->state == EnsembleServerPart::State::Down && m_ensemble.size() == 1)
            return {};
        text += (text.empty() ? "" : ",") + status->endpoint;
    }
    return text;
}

} // namespace hw::cluster
