#include "engine/client/connections.h"

namespace hw::client {

Connections::Connections(const ClientContext& context, const ConnectionConfig& config)
    : m_context(context)
    , m_config(config)
    , m_turn(context.host.loop().random().below(64))
{
    HW_ASSERT(!context.bootstrap.empty(), "a client needs somebody to ask first");
}

void Connections::learn(const std::map<BrokerId, world::Endpoint>& brokers)
{
    m_brokers = brokers;
    for (const auto& [broker, where] : brokers)
        m_places[broker] = where;
    for (auto it = m_peers.begin(); it != m_peers.end();) {
        const auto known = m_brokers.find(it->first.broker);
        const bool moved = known != m_brokers.end() && known->second != it->second->config().where;
        // One that is only missing now may be back soon, and may still answer what it was asked.
        if (!moved) {
            ++it;
            continue;
        }
        std::shared_ptr<rpc::Peer> old = std::move(it->second);
        it = m_peers.erase(it);
        old->disconnect();
        // Kept until its requests have failed.
        m_context.host.loop().post([old] {});
    }
}

void Connections::learn(BrokerId broker, const world::Endpoint& where)
{
    auto brokers = m_brokers;
    brokers[broker] = where;
    learn(brokers);
}

std::unique_ptr<rpc::Peer> Connections::make(NodeId node, const world::Endpoint& where) const
{
    rpc::PeerConfig config;
    config.self = m_context.self;
    config.node = node;
    config.where = where;
    config.clientId = m_context.clientId;
    config.maxInFlight = m_config.maxInFlight;
    config.reconnectDelay = m_config.reconnectBackoff;
    config.reconnectMax = m_config.reconnectBackoffMax;
    config.negotiate = true;
    return std::make_unique<rpc::Peer>(m_context.host, m_context.journal, std::move(config));
}

rpc::Peer& Connections::to(BrokerId broker, Lane lane)
{
    auto& peer = m_peers[{broker, lane}];
    if (!peer)
        peer = make(NodeId::broker(broker), m_places.at(broker));
    return *peer;
}

std::size_t Connections::load(BrokerId broker) const
{
    std::size_t pending = 0;
    for (const Lane lane : {Lane::Control, Lane::Data, Lane::Coordinator}) {
        const auto peer = m_peers.find({broker, lane});
        if (peer != m_peers.end())
            pending += peer->second->pending();
    }
    return pending;
}

rpc::Peer& Connections::any()
{
    const std::size_t turn = m_turn++;
    if (m_brokers.empty()) {
        const std::size_t index = turn % m_context.bootstrap.size();
        auto& peer = m_bootstrap[index];
        if (!peer)
            peer = make(NodeId{}, m_context.bootstrap[index]);
        return *peer;
    }
    auto best = m_brokers.end();
    auto broker = std::next(m_brokers.begin(), static_cast<long>(turn % m_brokers.size()));
    for (std::size_t i = 0; i < m_brokers.size(); ++i) {
        if (best == m_brokers.end() || load(broker->first) < load(best->first))
            best = broker;
        if (++broker == m_brokers.end())
            broker = m_brokers.begin();
    }
    return to(best->first, Lane::Control);
}

} // namespace hw::client
