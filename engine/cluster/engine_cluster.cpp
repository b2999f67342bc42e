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

static ClientTimers clientTimers(Preset preset, const broker::BrokerConfig& config)
{
    ClientTimers timers;
    if (preset == Preset::Classroom)
        timers = {.request = 5s, .session = 6s, .heartbeat = 2s};
    timers.consumerProtocol = config.consumerProtocol;
    return timers;
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
    m_clients = std::make_unique<ClientsNode>(*m_clientsHost, m_hub, m_faults,
                                              clientTimers(m_spec.preset, m_config),
                                              m_spec.clients);
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
        return reject(command, {OutcomeKind::StillStarting});
    if (number > kMaxBrokers)
        return reject(command, {OutcomeKind::BrokersLimit,
                                {std::int64_t{number - 1}, std::int64_t{kMaxBrokers}}});
    if (m_spec.port != 0 && m_spec.port + number - 1 > 65535)
        return reject(command,
                      {OutcomeKind::PortsLimit,
                       {NodeId::broker(BrokerId{number}), std::int64_t{m_spec.port + number - 1}}});
    makeBroker(number).startAdded(command, std::move(ensemble));
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
    reports.judged = m_judged;
    reports.brokenOutside = m_brokenOutside;
    m_picture = m_assembler.assemble(reports, m_world.isVirtual() ? "studio" : "live",
                                     m_spec.preset == Preset::Kafka ? "kafka" : "classroom");
}

void EngineCluster::judge(std::int32_t number, const std::string& what)
{
    Event event;
    event.at = m_world.now();
    event.wall = m_world.wallTime();
    event.node = m_clientsHost->node();
    event.fact = fact::InvariantBroken{number, what};
    m_hub.report(std::move(event));
    if (m_brokenOutside.size() < Invariants::kBrokenLimit)
        m_brokenOutside.push_back(fmt::format("{}: {}", number, what));
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
        if (!broker->hasFailed() || !endpoint.ends_with(":0"))
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
