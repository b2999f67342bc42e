#include "engine/broker/replica/delayed_delete_records.h"

#include <algorithm>

namespace hw::replica {

using protocol::ErrorCode;

DelayedDeleteRecords::DelayedDeleteRecords(std::vector<PendingDeletion> pending,
                                           std::vector<DeleteRecordsAnswer> answers,
                                           DeleteRecordsDone done)
    : m_pending(std::move(pending))
    , m_answers(std::move(answers))
    , m_done(std::move(done))
{
    m_left = static_cast<std::size_t>(std::ranges::count_if(
        m_pending, [](const PendingDeletion& one) { return one.partition != nullptr; }));
}

bool DelayedDeleteRecords::tryNow()
{
    for (std::uint32_t i = 0; i < m_pending.size(); ++i)
        isReady(i);
    return m_left == 0;
}

void DelayedDeleteRecords::watchAll()
{
    reserveWatches(m_pending.size());
    for (std::uint32_t i = 0; i < m_pending.size(); ++i)
        if (m_pending[i].partition)
            watch(m_pending[i].partition->deletions(), i);
}

bool DelayedDeleteRecords::isReady(std::uint32_t tag)
{
    PendingDeletion& one = m_pending[tag];
    if (!one.partition)
        return m_left == 0;
    if (one.partition->isLeader()) {
        const Offset low = one.partition->lowWatermark();
        if (low < one.start)
            return false;
        m_answers[tag].lowWatermark = low;
    } else {
        m_answers[tag].error = ErrorCode::NotLeaderOrFollower;
    }
    one.partition = nullptr;
    return --m_left == 0;
}

void DelayedDeleteRecords::complete(bool timedOut)
{
    for (std::size_t i = 0; timedOut && i < m_pending.size(); ++i)
        if (m_pending[i].partition)
            m_answers[i].error = ErrorCode::RequestTimedOut;
    answer();
}

} // namespace hw::replica
