#include <fmt/format.h>

#include "engine/broker/replica/replica_fetcher.h"

namespace hw::replica {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kListOffsetsVersion{4};
static constexpr std::int64_t kLatest = -1;
static constexpr std::int64_t kEarliest = -2;

/// Our log end lies outside the leader's log. Either the leader lost records that we have (only
/// after an unclean election), or it has deleted those that we would need next. Kafka:
/// AbstractFetcherThread.fetchOffsetAndTruncate.
void ReplicaFetcher::askRange(const TopicPartition& id, Followed& followed)
{
    followed.held = true;
    const Asked asked{id, followed.epoch, followed.partition->log().leo()};
    askOffset(asked, kLatest,
              [this, asked](Followed& still, Offset end) { onLeaderEnd(asked, still, end); });
}

void ReplicaFetcher::onLeaderEnd(const Asked& asked, Followed& followed, Offset end)
{
    Partition& partition = *followed.partition;
    if (end < partition.log().leo()) {
        followed.held = false;
        const auto cut = partition.truncate(
            end,
            fmt::format("leader {} ends at {} already, after an unclean election", m_leader, end));
        if (!cut)
            diskFailed(partition, cut.error().message);
        fetchSoon();
        return;
    }
    askOffset(asked, kEarliest,
              [this](Followed& still, Offset start) { onLeaderStart(still, start); });
}

void ReplicaFetcher::onLeaderStart(Followed& followed, Offset start)
{
    Partition& partition = *followed.partition;
    followed.held = false;
    if (start > partition.log().leo()) {
        const auto cut = partition.restartAt(
            start,
            fmt::format("leader {} has deleted what comes next and begins at {}", m_leader, start));
        if (!cut)
            diskFailed(partition, cut.error().message);
    } else {
        setAside(followed); // its log grew meanwhile: just go on, but never in a tight circle
    }
    fetchSoon();
}

void ReplicaFetcher::askOffset(const Asked& asked, std::int64_t timestamp,
                               UniqueFunction<void(Followed&, Offset)> done)
{
    protocol::ListOffsetsRequest request;
    request.replicaId = m_context.self;
    auto& topic = request.topics.emplace_back();
    topic.name = asked.id.topic;
    auto& partition = topic.partitions.emplace_back();
    partition.partitionIndex = asked.id.partition;
    partition.currentLeaderEpoch = asked.epoch;
    partition.timestamp = timestamp;
    m_peer.send(std::move(request), kListOffsetsVersion, m_context.config.replicaSocketTimeout,
                m_life.guard([this, asked, done = std::move(done)](
                                 Result<protocol::ListOffsetsResponse> response) mutable {
                    Followed* followed = stillFollowed(asked);
                    if (!followed)
                        return;
                    const auto* answer = response && !response->topics.empty() &&
                                                 !response->topics.front().partitions.empty()
                                             ? &response->topics.front().partitions.front()
                                             : nullptr;
                    if (answer && answer->errorCode == ErrorCode::None)
                        return done(*followed, answer->offset);
                    if (answer && answer->errorCode == ErrorCode::FencedLeaderEpoch)
                        return fenced(*followed);
                    followed->held = false;
                    setAside(*followed);
                    fetchSoon(m_context.config.replicaFetchBackoff);
                }));
}

} // namespace hw::replica
