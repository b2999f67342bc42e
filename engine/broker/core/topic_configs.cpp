#include "engine/broker/core/topic_configs.h"

#include "engine/coordination/kafka_znodes.h"

namespace hw::broker {

namespace kafka = coordination::kafka;
using coordination::ZkError;

static constexpr Duration kRetryDelay = 100ms;

TopicConfigs::TopicConfigs(world::Loop& loop, coordination::Client& client,
                           const BrokerConfig& defaults)
    : m_loop(loop)
    , m_client(client)
    , m_defaults(defaults)
{
}

void TopicConfigs::ensure(const std::set<std::string>& topics, Task done)
{
    Waiting waiting;
    for (const std::string& topic : topics)
        if (!m_known.contains(topic))
            waiting.missing.insert(topic);
    // In order: a later request must not overtake one that still waits.
    if (waiting.missing.empty() && m_waiting.empty()) {
        done();
        return;
    }
    const std::set<std::string> missing = waiting.missing;
    waiting.done = std::move(done);
    m_waiting.push_back(std::move(waiting));
    for (const std::string& topic : missing)
        if (m_reading.insert(topic).second)
            read(topic);
}

const TopicConfig& TopicConfigs::of(const std::string& topic) const
{
    const auto found = m_known.find(topic);
    return found == m_known.end() ? m_defaults.topic : found->second.effective;
}

std::optional<std::string> TopicConfigs::update(const std::string& topic, ConfigValues own)
{
    const auto found = m_known.find(topic);
    if (found == m_known.end())
        return std::nullopt;
    std::string difference = differenceOf(found->second.own, own);
    if (difference.empty())
        return std::nullopt;
    found->second.effective = withOverrides(m_defaults.topic, own);
    found->second.own = std::move(own);
    return difference;
}

void TopicConfigs::defaultsChanged()
{
    for (auto& [topic, known] : m_known)
        known.effective = withOverrides(m_defaults.topic, known.own);
}

std::vector<std::string> TopicConfigs::known() const
{
    std::vector<std::string> topics;
    for (const auto& [topic, known] : m_known)
        topics.push_back(topic);
    return topics;
}

void TopicConfigs::read(const std::string& topic)
{
    m_client.getData(
        kafka::topicConfigPath(topic),
        m_life.guard([this, topic](const coordination::Reply& reply) { onReply(topic, reply); }));
}

void TopicConfigs::onReply(const std::string& topic, const coordination::Reply& reply)
{
    if (reply.error != ZkError::Ok && reply.error != ZkError::NoNode) {
        m_loop.after(kRetryDelay, m_life.guard([this, topic] { read(topic); }));
        return;
    }
    const ConfigValues own = kafka::decodeConfig(reply.data).value_or(ConfigValues());
    m_known[topic] = {own, withOverrides(m_defaults.topic, own)};
    m_reading.erase(topic);
    for (Waiting& waiting : m_waiting)
        waiting.missing.erase(topic);
    while (!m_waiting.empty() && m_waiting.front().missing.empty()) {
        const Task done = std::move(m_waiting.front().done);
        m_waiting.erase(m_waiting.begin());
        done();
    }
}

} // namespace hw::broker
