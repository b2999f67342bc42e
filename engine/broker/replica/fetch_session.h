#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/base/time.h"
#include "engine/base/uuid.h"
#include "engine/broker/replica/partition.h"

namespace hw::replica {

/// Which partition a fetch request names: by id since version 13, by name before.
struct FetchTarget
{
    std::string topic; ///< empty: no topic with this id is known here
    Uuid id;           ///< zero: it was named
    std::int32_t partition = 0;
};

/// One partition's part of a fetch request.
struct FetchAsk
{
    FetchTarget target;
    FetchQuery query;
};

/// What one client fetches again and again: it tells once, later requests say only what changed,
/// and answers hold only partitions with news (KIP-227).
///
///     client                                    broker
///     Fetch id 0, epoch 0: a b c d         ->   session 7 made of a b c d
///     Fetch id 7, epoch 1: b further on    ->   answers of a b c d that have news
///     Fetch id 7, epoch 2: without c       ->   …
///
/// Kafka: FetchSession, CachedPartition.
class FetchSession
{
public:
    /// Of a session's requests: the first has 0, the last -1 and those between count from 1.
    static constexpr std::int32_t kInitialEpoch = 0;
    static constexpr std::int32_t kFinalEpoch = -1;
    /// After the largest number comes 1.  Kafka: FetchMetadata.nextEpoch.
    static std::int32_t nextEpoch(std::int32_t epoch);

    FetchSession(std::int32_t id, bool privileged, bool usesIds, Instant now);

    const std::int32_t id;
    const bool privileged; ///< a follower's
    const bool usesIds;    ///< the client names topics by id
    const Instant createdAt;
    Instant lastUsed;
    std::int32_t epoch; ///< of the next request

    std::size_t size() const { return m_order.size(); }
    /// Takes in what a request asks anew or otherwise, and what it gives up.
    void update(std::vector<FetchAsk> asks, const std::vector<FetchTarget>& forgotten);
    /// The same at the end of a first request, of which `answer` is told to the client.
    void add(FetchAsk ask, const FetchAnswer& answer);
    /// Names topics that were not known when they were asked for; `nameOf(id)` is null for none.
    template <class NameOf> void resolve(NameOf&& nameOf)
    {
        for (Cached& cached : m_order)
            if (cached.ask.target.topic.empty())
                if (const std::string* name = nameOf(cached.ask.target.id))
                    cached.ask.target.topic = *name;
    }
    /// In the order in which they shall be read: those that were served last come last, so that a
    /// response that is full is not always full of the same.
    std::vector<FetchAsk> asks() const;

    /// Whether the client has to be told this answer; remembers that it was.
    /// Kafka: CachedPartition.maybeUpdateResponseData, IncrementalFetchContext.PartitionIterator.
    bool tell(const FetchTarget& target, const FetchAnswer& answer);

private:
    struct Cached
    {
        FetchAsk ask;
        Offset highWatermark = kNoOffset; ///< as told last; -1: tell whatever it is
        Offset logStart = kNoOffset;
    };
    using Key = std::tuple<Uuid, std::string, std::int32_t>;

    Key keyOf(const FetchTarget& target) const;
    void insert(Cached cached);

    std::list<Cached> m_order;
    std::map<Key, std::list<Cached>::iterator> m_places;
};

} // namespace hw::replica
