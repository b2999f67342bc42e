#include <fmt/format.h>

#include "engine/coordination/quorum_leader.h"
#include "engine/world/cause_scope.h"

/// What an established leader does: orders what servers submit and commits what a quorum has.
namespace hw::coordination::quorum {

using namespace observe;

void Leader::onMessage(ConnectionId id, const Message& message)
{
    const auto at = m_learners.find(id);
    if (m_term.isOver() || at == m_learners.end())
        return;
    Learner& learner = at->second;
    learner.heard = m_shared.loop().now();
    if (const auto* ack = std::get_if<AckEpoch>(&message))
        return onAckEpoch(learner, *ack);
    if (const auto* ack = std::get_if<AckNewLeader>(&message); ack && ack->epoch == m_epoch)
        return onAckNewLeader(learner);
    if (learner.phase == Phase::Following) {
        if (const auto* ack = std::get_if<Ack>(&message)) {
            learner.acked = std::max(learner.acked, ack->zxid);
            return tryCommit();
        }
        if (const auto* submit = std::get_if<Submit>(&message))
            return onSubmit(learner, *submit);
        if (const auto* sync = std::get_if<Sync>(&message))
            return answerAfter({learner.server, sync->number}, Synced{sync->number});
        if (const auto* ask = std::get_if<Revalidate>(&message)) {
            const bool valid = claim(ask->session, ask->password, learner.server);
            return answer({learner.server, ask->number}, Revalidated{ask->number, valid});
        }
        if (const auto* pong = std::get_if<Pong>(&message)) {
            for (const SessionId session : pong->heard)
                m_shared.replica.touch(session);
            return;
        }
    }
    // Anything else means that one side is confused: it must come anew.
    if (!std::holds_alternative<Pong>(message))
        drop(id);
}

void Leader::onLogSafe(Zxid upTo)
{
    m_safe = std::max(m_safe, upTo);
    if (!m_term.isOver())
        tryCommit();
}

void Leader::propose(Txn txn, RequestTag tag)
{
    if (m_term.isOver() || !m_established)
        return;
    const bool asked = txn.type != OpCode::CreateSession && !txn.expired;
    if (asked && !mayWrite(txn.session, tag.server))
        return answerAfter(tag, Refused{tag.number, ZkError::SessionMoved});
    order(std::move(txn), tag);
}

void Leader::onSubmit(Learner& learner, const Submit& submit)
{
    const RequestTag tag{learner.server, submit.number};
    if (m_shared.uncommitted.size() >= kMaxUncommitted)
        return answerAfter(tag, Refused{submit.number, ZkError::ConnectionLoss});
    propose(submit.txn, tag);
}

/// A client that went to another server may have left requests on their way here: they must not
/// come after what it does now.  ZooKeeper: SessionTrackerImpl.checkSession.
bool Leader::mayWrite(SessionId session, std::int32_t server)
{
    if (const auto owner = m_owners.find(session); owner != m_owners.end())
        return owner->second == server;
    if (m_shared.replica.state().sessions().contains(session))
        m_owners[session] = server;
    return true;
}

bool Leader::claim(SessionId session, const Bytes& password, std::int32_t server)
{
    if (!m_shared.replica.claim(session, password))
        return false;
    const auto known = m_owners.find(session);
    const std::int32_t before = known != m_owners.end() ? known->second : serverOf(session);
    m_owners[session] = server;
    if (before != server)
        m_shared.journal.report(
            fact::SessionMoved{m_shared.replica.state().sessions().at(session).client, session,
                               NodeId::ensemble(before), NodeId::ensemble(server)});
    return true;
}

void Leader::order(Txn txn, RequestTag tag)
{
    if ((m_last.value() & 0xffffffff) == 0xffffffff)
        return giveUp("all zxids of this epoch are used up");
    ++m_last;
    txn.zxid = m_last;
    txn.time = m_shared.loop().wallTime();
    if (txn.type == OpCode::CreateSession) {
        txn.session = m_sessions.next(tag.server);
        m_owners[txn.session] = tag.server;
    }
    if (txn.type == OpCode::CloseSession)
        m_owners.erase(txn.session);
    m_shared.uncommitted.push_back({txn, tag, m_shared.loop().cause()});
    m_shared.log.add(txn);
    const Message proposal = Proposal{tag, std::move(txn)};
    const Pieces frame = encode(proposal);
    for (auto& [id, learner] : m_learners) {
        if (learner.gets())
            tell(learner, frame, proposal);
    }
}

bool Leader::quorumHas(Zxid zxid) const
{
    std::size_t count = m_safe >= zxid ? 1 : 0;
    for (const auto& [id, learner] : m_learners)
        count += learner.phase == Phase::Following && learner.acked >= zxid ? 1 : 0;
    return count >= m_shared.config.quorum();
}

void Leader::tryCommit()
{
    if (!m_established)
        return;
    const auto watch = m_term.watch();
    while (!m_shared.uncommitted.empty() && quorumHas(m_shared.uncommitted.front().txn.zxid)) {
        const Proposed next = std::move(m_shared.uncommitted.front());
        m_shared.uncommitted.pop_front();
        const world::CauseScope scope(m_shared.loop(), next.cause);
        const EventId told = m_shared.commit(next);
        if (watch.expired())
            return;
        m_shared.loop().setCause(told);
        const Message commit = Commit{next.txn.zxid};
        const Pieces frame = encode(commit);
        for (auto& [id, learner] : m_learners) {
            if (learner.gets())
                tell(learner, frame, commit);
        }
        answerDeferred();
    }
    if (m_shared.uncommitted.empty())
        m_shared.replica.idle();
}

void Leader::sync(RequestTag tag) { answerAfter(tag, Synced{tag.number}); }

void Leader::revalidate(RequestTag tag, SessionId session, const Bytes& password)
{
    answer(tag, Revalidated{tag.number, claim(session, password, tag.server)});
}

void Leader::answerAfter(RequestTag tag, Message message)
{
    const Zxid after = m_shared.uncommitted.empty() ? Zxid() : m_shared.uncommitted.back().txn.zxid;
    m_deferred.push_back({after, tag, std::move(message)});
    m_shared.loop().post(m_term.whileOn([this] { answerDeferred(); }));
}

void Leader::answerDeferred()
{
    while (!m_deferred.empty() && m_deferred.front().after <= m_shared.lastApplied()) {
        const Deferred next = std::move(m_deferred.front());
        m_deferred.pop_front();
        answer(next.tag, next.answer);
    }
}

void Leader::answer(RequestTag tag, Message message)
{
    if (tag.server == m_shared.config.self) {
        if (const auto* refused = std::get_if<Refused>(&message))
            m_shared.replica.refused(tag, refused->error);
        else if (std::holds_alternative<Synced>(message))
            m_shared.replica.synced(tag);
        else if (const auto* result = std::get_if<Revalidated>(&message))
            m_shared.replica.revalidated(tag, result->valid);
        return;
    }
    for (auto& [id, learner] : m_learners) {
        if (learner.server == tag.server && learner.phase == Phase::Following)
            m_shared.send(*learner.channel, message);
    }
}

} // namespace hw::coordination::quorum
