#pragma once

#include <set>
#include <string>

#include "engine/broker/core/controller_channel.h"
#include "engine/broker/core/services.h"

namespace hw::broker {

/// Asks the controller for topics that clients use before anybody made them, each only once at a
/// time.  Kafka: DefaultAutoTopicCreationManager.
class TopicMaking final : public TopicMaker
{
public:
    /// All outlive it.
    TopicMaking(BrokerId self, const BrokerConfig& config, const MetadataCache& metadata,
                ControllerChannel& controller);

    protocol::ErrorCode makeTopic(const std::string& topic) override;

private:
    const BrokerId m_self;
    const BrokerConfig& m_config;
    const MetadataCache& m_metadata;
    ControllerChannel& m_controller;
    std::set<std::string> m_underWay; ///< at most kMaxUnderWay
    Lifeline m_life;
};

} // namespace hw::broker
