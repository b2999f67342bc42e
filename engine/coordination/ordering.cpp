#include "engine/coordination/ordering.h"

#include "engine/base/assert.h"

namespace hw::coordination {

SessionId SessionIds::next(std::int32_t server)
{
    ++m_given;
    return SessionId(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(server & 0xff) << 56 |
                                  static_cast<std::uint64_t>(m_epoch & 0xffffff) << 32 | m_given));
}

std::int32_t serverOf(SessionId session)
{
    return static_cast<std::int32_t>(static_cast<std::uint64_t>(session.value()) >> 56);
}

LocalOrdering::LocalOrdering(world::Host& host, Storage& storage, bool syncBeforeCommit, Zxid last,
                             Replica& replica)
    : m_host(host)
    , m_replica(replica)
    , m_last(last)
    , m_sessions(static_cast<std::uint32_t>(last.value() >> 32))
    , m_log(host, storage, syncBeforeCommit,
            {[this](Zxid upTo) { commit(upTo); },
             [this](const Error& error) { m_replica.orderingFailed(error); }})
{
}

void LocalOrdering::propose(Txn txn, RequestTag tag)
{
    ++m_last;
    HW_ASSERT((m_last.value() & 0xffffffff) != 0, "an epoch has room for 2^32 - 1 transactions");
    txn.zxid = m_last;
    txn.time = m_host.loop().wallTime();
    if (txn.type == OpCode::CreateSession)
        txn.session = m_sessions.next(tag.server);
    m_uncommitted.push_back({txn, tag});
    m_log.add(std::move(txn));
}

void LocalOrdering::commit(Zxid upTo)
{
    const std::weak_ptr<bool> alive = m_alive;
    while (!m_uncommitted.empty() && m_uncommitted.front().txn.zxid <= upTo) {
        const Proposed next = std::move(m_uncommitted.front());
        m_uncommitted.pop_front();
        m_replica.apply(next.txn, next.tag);
        if (alive.expired())
            return;
    }
    if (m_uncommitted.empty())
        m_replica.idle();
}

void LocalOrdering::sync(RequestTag tag)
{
    const std::weak_ptr<bool> alive = m_alive;
    m_host.loop().post([this, alive, tag] {
        if (!alive.expired())
            m_replica.synced(tag);
    });
}

void LocalOrdering::revalidate(RequestTag tag, SessionId session, const Bytes& password)
{
    m_replica.revalidated(tag, m_replica.claim(session, password));
}

} // namespace hw::coordination
