#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/base/uuid.h"
#include "engine/client/connections.h"
#include "engine/protocol/errors.h"
#include "engine/protocol/messages/metadata.h"

namespace hw::client {

struct PartitionView
{
    BrokerId leader = kNoBroker; ///< kNoBroker: none now
    LeaderEpoch epoch = kNoLeaderEpoch;
};

struct TopicView
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    Uuid id;                               ///< zero if the broker did not say
    std::vector<PartitionView> partitions; ///< by number; empty with an error
};

/// What a client knows of the topics it uses: asked for when something is missing or was refused,
/// again after retry.backoff.ms (doubling up to a second) while something is missing, and at least
/// every metadata.max.age.ms. A partition's leader never goes back to that of an older epoch.
/// Kafka: Metadata.
class ClientMetadata
{
public:
    /// `onUpdate` runs after every answer, in its task. `connections` outlives it.
    ClientMetadata(const ClientContext& context, const ConnectionConfig& config,
                   Connections& connections, UniqueFunction<void()> onUpdate);

    /// Topics to keep up with; asks at once for new ones.
    void add(const std::string& topic);
    /// Exactly these; asks at once if one of them is new.
    void setTopics(const std::set<std::string>& topics);
    /// Asks now, but not within retry.backoff.ms after the last time.
    void refresh();

    /// Nothing while no answer has named the topic.
    const TopicView* topic(const std::string& name) const;
    const PartitionView* partition(const TopicPartition& of) const;
    /// How many brokers are known.
    std::size_t brokerCount() const { return m_brokers.size(); }
    bool knows(BrokerId broker) const { return m_brokers.contains(broker); }
    /// Rises with every answer.
    std::uint64_t version() const { return m_version; }
    const std::string& lastError() const { return m_lastError; }

private:
    void ask();
    void take(const Result<protocol::MetadataResponse>& answer);
    void merge(const protocol::MetadataResponse::MetadataResponseTopic& told);
    bool hasGaps() const;

    const ClientContext m_context;
    const ConnectionConfig m_config;
    Connections& m_connections;
    UniqueFunction<void()> m_onUpdate;
    std::set<std::string> m_wanted;
    std::map<std::string, TopicView> m_topics;
    std::map<BrokerId, world::Endpoint> m_brokers;
    std::uint64_t m_version = 0;
    std::string m_lastError;
    Duration m_gapDelay; ///< until asking again about what is missing; doubles up to a second
    bool m_asking = false;
    bool m_again = false; ///< something was asked for after the request went out
    std::optional<Instant> m_lastAsked;
    world::Timer m_timer; ///< the next question: soon after a refusal, else after the maximal age
};

} // namespace hw::client
