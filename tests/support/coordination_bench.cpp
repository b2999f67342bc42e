#include "tests/support/coordination_bench.h"

#include "engine/base/assert.h"

namespace hw::test {

using namespace coordination;

ServerConfig CoordinationBench::classroom()
{
    ServerConfig config;
    config.listen.port = 2181;
    config.tickTime = 500ms;
    return config;
}

CoordinationBench::CoordinationBench(ServerConfig config, std::uint64_t seed)
    : world(world::SimOptions{.seed = seed})
    , serverHost(world.addHost({NodeId::ensemble(0), "zookeeper0"}))
    , config(std::move(config))
    , serverJournal(std::make_unique<RecordingJournal>(serverHost, events))
{
}

void CoordinationBench::startServer()
{
    std::optional<Result<void>> started;
    serverHost.control([&] {
        server = std::make_unique<Server>(serverHost, config, *serverJournal);
        server->start([&](Result<void> result) { started = result; });
    });
    world.runUntil([&] { return started.has_value(); }, 5s);
    HW_ASSERT(started && *started,
              started ? started->error().message : std::string("the server does not start"));
}

void CoordinationBench::crashServer(bool powerLoss)
{
    serverHost.control([this, powerLoss] {
        server.reset();
        powerLoss ? serverHost.losePower() : serverHost.crash();
    });
    world.runFor(Duration(0));
}

Result<void> CoordinationBench::stopServer()
{
    std::optional<Result<void>> stopped;
    serverHost.control(
        [&] { server->stop([&](Result<void> result) { stopped = result; }); });
    world.runUntil([&] { return stopped.has_value(); }, 5s);
    HW_ASSERT(stopped, "the server stops");
    crashServer();
    return *stopped;
}

world::Host& CoordinationBench::host(int number)
{
    if (!m_hosts.contains(number))
        m_hosts[number] = &world.addHost(
            {NodeId::broker(BrokerId(number)), "broker" + std::to_string(number)});
    return *m_hosts[number];
}

Client& CoordinationBench::client(int number, Duration timeout, bool connect)
{
    if (const auto at = m_clients.find(number); at != m_clients.end())
        return *at->second;
    ClientConfig clientConfig;
    clientConfig.servers = {{"127.0.0.1", config.listen.port}};
    clientConfig.sessionTimeout = timeout;
    auto made = std::make_unique<Client>(host(number), clientConfig);
    made->setSessionHandler(
        [this, number](SessionEvent event) { sessionEvents[number].push_back(event); });
    Client& client = *(m_clients[number] = std::move(made));
    if (connect) {
        host(number).control([&client] { client.connect(); });
        world.runUntil([&client] { return client.connected(); }, 5s);
        HW_ASSERT(client.connected(), "the client connects");
    }
    return client;
}

void CoordinationBench::crashClient(int number)
{
    host(number).control([this, number] {
        m_clients.erase(number);
        host(number).crash();
    });
    world.runFor(Duration(0));
}

Reply CoordinationBench::await(int by, const Ask& ask)
{
    Client& asked = client(by);
    auto reply = std::make_shared<std::optional<Reply>>();
    host(by).control([&] { ask(asked, [reply](const Reply& got) { *reply = got; }); });
    world.runUntil([&] { return reply->has_value(); }, 5s);
    HW_ASSERT(reply->has_value(), "the service answers");
    return **reply;
}

static Bytes bytesOf(const std::string& text) { return Bytes(text.begin(), text.end()); }

Reply CoordinationBench::create(int by, const std::string& path, const std::string& data,
                                CreateMode mode)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.create(path, bytesOf(data), mode, std::move(done));
    });
}

Reply CoordinationBench::remove(int by, const std::string& path, std::int32_t version)
{
    return await(
        by, [&](Client& c, Client::OnReply done) { c.remove(path, version, std::move(done)); });
}

Reply CoordinationBench::setData(int by, const std::string& path, const std::string& data,
                                 std::int32_t version)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.setData(path, bytesOf(data), version, std::move(done));
    });
}

Reply CoordinationBench::getData(int by, const std::string& path, Client::OnWatch watch)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.getData(path, std::move(done), std::move(watch));
    });
}

Reply CoordinationBench::exists(int by, const std::string& path, Client::OnWatch watch)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.exists(path, std::move(done), std::move(watch));
    });
}

Reply CoordinationBench::getChildren(int by, const std::string& path, Client::OnWatch watch)
{
    return await(by, [&](Client& c, Client::OnReply done) {
        c.getChildren(path, std::move(done), std::move(watch));
    });
}

MultiReply CoordinationBench::multi(int by, std::vector<Op> ops)
{
    Client& asked = client(by);
    auto reply = std::make_shared<std::optional<MultiReply>>();
    host(by).control([&] {
        asked.multi(std::move(ops), [reply](const MultiReply& got) { *reply = got; });
    });
    world.runUntil([&] { return reply->has_value(); }, 5s);
    HW_ASSERT(reply->has_value(), "the service answers");
    return **reply;
}

void CoordinationBench::close(int by)
{
    Client& asked = client(by);
    auto closed = std::make_shared<bool>(false);
    host(by).control([&] { asked.closeSession([closed] { *closed = true; }); });
    world.runUntil([&] { return *closed; }, 5s);
    HW_ASSERT(*closed, "the session closes");
}

} // namespace hw::test
