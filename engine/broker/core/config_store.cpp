#include "engine/broker/core/config_store.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "engine/coordination/kafka_znodes.h"

namespace hw::broker {

namespace kafka = coordination::kafka;
using coordination::Reply;
using coordination::ZkError;

static constexpr Duration kRetryDelay = 100ms;
static constexpr std::string_view kPrefix = "config_change_";

static tl::unexpected<Error> trouble(const std::string& path, ZkError error)
{
    return fail(Failure::Io, fmt::format("{}: {}", path, coordination::nameOf(error)));
}

/// -1: no notification.
static std::int64_t numberOf(const std::string& name)
{
    std::int64_t number = -1;
    if (name.starts_with(kPrefix))
        std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), number);
    return number;
}

ConfigStore::ConfigStore(world::Loop& loop, coordination::Client& client)
    : m_loop(loop)
    , m_client(client)
{
}

void ConfigStore::read(const std::string& entity, UniqueFunction<void(Result<ConfigValues>)> done)
{
    const std::string path = kafka::configPath(entity);
    m_client.getData(path, m_life.guard([path, done = std::move(done)](const Reply& reply) {
        if (reply.error == ZkError::NoNode)
            return done(ConfigValues());
        if (!reply.ok())
            return done(trouble(path, reply.error));
        done(kafka::decodeConfig(reply.data).value_or(ConfigValues()));
    }));
}

void ConfigStore::write(const std::string& entity, const ConfigValues& values,
                        UniqueFunction<void(Result<void>)> done)
{
    const std::string path = kafka::configPath(entity);
    const Bytes data = kafka::encodeConfig(values);
    auto notify = m_life.guard([this, entity, done = std::move(done)](const Reply& reply) mutable {
        if (!reply.ok())
            return done(trouble(kafka::configPath(entity), reply.error));
        const std::string change = std::string(kafka::kConfigChanges) + "/" + std::string(kPrefix);
        m_client.create(change, kafka::encodeConfigChange(entity),
                        coordination::CreateMode::PersistentSequential,
                        m_life.guard([change, done = std::move(done)](const Reply& made) mutable {
                            done(made.ok() ? Result<void>() : trouble(change, made.error));
                        }));
    });
    m_client.setData(
        path, data, coordination::kAnyVersion,
        m_life.guard([this, path, data, notify = std::move(notify)](const Reply& reply) mutable {
            if (reply.error != ZkError::NoNode)
                return notify(reply);
            m_client.create(path, data, coordination::CreateMode::Persistent, std::move(notify));
        }));
}

void ConfigStore::watch()
{
    ++m_watches;
    look();
}

void ConfigStore::look()
{
    const auto isCurrent = [this, watch = m_watches] { return watch == m_watches; };
    m_client.getChildren(kafka::kConfigChanges, m_life.guard([this, isCurrent](const Reply& reply) {
        if (!isCurrent() || reply.error == ZkError::SessionExpired)
            return;
        if (reply.ok())
            onNotifications(reply.children);
        else
            m_loop.after(kRetryDelay, m_life.guard([this, isCurrent] {
                if (isCurrent())
                    look();
            }));
    }),
                         m_life.guard([this, isCurrent](const coordination::WatchEvent&) {
                             if (isCurrent())
                                 look();
                         }));
}

void ConfigStore::onNotifications(std::vector<std::string> names)
{
    std::erase_if(names, [](const std::string& name) { return numberOf(name) < 0; });
    std::ranges::sort(names, {}, numberOf);
    for (const std::string& name : names) {
        const std::string path = std::string(kafka::kConfigChanges) + "/" + name;
        const bool isNew = numberOf(name) > m_newest;
        m_newest = std::max(m_newest, numberOf(name));
        m_client.getData(path, m_life.guard([this, path, isNew](const Reply& reply) {
            if (!reply.ok())
                return; // somebody else has purged it
            if (fromMs(m_loop.wallTime().ms() - reply.stat.ctime.ms()) > kNotificationLife)
                m_client.remove(path, coordination::kAnyVersion, nullptr);
            if (isNew)
                onNotification(path, reply);
        }));
    }
}

void ConfigStore::onNotification(const std::string&, const Reply& reply)
{
    const auto entity = kafka::decodeConfigChange(reply.data);
    if (!entity)
        return;
    read(*entity, [this, entity = *entity](const Result<ConfigValues>& values) {
        if (values && m_onChange)
            m_onChange(entity, *values);
    });
}

} // namespace hw::broker
