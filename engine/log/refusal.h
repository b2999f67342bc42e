#pragma once

#include <string>

#include <tl/expected.hpp>

#include "engine/base/result.h"
#include "engine/protocol/errors.h"
#include "engine/protocol/produce_rules.h"

namespace hw::log {

using protocol::ErrorCode;

/// Why the log refused an append or a read: Kafka's error code and one sentence.
///
///     OffsetOutOfRange      a read outside [log start, LEO]
///     CorruptMessage        bad CRC or sizes
///     MessageTooLarge, RecordListTooLarge, InvalidRecord, InvalidTimestamp
///                           what a producer sent breaks a rule (`protocol::checkProduced`)
///     UnknownServerError    a follower was given batches out of order; never reaches a client
///     KafkaStorageError     the disk failed
using Refusal = protocol::Refusal;
template <class T> using Outcome = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refuse(ErrorCode code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{code, std::move(message)});
}
/// A failure of the disk, as readers and producers are told of it.
inline tl::unexpected<Refusal> refuse(const Error& error)
{
    return refuse(ErrorCode::KafkaStorageError, error.message);
}

} // namespace hw::log
