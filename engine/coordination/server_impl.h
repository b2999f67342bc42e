#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "engine/coordination/four_letter_words.h"
#include "engine/coordination/kafka_view.h"
#include "engine/coordination/messages.h"
#include "engine/coordination/ordering.h"
#include "engine/coordination/server.h"
#include "engine/coordination/session_tracker.h"
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
/// A log this long makes a snapshot due, however few transactions it holds.
inline constexpr std::uint64_t kMaxLogBytes = 64ULL << 20;

/// server.cpp: start, stop, applying. server_connections.cpp: what comes in and goes out.
/// server_reads.cpp: requests that change nothing.
class Server::Impl
{
public:
    Impl(world::Host& host, ServerConfig config, observe::Journal& journal);

    void start(UniqueFunction<void(Result<void>)> done);
    void stop(UniqueFunction<void(Result<void>)> done);
    ServerReport report() const;
    std::vector<SessionReport> sessions() const;
    void report(observe::EnsembleReport& into) const;
    bool expireSession(NodeId client);
    std::optional<SessionId> sessionOf(NodeId client) const;

    const State& state() const { return m_state; }
    bool serving() const { return m_listener != nullptr; }

    UniqueFunction<void(const Error&)> m_onFailure;
    world::Endpoint m_endpoint;
    std::uint64_t m_treeVersion = 0;

private:
    /// A request that may only be answered once an earlier write of its connection is applied.
    struct Waiting
    {
        Request request;
        Zxid after;
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
        bool asked = false; ///< its connect request is being handled
        bool answersReadOnly = false;
        Zxid lastProposed;        ///< its newest write
        std::size_t proposed = 0; ///< writes not yet applied
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
    };

    // Life (server.cpp)
    Result<void> recover();
    Result<void> listen();
    void serveFrom(std::uint32_t epoch);
    void giveUp(const Error& error);
    void snapshot(world::SyncDone done);
    void finishStop();

    // Applying (server.cpp)
    Zxid propose(Txn txn, Origin origin);
    void applyCommitted(const Txn& txn);
    void fireWatches(const TreeChange& change);
    void answerApplied(const Txn& txn, const Applied& applied, const Origin& origin);
    void sessionExpired(SessionId id, Duration silentFor, EventId cause = kNoEvent);

    // Connections (server_connections.cpp)
    void accept(std::unique_ptr<world::Channel> channel);
    void onFrame(ConnectionId id, world::Frame frame);
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

    // Requests that change nothing (server_reads.cpp)
    void answerRead(Connection& connection, const Request& request);
    void readNode(Connection& connection, const Request& request, Response& response);
    void readMany(const Request& request, Response& response) const;
    void readEphemerals(SessionId session, Response& response) const;
    bool authenticate(Connection& connection, const Identity& identity);
    void setWatches(Connection& connection, const Request& request);
    ZkError changeWatches(Connection& connection, const Request& request);
    std::size_t watchesOf(ConnectionId id) const;
    void answerWord(Connection& connection, std::string_view word);
    ServerFigures figures() const;

    world::Host& m_host;
    ServerConfig m_config;
    observe::Journal& m_journal;
    State m_state;
    Storage m_storage;
    std::unique_ptr<world::DirectoryLock> m_lock;
    std::unique_ptr<LocalOrdering> m_ordering;
    SessionTracker m_tracker;
    WatchTable m_watches;
    std::unique_ptr<world::Listener> m_listener;
    std::map<ConnectionId, std::unique_ptr<Connection>> m_connections;
    std::map<SessionId, ConnectionId> m_holders; ///< which connection has the session
    std::set<SessionId> m_closing;               ///< expired, the end is proposed but not applied
    std::map<Zxid, Origin> m_origins;
    ConnectionId m_lastConnection;
    Traffic m_traffic; ///< since the start
    Instant m_startedAt;
    std::uint32_t m_epoch = 0;
    std::uint32_t m_sessionsGiven = 0; ///< in this epoch
    std::uint64_t m_sinceSnapshot = 0; ///< transactions
    bool m_snapshotting = false;
    UniqueFunction<void(Result<void>)> m_onStopped; ///< set while stopping
    mutable KafkaView m_view;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< tasks hold it weakly
};

/// Sets the loop's cause for a while.
class CauseScope
{
public:
    CauseScope(world::Loop& loop, EventId cause)
        : m_loop(loop)
        , m_before(loop.cause())
    {
        m_loop.setCause(cause);
    }
    ~CauseScope() { m_loop.setCause(m_before); }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    world::Loop& m_loop;
    EventId m_before;
};

} // namespace hw::coordination
