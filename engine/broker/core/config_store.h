#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/dynamic_config.h"
#include "engine/broker/core/lifeline.h"
#include "engine/coordination/client.h"
#include "engine/world/loop.h"

namespace hw::broker {

/// The settings that are stored under `/config`: reads and writes them, and hears of every change.
///
///     writer:  /config/topics/t  then  /config/changes/config_change_0000000007 "topics/t"
///     brokers: watch /config/changes, read the entities of notifications that are new to them
///
/// An entity is `topics/<t>`, `brokers/<id>` or `brokers/<default>`. Everything waits for as long
/// as the ensemble cannot be reached. Kafka: AdminZkClient, ZkConfigManager,
/// ZkNodeChangeNotificationListener.
class ConfigStore
{
public:
    /// Notifications older than this go, whenever somebody looks.
    static constexpr Duration kNotificationLife = std::chrono::minutes(15);

    /// Both outlive it.
    ConfigStore(world::Loop& loop, coordination::Client& client);

    /// Settings of an entity; none are none. Runs as a later task.
    void read(const std::string& entity, UniqueFunction<void(Result<ConfigValues>)> done);
    /// Replaces them and notifies all brokers. `done` runs as a later task, when both are written.
    void write(const std::string& entity, const ConfigValues& values,
               UniqueFunction<void(Result<void>)> done);

    using OnChange = UniqueFunction<void(const std::string& entity, const ConfigValues&)>;
    void setListener(OnChange onChange) { m_onChange = std::move(onChange); }
    /// Begins to watch, or goes on with a new session; reports the entities of all notifications
    /// that were not looked at yet. Call each time the broker has registered.
    void watch();

private:
    void look();
    void onNotifications(std::vector<std::string> names);
    void onNotification(const std::string& path, const coordination::Reply& reply);

    world::Loop& m_loop;
    coordination::Client& m_client;
    OnChange m_onChange;
    std::int64_t m_newest = -1;  ///< number of the newest notification that was looked at
    std::uint64_t m_watches = 0; ///< counts `watch`: an older one's callbacks mean nothing
    Lifeline m_life;
};

} // namespace hw::broker
