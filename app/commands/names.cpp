#include "app/commands/names.h"

namespace hw::app {

using namespace observe;

static std::optional<NodeId> connectionOf(const OutsidePart& part, NodeId other)
{
    for (const auto& [node, broker] : part.connections)
        if (NodeId::broker(broker) == other)
            return node;
    if (part.connections.empty())
        return std::nullopt;
    return part.connections.begin()->first;
}

Names namesOf(std::shared_ptr<const Snapshot> snapshot)
{
    return [snapshot = std::move(snapshot)](std::string_view name,
                                            NodeId other) -> std::optional<NodeId> {
        for (const auto& producer : snapshot->producers)
            if (producer->name == name)
                return producer->client;
        for (const auto& consumer : snapshot->consumers)
            if (consumer->name == name)
                return consumer->client;
        for (const OutsidePart& part : snapshot->outside)
            if (part.clientId == name || part.address == name)
                return connectionOf(part, other);
        return std::nullopt;
    };
}

Names anyName()
{
    return [](std::string_view, NodeId) { return NodeId::client(0); };
}

} // namespace hw::app
