#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "engine/world/cause_scope.h"
#include "engine/coordination/four_letter_words.h"
#include "engine/coordination/kafka_view.h"
#include "engine/coordination/messages.h"
#include "engine/coordination/ordering.h"
#include "engine/coordination/quorum_peer.h"
#include "engine/coordination/recovery.h"
#include "engine/coordination/server.h"
#include "engine/coordination/session_tracker.h"
#include "engine/coordination/snapshot_writer.h"
#include "engine/coordination/state.h"
#include "engine/coordination/storage.h"
#include "engine/coordination/watch_table.h"

namespace hw::coordination {

/// A connection that says nothing for so long before it has a session is closed.
inline constexpr Duration kHandshakeTimeout = 10s;
/// Requests of one connection that wait for an answer; more are not read until some are answered.
inline constexpr std::size_t kMaxOutstanding = 1000;
/// Most watches of one connection, and most identities; one that has more of either is closed.
inline constexpr std::size_t kMaxWatches = 100000;
inline constexpr std::size_t kMaxIdentities = 16;
inline constexpr std::size_t kMaxUserName = 256;
/// Data and names that one MultiRead answers with; what would go beyond ends with MarshallingError.
inline constexpr std::size_t kMaxManyBytes = world::kZooKeeperFrameLimit;
/// Znodes of a state that nobody needs any more which one task frees.
inline constexpr std::size_t kWasteSlice = 2000;
/// A log this long makes a snapshot due, however few transactions it holds.
inline constexpr std::uint64_t kMaxLogBytes = 64ULL << 20;

/// server.cpp: start, stop, applying. server_connections.cpp: what comes in and goes out.
/// server_reads.cpp: requests that change nothing. server_browse.cpp: the tree for whoever looks at
/// it. server_ensemble.cpp: what a server among others does besides.
class Server::Impl final : public Replica
{
public:
    Impl(world::Host& host, ServerConfig config, observe::Journal& journal);
    ~Impl() override;

    void start(UniqueFunction<void(Result<void>)> done);
    void stop(UniqueFunction<void(Result<void>)> done);
    ServerReport report() const;
    std::vector<SessionReport> sessions() const;
    void report(observe::EnsembleReport& into) const;
    void browse(observe::ZnodeTree& into) const;
    bool expireSession(NodeId client);
    std::optional<SessionId> sessionOf(NodeId client) const;

    bool serving() const { return m_listener != nullptr && m_open; }
    ServerMode mode() const;
    std::uint32_t epoch() const { return m_peer ? m_peer->epoch() : m_epoch; }
    std::uint32_t connectedSessions() const { return static_cast<std::uint32_t>(m_holders.size()); }

    // --- Replica ---
    const State& state() const override { return m_state; }
    EventId apply(const Txn& txn, RequestTag tag) override;
    void idle() override { finishStop(); }
    void orderingFailed(const Error& error) override { giveUp(error); }
    void replaceState(State state) override;
    void startServing(bool leading) override;
    void stopServing() override;
    void refused(RequestTag tag, ZkError error) override;
    void synced(RequestTag tag) override;
    void revalidated(RequestTag tag, bool valid) override;
    bool claim(SessionId session, const Bytes& password) override;
    void touch(SessionId session) override { m_tracker.touch(session); }
    std::vector<SessionId> takeHeard() override;

    UniqueFunction<void(const Error&)> m_onFailure;
    world::Endpoint m_endpoint;
    std::uint64_t m_treeVersion = 0;

private:
    /// A request that may only be answered once earlier writes of its connection are.
    struct Waiting
    {
        Request request;
        std::uint64_t after = 0; ///< so many of its writes
        EventId cause;
    };
    /// What goes out besides its bytes.
    struct Outgoing
    {
        std::int32_t xid = 0;
        OpCode type = OpCode::Notification; ///< of the request that it answers
        ZkError error = ZkError::Ok;
    };
    struct Seen
    {
        std::int32_t xid = 0;
        FlightId flight;
        Instant at;
    };
    struct Connection
    {
        ConnectionId id;
        std::unique_ptr<world::Channel> channel;
        SessionId session;  ///< 0: not yet
        SessionId claims;   ///< brought by the client; the leader is being asked
        bool asked = false; ///< its connect request is being handled
        bool answersReadOnly = false;
        std::uint64_t writes = 0; ///< given to the ordering, `sync` included
        std::size_t proposed = 0; ///< of them, not yet answered
        std::deque<Waiting> waiting;
        bool paused = false;
        std::unique_ptr<world::Timer> handshake;
        /// Requests that somebody saw, in order, until they are answered; at most kMaxOutstanding.
        std::deque<Seen> seen;
        std::vector<Identity> identities; ///< besides its address
        std::deque<Instant> arrivals;     ///< of requests without an answer; pings not among them
        std::uint64_t received = 0;
        std::uint64_t sent = 0;
    };
    /// Whose transaction it is, if its request came in here.
    struct Origin
    {
        ConnectionId connection;
        std::int32_t xid = 0;
        OpCode type = OpCode::Multi;
        EventId cause;
        std::string path = {}; ///< of `sync`, which says it back
    };

    // Life (server.cpp)
    Result<void> openDirectory();
    void readOn(UniqueFunction<void(Result<void>)> done);
    Result<void> takeRecovered();
    void begin(Result<void> recovered, UniqueFunction<void(Result<void>)> done);
    Result<void> listen();
    void serveFrom(std::uint32_t epoch);
    Result<void> joinEnsemble();
    void leaveEnsemble(world::SyncDone done);
    bool inEnsemble() const { return m_config.ensemble.size() > 1; }
    bool leads() const { return !inEnsemble() || m_leading; }
    void giveUp(const Error& error);
    void snapshot(world::SyncDone done);
    void waste();
    void finishStop();

    // Applying (server.cpp)
    /// Keeps whose request it is until it is answered.
    RequestTag remember(Origin origin);
    std::optional<Origin> takeOrigin(RequestTag tag);
    void propose(Txn txn, Origin origin);
    void snapshotIfDue();
    void reportSession(const Txn& txn);
    void fireWatches(const TreeChange& change);
    void answerApplied(const Txn& txn, const Applied& applied, const Origin& origin);
    void answerWrite(Connection& connection, Response response, const Origin& origin);
    void sessionExpired(SessionId id, Duration silentFor, EventId cause = kNoEvent);

    // Connections (server_connections.cpp)
    void accept(std::unique_ptr<world::Channel> channel);
    void onFrame(ConnectionId id, world::Frame frame);
    void hearOf(SessionId session);
    void catchUp(Connection& connection, const Request& request);
    void onConnectRequest(Connection& connection, const Slice& frame);
    void openSession(Connection& connection, const ConnectRequest& request);
    void attach(Connection& connection, SessionId session);
    void refuseSession(Connection& connection);
    void answerConnect(Connection& connection, SessionId session);
    void onRequest(Connection& connection, Request request);
    void proposeWrite(Connection& connection, Request request);
    void runWaiting(ConnectionId id);
    void refuse(Connection& connection, std::string why);
    std::size_t outsideConnections() const;
    void reply(Connection& connection, Response response, OpCode type);
    /// For somebody who looks: a request came in, and what goes out.
    void noteRequest(Connection& connection, const world::Frame& frame, std::int32_t xid,
                     OpCode type);
    FlightId noteSent(Connection& connection, const Pieces& pieces, const Outgoing& what);
    void send(Connection& connection, Pieces pieces, const Outgoing& what);
    void holdBack(Connection& connection);
    void close(ConnectionId id);
    void closeAll(SessionId session);
    Connection* find(ConnectionId id);
    observe::Znode browse(const std::string& path, const Znode& node) const;

    // Requests that change nothing (server_reads.cpp)
    void answerRead(Connection& connection, const Request& request);
    void readNode(Connection& connection, const Request& request, Response& response);
    void readMany(const Request& request, Response& response) const;
    const Bytes& dataOf(const std::string& path, const Znode& node) const;
    Stat statOf(const std::string& path, const Znode& node) const;
    void readEphemerals(SessionId session, Response& response) const;
    bool authenticate(Connection& connection, const Identity& identity);
    void setWatches(Connection& connection, const Request& request);
    ZkError changeWatches(Connection& connection, const Request& request);
    std::size_t watchesOf(ConnectionId id) const;
    void answerWord(Connection& connection, std::string_view word);
    ServerFigures figures() const;

    world::Host& m_host;
    ServerConfig m_config;
    mutable Bytes m_shownConfig; ///< of `kConfigPath`, once somebody asked
    observe::Journal& m_journal;
    State m_state;
    Storage m_storage;
    std::unique_ptr<Recovery> m_recovery; ///< from the start until all is read
    SnapshotWriter m_snapshots;           ///< of `m_state`
    std::deque<State> m_wasted;           ///< replaced, freed piece by piece
    std::unique_ptr<world::DirectoryLock> m_lock;
    std::unique_ptr<Ordering> m_ordering;
    quorum::QuorumPeer* m_peer = nullptr; ///< the ordering, in an ensemble
    SessionTracker m_tracker;
    WatchTable m_watches;
    std::unique_ptr<world::Listener> m_listener;
    std::map<ConnectionId, std::unique_ptr<Connection>> m_connections;
    std::map<SessionId, ConnectionId> m_holders; ///< which connection has the session
    std::set<SessionId> m_closing;               ///< expired, the end is proposed but not applied
    std::map<std::uint64_t, Origin> m_origins;   ///< by the number in a tag
    std::uint64_t m_lastRequest = 0;
    std::set<SessionId> m_heard; ///< as follower: since the leader last asked
    bool m_open = false;         ///< clients may come
    bool m_leading = false;      ///< in an ensemble
    std::deque<Txn> m_recent;    ///< from recovery to joining the ensemble
    Zxid m_recentAfter;
    ConnectionId m_lastConnection;
    Traffic m_traffic; ///< since the start
    Instant m_startedAt;
    std::uint32_t m_epoch = 0;
    std::uint64_t m_sinceSnapshot = 0;              ///< transactions
    UniqueFunction<void(Result<void>)> m_onStopped; ///< set while stopping
    mutable KafkaView m_view;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< tasks hold it weakly
};

} // namespace hw::coordination
