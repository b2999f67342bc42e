#include "engine/log/cleaner/cleaned_transactions.h"

namespace hw::log {

void CleanedTransactions::addAborted(std::span<const AbortedTransaction> aborted)
{
    for (const AbortedTransaction& transaction : aborted)
        m_waiting.emplace(transaction.first, transaction);
}

void CleanedTransactions::beginUpTo(Offset offset)
{
    while (!m_waiting.empty() && m_waiting.begin()->first <= offset) {
        const AbortedTransaction& transaction = m_waiting.begin()->second;
        m_aborted.try_emplace(transaction.producer, Ongoing{transaction, false});
        m_waiting.erase(m_waiting.begin());
    }
}

bool CleanedTransactions::onData(const protocol::BatchHeader& batch)
{
    beginUpTo(batch.lastOffset());
    if (!batch.isTransactional())
        return false;
    if (const auto ongoing = m_aborted.find(batch.producerId); ongoing != m_aborted.end()) {
        ongoing->second.hasData = true;
        return true;
    }
    m_committed.insert(batch.producerId);
    return false;
}

bool CleanedTransactions::onControl(const protocol::BatchHeader& batch,
                                    const std::optional<protocol::ControlMarker>& marker,
                                    bool isOther)
{
    beginUpTo(batch.lastOffset());
    if (!marker)
        return !isOther;
    if (marker->commit)
        return m_committed.erase(batch.producerId) == 0;
    const auto ongoing = m_aborted.find(batch.producerId);
    if (ongoing == m_aborted.end())
        return true;
    const Ongoing ended = ongoing->second;
    m_aborted.erase(ongoing);
    if (ended.hasData)
        m_kept.push_back(ended.transaction);
    return !ended.hasData;
}

} // namespace hw::log
