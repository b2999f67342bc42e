#include "engine/broker/replica/fetch_sessions.h"

#include <limits>

namespace hw::replica {

using protocol::ErrorCode;

/// Younger sessions, and those in use, are left alone.  Kafka: KafkaServer,
/// FetchSession.EvictionMinMs.
static constexpr Duration kEvictionTime = 120s;

FetchSessions::FetchSessions(world::Loop& loop, const broker::MetadataCache& metadata,
                             std::size_t places)
    : m_loop(loop)
    , m_metadata(metadata)
    , m_places(places)
{
}

FetchPlan FetchSessions::begin(FetchAsked asked)
{
    const bool isFull = asked.sessionEpoch == FetchSession::kInitialEpoch ||
                        asked.sessionEpoch == FetchSession::kFinalEpoch;
    if (!isFull)
        return resume(std::move(asked));
    remove(asked.sessionId); // a full request ends the session that it names
    FetchPlan plan;
    plan.kind = asked.sessionEpoch == FetchSession::kFinalEpoch ? FetchPlan::Kind::Sessionless
                                                                : FetchPlan::Kind::Full;
    plan.asks = std::move(asked.asks);
    plan.follower = asked.follower;
    plan.usesIds = asked.usesIds;
    return plan;
}

FetchPlan FetchSessions::resume(FetchAsked asked)
{
    FetchPlan plan;
    const auto found = m_sessions.find(asked.sessionId);
    if (found == m_sessions.end()) {
        plan.error = ErrorCode::FetchSessionIdNotFound;
        return plan;
    }
    const SessionPtr session = found->second.session;
    if (session->epoch != asked.sessionEpoch)
        plan.error = ErrorCode::InvalidFetchSessionEpoch;
    else if (session->usesIds != asked.usesIds)
        plan.error = ErrorCode::FetchSessionTopicIdError;
    if (plan.error != ErrorCode::None)
        return plan;

    session->update(asked.asks, asked.forgotten);
    if (session->size() == 0) {
        remove(session->id);
        plan.asks = std::move(asked.asks);
        return plan;
    }
    touch(found->second);
    session->epoch = FetchSession::nextEpoch(session->epoch);
    session->resolve([this](const Uuid& id) { return m_metadata.topicName(id); });
    plan.kind = FetchPlan::Kind::Incremental;
    plan.asks = session->asks();
    plan.session = session;
    plan.epoch = session->epoch;
    return plan;
}

FetchSessions::Outcome FetchSessions::end(const FetchPlan& plan,
                                          const std::vector<FetchAnswer>& answers)
{
    Outcome outcome;
    outcome.told.assign(answers.size(), true);
    switch (plan.kind) {
    case FetchPlan::Kind::Sessionless:
        break;
    case FetchPlan::Kind::Full:
        outcome.sessionId = open(plan, answers);
        break;
    case FetchPlan::Kind::Incremental:
        outcome.sessionId = plan.session->id;
        if (plan.session->epoch != plan.epoch) { // the client has asked again meanwhile
            outcome.error = ErrorCode::InvalidFetchSessionEpoch;
            outcome.told.assign(answers.size(), false);
            break;
        }
        for (std::size_t i = 0; i < answers.size(); ++i)
            outcome.told[i] = plan.session->tell(plan.asks[i].target, answers[i]);
    }
    return outcome;
}

/// Kafka: FetchSessionCache.maybeCreateSession.
std::int32_t FetchSessions::open(const FetchPlan& plan, const std::vector<FetchAnswer>& answers)
{
    if (m_sessions.size() >= m_places && !makeRoom({plan.follower, answers.size(), 0}))
        return 0;
    const auto session =
        std::make_shared<FetchSession>(newId(), plan.follower, plan.usesIds, m_loop.now());
    for (std::size_t i = 0; i < answers.size(); ++i)
        session->add(plan.asks[i], answers[i]);
    Slot& slot = m_sessions[session->id];
    slot.session = session;
    touch(slot);
    return session->id;
}

/// Kafka: FetchSessionCache.tryEvict.
bool FetchSessions::makeRoom(const Worth& forWhat)
{
    if (m_byUse.empty())
        return false;
    const auto [lastUsed, id] = *m_byUse.begin();
    if (m_loop.now() - lastUsed > kEvictionTime) {
        remove(id);
        return true;
    }
    const auto& evictable = std::get<bool>(forWhat) ? m_evictableByFollowers : m_evictableByAll;
    if (evictable.empty() || forWhat < *evictable.begin())
        return false;
    remove(std::get<std::int32_t>(*evictable.begin()));
    return true;
}

/// Kafka: FetchSessionCache.touch.
void FetchSessions::touch(Slot& slot)
{
    FetchSession& session = *slot.session;
    const Instant now = m_loop.now();
    unlist(slot);
    session.lastUsed = now;
    slot.worth = {session.privileged, session.size(), session.id};
    m_byUse.emplace(now, session.id);
    const bool isOld = now - session.createdAt > kEvictionTime;
    if (!session.privileged || isOld)
        m_evictableByFollowers.insert(slot.worth);
    if (isOld)
        m_evictableByAll.insert(slot.worth);
}

void FetchSessions::unlist(const Slot& slot)
{
    m_byUse.erase({slot.session->lastUsed, slot.session->id});
    m_evictableByAll.erase(slot.worth);
    m_evictableByFollowers.erase(slot.worth);
}

void FetchSessions::remove(std::int32_t id)
{
    const auto found = m_sessions.find(id);
    if (found == m_sessions.end())
        return;
    unlist(found->second);
    m_sessions.erase(found);
}

/// Random, so that a client of a broker's earlier life does not find another client's session.
std::int32_t FetchSessions::newId()
{
    while (true) {
        const auto id = static_cast<std::int32_t>(
            m_loop.random().between(1, std::numeric_limits<std::int32_t>::max() - 1));
        if (!m_sessions.contains(id))
            return id;
    }
}

} // namespace hw::replica
