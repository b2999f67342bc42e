#pragma once

#include <atomic>
#include <memory>

#include "engine/cluster/event_hub.h"
#include "engine/cluster/mailbox.h"
#include "engine/cluster/reports.h"
#include "engine/coordination/server.h"
#include "engine/world/host.h"

namespace hw::cluster {

/// One server of the ensemble on its host. As `BrokerNode`, called on the cluster's thread.
class EnsembleNode
{
public:
    EnsembleNode(world::Host& host, EventHub& hub, coordination::ServerConfig config);

    /// `done` runs on the host's loop, with the endpoint to connect to.
    void startFirst(UniqueFunction<void(Result<world::Endpoint>)> done);
    void start(CommandId command);
    void kill(CommandId command, bool powerLoss);
    void freeze(CommandId command, bool frozen);
    void shutDown(Task done);

    void collect(bool atOnce);
    std::shared_ptr<const EnsembleStatus> status() const { return m_mailbox.peek(); }

private:
    void begin(UniqueFunction<void(Result<void>)> done);
    void bringDown(bool powerLoss);
    void publish();
    std::shared_ptr<const observe::EnsembleReport> freshReport();

    world::Host& m_host;
    NodeJournal m_journal;
    coordination::ServerConfig m_config;
    std::unique_ptr<coordination::Server> m_server;
    bool m_frozen = false;
    std::shared_ptr<const observe::EnsembleReport> m_report; ///< of the tree version last seen
    std::atomic<bool> m_collecting{false};
    Mailbox<EnsembleStatus> m_mailbox;
};

} // namespace hw::cluster
