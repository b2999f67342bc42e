#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/client/membership.h"
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
              ClientMetadata& metadata, Membership& membership, std::string& lastError,
              std::function<void()> onValid);

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

    /// Commits what moved since the last commit. `done` (may be empty) runs once, at once if there
    /// is nothing to do.
    void commit(Duration timeout, Task done);
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
    };
    void fetchCommitted();
    void takeCommitted(const Result<protocol::OffsetFetchResponse>& answer);
    void reset();
    void askOffsets(BrokerId leader, const std::vector<TopicPartition>& partitions);
    void takeOffsets(BrokerId leader, const Result<protocol::ListOffsetsResponse>& answer);
    void takeOffset(const TopicPartition& partition,
                    const protocol::ListOffsetsResponse::ListOffsetsPartitionResponse& told);
    void committed(const std::map<TopicPartition, Offset>& asked,
                   const Result<protocol::OffsetCommitResponse>& answer);
    void needsReset(Position& position, const TopicPartition& partition);
    bool anyIn(State state) const;
    void retryLater();

    const ClientContext m_context;
    const ConsumerConfig& m_config;
    Connections& m_connections;
    ClientMetadata& m_metadata;
    Membership& m_membership;
    std::function<void()> m_onValid;
    std::map<TopicPartition, Position> m_positions;
    std::uint64_t m_assignment = 0; ///< answers for an earlier one are dropped
    bool m_fetchingCommitted = false;
    std::set<BrokerId> m_asking;
    std::string& m_lastError;
    world::Timer m_retry;
};

} // namespace hw::client
