#include "engine/broker/core/dynamic_config.h"

#include "engine/broker/core/broker_settings.h"
#include "engine/broker/core/topic_settings.h"

namespace hw::broker {

std::string differenceOf(const ConfigValues& before, const ConfigValues& now)
{
    std::string text;
    const auto add = [&](const std::string& name, const std::string& value) {
        text += (text.empty() ? "" : ", ") + name + "=" + value;
    };
    for (const auto& [name, value] : now) {
        const auto was = before.find(name);
        if (was == before.end() || was->second != value)
            add(name, value);
    }
    for (const auto& [name, value] : before)
        if (!now.contains(name))
            add(name, "default");
    return text;
}

/// Topics' defaults may all change, by the main one of their names.
static bool isDynamic(std::string_view name)
{
    for (const auto& row : topicSettings())
        if (row.synonyms.front().name == name)
            return true;
    for (const auto& row : brokerSettings())
        if (row.name == name)
            return row.update == Update::Dynamic;
    return false;
}

/// What makes a broker the one it is: described, but no field of its configuration.
static bool isIdentity(std::string_view name)
{
    return name == "broker.id" || name == "log.dirs" || name == "advertised.listeners";
}

Result<void> checkDynamic(const ConfigValues& values)
{
    for (const auto& [name, value] : values) {
        BrokerConfig scratch;
        const auto set = setConfig(scratch, name, value);
        if (!set && set.error().kind == Failure::NotFound && !isIdentity(name))
            return fail(Failure::Invalid, fmt::format("'{}' is no setting of brokers", name));
        if (!isDynamic(name))
            return fail(
                Failure::Invalid,
                fmt::format("{} cannot change while brokers run: it is read at start", name));
        if (!set)
            return set;
    }
    return {};
}

void DynamicConfig::set(Level level, ConfigValues values)
{
    (level == Level::Cluster ? m_cluster : m_broker) = std::move(values);
    BrokerConfig config = m_started;
    for (const ConfigValues* over : {&m_cluster, &m_broker})
        for (const auto& [name, value] : *over)
            if (isDynamic(name))
                static_cast<void>(setConfig(config, name, value));
    m_live = config;
}

} // namespace hw::broker
