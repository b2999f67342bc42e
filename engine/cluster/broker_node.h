#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "engine/broker/broker.h"
#include "engine/cluster/countdown.h"
#include "engine/cluster/event_hub.h"
#include "engine/cluster/mailbox.h"
#include "engine/cluster/reports.h"
#include "engine/world/host.h"

namespace hw::cluster {

/// One broker's machine: starts, kills, freezes and stops the broker on it, life after life, and
/// tells how it stands. Called on the cluster's thread; what it does happens on the host's loop.
/// The outcome of a command is a `CommandDone` event.
class BrokerNode
{
public:
    /// `host` and `hub` outlive it. With port 0 the port chosen at the first start is kept.
    BrokerNode(world::Host& host, EventHub& hub, broker::BrokerConfig config,
               broker::BrokerPlace place);

    /// The ensemble's servers are known only once they listen. `ready` runs on the loop, with the
    /// endpoint that the broker keeps for all its lives, or with the reason why its first one did
    /// not begin.
    using Ready = UniqueFunction<void(const Result<world::Endpoint>&)>;
    void startFirst(std::vector<world::Endpoint> ensemble, Ready ready);
    void start(CommandId command);
    /// Its first start, in a cluster that runs already.
    void startAdded(CommandId command, std::vector<world::Endpoint> ensemble);
    void kill(CommandId command, bool powerLoss);
    void stop(CommandId command);
    void freeze(CommandId command, bool frozen);
    /// Thaws it, or starts it if it is down for any other reason than `stop`. Counts down when that
    /// is begun.
    void heal(std::shared_ptr<Countdown> countdown);
    /// Drops the broker without a farewell, or (clean) closes it first; `done` runs on the loop.
    void shutDown(Task done);

    /// Puts a fresh status into the mailbox; with `inline` at once (the caller's thread is the
    /// loop).
    void collect(bool atOnce);
    std::shared_ptr<const BrokerStatus> status() const { return m_mailbox.peek(); }
    BrokerId id() const { return m_id; }
    /// Why its last life could not begin or had to end; `status` says it in words.
    std::optional<Failure> failure() const
    {
        const std::uint8_t failure = m_failure;
        return failure == kNoFailure ? std::nullopt : std::optional(static_cast<Failure>(failure));
    }
    /// It is down because it failed.
    bool hasFailed() const
    {
        return status()->state == observe::BrokerState::Down && failure().has_value();
    }

private:
    static constexpr std::uint8_t kNoFailure = 255;

    // On the host's loop:
    void begin(std::optional<CommandId> command);
    void started(Result<void> result);
    void failed(const Error& why);
    void setFrozen(bool frozen);
    void suffer(observe::FaultKind kind, EventId event, observe::Command undo);
    void noteFailure(const Error& error);
    void bringDown(bool powerLoss);
    void endStop(bool ok, observe::Outcome outcome);
    void finish(CommandId command, bool ok, observe::Outcome outcome);
    NodeId self() const { return m_host.node(); }
    void publish(bool withReport);
    observe::BrokerState state() const;

    world::Host& m_host;
    NodeJournal m_journal;
    const BrokerId m_id;
    broker::BrokerConfig m_config;
    broker::BrokerPlace m_place;
    std::unique_ptr<broker::Broker> m_broker;
    std::optional<CommandId> m_starting;
    std::optional<CommandId> m_stopping;
    bool m_stopped = false; ///< on purpose
    std::optional<observe::FaultPart> m_fault;
    Ready m_firstReady;
    std::int32_t m_incarnation = 0;
    bool m_frozen = false;
    std::optional<Instant> m_downSince;
    std::string m_note;
    std::atomic<std::uint8_t> m_failure{kNoFailure};
    std::atomic<bool> m_collecting{false};
    Mailbox<BrokerStatus> m_mailbox;
};

} // namespace hw::cluster
