#include "engine/coordination/quorum_peer.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/world/cause_scope.h"

namespace hw::coordination::quorum {

using namespace observe;

QuorumPeer::QuorumPeer(world::Host& host, Config config, Journal& journal, Storage& storage,
                       Replica& replica, Zxid recentAfter, std::deque<Txn> recent)
    : m_shared{host,
               std::move(config),
               journal,
               storage,
               replica,
               LogWriter(host, storage, m_shared.config.syncBeforeAck,
                         {[this](Zxid upTo) {
                              if (m_leader)
                                  m_leader->onLogSafe(upTo);
                              if (m_follower)
                                  m_follower->onLogSafe(upTo);
                          },
                          [this](const Error& error) { m_shared.replica.orderingFailed(error); }}),
               0,
               0,
               false,
               {},
               {}}
    , m_election(host.loop(), m_shared.config.self,
                 static_cast<std::int32_t>(m_shared.config.servers.size()),
                 {[this](std::int32_t server, const Notification& notification) {
                      sendVote(server, notification);
                  },
                  [this](std::int32_t leader) { decided(leader); }})
    , m_missing(host.loop())
{
    m_shared.recent.reset(recentAfter, std::move(recent));
}

QuorumPeer::~QuorumPeer() = default;

Result<void> QuorumPeer::start()
{
    const auto current = m_shared.storage.readEpoch();
    const auto accepted = m_shared.storage.readEpoch(Storage::kAcceptedEpoch);
    if (!current)
        return tl::unexpected(current.error());
    if (!accepted)
        return tl::unexpected(accepted.error());
    // A log may be ahead of the file: it was being brought up to date when it died. Its history is
    // then the beginning of that epoch's.
    const auto logged = static_cast<std::uint32_t>(m_shared.lastApplied().value() >> 32);
    m_shared.currentEpoch = std::max(*current, logged);
    m_shared.acceptedEpoch = std::max(*accepted, m_shared.currentEpoch);
    const auto self = static_cast<std::size_t>(m_shared.config.self);
    auto listener = m_shared.host.network().listen(
        m_shared.config.servers[self], world::Framing::Kafka,
        [this](std::unique_ptr<world::Channel> channel) { accept(std::move(channel)); });
    if (!listener)
        return tl::unexpected(listener.error());
    m_listener = std::move(*listener);
    look("it started");
    return {};
}

std::optional<std::int32_t> QuorumPeer::leader() const
{
    return m_serving ? std::optional(m_election.leader()) : std::nullopt;
}

std::vector<std::int32_t> QuorumPeer::followers() const
{
    return m_leader ? m_leader->followers() : std::vector<std::int32_t>();
}

void QuorumPeer::look(const std::string& why)
{
    const world::CauseScope scope(m_shared.loop(), m_shared.loop().cause());
    m_shared.loop().setCause(
        m_shared.journal.report(fact::EnsembleServerLooking{m_shared.config.self, why}));
    m_leader.reset();
    m_follower.reset();
    if (m_serving) {
        m_serving = false;
        m_shared.replica.stopServing();
    }
    m_shared.log.flush();
    while (!m_shared.uncommitted.empty()) {
        const Proposed next = std::move(m_shared.uncommitted.front());
        m_shared.uncommitted.pop_front();
        m_shared.commit({next.txn, {}, kNoEvent});
    }
    m_missing.start(m_shared.config.tickTime * 2, [this] { missQuorum(); });
    m_election.look({m_shared.currentEpoch, m_shared.lastApplied(), m_shared.config.self});
}

void QuorumPeer::missQuorum()
{
    if (m_quorumMissed || m_serving)
        return;
    m_quorumMissed = true;
    m_shared.journal.report(
        fact::QuorumLost{m_shared.config.self, static_cast<std::int32_t>(m_election.heard()),
                         static_cast<std::int32_t>(m_shared.config.servers.size())});
}

void QuorumPeer::decided(std::int32_t leader)
{
    if (leader == m_shared.config.self)
        lead();
    else
        follow(leader);
}

void QuorumPeer::lead()
{
    m_leader = std::make_unique<Leader>(
        m_shared, Leader::Handlers{[this](std::uint32_t epoch) { nowServing(epoch, true); },
                                   [this](const std::string& why) { look(why); }});
    m_leader->start();
    std::vector<ConnectionId> waiting;
    for (const auto& [id, inbound] : m_inbound) {
        if (inbound.waits)
            waiting.push_back(id);
    }
    for (const ConnectionId id : waiting) {
        Inbound inbound = std::move(m_inbound.at(id));
        m_inbound.erase(id);
        m_leader->addLearner(id, inbound.from, std::move(inbound.channel), *inbound.waits);
    }
}

void QuorumPeer::follow(std::int32_t leader)
{
    std::erase_if(m_inbound, [](const auto& entry) { return entry.second.waits.has_value(); });
    m_follower = std::make_unique<Follower>(
        m_shared, leader,
        Follower::Handlers{[this](std::uint32_t epoch) { nowServing(epoch, false); },
                           [this](const std::string& why) { look(why); }});
    m_follower->start();
}

void QuorumPeer::nowServing(std::uint32_t epoch, bool leading)
{
    m_serving = true;
    m_missing.cancel();
    m_election.settle(epoch);
    if (leading) {
        const Zxid zxid = m_shared.lastApplied();
        m_shared.loop().setCause(m_shared.journal.report(fact::EnsembleLeaderElected{
            m_shared.config.self, static_cast<std::int32_t>(epoch), zxid, followers()}));
    }
    if (m_quorumMissed)
        m_shared.journal.report(fact::QuorumRegained{m_shared.config.self});
    m_quorumMissed = false;
    m_shared.replica.startServing(leading);
}

void QuorumPeer::accept(std::unique_ptr<world::Channel> channel)
{
    const world::Peer& peer = channel->peer();
    const auto servers = static_cast<std::int32_t>(m_shared.config.servers.size());
    const bool one = peer.node.kind == NodeId::Kind::Ensemble && peer.node.number >= 0 &&
                     peer.node.number < servers && peer.node.number != m_shared.config.self;
    if (!one || m_inbound.size() >= kMaxPeerConnections) {
        m_shared.journal.report(fact::ConnectionRefused{
            peer.node, peer.address,
            one ? fmt::format("{} servers' connections are open, no more are taken",
                              kMaxPeerConnections)
                : std::string("only servers of the ensemble may connect to this port")});
        return;
    }
    ++m_lastConnection;
    const ConnectionId id = m_lastConnection;
    channel->setHandlers([this, id](world::Frame frame) { onFrame(id, std::move(frame)); },
                         [this, id](world::CloseReason) { onClosed(id); });
    Inbound& inbound = m_inbound[id];
    inbound.from = peer.node.number;
    inbound.channel = std::move(channel);
}

void QuorumPeer::onClosed(ConnectionId id)
{
    m_inbound.erase(id);
    if (m_leader)
        m_leader->onClosed(id);
}

void QuorumPeer::onFrame(ConnectionId id, world::Frame frame)
{
    const auto bytes = frame.pieces.flatten();
    const auto message = bytes ? decodeMessage(*bytes) : tl::unexpected(bytes.error());
    if (!message)
        return onClosed(id);
    if (const auto at = m_inbound.find(id); at != m_inbound.end())
        onFirstWords(id, at->second, *message);
    else if (m_leader)
        m_leader->onMessage(id, *message);
}

void QuorumPeer::onFirstWords(ConnectionId id, Inbound& inbound, const Message& message)
{
    if (const auto* notification = std::get_if<Notification>(&message)) {
        // A vote brings no reason along: elections go on by themselves.
        const world::CauseScope scope(m_shared.loop(), kNoEvent);
        return m_election.onNotification(inbound.from, *notification);
    }
    const auto* info = std::get_if<FollowerInfo>(&message);
    if (info && m_leader) {
        Inbound own = std::move(inbound);
        m_inbound.erase(id);
        m_leader->addLearner(id, own.from, std::move(own.channel), *info);
    } else if (info && role() == Role::Looking) {
        inbound.waits = *info;
    } else {
        // Not a leader: it must look for another.
        m_inbound.erase(id);
    }
}

void QuorumPeer::sendVote(std::int32_t server, const Notification& notification)
{
    auto& channel = m_votesTo[server];
    if (!channel) {
        const auto index = static_cast<std::size_t>(server);
        channel =
            m_shared.host.network().connect(m_shared.config.servers[index], world::Framing::Kafka);
        // Nothing is said back on it: the other server answers by its own.
        channel->setHandlers([](world::Frame) {},
                             [this, server](world::CloseReason) { m_votesTo[server].reset(); });
    }
    m_shared.send(*channel, notification);
}

void QuorumPeer::propose(Txn txn, RequestTag tag)
{
    if (m_leader)
        m_leader->propose(std::move(txn), tag);
    else if (m_follower)
        m_follower->propose(std::move(txn), tag);
}

void QuorumPeer::sync(RequestTag tag)
{
    if (m_leader)
        m_leader->sync(tag);
    else if (m_follower)
        m_follower->sync(tag);
}

void QuorumPeer::revalidate(RequestTag tag, SessionId session, const Bytes& password)
{
    if (m_leader)
        m_leader->revalidate(tag, session, password);
    else if (m_follower)
        m_follower->revalidate(tag, session, password);
}

} // namespace hw::coordination::quorum
