#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/cluster/cluster.h"

namespace hw::test {

/// What a synthetic cluster holds at its birth.
struct SyntheticSpec
{
    std::int32_t brokers = 3;
    bool demo = true; ///< topics, producers and groups of the architecture diagram
    /// For load: this many more topics, partitions each (three replicas), and groups.
    std::int32_t loadTopics = 0;
    std::int32_t loadPartitions = 0;
    std::int32_t loadGroups = 0;
    /// Share of the load partitions and groups that change, ten times a second.
    double churn = 0.1;
    bool events = true; ///< report the events of the start
    /// Members send Heartbeat, OffsetCommit, JoinGroup and SyncGroup, poll, and have timers.
    bool groupTraffic = false;
};

/// A cluster without an engine: numbers move by simple rules and commands have their visible
/// effect, so that the window can be built, tested and measured alone. Time moves only by
/// `advance`, or by itself with each snapshot asked for when `autoAdvance` is set.
class SyntheticCluster final : public cluster::Cluster
{
public:
    explicit SyntheticCluster(SyntheticSpec spec = {});
    ~SyntheticCluster() override;

    cluster::Capabilities capabilities() const override;
    std::string bootstrap() const override;
    CommandId submit(observe::Command command) override;
    void setInterest(cluster::Interest interest) override { m_interest = interest; }
    std::shared_ptr<const observe::Snapshot> snapshot() override;
    std::shared_ptr<const observe::Gauges> gauges() override { return m_gauges; }
    cluster::EventBatch takeEvents(std::size_t limit) override;
    cluster::FlightBatch takeFlights() override;
    /// As if it had kept the newest hundred: a small tree that names the number.
    observe::FieldTree decode(FlightId id) const override;
    bool saturated() const override { return m_saturated; }

    void advance(Duration step);
    void setAutoAdvance(Duration step) { m_autoAdvance = step; }
    void setSaturated(bool on) { m_saturated = on; }
    void setCapabilities(cluster::Capabilities can) { m_capabilities = can; }
    const std::vector<observe::Command>& submitted() const { return m_submitted; }
    const cluster::Interest& interest() const { return m_interest; }

    // Scenes that tests ask for directly; visible in the next snapshot.
    void setBrokerState(BrokerId id, observe::BrokerState state, std::string note = {});
    void setGroupState(const std::string& group, observe::fact::GroupState state);
    void setCommitted(const std::string& group, const TopicPartition& id, std::int64_t offset);
    /// Its member hears and says nothing any more: its timers run out.
    void silence(NodeId client) { m_silent.insert(client); }
    void setLag(const TopicPartition& id, BrokerId follower, std::int64_t behind);
    void addOutside(observe::OutsidePart client);
    void setServers(std::vector<observe::EnsembleServerPart> servers);
    /// What acts from now on, in words only: nothing suffers from it.
    void setFaults(std::vector<observe::FaultPart> faults);
    /// A broken check, to see that the window does not hide it.
    void breakInvariant(std::string what);
    EventId report(observe::Fact fact, EventId cause = kNoEvent);

private:
    struct Broker;
    struct Partition;
    struct Topic;
    struct Group;
    struct Producer;
    struct Consumer;

    void build(const SyntheticSpec& spec);
    void addDemo();
    void addLoad(const SyntheticSpec& spec);
    void addTopic(const std::string& name, std::vector<std::vector<BrokerId>> replicas);
    void addConsumer(const observe::command::AddConsumer& wanted);
    void addProducer(const observe::command::AddProducer& wanted);
    void assign(Group& group, EventId cause);
    void apply(CommandId id, const observe::Command& command);
    observe::Outcome applyTo(const observe::Command& command, EventId cause);
    observe::Outcome kill(NodeId node, bool power, EventId cause);
    observe::Outcome restart(NodeId node, EventId cause);
    observe::Outcome createTopic(const observe::command::CreateTopic& wanted);
    void stopClient(NodeId client);
    void moveBrokers();
    void sessionEnded(Broker& broker);
    void ready(Broker& broker);
    void electController();
    void reelect(Partition& partition, BrokerId dead, EventId cause);
    void moveNumbers(double seconds);
    void moveReplicas(Partition& partition, double incoming, double seconds);
    void moveGroups(double seconds);
    void churn();
    void makeFlights();
    // synthetic_groups.cpp
    void moveMembers();
    void request(const Group& group, const observe::MemberPart& member, std::int16_t api,
                 const char* name, Duration parked);
    void formGeneration(Group& group);
    void fillTimers(observe::Gauges& gauges) const;
    void publish();
    void publishTopic(Topic& topic);
    void fillGauges();
    Broker* find(BrokerId id);
    Partition* find(const TopicPartition& id);
    bool alive(BrokerId id);
    std::uint32_t random(std::uint32_t below);

    SyntheticSpec m_spec;
    cluster::Interest m_interest;
    cluster::Capabilities m_capabilities;
    Instant m_now{Duration{}};
    Duration m_autoAdvance{};
    Duration m_sinceChurn{};
    Duration m_sinceFlights{};
    bool m_saturated = false;
    std::uint32_t m_seed = 7;
    std::uint64_t m_nextCommand = 1;
    std::uint64_t m_nextEvent = 1;
    std::uint64_t m_lastFlight = 0;
    std::int32_t m_nextClient = 1;
    observe::Slot m_nextReplicaSlot = 0;
    observe::Slot m_nextOffsetSlot = 0;
    observe::Slot m_nextMemberSlot = 0;
    double m_recordsIn = 0, m_recordsOut = 0;
    std::uint64_t m_version = 0;
    bool m_changed = true;
    observe::ControllerPart m_controller;
    std::vector<std::unique_ptr<Broker>> m_brokers;
    std::vector<std::unique_ptr<Topic>> m_topics; ///< by name
    std::vector<std::unique_ptr<Group>> m_groups; ///< by name
    std::vector<std::unique_ptr<Producer>> m_producers;
    std::vector<std::unique_ptr<Consumer>> m_consumers;
    struct Heard
    {
        Instant heard, committed, polled;
    };
    std::map<NodeId, Heard> m_heard;
    std::set<NodeId> m_silent;
    std::vector<observe::OutsidePart> m_outside;
    std::vector<std::string> m_broken;
    std::vector<observe::EnsembleServerPart> m_servers;
    std::vector<observe::FaultPart> m_faults;
    std::vector<std::pair<CommandId, observe::Command>> m_pending;
    std::vector<observe::Command> m_submitted;
    std::deque<observe::Event> m_events;
    std::vector<observe::Flight> m_flights;
    std::shared_ptr<const observe::Snapshot> m_snapshot;
    std::shared_ptr<const observe::Gauges> m_gauges;
};

} // namespace hw::test
