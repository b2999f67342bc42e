#pragma once

#include <optional>
#include <span>

#include "engine/protocol/record_batch.h"

namespace hw::log {

/// The batch again with only some of its records, in its codec. Offsets, leader epoch, producer,
/// sequence and last offset delta stay what they were; record count, timestamps and CRC are those
/// of the records kept. Given a `deleteHorizon`, attribute bit 6 is set, the base timestamp is the
/// horizon and the records' timestamps are counted from it. At least one record.
/// Kafka: MemoryRecords.buildRetainedRecordsInto, KIP-534.
Bytes rewriteBatch(const protocol::BatchHeader& original,
                   std::span<const protocol::RecordView> kept,
                   std::optional<WallTime> deleteHorizon);

/// The batch without records: an uncompressed header that keeps offsets, epoch, producer and
/// sequence, so that neither the log's end nor the producer's last sequence is forgotten.
/// Kafka: DefaultRecordBatch.writeEmptyHeader.
Bytes emptiedBatch(const protocol::BatchHeader& original);

} // namespace hw::log
