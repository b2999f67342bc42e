#pragma once

#include <algorithm>
#include <vector>

#include "engine/broker/core/services.h"

namespace hw::handlers {

/// Who leads a partition, as far as this broker knows: what Produce and Fetch add to a refusal so
/// that a client need not ask for metadata first (KIP-951).
struct CurrentLeader
{
    BrokerId leader = kNoBroker;
    LeaderEpoch epoch = kNoLeaderEpoch;
    const broker::LiveBroker* node = nullptr; ///< null if it is not known to be alive
};

/// By this broker's replica if it has one, else by its metadata.  Kafka:
/// KafkaApis.getCurrentLeader.
CurrentLeader currentLeaderOf(const broker::Services& services, const TopicPartition& partition);

/// Lists a node of an answer, each once.
template <class NodeEndpoint>
void addEndpoint(std::vector<NodeEndpoint>& endpoints, const broker::LiveBroker& node)
{
    if (std::ranges::find(endpoints, node.id, &NodeEndpoint::nodeId) != endpoints.end())
        return;
    endpoints.push_back({.nodeId = node.id,
                         .host = node.endpoint.host,
                         .port = node.endpoint.port,
                         .rack = node.rack.empty() ? std::nullopt : std::optional(node.rack)});
}

} // namespace hw::handlers
