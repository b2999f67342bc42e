#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/dynamic_config.h"
#include "engine/broker/core/lifeline.h"
#include "engine/coordination/client.h"

namespace hw::broker {

/// The settings of the topics that this broker has replicas of, from `/config/topics/<t>`. Read
/// per topic before its first partition is made, then kept up to date by whoever hears of changes;
/// bounded by the topics.
/// Kafka: ReplicaManager.fetchLogConfig, ZkConfigRepository.
class TopicConfigs
{
public:
    /// All outlive it.
    TopicConfigs(world::Loop& loop, coordination::Client& client, const BrokerConfig& defaults);

    /// Runs `done` once all these are known: at once, in the same task, if they are already.
    /// Waits for as long as the ensemble cannot be reached.
    void ensure(const std::set<std::string>& topics, Task done);
    /// The broker's defaults for a topic that is not known.
    const TopicConfig& of(const std::string& topic) const;
    /// The topic has these settings of its own now. Returns how they differ from what it had, as
    /// text; none if it is not known here, or had them already.
    std::optional<std::string> update(const std::string& topic, ConfigValues own);
    /// The broker's defaults have changed: topics without their own follow.
    void defaultsChanged();
    std::vector<std::string> known() const;
    /// It was deleted; a later one of that name may have others.
    void forget(const std::string& topic) { m_known.erase(topic); }

private:
    void read(const std::string& topic);
    void onReply(const std::string& topic, const coordination::Reply& reply);

    struct Waiting
    {
        std::set<std::string> missing;
        Task done;
    };
    world::Loop& m_loop;
    coordination::Client& m_client;
    struct Known
    {
        ConfigValues own;
        TopicConfig effective;
    };
    const BrokerConfig& m_defaults;
    std::map<std::string, Known> m_known;
    std::set<std::string> m_reading;
    std::vector<Waiting> m_waiting; ///< one per LeaderAndIsr request that waits
    Lifeline m_life;
};

} // namespace hw::broker
