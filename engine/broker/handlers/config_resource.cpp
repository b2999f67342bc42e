#include "engine/broker/handlers/config_resource.h"

#include <fmt/format.h>

#include "engine/broker/core/setting.h"
#include "engine/broker/core/topic_name.h"
#include "engine/coordination/kafka_znodes.h"

namespace hw::handlers {

using protocol::ErrorCode;

static auto refuse(ErrorCode error, std::string message)
{
    return tl::unexpected<protocol::Refusal>(protocol::Refusal{error, std::move(message)});
}

static tl::expected<std::string, protocol::Refusal> topicEntity(const broker::Services& services,
                                                                const std::string& name)
{
    if (const auto good = broker::checkTopicName(name); !good)
        return refuse(ErrorCode::InvalidTopicException, good.error().message);
    if (!services.metadata.topic(name))
        return refuse(ErrorCode::UnknownTopicOrPartition,
                      fmt::format("there is no topic '{}'", name));
    return "topics/" + name;
}

tl::expected<std::string, protocol::Refusal> entityOf(const broker::Services& services,
                                                      std::int8_t type, const std::string& name)
{
    if (type == static_cast<std::int8_t>(ResourceType::Topic))
        return topicEntity(services, name);
    if (type != static_cast<std::int8_t>(ResourceType::Broker))
        return refuse(
            ErrorCode::InvalidRequest,
            fmt::format("resource type {} has no settings here: allowed are 2 (topic) and "
                        "4 (broker)",
                        type));
    if (name.empty())
        return std::string("brokers/") + coordination::kafka::kDefaultEntity;
    const auto id = broker::parseNumber<std::int32_t>(name);
    if (!id)
        return refuse(ErrorCode::InvalidRequest,
                      fmt::format("'{}' is no broker id, which is a whole number", name));
    if (BrokerId(*id) != services.self)
        return refuse(
            ErrorCode::InvalidRequest,
            fmt::format("this is broker {}, it cannot answer for broker {}: ask that one, "
                        "or give no id for the settings of all brokers",
                        services.self, name));
    return "brokers/" + name;
}

} // namespace hw::handlers
