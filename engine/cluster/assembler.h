#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>

#include "engine/cluster/invariants.h"
#include "engine/cluster/reports.h"
#include "engine/cluster/slots.h"
#include "engine/observe/snapshot.h"

namespace hw::cluster {

/// Joins what the nodes report into one picture. The znodes say what exists (topics, assignment,
/// leader, ISR, epochs); leaders add what they know of their followers; every broker adds its own
/// logs and what it tells clients. A part equal to the one before is passed on as the same object.
///
/// Used on one thread. Costs grow with the number of replicas.
class Assembler
{
public:
    /// Both are complete and belong together (same version).
    struct Picture
    {
        std::shared_ptr<const observe::Snapshot> snapshot;
        std::shared_ptr<const observe::Gauges> gauges;
    };
    Picture assemble(const Reports& reports, const std::string& world, const std::string& preset);

private:
    struct Context;
    struct LastGroup
    {
        std::shared_ptr<const observe::GroupPart> part;
        Instant seen;
    };

    void addBrokers(Context& context);
    void addSession(Context& context, const BrokerStatus& status);
    void addTopics(Context& context);
    std::shared_ptr<const observe::PartitionPart>
    partition(Context& context, const observe::TopicReport& topic, std::int32_t number);
    observe::ReplicaPart replica(Context& context, const observe::PartitionPart& part,
                                 BrokerId broker);
    void addFaults(Context& context);
    static Instant oldestReport(const Reports& reports);
    void addGroups(Context& context);
    observe::GroupPart group(Context& context, const observe::GroupReport& report,
                             BrokerId coordinator);
    static std::int64_t committedNow(const Context& context, Instant saidAt,
                                     const observe::CommittedReport& from);
    void keepGroupsWithoutCoordinator(Context& context);
    void addClients(Context& context);
    void addProducer(Context& context, const observe::ProducerReport& from, std::size_t index);
    void addConsumer(Context& context, const observe::ConsumerReport& from, std::size_t index);
    static std::int64_t repeatedOf(const Context& context, ProducerId producer,
                                   const TopicPartition& partition);
    void addOutside(Context& context);

    std::uint64_t m_version = 0;
    std::shared_ptr<const observe::Snapshot> m_last;
    Slots<std::pair<TopicPartition, BrokerId>> m_replicaSlots;
    Slots<std::pair<std::string, std::string>> m_memberSlots;         // group, member
    Slots<std::pair<std::string, TopicPartition>> m_groupOffsetSlots; // group, partition
    Slots<NodeId> m_producerSlots, m_consumerSlots;
    Slots<std::pair<NodeId, TopicPartition>> m_sequenceSlots; // producer, partition
    std::map<std::string, LastGroup> m_lastGroups;
    std::map<BrokerId, std::int32_t> m_hadSessionIn; ///< in which life, while it ran
    Invariants m_invariants;
};

} // namespace hw::cluster
