#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/client/context.h"
#include "engine/rpc/peer.h"

namespace hw::client {

/// What a connection is used for. A parked Fetch or JoinGroup holds its connection, so what must
/// not wait behind it goes by another one.
enum class Lane : std::uint8_t
{
    Control,     ///< metadata, finding coordinators
    Data,        ///< Produce, Fetch, ListOffsets
    Coordinator, ///< the group protocol and commits
};

/// A client's connections, made when first asked for.  Kafka: NetworkClient,
/// ClusterConnectionStates.
class Connections
{
public:
    Connections(const ClientContext& context, const ConnectionConfig& config);

    /// Where brokers are. Connections to one that moved are dropped (their requests fail with
    /// Closed in a later task).
    void learn(const std::map<BrokerId, world::Endpoint>& brokers);
    /// One broker's place, from elsewhere than metadata (FindCoordinator).
    void learn(BrokerId broker, const world::Endpoint& where);
    bool knows(BrokerId broker) const { return m_brokers.contains(broker); }

    /// The broker must have been known once.
    rpc::Peer& to(BrokerId broker, Lane lane);
    /// Some broker to ask for metadata: of the known ones the least busy, taking turns; the
    /// bootstrap list while none is known.  Kafka: NetworkClient.leastLoadedNode.
    rpc::Peer& any();

private:
    struct Key
    {
        BrokerId broker;
        Lane lane = Lane::Control;
        auto operator<=>(const Key&) const = default;
    };
    std::unique_ptr<rpc::Peer> make(NodeId node, const world::Endpoint& where) const;
    std::size_t load(BrokerId broker) const;

    const ClientContext m_context;
    const ConnectionConfig m_config;
    std::map<BrokerId, world::Endpoint> m_brokers; ///< those that are there now
    std::map<BrokerId, world::Endpoint> m_places;  ///< of all that ever were
    std::map<Key, std::unique_ptr<rpc::Peer>> m_peers;
    std::map<std::size_t, std::unique_ptr<rpc::Peer>> m_bootstrap;
    std::size_t m_turn;
};

} // namespace hw::client
