#include "engine/client/metadata.h"

#include <algorithm>

namespace hw::client {

static constexpr protocol::ApiVersion kMetadataVersion{12};
static constexpr Duration kGapDelayMax = 1s; ///< retry.backoff.max.ms

ClientMetadata::ClientMetadata(const ClientContext& context, const ConnectionConfig& config,
                               Connections& connections, UniqueFunction<void()> onUpdate)
    : m_context(context)
    , m_config(config)
    , m_connections(connections)
    , m_onUpdate(std::move(onUpdate))
    , m_gapDelay(config.retryBackoff)
    , m_timer(context.host.loop())
{
}

void ClientMetadata::add(const std::string& topic)
{
    if (m_wanted.insert(topic).second)
        refresh();
}

void ClientMetadata::setTopics(const std::set<std::string>& topics)
{
    const bool isNew = !std::ranges::includes(m_wanted, topics);
    m_wanted = topics;
    std::erase_if(m_topics, [&](const auto& known) { return !m_wanted.contains(known.first); });
    if (isNew)
        refresh();
}

void ClientMetadata::refresh()
{
    if (m_asking) {
        m_again = true;
        return;
    }
    const Instant now = m_context.host.loop().now();
    const Instant earliest = m_lastAsked && !m_again ? *m_lastAsked + m_config.retryBackoff : now;
    if (m_timer.armed() && m_timer.due() <= std::max(earliest, now))
        return;
    m_timer.start(std::max(earliest - now, Duration(0)), [this] { ask(); });
}

void ClientMetadata::ask()
{
    m_asking = true;
    m_again = false;
    m_lastAsked = m_context.host.loop().now();
    protocol::MetadataRequest request;
    request.topics.emplace();
    for (const std::string& topic : m_wanted)
        request.topics->emplace_back().name = topic;
    request.allowAutoTopicCreation = m_config.allowAutoCreateTopics;
    m_connections.any().send<protocol::MetadataRequest>(
        std::move(request), kMetadataVersion, m_config.requestTimeout,
        [this](Result<protocol::MetadataResponse> answer) { take(answer); });
}

void ClientMetadata::take(const Result<protocol::MetadataResponse>& answer)
{
    m_asking = false;
    if (!answer) {
        m_lastError = answer.error().message;
        refresh();
        return;
    }
    if (!answer->brokers.empty()) {
        m_brokers.clear();
        for (const auto& broker : answer->brokers)
            m_brokers[broker.nodeId] = {broker.host, static_cast<std::uint16_t>(broker.port)};
        m_connections.learn(m_brokers);
    }
    for (const auto& told : answer->topics)
        merge(told);
    ++m_version;
    const bool gaps = hasGaps();
    m_timer.start(gaps ? m_gapDelay : m_config.metadataMaxAge, [this] { ask(); });
    m_gapDelay = gaps ? std::min(m_gapDelay * 2, kGapDelayMax) : m_config.retryBackoff;
    if (m_again)
        refresh();
    m_onUpdate();
}

void ClientMetadata::merge(const protocol::MetadataResponse::MetadataResponseTopic& told)
{
    if (!told.name || !m_wanted.contains(*told.name))
        return;
    TopicView& view = m_topics[*told.name];
    const bool sameTopic = view.id == told.topicId || view.id.isZero() || told.topicId.isZero();
    const std::vector<PartitionView> before =
        sameTopic ? std::move(view.partitions) : std::vector<PartitionView>();
    view = {told.errorCode, told.topicId, {}};
    for (const auto& partition : told.partitions) {
        const auto index = static_cast<std::size_t>(partition.partitionIndex);
        if (partition.partitionIndex < 0 || index >= told.partitions.size())
            continue; // numbers run from 0 without gaps
        view.partitions.resize(told.partitions.size());
        PartitionView& mine = view.partitions[index];
        mine = {partition.leaderId, partition.leaderEpoch};
        if (index < before.size() && before[index].epoch > partition.leaderEpoch)
            mine = before[index];
    }
}

/// Whether asking again soon may tell more.
bool ClientMetadata::hasGaps() const
{
    return std::ranges::any_of(m_wanted, [this](const std::string& name) {
        const TopicView* view = topic(name);
        if (!view)
            return true;
        if (view->error != protocol::ErrorCode::None)
            return protocol::isRetriable(view->error);
        return std::ranges::any_of(view->partitions, [](const PartitionView& partition) {
            return partition.leader == kNoBroker;
        });
    });
}

const TopicView* ClientMetadata::topic(const std::string& name) const
{
    const auto found = m_topics.find(name);
    return found == m_topics.end() ? nullptr : &found->second;
}

const PartitionView* ClientMetadata::partition(const TopicPartition& of) const
{
    const TopicView* view = topic(of.topic);
    if (!view || of.partition < 0 ||
        static_cast<std::size_t>(of.partition) >= view->partitions.size())
        return nullptr;
    return &view->partitions[static_cast<std::size_t>(of.partition)];
}

} // namespace hw::client
