#pragma once

#include <QTest>

#include "tests/engine/world/contract_env.h"

namespace hw::world::contract {

/// Two wrapped hosts of a world, with a server on broker 1 and a client on broker 2; what happens
/// to them is in `log`. Worlds are the rows of a test's global data.
class FaultsBench
{
public:
    static void addWorlds()
    {
        QTest::addColumn<QString>("world");
        QTest::newRow("sim") << "sim wrapped";
        QTest::newRow("live") << "live wrapped";
    }
    void begin()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        server = &env->addHost(broker(1));
        client = &env->addHost(broker(2));
        log = std::make_unique<Log>();
        listen();
    }
    void end()
    {
        env->stop();
        outgoing.reset();
        accepted.clear();
        listener.reset();
        env.reset();
    }

    /// Somebody else who connects and says one thing.
    std::unique_ptr<Channel> say(Host& from, const NodeId& as, const std::string& text)
    {
        std::unique_ptr<Channel> channel;
        env->run(from, [&] {
            channel = from.network().connectAs(as, at, Framing::Kafka);
            channel->setHandlers([](Frame) {}, nullptr);
            channel->send(frameOf(text));
        });
        return channel;
    }
    void listenToHolds()
    {
        env->faults->setHoldNews([this](const HoldNews& news) {
            log->add((news.gone ? "gone:" : "held:") + std::to_string(news.rule.value()));
        });
    }
    void listen()
    {
        env->run(*server, [this] {
            listener = server->network()
                           .listen({}, Framing::Kafka,
                                   [this](std::unique_ptr<Channel> channel) { take(channel); })
                           .value();
            at = listener->endpoint();
        });
    }
    void take(std::unique_ptr<Channel>& channel)
    {
        channel->setHandlers(
            [this](Frame frame) {
                lastArrival = server->loop().now();
                log->add(textIn(frame));
            },
            [this](CloseReason reason) { log->add("server:" + nameOf(reason)); });
        accepted.push_back(std::move(channel));
        log->add("accepted");
    }
    /// On the client's loop.
    void makeChannel()
    {
        outgoing = client->network().connect(at, Framing::Kafka);
        outgoing->setHandlers([this](Frame frame) { log->add("client:" + textIn(frame)); },
                              [this](CloseReason reason) { log->add("client:" + nameOf(reason)); });
    }
    void connect()
    {
        env->run(*client, [this] { makeChannel(); });
        QVERIFY(env->await(*log, 1));
    }
    void cut()
    {
        env->faults->cut(client->node(), server->node());
        env->run(*client, [] {});
        env->run(*server, [] {});
    }
    void heal() { env->faults->heal(server->node(), client->node()); }
    void send(const std::string& text)
    {
        env->run(*client, [&] { outgoing->send(frameOf(text)); });
    }
    void answer(const std::string& text)
    {
        env->run(*server, [&] { accepted.at(0)->send(frameOf(text)); });
    }
    std::unique_ptr<Env> env;
    Host* server = nullptr;
    Host* client = nullptr;
    std::unique_ptr<Log> log;
    Endpoint at;
    Instant lastArrival;
    std::unique_ptr<Listener> listener;
    std::vector<std::unique_ptr<Channel>> accepted;
    std::unique_ptr<Channel> outgoing;
};

} // namespace hw::world::contract
