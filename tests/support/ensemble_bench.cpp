#include "tests/support/ensemble_bench.h"

#include <fmt/format.h>

#include "engine/base/assert.h"

namespace hw::test {

using namespace coordination;

static world::SimOptions optionsFor(std::uint64_t seed, world::PowerLoss powerLoss)
{
    world::SimOptions options;
    options.seed = seed;
    options.powerLoss = powerLoss;
    return options;
}

EnsembleBench::EnsembleBench(int servers, std::uint64_t seed, world::PowerLoss powerLoss)
    : world(optionsFor(seed, powerLoss))
{
    for (int n = 0; n < servers; ++n) {
        m_peers.push_back({"127.0.0.1", static_cast<std::uint16_t>(2888 + n)});
        m_endpoints.push_back({"127.0.0.1", static_cast<std::uint16_t>(2181 + n)});
        Machine machine;
        machine.host =
            &faults.wrap(world.addHost({NodeId::ensemble(n), NodeId::ensemble(n).text()}));
        machine.journal = std::make_unique<RecordingJournal>(*machine.host, events);
        m_servers.push_back(std::move(machine));
    }
}

EnsembleBench::~EnsembleBench()
{
    m_clients.clear();
    for (Machine& machine : m_servers)
        machine.server.reset();
}

void EnsembleBench::start(int number)
{
    ServerConfig config;
    config.serverId = number;
    config.listen = m_endpoints[index(number)];
    config.tickTime = 500ms;
    config.snapshotEvery = snapshotEvery;
    config.ensemble = m_peers;
    Machine& machine = m_servers[index(number)];
    std::optional<Result<void>> started;
    machine.host->control([&] {
        machine.server = std::make_unique<Server>(*machine.host, config, *machine.journal);
        machine.server->start([&](Result<void> result) { started = result; });
    });
    world.runUntil([&] { return started.has_value(); }, 5s);
    HW_ASSERT(started && *started,
              started ? started->error().message : std::string("the server does not start"));
}

void EnsembleBench::startAll()
{
    for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
        if (!up(n))
            start(n);
    }
}

void EnsembleBench::crash(int number, bool powerLoss)
{
    Machine& machine = m_servers[index(number)];
    machine.host->control([&machine, powerLoss] {
        machine.server.reset();
        powerLoss ? machine.host->losePower() : machine.host->crash();
        machine.host->setFrozen(false);
    });
    machine.frozen = false;
    world.runFor(Duration(0));
}

void EnsembleBench::freeze(int number, bool frozen)
{
    m_servers[index(number)].host->setFrozen(frozen);
    m_servers[index(number)].frozen = frozen;
    world.runFor(Duration(0));
}

ServerMode EnsembleBench::mode(int number) const
{
    const Machine& machine = m_servers[index(number)];
    return machine.server ? machine.server->mode() : ServerMode::Looking;
}

int EnsembleBench::leader() const
{
    for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
        if (mode(n) == ServerMode::Leading && !m_servers[index(n)].frozen)
            return n;
    }
    return -1;
}

int EnsembleBench::someFollower() const
{
    for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
        if (mode(n) == ServerMode::Following && !m_servers[index(n)].frozen)
            return n;
    }
    return -1;
}

bool EnsembleBench::settled(Duration limit)
{
    return world.runUntil(
        [this] {
            if (leader() < 0)
                return false;
            for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
                const bool counts = up(n) && !m_servers[index(n)].frozen;
                if (counts && (mode(n) == ServerMode::Looking ||
                               server(n).epoch() != server(leader()).epoch()))
                    return false;
            }
            return true;
        },
        limit);
}

void EnsembleBench::isolate(int number)
{
    for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
        if (n != number)
            faults.cut(NodeId::ensemble(number), NodeId::ensemble(n));
    }
    world.runFor(Duration(0));
}

std::string EnsembleBench::picture(int number)
{
    const ServerReport report = server(number).report();
    std::string text;
    for (const ZnodeReport& node : report.znodes)
        text += fmt::format("{} = {} czxid {:#x} mzxid {:#x} pzxid {:#x} v{} c{} owner {:#x}\n",
                            node.path, textOf(node.data), node.stat.czxid.value(),
                            node.stat.mzxid.value(), node.stat.pzxid.value(), node.stat.version,
                            node.stat.cversion, node.stat.ephemeralOwner.value());
    for (const SessionReport& session : report.sessions)
        text += fmt::format("session {:#x} {}\n", session.id.value(), toMs(session.timeout));
    return text;
}

void EnsembleBench::checkEqualAtEqualZxid()
{
    std::map<Zxid, std::string> seen;
    for (int n = 0; n < static_cast<int>(m_servers.size()); ++n) {
        if (!up(n) || mode(n) == ServerMode::Looking)
            continue;
        const auto [at, fresh] = seen.try_emplace(server(n).zxid(), picture(n));
        HW_ASSERT(fresh || at->second == picture(n),
                  fmt::format("at zxid {:#x} zookeeper{} has\n{}and another\n{}",
                              server(n).zxid().value(), n, picture(n), at->second));
    }
}

world::Host& EnsembleBench::clientHost(int number)
{
    if (!m_hosts.contains(number))
        m_hosts[number] = &faults.wrap(
            world.addHost({NodeId::broker(BrokerId(number)), "broker" + std::to_string(number)}));
    return *m_hosts[number];
}

Client& EnsembleBench::client(int number, std::optional<int> at, Duration timeout)
{
    if (const auto known = m_clients.find(number); known != m_clients.end())
        return *known->second;
    ClientConfig config;
    config.servers = m_endpoints;
    if (at)
        config.servers = {m_endpoints[index(*at)]};
    config.sessionTimeout = timeout;
    auto made = std::make_unique<Client>(clientHost(number), config);
    made->setSessionHandler(
        [this, number](SessionEvent event) { sessionEvents[number].push_back(event); });
    Client& client = *(m_clients[number] = std::move(made));
    clientHost(number).control([&client] { client.connect(); });
    world.runUntil([&client] { return client.connected(); }, 10s);
    HW_ASSERT(client.connected(), "the client connects");
    return client;
}

Reply EnsembleBench::await(int by, const Ask& ask, Duration limit)
{
    Client& asked = client(by);
    auto reply = std::make_shared<std::optional<Reply>>();
    clientHost(by).control([&] { ask(asked, [reply](const Reply& got) { *reply = got; }); });
    world.runUntil([&] { return reply->has_value(); }, limit);
    Reply none;
    none.error = ZkError::ConnectionLoss;
    return reply->value_or(none);
}

static Bytes bytesOf(const std::string& text) { return Bytes(text.begin(), text.end()); }

Reply EnsembleBench::create(int by, const std::string& path, const std::string& data,
                            CreateMode mode, Duration limit)
{
    return await(
        by,
        [&](Client& c, Client::OnReply done) {
            c.create(path, bytesOf(data), mode, std::move(done));
        },
        limit);
}

Reply EnsembleBench::setData(int by, const std::string& path, const std::string& data)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.setData(path, bytesOf(data), kAnyVersion, std::move(done));
    });
}

Reply EnsembleBench::getData(int by, const std::string& path, Client::OnWatch watch)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.getData(path, std::move(done), std::move(watch));
    });
}

Reply EnsembleBench::exists(int by, const std::string& path)
{
    return await(by, [&](Client& c, Client::OnReply done) { c.exists(path, std::move(done)); });
}

} // namespace hw::test
