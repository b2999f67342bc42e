#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster/assembler.h"
#include "engine/cluster/broker_node.h"
#include "engine/cluster/clients_node.h"
#include "engine/cluster/cluster.h"
#include "engine/cluster/ensemble_node.h"
#include "engine/cluster/event_hub.h"
#include "engine/cluster/fault_desk.h"
#include "engine/cluster/spec.h"
#include "engine/world/host.h"

namespace hw::cluster {

/// A command as it was given: with the seed and the spec, the list of these is the whole run.
struct LoggedCommand
{
    CommandId id;
    EventId before; ///< the last event before it took effect
    Instant at;
    observe::Command command;
};

/// The engine itself as a picture's source, in whichever world it is given: live threads or the
/// simulation. Owns the brokers, the ensemble and the embedded clients, not the world.
///
/// All calls on one thread; in a simulated world that is the thread that steps it, and no call may
/// come from inside a task.
class EngineCluster final : public Cluster
{
public:
    /// `world` outlives it, except that a live world must be stopped before this is destroyed.
    /// The spec was checked. Nothing runs before `start`.
    EngineCluster(world::World& world, ClusterSpec spec, broker::BrokerConfig config);
    ~EngineCluster() override;

    /// Starts the ensemble, then the brokers, then (spec.demo) the demo's topics and clients.
    void start();

    enum class Startup : std::uint8_t
    {
        Going,
        Ready,
        Failed
    };
    /// Ready once every broker runs or cannot begin for what lies in its own folder: the others
    /// serve without it, as a quorum of the ensemble does. After Failed (no quorum, an address
    /// taken, no broker left),
    /// `startupFailure` says why.
    Startup startup();
    std::string startupFailure() const;
    /// Servers of the ensemble that could not begin and brokers that are down because they failed,
    /// and why: one sentence each.
    std::vector<std::string> failures() const;
    /// Endpoints of the ensemble, comma separated; empty until it listens.
    std::string ensembleConnect() const;

    /// Stops everything in order: clients, brokers (cleanly), ensemble. `done` runs once, on some
    /// loop. What is down or frozen is not waited for.
    void shutDown(Task done);

    /// Asks all nodes for fresh reports. `fresh` tells whether they all came after `since`.
    void collect();
    bool fresh(Instant since) const;

    const std::vector<LoggedCommand>& commandLog() const { return m_log; }
    /// Sees every command that is submitted (not those of the demo) right before it takes effect.
    void setCommandWitness(std::function<void(const observe::Command&)> witness)
    {
        m_commandWitness = std::move(witness);
    }
    /// Of the embedded clients, as old as the newest picture; never null.
    std::shared_ptr<const ClientFigures> clientFigures() const { return m_clients->figures(); }
    const ClusterSpec& spec() const { return m_spec; }
    /// For hosts of tests and tools that shall suffer like the cluster's own: `wrap`.
    world::FaultTable& faultTable() { return m_faults.table(); }
    /// Over all events so far.
    std::uint64_t fingerprint() const { return m_hub.fingerprint(); }
    /// The newest event so far; kNoEvent before the first.
    EventId lastEvent() const { return m_hub.last(); }
    /// What came of commands, of the events that nobody has taken yet.
    std::vector<observe::fact::CommandDone> waitingOutcomes() const
    {
        return m_hub.waitingOutcomes();
    }
    /// Whether the test is true for an event behind `seen` that nobody has taken yet.
    bool anyEventAfter(EventId seen, const std::function<bool(const observe::Event&)>& test) const
    {
        return m_hub.anyAfter(seen, test);
    }
    /// The newest message that somebody looked for; kNoFlight before the first.
    FlightId lastFlight() const { return m_hub.lastFlight(); }
    /// Sees every event as it happens, perhaps inside a task, and only notes it down. Set before
    /// `start`, in a simulated world only.
    void setWitness(std::function<void(const observe::Event&)> witness)
    {
        m_hub.setWitness(std::move(witness));
    }
    /// Somebody who judges from outside saw a rule broken: an event and a lamp, like the cluster's
    /// own. `number` is the invariant's.
    void judge(std::int32_t number, const std::string& what);
    /// The invariants that somebody outside judges besides the cluster's own; lamps of theirs.
    void setJudged(std::vector<std::int32_t> numbers) { m_judged = std::move(numbers); }
    /// Whoever moves this world's time; outlives every look at the cluster.
    void setTimeControl(TimeControl* control) { m_timeControl = control; }

    // --- Cluster ---
    Capabilities capabilities() const override;
    std::string bootstrap() const override;
    CommandId submit(observe::Command command) override;
    void setInterest(Interest interest) override;
    std::shared_ptr<const observe::Snapshot> snapshot() override;
    std::shared_ptr<const observe::Gauges> gauges() override;
    EventBatch takeEvents(std::size_t limit) override { return m_hub.takeEvents(limit); }
    FlightBatch takeFlights() override { return m_hub.takeFlights(); }
    observe::FieldTree decode(FlightId id) const override;
    std::shared_ptr<const observe::ZnodeTree> znodes() override;
    bool saturated() const override { return m_world.saturated(); }
    TimeControl* timeControl() override { return m_timeControl; }

private:
    struct Carry;

    void startEnsemble(std::vector<world::Endpoint> ports);
    void startBrokers(const std::vector<world::Endpoint>& ensemble);
    void ensembleFailed(const Error& error);
    void serverSettled(std::size_t n, const Result<world::Endpoint>& endpoint);
    void brokerSettled(const Result<world::Endpoint>& endpoint);
    BrokerNode& makeBroker(std::int32_t number);
    void addBroker(CommandId command);
    void startDemo();
    BrokerNode* brokerNode(NodeId node);
    EnsembleNode* ensembleNode(NodeId node);
    void reject(CommandId command, observe::Outcome why);
    void expire(CommandId command, NodeId node);
    void healOne(CommandId command, EventId fault);
    void healAll(CommandId command);
    void assemble();

    world::World& m_world;
    const ClusterSpec m_spec;
    const broker::BrokerConfig m_config;
    EventHub m_hub;
    FaultDesk m_faults; ///< wraps every host; goes after what runs on them
    std::vector<std::unique_ptr<EnsembleNode>> m_ensemble;
    std::vector<std::unique_ptr<BrokerNode>> m_brokers; ///< grows only while no first start runs
    std::unique_ptr<ClientsNode> m_clients;
    Assembler m_assembler;
    Assembler::Picture m_picture;
    Guarded<std::string> m_failure; ///< written by hosts while starting
    /// While starting, by server: ports for each other, then for clients.
    Guarded<std::map<std::size_t, world::Endpoint>> m_ports, m_clientPorts;
    /// Servers whose first start failed, and why.
    Guarded<std::map<std::size_t, std::string>> m_serverFailures;
    /// Brokers whose first start came to an end, and the endpoints of those that run.
    struct Settled
    {
        std::size_t brokers = 0;
        std::vector<world::Endpoint> ready;
    };
    Guarded<Settled> m_settled;
    std::uint64_t m_nextCommand = 1;
    std::vector<LoggedCommand> m_log;
    std::function<void(const observe::Command&)> m_commandWitness;
    world::Host* m_clientsHost = nullptr;
    TimeControl* m_timeControl = nullptr;
    std::vector<std::int32_t> m_judged;
    std::vector<std::string> m_brokenOutside; ///< at most Invariants::kBrokenLimit
};

} // namespace hw::cluster
