#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/coordination/log_writer.h"
#include "engine/coordination/ordering.h"
#include "engine/coordination/quorum_history.h"
#include "engine/coordination/quorum_messages.h"
#include "engine/coordination/storage.h"
#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::coordination::quorum {

struct Config
{
    std::int32_t self = 0;                ///< index into `servers`
    std::vector<world::Endpoint> servers; ///< where each listens for the others
    Duration tickTime = 2s;
    /// Ticks until a new leader must have a quorum behind it, and a follower be brought up to date.
    std::int32_t initLimit = 10;
    /// Ticks of silence after which leader and follower give each other up.
    std::int32_t syncLimit = 5;
    bool syncBeforeAck = true;

    std::size_t quorum() const { return servers.size() / 2 + 1; }
};

/// In order, not committed yet; every server keeps what it was proposed until the commit comes.
struct Proposed
{
    Txn txn;
    RequestTag tag;
    EventId cause;
};

/// Most proposals a leader leaves uncommitted; more make it refuse with ConnectionLoss.
inline constexpr std::size_t kMaxUncommitted = 100000;

/// What a server's two roles, leader and follower, work on: its promises, its history, its log.
/// Outlives both.
struct Shared
{
    world::Host& host;
    const Config config;
    observe::Journal& journal;
    Storage& storage;
    Replica& replica;
    LogWriter log;
    std::uint32_t acceptedEpoch = 0; ///< as on disk, or on the way there
    std::uint32_t currentEpoch = 0;
    /// Its history cannot be cut where a leader's ends: it needs a whole state.
    bool wantsSnapshot = false;
    RecentHistory recent;
    std::deque<Proposed> uncommitted;

    world::Loop& loop() { return host.loop(); }
    Zxid lastApplied() const { return replica.state().zxid(); }
    /// Makes it history; see `Replica::apply`.
    EventId commit(const Proposed& proposed);
    void send(world::Channel& to, const Message& message);
    void sendEncoded(world::Channel& to, const Pieces& frame, const Message& message);
};

} // namespace hw::coordination::quorum
