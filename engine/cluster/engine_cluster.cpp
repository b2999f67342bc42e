#include "engine/cluster/engine_cluster.h"

#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "engine/base/mutation.h"
#include "engine/frames/decode.h"

namespace hw::cluster {

using namespace observe;

/// The classroom's ticks are short, so that sessions of three seconds can be granted and seen.
static coordination::ServerConfig ensembleConfig(const ClusterSpec& spec, std::int32_t server)
{
    coordination::ServerConfig config;
    config.serverId = server;
    config.syncBeforeAck = !mutated(Rule::ZnodeWritesSynced);
    if (spec.zookeeperPort != 0)
        config.listen.port = static_cast<std::uint16_t>(spec.zookeeperPort + server);
    if (spec.preset == Preset::Classroom)
        config.tickTime = 500ms;
    return config;
}

static ClientTimers clientTimers(Preset preset)
{
    return preset == Preset::Classroom ? ClientTimers{5s, 6s, 2s} : ClientTimers{};
}

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

EngineCluster::EngineCluster(world::World& world, ClusterSpec spec, broker::BrokerConfig config)
    : m_world(world)
    , m_spec(std::move(spec))
    , m_config(std::move(config))
    , m_faults(m_world, m_hub)
{
    for (std::int32_t n = 0; n < m_spec.ensemble; ++n) {
        world::Host& host =
            m_faults.wrap(m_world.addHost({NodeId::ensemble(n), NodeId::ensemble(n).text()}));
        m_ensemble.push_back(
            std::make_unique<EnsembleNode>(host, m_hub, ensembleConfig(m_spec, n)));
    }
    for (std::int32_t n = 1; n <= m_spec.brokers; ++n)
        makeBroker(n);
    m_clientsHost = &m_faults.wrap(m_world.addHost({NodeId::client(0), "clients"}));
    m_clients =
        std::make_unique<ClientsNode>(*m_clientsHost, m_hub, m_faults, clientTimers(m_spec.preset));
    m_faults.setUndoClient([this](NodeId client, EventId fault, Task done) {
        m_clients->undo(client, fault, std::move(done));
    });
    assemble();
}

EngineCluster::~EngineCluster() = default;

BrokerNode& EngineCluster::makeBroker(std::int32_t number)
{
    const BrokerId id(number);
    world::Host& host =
        m_faults.wrap(m_world.addHost({NodeId::broker(id), fmt::format("broker-{}", number)}));
    broker::BrokerPlace place;
    place.id = id;
    if (m_spec.port != 0)
        place.listen.port = static_cast<std::uint16_t>(m_spec.port + number - 1);
    m_brokers.push_back(std::make_unique<BrokerNode>(host, m_hub, m_config, place));
    return *m_brokers.back();
}

/// The first starts go over the brokers on the ensemble's loop: no other joins before they are
/// done.
void EngineCluster::addBroker(CommandId command)
{
    const auto number = static_cast<std::int32_t>(m_brokers.size()) + 1;
    std::vector<world::Endpoint> ensemble;
    m_clientPorts.with([&](const auto& servers) {
        for (const auto& [n, at] : servers)
            ensemble.push_back(at);
    });
    const auto first = m_settled.with([](const Settled& settled) { return settled.brokers; });
    if (ensemble.size() < m_ensemble.size() || first < static_cast<std::size_t>(m_spec.brokers))
        return reject(command, "the cluster is still starting; a broker can join afterwards");
    if (number > kMaxBrokers)
        return reject(command, fmt::format("there are {} brokers, at most {} are allowed",
                                           number - 1, kMaxBrokers));
    if (m_spec.port != 0 && m_spec.port + number - 1 > 65535)
        return reject(command, fmt::format("broker {} would need port {}, at most 65535 is allowed",
                                           number, m_spec.port + number - 1));
    makeBroker(number).startAdded(command, std::move(ensemble));
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
        m_ensemble[n]->startFirst(ports, [this, n](Result<world::Endpoint> endpoint) {
            if (!endpoint)
                return ensembleFailed(endpoint.error());
            if (auto all = collected(m_clientPorts, n, *endpoint, m_ensemble.size()))
                startBrokers(*all);
        });
    }
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
    for (Command& command : demoCommands(m_spec.brokers)) {
        const CommandId id(m_nextCommand++);
        m_log.push_back({id, m_hub.last(), m_world.now(), command});
        commands.emplace_back(id, std::move(command));
    }
    m_clients->submitInOrder(std::move(commands));
}

static bool hasFailed(const BrokerNode& broker)
{
    return broker.status()->state == BrokerState::Down && broker.failure().has_value();
}

/// An address or a folder that somebody else has is not the broker's own trouble: whoever started
/// the cluster has to choose another.
static bool concernsAll(const BrokerNode& broker)
{
    return hasFailed(broker) &&
           (broker.failure() == Failure::Busy || broker.failure() == Failure::Denied);
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
        if (broker->status()->state != BrokerState::Running && !hasFailed(*broker))
            return Startup::Going;
    }
    return Startup::Ready;
}

std::string EngineCluster::startupFailure() const
{
    const std::string ensemble = m_failure.with([](const std::string& failure) { return failure; });
    if (!ensemble.empty())
        return ensemble;
    const std::vector<std::string> failures = brokerFailures();
    for (const auto& broker : m_brokers) {
        if (concernsAll(*broker))
            return failureText(*broker);
    }
    return failures.size() == m_brokers.size() ? failures.front() : std::string();
}

std::vector<std::string> EngineCluster::brokerFailures() const
{
    std::vector<std::string> failures;
    for (const auto& broker : m_brokers) {
        if (hasFailed(*broker))
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

void EngineCluster::shutDown(Task done)
{
    // Clients first (they still need brokers), then the brokers side by side, then the ensemble.
    auto left = std::make_shared<std::atomic<int>>(static_cast<int>(m_brokers.size()));
    auto last = std::make_shared<Task>(std::move(done));
    m_clients->shutDown([this, left, last] {
        for (const auto& broker : m_brokers) {
            broker->shutDown([this, left, last] {
                if (left->fetch_sub(1) > 1)
                    return;
                auto servers =
                    std::make_shared<std::atomic<int>>(static_cast<int>(m_ensemble.size()));
                for (const auto& server : m_ensemble) {
                    server->shutDown([servers, last] {
                        if (servers->fetch_sub(1) == 1)
                            (*last)();
                    });
                }
            });
        }
    });
}

void EngineCluster::collect()
{
    // In a simulated world this thread is every host's loop: looking must not post anything.
    const bool atOnce = m_world.isVirtual();
    for (const auto& server : m_ensemble)
        server->collect(atOnce);
    for (const auto& broker : m_brokers)
        broker->collect(atOnce);
    m_clients->collect(atOnce);
}

bool EngineCluster::fresh(Instant since) const
{
    for (const auto& broker : m_brokers) {
        if (broker->status()->collectedAt < since)
            return false;
    }
    for (const auto& server : m_ensemble) {
        if (server->status()->collectedAt < since)
            return false;
    }
    const auto clients = m_clients->report();
    return clients && clients->at >= since;
}

void EngineCluster::assemble()
{
    Reports reports;
    reports.now = m_world.now();
    reports.wall = m_world.wallTime();
    for (const auto& broker : m_brokers)
        reports.brokers.push_back(broker->status());
    for (const auto& server : m_ensemble)
        reports.ensemble.push_back(server->status());
    reports.clients = m_clients->report();
    reports.faults = m_faults.active();
    reports.acked = m_hub.acked();
    reports.lost = m_hub.lost();
    m_picture = m_assembler.assemble(reports, m_world.isVirtual() ? "studio" : "live",
                                     m_spec.preset == Preset::Kafka ? "kafka" : "classroom");
}

Capabilities EngineCluster::capabilities() const
{
    Capabilities can;
    can.faults = true;
    can.powerLoss = true;
    can.cutLinks = true;
    can.topics = true;
    can.workloads = true;
    can.outsideClients = !m_world.isVirtual();
    can.timeControl = m_world.isVirtual();
    return can;
}

std::string EngineCluster::bootstrap() const
{
    if (m_world.isVirtual())
        return {};
    std::string text;
    for (const auto& broker : m_brokers) {
        const std::string endpoint = broker->status()->endpoint;
        // One that never got as far as to have a port.
        if (!hasFailed(*broker) || !endpoint.ends_with(":0"))
            text += (text.empty() ? "" : ",") + endpoint;
    }
    return text;
}

void EngineCluster::setInterest(Interest interest)
{
    m_hub.setWantsFlights(interest.flights);
    m_hub.setWantsFrames(interest.flights && interest.frames);
}

FieldTree EngineCluster::decode(FlightId id) const
{
    const auto kept = m_hub.frame(id);
    if (kept && !kept->tooLarge)
        return frames::decode(kept->what, kept->pieces);
    FieldTree tree;
    tree.gap = kept ? FrameGap::TooLarge : FrameGap::NotKept;
    return tree;
}

std::shared_ptr<const Snapshot> EngineCluster::snapshot()
{
    collect();
    assemble();
    return m_picture.snapshot;
}

/// Of the server that is furthest; watches live where their clients are connected, so those of the
/// others are added.
std::shared_ptr<const ZnodeTree> EngineCluster::znodes()
{
    std::vector<std::shared_ptr<const ZnodeTree>> trees;
    for (const auto& server : m_ensemble) {
        if (auto tree = server->znodes(m_world.isVirtual()))
            trees.push_back(std::move(tree));
    }
    if (trees.size() < 2)
        return trees.empty() ? nullptr : trees.front();
    std::ranges::sort(
        trees, {}, [](const auto& tree) { return std::pair(-tree->zxid.value(), tree->server); });
    auto joined = std::make_shared<ZnodeTree>(*trees.front());
    for (std::size_t n = 1; n < trees.size(); ++n)
        joined->add(*trees[n]);
    return joined;
}

std::shared_ptr<const Gauges> EngineCluster::gauges() { return m_picture.gauges; }

} // namespace hw::cluster
