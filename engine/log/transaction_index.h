#pragma once

#include <span>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace hw::log {

/// A transaction that was aborted, in the segment that holds its marker.
struct AbortedTransaction
{
    ProducerId producer;
    Offset first;
    Offset last;       ///< of the marker
    Offset lastStable; ///< what the last stable offset was when the marker was written

    bool operator==(const AbortedTransaction&) const = default;
};

/// One segment's `.txnindex`: aborted transactions in the order of their markers, 34 bytes each:
///
///     int16 version 0 | int64 producer id | int64 first | int64 last | int64 last stable offset
///
/// Corrupt if those are not whole entries, or one has another version or offsets that fall.
/// Kafka: TransactionIndex, AbortedTxn.
Bytes transactionIndexBytes(std::span<const AbortedTransaction> entries);
Result<std::vector<AbortedTransaction>> parseTransactionIndex(ByteView bytes);

} // namespace hw::log
