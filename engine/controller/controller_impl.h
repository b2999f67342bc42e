#pragma once

#include <memory>
#include <optional>
#include <set>

#include "engine/controller/broker_channels.h"
#include "engine/controller/context.h"
#include "engine/controller/controller.h"
#include "engine/controller/event_queue.h"
#include "engine/controller/request_batch.h"
#include "engine/controller/store.h"
#include "engine/coordination/kafka_admin_nodes.h"
#include "engine/observe/facts.h"
#include "engine/protocol/messages/alter_partition.h"

namespace hw::controller {

using Done = EventQueue::Done;

struct TopicsCall;

/// The time a broker is controller: everything that ends with it.
struct Reign
{
    Reign(world::Host& host, observe::Journal& journal, coordination::Client& client,
          const ControllerConfig& config, ControllerEpoch epoch, std::int32_t epochVersion,
          UniqueFunction<void(const char* why)> onFenced);

    std::shared_ptr<UniqueFunction<void(const char*)>> onFenced;
    Context context;
    Store store;
    BrokerChannels channels;
    RequestBatch batch;
    world::Timer rebalance;
    /// Have moved, but their topic's node does not say so yet.
    std::set<TopicPartition> arriving;
    /// Topics to be deleted once none of their partitions is being reassigned, and who waits.
    std::map<std::string, std::vector<std::shared_ptr<TopicsCall>>> postponed;
    /// What `/admin/reassign_partitions` asked for and is not done.
    coordination::kafka::PartitionReplicas byNode;
};

/// One change of a partition's `state` node.
struct StateChange
{
    TopicPartition partition;
    Leadership next; ///< its version is the present one
    /// Set if a leader is elected; else the ISR was cut because brokers died.
    std::optional<observe::fact::ElectionKind> election;
    /// Why replicas leave the ISR, if no leader is elected.
    observe::fact::IsrReduction reduction = observe::fact::IsrReduction::Died;
};

/// A request about several topics, answered once: when it is done, refused or late.
struct TopicsCall
{
    std::vector<TopicResult> results;
    UniqueFunction<void(std::vector<TopicResult>)> done; ///< null once answered
    std::unique_ptr<world::Timer> timer;

    void answer();
    /// What has not failed for a reason of its own ends with this.
    void answerInstead(protocol::ErrorCode error, const std::string& message);

private:
    void answer(std::vector<TopicResult> told);
};

/// A topic's znode as the controller knows it.
coordination::kafka::TopicNode nodeOf(const Topic& topic);
/// A partition's `state` node.
coordination::kafka::StateNode nodeOf(const Leadership& leadership);

/// controller.cpp: being elected and resigning. controller_failover.cpp: reading what is stored;
/// brokers and topics that come and go. controller_partitions.cpp: the states of partitions and
/// replicas. controller_topics.cpp, controller_deletion.cpp, controller_growth.cpp,
/// controller_reassignment.cpp, controller_admin_nodes.cpp, controller_elections.cpp,
/// controller_requests.cpp: what handlers ask for.
class Controller::Impl
{
public:
    Impl(world::Host& host, observe::Journal& journal, coordination::Client& client,
         ControllerConfig config);

    void join(BrokerEpoch epoch);
    void leave(const std::string& why);
    bool active() const { return m_reign != nullptr; }
    const Reign* reign() const { return m_reign.get(); }

    void createTopics(std::vector<NewTopic> topics, bool validateOnly, Duration timeout,
                      UniqueFunction<void(std::vector<NewTopicResult>)> done);
    void alterPartition(protocol::AlterPartitionRequest request,
                        UniqueFunction<void(protocol::AlterPartitionResponse)> done);
    void allocateProducerIds(protocol::AllocateProducerIdsRequest request,
                             UniqueFunction<void(protocol::AllocateProducerIdsResponse)> done);
    void electLeaders(ElectionType type, std::vector<TopicPartition> partitions,
                      UniqueFunction<void(std::vector<ElectionResult>)> done);
    void reassign(std::vector<ReassignmentWish> wishes,
                  UniqueFunction<void(std::vector<PartitionResult>)> done);
    void
    controlledShutdown(BrokerId broker, BrokerEpoch epoch,
                       UniqueFunction<void(protocol::ErrorCode, std::vector<TopicPartition>)> done);
    void deleteTopics(std::vector<std::string> topics, Duration timeout,
                      UniqueFunction<void(std::vector<TopicResult>)> done);
    void createPartitions(std::vector<MorePartitions> topics, bool validateOnly, Duration timeout,
                          UniqueFunction<void(std::vector<TopicResult>)> done);
    void setUncleanElection(const std::string& topic, std::optional<bool> own);
    void setUncleanElectionDefault(bool value);

private:
    /// Callbacks outside a reign run only while the token they were made under is the present one.
    using Term = std::weak_ptr<bool>;

    // Election
    void check(Done done);
    void claim(Done done);
    void writeFirstEpoch(Done done);
    void takeOffice(ControllerEpoch now, std::int32_t version, Done done);
    void claimed(const coordination::MultiReply& reply, ControllerEpoch epoch, Done done);
    void becomeController(ControllerEpoch epoch, std::int32_t version, Done done);
    void confirmOwn(Done done);
    void resign(const std::string& why);
    void addCheck();

    // Failover, brokers, topics
    using OnBrokers = UniqueFunction<void(std::map<BrokerId, LiveBroker>)>;
    using OnTopics = UniqueFunction<void(std::map<std::string, Topic>)>;
    void failOver(Done done);
    void readBrokers(OnBrokers done);
    void readTopicNames(UniqueFunction<void(std::vector<std::string>)> done);
    void readTopics(const std::vector<std::string>& names, OnTopics done);
    void readTopic(const std::string& name,
                   const std::shared_ptr<std::map<std::string, Topic>>& into,
                   const std::shared_ptr<Gather>& gather);
    void startMachines(Done done);
    /// Reassignments and deletions that were under way.
    void resumeWork(Done done);
    void brokersChanged(Done done);
    void brokersDied(const std::set<BrokerId>& gone, Done done);
    void brokersStarted(const std::set<BrokerId>& started, Done done);
    void topicsChanged(Done done);
    void scheduleRebalance(Duration after);
    void rebalance(Done done);

    // Partitions and replicas
    void markStates();
    /// Elects for all that lack a leader, and takes brokers that are not alive out of ISRs.
    void repair(Done done);
    std::optional<StateChange> repairOf(const TopicPartition& id, const Partition& partition) const;
    void createStates(const std::vector<TopicPartition>& partitions, Done done);
    void createOneByOne(const std::vector<TopicPartition>& partitions,
                        const std::shared_ptr<Gather>& gather);
    void stateCreated(const TopicPartition& id, const Leadership& made);
    /// `read`, if any, runs when the context has it.
    void readStateOf(const TopicPartition& id, const std::shared_ptr<Gather>& gather,
                     Done read = nullptr);
    void write(std::vector<StateChange> changes, Done done);
    void written(const StateChange& change);
    void reportChange(const StateChange& change, const Leadership& before);
    StateChange electionOf(const TopicPartition& id, const Partition& partition,
                           const Elected& elected, observe::fact::ElectionKind kind) const;

    // Topics
    struct TopicPlan
    {
        NewTopic wish;
        NewTopicResult result;
        Assignment assignment;
        bool isLed = false; ///< made, and all its partitions have had a leader
    };
    struct Creation;
    void runCreation(const std::shared_ptr<Creation>& creation, Done done);
    TopicPlan plan(NewTopic wish, const std::vector<TopicPlan>& before);
    Refusal checkNew(const NewTopic& wish, const std::vector<TopicPlan>& before) const;
    Assignment place(std::int32_t partitions, std::int32_t replicationFactor,
                     const std::vector<BrokerId>& brokers);
    void writeTopic(const std::shared_ptr<TopicPlan>& plan, bool configExists,
                    const std::shared_ptr<Gather>& gather);
    void findItself(const std::shared_ptr<TopicPlan>& plan, const std::shared_ptr<Gather>& gather);
    void topicsWritten(const std::shared_ptr<Creation>& creation, Done done);
    bool isLed(const TopicPlan& plan) const;
    void answerLed();

    // Deletions
    using RunCall = UniqueFunction<void(const std::shared_ptr<TopicsCall>&, Done)>;
    void startCall(std::vector<TopicResult> results, Duration timeout,
                   UniqueFunction<void(std::vector<TopicResult>)> done, RunCall run);
    void tellAndAnswer(const std::shared_ptr<TopicsCall>& call, Done done);
    void runDeletion(const std::shared_ptr<TopicsCall>& call, Done done);
    void readMarks(UniqueFunction<void(const std::vector<std::string>&)> done);
    void takeMarks(const std::vector<std::string>& marked, bool fresh);
    void marksChanged(Done done);
    bool isMoving(const Topic& topic, const std::string& name) const;
    /// False: it waits for reassignments of the topic.
    bool beginDeletion(const std::string& topic, bool fresh);
    /// A reassignment has ended that a topic's deletion may have waited for.
    void resumeDeletion(const std::string& topic);
    /// Those replicas that live brokers still have.
    void askForDeletions();
    void onReplicasDeleted(BrokerId broker, const protocol::StopReplicaResponse* response);
    /// Removes the znodes of topics that have no replica left.
    void finishDeletions(Done done);
    void removeZnodes(const std::string& topic, const std::shared_ptr<Gather>& gather);
    void removeTree(const std::string& path, Task done);
    void topicRemoved(const std::string& topic);

    // More partitions
    struct Growth;
    void runGrowth(const std::shared_ptr<Growth>& growth, const std::shared_ptr<TopicsCall>& call,
                   Done done);
    void writeGrowth(const std::string& name, const Assignment& added,
                     const std::shared_ptr<TopicsCall>& call, std::size_t index,
                     const std::shared_ptr<Gather>& gather);
    Refusal checkGrowth(const MorePartitions& wish, const std::vector<BrokerId>& brokers) const;
    Assignment placeMore(const MorePartitions& wish, const std::vector<BrokerId>& brokers) const;
    void electAgain(Done done);

    // Reassignments
    struct Reassignment;
    static std::shared_ptr<Reassignment>
    makeReassignment(std::vector<ReassignmentWish> wishes,
                     UniqueFunction<void(std::vector<PartitionResult>)> done);
    void runReassignments(const std::shared_ptr<Reassignment>& job, std::size_t index, Done done);
    Refusal checkReassignment(const ReassignmentWish& wish) const;
    using OnStarted = UniqueFunction<void(Refusal)>;
    /// Writes down where it goes from now on, then does what can be done at once.
    void startReassignment(const TopicPartition& id, const ReplicaAssignment& next, bool cancelled,
                           OnStarted done);
    /// Without replicas that are none any more; none if they neither lead nor are in sync.
    std::optional<StateChange> dropUnneeded(const TopicPartition& id, const Partition& partition,
                                            const ReplicaAssignment& next) const;
    void advanceReassignment(const TopicPartition& id, bool cancelled, Done done);
    void finishReassignment(const TopicPartition& id, bool cancelled, Done done);
    std::optional<StateChange> settleLeader(const TopicPartition& id,
                                            const Partition& partition) const;
    /// One after the other leaves the ISR.
    void takeOut(const TopicPartition& id, std::vector<BrokerId> leaving, Done done);
    void finalWhenTold(const TopicPartition& id, const std::vector<BrokerId>& removed,
                       bool cancelled);
    void writeFinalAssignment(const TopicPartition& id, bool cancelled, Done done);
    /// Goes on with those for which `wanted` holds.
    using WantsMove = UniqueFunction<bool(const TopicPartition&, const Partition&)>;
    void resumeReassignments(WantsMove wanted, Done done);
    void advanceAll(const std::shared_ptr<std::vector<TopicPartition>>& ids, std::size_t index,
                    Done done);
    /// Of these, those whose target is in sync now.
    void finishReassignments(std::vector<TopicPartition> ids, Done done);

    // Znodes that ask for work
    void readAdminNodes(Done done);
    void readAdminNode(const std::string& path, Store::OnData done, void (Impl::*again)(Done));
    void readReassignNode(Done done);
    void takeReassignNode(const coordination::kafka::PartitionReplicas& wanted, Done done);
    /// Those that have moved, cannot, or are to be forgotten stand in it no longer.
    void shrinkReassignNode(const std::vector<TopicPartition>& forget, Done done);
    void readElectionNode(Done done);

    // Requests
    using ShutdownAnswer = UniqueFunction<void(protocol::ErrorCode, std::vector<TopicPartition>)>;
    struct Alteration;
    void runAlteration(const std::shared_ptr<Alteration>& alteration, Done done);
    void alterOne(const std::shared_ptr<Alteration>& alteration, const TopicPartition& id,
                  const protocol::AlterPartitionRequest::PartitionData& asked,
                  std::size_t topicIndex, const std::shared_ptr<Gather>& gather);
    protocol::ErrorCode checkAlteration(const protocol::AlterPartitionRequest::PartitionData& asked,
                                        const Partition& partition, const Leadership& next) const;
    // controller_producer_ids.cpp
    struct Allocation;
    void runAllocation(const std::shared_ptr<Allocation>& allocation, Done done);
    void writeAllocation(const std::shared_ptr<Allocation>& allocation, ProducerId first,
                         std::int32_t version, Done done);
    bool isBeingDeleted(const TopicPartition& id) const;
    ElectionResult planElection(ElectionType type, const TopicPartition& id,
                                std::vector<StateChange>& changes) const;
    void runElection(ElectionType type, const std::vector<TopicPartition>& partitions,
                     const std::shared_ptr<std::vector<ElectionResult>>& results, Done done);
    void runShutdown(BrokerId broker, BrokerEpoch epoch,
                     const std::shared_ptr<ShutdownAnswer>& answer, Done done);
    void leaveIsrs(BrokerId broker, Done done);

    world::Host& m_host;
    observe::Journal& m_journal;
    coordination::Client& m_client;
    ControllerConfig m_config;
    EventQueue m_queue;
    std::shared_ptr<bool> m_term; ///< null: not in the election
    bool m_watching = false;      ///< a watch on `/controller` is set
    std::unique_ptr<Reign> m_reign;
    /// Their topics are written and wait for leaders. Whoever resigns leaves them to their timers.
    std::vector<std::shared_ptr<Creation>> m_unled;
};

} // namespace hw::controller
