#include "engine/coordination/operations.h"

#include <algorithm>

#include "engine/coordination/jute.h"

namespace hw::coordination {

using namespace jute;

static constexpr std::int32_t kAllPermissions = 31;
static constexpr std::int32_t kReadPermission = 1;

void putOpenAcl(Writer& to, bool readOnly)
{
    to.i32(1);
    to.i32(readOnly ? kReadPermission : kAllPermissions);
    putText(to, "world");
    putText(to, "anyone");
}

bool getIsOpenAcl(Reader& from)
{
    const std::int32_t count = getCount(from, 12);
    bool open = false;
    for (std::int32_t i = 0; i < count && from.ok(); ++i) {
        const std::int32_t permissions = from.i32();
        const std::string scheme = getText(from);
        const std::string id = getText(from);
        open |= permissions == kAllPermissions && scheme == "world" && id == "anyone";
    }
    return open;
}

static void putMultiHeader(Writer& to, OpCode type, bool done, std::int32_t error)
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
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
        putBuffer(to, op.data);
        if (op.openAcl)
            putOpenAcl(to);
        else
            to.i32(0);
        to.i32(static_cast<std::int32_t>(op.mode));
        if (op.type == OpCode::CreateTtl)
            to.i64(0);
        break;
    case OpCode::SetData:
        putBuffer(to, op.data);
        to.i32(op.version);
        break;
    case OpCode::GetData:
    case OpCode::GetChildren:
        putBool(to, false);
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
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
        op.data = getBuffer(from);
        op.openAcl = getIsOpenAcl(from);
        op.mode = static_cast<CreateMode>(from.i32());
        if (op.type == OpCode::CreateTtl)
            from.i64();
        break;
    case OpCode::SetData:
        op.data = getBuffer(from);
        op.version = from.i32();
        break;
    case OpCode::Delete:
    case OpCode::Check:
        op.version = from.i32();
        break;
    case OpCode::GetData:
    case OpCode::GetChildren:
        getBool(from);
        break;
    default:
        from.setFailed();
    }
}

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
        if (ops.size() == kMaxOps)
            from.setFailed();
        getOpBody(from, op);
        ops.push_back(std::move(op));
    }
    return ops;
}

static bool makesNode(OpCode type) { return type == OpCode::Create || type == OpCode::Create2; }

static bool answersWithStat(OpCode type)
{
    return type == OpCode::SetData || type == OpCode::Create2 || type == OpCode::GetData;
}

static void putResult(Writer& to, const OpResult& result)
{
    putMultiHeader(to, result.type, false, 0);
    if (makesNode(result.type))
        putText(to, result.path);
    if (result.type == OpCode::GetData)
        putBuffer(to, result.data);
    if (result.type == OpCode::GetChildren)
        putTexts(to, result.children);
    if (answersWithStat(result.type))
        putStat(to, result.stat);
}

static void putErrorResult(Writer& to, ZkError error)
{
    const auto code = static_cast<std::int32_t>(error);
    putMultiHeader(to, OpCode::Error, false, code);
    to.i32(code);
}

static bool isFailed(const OpResult& result) { return result.error != ZkError::Ok; }

void putResults(Writer& to, const std::vector<OpResult>& results)
{
    const bool failed = std::any_of(results.begin(), results.end(), isFailed);
    for (const OpResult& result : results) {
        if (failed)
            putErrorResult(to, result.error);
        else
            putResult(to, result);
    }
    putMultiHeader(to, OpCode::Error, true, -1);
}

void putReadResults(Writer& to, const std::vector<OpResult>& results)
{
    for (const OpResult& result : results) {
        if (isFailed(result))
            putErrorResult(to, result.error);
        else
            putResult(to, result);
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
        if (makesNode(result.type))
            result.path = getText(from);
        if (result.type == OpCode::GetData)
            result.data = getBuffer(from);
        if (result.type == OpCode::GetChildren)
            result.children = getTexts(from);
        if (answersWithStat(result.type))
            result.stat = getStat(from);
        results.push_back(std::move(result));
    }
    return results;
}

} // namespace hw::coordination
