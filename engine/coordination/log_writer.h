#pragma once

#include <deque>
#include <memory>

#include "engine/base/function.h"
#include "engine/coordination/state.h"
#include "engine/coordination/storage.h"
#include "engine/world/host.h"

namespace hw::coordination {

/// Writes transactions to the log and tells when they are safe. Those that come while a sync is
/// under way wait for the next one, so that many share a sync (group commit).
/// ZooKeeper: SyncRequestProcessor.
class LogWriter
{
public:
    struct Handlers
    {
        /// Everything up to this zxid survives a power loss (or is written, if syncs are switched
        /// off). In a later task than `add`.
        UniqueFunction<void(Zxid upTo)> onSafe;
        /// The log cannot be written; nothing more will be safe.
        UniqueFunction<void(const Error&)> onFailed;
    };

    /// `host` and `storage` outlive it; its destruction forgets what is not written yet.
    LogWriter(world::Host& host, Storage& storage, bool syncs, Handlers handlers);

    void add(Txn txn);
    /// Starts a new file before the next append.
    void roll() { m_rollWanted = true; }
    /// Appends all that waits and asks for a sync; `onSafe` is not told. Syncs complete in order,
    /// so whatever sync is asked for next speaks for these too.
    void flush();

private:
    void write();
    /// False if it failed.
    bool appendWaiting();
    void safe();
    void failFor(const Error& error);

    world::Host& m_host;
    Storage& m_storage;
    bool m_syncs;
    Handlers m_handlers;
    std::deque<Txn> m_waiting; ///< not yet in the log; bounded by what may be uncommitted
    Zxid m_appended;           ///< newest in the log
    bool m_syncing = false;
    Zxid m_syncingUpTo;
    bool m_rollWanted = false;
    bool m_failed = false;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< tasks hold it weakly
};

} // namespace hw::coordination
