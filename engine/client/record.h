#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/protocol/errors.h"

namespace hw::client {

/// What an application hands to a producer.
struct ProducerRecord
{
    std::string topic;
    std::optional<std::int32_t> partition; ///< given by the caller; else the partitioner chooses
    std::optional<std::string> key;
    std::optional<std::string> value;
    std::vector<std::pair<std::string, std::string>> headers;
    std::optional<WallTime> timestamp; ///< now, if not given
};

/// How one record ended.
struct Delivery
{
    TopicPartition partition; ///< partition -1 if none was chosen yet
    protocol::ErrorCode error = protocol::ErrorCode::None;
    std::string message;       ///< for people; empty on success
    Offset offset = kNoOffset; ///< kNoOffset with acks=0
};

using OnDelivery = UniqueFunction<void(const Delivery&)>;

/// Sees every record before anything else does, and how it ended. Called on the producer's loop.
/// Kafka: ProducerInterceptor.
class ProducerInterceptor
{
public:
    virtual ~ProducerInterceptor() = default;
    /// May change the record.
    virtual void onSend(ProducerRecord&) {}
    /// `count` records from `delivery.offset` on share one fate: told once for all of a batch,
    /// where Kafka tells each by itself.
    virtual void onAcknowledgement(const Delivery& delivery, std::int32_t count, std::size_t bytes)
    {
        static_cast<void>(delivery);
        static_cast<void>(count);
        static_cast<void>(bytes);
    }
};

} // namespace hw::client
