#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/protocol/header.h"
#include "engine/protocol/messages/heartbeat.h"
#include "engine/world/host.h"

namespace hw::test {

/// Listens and keeps what comes; the test answers by hand.
class Station
{
public:
    explicit Station(world::Host& host)
        : m_host(host)
    {
    }

    void listen(std::uint16_t port)
    {
        m_listener = m_host.network()
                         .listen({"127.0.0.1", port}, world::Framing::Kafka,
                                 [this](std::unique_ptr<world::Channel> accepted) {
                                     ++connections;
                                     take(std::move(accepted));
                                 })
                         .value();
    }
    void answer(const std::function<void(const protocol::RequestHeader&, Writer&)>& body)
    {
        const protocol::RequestHeader header = requests.front();
        requests.erase(requests.begin());
        Writer writer;
        protocol::ResponseHeader{header.correlationId}.encode(writer, header.key(),
                                                              header.apiVersion);
        body(header, writer);
        channel->send({writer.take(), kNoEvent});
    }
    void answerHeartbeat()
    {
        answer([](const auto& header, Writer& writer) {
            protocol::HeartbeatResponse().encode(writer, header.apiVersion);
        });
    }
    void send(Bytes bytes) { channel->send({Pieces(std::move(bytes)), kNoEvent}); }

    std::unique_ptr<world::Channel> channel;
    std::vector<protocol::RequestHeader> requests;
    std::vector<EventId> causes;
    int connections = 0;

private:
    void take(std::unique_ptr<world::Channel> accepted)
    {
        channel = std::move(accepted);
        channel->setHandlers(
            [this](world::Frame frame) {
                Reader reader(frame.pieces.flatten().value());
                requests.push_back(protocol::RequestHeader::decode(reader).value());
                causes.push_back(frame.cause);
            },
            [this](world::CloseReason) { channel.reset(); });
    }

    world::Host& m_host;
    std::unique_ptr<world::Listener> m_listener;
};

} // namespace hw::test
