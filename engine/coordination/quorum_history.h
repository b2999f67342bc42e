#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "engine/coordination/state.h"

namespace hw::coordination::quorum {

/// How a follower's history is made the leader's.
struct SyncPlan
{
    enum class Kind
    {
        Diff,     ///< send what it lacks
        Truncate, ///< it must first forget what comes after `keep`, then lacks the rest
        Snapshot, ///< send the whole state
    };
    Kind kind = Kind::Snapshot;
    Zxid keep;                     ///< newest transaction that both have
    std::vector<const Txn*> lacks; ///< in order; valid until the history changes
};

/// The newest transactions of a server's history, kept to bring followers up to date without
/// sending everything:
///
///     before | first … last        before: newest transaction that is not kept any more
///
/// ZooKeeper: ZKDatabase.committedLog, LearnerHandler.syncFollower.
class RecentHistory
{
public:
    /// `commitLogCount`.
    static constexpr std::size_t kLimit = 500;

    /// Starts anew behind `before`, with what follows it.
    void reset(Zxid before, std::deque<Txn> txns = {});
    void add(Txn txn);

    Zxid last() const { return m_txns.empty() ? m_before : m_txns.back().zxid; }
    std::size_t size() const { return m_txns.size(); }

    /// For a follower whose log ends with `theirs`. `theirs` need not be in this history: what an
    /// old leader proposed to few servers is cut off, as far as the last transaction before it.
    SyncPlan plan(Zxid theirs) const;

private:
    Zxid m_before;
    std::deque<Txn> m_txns;
};

} // namespace hw::coordination::quorum
