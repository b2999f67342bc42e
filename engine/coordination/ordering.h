#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "engine/base/function.h"
#include "engine/coordination/state.h"
#include "engine/coordination/storage.h"
#include "engine/world/host.h"

namespace hw::coordination {

/// The place between "somebody wants this written" and "it is part of history": gives transactions
/// their order and zxids and says when they are safe. One server orders by its own log; an ensemble
/// puts its quorum here, and nothing above changes.
class Ordering
{
public:
    virtual ~Ordering() = default;

    struct Handlers
    {
        /// A transaction became history. In the order of zxids, in later tasks than `propose`.
        UniqueFunction<void(const Txn&)> onCommitted;
        /// All that was proposed so far is committed, and no task is left to do it in.
        UniqueFunction<void()> onIdle;
        /// The log cannot be written; nothing more will be committed.
        UniqueFunction<void(const Error&)> onFailed;
    };

    /// Gives it its zxid and time, and returns the zxid.
    virtual Zxid propose(Txn txn) = 0;
    /// Proposed, not yet committed.
    virtual std::size_t pending() const = 0;
};

/// Orders by the local log. Appends while a sync is under way wait for the next one, so that many
/// transactions share a sync (group commit).
class LocalOrdering final : public Ordering
{
public:
    /// `last`: the newest zxid given before, of an older epoch or this one. All outlive it; its
    /// destruction forgets what is not committed.
    LocalOrdering(world::Host& host, Storage& storage, bool syncBeforeCommit, Zxid last,
                  Handlers handlers);

    Zxid propose(Txn txn) override;
    std::size_t pending() const override { return m_waiting.size() + m_writing.size(); }

    /// Starts a new log file before the next append; the present one is whole and synced then.
    void roll() { m_rollWanted = true; }

private:
    void write();
    void commit();
    void failFor(const Error& error);

    world::Host& m_host;
    Storage& m_storage;
    bool m_syncBeforeCommit;
    Zxid m_last;
    Handlers m_handlers;
    std::deque<Txn> m_waiting;  ///< not yet in the log
    std::vector<Txn> m_writing; ///< in the log, being synced
    bool m_rollWanted = false;
    bool m_failed = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< tasks hold it weakly
};

} // namespace hw::coordination
