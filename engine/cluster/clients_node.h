#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/cluster/client_figures.h"
#include "engine/cluster/event_hub.h"
#include "engine/cluster/mailbox.h"
#include "engine/cluster/spec.h"
#include "engine/observe/command.h"
#include "engine/observe/report.h"
#include "engine/world/host.h"

namespace hw::cluster {

class FaultDesk;

/// What embedded clients are made with; short in the classroom, so that one sees things happen.
struct ClientTimers
{
    Duration request = 30s;        ///< request.timeout.ms: how long a frozen broker is waited for
    Duration session = 45s;        ///< session.timeout.ms
    Duration heartbeat = 3s;       ///< heartbeat.interval.ms
    bool consumerProtocol = false; ///< the brokers serve it (KIP-848)
};

/// The host on which all embedded producers and consumers and the cluster's own admin client live.
/// As `BrokerNode`, called on the cluster's thread. Commands given before the bootstrap is known
/// wait for it.
class ClientsNode
{
public:
    /// `configs`: of clients by their names.
    ClientsNode(world::Host& host, EventHub& hub, FaultDesk& faults, ClientTimers timers,
                std::map<std::string, ClientConfigs> configs);
    ~ClientsNode();

    /// Whom the clients ask first. Call once, before any command.
    void setBootstrap(std::vector<world::Endpoint> bootstrap);

    /// A command about topics or clients.
    void submit(CommandId command, observe::Command what);
    /// One after the other, each when the one before is done: topics before those who use them.
    void submitInOrder(std::vector<std::pair<CommandId, observe::Command>> commands);
    /// A trouble of a client was healed; `done` runs on the loop.
    void undo(NodeId client, EventId fault, Task done);
    /// Consumers leave, producers flush; `done` runs on the loop, after at most two seconds.
    void shutDown(Task done);

    void collect(bool atOnce);
    std::shared_ptr<const observe::ClientsReport> report() const { return m_mailbox.peek(); }
    /// Of the same moment.
    std::shared_ptr<const ClientFigures> figures() const { return m_figures.peek(); }

private:
    class Impl;
    void publish();

    world::Host& m_host;
    std::unique_ptr<Impl> m_impl;
    std::atomic<bool> m_collecting{false};
    Mailbox<observe::ClientsReport> m_mailbox;
    Mailbox<ClientFigures> m_figures;
};

} // namespace hw::cluster
