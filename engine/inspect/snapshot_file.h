#pragma once

#include <functional>

#include "engine/inspect/report.h"
#include "engine/world/disk.h"

namespace hw::inspect {

/// What a `.snapshot` holds of one producer.  Kafka: ProducerStateManager, ProducerStateEntry.
struct ProducerLine
{
    ProducerId producerId;
    ProducerEpoch epoch;
    std::int32_t lastSequence = -1;
    Offset lastOffset;
    std::int32_t offsetDelta = 0; ///< of its last batch: sequences it took, less one
    std::int64_t timestampMs = -1;
    std::int32_t coordinatorEpoch = -1;
    Offset transactionStart = kNoOffset; ///< of the open transaction
};

/// Reads a snapshot in blocks and checks version, CRC, count and entries; `offset` is in its name.
/// Fails only when the file cannot be read.
Result<void> readSnapshot(const world::File& file, const std::string& name, Offset offset,
                          Findings& findings, const std::function<void(const ProducerLine&)>& take);

} // namespace hw::inspect
