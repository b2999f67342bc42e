#include <fmt/format.h>

#include "engine/broker/replica/replica_fetcher.h"
#include "engine/protocol/messages/offset_for_leader_epoch.h"

namespace hw::replica {

using protocol::ErrorCode;

static constexpr protocol::ApiVersion kEpochVersion{3};

/// The older way: before a new follower fetches, it asks where its latest epoch ended on the
/// leader, and again for an older one, until the logs agree. While it does, it fetches nothing.
/// Kafka: AbstractFetcherThread.truncateToEpochEndOffsets, the state Truncating.
void ReplicaFetcher::askEpochEnd(const TopicPartition& id, Followed& followed)
{
    followed.held = true;
    const log::Log& log = followed.partition->log();
    const Asked asked{id, followed.epoch, log.leo()};
    protocol::OffsetForLeaderEpochRequest request;
    request.replicaId = m_context.self;
    auto& topic = request.topics.emplace_back();
    topic.topic = id.topic;
    auto& partition = topic.partitions.emplace_back();
    partition.partition = id.partition;
    partition.currentLeaderEpoch = followed.epoch;
    partition.leaderEpoch = log.epochs().latestEpoch();
    auto onAnswer = [this, asked](Result<protocol::OffsetForLeaderEpochResponse> response) {
        Followed* still = stillFollowed(asked);
        if (!still)
            return;
        const auto* answer =
            response && !response->topics.empty() && !response->topics.front().partitions.empty()
                ? &response->topics.front().partitions.front()
                : nullptr;
        if (answer && answer->errorCode == ErrorCode::None)
            return onEpochEnd(asked, *still, {answer->leaderEpoch, answer->endOffset});
        if (answer && answer->errorCode == ErrorCode::FencedLeaderEpoch)
            return fenced(*still);
        m_context.loop.after(m_context.config.replicaFetchBackoff, m_life.guard([this, asked] {
            if (Followed* again = stillFollowed(asked))
                askEpochEnd(asked.id, *again);
        }));
    };
    m_peer.send(std::move(request), kEpochVersion, m_context.config.replicaSocketTimeout,
                m_life.guard(std::move(onAnswer)));
}

void ReplicaFetcher::onEpochEnd(const Asked& asked, Followed& followed, log::EpochEnd theirs)
{
    Partition& partition = *followed.partition;
    bool agreed = true;
    if (theirs.isKnown()) {
        agreed = cutAtEpochEnd(followed, theirs);
    } else if (const auto cut = partition.truncate(
                   partition.highWatermark(),
                   fmt::format("leader {} knows none of our epochs: cut to the high watermark",
                               m_leader));
               !cut) {
        diskFailed(partition, cut.error().message);
    }
    if (partition.isOffline())
        return;
    // A log that was cut to nothing has no epoch left to ask for.
    if (!agreed && partition.log().epochs().latestEpoch() != kNoLeaderEpoch)
        return askEpochEnd(asked.id, followed);
    followed.held = false;
    fetchSoon();
}

} // namespace hw::replica
