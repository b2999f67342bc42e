#include "engine/coordination/quorum_leader.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/world/cause_scope.h"

/// A leader's way to its place: epoch, histories, quorum. What it does there is in
/// quorum_broadcast.cpp.
namespace hw::coordination::quorum {

Leader::Leader(Shared& shared, Handlers handlers)
    : m_shared(shared)
    , m_handlers(std::move(handlers))
    , m_tick(shared.loop())
    , m_term(shared.loop(), std::move(m_handlers.onOver))
{
}

void Leader::start()
{
    m_started = m_shared.loop().now();
    armTick();
    chooseEpoch();
}

std::vector<std::int32_t> Leader::followers() const
{
    std::vector<std::int32_t> servers;
    for (const auto& [id, learner] : m_learners) {
        if (learner.phase == Phase::Following)
            servers.push_back(learner.server);
    }
    std::sort(servers.begin(), servers.end());
    return servers;
}

void Leader::addLearner(ConnectionId id, std::int32_t server,
                        std::unique_ptr<world::Channel> channel, const FollowerInfo& info)
{
    if (m_term.isOver())
        return;
    // A server that comes again has given its old connection up.
    for (auto it = m_learners.begin(); it != m_learners.end();)
        it = it->second.server == server ? m_learners.erase(it) : std::next(it);
    Learner& learner = m_learners[id];
    learner.id = id;
    learner.server = server;
    learner.channel = std::move(channel);
    learner.acceptedEpoch = info.acceptedEpoch;
    learner.heard = m_shared.loop().now();
    if (m_epoch == 0)
        chooseEpoch();
    else
        tellEpoch(learner);
}

void Leader::chooseEpoch()
{
    std::uint32_t newest = m_shared.acceptedEpoch;
    for (const auto& [id, learner] : m_learners)
        newest = std::max(newest, learner.acceptedEpoch);
    if (1 + m_learners.size() < m_shared.config.quorum())
        return;
    m_epoch = newest + 1;
    m_shared.acceptedEpoch = m_epoch;
    // The own promise first: were it lost, two leaders could come to the same epoch.
    const auto written =
        m_shared.storage.writeEpoch(m_epoch, m_term.whileOn([this](Result<void> synced) {
            if (!synced)
                return m_shared.replica.orderingFailed(synced.error());
            m_epochSafe = true;
            m_promised.insert(m_shared.config.self);
            for (auto& [id, learner] : m_learners)
                tellEpoch(learner);
        }),
                                    Storage::kAcceptedEpoch);
    if (!written)
        giveUp(written.error().message);
}

void Leader::tellEpoch(Learner& learner)
{
    if (!m_epochSafe || learner.phase != Phase::Info)
        return;
    // It promised not to follow an epoch as old as this one. ZooKeeper leaves such a server outside
    // until the next election; here the leader makes room for that election.
    if (learner.acceptedEpoch > m_epoch)
        return giveUp(fmt::format("zookeeper{} has promised epoch {}, later than epoch {}",
                                  learner.server, learner.acceptedEpoch, m_epoch));
    learner.phase = Phase::Asked;
    m_shared.send(*learner.channel, LeaderInfo{m_epoch});
}

void Leader::onAckEpoch(Learner& learner, const AckEpoch& ack)
{
    if (learner.phase != Phase::Asked)
        return;
    const auto theirs = std::pair(ack.currentEpoch, ack.last);
    const auto ours = std::pair(m_shared.currentEpoch, m_shared.lastApplied());
    if (!m_established && theirs > ours)
        return giveUp(fmt::format("zookeeper{} has a newer history: epoch {}, zxid {:#x}",
                                  learner.server, ack.currentEpoch, ack.last.value()));
    learner.phase = Phase::Promised;
    learner.last = ack.last;
    learner.wantsSnapshot = ack.wantsSnapshot;
    if (ack.promised)
        m_promised.insert(learner.server);
    if (m_syncing)
        bringUpToDate(learner);
    else if (m_promised.size() >= m_shared.config.quorum())
        beginSync();
}

void Leader::beginSync()
{
    m_syncing = true;
    m_shared.log.flush();
    m_shared.currentEpoch = m_epoch;
    // Syncs complete in order: with this one the whole history is safe too.
    const auto written =
        m_shared.storage.writeEpoch(m_epoch, m_term.whileOn([this](Result<void> synced) {
            if (!synced)
                return m_shared.replica.orderingFailed(synced.error());
            m_selfSynced = true;
            tryEstablish();
        }));
    if (!written)
        return giveUp(written.error().message);
    for (auto& [id, learner] : m_learners) {
        if (learner.phase == Phase::Promised)
            bringUpToDate(learner);
    }
}

void Leader::bringUpToDate(Learner& learner)
{
    SyncPlan plan;
    if (!learner.wantsSnapshot)
        plan = m_shared.recent.plan(learner.last);
    if (plan.kind == SyncPlan::Kind::Snapshot) {
        learner.image = m_shared.replica.state().image();
        sendOn(learner);
    }
    if (plan.kind == SyncPlan::Kind::Truncate)
        tell(learner, Truncate{plan.keep});
    for (const Txn* txn : plan.lacks)
        tell(learner, History{*txn});
    tell(learner, NewLeader{m_epoch});
    learner.acked = m_shared.lastApplied();
    learner.phase = Phase::Syncing;
    for (const Proposed& proposed : m_shared.uncommitted)
        tell(learner, Proposal{proposed.tag, proposed.txn});
}

/// In slices: a big state would keep the loop for too long.
void Leader::sendOn(Learner& learner)
{
    if (learner.image)
        sendPart(learner);
    else
        sendLater(learner);
    if (!learner.image && learner.later.empty())
        return;
    m_shared.loop().post(m_term.whileOn([this, id = learner.id] {
        const auto at = m_learners.find(id);
        if (at == m_learners.end())
            return;
        if (at->second.later.size() > kMaxLater)
            return drop(id);
        sendOn(at->second);
    }));
}

void Leader::sendPart(Learner& learner)
{
    const std::uint64_t total = learner.image->size();
    const Slice bytes(learner.image->next(m_shared.replica.state()));
    for (std::size_t at = 0; at < bytes.size(); at += kSnapshotPartSize) {
        const std::size_t size = std::min(kSnapshotPartSize, bytes.size() - at);
        m_shared.send(*learner.channel, SnapshotPart{total, bytes.sub(at, size)});
    }
    if (learner.image->atEnd())
        learner.image.reset();
}

void Leader::sendLater(Learner& learner)
{
    const EventId before = m_shared.loop().cause();
    for (std::size_t i = 0; i < kLaterSlice && !learner.later.empty(); ++i) {
        const Later next = std::move(learner.later.front());
        learner.later.pop_front();
        m_shared.loop().setCause(next.cause);
        m_shared.sendEncoded(*learner.channel, next.frame, next.message);
    }
    m_shared.loop().setCause(before);
}

void Leader::tell(Learner& learner, const Message& message)
{
    tell(learner, encode(message), message);
}

void Leader::tell(Learner& learner, const Pieces& frame, const Message& message)
{
    if (learner.image || !learner.later.empty())
        learner.later.push_back({frame, message, m_shared.loop().cause()});
    else
        m_shared.sendEncoded(*learner.channel, frame, message);
}

void Leader::onAckNewLeader(Learner& learner)
{
    if (learner.phase != Phase::Syncing)
        return;
    learner.phase = Phase::Following;
    if (!m_established)
        return tryEstablish();
    m_shared.send(*learner.channel, UpToDate{});
    tryCommit();
}

void Leader::tryEstablish()
{
    if (m_established || !m_selfSynced || 1 + followers().size() < m_shared.config.quorum())
        return;
    m_established = true;
    m_last = Zxid(static_cast<std::int64_t>(m_epoch) << 32);
    m_sessions = SessionIds(m_epoch);
    m_handlers.onEstablished(m_epoch);
    for (auto& [id, learner] : m_learners) {
        if (learner.phase == Phase::Following)
            m_shared.send(*learner.channel, UpToDate{});
    }
}

void Leader::onClosed(ConnectionId id) { drop(id); }

void Leader::drop(ConnectionId id) { m_learners.erase(id); }

void Leader::armTick()
{
    const world::CauseScope scope(m_shared.loop(), kNoEvent);
    m_tick.start(m_shared.config.tickTime / 2, [this] { tick(); });
}

void Leader::tick()
{
    if (m_term.isOver())
        return;
    const Instant now = m_shared.loop().now();
    const Config& config = m_shared.config;
    std::vector<ConnectionId> silent;
    for (auto& [id, learner] : m_learners) {
        const std::int32_t limit =
            learner.phase == Phase::Following ? config.syncLimit : config.initLimit;
        if (now - learner.heard >= config.tickTime * limit)
            silent.push_back(id);
        else if (learner.gets())
            tell(learner, Ping{});
    }
    for (const ConnectionId id : silent)
        drop(id);
    armTick();
    if (!m_established && now - m_started >= config.tickTime * config.initLimit)
        return giveUp(fmt::format("no quorum followed within {} ms",
                                  toMs(config.tickTime * config.initLimit)));
    // Looked at once a tick, so that a follower that comes right back does not cost the quorum.
    if (m_established && ++m_halfTicks % 2 == 0 && 1 + followers().size() < config.quorum())
        giveUp(fmt::format("{} of {} servers follow, {} are needed", 1 + followers().size(),
                           config.servers.size(), config.quorum()));
}

} // namespace hw::coordination::quorum
