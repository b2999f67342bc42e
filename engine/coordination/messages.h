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

inline constexpr std::int32_t kXidWatch = -1;      ///< a watch event, unasked for
inline constexpr std::int32_t kXidPing = -2;
inline constexpr std::int32_t kXidSetWatches = -8;
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

struct Request
{
    std::int32_t xid = 0;
    OpCode type = OpCode::Ping;
    /// Path of everything that has one; data, mode and version of writes.
    Op op;
    bool watch = false;
    std::vector<Op> ops; ///< Multi
    // SetWatches
    Zxid relativeZxid;
    std::vector<std::string> dataWatches, existWatches, childWatches;
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
    std::vector<std::string> children;
    std::vector<OpResult> results;
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

/// Operations as a multi's request carries them, end mark included; transactions are logged so too.
void putOps(Writer& to, const std::vector<Op>& ops);
std::vector<Op> getOps(Reader& from);

} // namespace hw::coordination
