#include "engine/broker/replica/fetch_session.h"

#include <limits>

namespace hw::replica {

std::int32_t FetchSession::nextEpoch(std::int32_t epoch)
{
    if (epoch < 0)
        return kFinalEpoch;
    return epoch == std::numeric_limits<std::int32_t>::max() ? 1 : epoch + 1;
}

FetchSession::FetchSession(std::int32_t id, bool privileged, bool usesIds, Instant now)
    : id(id)
    , privileged(privileged)
    , usesIds(usesIds)
    , createdAt(now)
    , lastUsed(now)
    , epoch(nextEpoch(kInitialEpoch))
{
}

/// A topic that is named by its id is the same whether its name is known yet or not.
FetchSession::Key FetchSession::keyOf(const FetchTarget& target) const
{
    return {target.id, usesIds ? std::string() : target.topic, target.partition};
}

void FetchSession::insert(Cached cached)
{
    const Key key = keyOf(cached.ask.target);
    m_order.push_back(std::move(cached));
    m_places[key] = std::prev(m_order.end());
}

void FetchSession::add(FetchAsk ask, const FetchAnswer& answer)
{
    if (!m_places.contains(keyOf(ask.target)))
        insert({std::move(ask), answer.highWatermark, answer.logStart});
}

void FetchSession::update(std::vector<FetchAsk> asks, const std::vector<FetchTarget>& forgotten)
{
    for (FetchAsk& ask : asks) {
        const auto known = m_places.find(keyOf(ask.target));
        if (known == m_places.end())
            insert({std::move(ask)});
        else
            known->second->ask.query = ask.query;
    }
    for (const FetchTarget& target : forgotten) {
        const auto known = m_places.find(keyOf(target));
        if (known == m_places.end())
            continue;
        m_order.erase(known->second);
        m_places.erase(known);
    }
}

std::vector<FetchAsk> FetchSession::asks() const
{
    std::vector<FetchAsk> all;
    all.reserve(m_order.size());
    for (const Cached& cached : m_order)
        all.push_back(cached.ask);
    return all;
}

bool FetchSession::tell(const FetchTarget& target, const FetchAnswer& answer)
{
    const auto known = m_places.find(keyOf(target));
    if (known == m_places.end())
        return false; // the client has given it up meanwhile
    Cached& cached = *known->second;
    const bool failed = answer.error != protocol::ErrorCode::None;
    const bool news = !answer.records.empty() || cached.highWatermark != answer.highWatermark ||
                      cached.logStart != answer.logStart || failed || answer.diverging;
    // After an error it is told again, even if nothing else has changed when the error is over.
    cached.highWatermark = failed ? kNoOffset : answer.highWatermark;
    cached.logStart = answer.logStart;
    if (!answer.records.empty())
        m_order.splice(m_order.end(), m_order, known->second);
    return news;
}

} // namespace hw::replica
