#pragma once

#include <string_view>

#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

/// Finding parts of a snapshot by name. All return null when the thing is not (or no longer) there.
namespace hw::ui {

const observe::BrokerPart* findBroker(const observe::Snapshot& s, BrokerId id);
const observe::TopicPart* findTopic(const observe::Snapshot& s, std::string_view name);
const observe::PartitionPart* findPartition(const observe::Snapshot& s, const TopicPartition& id);
const observe::GroupPart* findGroup(const observe::Snapshot& s, std::string_view name);
const observe::MemberPart* findMember(const observe::GroupPart& group, std::string_view id);
const observe::ProducerPart* findProducer(const observe::Snapshot& s, NodeId client);
const observe::ConsumerPart* findConsumer(const observe::Snapshot& s, NodeId client);
const observe::OutsidePart* findOutside(const observe::Snapshot& s, std::string_view address);
const observe::FaultPart* findFault(const observe::Snapshot& s, const Subject& fault);
const observe::ReplicaPart* findReplica(const observe::PartitionPart& partition, BrokerId on);

/// The number in a slot, or `none` if the row is not there yet.
template <class T> T at(const std::vector<T>& row, observe::Slot slot, T none)
{
    return slot < row.size() ? row[slot] : none;
}
inline std::int64_t at(const std::vector<std::int64_t>& row, observe::Slot slot)
{
    return slot < row.size() ? row[slot] : -1;
}

} // namespace hw::ui
