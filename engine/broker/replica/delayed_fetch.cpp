#include "engine/broker/replica/delayed_fetch.h"

#include <algorithm>
#include <utility>

namespace hw::replica {

/// Instead of the number of an item.
static constexpr std::uint32_t kNewcomers = 0xffffffff;

std::vector<FetchAnswer> readAll(const FetchParams& params, const std::vector<FetchItem>& items)
{
    std::vector<FetchAnswer> answers;
    answers.reserve(items.size());
    auto left = static_cast<std::uint32_t>(std::max(params.maxBytes, 0));
    bool oneBatch = true;
    for (const FetchItem& item : items) {
        FetchAnswer& answer = answers.emplace_back();
        if (!item.partition) {
            answer.error = item.error;
            continue;
        }
        const std::uint32_t most = std::min(left, item.query.maxBytes);
        answer = item.partition->fetch(item.query, params, most, oneBatch);
        if (answer.records.empty())
            continue;
        oneBatch = false;
        left -= std::min(left, static_cast<std::uint32_t>(answer.records.size()));
    }
    return answers;
}

DelayedFetch::DelayedFetch(FetchParams params, std::vector<FetchItem> items, FetchDone done)
    : m_params(params)
    , m_items(std::move(items))
    , m_done(std::move(done))
{
    if (m_params.minBytes > 1)
        m_parked.resize(m_items.size());
    for (std::size_t i = 0; i < m_parked.size(); ++i) {
        if (!m_items[i].partition)
            continue;
        const auto at = m_items[i].partition->log().positionOf(m_items[i].query.at);
        m_parked[i].at = at.value_or(log::LogPosition{});
    }
}

bool DelayedFetch::tryNow()
{
    for (std::uint32_t i = 0; i < m_items.size(); ++i)
        if (m_items[i].partition && isReady(i))
            return true;
    return false;
}

void DelayedFetch::watchAll(broker::WatchList* newcomers)
{
    reserveWatches(m_items.size() + 1);
    if (newcomers)
        watch(*newcomers, kNewcomers);
    for (std::uint32_t i = 0; i < m_items.size(); ++i) {
        if (!m_items[i].partition)
            continue;
        Partition& partition = *m_items[i].partition;
        watch(m_params.follower ? partition.appends() : partition.commits(), i);
    }
}

bool DelayedFetch::isReady(std::uint32_t tag)
{
    if (tag == kNewcomers)
        return true;
    const FetchItem& item = m_items[tag];
    const bool counts = !m_parked.empty();
    const auto readable = item.partition->readable(item.query, m_params,
                                                   counts ? m_parked[tag].at : log::LogPosition{});
    if (readable.answerNow)
        return true;
    if (!counts)
        return false;
    m_bytes += readable.bytes - std::exchange(m_parked[tag].bytes, readable.bytes);
    return m_bytes >= static_cast<std::uint64_t>(m_params.minBytes);
}

void DelayedFetch::complete(bool) { answer(); }

} // namespace hw::replica
