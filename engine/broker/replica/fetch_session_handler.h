#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/protocol/messages/fetch.h"

namespace hw::replica {

/// The follower's side of a fetch session (KIP-227): remembers what the leader was told, so that a
/// request says only what changed since, and an idle partition costs nothing.
///
///     full (id 0 or the one to close, epoch 0)  ->  leader opens session 7
///     7, epoch 1: what moved, what is forgotten ->  answers with news only
///     an error, or answers that do not fit      ->  full again
///
/// `FetchSession` is the leader's side. On the broker's loop.  Kafka: FetchSessionHandler.
class FetchSessionHandler
{
public:
    using Partition = protocol::FetchRequest::FetchPartition;
    using Wanted = std::vector<std::pair<TopicPartition, Partition>>;

    /// Puts the session and what has to be said of `wanted` into a request, which takes the place
    /// of whatever was asked for before.
    void build(const Wanted& wanted, protocol::FetchRequest& request);
    /// Whether the answers may be used: they belong to the last request. Else the next is full.
    bool take(const protocol::FetchResponse& response);
    /// No response came.
    void failed() { restart(m_id); }

    /// Of the last request: partitions without news are not answered.
    bool wasIncremental() const { return m_asked.epoch > 0; }

private:
    struct Place
    {
        std::int32_t id = 0;
        std::int32_t epoch = 0;
    };
    void restart(std::int32_t closed);
    bool fits(const protocol::FetchResponse& response) const;
    void buildFull(const Wanted& wanted, protocol::FetchRequest& request);
    void buildIncremental(const Wanted& wanted, protocol::FetchRequest& request);

    std::int32_t m_id = 0; ///< 0: none
    std::int32_t m_nextEpoch = 0;
    Place m_asked;
    std::map<TopicPartition, Partition> m_told; ///< what the session is made of
};

} // namespace hw::replica
