#include "engine/frames/ensemble_reader.h"

#include <fmt/format.h>

#include "engine/coordination/types.h"
#include "engine/frames/values.h"

namespace hw::frames {

using namespace observe;
using coordination::CreateMode;
using coordination::OpCode;
using coordination::WatchType;
using coordination::ZkError;
using Kind = FieldNode::Kind;

namespace {

/// ZooKeeper's encoding by hand: there are few messages, and each has one layout.
class JuteReader
{
public:
    explicit JuteReader(Cursor& from)
        : m_from(from)
    {
    }

    FieldNode* open(FieldNode& into, std::string_view name, std::string_view type, Kind kind)
    {
        return m_from.ok() ? m_from.tree().add(into, name, type, kind) : nullptr;
    }
    std::int64_t number(FieldNode& into, std::string_view name, std::string_view type);
    void boolean(FieldNode& into, std::string_view name);
    void buffer(FieldNode& into, std::string_view name, std::string_view type = "buffer");
    void text(FieldNode& into, std::string_view name) { buffer(into, name, "ustring"); }
    /// A vector, each element read by `element(list, name)`.
    template <class Element>
    void list(FieldNode& into, std::string_view name, std::string_view type, Element&& element);

    void stat(FieldNode& into);
    void acl(FieldNode& into);
    void operation(FieldNode& into, OpCode type);
    void watches(FieldNode& into, OpCode type);
    void identities(FieldNode& into);
    void multi(FieldNode& into, bool response);
    void request(FieldNode& into, OpCode type);
    void response(FieldNode& into, OpCode type);
    void connect(FieldNode& into, bool response);
    void watchEvent(FieldNode& into);
    void result(FieldNode& into, OpCode type);

private:
    Cursor& m_from;
};

std::string errorText(std::int64_t code)
{
    return code == 0 ? "" : coordination::nameOf(static_cast<ZkError>(code));
}

std::string_view modeText(std::int64_t mode)
{
    static constexpr std::string_view kModes[] = {"persistent",
                                                  "ephemeral",
                                                  "persistent sequential",
                                                  "ephemeral sequential",
                                                  "container",
                                                  "persistent with a time to live",
                                                  "persistent sequential with a time to live"};
    return mode >= 0 && mode < 7 ? kModes[mode] : std::string_view();
}

std::string_view watchText(std::int64_t type)
{
    static constexpr std::string_view kTypes[] = {"", "NodeCreated", "NodeDeleted",
                                                  "NodeDataChanged", "NodeChildrenChanged"};
    return type >= 1 && type <= 4 ? kTypes[type] : std::string_view();
}

std::int64_t JuteReader::number(FieldNode& into, std::string_view name, std::string_view type)
{
    FieldNode* node = open(into, name, type, Kind::Number);
    if (!node)
        return 0;
    const PathStep step(m_from.tree(), name);
    Extent extent(*node, m_from);
    const std::int64_t value = m_from.number(type == "long" ? 8 : 4);
    extent.end();
    const bool isSession = name == "sessionId" || name == "ephemeralOwner";
    node->value = isSession && value != 0 ? fmt::format("0x{:x}", static_cast<std::uint64_t>(value))
                                          : std::to_string(value);
    node->meaning = meaningOf(name, value);
    return value;
}

void JuteReader::boolean(FieldNode& into, std::string_view name)
{
    FieldNode* node = open(into, name, "boolean", Kind::Bool);
    if (!node)
        return;
    const PathStep step(m_from.tree(), name);
    Extent extent(*node, m_from);
    node->value = m_from.number(1) != 0 ? "true" : "false";
    extent.end();
}

void JuteReader::buffer(FieldNode& into, std::string_view name, std::string_view type)
{
    FieldNode* node = open(into, name, type, Kind::Text);
    if (!node)
        return;
    const PathStep step(m_from.tree(), name);
    Extent extent(*node, m_from);
    const std::int64_t size = m_from.number(4);
    if (size < -1)
        m_from.fail(FrameFault::NegativeLength, node->position);
    else if (size == -1)
        node->kind = Kind::Null;
    else if (name == "passwd" || name == "auth") // as good as a key
        node->value = std::string(m_from.take(size).size(), '*');
    else
        setBytes(*node, m_from.take(size));
    extent.end();
}

template <class Element>
void JuteReader::list(FieldNode& into, std::string_view name, std::string_view type,
                      Element&& element)
{
    FieldNode* node = open(into, name, type, Kind::Array);
    if (!node)
        return;
    const PathStep step(m_from.tree(), name);
    Extent extent(*node, m_from);
    const std::int64_t count = m_from.number(4);
    if (count < -1)
        m_from.fail(FrameFault::NegativeLength, node->position);
    else if (count > static_cast<std::int64_t>(m_from.left()))
        m_from.fail(FrameFault::LengthLies, node->position);
    for (std::int64_t i = 0; i < count && m_from.ok(); ++i)
        element(*node, fmt::format("[{}]", i));
    extent.end();
}

void JuteReader::stat(FieldNode& into)
{
    FieldNode* node = open(into, "stat", "Stat", Kind::Struct);
    if (!node)
        return;
    const PathStep step(m_from.tree(), "stat");
    Extent extent(*node, m_from);
    for (const std::string_view name : {"czxid", "mzxid", "ctime", "mtime"})
        number(*node, name, "long");
    for (const std::string_view name : {"version", "cversion", "aversion"})
        number(*node, name, "int");
    number(*node, "ephemeralOwner", "long");
    number(*node, "dataLength", "int");
    number(*node, "numChildren", "int");
    number(*node, "pzxid", "long");
    extent.end();
}

void JuteReader::acl(FieldNode& into)
{
    list(into, "acl", "vector<ACL>", [this](FieldNode& entries, const std::string& name) {
        FieldNode* entry = open(entries, name, "ACL", Kind::Struct);
        if (!entry)
            return;
        Extent extent(*entry, m_from);
        number(*entry, "perms", "int");
        text(*entry, "scheme");
        text(*entry, "id");
        extent.end();
    });
}

void JuteReader::operation(FieldNode& into, OpCode type)
{
    text(into, "path");
    switch (type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::CreateContainer:
    case OpCode::CreateTtl: {
        buffer(into, "data");
        acl(into);
        const std::int64_t mode = number(into, "flags", "int");
        if (m_from.ok())
            into.children.back().meaning = modeText(mode);
        if (type == OpCode::CreateTtl)
            number(into, "ttl", "long");
        break;
    }
    case OpCode::GetData:
    case OpCode::GetChildren:
        boolean(into, "watch");
        break;
    case OpCode::SetData:
        buffer(into, "data");
        number(into, "version", "int");
        break;
    case OpCode::Delete:
    case OpCode::Check:
        number(into, "version", "int");
        break;
    default:
        m_from.fail(FrameFault::BadOperation);
    }
}

/// One result of a multi.
void JuteReader::result(FieldNode& into, OpCode type)
{
    if (type == OpCode::Error) {
        const std::int64_t code = number(into, "err", "int");
        if (m_from.ok()) {
            into.children.back().meaning = errorText(code);
            into.children.back().isError = code != 0;
        }
    }
    if (type == OpCode::Create || type == OpCode::Create2)
        text(into, "path");
    if (type == OpCode::GetData)
        buffer(into, "data");
    if (type == OpCode::GetChildren)
        list(into, "children", "vector<ustring>",
             [this](FieldNode& names, const std::string& each) { text(names, each); });
    if (type == OpCode::SetData || type == OpCode::Create2 || type == OpCode::GetData)
        stat(into);
}

/// Operations or results, each behind a header of type, done and err; the last says done.
void JuteReader::multi(FieldNode& into, bool response)
{
    FieldNode* all = open(into, response ? "results" : "ops", "multi", Kind::Array);
    if (!all)
        return;
    const PathStep step(m_from.tree(), all->name);
    Extent extent(*all, m_from);
    while (m_from.ok()) {
        const std::string name = fmt::format("[{}]", all->children.size());
        const PathStep inner(m_from.tree(), name);
        FieldNode* one = open(*all, name, "MultiHeader", Kind::Struct);
        if (!one)
            break;
        Extent whole(*one, m_from);
        const auto type = static_cast<OpCode>(number(*one, "type", "int"));
        if (m_from.ok())
            one->children.back().meaning = coordination::nameOf(type);
        boolean(*one, "done");
        const bool done = m_from.ok() && one->children.back().value == "true";
        number(*one, "err", "int");
        if (!done && response)
            result(*one, type);
        else if (!done)
            operation(*one, type);
        whole.end();
        if (done)
            break;
    }
    extent.end();
}

void JuteReader::connect(FieldNode& into, bool response)
{
    number(into, "protocolVersion", "int");
    if (!response)
        number(into, "lastZxidSeen", "long");
    number(into, "timeOut", "int");
    number(into, "sessionId", "long");
    buffer(into, "passwd");
    if (m_from.ok() && !m_from.atEnd())
        boolean(into, "readOnly");
}

void JuteReader::watches(FieldNode& into, OpCode type)
{
    number(into, "relativeZxid", "long");
    const auto paths = [&](std::string_view name) {
        list(into, name, "vector<ustring>",
             [this](FieldNode& all, const std::string& each) { text(all, each); });
    };
    for (const std::string_view name : {"dataWatches", "existWatches", "childWatches"})
        paths(name);
    if (type == OpCode::SetWatches2) {
        paths("persistentWatches");
        paths("persistentRecursiveWatches");
    }
}

void JuteReader::identities(FieldNode& into)
{
    list(into, "clientInfo", "vector<ClientInfo>", [this](FieldNode& all, const std::string& name) {
        FieldNode* one = open(all, name, "ClientInfo", Kind::Struct);
        if (!one)
            return;
        Extent extent(*one, m_from);
        text(*one, "authScheme");
        text(*one, "user");
        extent.end();
    });
}

void JuteReader::request(FieldNode& into, OpCode type)
{
    switch (type) {
    case OpCode::Create:
    case OpCode::Create2:
    case OpCode::CreateContainer:
    case OpCode::CreateTtl:
    case OpCode::Delete:
    case OpCode::SetData:
    case OpCode::Check:
        return operation(into, type);
    case OpCode::SetAcl:
        text(into, "path");
        acl(into);
        number(into, "version", "int");
        return;
    case OpCode::Exists:
    case OpCode::GetData:
    case OpCode::GetChildren:
    case OpCode::GetChildren2:
        text(into, "path");
        return boolean(into, "watch");
    case OpCode::GetAcl:
    case OpCode::Sync:
    case OpCode::GetAllChildrenNumber:
        return text(into, "path");
    case OpCode::GetEphemerals:
        return text(into, "prefixPath");
    case OpCode::Multi:
    case OpCode::MultiRead:
        return multi(into, false);
    case OpCode::SetWatches:
    case OpCode::SetWatches2:
        return watches(into, type);
    case OpCode::AddWatch:
        text(into, "path");
        number(into, "mode", "int");
        return;
    case OpCode::CheckWatches:
    case OpCode::RemoveWatches:
        text(into, "path");
        number(into, "type", "int");
        return;
    case OpCode::Auth:
        number(into, "type", "int");
        text(into, "scheme");
        return buffer(into, "auth");
    case OpCode::Ping:
    case OpCode::CloseSession:
    case OpCode::WhoAmI:
        return;
    default:
        m_from.fail(FrameFault::BadOperation);
    }
}

void JuteReader::response(FieldNode& into, OpCode type)
{
    if (type == OpCode::Create || type == OpCode::Create2 || type == OpCode::Sync)
        text(into, "path");
    if (type == OpCode::GetData)
        buffer(into, "data");
    if (type == OpCode::GetAcl)
        acl(into);
    if (type == OpCode::GetChildren || type == OpCode::GetChildren2)
        list(into, "children", "vector<ustring>",
             [this](FieldNode& names, const std::string& each) { text(names, each); });
    if (type == OpCode::GetEphemerals)
        list(into, "ephemerals", "vector<ustring>",
             [this](FieldNode& paths, const std::string& each) { text(paths, each); });
    if (type == OpCode::Multi || type == OpCode::MultiRead)
        multi(into, true);
    if (type == OpCode::GetAllChildrenNumber)
        number(into, "totalNumber", "int");
    if (type == OpCode::AddWatch)
        number(into, "err", "int");
    if (type == OpCode::WhoAmI)
        identities(into);
    if (type == OpCode::Create2 || type == OpCode::Exists || type == OpCode::GetData ||
        type == OpCode::SetData || type == OpCode::GetAcl || type == OpCode::SetAcl ||
        type == OpCode::GetChildren2)
        stat(into);
}

void JuteReader::watchEvent(FieldNode& into)
{
    const std::int64_t type = number(into, "type", "int");
    if (m_from.ok())
        into.children.back().meaning = watchText(type);
    number(into, "state", "int");
    text(into, "path");
}

} // namespace

void readEnsembleFrame(FieldNode& into, Cursor& from, const FrameKind& kind)
{
    JuteReader jute(from);
    const auto type = static_cast<OpCode>(kind.operation);
    if (type == OpCode::CreateSession) {
        jute.connect(into, kind.response);
    } else if (!kind.response && type != OpCode::Notification) {
        jute.number(into, "xid", "int");
        const auto said = static_cast<OpCode>(jute.number(into, "type", "int"));
        if (from.ok())
            into.children.back().meaning = coordination::nameOf(said);
        jute.request(into, said);
    } else {
        jute.number(into, "xid", "int");
        jute.number(into, "zxid", "long");
        const std::int64_t error = jute.number(into, "err", "int");
        if (from.ok()) {
            into.children.back().meaning = errorText(error);
            into.children.back().isError = error != 0;
        }
        if (type == OpCode::Notification)
            jute.watchEvent(into);
        else if (error == 0)
            jute.response(into, type);
    }
    if (from.ok() && !from.atEnd())
        from.fail(FrameFault::LeftOver);
}

} // namespace hw::frames
