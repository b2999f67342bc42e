#pragma once

#include <QTest>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/engine/world/contract_env.h"

namespace hw::world::contract {

/// A server on broker 1, a client on broker 2, and a log of what each of them saw. In whichever
/// world the test's global data name.
class ChannelFixture
{
protected:
    void begin()
    {
        QFETCH_GLOBAL(QString, world);
        env = makeEnv(world);
        server = &env->addHost(broker(1));
        client = &env->addHost(broker(2));
        log = std::make_unique<Log>();
        at = Endpoint{};
    }
    void end()
    {
        env->stop();
        outgoing.reset();
        accepted.clear();
        listener.reset();
        env.reset();
    }

    using Handler = std::function<void(Frame)>;

    void listen(Handler onFrame = nullptr, Framing framing = Framing::Kafka)
    {
        if (!onFrame)
            onFrame = [this](Frame frame) { log->add(textIn(frame)); };
        env->run(*server, [&] {
            listener = server->network()
                           .listen(at, framing,
                                   [this, onFrame](std::unique_ptr<Channel> channel) {
                                       channel->setHandlers(onFrame, [this](CloseReason reason) {
                                           log->add("server:" + nameOf(reason));
                                       });
                                       accepted.push_back(std::move(channel));
                                       log->add("accepted");
                                   })
                           .value();
            at = listener->endpoint();
        });
    }
    /// On the client's loop.
    void makeChannel(Framing framing = Framing::Kafka)
    {
        outgoing = client->network().connect(at, framing);
        outgoing->setHandlers([this](Frame frame) { log->add("client:" + textIn(frame)); },
                              [this](CloseReason reason) { log->add("client:" + nameOf(reason)); });
    }
    void connect(Framing framing = Framing::Kafka)
    {
        const std::size_t before = log->size();
        env->run(*client, [&] { makeChannel(framing); });
        QVERIFY(env->await(*log, before + 1));
    }
    void noteCause(const std::string& what, Host& host)
    {
        log->add(what + "=" + std::to_string(host.loop().cause().value()));
    }

    std::unique_ptr<Env> env;
    Host* server = nullptr;
    Host* client = nullptr;
    std::unique_ptr<Log> log;
    Endpoint at;
    std::unique_ptr<Listener> listener;
    std::vector<std::unique_ptr<Channel>> accepted;
    std::unique_ptr<Channel> outgoing;
};

} // namespace hw::world::contract
