#include "engine/broker/topic_making.h"

#include "engine/broker/core/topic_name.h"
#include "engine/protocol/messages/create_topics.h"

namespace hw::broker {

using protocol::ErrorCode;

/// More names are not asked for at once; their clients try again.
static constexpr std::size_t kMaxUnderWay = 1000;
static constexpr protocol::ApiVersion kVersion{4};

using NewTopic = protocol::CreateTopicsRequest::CreatableTopic;

static NewTopic newTopic(const std::string& name, const BrokerConfig& config)
{
    NewTopic topic;
    topic.name = name;
    topic.numPartitions = config.numPartitions;
    topic.replicationFactor = static_cast<std::int16_t>(config.defaultReplicationFactor);
    if (name != kOffsetsTopic)
        return topic;
    topic.numPartitions = config.offsetsTopicPartitions;
    topic.replicationFactor = static_cast<std::int16_t>(config.offsetsTopicReplicationFactor);
    // Kafka: GroupCoordinator.offsetsTopicConfigs.
    topic.configs = {{"cleanup.policy", "compact"},
                     {"compression.type", "producer"},
                     {"segment.bytes", std::to_string(config.offsetsTopicSegmentBytes)}};
    return topic;
}

TopicMaking::TopicMaking(BrokerId self, const BrokerConfig& config, const MetadataCache& metadata,
                         ControllerChannel& controller)
    : m_self(self)
    , m_config(config)
    , m_metadata(metadata)
    , m_controller(controller)
{
}

ErrorCode TopicMaking::makeTopic(const std::string& name)
{
    if (!checkTopicName(name))
        return ErrorCode::InvalidTopicException;
    NewTopic topic = newTopic(name, m_config);
    if (m_metadata.brokers().size() < static_cast<std::size_t>(topic.replicationFactor))
        return ErrorCode::InvalidReplicationFactor;
    const ErrorCode meanwhile = m_metadata.controller() == m_self
                                    ? ErrorCode::LeaderNotAvailable
                                    : ErrorCode::UnknownTopicOrPartition;
    if (m_underWay.size() >= kMaxUnderWay || !m_underWay.insert(name).second)
        return meanwhile;
    protocol::CreateTopicsRequest request;
    request.topics.push_back(std::move(topic));
    request.timeoutMs = static_cast<std::int32_t>(toMs(m_config.controllerSocketTimeout));
    m_controller.send(std::move(request), kVersion, m_config.controllerSocketTimeout,
                      m_life.guard([this, name](const Result<protocol::CreateTopicsResponse>&) {
                          // Whatever came of it: the next client that asks starts it again.
                          m_underWay.erase(name);
                      }));
    return meanwhile;
}

} // namespace hw::broker
