#include "engine/coordination/log_writer.h"

#include <vector>

namespace hw::coordination {

LogWriter::LogWriter(world::Host& host, Storage& storage, bool syncs, Handlers handlers)
    : m_host(host)
    , m_storage(storage)
    , m_syncs(syncs)
    , m_handlers(std::move(handlers))
{
}

void LogWriter::add(Txn txn)
{
    m_waiting.push_back(std::move(txn));
    if (!m_syncing)
        write();
}

bool LogWriter::appendWaiting()
{
    if (m_rollWanted) {
        m_storage.roll();
        m_rollWanted = false;
    }
    const std::vector<Txn> batch(std::make_move_iterator(m_waiting.begin()),
                                 std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    if (auto appended = m_storage.append(batch); !appended) {
        failFor(appended.error());
        return false;
    }
    m_appended = batch.back().zxid;
    return true;
}

void LogWriter::flush()
{
    if (m_failed || m_waiting.empty() || !appendWaiting())
        return;
    const std::weak_ptr<bool> alive = m_alive;
    m_storage.sync([this, alive](Result<void> synced) {
        if (!alive.expired() && !synced)
            failFor(synced.error());
    });
}

void LogWriter::write()
{
    if (m_failed || m_waiting.empty() || !appendWaiting())
        return;
    m_syncing = true;
    m_syncingUpTo = m_appended;
    const std::weak_ptr<bool> alive = m_alive;
    if (!m_syncs) {
        m_host.loop().post([this, alive] {
            if (!alive.expired())
                safe();
        });
        return;
    }
    m_storage.sync([this, alive](Result<void> synced) {
        if (alive.expired())
            return;
        if (synced)
            safe();
        else
            failFor(synced.error());
    });
}

void LogWriter::safe()
{
    const Zxid upTo = m_syncingUpTo;
    m_syncing = false;
    // The next batch is on its way to the disk while this one is applied.
    write();
    m_handlers.onSafe(upTo);
}

void LogWriter::failFor(const Error& error)
{
    m_failed = true;
    const std::weak_ptr<bool> alive = m_alive;
    m_host.loop().post([this, alive, error] {
        if (!alive.expired())
            m_handlers.onFailed(error);
    });
}

} // namespace hw::coordination
