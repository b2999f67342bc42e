#include "engine/coordination/ordering.h"

#include "engine/base/assert.h"

namespace hw::coordination {

LocalOrdering::LocalOrdering(world::Host& host, Storage& storage, bool syncBeforeCommit, Zxid last,
                             Handlers handlers)
    : m_host(host)
    , m_storage(storage)
    , m_syncBeforeCommit(syncBeforeCommit)
    , m_last(last)
    , m_handlers(std::move(handlers))
{
}

Zxid LocalOrdering::propose(Txn txn)
{
    ++m_last;
    HW_ASSERT((m_last.value() & 0xffffffff) != 0, "an epoch has room for 2^32 - 1 transactions");
    txn.zxid = m_last;
    txn.time = m_host.loop().wallTime();
    m_waiting.push_back(std::move(txn));
    if (m_writing.empty())
        write();
    return m_last;
}

void LocalOrdering::write()
{
    if (m_failed || m_waiting.empty())
        return;
    if (m_rollWanted) {
        m_storage.roll();
        m_rollWanted = false;
    }
    m_writing.assign(std::make_move_iterator(m_waiting.begin()),
                     std::make_move_iterator(m_waiting.end()));
    m_waiting.clear();
    if (auto appended = m_storage.append(m_writing); !appended) {
        failFor(appended.error());
        return;
    }
    const std::weak_ptr<bool> alive = m_alive;
    if (!m_syncBeforeCommit) {
        m_host.loop().post([this, alive] {
            if (!alive.expired())
                commit();
        });
        return;
    }
    m_storage.sync([this, alive](Result<void> synced) {
        if (alive.expired())
            return;
        if (synced)
            commit();
        else
            failFor(synced.error());
    });
}

void LocalOrdering::commit()
{
    const std::weak_ptr<bool> alive = m_alive;
    const std::vector<Txn> batch = std::move(m_writing);
    m_writing.clear();
    // The next batch is on its way to the disk while this one is applied.
    write();
    for (const Txn& txn : batch) {
        m_handlers.onCommitted(txn);
        if (alive.expired())
            return;
    }
    if (pending() == 0)
        m_handlers.onIdle();
}

void LocalOrdering::failFor(const Error& error)
{
    m_failed = true;
    const std::weak_ptr<bool> alive = m_alive;
    m_host.loop().post([this, alive, error] {
        if (!alive.expired())
            m_handlers.onFailed(error);
    });
}

} // namespace hw::coordination
