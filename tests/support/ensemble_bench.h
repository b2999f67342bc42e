#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/coordination/client.h"
#include "engine/coordination/server.h"
#include "engine/world/faults/fault_table.h"
#include "engine/world/sim/sim_world.h"
#include "tests/support/recording_journal.h"

namespace hw::test {

/// Several servers of one ensemble and some clients in a simulated world, with faults.
class EnsembleBench
{
public:
    explicit EnsembleBench(int servers = 3, std::uint64_t seed = 1,
                           world::PowerLoss powerLoss = world::PowerLoss::Drops);
    ~EnsembleBench();

    // Servers, by number.
    void start(int server);
    void startAll();
    /// The process dies; `powerLoss`: what was not synced goes with it.
    void crash(int server, bool powerLoss = false);
    void freeze(int server, bool frozen);
    bool up(int server) const { return m_servers[index(server)].server != nullptr; }
    coordination::Server& server(int number) { return *m_servers[index(number)].server; }
    coordination::ServerMode mode(int server) const;
    /// -1 while no server leads.
    int leader() const;
    int someFollower() const;
    /// Runs until one leads and all that are up follow it.
    bool settled(Duration limit = 10s);
    /// Cuts a server from all others, and heals.
    void isolate(int server);
    void healAll() { faults.healAllLinks(); }

    /// Trees and sessions of two servers as text that can be compared.
    std::string picture(int server);
    /// Servers that have applied the same transactions have the same tree; any two that serve.
    void checkEqualAtEqualZxid();

    // Clients, by number; each knows all servers, or only `at`.
    coordination::Client& client(int number, std::optional<int> at = std::nullopt,
                                 Duration timeout = 3s);
    world::Host& clientHost(int number);
    world::Host& serverHost(int number) { return *m_servers[index(number)].host; }
    /// Runs until it is answered; ConnectionLoss if that takes longer than `limit`.
    coordination::Reply create(int by, const std::string& path, const std::string& data = "",
                               coordination::CreateMode mode = coordination::CreateMode::Persistent,
                               Duration limit = 20s);
    coordination::Reply setData(int by, const std::string& path, const std::string& data);
    coordination::Reply getData(int by, const std::string& path,
                                coordination::Client::OnWatch watch = nullptr);
    coordination::Reply exists(int by, const std::string& path);

    world::SimWorld world;
    world::FaultTable faults;
    EventList events;
    std::uint32_t snapshotEvery = 50; ///< of servers that start from now on
    std::map<int, std::vector<coordination::SessionEvent>> sessionEvents; ///< by client

private:
    struct Machine
    {
        world::Host* host = nullptr;
        std::unique_ptr<RecordingJournal> journal;
        std::unique_ptr<coordination::Server> server;
        bool frozen = false;
    };
    static std::size_t index(int n) { return static_cast<std::size_t>(n); }
    using Ask = std::function<void(coordination::Client&, coordination::Client::OnReply)>;
    coordination::Reply await(int by, const Ask& ask, Duration limit = 20s);

    std::vector<world::Endpoint> m_peers, m_endpoints;
    std::vector<Machine> m_servers;
    std::map<int, world::Host*> m_hosts;
    std::map<int, std::unique_ptr<coordination::Client>> m_clients;
};

} // namespace hw::test
