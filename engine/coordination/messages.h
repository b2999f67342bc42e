#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/base/writer.h"
#include "engine/coordination/types.h"

/// The frames of ZooKeeper's client protocol (`zookeeper.jute`), one encoder and one decoder each,
/// shared by server and client. Decoders fail with Invalid and never read outside the frame.
namespace hw::coordination {

inline constexpr std::int32_t kXidWatch = -1; ///< a watch event, unasked for
inline constexpr std::int32_t kXidPing = -2;
inline constexpr std::int32_t kXidAuth = -4;
inline constexpr std::int32_t kXidSetWatches = -8; ///< SetWatches and SetWatches2
inline constexpr std::size_t kPasswordSize = 16;

struct ConnectRequest
{
    std::int32_t protocolVersion = 0;
    Zxid lastZxidSeen;
    std::int32_t timeoutMs = 0;
    SessionId session; ///< 0: a new one
    Bytes password;
    /// Sent by clients since 3.4; answered in kind.
    std::optional<bool> readOnly;
};

struct ConnectResponse
{
    std::int32_t protocolVersion = 0;
    std::int32_t timeoutMs = 0; ///< 0: the session does not exist (any more)
    SessionId session;
    Bytes password;
    std::optional<bool> readOnly;
};

/// Who somebody says, or is known, to be: `ip` and `127.0.0.1`; `digest` and `user:password`.
struct Identity
{
    std::string scheme;
    std::string id;
};

/// How long a watch set by AddWatch lasts and how far it sees (`AddWatchMode`).
enum class WatchMode : std::int32_t
{
    Persistent = 0, ///< until it is removed; the node and its children's names
    Recursive = 1,  ///< until it is removed; the node and everything below it
};

/// Which watches CheckWatches and RemoveWatches mean (`Watcher.WatcherType`).
enum class WatcherType : std::int32_t
{
    Children = 1,
    Data = 2,
    Any = 3,
};

struct Request
{
    std::int32_t xid = 0;
    OpCode type = OpCode::Ping;
    /// Path of everything that has one; data, mode and version of writes.
    Op op;
    bool watch = false;
    std::vector<Op> ops; ///< Multi, MultiRead
    // SetWatches; SetWatches2, which alone has the last two
    Zxid relativeZxid;
    std::vector<std::string> dataWatches, existWatches, childWatches;
    std::vector<std::string> persistentWatches, recursiveWatches;
    /// AddWatch: a WatchMode; CheckWatches, RemoveWatches: a WatcherType. Not checked.
    std::int32_t watchKind = 0;
    Identity identity; ///< Auth
};

struct Response
{
    std::int32_t xid = 0;
    Zxid zxid; ///< newest transaction the server had applied
    ZkError error = ZkError::Ok;
    // The body by type of request, only if error is Ok:
    std::string path;
    Bytes data;
    Stat stat;
    std::vector<std::string> children; ///< GetEphemerals: whole paths
    std::vector<OpResult> results;
    std::int32_t total = 0;           ///< GetAllChildrenNumber
    bool readOnly = false;            ///< GetAcl: anyone may read it, nobody more
    std::vector<Identity> identities; ///< WhoAmI
};

Pieces encode(const ConnectRequest& request);
Pieces encode(const ConnectResponse& response);
Pieces encode(const Request& request);
/// `type` is that of the request.
Pieces encode(const Response& response, OpCode type);
Pieces encode(const WatchEvent& event);

Result<ConnectRequest> decodeConnectRequest(const Slice& frame);
Result<ConnectResponse> decodeConnectResponse(const Slice& frame);
/// Fails with Unsupported for an operation that we do not serve; `xid` and `type` are known then,
/// see `decodeHeader`.
Result<Request> decodeRequest(const Slice& frame);
/// Only xid and type.
Result<Request> decodeHeader(const Slice& frame);
/// Only xid, zxid and error: enough to find the request it answers.
Result<Response> decodeReplyHeader(const Slice& frame);
Result<Response> decodeResponse(const Slice& frame, OpCode type);
Result<WatchEvent> decodeWatchEvent(const Slice& frame);

} // namespace hw::coordination
