#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/delayed_operation.h"
#include "engine/broker/core/metadata_cache.h"
#include "engine/broker/replica/fetch_params.h"
#include "engine/broker/replica/follower_progress.h"
#include "engine/broker/replica/high_watermark.h"
#include "engine/broker/replica/isr_proposals.h"
#include "engine/broker/replica/isr_state.h"
#include "engine/broker/replica/refused.h"
#include "engine/log/log.h"
#include "engine/observe/event.h"
#include "engine/observe/report.h"
#include "engine/protocol/messages/leader_and_isr.h"
#include "engine/world/loop.h"

namespace hw::replica {

/// What all partitions of one broker share; outlives them.
struct PartitionContext
{
    BrokerId self;
    const broker::BrokerConfig& config;
    world::Loop& loop;
    observe::Journal& journal;
    const broker::MetadataCache& metadata;
    broker::Wakeups& wakeups;
    IsrProposals& proposals;
};

/// One partition's part of a fetch request.
struct FetchQuery
{
    Offset at{0};
    Offset followerLogStart = kNoOffset;
    LeaderEpoch currentLeaderEpoch = kNoLeaderEpoch; ///< checked unless -1
    LeaderEpoch lastFetchedEpoch = kNoLeaderEpoch;   ///< divergence is looked for unless -1
    std::uint32_t maxBytes = 0;
};

/// And its answer.
struct FetchAnswer
{
    protocol::ErrorCode error = protocol::ErrorCode::None;
    Offset highWatermark = kNoOffset;
    Offset lastStable = kNoOffset;
    Offset logStart = kNoOffset;
    std::optional<log::EpochEnd> diverging; ///< the follower has to cut its log first
    Pieces records;
    std::int64_t recordCount = 0; ///< offsets spanned, from the one asked for
};

using PartitionState = protocol::LeaderAndIsrRequest::LeaderAndIsrPartitionState;

/// A high watermark that has stood this long below the log's end is told with who holds it back; a
/// shorter while is replication as usual. So at most one such event in this time per partition.
inline constexpr Duration kHeldMarkTold = 500ms;

/// One replica that this broker has: its log, and what it is to the others.
///
/// As leader it takes appends, keeps account of its followers, moves the high watermark and asks
/// the controller for ISR changes. As follower it takes what its fetcher brings. Lives on the
/// broker's loop.  Kafka: cluster.Partition.
class Partition
{
public:
    using Role = observe::ReplicaRole;

    /// `log` outlives it. `checkpointed` is the high watermark that was last written to disk.
    Partition(PartitionContext& context, TopicPartition id, log::Log& log,
              broker::TopicConfig config, Offset checkpointed);
    Partition(const Partition&) = delete;
    Partition& operator=(const Partition&) = delete;

    const TopicPartition& id() const { return m_id; }
    log::Log& log() { return m_log; }
    const log::Log& log() const { return m_log; }
    void setConfig(const broker::TopicConfig& config);
    const broker::TopicConfig& config() const { return m_config; }

    // --- what it is (partition_roles.cpp) ---

    /// Both take a state whose leader epoch is newer than ours (the caller has checked).
    void makeLeader(const PartitionState& state, const Uuid& topicId);
    void makeFollower(const PartitionState& state, const Uuid& topicId);
    /// Its disk failed, or it is being deleted: serves nothing from now on; waiting requests, and
    /// those that come, are told `why`.
    void goOffline(protocol::ErrorCode why = protocol::ErrorCode::KafkaStorageError);

    bool isLeader() const { return m_role == Role::Leader; }
    bool isOffline() const { return m_role == Role::Offline; }
    BrokerId leader() const { return m_leader; }
    LeaderEpoch leaderEpoch() const { return m_leaderEpoch; }
    PartitionEpoch partitionEpoch() const { return m_partitionEpoch; }
    Offset highWatermark() const { return m_highWatermark.value(); }
    /// Up to here transactions are decided; without any, the high watermark.
    Offset lastStable() const { return m_highWatermark.value(); }
    /// Where the present leader's epoch begins. Only a leader knows.
    Offset epochStart() const { return m_epochStart; }
    const IsrState& isr() const { return m_isr; }
    std::int32_t effectiveMinIsr() const;
    bool isUnderMinIsr() const;

    // --- leading (partition_leader.cpp) ---

    /// Appends a client's batch. `acks` -1 needs enough in-sync replicas before anything is
    /// written.
    Served<log::AppendInfo> append(const Slice& records, std::int16_t acks,
                                   log::AppendOrigin origin);
    /// Whether `required` (the offset after a batch) is committed: none = not yet, else the error
    /// (or None) with which a produce with acks=-1 ends.
    std::optional<protocol::ErrorCode> committed(Offset required) const;
    /// The same for a produce with acks=1 when flush.messages wants a sync before the answer.
    std::optional<protocol::ErrorCode> synced(Offset required) const;
    /// A sync that flush.messages asked for has ended.
    void logFlushed();

    /// Raises the log's start (kNoOffset: to the high watermark); returns where it is asked to be.
    /// POLICY_VIOLATION where old records are not deleted, OFFSET_OUT_OF_RANGE above the high
    /// watermark.  Kafka: Partition.deleteRecordsOnLeader.
    Served<Offset> deleteRecords(Offset before);
    /// The lowest log start of all live replicas, as far as the leader knows.
    /// Kafka: Partition.lowWatermarkIfLeader.
    Offset lowWatermark() const;

    /// Reads for a client or a follower; never changes anything. A follower serves consumers that
    /// know of it.
    FetchAnswer fetch(const FetchQuery& query, const FetchParams& params, std::uint32_t maxBytes,
                      bool minOneBatch) const;
    /// A follower's fetch at `at` was read; the leader's log end was `leaderLeo` before.
    void followerFetched(BrokerId follower, Offset at, Offset followerLogStart, Offset leaderLeo);
    bool isFollower(BrokerId broker) const { return m_followers.contains(broker); }
    /// None = go on; else the error for a request that carries this epoch (-1: not checked).
    protocol::ErrorCode checkEpoch(LeaderEpoch current) const;
    Offset upperBound(Isolation isolation) const;
    /// Whether a parked fetch must be answered, or how many bytes are there for it.
    struct Readable
    {
        bool answerNow = false;
        std::uint64_t bytes = 0;
    };
    Readable readable(const FetchQuery& query, const FetchParams& params,
                      const log::LogPosition& parkedAt) const;
    /// Where an epoch ends in the leader's log (OffsetForLeaderEpoch).
    Served<log::EpochEnd> epochEnd(LeaderEpoch current, LeaderEpoch asked) const;
    /// Proposes an ISR without followers that lag; every `replica.lag.time.max.ms` / 2.
    void shrinkIsrIfNeeded();
    /// A broker that was about to join the ISR, and so held the mark back, may have died.
    void livingBrokersChanged();

    // --- following (partition_follower.cpp) ---

    /// Takes what the leader sent for our log end.
    log::Outcome<log::AppendInfo> appendFromLeader(const Slice& records, Offset leaderHighWatermark,
                                                   Offset leaderLogStart);
    /// Cuts the log, with an event that says why.
    Result<void> truncate(Offset to, const std::string& why);
    Result<void> restartAt(Offset start, const std::string& why);

    // --- waiting requests ---

    broker::WatchList& appends() { return m_appends; }     ///< followers' fetches
    broker::WatchList& commits() { return m_commits; }     ///< consumers' fetches
    broker::WatchList& producers() { return m_producers; } ///< produces with acks=-1
    broker::WatchList& deletions() { return m_deletions; } ///< DeleteRecords

    observe::ReplicaReport report() const;

private:
    void takeState(const PartitionState& state, const Uuid& topicId);
    protocol::ErrorCode whyNotLeading() const
    {
        return isOffline() ? m_whyOffline : protocol::ErrorCode::NotLeaderOrFollower;
    }
    bool serves(const FetchParams& params) const
    {
        return isLeader() || (m_role == Role::Follower && !params.onlyLeader);
    }
    /// As follower: the own mark may have moved since it was `before`.
    void tellIfMarkMoved(Offset before);
    void wakeAll();
    void reportCut(Offset from, Offset to, Offset mark, const std::string& why);
    bool raiseHighWatermark();
    bool tryRaiseHighWatermark();
    // partition_held_mark.cpp
    Brokers holdingBack() const;
    void watchHeldMark();
    void lookAtHeldMark(Offset since, LeaderEpoch epoch);
    void expandIsrIfNeeded(BrokerId follower);
    void propose(Brokers isr);
    void onAnswer(std::uint64_t round, const IsrAnswer& answer);
    std::optional<log::EpochEnd> divergence(const FetchQuery& query) const;

    PartitionContext& m_context;
    const TopicPartition m_id;
    log::Log& m_log;
    broker::TopicConfig m_config;
    Uuid m_topicId;
    Role m_role = Role::Offline;
    protocol::ErrorCode m_whyOffline = protocol::ErrorCode::KafkaStorageError;
    BrokerId m_leader = kNoBroker;
    LeaderEpoch m_leaderEpoch = kNoLeaderEpoch;
    PartitionEpoch m_partitionEpoch;
    bool m_recovering = false;
    Brokers m_replicas;
    HighWatermark m_highWatermark;
    /// What was told last about a mark that stands still, and whether it is looked at soon.
    struct HeldMark
    {
        bool watched = false;
        Offset at = kNoOffset;
        LeaderEpoch epoch = kNoLeaderEpoch;
        Brokers by;
    };
    HeldMark m_held;
    Offset m_epochStart = kNoOffset;
    IsrState m_isr;
    std::map<BrokerId, FollowerProgress> m_followers; ///< all assigned but ourselves; leader only
    broker::WatchList m_appends;
    broker::WatchList m_commits;
    broker::WatchList m_producers;
    broker::WatchList m_deletions;
    broker::Lifeline m_life;
};

/// The log's part of a topic's settings.
log::LogConfig logConfig(const broker::TopicConfig& config);

} // namespace hw::replica
