#include "engine/broker/core/metadata_cache.h"

#include <algorithm>
#include <utility>

#include "engine/protocol/messages/update_metadata.h"

namespace hw::broker {

/// The leader with which a controller marks a partition that is being deleted.
/// Kafka: LeaderAndIsr.LeaderDuringDelete.
static constexpr BrokerId kLeaderDuringDelete{-2};

std::vector<TopicPartition> MetadataCache::apply(const protocol::UpdateMetadataRequest& request)
{
    m_ready = true;
    ++m_version;
    m_controller = request.controllerId;
    const std::map<BrokerId, LiveBroker> before = std::exchange(m_brokers, {});
    for (const auto& broker : request.liveBrokers) {
        LiveBroker live{broker.id, {}, broker.rack.value_or("")};
        if (!broker.endpoints.empty())
            live.endpoint = {broker.endpoints.front().host,
                             static_cast<std::uint16_t>(broker.endpoints.front().port)};
        m_brokers.emplace(broker.id, std::move(live));
    }
    const auto sameId = [](const auto& a, const auto& b) { return a.first == b.first; };
    if (!std::ranges::equal(before, m_brokers, sameId))
        ++m_livingVersion;
    std::vector<TopicPartition> deleted;
    for (const auto& topic : request.topicStates)
        for (const auto& state : topic.partitionStates) {
            if (state.leader == kLeaderDuringDelete) {
                deleted.push_back({topic.topicName, state.partitionIndex});
                remove(deleted.back());
                continue;
            }
            TopicMetadata& known = m_topics[topic.topicName];
            rename(topic.topicName, known, topic.topicId);
            known.partitions[state.partitionIndex] = {.leader = state.leader,
                                                      .leaderEpoch = state.leaderEpoch,
                                                      .controllerEpoch = state.controllerEpoch,
                                                      .partitionEpoch = state.zkVersion,
                                                      .isr = state.isr,
                                                      .replicas = state.replicas,
                                                      .offline = state.offlineReplicas};
        }
    if (m_onChange)
        m_onChange();
    return deleted;
}

void MetadataCache::remove(const TopicPartition& partition)
{
    const auto topic = m_topics.find(partition.topic);
    if (topic == m_topics.end())
        return;
    topic->second.partitions.erase(partition.partition);
    if (!topic->second.partitions.empty())
        return;
    m_names.erase(topic->second.id);
    m_topics.erase(topic);
}

/// A topic that was deleted and made again while this broker was not told has another id.
void MetadataCache::rename(const std::string& topic, TopicMetadata& known, const Uuid& id)
{
    if (known.id == id)
        return;
    m_names.erase(known.id);
    known.id = id;
    m_names[id] = topic;
}

const LiveBroker* MetadataCache::broker(BrokerId id) const
{
    const auto found = m_brokers.find(id);
    return found == m_brokers.end() ? nullptr : &found->second;
}

const TopicMetadata* MetadataCache::topic(const std::string& name) const
{
    const auto found = m_topics.find(name);
    return found == m_topics.end() ? nullptr : &found->second;
}

const std::string* MetadataCache::topicName(const Uuid& id) const
{
    const auto found = m_names.find(id);
    return found == m_names.end() ? nullptr : &found->second;
}

const PartitionMetadata* MetadataCache::partition(const TopicPartition& of) const
{
    const TopicMetadata* known = topic(of.topic);
    if (!known)
        return nullptr;
    const auto found = known->partitions.find(of.partition);
    return found == known->partitions.end() ? nullptr : &found->second;
}

std::int32_t MetadataCache::partitionCount(const std::string& name) const
{
    const TopicMetadata* known = topic(name);
    return known ? static_cast<std::int32_t>(known->partitions.size()) : 0;
}

void MetadataCache::report(std::vector<observe::ToldPartition>& into) const
{
    for (const auto& [name, topic] : m_topics)
        for (const auto& [number, partition] : topic.partitions)
            into.push_back({.partition = {name, number},
                            .leader = partition.leader,
                            .leaderEpoch = partition.leaderEpoch,
                            .isr = partition.isr});
}

} // namespace hw::broker
