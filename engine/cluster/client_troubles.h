#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/client/admin.h"
#include "engine/client/consumer.h"
#include "engine/cluster/fault_desk.h"

namespace hw::cluster {

/// What is wrong with embedded consumers, on their host's loop. Each trouble is listed at the
/// `FaultDesk` while it acts; one that has a time ends by itself.
class ClientTroubles
{
public:
    ClientTroubles(world::Host& host, FaultDesk& desk);

    /// `time` as in the commands: zero ends it, none lasts until it is healed. The consumer must
    /// outlive the trouble, or `forget` be called before it goes.
    client::AdminResult set(NodeId client, client::Consumer& consumer, observe::FaultKind kind,
                            std::optional<Duration> time);
    /// If this fault still acts on the client.
    void undo(NodeId client, EventId fault);
    /// The client goes: whatever was wrong with it is over.
    void forget(NodeId client);

private:
    struct Trouble
    {
        EventId fault;
        client::Consumer* consumer = nullptr;
        std::unique_ptr<world::Timer> end;
    };
    using Key = std::pair<NodeId, observe::FaultKind>;

    static void apply(client::Consumer& consumer, observe::FaultKind kind, bool on, Duration time);
    void end(const Key& key);

    world::Host& m_host;
    FaultDesk& m_desk;
    std::map<Key, Trouble> m_troubles;
};

} // namespace hw::cluster
