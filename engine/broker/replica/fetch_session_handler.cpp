#include "engine/broker/replica/fetch_session_handler.h"

#include <set>

#include "engine/broker/replica/fetch_session.h"

namespace hw::replica {

using protocol::ErrorCode;
using protocol::FetchRequest;
using protocol::FetchResponse;

namespace {

void ask(FetchRequest& request, const TopicPartition& id,
         const FetchSessionHandler::Partition& what)
{
    if (request.topics.empty() || request.topics.back().topic != id.topic)
        request.topics.emplace_back().topic = id.topic;
    request.topics.back().partitions.push_back(what);
}

void forget(FetchRequest& request, const TopicPartition& id)
{
    auto& forgotten = request.forgottenTopicsData;
    if (forgotten.empty() || forgotten.back().topic != id.topic)
        forgotten.emplace_back().topic = id.topic;
    forgotten.back().partitions.push_back(id.partition);
}

} // namespace

void FetchSessionHandler::restart(std::int32_t closed)
{
    m_id = closed;
    m_nextEpoch = FetchSession::kInitialEpoch;
}

void FetchSessionHandler::build(const Wanted& wanted, FetchRequest& request)
{
    m_asked = {m_id, m_nextEpoch};
    request.sessionId = m_id;
    request.sessionEpoch = m_nextEpoch;
    if (wasIncremental())
        buildIncremental(wanted, request);
    else
        buildFull(wanted, request);
}

void FetchSessionHandler::buildFull(const Wanted& wanted, FetchRequest& request)
{
    m_told.clear();
    for (const auto& [id, what] : wanted) {
        ask(request, id, what);
        m_told.emplace(id, what);
    }
}

void FetchSessionHandler::buildIncremental(const Wanted& wanted, FetchRequest& request)
{
    std::map<TopicPartition, Partition> now;
    for (const auto& [id, what] : wanted) {
        const auto before = m_told.find(id);
        if (before == m_told.end() || before->second != what)
            ask(request, id, what);
        now.emplace(id, what);
    }
    for (const auto& [id, what] : m_told) {
        if (!now.contains(id))
            forget(request, id);
    }
    m_told = std::move(now);
}

/// A full answer holds exactly what was asked for, another one nothing else.
/// Kafka: FetchSessionHandler.verifyFullFetchResponsePartitions.
bool FetchSessionHandler::fits(const FetchResponse& response) const
{
    std::set<TopicPartition> answered;
    for (const auto& topic : response.responses) {
        for (const auto& partition : topic.partitions) {
            TopicPartition id{topic.topic, partition.partitionIndex};
            if (!m_told.contains(id))
                return false;
            answered.insert(std::move(id));
        }
    }
    return wasIncremental() || answered.size() == m_told.size();
}

bool FetchSessionHandler::take(const FetchResponse& response)
{
    if (response.errorCode == ErrorCode::FetchSessionIdNotFound) {
        restart(0);
        return false;
    }
    if (response.errorCode != ErrorCode::None || !fits(response)) {
        restart(m_id);
        return false;
    }
    // The leader has no place for a session, or gave up this one: each request is full.
    if (response.sessionId == 0)
        restart(0);
    else {
        m_id = response.sessionId;
        m_nextEpoch = FetchSession::nextEpoch(m_asked.epoch);
    }
    return true;
}

} // namespace hw::replica
