#pragma once

#include <map>

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/log/producer_state_entry.h"

namespace hw::log {

using ProducerStates = std::map<ProducerId, ProducerStateEntry>;

/// The bytes of a `.snapshot` file: what is known of every producer at one offset.
///
///     0 version = 1   2 CRC-32C of the rest   6 number of entries   10 entries of 46 bytes
///
/// Only the newest batch of each producer is kept in it.  Kafka: ProducerSnapshot,
/// ProducerStateManager.writeSnapshot.
Bytes encodeProducerSnapshot(const ProducerStates& producers);
/// Corrupt when the version is not 1, the CRC does not fit or the entries do not fill the bytes.
Result<ProducerStates> decodeProducerSnapshot(ByteView bytes);

} // namespace hw::log
