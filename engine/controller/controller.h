#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/base/uuid.h"
#include "engine/controller/replica_assignment.h"
#include "engine/coordination/client.h"
#include "engine/observe/event.h"
#include "engine/protocol/errors.h"
#include "engine/world/host.h"

namespace hw::protocol {
struct AlterPartitionRequest;
struct AlterPartitionResponse;
struct AllocateProducerIdsRequest;
struct AllocateProducerIdsResponse;
} // namespace hw::protocol

namespace hw::controller {

/// How replicas are spread over brokers.
enum class Placement : std::uint8_t
{
    Simple, ///< partition i, replica j on the broker (i + j) mod n of those alive, sorted by id
    Kafka,  ///< shifted, from a random start. Kafka: AdminUtils.assignReplicasToBrokers
};

struct ControllerConfig
{
    BrokerId self;
    std::int32_t numPartitions = 1;            ///< for topics that ask for -1
    std::int32_t defaultReplicationFactor = 1; ///< for topics that ask for -1
    Placement placement = Placement::Simple;
    bool uncleanLeaderElection = false; ///< for topics without `unclean.leader.election.enable`
    bool deleteTopics = true; ///< delete.topic.enable: else marks of topics to delete are dropped
    bool autoLeaderRebalance = true;
    Duration leaderImbalanceCheck = 300s; ///< between checks; the first comes after 5 s
    std::int32_t leaderImbalancePercentage = 10;
    Duration requestTimeout = 30s; ///< controller.socket.timeout.ms, of requests to brokers
};

struct NewTopic
{
    std::string name;
    std::int32_t partitions = -1;        ///< -1: the default
    std::int32_t replicationFactor = -1; ///< -1: the default
    /// Explicit placement, preferred leader first: partitions 0 … n-1. Then the two above are -1.
    std::map<std::int32_t, std::vector<BrokerId>> assignment;
    std::map<std::string, std::string> configs; ///< checked by the caller
};

struct NewTopicResult
{
    std::string name;
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message; ///< for people: what was wrong and what is allowed
    Uuid id;
    std::int32_t partitions = 0;
    std::int32_t replicationFactor = 0;
};

/// A topic that shall have more partitions.
struct MorePartitions
{
    std::string topic;
    std::int32_t count = 0; ///< in all, afterwards
    /// Explicit: the replicas of each new partition, preferred leader first; none: placed by rule.
    std::optional<std::vector<std::vector<BrokerId>>> assignments;
};

/// How a request about one topic ended.
struct TopicResult
{
    std::string topic;
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message; ///< for people, if there was an error
};

enum class ElectionType : std::int8_t
{
    Preferred = 0,
    Unclean = 1,
};

/// How a request about one partition ended.
struct PartitionResult
{
    TopicPartition partition;
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message; ///< for people, if there was an error
};
using ElectionResult = PartitionResult;

/// Where a partition shall move.
struct ReassignmentWish
{
    TopicPartition partition;
    /// Preferred leader first; none: give up what is under way.
    std::optional<std::vector<BrokerId>> replicas;
};

struct OngoingReassignment
{
    TopicPartition partition;
    ReplicaAssignment assignment;
};

/// What the controller believes, for reports. Empty on brokers that are not the controller.
struct ControllerView
{
    struct Partition
    {
        TopicPartition id;
        std::vector<BrokerId> replicas;
        std::vector<BrokerId> adding, removing; ///< of these, while it is being reassigned
        BrokerId leader = kNoBroker;
        LeaderEpoch leaderEpoch = kNoLeaderEpoch;
        PartitionEpoch partitionEpoch;
        std::vector<BrokerId> isr;
        bool recovering = false;
    };
    bool active = false;
    ControllerEpoch epoch;
    std::map<BrokerId, BrokerEpoch> alive;
    std::vector<BrokerId> shuttingDown;
    std::map<std::string, Uuid> topics;
    std::vector<Partition> partitions; ///< sorted
};

/// One broker's controller: takes part in the election through `/controller`; while it wins, it
/// looks after topics, leaders and ISRs of the whole cluster and tells all brokers.
///
/// One queue of events: watches, requests and answers only queue; each event is carried through,
/// writes to the coordination service included, before the next one begins. Every write checks the
/// version of `/controller_epoch`, so that an older controller cannot change anything any more; if
/// that fails it resigns.
///
/// Lives on its broker's loop. Callbacks run in later tasks. Reports ControllerElected,
/// ControllerResigned, BrokerSeenAlive, BrokerSeenDead, TopicCreated, PartitionsAdded,
/// TopicDeletionStarted, TopicDeleted, LeaderElected, PartitionOffline, IsrReduced,
/// ReassignmentStarted, ReassignmentCompleted, ReassignmentCancelled, ZombieFenced.
/// Kafka: KafkaController, PartitionStateMachine, ReplicaStateMachine, TopicDeletionManager,
/// ControllerChannelManager.
class Controller
{
public:
    /// `client` is the broker's session; all outlive the controller.
    Controller(world::Host& host, observe::Journal& journal, coordination::Client& client,
               ControllerConfig config);
    ~Controller();
    Controller(const Controller&) = delete;
    Controller& operator=(const Controller&) = delete;

    /// Joins the election. Call each time the broker has registered (with its new epoch).
    void join(BrokerEpoch epoch);
    /// Stops being controller and leaves the election at once, without writing anything: the
    /// session is lost, or the broker stops. Requests that wait end with NOT_CONTROLLER.
    void leave(const std::string& why);

    bool active() const;
    /// Of its own reign; 0 while it is not active.
    ControllerEpoch epoch() const;

    // Requests of handlers. On a broker that is not the controller, all end with NOT_CONTROLLER.

    /// Checks, places and writes topics; `done` has one result per topic, in order. With
    /// `validateOnly` nothing is written. Otherwise `done` runs once all partitions of the topics
    /// have a leader, the brokers were sent the news and this one has taken it, or `timeout` passed
    /// (REQUEST_TIMED_OUT; the topic is being made all the same). Errors: TOPIC_ALREADY_EXISTS 36,
    /// INVALID_TOPIC_EXCEPTION 17, INVALID_PARTITIONS 37, INVALID_REPLICATION_FACTOR 38,
    /// INVALID_REPLICA_ASSIGNMENT 39, INVALID_REQUEST 42.
    void createTopics(std::vector<NewTopic> topics, bool validateOnly, Duration timeout,
                      UniqueFunction<void(std::vector<NewTopicResult>)> done);

    /// Marks topics under `/admin/delete_topics`; `done` has one result per topic, in order, once
    /// the brokers were told that they are gone and this one has heard it, or `timeout` passed
    /// (REQUEST_TIMED_OUT). Files and znodes go afterwards: the topic's name is free again when
    /// every broker with a replica of it was there to delete it. UNKNOWN_TOPIC_OR_PARTITION 3.
    /// Kafka: ZkAdminManager.deleteTopics, TopicDeletionManager.
    void deleteTopics(std::vector<std::string> topics, Duration timeout,
                      UniqueFunction<void(std::vector<TopicResult>)> done);
    /// The name of a topic that is not being deleted; none: there is no such topic.
    std::optional<std::string> topicOf(const Uuid& id) const;

    /// Adds partitions; waits as `createTopics` does. INVALID_PARTITIONS 37,
    /// INVALID_REPLICA_ASSIGNMENT 39, INVALID_REPLICATION_FACTOR 38, INVALID_TOPIC_EXCEPTION 17 for
    /// a topic that is being deleted, UNKNOWN_TOPIC_OR_PARTITION 3.
    /// Kafka: ZkAdminManager.createPartitions, AdminZkClient.createNewPartitionsAssignment.
    void createPartitions(std::vector<MorePartitions> topics, bool validateOnly, Duration timeout,
                          UniqueFunction<void(std::vector<TopicResult>)> done);

    /// `unclean.leader.election.enable` of a topic has changed (none: it has no value of its own),
    /// or of those without their own. Where it becomes true, partitions without a leader get one.
    /// Fine on a broker that is not the controller. Kafka:
    /// KafkaController.enableTopicUncleanLeaderElection, enableDefault….
    void setUncleanElection(const std::string& topic, std::optional<bool> own);
    void setUncleanElectionDefault(bool value);

    /// Same answers as Kafka 3.9's controller: STALE_BROKER_EPOCH, NOT_CONTROLLER,
    /// FENCED_LEADER_EPOCH, INVALID_UPDATE_VERSION, INELIGIBLE_REPLICA, INVALID_REQUEST,
    /// UNKNOWN_TOPIC_ID, UNKNOWN_TOPIC_OR_PARTITION.  Kafka: KafkaController.processAlterPartition.
    void alterPartition(protocol::AlterPartitionRequest request,
                        UniqueFunction<void(protocol::AlterPartitionResponse)> done);

    /// Gives a broker the next 1000 producer ids, once `/latest_producer_id_block` says so:
    /// STALE_BROKER_EPOCH or BROKER_ID_NOT_REGISTERED for one that is not alive, NOT_CONTROLLER,
    /// UNKNOWN_SERVER_ERROR if the znode cannot be read.  Kafka: ZkProducerIdManager.
    void allocateProducerIds(protocol::AllocateProducerIdsRequest request,
                             UniqueFunction<void(protocol::AllocateProducerIdsResponse)> done);

    /// Empty `partitions`: all. Errors per partition: PREFERRED_LEADER_NOT_AVAILABLE 80,
    /// ELIGIBLE_LEADERS_NOT_AVAILABLE 83, ELECTION_NOT_NEEDED 84, UNKNOWN_TOPIC_OR_PARTITION 3.
    void electLeaders(ElectionType type, std::vector<TopicPartition> partitions,
                      UniqueFunction<void(std::vector<ElectionResult>)> done);

    /// Begins, redirects or gives up moves of partitions; one result per wish, in order, once they
    /// are written and begun (not: ended). A move ends when all of its target are in sync, under
    /// whichever controller. INVALID_REPLICA_ASSIGNMENT 39, NO_REASSIGNMENT_IN_PROGRESS 85,
    /// UNKNOWN_TOPIC_OR_PARTITION 3, NOT_CONTROLLER 41.
    /// Kafka: KafkaController.processApiPartitionReassignment.
    void reassign(std::vector<ReassignmentWish> wishes,
                  UniqueFunction<void(std::vector<PartitionResult>)> done);
    /// Moves under way, sorted: of these partitions, or all.
    std::vector<OngoingReassignment>
    reassignments(const std::optional<std::vector<TopicPartition>>& of) const;

    /// Moves leaderships away from a broker that wants to stop and takes it out of the ISRs that it
    /// follows. `remaining`: partitions it still leads (with more than one replica); empty: it may
    /// go. STALE_BROKER_EPOCH for an older life, BROKER_NOT_AVAILABLE if it is not alive.
    void controlledShutdown(
        BrokerId broker, BrokerEpoch epoch,
        UniqueFunction<void(protocol::ErrorCode, std::vector<TopicPartition> remaining)> done);

    ControllerView view() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::controller
