#pragma once

#include <cstdint>
#include <string>

#include "engine/broker/core/services.h"
#include "engine/protocol/produce_rules.h"

namespace hw::handlers {

/// Whose settings a request is about.  Kafka: ConfigResource.Type.
enum class ResourceType : std::int8_t
{
    Topic = 2,
    Broker = 4,
    BrokerLogger = 8,
};

/// The entity's name under `/config`: `topics/<t>`, `brokers/<id>`, `brokers/<default>` for a
/// broker resource without a name. Refuses topics that this broker does not know
/// (UNKNOWN_TOPIC_OR_PARTITION, INVALID_TOPIC_EXCEPTION), other brokers and other types
/// (INVALID_REQUEST).
tl::expected<std::string, protocol::Refusal> entityOf(const broker::Services& services,
                                                      std::int8_t type, const std::string& name);

} // namespace hw::handlers
