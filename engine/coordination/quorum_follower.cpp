#include "engine/coordination/quorum_follower.h"

#include <fmt/format.h>

#include "engine/world/cause_scope.h"

namespace hw::coordination::quorum {

Follower::Follower(Shared& shared, std::int32_t leader, Handlers handlers)
    : m_shared(shared)
    , m_leader(leader)
    , m_handlers(std::move(handlers))
    , m_writer(shared.loop(), shared.storage)
    , m_retry(shared.loop())
    , m_clock(shared.loop())
    , m_term(shared.loop(), std::move(m_handlers.onOver))
{
}

void Follower::start()
{
    m_started = m_heard = m_shared.loop().now();
    connect();
    watchTime();
}

void Follower::connect()
{
    ++m_attempts;
    const auto server = static_cast<std::size_t>(m_leader);
    // Kafka's framing only for its limit: a proposal may be larger than a client's frame.
    m_channel =
        m_shared.host.network().connect(m_shared.config.servers[server], world::Framing::Kafka);
    m_channel->setHandlers([this](world::Frame frame) { onFrame(std::move(frame)); },
                           [this](world::CloseReason) { onClosed(); });
    send(FollowerInfo{m_shared.acceptedEpoch});
}

void Follower::onClosed()
{
    // Whom the votes made leader may not know it yet.
    if (m_epoch != 0 || m_attempts >= kConnectAttempts)
        return giveUp(fmt::format("the connection to zookeeper{} ended", m_leader));
    const world::CauseScope scope(m_shared.loop(), kNoEvent);
    m_retry.start(kConnectRetry * (1 << (m_attempts - 1)), [this] { connect(); });
}

void Follower::failed(const Error& error)
{
    m_term.end();
    m_shared.replica.orderingFailed(error);
}

void Follower::send(const Message& message)
{
    if (m_channel && !m_term.isOver())
        m_shared.send(*m_channel, message);
}

void Follower::watchTime()
{
    const Config& config = m_shared.config;
    const Instant now = m_shared.loop().now();
    const Duration limit = config.tickTime * config.syncLimit;
    const Duration initLimit = config.tickTime * config.initLimit;
    if (m_upToDate && now - m_heard >= limit)
        return giveUp(fmt::format("zookeeper{} was silent for {} ms", m_leader, toMs(limit)));
    if (!m_upToDate && now - m_started >= initLimit)
        return giveUp(fmt::format("zookeeper{} did not bring it up to date within {} ms", m_leader,
                                  toMs(initLimit)));
    const Instant due = m_upToDate ? m_heard + limit : m_started + initLimit;
    const world::CauseScope scope(m_shared.loop(), kNoEvent);
    m_clock.start(due - now, [this] { watchTime(); });
}

struct Follower::Take
{
    Follower& self;

    void operator()(const LeaderInfo& m) const { self.promise(m.epoch); }
    void operator()(const Truncate& m) const
    {
        if (self.isInPlace(true))
            self.truncate(m.last);
    }
    void operator()(const SnapshotPart& m) const
    {
        if (self.isInPlace(true))
            self.takePart(m);
    }
    void operator()(const History& m) const
    {
        if (self.isInPlace(true))
            self.takeHistory(m.txn);
    }
    void operator()(const NewLeader& m) const { self.keepEpoch(m.epoch); }
    void operator()(const UpToDate&) const
    {
        self.m_upToDate = true;
        self.m_handlers.onUpToDate(self.m_epoch);
        self.watchTime();
    }
    void operator()(const Proposal& m) const
    {
        if (self.isInPlace(false))
            self.takeProposal(m);
    }
    void operator()(const Commit& m) const
    {
        if (self.isInPlace(false))
            self.commit(m.zxid);
    }
    void operator()(const Refused& m) const
    {
        self.m_shared.replica.refused(tag(m.number), m.error);
    }
    void operator()(const Synced& m) const { self.m_shared.replica.synced(tag(m.number)); }
    void operator()(const Revalidated& m) const
    {
        self.m_shared.replica.revalidated(tag(m.number), m.valid);
    }
    void operator()(const Ping&) const { self.send(Pong{self.m_shared.replica.takeHeard()}); }
    template <class Other> void operator()(const Other&) const
    {
        self.giveUp(fmt::format("zookeeper{} sent what only followers send", self.m_leader));
    }

private:
    RequestTag tag(std::uint64_t number) const { return {self.m_shared.config.self, number}; }
};

void Follower::onFrame(world::Frame frame)
{
    if (m_term.isOver())
        return;
    const auto bytes = frame.pieces.flatten();
    const auto message = bytes ? decodeMessage(*bytes) : tl::unexpected(bytes.error());
    if (!message)
        return giveUp(message.error().message);
    m_heard = m_shared.loop().now();
    std::visit(Take{*this}, *message);
}

bool Follower::isInPlace(bool ofHistory)
{
    if (ofHistory && m_hasHistory)
        giveUp("history came out of order");
    else if (!ofHistory && !m_hasHistory)
        giveUp("a proposal came out of order");
    return ofHistory != m_hasHistory;
}

void Follower::promise(std::uint32_t epoch)
{
    if (epoch < m_shared.acceptedEpoch)
        return giveUp(fmt::format("zookeeper{} leads in epoch {}, but epoch {} was promised",
                                  m_leader, epoch, m_shared.acceptedEpoch));
    m_epoch = epoch;
    if (epoch == m_shared.acceptedEpoch)
        return sayPromised(false);
    m_shared.acceptedEpoch = epoch;
    const auto written =
        m_shared.storage.writeEpoch(epoch, m_term.whileOn([this](Result<void> synced) {
            if (!synced)
                return failed(synced.error());
            sayPromised(true);
        }),
                                    Storage::kAcceptedEpoch);
    if (!written)
        failed(written.error());
}

void Follower::sayPromised(bool promised)
{
    send(AckEpoch{promised, m_shared.currentEpoch, m_shared.lastApplied(), m_shared.wantsSnapshot});
}

void Follower::truncate(Zxid last)
{
    const auto snapshot = m_shared.storage.newestSnapshot();
    if (!snapshot)
        return failed(snapshot.error());
    if (*snapshot > last) {
        m_shared.wantsSnapshot = true;
        return giveUp(fmt::format("its snapshot {:#x} holds more than zookeeper{} has",
                                  snapshot->value(), m_leader));
    }
    // Nothing is cut before what stays was read, however many tasks that takes: until then its
    // state and its log are what they were, should it have to look for another leader.
    m_channel->pauseReading();
    m_recovery = std::make_unique<Recovery>(m_shared.storage, last);
    readBack(last);
}

void Follower::readBack(Zxid last)
{
    const auto read = m_recovery->step();
    if (!read)
        return failed(read.error());
    if (!*read)
        return m_shared.loop().post(m_term.whileOn([this, last] { readBack(last); }));
    cutBack(last, m_recovery->take());
    m_recovery.reset();
    m_channel->resumeReading();
}

void Follower::cutBack(Zxid last, Storage::Recovered kept)
{
    if (auto cut = m_shared.storage.cutAfter(last); !cut)
        return failed(cut.error());
    m_shared.recent.reset(kept.before, std::move(kept.recent));
    const Zxid end = kept.state.zxid();
    m_shared.replica.replaceState(std::move(kept.state));
    if (end == last)
        return;
    m_shared.wantsSnapshot = true;
    giveUp(fmt::format("its history has no {:#x}, where zookeeper{} would have it go on",
                       last.value(), m_leader));
}

void Follower::takePart(const SnapshotPart& part)
{
    if (!m_reader) {
        m_reader.emplace();
        m_bytesRead = 0;
    }
    m_bytesRead += part.bytes.size();
    if (m_bytesRead > part.total)
        return giveUp("a snapshot is longer than was said");
    if (auto taken = m_reader->take(part.bytes.view()); !taken)
        return giveUp(taken.error().message);
    if (m_bytesRead < part.total)
        return;
    auto state = m_reader->finish();
    m_reader.reset();
    if (!state)
        return giveUp(state.error().message);
    takeState(std::move(*state));
}

void Follower::takeState(State state)
{
    const Zxid end = state.zxid();
    m_shared.storage.startAfter(end);
    m_shared.replica.replaceState(std::move(state));
    m_shared.recent.reset(end);
    m_channel->pauseReading();
    // What the own log held beyond it may only go once the snapshot is safe: it may be what others
    // count on.
    m_writer.start(m_shared.replica.state(), m_term.whileOn([this, end](Result<void> synced) {
        if (synced)
            synced = m_shared.storage.cutAfter(end);
        if (!synced)
            return failed(synced.error());
        m_shared.wantsSnapshot = false;
        m_channel->resumeReading();
    }));
}

void Follower::takeHistory(const Txn& txn)
{
    if (txn.zxid <= m_shared.lastApplied())
        return giveUp("history came out of order");
    m_shared.log.add(txn);
    m_shared.commit({txn, {}, kNoEvent});
}

void Follower::keepEpoch(std::uint32_t epoch)
{
    if (epoch != m_epoch)
        return giveUp(fmt::format("a leader of epoch {} ended with epoch {}", m_epoch, epoch));
    m_hasHistory = true;
    m_shared.log.flush();
    m_shared.currentEpoch = epoch;
    // Syncs complete in order: with this one the whole history is safe too.
    const auto written =
        m_shared.storage.writeEpoch(epoch, m_term.whileOn([this, epoch](Result<void> synced) {
            if (!synced)
                return failed(synced.error());
            m_epochKept = true;
            send(AckNewLeader{epoch});
            if (m_safe > Zxid())
                send(Ack{m_safe});
        }));
    if (!written)
        failed(written.error());
}

void Follower::takeProposal(const Proposal& proposal)
{
    const Zxid before = m_shared.uncommitted.empty() ? m_shared.lastApplied()
                                                     : m_shared.uncommitted.back().txn.zxid;
    if (proposal.txn.zxid <= before)
        return giveUp("a proposal came out of order");
    m_shared.uncommitted.push_back({proposal.txn, proposal.tag, m_shared.loop().cause()});
    m_shared.log.add(proposal.txn);
}

void Follower::commit(Zxid upTo)
{
    const auto watch = m_term.watch();
    while (!m_shared.uncommitted.empty() && m_shared.uncommitted.front().txn.zxid <= upTo) {
        const Proposed next = std::move(m_shared.uncommitted.front());
        m_shared.uncommitted.pop_front();
        m_shared.commit(next);
        if (watch.expired() || m_term.isOver())
            return;
    }
    if (m_shared.lastApplied() != upTo)
        giveUp("a commit came without its proposal");
}

void Follower::onLogSafe(Zxid upTo)
{
    if (m_epochKept)
        send(Ack{upTo});
    else
        m_safe = upTo;
}

void Follower::propose(Txn txn, RequestTag tag) { send(Submit{tag.number, std::move(txn)}); }
void Follower::sync(RequestTag tag) { send(Sync{tag.number}); }
void Follower::revalidate(RequestTag tag, SessionId session, const Bytes& password)
{
    send(Revalidate{tag.number, session, password});
}

} // namespace hw::coordination::quorum
