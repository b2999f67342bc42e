#pragma once

#include <map>
#include <memory>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/lifeline.h"
#include "engine/broker/core/metadata_cache.h"
#include "engine/rpc/peer.h"

namespace hw::broker {

/// A broker's way to whoever is controller, by its metadata; also to itself. Never retries: a
/// request that was sent to a broker that is not controller any more ends with Closed or with that
/// broker's NOT_CONTROLLER.  Kafka: NodeToControllerChannelManager.
class ControllerChannel
{
public:
    /// All outlive it.
    ControllerChannel(BrokerId self, world::Host& host, observe::Journal& journal,
                      const BrokerConfig& config, const MetadataCache& metadata);

    /// `done` runs in a later task; with Closed if no controller is known or it cannot be reached.
    template <class Request>
    void send(Request request, protocol::ApiVersion version, Duration timeout,
              UniqueFunction<void(Result<typename Request::Response>)> done)
    {
        if (rpc::Peer* peer = controller())
            return peer->send(std::move(request), version, timeout, std::move(done));
        m_host.loop().post(m_life.guard([done = std::move(done)]() mutable {
            done(fail(Failure::Closed, "no controller is known"));
        }));
    }

private:
    rpc::Peer* controller();

    const BrokerId m_self;
    world::Host& m_host;
    observe::Journal& m_journal;
    const BrokerConfig& m_config;
    const MetadataCache& m_metadata;
    /// One for each place where a controller was; at most as many as there are brokers.
    std::map<std::pair<BrokerId, world::Endpoint>, std::unique_ptr<rpc::Peer>> m_peers;
    rpc::Peer* m_current = nullptr;
    Lifeline m_life;
};

} // namespace hw::broker
