#include "engine/broker/replica/delayed_produce.h"

#include <algorithm>

namespace hw::replica {

using protocol::ErrorCode;

DelayedProduce::DelayedProduce(std::vector<PendingAppend> pending,
                               std::vector<ProduceAnswer> answers, ProduceDone done)
    : m_pending(std::move(pending))
    , m_answers(std::move(answers))
    , m_done(std::move(done))
{
    m_left = static_cast<std::size_t>(std::ranges::count_if(
        m_pending, [](const PendingAppend& append) { return append.partition != nullptr; }));
}

bool DelayedProduce::tryNow()
{
    for (std::uint32_t i = 0; i < m_pending.size(); ++i)
        isReady(i);
    return m_left == 0;
}

void DelayedProduce::watchAll()
{
    reserveWatches(m_pending.size());
    for (std::uint32_t i = 0; i < m_pending.size(); ++i)
        if (m_pending[i].partition)
            watch(m_pending[i].partition->producers(), i);
}

bool DelayedProduce::isReady(std::uint32_t tag)
{
    PendingAppend& append = m_pending[tag];
    if (!append.partition)
        return m_left == 0;
    const auto outcome = append.forSync ? append.partition->synced(append.required)
                                        : append.partition->committed(append.required);
    if (!outcome)
        return false;
    append.partition = nullptr;
    m_answers[tag].error = *outcome;
    return --m_left == 0;
}

void DelayedProduce::complete(bool timedOut)
{
    for (std::size_t i = 0; timedOut && i < m_pending.size(); ++i)
        if (m_pending[i].partition)
            m_answers[i].error = ErrorCode::RequestTimedOut;
    answer();
}

} // namespace hw::replica
