#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/cluster/countdown.h"
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

    /// Takes a port for the other servers of the ensemble to reach it by; `done` runs on the host's
    /// loop. Only for one of several, before `startFirst`.
    void reservePort(UniqueFunction<void(Result<world::Endpoint>)> done);
    /// `ensemble`: where each server listens for the others; empty if it stands alone. `done` runs
    /// on the host's loop, with the endpoint that clients connect to. If it cannot begin, it is
    /// down and can be started again.
    void startFirst(std::vector<world::Endpoint> ensemble,
                    UniqueFunction<void(Result<world::Endpoint>)> done);
    /// Where clients find it, or would. On the host's loop, once its port is reserved or it began.
    const world::Endpoint& address() const { return m_config.listen; }
    void start(CommandId command);
    void kill(CommandId command, bool powerLoss);
    void freeze(CommandId command, bool frozen);
    /// As of `BrokerNode`.
    void heal(std::shared_ptr<Countdown> countdown);
    /// Ends the session that `owner` has here. `note` reports what is done, before it is.
    void expire(CommandId command, NodeId owner, UniqueFunction<EventId()> note);
    void shutDown(Task done);

    void collect(bool atOnce);
    std::shared_ptr<const EnsembleStatus> status() const { return m_mailbox.peek(); }
    /// The newest tree that was asked for, and asks for a newer one. Null: it serves nobody.
    std::shared_ptr<const observe::ZnodeTree> znodes(bool atOnce);

private:
    void begin(UniqueFunction<void(Result<void>)> done);
    void setFrozen(bool frozen);
    void startFailed(const Error& why);
    void bringDown(bool powerLoss);
    void suffer(observe::FaultKind kind, observe::Command undo);
    void recover();
    void publish();
    observe::EnsembleServerPart::State state() const;
    void publishZnodes();
    std::shared_ptr<const observe::EnsembleReport> freshReport();

    world::Host& m_host;
    NodeJournal m_journal;
    coordination::ServerConfig m_config;
    std::unique_ptr<coordination::Server> m_server;
    std::unique_ptr<world::Listener> m_reserved; ///< until the server itself listens there
    std::unique_ptr<world::Listener> m_reservedForClients;
    bool m_frozen = false;
    std::optional<observe::FaultPart> m_fault;               ///< crashed, without power or frozen
    std::shared_ptr<const observe::EnsembleReport> m_report; ///< of the tree version last seen
    std::atomic<bool> m_collecting{false};
    Mailbox<EnsembleStatus> m_mailbox;
    std::atomic<bool> m_browsing{false};
    Mailbox<observe::ZnodeTree> m_znodes;
};

} // namespace hw::cluster
