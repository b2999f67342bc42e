#include "engine/coordination/types.h"

namespace hw::coordination {

std::string_view nameOf(OpCode operation)
{
    switch (operation) {
    case OpCode::CreateSession:
        return "Connect";
    case OpCode::CloseSession:
        return "CloseSession";
    case OpCode::Notification:
        return "WatchEvent";
    case OpCode::Create:
        return "Create";
    case OpCode::Delete:
        return "Delete";
    case OpCode::Exists:
        return "Exists";
    case OpCode::GetData:
        return "GetData";
    case OpCode::SetData:
        return "SetData";
    case OpCode::GetAcl:
        return "GetAcl";
    case OpCode::SetAcl:
        return "SetAcl";
    case OpCode::GetChildren:
        return "GetChildren";
    case OpCode::Sync:
        return "Sync";
    case OpCode::Ping:
        return "Ping";
    case OpCode::GetChildren2:
        return "GetChildren2";
    case OpCode::Check:
        return "Check";
    case OpCode::Multi:
        return "Multi";
    case OpCode::Create2:
        return "Create2";
    case OpCode::CheckWatches:
        return "CheckWatches";
    case OpCode::RemoveWatches:
        return "RemoveWatches";
    case OpCode::CreateContainer:
        return "CreateContainer";
    case OpCode::CreateTtl:
        return "CreateTtl";
    case OpCode::MultiRead:
        return "MultiRead";
    case OpCode::Auth:
        return "Auth";
    case OpCode::SetWatches:
        return "SetWatches";
    case OpCode::GetEphemerals:
        return "GetEphemerals";
    case OpCode::GetAllChildrenNumber:
        return "GetAllChildrenNumber";
    case OpCode::SetWatches2:
        return "SetWatches2";
    case OpCode::AddWatch:
        return "AddWatch";
    case OpCode::WhoAmI:
        return "WhoAmI";
    case OpCode::Error:
        return "Error";
    }
    return {};
}

std::string nameOf(ZkError error)
{
    switch (error) {
    case ZkError::Ok: return "Ok";
    case ZkError::SystemError: return "SystemError";
    case ZkError::RuntimeInconsistency: return "RuntimeInconsistency";
    case ZkError::ConnectionLoss: return "ConnectionLoss";
    case ZkError::MarshallingError: return "MarshallingError";
    case ZkError::Unimplemented: return "Unimplemented";
    case ZkError::BadArguments: return "BadArguments";
    case ZkError::NoNode: return "NoNode";
    case ZkError::NoAuth: return "NoAuth";
    case ZkError::BadVersion: return "BadVersion";
    case ZkError::NoChildrenForEphemerals: return "NoChildrenForEphemerals";
    case ZkError::NodeExists: return "NodeExists";
    case ZkError::NotEmpty: return "NotEmpty";
    case ZkError::SessionExpired: return "SessionExpired";
    case ZkError::InvalidAcl: return "InvalidAcl";
    case ZkError::AuthFailed: return "AuthFailed";
    case ZkError::SessionMoved: return "SessionMoved";
    case ZkError::NoWatcher: return "NoWatcher";
    }
    return std::to_string(static_cast<std::int32_t>(error));
}

Op Op::create(std::string path, Bytes data, CreateMode mode)
{
    return {OpCode::Create2, std::move(path), std::move(data), mode, kAnyVersion, true};
}

Op Op::remove(std::string path, std::int32_t version)
{
    return {OpCode::Delete, std::move(path), {}, CreateMode::Persistent, version, true};
}

Op Op::setData(std::string path, Bytes data, std::int32_t version)
{
    return {OpCode::SetData, std::move(path), std::move(data), CreateMode::Persistent, version,
            true};
}

Op Op::check(std::string path, std::int32_t version)
{
    return {OpCode::Check, std::move(path), {}, CreateMode::Persistent, version, true};
}

static bool isValidComponent(std::string_view name)
{
    if (name.empty() || name == "." || name == "..")
        return false;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            return false;
    }
    return true;
}

bool isValidPath(std::string_view path)
{
    if (path.empty() || path.front() != '/' || path.size() > kMaxPathLength)
        return false;
    if (path == "/")
        return true;
    path.remove_prefix(1);
    for (;;) {
        const auto slash = path.find('/');
        if (!isValidComponent(path.substr(0, slash)))
            return false;
        if (slash == std::string_view::npos)
            return true;
        path.remove_prefix(slash + 1);
    }
}

std::string parentPath(std::string_view path)
{
    const auto slash = path.rfind('/');
    return slash == 0 ? "/" : std::string(path.substr(0, slash));
}

std::string nodeName(std::string_view path)
{
    return std::string(path.substr(path.rfind('/') + 1));
}

} // namespace hw::coordination
