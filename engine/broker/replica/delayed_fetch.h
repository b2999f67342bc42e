#pragma once

#include <optional>
#include <vector>

#include "engine/base/function.h"
#include "engine/broker/core/delayed_operation.h"
#include "engine/broker/replica/partition.h"

namespace hw::replica {

struct FetchItem
{
    Partition* partition = nullptr; ///< null: `error` says why
    protocol::ErrorCode error = protocol::ErrorCode::None;
    FetchQuery query;
};
using FetchDone = UniqueFunction<void(std::vector<FetchAnswer>)>;

/// Reads for all items in order, within the request's limits; the first batch found is taken even
/// if it is larger.  Kafka: ReplicaManager.readFromLog.
std::vector<FetchAnswer> readAll(const FetchParams& params, const std::vector<FetchItem>& items);

/// A fetch that waits for enough bytes. Answered early when anything about one of its partitions
/// makes waiting pointless.  Kafka: DelayedFetch.
class DelayedFetch final : public broker::DelayedOperation
{
public:
    DelayedFetch(FetchParams params, std::vector<FetchItem> items, FetchDone done);
    /// Looks at all partitions; true: it must not wait.
    bool tryNow();
    /// Answers without ever having been kept.
    void answer() { m_done(readAll(m_params, m_items)); }
    /// `newcomers` is the follower's own list, see `FollowerNews`; null for consumers.
    void watchAll(broker::WatchList* newcomers);

private:
    bool isReady(std::uint32_t tag) override;
    void complete(bool timedOut) override;

    FetchParams m_params;
    std::vector<FetchItem> m_items;
    /// Only kept when more than one byte is asked for.
    struct Parked
    {
        log::LogPosition at;
        std::uint64_t bytes = 0;
    };
    std::vector<Parked> m_parked;
    std::uint64_t m_bytes = 0;
    FetchDone m_done;
};

} // namespace hw::replica
