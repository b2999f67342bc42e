#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/coordination/client.h"
#include "engine/coordination/server.h"
#include "engine/world/sim/sim_world.h"
#include "tests/support/recording_journal.h"

namespace hw::test {

/// One server and some clients in a simulated world, driven step by step from a test.
class CoordinationBench
{
public:
    explicit CoordinationBench(coordination::ServerConfig config = classroom(),
                               std::uint64_t seed = 1);

    static coordination::ServerConfig classroom();

    void startServer();
    /// The process dies; `powerLoss`: what was not synced goes with it.
    void crashServer(bool powerLoss = false);
    /// The result of a clean stop.
    Result<void> stopServer();

    /// A client on host `number`, connected unless `connect` is false.
    coordination::Client& client(int number, Duration timeout = 3s, bool connect = true);
    void crashClient(int number);

    // Calls that run the world until they are answered (5 s at most).
    coordination::Reply
    create(int by, const std::string& path, const std::string& data = "",
           coordination::CreateMode mode = coordination::CreateMode::Persistent);
    coordination::Reply remove(int by, const std::string& path, std::int32_t version = -1);
    coordination::Reply setData(int by, const std::string& path, const std::string& data,
                                std::int32_t version = -1);
    coordination::Reply getData(int by, const std::string& path,
                                coordination::Client::OnWatch watch = nullptr);
    coordination::Reply exists(int by, const std::string& path,
                               coordination::Client::OnWatch watch = nullptr);
    coordination::Reply getChildren(int by, const std::string& path,
                                    coordination::Client::OnWatch watch = nullptr);
    coordination::MultiReply multi(int by, std::vector<coordination::Op> ops);
    void close(int by);

    world::SimWorld world;
    world::Host& serverHost;
    EventList events;
    coordination::ServerConfig config;
    std::unique_ptr<RecordingJournal> serverJournal;
    std::unique_ptr<coordination::Server> server;
    std::map<int, std::vector<coordination::SessionEvent>> sessionEvents; ///< by client

    world::Host& host(int number);

private:
    using Ask = std::function<void(coordination::Client&, coordination::Client::OnReply)>;
    coordination::Reply await(int by, const Ask& ask);

    std::map<int, world::Host*> m_hosts;
    std::map<int, std::unique_ptr<coordination::Client>> m_clients;
};

} // namespace hw::test
