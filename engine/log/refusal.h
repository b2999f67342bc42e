#pragma once

#include <cstdint>
#include <string>

#include <tl/expected.hpp>

#include "engine/base/result.h"

namespace hw::log {

/// Why the log refused an append or a read. The values are Kafka's error codes, so a handler may
/// cast them to the wire's type.
enum class RefusalCode : std::int16_t
{
    UnexpectedOffset = -1,   ///< a follower was given batches out of order; never reaches a client
    OffsetOutOfRange = 1,
    CorruptMessage = 2,      ///< bad CRC, bad sizes
    MessageTooLarge = 10,    ///< batch above max.message.bytes
    RecordListTooLarge = 18, ///< batch above segment.bytes
    InvalidTimestamp = 32,
    KafkaStorageError = 56,  ///< the disk failed
    InvalidRecord = 87,      ///< well-formed bytes that break a rule (offsets, keys, control bit)
};

struct Refusal
{
    RefusalCode code = RefusalCode::InvalidRecord;
    std::string message; ///< one sentence: what was wrong, with its value, and what is allowed
};

template <class T> using Outcome = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refuse(RefusalCode code, std::string message)
{
    return tl::unexpected<Refusal>(Refusal{code, std::move(message)});
}
/// A failure of the disk, as readers and producers are told of it.
inline tl::unexpected<Refusal> refuse(const Error& error)
{
    return refuse(RefusalCode::KafkaStorageError, error.message);
}

} // namespace hw::log
