#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::coordination {

/// What an operation ended with; the numbers are ZooKeeper's own (`KeeperException.Code`).
enum class ZkError : std::int32_t
{
    Ok = 0,
    SystemError = -1,
    RuntimeInconsistency = -2, ///< inside a failed multi: not tried, since an earlier one failed
    ConnectionLoss = -4,       ///< only seen by callers that switched resending off
    MarshallingError = -5,
    Unimplemented = -6,
    BadArguments = -8,
    NoNode = -101,
    NoAuth = -102,
    BadVersion = -103,
    NoChildrenForEphemerals = -108,
    NodeExists = -110,
    NotEmpty = -111,
    SessionExpired = -112,
    InvalidAcl = -114,
    AuthFailed = -115,
    SessionMoved = -118,
    NoWatcher = -121,
};

/// `NoNode`, `BadVersion` …; the number itself for one that we do not know.
std::string nameOf(ZkError error);

/// What ZooKeeper knows of a znode besides its data.
struct Stat
{
    Zxid czxid;     ///< transaction that created it
    Zxid mzxid;     ///< last transaction that set its data
    Zxid pzxid;     ///< last transaction that added or removed a child
    WallTime ctime; ///< stored with the transaction
    WallTime mtime;
    std::int32_t version = 0;  ///< rises by one with every setData
    std::int32_t cversion = 0; ///< rises by one with every child added or removed
    std::int32_t aversion = 0; ///< always 0: there are no access lists to change
    SessionId ephemeralOwner;  ///< 0: persistent
    std::int32_t dataLength = 0;
    std::int32_t numChildren = 0;

    bool operator==(const Stat&) const = default;
};

/// Matches every version in conditional operations.
inline constexpr std::int32_t kAnyVersion = -1;

/// How a znode is made; the numbers are the `flags` on the wire (`CreateMode`).
/// Others that ZooKeeper knows (4 container, 5 and 6 with a time to live) are not served.
enum class CreateMode : std::int32_t
{
    Persistent = 0,
    Ephemeral = 1,            ///< goes when its session ends; cannot have children
    PersistentSequential = 2, ///< ten digits are added to the name: the parent's count of creations
    EphemeralSequential = 3,
};
constexpr bool isEphemeral(CreateMode mode) { return (static_cast<int>(mode) & 1) != 0; }
constexpr bool isSequential(CreateMode mode) { return (static_cast<int>(mode) & 2) != 0; }

/// Number of a request on the wire (`ZooDefs.OpCode`).
enum class OpCode : std::int32_t
{
    Error = -1,
    CreateSession = -10,
    CloseSession = -11,
    Notification = 0,
    Create = 1,
    Delete = 2,
    Exists = 3,
    GetData = 4,
    SetData = 5,
    GetAcl = 6,
    SetAcl = 7,
    GetChildren = 8,
    Sync = 9,
    Ping = 11,
    GetChildren2 = 12,
    Check = 13,
    Multi = 14,
    Create2 = 15,
    CheckWatches = 17,
    RemoveWatches = 18,
    CreateContainer = 19,
    CreateTtl = 21,
    MultiRead = 22,
    Auth = 100,
    SetWatches = 101,
    GetEphemerals = 103,
    GetAllChildrenNumber = 104,
    SetWatches2 = 105,
    AddWatch = 106,
    WhoAmI = 107,
};

/// `GetData`; `Connect` for the handshake, `WatchEvent` for what comes unasked; empty for a number
/// that is not known.
std::string_view nameOf(OpCode operation);

/// One write, alone or inside a multi; or one read inside a MultiRead.
struct Op
{
    /// Create, Create2, Delete, SetData or Check; GetData or GetChildren inside a MultiRead. Kinds
    /// of creation that are not served (CreateContainer, CreateTtl) end with Unimplemented.
    OpCode type = OpCode::Check;
    std::string path;
    Bytes data;                               ///< Create, SetData
    CreateMode mode = CreateMode::Persistent; ///< Create
    std::int32_t version = kAnyVersion;       ///< Delete, SetData, Check, SetAcl
    /// Create, SetAcl: the access list lets anyone do anything. No other one is taken.
    bool openAcl = true;

    static Op create(std::string path, Bytes data, CreateMode mode = CreateMode::Persistent);
    static Op remove(std::string path, std::int32_t version = kAnyVersion);
    static Op setData(std::string path, Bytes data, std::int32_t version = kAnyVersion);
    /// Fails with NoNode or BadVersion unless the znode has just this version.
    static Op check(std::string path, std::int32_t version);
};

/// How one write ended.
struct OpResult
{
    OpCode type = OpCode::Check;
    ZkError error = ZkError::Ok;
    std::string path; ///< Create: the name really given (sequential ones get ten digits)
    Stat stat;        ///< Create, SetData
    Bytes data = {};  ///< GetData
    std::vector<std::string> children = {}; ///< GetChildren
};

/// What a one-time watch saw; the numbers are the wire's (`Watcher.Event.EventType`).
enum class WatchType : std::int32_t
{
    NodeCreated = 1,
    NodeDeleted = 2,
    NodeDataChanged = 3,
    NodeChildrenChanged = 4,
};

struct WatchEvent
{
    WatchType type = WatchType::NodeDataChanged;
    std::string path;

    bool operator==(const WatchEvent&) const = default;
};

/// Whether ZooKeeper takes this as the path of a znode: "/" or "/a/b", no empty, "." or ".."
/// component, no slash at the end, no control characters, at most kMaxPathLength bytes.
bool isValidPath(std::string_view path);
inline constexpr std::size_t kMaxPathLength = 4096;
/// "/a" for "/a/b", "/" for "/a".
std::string parentPath(std::string_view path);
/// "b" for "/a/b".
std::string nodeName(std::string_view path);

/// Most bytes a znode may hold (`jute.maxbuffer`, less some room for the request around it).
inline constexpr std::size_t kMaxDataSize = 1048576 - 8192;

} // namespace hw::coordination
