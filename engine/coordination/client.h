#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/coordination/types.h"
#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::coordination {

struct ClientConfig
{
    /// At least one; tried in turn, beginning with a random one.
    std::vector<world::Endpoint> servers;
    /// Asked for; the server grants 2 to 20 of its ticks (`zookeeper.session.timeout.ms`).
    Duration sessionTimeout = 18s;
    /// Wait before connecting again; doubles up to `reconnectMax` while nobody answers.
    Duration reconnectDelay = 20ms;
    Duration reconnectMax = 1s;
    /// Requests whose connection broke, and those made meanwhile, are sent (again) once the session
    /// is reattached, as Kafka's `KafkaZkClient.retryRequestsUntilConnected` does. A write may thus
    /// be done twice: creates can find their own node, conditional sets their own version.
    /// Off: such requests end with ConnectionLoss.
    bool resendAfterReconnect = true;
};

enum class SessionEvent
{
    Connected,    ///< a session is there: new, or the same one again
    Disconnected, ///< the connection broke; the session may or may not live on
    Expired,      ///< the service ended the session; its ephemerals are gone. `connect` starts anew
};

/// How one request ended. Fields that a kind of request does not fill stay empty.
struct Reply
{
    ZkError error = ZkError::Ok;
    std::string path;                  ///< create: the name given
    Bytes data;                        ///< getData
    Stat stat;                         ///< create, exists, getData, setData, getChildren
    std::vector<std::string> children; ///< getChildren: names without the path, sorted

    bool ok() const { return error == ZkError::Ok; }
};

struct MultiReply
{
    /// Ok: all were done. Else the error of the one that failed, and nothing was done.
    ZkError error = ZkError::Ok;
    /// One per operation, in order. Ops before the failing one say Ok, those after it
    /// RuntimeInconsistency. Empty if the request itself failed (SessionExpired …).
    std::vector<OpResult> results;

    bool ok() const { return error == ZkError::Ok; }
};

/// A session with the coordination service over ZooKeeper's client protocol.
///
/// All calls return at once; callbacks run in later tasks on the host's loop, replies in the order
/// of the requests. A watch callback runs before any reply that shows state newer than the change
/// it tells of. Callbacks may call this client and may destroy it.
///
/// Pings go out when nothing was sent for a third of the timeout; a server that is silent for two
/// thirds (of several, one that does not answer the connect request in its share of the timeout) is
/// given up and the next one tried. Only the service can expire a session, so a client
/// that was frozen or cut off learns of it when it is back (until then it must not trust what it
/// read).  ZooKeeper: ClientCnxn, ZooKeeper; Kafka: zookeeper.ZooKeeperClient.
class Client
{
public:
    using OnReply = UniqueFunction<void(const Reply&)>;
    using OnMulti = UniqueFunction<void(const MultiReply&)>;
    using OnWatch = UniqueFunction<void(const WatchEvent&)>;
    using OnSession = UniqueFunction<void(SessionEvent)>;

    /// `host` and `journal` (told of messages in flight; may be null) outlive it.
    Client(world::Host& host, ClientConfig config, observe::Journal* journal = nullptr);
    /// Breaks the connection without a word, as a crash does: the session lives on until it
    /// expires.
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// Set before `connect`.
    void setSessionHandler(OnSession onSession);

    /// Asks for a new session. Allowed when there is none: at first, after Expired, after closing.
    /// Until then requests end with SessionExpired; from then on they wait for the connection.
    void connect();

    // Writes. `version` kAnyVersion matches all.
    void create(std::string path, Bytes data, CreateMode mode, OnReply done);
    void remove(std::string path, std::int32_t version, OnReply done);
    void setData(std::string path, Bytes data, std::int32_t version, OnReply done);
    /// All or none, in order.
    void multi(std::vector<Op> ops, OnMulti done);

    // Reads. A watch fires once, for the next change; it outlives reconnects (the client registers
    // it again and learns of changes it missed) and is dropped without a call when the session
    // expires or is closed. A watch left by a read that failed does not exist, except that `exists`
    // on a missing node (NoNode) watches for its creation.

    /// Watches creation, deletion and data.
    void exists(std::string path, OnReply done, OnWatch watch = nullptr);
    /// Watches deletion and data.
    void getData(std::string path, OnReply done, OnWatch watch = nullptr);
    /// Watches deletion and the set of names.
    void getChildren(std::string path, OnReply done, OnWatch watch = nullptr);

    /// Ends the session: its ephemerals go at once. Requests made before are answered first. `done`
    /// also runs (in a later task) when there is no session or the service is not reached; those
    /// requests then end with SessionExpired, and the session is left to expire.
    void closeSession(UniqueFunction<void()> done);

    bool connected() const;
    /// 0 before the first Connected and after Expired.
    SessionId sessionId() const;
    /// What the server granted; zero before the first Connected.
    Duration grantedTimeout() const;
    /// Newest transaction seen in any reply.
    Zxid lastZxid() const;

private:
    class Impl;
    std::shared_ptr<Impl> m_impl;
};

} // namespace hw::coordination
