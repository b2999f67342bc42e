#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/controller/controller.h"
#include "engine/controller/registration.h"
#include "engine/protocol/header.h"
#include "engine/protocol/messages/alter_partition.h"
#include "engine/protocol/messages/leader_and_isr.h"
#include "engine/protocol/messages/stop_replica.h"
#include "engine/protocol/messages/update_metadata.h"
#include "tests/support/coordination_bench.h"

namespace hw::test {

/// A broker that only registers, runs a controller, and notes what controllers tell it. Lives on
/// its host's loop.
class ScriptedBroker
{
public:
    ScriptedBroker(world::Host& host, EventList& events, BrokerId id, world::Endpoint ensemble,
                   controller::ControllerConfig config);

    void start();
    bool registered() const { return m_registration->epoch().has_value(); }

    std::vector<protocol::LeaderAndIsrRequest> leaderAndIsr;
    std::vector<protocol::UpdateMetadataRequest> updateMetadata;
    std::vector<protocol::StopReplicaRequest> stopReplica;
    /// Newest it was told, by partition.
    std::map<TopicPartition, protocol::LeaderAndIsrRequest::LeaderAndIsrPartitionState> states;
    std::map<TopicPartition, protocol::UpdateMetadataRequest::UpdateMetadataPartitionState>
        metadata;
    std::vector<BrokerId> aliveAsTold;
    EventId lastCause; ///< of the newest LeaderAndIsr frame
    /// What it answers to LeaderAndIsr.
    protocol::ErrorCode leaderAndIsrAnswer = protocol::ErrorCode::None;
    /// What it answers to StopReplica, for each partition.
    protocol::ErrorCode stopReplicaAnswer = protocol::ErrorCode::None;
    std::set<TopicPartition> deleted; ///< as it was told to

    controller::Controller& controller() { return *m_controller; }
    controller::Registration& registration() { return *m_registration; }
    coordination::Client& client() { return *m_client; }

private:
    struct Accepted
    {
        std::unique_ptr<world::Channel> channel;
    };
    void onFrame(const std::shared_ptr<Accepted>& from, world::Frame frame);
    void answerStop(world::Channel& channel, Reader& body,
                    const protocol::RequestHeader& header);
    void note(const protocol::LeaderAndIsrRequest& request);
    void note(const protocol::UpdateMetadataRequest& request);

    world::Host& m_host;
    BrokerId m_id;
    std::unique_ptr<RecordingJournal> m_journal;
    std::unique_ptr<coordination::Client> m_client;
    std::unique_ptr<controller::Controller> m_controller;
    std::unique_ptr<controller::Registration> m_registration;
    std::unique_ptr<world::Listener> m_listener;
    std::vector<std::shared_ptr<Accepted>> m_accepted;
};

/// An ensemble of one and some scripted brokers in a simulated world.
class ControllerBench
{
public:
    explicit ControllerBench(int brokers, std::uint64_t seed = 1,
                             controller::ControllerConfig config = {});

    void start(int broker);
    void kill(int broker);
    /// The broker's own client closes the session first, as at a clean stop.
    void stop(int broker);
    bool alive(int broker) const { return m_brokers.contains(broker); }
    ScriptedBroker& broker(int id) { return *m_brokers.at(id); }
    /// The broker whose controller is active; 0 if none or more than one.
    int activeController();
    controller::Controller& controller() { return broker(activeController()).controller(); }
    /// Until one controller knows just these brokers (10 s at most).
    void settle(std::vector<int> brokers);
    void run(Duration time) { base.world.runFor(time); }

    std::vector<controller::NewTopicResult> create(std::vector<controller::NewTopic> topics,
                                                   bool validateOnly = false);
    /// Asserts that it works.
    controller::NewTopicResult create(const std::string& name,
                                      std::vector<std::vector<int>> assignment,
                                      std::map<std::string, std::string> configs = {});
    protocol::AlterPartitionResponse alter(protocol::AlterPartitionRequest request);
    /// Answered: brokers were told, or it is late.
    std::vector<controller::TopicResult> remove(std::vector<std::string> topics,
                                                Duration timeout = 5s);
    std::vector<controller::TopicResult> grow(std::vector<controller::MorePartitions> topics,
                                              bool validateOnly = false);
    std::vector<controller::ElectionResult> elect(controller::ElectionType type,
                                                  std::vector<TopicPartition> partitions);
    /// No replicas: gives up. The first result's error.
    protocol::ErrorCode reassign(const TopicPartition& id,
                                 std::optional<std::vector<int>> replicas);
    /// An ISR change as the leader would ask for it now.
    protocol::AlterPartitionRequest alteration(const TopicPartition& id, std::vector<int> isr);
    std::pair<protocol::ErrorCode, std::vector<TopicPartition>> shutDown(int broker);

    /// What the `state` node says; asserts that it is there.
    observe::ZnodeStateReport state(const TopicPartition& id);
    /// `1/5 [1,2]`: leader, epoch, ISR.
    std::string stateText(const TopicPartition& id);
    observe::EnsembleReport ensemble();

    CoordinationBench base;

private:
    controller::ControllerConfig m_config;
    std::map<int, std::unique_ptr<ScriptedBroker>> m_brokers;
};

} // namespace hw::test
