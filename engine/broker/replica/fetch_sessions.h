#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <vector>

#include "engine/broker/core/metadata_cache.h"
#include "engine/broker/replica/fetch_session.h"
#include "engine/world/loop.h"

namespace hw::replica {

/// What a fetch request says of sessions and partitions.
struct FetchAsked
{
    std::int32_t sessionId = 0;
    std::int32_t sessionEpoch = FetchSession::kFinalEpoch;
    bool follower = false;
    bool usesIds = false;
    std::vector<FetchAsk> asks{};
    std::vector<FetchTarget> forgotten{};
};

/// Which partitions a request is about once its session is looked up, and how to answer it.
struct FetchPlan
{
    enum class Kind : std::uint8_t
    {
        Sessionless,
        Full, ///< opens a session, if there is room
        Incremental,
    };
    /// FETCH_SESSION_ID_NOT_FOUND, INVALID_FETCH_SESSION_EPOCH or FETCH_SESSION_TOPIC_ID_ERROR:
    /// the answer is that and nothing else.
    protocol::ErrorCode error = protocol::ErrorCode::None;
    Kind kind = Kind::Sessionless;
    std::vector<FetchAsk> asks; ///< in the order to be read
    bool follower = false;
    bool usesIds = false;
    std::shared_ptr<FetchSession> session; ///< of an incremental request
    std::int32_t epoch = 0;                ///< what its epoch is after this request
};

/// The fetch sessions that a broker keeps, at most `max.incremental.fetch.session.cache.slots`. One
/// more takes the place of
///   1. the one that nobody used for more than two minutes, else
///   2. the least valuable, if that is older than two minutes (or no follower's, while the new one
///      is one) and not worth more. Followers' are worth more than others, then larger ones.
/// A client that finds its session gone starts over with a full request. Kafka shards this cache
/// for its threads; here one loop owns it.  Kafka: FetchManager, FetchSessionCache.
class FetchSessions
{
public:
    /// Both outlive it.
    FetchSessions(world::Loop& loop, const broker::MetadataCache& metadata, std::size_t places);

    FetchPlan begin(FetchAsked asked);

    struct Outcome
    {
        protocol::ErrorCode error = protocol::ErrorCode::None; ///< then no partition is told
        std::int32_t sessionId = 0;                            ///< 0: the client has no session
        std::vector<bool> told; ///< which answers the response holds, side by side with the asks
    };
    /// The answers to a plan's asks are there, in their order.
    Outcome end(const FetchPlan& plan, const std::vector<FetchAnswer>& answers);

    std::size_t size() const { return m_sessions.size(); }

private:
    using SessionPtr = std::shared_ptr<FetchSession>;
    /// Ascending by worth.  Kafka: EvictableKey.
    using Worth = std::tuple<bool, std::size_t, std::int32_t>;
    struct Slot
    {
        SessionPtr session;
        Worth worth; ///< as of its last use
    };

    FetchPlan resume(FetchAsked asked);
    std::int32_t open(const FetchPlan& plan, const std::vector<FetchAnswer>& answers);
    bool makeRoom(const Worth& forWhat);
    void touch(Slot& slot);
    void unlist(const Slot& slot);
    void remove(std::int32_t id);
    std::int32_t newId();

    world::Loop& m_loop;
    const broker::MetadataCache& m_metadata;
    const std::size_t m_places;
    std::map<std::int32_t, Slot> m_sessions;
    std::set<std::pair<Instant, std::int32_t>> m_byUse; ///< longest unused first
    std::set<Worth> m_evictableByAll;
    std::set<Worth> m_evictableByFollowers;
};

} // namespace hw::replica
