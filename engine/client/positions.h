#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/client/group_membership.h"
#include "engine/client/metadata.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/protocol/messages/offset_commit.h"
#include "engine/protocol/messages/offset_fetch.h"

namespace hw::client {

/// Where a consumer stands in each of its partitions: found from the committed offsets, else by
/// auto.offset.reset; moved on as records are handed out; committed.
///
///     Committed? -> (none) Reset? -> Valid -> (out of range) Reset? …
///
/// Kafka: SubscriptionState, ConsumerCoordinator, OffsetFetcher.
class Positions
{
public:
    /// `onValid` runs when positions became valid.
    Positions(const ClientContext& context, const ConsumerConfig& config, Connections& connections,
              ClientMetadata& metadata, GroupMembership& membership, std::string& lastError,
              ConsumerInterceptor* interceptor, std::function<void()> onValid);

    void assign(const std::vector<TopicPartition>& partitions);
    /// Some more and some fewer; what is in neither goes on undisturbed.
    void change(const std::vector<TopicPartition>& added,
                const std::vector<TopicPartition>& removed);
    void clear();
    std::vector<TopicPartition> partitions() const;

    /// The next offset to read; nothing while it is not known.
    std::optional<Offset> next(const TopicPartition& partition) const;
    /// Records below `next` were handed out; `epoch` is that of the last batch.
    void advance(const TopicPartition& partition, Offset next, LeaderEpoch epoch);
    /// The position does not exist on the leader.
    void outOfRange(const TopicPartition& partition);

    bool owns(const TopicPartition& partition) const { return m_positions.contains(partition); }
    /// Nothing of it is fetched or handed out while it is paused.
    void setPaused(const TopicPartition& partition, bool paused);
    bool isPaused(const TopicPartition& partition) const;
    std::vector<TopicPartition> paused() const;
    /// Moves the position of an owned partition; `proceed` finds out where that is.
    void seek(const TopicPartition& partition, const SeekTarget& target);

    /// Commits what moved since the last commit. `done` (may be empty) runs once, at once if there
    /// is nothing to do.
    void commit(Duration timeout, OnCommitted done);
    /// Goes on with what waits: the coordinator or leaders are known now.
    void proceed();

private:
    enum class State : std::uint8_t
    {
        NeedsCommitted,
        NeedsReset,
        Valid,
        Failed
    };
    struct Position
    {
        State state = State::NeedsCommitted;
        Offset next;
        LeaderEpoch epoch = kNoLeaderEpoch;
        std::optional<Offset> committed;
        bool paused = false;
        std::int64_t resetTo = 0; ///< NeedsReset: the timestamp of ListOffsets
    };
    bool namesEpochs() const;
    void fetchCommitted();
    template <class Topics> void takeTopics(const Topics& topics);
    void takeCommitted(const Result<protocol::OffsetFetchResponse>& answer);
    void reset();
    void askOffsets(BrokerId leader, const std::vector<TopicPartition>& partitions);
    void takeOffsets(BrokerId leader, const Result<protocol::ListOffsetsResponse>& answer);
    void takeOffset(const TopicPartition& partition,
                    const protocol::ListOffsetsResponse::ListOffsetsPartitionResponse& told);
    Committed committed(const std::map<TopicPartition, Offset>& asked,
                        const Result<protocol::OffsetCommitResponse>& answer);
    void needsReset(Position& position, const TopicPartition& partition);
    bool anyIn(State state) const;
    void retryLater();

    const ClientContext m_context;
    const ConsumerConfig& m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    GroupMembership& m_membership;
    ConsumerInterceptor* m_interceptor;
    std::function<void()> m_onValid;
    std::map<TopicPartition, Position> m_positions;
    std::uint64_t m_assignment = 0; ///< answers for an earlier one are dropped
    bool m_fetchingCommitted = false;
    std::set<BrokerId> m_asking;
    std::string& m_lastError;
    world::Timer m_retry;
};

} // namespace hw::client
