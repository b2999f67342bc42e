#pragma once

#include <map>
#include <memory>
#include <optional>

#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/lifeline.h"
#include "engine/broker/replica/fetch_session_handler.h"
#include "engine/broker/replica/partition.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/rpc/peer.h"

namespace hw::replica {

/// Follows one leader for all partitions that it leads and this broker replicates: one Fetch at a
/// time, over all of them, in a session that tells only what moved.
///
///     add -> [cut to the high watermark if no epoch is known] -> fetching -> … -> remove
///               a diverging epoch in the answer cuts the log, then it goes on fetching
///               (before 2.7: it asks for the ends of epochs until it has cut, then fetches)
///               an error sets the partition aside for replica.fetch.backoff.ms
///               a fenced one waits for the controller's next LeaderAndIsr
///
/// A partition's fetch offset is always its log's end.  Kafka: AbstractFetcherThread,
/// ReplicaFetcherThread.
class ReplicaFetcher
{
public:
    /// A write failed: the broker's disk is not to be trusted.
    using OnDiskFailure = UniqueFunction<void(Partition&, const std::string& why)>;

    /// `context` and `host` outlive it.
    ReplicaFetcher(PartitionContext& context, world::Host& host, BrokerId leader,
                   const world::Endpoint& where, OnDiskFailure onDiskFailure);

    /// Starts following, or goes on in a newer epoch.
    void add(Partition& partition);
    void remove(const TopicPartition& partition);
    /// A partition for whose disk it waited is synced.
    void wake() { fetchSoon(); }
    bool isIdle() const { return m_partitions.empty(); }
    const world::Endpoint& where() const { return m_peer.config().where; }

private:
    struct Followed
    {
        Partition* partition = nullptr;
        LeaderEpoch epoch; ///< under which it was added
        Instant notBefore; ///< set aside until then
        bool held = false; ///< fenced, or its range is being asked for
        EventId why;       ///< what made it follow
    };
    /// One partition's part of the request in flight, said in it or in one before.
    struct Asked
    {
        TopicPartition id;
        LeaderEpoch epoch;
        Offset at;
    };
    using AskedFor = std::map<TopicPartition, Asked>;
    using Answer = protocol::FetchResponse::PartitionData;

    void fetchSoon(Duration delay = Duration{0});
    void fetchNow();
    protocol::FetchRequest makeRequest();
    std::optional<FetchSessionHandler::Partition> askFor(Followed& followed);
    void replaySoon();
    void onResponse(Result<protocol::FetchResponse> response);
    void takeAll(const AskedFor& asked, const protocol::FetchResponse& response);
    /// None: not followed any more, or in another epoch.
    Followed* stillFollowed(const Asked& asked);
    void take(const Asked& asked, Followed& followed, const Answer& answer);
    void append(Followed& followed, const Answer& answer);
    /// Cuts where an epoch of ours ended on the leader. True: the logs agree up to there now;
    /// false: ask again.
    bool cutAtEpochEnd(Followed& followed, log::EpochEnd theirs);
    void fenced(Followed& followed);
    void setAside(Followed& followed);
    void diskFailed(Partition& partition, const std::string& why);

    // Asking for the ends of epochs (truncating.cpp)
    void askEpochEnd(const TopicPartition& id, Followed& followed);
    void onEpochEnd(const Asked& asked, Followed& followed, log::EpochEnd theirs);

    // Out of the leader's range (out_of_range.cpp)
    void askRange(const TopicPartition& id, Followed& followed);
    void askOffset(const Asked& asked, std::int64_t timestamp,
                   UniqueFunction<void(Followed&, Offset)> done);
    void onLeaderEnd(const Asked& asked, Followed& followed, Offset end);
    void onLeaderStart(Followed& followed, Offset start);

    PartitionContext& m_context;
    const BrokerId m_leader;
    OnDiskFailure m_onDiskFailure;
    rpc::Peer m_peer;
    std::map<TopicPartition, Followed> m_partitions;
    FetchSessionHandler m_session;
    AskedFor m_asked; ///< empty: nothing in flight
    /// Where the next request begins, so that a response that is full is not always full of the
    /// same.
    std::size_t m_firstNext = 0;
    bool m_isReplaying = false; ///< a partition was left out of the request for it
    bool m_replaysSoon = false;
    world::Timer m_timer;
    broker::Lifeline m_life;
};

} // namespace hw::replica
