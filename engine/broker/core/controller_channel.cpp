#include "engine/broker/core/controller_channel.h"

#include <fmt/format.h>

namespace hw::broker {

ControllerChannel::ControllerChannel(BrokerId self, world::Host& host, observe::Journal& journal,
                                     const BrokerConfig& config, const MetadataCache& metadata)
    : m_self(self)
    , m_host(host)
    , m_journal(journal)
    , m_config(config)
    , m_metadata(metadata)
{
}

rpc::Peer* ControllerChannel::controller()
{
    const LiveBroker* broker = m_metadata.broker(m_metadata.controller());
    if (!broker)
        return nullptr;
    auto& peer = m_peers[{broker->id, broker->endpoint}];
    if (!peer)
        peer = std::make_unique<rpc::Peer>(
            m_host, m_journal,
            rpc::PeerConfig{.self = NodeId::broker(m_self),
                            .node = NodeId::broker(broker->id),
                            .where = broker->endpoint,
                            .clientId = fmt::format("broker-{}-to-controller", m_self)});
    // What an older controller has not answered is answered by nobody.
    if (m_current && m_current != peer.get())
        m_current->disconnect();
    m_current = peer.get();
    return m_current;
}

} // namespace hw::broker
