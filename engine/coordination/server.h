#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/coordination/types.h"
#include "engine/observe/event.h"
#include "engine/observe/report.h"
#include "engine/observe/znodes.h"
#include "engine/world/host.h"

namespace hw::coordination {

struct ServerConfig
{
    std::int32_t serverId = 0; ///< 0…254, high byte of the session ids it gives
    world::Endpoint listen;    ///< port 0: a free one
    Duration tickTime = 2s;    ///< length of a tick; sessions expire on whole ticks
    /// Zero: 2 and 20 ticks.
    Duration minSessionTimeout{0};
    Duration maxSessionTimeout{0};
    std::string directory = "version-2"; ///< on the host's disk; locked while the server lives
    /// Acknowledge a write only once it is synced to disk (ZooKeeper's `forceSync`).
    bool syncBeforeAck = true;
    std::uint32_t snapshotEvery = 10000; ///< transactions between snapshots (`snapCount`)
    std::uint32_t keepSnapshots = 3;     ///< older ones and their logs are removed (at least 1)
    /// Of other programs; further ones are refused. Those of this world's hosts are not counted:
    /// they are few, and nobody outside may keep them out.
    std::uint32_t maxConnections = 1024;
    /// Where the servers of the ensemble listen for each other, by server id, this one among them;
    /// empty or one: this server stands alone. The same list on every server and in every life.
    std::vector<world::Endpoint> ensemble;
    std::int32_t initLimit = 10; ///< ticks a server has to bring others, or be brought, up to date
    std::int32_t syncLimit = 5;  ///< ticks of silence after which leader and follower part
};

/// What a server of an ensemble is doing (`mode` in ZooKeeper's `stat`).
enum class ServerMode : std::uint8_t
{
    Standalone,
    Looking, ///< for a leader: serves nobody
    Following,
    Leading,
};

/// One znode, for reports.
struct ZnodeReport
{
    std::string path;
    Bytes data;
    Stat stat;
};

/// One session, for reports.
struct SessionReport
{
    SessionId id;
    Duration timeout{0};
    Duration left{0};       ///< until it expires if nothing more is heard
    bool connected = false; ///< a connection holds it now
    NodeId client;          ///< who holds or last held it
    std::uint32_t dataWatches = 0;
    std::uint32_t childWatches = 0;
    std::vector<std::string> ephemerals; ///< sorted
};

struct ServerReport
{
    bool serving = false;
    ServerMode mode = ServerMode::Standalone;
    std::uint32_t epoch = 0;             ///< of the leader, or of this start of a server alone
    Zxid zxid;                           ///< of the last applied transaction
    std::vector<ZnodeReport> znodes;     ///< sorted by path
    std::vector<SessionReport> sessions; ///< sorted by id
};

/// One server of the coordination service: ZooKeeper's tree, sessions and watches behind
/// ZooKeeper's client protocol.
///
///     request -> propose -> log (synced) -> apply -> watches -> reply
///
/// Every write, session start and session end is a transaction with a zxid; applying it depends on
/// nothing but the transaction and the state before it, so any server that applies the same
/// sequence has the same tree. A server alone orders by its own log, one of several by their quorum
/// (`ordering.h`, `quorum_peer.h`): reads are answered here, from what was applied here; writes,
/// new sessions and `sync` go to the leader, sessions are the whole ensemble's. Without a quorum
/// it drops its clients and takes none.
///
/// Lives on one host's loop. Destroying it is a crash: nothing is flushed, connections close.
class Server
{
public:
    /// `host` and `journal` outlive it.
    Server(world::Host& host, ServerConfig config, observe::Journal& journal);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Locks the directory, recovers tree and sessions from it, listens. `done` runs in a later
    /// task with Busy (port taken or directory locked), Denied, Corrupt (damage that a crash cannot
    /// explain) or Io. In an ensemble it then looks for a leader; that may take long.
    /// Recovered sessions get their full timeout from now on (from when a leader stands). A server
    /// that is stopped while it still reads its files never calls `done`.
    void start(UniqueFunction<void(Result<void>)> done);

    /// Stops taking connections, finishes what was proposed, writes a snapshot and syncs it (in an
    /// ensemble: syncs the log; the others go on).
    void stop(UniqueFunction<void(Result<void>)> done);

    /// Runs once if the log cannot be written any more: the server has then closed all connections
    /// and serves nothing (as ZooKeeper ends its process). Set before `start`.
    void setFailureHandler(UniqueFunction<void(const Error&)> onFailure);

    /// Ends a session at once, as if nothing had been heard of it for its timeout: for trying out
    /// what its owner does then. The newest one, if the client has several; false if it has none.
    bool expireSession(NodeId client);
    bool hasSession(NodeId client) const;

    /// Where it listens; valid once started.
    const world::Endpoint& endpoint() const;

    /// Last applied transaction.
    Zxid zxid() const;
    /// Rises with every change of the tree, for reports that share what did not change.
    std::uint64_t treeVersion() const;
    /// Whether clients may come: it listens and, in an ensemble, a quorum stands behind it.
    bool serving() const;
    ServerMode mode() const;
    /// High half of the zxids that are given now.
    std::uint32_t epoch() const;
    /// Sessions whose clients are connected here.
    std::uint32_t connectedSessions() const;
    /// The whole state; costs a copy of all paths and data.
    ServerReport report() const;
    /// Only the sessions.
    std::vector<SessionReport> sessions() const;
    /// What Kafka's znodes say. Only those that changed since the last call are parsed again.
    void report(observe::EnsembleReport& into) const;
    /// Everything, for somebody who browses the tree; costs a copy of it.
    void browse(observe::ZnodeTree& into) const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hw::coordination
