#pragma once

#include <string>
#include <vector>

#include "engine/base/time.h"
#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::client {

/// Where a client lives and whom it asks first. Many clients share one host; each has a NodeId of
/// its own, which brokers and pictures see.
struct ClientContext
{
    world::Host& host;
    observe::Journal& journal;
    NodeId self;
    std::string clientId;                   ///< `client.id`, also the client's name in events
    std::vector<world::Endpoint> bootstrap; ///< `bootstrap.servers`, at least one
};

/// Settings that producers, consumers and admins share, with Java's names and defaults.
struct ConnectionConfig
{
    Duration requestTimeout = 30s;     ///< request.timeout.ms
    Duration retryBackoff = 100ms;     ///< retry.backoff.ms
    Duration metadataMaxAge = 300s;    ///< metadata.max.age.ms
    Duration reconnectBackoff = 50ms;  ///< reconnect.backoff.ms
    Duration reconnectBackoffMax = 1s; ///< reconnect.backoff.max.ms
    std::size_t maxInFlight = 5;       ///< max.in.flight.requests.per.connection
    bool allowAutoCreateTopics = true; ///< allow.auto.create.topics
};

} // namespace hw::client
