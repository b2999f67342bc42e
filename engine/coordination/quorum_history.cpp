#include "engine/coordination/quorum_history.h"

#include <algorithm>

#include "engine/base/assert.h"

namespace hw::coordination::quorum {

void RecentHistory::reset(Zxid before, std::deque<Txn> txns)
{
    m_before = before;
    m_txns = std::move(txns);
    while (m_txns.size() > kLimit) {
        m_before = m_txns.front().zxid;
        m_txns.pop_front();
    }
}

void RecentHistory::add(Txn txn)
{
    HW_ASSERT(txn.zxid > last(), "history grows at its end");
    m_txns.push_back(std::move(txn));
    if (m_txns.size() > kLimit) {
        m_before = m_txns.front().zxid;
        m_txns.pop_front();
    }
}

SyncPlan RecentHistory::plan(Zxid theirs) const
{
    SyncPlan plan;
    if (theirs < m_before)
        return plan;
    const auto after = std::upper_bound(m_txns.begin(), m_txns.end(), theirs,
                                        [](Zxid zxid, const Txn& txn) { return zxid < txn.zxid; });
    plan.keep = after == m_txns.begin() ? m_before : std::prev(after)->zxid;
    plan.kind = plan.keep == theirs ? SyncPlan::Kind::Diff : SyncPlan::Kind::Truncate;
    for (auto txn = after; txn != m_txns.end(); ++txn)
        plan.lacks.push_back(&*txn);
    return plan;
}

} // namespace hw::coordination::quorum
