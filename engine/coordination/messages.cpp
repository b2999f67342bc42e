#include "engine/coordination/messages.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/coordination/jute.h"

namespace hw::coordination {

using namespace jute;

namespace {

constexpr std::int32_t kConnected = 3; ///< `KeeperState.SyncConnected`
constexpr std::int32_t kAllPermissions = 31;

tl::unexpected<Error> malformed(std::string_view what)
{
    return fail(Failure::Invalid, fmt::format("a malformed {}: lengths and frame disagree", what));
}

/// The only access list there is: anyone may do anything (`OPEN_ACL_UNSAFE`).
void putOpenAcl(Writer& to)
{
    to.i32(1);
    to.i32(kAllPermissions);
    putText(to, "world");
    putText(to, "anyone");
}

void skipAcl(Reader& from)
{
    const std::int32_t count = getCount(from, 12);
    for (std::int32_t i = 0; i < count && from.ok(); ++i) {
        from.i32();
        getText(from);
        getText(from);
    }
}

CreateMode getMode(Reader& from)
{
    const std::int32_t flags = from.i32();
    if (flags < 0 || flags > 3)
        from.setFailed();
    return static_cast<CreateMode>(flags & 3);
}

void putMultiHeader(Writer& to, OpCode type, bool done, std::int32_t error)
{
    to.i32(static_cast<std::int32_t>(type));
    putBool(to, done);
    to.i32(error);
}

void putOpBody(Writer& to, const Op& op)
{
    putText(to, op.path);
    switch (op.type) {
    case OpCode::Create:
    case OpCode::Create2:
        putBuffer(to, op.data);
        putOpenAcl(to);
        to.i32(static_cast<std::int32_t>(op.mode));
        break;
    case OpCode::SetData:
        putBuffer(to, op.data);
        to.i32(op.version);
        break;
    default: // Delete, Check
        to.i32(op.version);
    }
}

void getOpBody(Reader& from, Op& op)
{
    op.path = getText(from);
    switch (op.type) {
    case OpCode::Create:
    case OpCode::Create2:
        op.data = getBuffer(from);
        skipAcl(from);
        op.mode = getMode(from);
        break;
    case OpCode::SetData:
        op.data = getBuffer(from);
        op.version = from.i32();
        break;
    case OpCode::Delete:
    case OpCode::Check:
        op.version = from.i32();
        break;
    default:
        from.setFailed();
    }
}

void putResults(Writer& to, const std::vector<OpResult>& results)
{
    const bool failed = std::any_of(results.begin(), results.end(),
                                    [](const OpResult& r) { return r.error != ZkError::Ok; });
    for (const OpResult& result : results) {
        const auto error = static_cast<std::int32_t>(result.error);
        putMultiHeader(to, failed ? OpCode::Error : result.type, false, error);
        if (failed)
            to.i32(error);
        else if (result.type == OpCode::Create || result.type == OpCode::Create2)
            putText(to, result.path);
        if (!failed && (result.type == OpCode::SetData || result.type == OpCode::Create2))
            putStat(to, result.stat);
    }
    putMultiHeader(to, OpCode::Error, true, -1);
}

std::vector<OpResult> getResults(Reader& from)
{
    std::vector<OpResult> results;
    while (from.ok()) {
        OpResult result;
        result.type = static_cast<OpCode>(from.i32());
        const bool done = getBool(from);
        result.error = static_cast<ZkError>(from.i32());
        if (done)
            break;
        if (result.type == OpCode::Error)
            result.error = static_cast<ZkError>(from.i32());
        if (result.type == OpCode::Create || result.type == OpCode::Create2)
            result.path = getText(from);
        if (result.type == OpCode::SetData || result.type == OpCode::Create2)
            result.stat = getStat(from);
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace

void putOps(Writer& to, const std::vector<Op>& ops)
{
    for (const Op& op : ops) {
        putMultiHeader(to, op.type, false, -1);
        putOpBody(to, op);
    }
    putMultiHeader(to, OpCode::Error, true, -1);
}

std::vector<Op> getOps(Reader& from)
{
    std::vector<Op> ops;
    while (from.ok()) {
        Op op;
        op.type = static_cast<OpCode>(from.i32());
        const bool done = getBool(from);
        from.i32();
        if (done)
            break;
        getOpBody(from, op);
        ops.push_back(std::move(op));
    }
    return ops;
}

Pieces encode(const ConnectRequest& request)
{
    Writer to;
    to.i32(request.protocolVersion);
    to.i64(request.lastZxidSeen.value());
    to.i32(request.timeoutMs);
    to.i64(request.session.value());
    putBuffer(to, request.password);
    if (request.readOnly)
        putBool(to, *request.readOnly);
    return to.take();
}

Pieces encode(const ConnectResponse& response)
{
    Writer to;
    to.i32(response.protocolVersion);
    to.i32(response.timeoutMs);
    to.i64(response.session.value());
    putBuffer(to, response.password);
    if (response.readOnly)
        putBool(to, *response.readOnly);
    return to.take();
}

Pieces encode(const Request& request)
{
    Writer to;
    to.i32(request.xid);
    to.i32(static_cast<std::int32_t>(request.type));
    switch (request.type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
        putOpBody(to, request.op);
        break;
    case OpCode::Exists:
    case OpCode::GetData:
    case OpCode::GetChildren:
    case OpCode::GetChildren2:
        putText(to, request.op.path);
        putBool(to, request.watch);
        break;
    case OpCode::GetAcl:
    case OpCode::Sync:
        putText(to, request.op.path);
        break;
    case OpCode::Multi:
        putOps(to, request.ops);
        break;
    case OpCode::SetWatches:
        to.i64(request.relativeZxid.value());
        putTexts(to, request.dataWatches);
        putTexts(to, request.existWatches);
        putTexts(to, request.childWatches);
        break;
    default: // Ping, CloseSession: the header is all
        break;
    }
    return to.take();
}

Pieces encode(const Response& response, OpCode type)
{
    Writer to;
    to.i32(response.xid);
    to.i64(response.zxid.value());
    to.i32(static_cast<std::int32_t>(response.error));
    if (response.error != ZkError::Ok)
        return to.take();
    const bool hasPath =
        type == OpCode::Create || type == OpCode::Create2 || type == OpCode::Sync;
    const bool hasChildren = type == OpCode::GetChildren || type == OpCode::GetChildren2;
    const bool hasStat = type == OpCode::Create2 || type == OpCode::Exists ||
                         type == OpCode::GetData || type == OpCode::SetData ||
                         type == OpCode::GetAcl || type == OpCode::GetChildren2;
    if (hasPath)
        putText(to, response.path);
    if (type == OpCode::GetData)
        putBuffer(to, response.data);
    if (type == OpCode::GetAcl)
        putOpenAcl(to);
    if (hasChildren)
        putTexts(to, response.children);
    if (type == OpCode::Multi)
        putResults(to, response.results);
    if (hasStat)
        putStat(to, response.stat);
    return to.take();
}

Pieces encode(const WatchEvent& event)
{
    Writer to;
    to.i32(kXidWatch);
    to.i64(-1);
    to.i32(0);
    to.i32(static_cast<std::int32_t>(event.type));
    to.i32(kConnected);
    putText(to, event.path);
    return to.take();
}

Result<ConnectRequest> decodeConnectRequest(const Slice& frame)
{
    Reader from(frame);
    ConnectRequest request;
    request.protocolVersion = from.i32();
    request.lastZxidSeen = Zxid(from.i64());
    request.timeoutMs = from.i32();
    request.session = SessionId(from.i64());
    request.password = getBuffer(from);
    if (from.ok() && !from.atEnd())
        request.readOnly = getBool(from);
    if (!from.ok() || !from.atEnd())
        return malformed("connect request");
    return request;
}

Result<ConnectResponse> decodeConnectResponse(const Slice& frame)
{
    Reader from(frame);
    ConnectResponse response;
    response.protocolVersion = from.i32();
    response.timeoutMs = from.i32();
    response.session = SessionId(from.i64());
    response.password = getBuffer(from);
    if (from.ok() && !from.atEnd())
        response.readOnly = getBool(from);
    if (!from.ok())
        return malformed("connect response");
    return response;
}

Result<Request> decodeHeader(const Slice& frame)
{
    Reader from(frame);
    Request request;
    request.xid = from.i32();
    request.type = static_cast<OpCode>(from.i32());
    if (!from.ok())
        return malformed("request header");
    return request;
}

Result<Request> decodeRequest(const Slice& frame)
{
    auto request = decodeHeader(frame);
    if (!request)
        return request;
    Reader from(frame);
    from.skip(8);
    request->op.type = request->type;
    switch (request->type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
        getOpBody(from, request->op);
        break;
    case OpCode::Exists:
    case OpCode::GetData:
    case OpCode::GetChildren:
    case OpCode::GetChildren2:
        request->op.path = getText(from);
        request->watch = getBool(from);
        break;
    case OpCode::GetAcl:
    case OpCode::Sync:
        request->op.path = getText(from);
        break;
    case OpCode::Multi:
        request->ops = getOps(from);
        break;
    case OpCode::SetWatches:
        request->relativeZxid = Zxid(from.i64());
        request->dataWatches = getTexts(from);
        request->existWatches = getTexts(from);
        request->childWatches = getTexts(from);
        break;
    case OpCode::Ping:
    case OpCode::CloseSession:
        break;
    default:
        return fail(Failure::Unsupported,
                    fmt::format("operation {} is not served", static_cast<int>(request->type)));
    }
    if (!from.ok())
        return malformed("request");
    return request;
}

Result<Response> decodeReplyHeader(const Slice& frame)
{
    Reader from(frame);
    Response response;
    response.xid = from.i32();
    response.zxid = Zxid(from.i64());
    response.error = static_cast<ZkError>(from.i32());
    if (!from.ok())
        return malformed("reply header");
    return response;
}

Result<Response> decodeResponse(const Slice& frame, OpCode type)
{
    auto response = decodeReplyHeader(frame);
    if (!response || response->error != ZkError::Ok)
        return response;
    Reader from(frame);
    from.skip(16);
    if (type == OpCode::Create || type == OpCode::Create2 || type == OpCode::Sync)
        response->path = getText(from);
    if (type == OpCode::GetData)
        response->data = getBuffer(from);
    if (type == OpCode::GetAcl)
        skipAcl(from);
    if (type == OpCode::GetChildren || type == OpCode::GetChildren2)
        response->children = getTexts(from);
    if (type == OpCode::Multi)
        response->results = getResults(from);
    if (type == OpCode::Create2 || type == OpCode::Exists || type == OpCode::GetData ||
        type == OpCode::SetData || type == OpCode::GetAcl || type == OpCode::GetChildren2)
        response->stat = getStat(from);
    if (!from.ok())
        return malformed("response");
    return response;
}

Result<WatchEvent> decodeWatchEvent(const Slice& frame)
{
    Reader from(frame);
    from.skip(16);
    WatchEvent event;
    const std::int32_t type = from.i32();
    from.i32();
    event.path = getText(from);
    if (!from.ok() || type < 1 || type > 4)
        return malformed("watch event");
    event.type = static_cast<WatchType>(type);
    return event;
}

} // namespace hw::coordination
