#pragma once

#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/uuid.h"
#include "engine/protocol/errors.h"

namespace hw::replica {

/// A leader asks the controller to write down another ISR.
struct IsrProposal
{
    TopicPartition partition;
    Uuid topicId;
    LeaderEpoch leaderEpoch;
    PartitionEpoch partitionEpoch;
    std::vector<BrokerId> isr;
};

/// What the controller made of it; the fields after `error` are filled if there was none.
struct IsrAnswer
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    BrokerId leader = kNoBroker;
    LeaderEpoch leaderEpoch;
    PartitionEpoch partitionEpoch;
    std::vector<BrokerId> isr;
};

/// The way to the controller. Kafka: AlterPartitionManager.
class IsrProposals
{
public:
    virtual ~IsrProposals() = default;
    /// `done` runs once, in a later task, when a controller has answered; failures on the way are
    /// retried. At most one proposal per partition is under way.
    virtual void propose(IsrProposal proposal, UniqueFunction<void(IsrAnswer)> done) = 0;
};

} // namespace hw::replica
