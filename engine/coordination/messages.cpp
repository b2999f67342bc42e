#include "engine/coordination/messages.h"

#include <fmt/format.h>

#include "engine/coordination/jute.h"
#include "engine/coordination/operations.h"

namespace hw::coordination {

using namespace jute;

namespace {

constexpr std::int32_t kConnected = 3; ///< `KeeperState.SyncConnected`

tl::unexpected<Error> malformed(std::string_view what)
{
    return fail(Failure::Invalid, fmt::format("a malformed {}: lengths and frame disagree", what));
}

void putRequestBody(Writer& to, const Request& request)
{
    switch (request.type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
        putOpBody(to, request.op);
        break;
    case OpCode::SetAcl:
        putText(to, request.op.path);
        if (request.op.openAcl)
            putOpenAcl(to);
        else
            to.i32(0);
        to.i32(request.op.version);
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
    case OpCode::GetEphemerals:
    case OpCode::GetAllChildrenNumber:
        putText(to, request.op.path);
        break;
    case OpCode::AddWatch:
    case OpCode::CheckWatches:
    case OpCode::RemoveWatches:
        putText(to, request.op.path);
        to.i32(request.watchKind);
        break;
    case OpCode::Multi:
    case OpCode::MultiRead:
        putOps(to, request.ops);
        break;
    case OpCode::SetWatches:
    case OpCode::SetWatches2:
        to.i64(request.relativeZxid.value());
        putTexts(to, request.dataWatches);
        putTexts(to, request.existWatches);
        putTexts(to, request.childWatches);
        if (request.type == OpCode::SetWatches2) {
            putTexts(to, request.persistentWatches);
            putTexts(to, request.recursiveWatches);
        }
        break;
    case OpCode::Auth:
        to.i32(0);
        putText(to, request.identity.scheme);
        putText(to, request.identity.id);
        break;
    default: // Ping, CloseSession, WhoAmI: the header is all
        break;
    }
}

/// False: an operation that is not served.
bool getRequestBody(Reader& from, Request& request)
{
    switch (request.type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
        getOpBody(from, request.op);
        return true;
    case OpCode::SetAcl:
        request.op.path = getText(from);
        request.op.openAcl = getIsOpenAcl(from);
        request.op.version = from.i32();
        return true;
    case OpCode::Exists:
    case OpCode::GetData:
    case OpCode::GetChildren:
    case OpCode::GetChildren2:
        request.op.path = getText(from);
        request.watch = getBool(from);
        return true;
    case OpCode::GetAcl:
    case OpCode::Sync:
    case OpCode::GetEphemerals:
    case OpCode::GetAllChildrenNumber:
        request.op.path = getText(from);
        return true;
    case OpCode::AddWatch:
    case OpCode::CheckWatches:
    case OpCode::RemoveWatches:
        request.op.path = getText(from);
        request.watchKind = from.i32();
        return true;
    case OpCode::Multi:
    case OpCode::MultiRead:
        request.ops = getOps(from);
        return true;
    case OpCode::SetWatches:
    case OpCode::SetWatches2:
        request.relativeZxid = Zxid(from.i64());
        request.dataWatches = getTexts(from);
        request.existWatches = getTexts(from);
        request.childWatches = getTexts(from);
        if (request.type == OpCode::SetWatches2) {
            request.persistentWatches = getTexts(from);
            request.recursiveWatches = getTexts(from);
        }
        return true;
    case OpCode::Auth:
        from.i32();
        request.identity.scheme = getText(from);
        request.identity.id = getText(from);
        return true;
    case OpCode::Ping:
    case OpCode::CloseSession:
    case OpCode::WhoAmI:
        return true;
    default:
        return false;
    }
}

bool answersWithPath(OpCode type)
{
    return type == OpCode::Create || type == OpCode::Create2 || type == OpCode::Sync;
}

bool answersWithNames(OpCode type)
{
    return type == OpCode::GetChildren || type == OpCode::GetChildren2 ||
           type == OpCode::GetEphemerals;
}

bool answersWithStat(OpCode type)
{
    return type == OpCode::Create2 || type == OpCode::Exists || type == OpCode::GetData ||
           type == OpCode::SetData || type == OpCode::GetAcl || type == OpCode::SetAcl ||
           type == OpCode::GetChildren2;
}

void putResponseBody(Writer& to, const Response& response, OpCode type)
{
    if (answersWithPath(type))
        putText(to, response.path);
    if (type == OpCode::GetData)
        putBuffer(to, response.data);
    if (type == OpCode::GetAcl)
        putOpenAcl(to, response.readOnly);
    if (answersWithNames(type))
        putTexts(to, response.children);
    if (type == OpCode::Multi)
        putResults(to, response.results);
    if (type == OpCode::MultiRead)
        putReadResults(to, response.results);
    if (type == OpCode::GetAllChildrenNumber)
        to.i32(response.total);
    if (type == OpCode::AddWatch)
        to.i32(static_cast<std::int32_t>(ZkError::Ok));
    if (type == OpCode::WhoAmI) {
        to.i32(static_cast<std::int32_t>(response.identities.size()));
        for (const Identity& identity : response.identities) {
            putText(to, identity.scheme);
            putText(to, identity.id);
        }
    }
    if (answersWithStat(type))
        putStat(to, response.stat);
}

void getResponseBody(Reader& from, Response& response, OpCode type)
{
    if (answersWithPath(type))
        response.path = getText(from);
    if (type == OpCode::GetData)
        response.data = getBuffer(from);
    if (type == OpCode::GetAcl)
        getIsOpenAcl(from);
    if (answersWithNames(type))
        response.children = getTexts(from);
    if (type == OpCode::Multi || type == OpCode::MultiRead)
        response.results = getResults(from);
    if (type == OpCode::GetAllChildrenNumber)
        response.total = from.i32();
    if (type == OpCode::AddWatch)
        response.error = static_cast<ZkError>(from.i32());
    if (type == OpCode::WhoAmI) {
        const std::int32_t count = getCount(from, 8);
        for (std::int32_t i = 0; i < count && from.ok(); ++i) {
            Identity& identity = response.identities.emplace_back();
            identity.scheme = getText(from);
            identity.id = getText(from);
        }
    }
    if (answersWithStat(type))
        response.stat = getStat(from);
}

} // namespace

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
    putRequestBody(to, request);
    return to.take();
}

Pieces encode(const Response& response, OpCode type)
{
    Writer to;
    to.i32(response.xid);
    to.i64(response.zxid.value());
    to.i32(static_cast<std::int32_t>(response.error));
    if (response.error == ZkError::Ok)
        putResponseBody(to, response, type);
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
    if (!getRequestBody(from, *request))
        return fail(Failure::Unsupported,
                    fmt::format("operation {} is not served", static_cast<int>(request->type)));
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
    getResponseBody(from, *response, type);
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
