#include "engine/coordination/tree.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/coordination/state_bytes.h"

namespace hw::coordination {

Stat Znode::stat() const
{
    Stat stat;
    stat.czxid = czxid;
    stat.mzxid = mzxid;
    stat.pzxid = pzxid;
    stat.ctime = ctime;
    stat.mtime = mtime;
    stat.version = version;
    stat.ephemeralOwner = owner;
    stat.dataLength = static_cast<std::int32_t>(data.size());
    stat.numChildren = static_cast<std::int32_t>(children.size());
    // Created and still there, plus created and gone (counted twice: its creation and removal).
    stat.cversion = creations * 2 - stat.numChildren;
    return stat;
}

Tree::Tree() { addSystemNodes(); }

/// Parents first.  ZooKeeper: DataTree's constructor, isSpecialPath.
static constexpr std::array kSystemPaths{"/", "/zookeeper", kConfigPath, "/zookeeper/quota"};

void Tree::addSystemNodes()
{
    for (const std::string path : kSystemPaths) {
        if (!m_nodes.try_emplace(path).second)
            continue;
        m_bytes += path.size();
        // They count as children, but not as created: the first sequential node is number 0.
        if (path != "/")
            m_nodes.at(parentPath(path)).children.insert(nodeName(path));
    }
}

void Tree::beforeChange(const std::string& path, const Znode* node)
{
    if (m_images.empty())
        return;
    std::erase_if(m_images, [](const auto& image) { return image.expired(); });
    for (const auto& image : m_images)
        image.lock()->setAside(path, node);
}

static OpResult failed(const Op& op, ZkError error)
{
    OpResult result;
    result.type = op.type;
    result.error = error;
    result.path = op.path;
    return result;
}

OpResult Tree::apply(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes)
{
    return applyOne(op, context, changes, nullptr);
}

std::vector<OpResult> Tree::applyAll(const std::vector<Op>& ops, const WriteContext& context,
                                     std::vector<TreeChange>& changes)
{
    std::vector<OpResult> results;
    std::vector<Undo> undo;
    std::vector<TreeChange> made;
    for (const Op& op : ops) {
        results.push_back(applyOne(op, context, made, &undo));
        if (results.back().error != ZkError::Ok)
            break;
    }
    if (results.empty() || results.back().error == ZkError::Ok) {
        changes.insert(changes.end(), made.begin(), made.end());
        return results;
    }
    for (auto step = undo.rbegin(); step != undo.rend(); ++step)
        takeBack(*step);
    while (results.size() < ops.size())
        results.push_back(failed(ops[results.size()], ZkError::RuntimeInconsistency));
    return results;
}

OpResult Tree::applyOne(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                        std::vector<Undo>* undo)
{
    switch (op.type) {
    case OpCode::Create:
    case OpCode::Create2:
        return create(op, context, changes, undo);
    case OpCode::Delete:
        return remove(op, context, changes, undo);
    case OpCode::SetData:
        return setData(op, context, changes, undo);
    case OpCode::Check: {
        const Znode* node = find(op.path);
        if (!node)
            return failed(op, ZkError::NoNode);
        const bool matches = op.version == kAnyVersion || op.version == node->version;
        return failed(op, matches ? ZkError::Ok : ZkError::BadVersion);
    }
    default:
        return failed(op, ZkError::Unimplemented);
    }
}

/// Containers and nodes with a time to live are known, but not served.
static ZkError refusedMode(CreateMode mode)
{
    const auto flags = static_cast<std::int32_t>(mode);
    if (flags >= 0 && flags <= static_cast<std::int32_t>(CreateMode::EphemeralSequential))
        return ZkError::Ok;
    return flags >= 4 && flags <= 6 ? ZkError::Unimplemented : ZkError::BadArguments;
}

OpResult Tree::create(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                      std::vector<Undo>* undo)
{
    // The counter is part of the name, so "/queue/" is a fine path for a sequential node.
    const std::string probe = isSequential(op.mode) ? op.path + "0" : op.path;
    if (const auto refused = refusedMode(op.mode); refused != ZkError::Ok)
        return failed(op, refused);
    if (!isValidPath(probe) || op.data.size() > kMaxDataSize)
        return failed(op, ZkError::BadArguments);
    if (!op.openAcl)
        return failed(op, ZkError::InvalidAcl);
    if (probe == "/")
        return failed(op, ZkError::NodeExists);
    const auto parent = m_nodes.find(parentPath(probe));
    if (parent == m_nodes.end())
        return failed(op, ZkError::NoNode);
    if (parent->first == kConfigPath)
        return failed(op, ZkError::NoAuth);

    std::string path = op.path;
    if (isSequential(op.mode))
        path += fmt::format("{:010}", parent->second.creations);
    if (m_nodes.contains(path))
        return failed(op, ZkError::NodeExists);
    if (parent->second.owner != SessionId())
        return failed(op, ZkError::NoChildrenForEphemerals);

    if (undo)
        undo->push_back(
            {TreeChange::Kind::Created, path, {}, parent->second.pzxid, parent->second.creations});
    beforeChange(path, nullptr);
    beforeChange(parent->first, &parent->second);
    m_bytes += path.size() + op.data.size();
    Znode& node = m_nodes[path];
    node.data = op.data;
    node.czxid = node.mzxid = node.pzxid = context.zxid;
    node.ctime = node.mtime = context.time;
    if (isEphemeral(op.mode)) {
        node.owner = context.session;
        m_owned[context.session].insert(path);
    }
    parent->second.children.insert(nodeName(path));
    parent->second.pzxid = context.zxid;
    ++parent->second.creations;
    changes.push_back({TreeChange::Kind::Created, path, 0});

    OpResult result = failed(op, ZkError::Ok);
    result.stat = node.stat();
    result.path = std::move(path);
    return result;
}

OpResult Tree::remove(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                      std::vector<Undo>* undo)
{
    const Znode* node = find(op.path);
    if (std::ranges::find(kSystemPaths, op.path) != kSystemPaths.end())
        return failed(op, ZkError::BadArguments);
    if (!node)
        return failed(op, ZkError::NoNode);
    if (op.version != kAnyVersion && op.version != node->version)
        return failed(op, ZkError::BadVersion);
    if (!node->children.empty())
        return failed(op, ZkError::NotEmpty);
    takeOut(op.path, context.zxid, changes, undo);
    return failed(op, ZkError::Ok);
}

void Tree::takeOut(const std::string& path, Zxid zxid, std::vector<TreeChange>& changes,
                   std::vector<Undo>* undo)
{
    const auto at = m_nodes.find(path);
    HW_ASSERT(at != m_nodes.end(), "only a node that is there can be taken out");
    const auto above = m_nodes.find(parentPath(path));
    Znode& parent = above->second;
    beforeChange(path, &at->second);
    beforeChange(above->first, &parent);
    m_bytes -= path.size() + at->second.data.size();
    changes.push_back({TreeChange::Kind::Deleted, path, at->second.version});
    disown(at->second.owner, path);
    if (undo)
        undo->push_back({TreeChange::Kind::Deleted, path, std::move(at->second), parent.pzxid,
                         parent.creations});
    parent.children.erase(nodeName(path));
    parent.pzxid = zxid;
    m_nodes.erase(at);
}

OpResult Tree::setData(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                       std::vector<Undo>* undo)
{
    const auto at = m_nodes.find(op.path);
    if (at == m_nodes.end())
        return failed(op, ZkError::NoNode);
    if (op.path == kConfigPath)
        return failed(op, ZkError::NoAuth);
    Znode& node = at->second;
    if (op.version != kAnyVersion && op.version != node.version)
        return failed(op, ZkError::BadVersion);
    if (op.data.size() > kMaxDataSize)
        return failed(op, ZkError::BadArguments);
    beforeChange(op.path, &node);
    m_bytes += op.data.size() - node.data.size();
    if (undo) {
        Undo step{TreeChange::Kind::Data, op.path, {}, {}, 0};
        step.node.data = std::move(node.data);
        step.node.mzxid = node.mzxid;
        step.node.mtime = node.mtime;
        step.node.version = node.version;
        undo->push_back(std::move(step));
    }
    node.data = op.data;
    node.mzxid = context.zxid;
    node.mtime = context.time;
    ++node.version;
    changes.push_back({TreeChange::Kind::Data, op.path, node.version});
    OpResult result = failed(op, ZkError::Ok);
    result.stat = node.stat();
    return result;
}

void Tree::takeBack(Undo& step)
{
    if (step.kind == TreeChange::Kind::Data) {
        Znode& node = m_nodes.at(step.path);
        m_bytes += step.node.data.size() - node.data.size();
        node.data = std::move(step.node.data);
        node.mzxid = step.node.mzxid;
        node.mtime = step.node.mtime;
        node.version = step.node.version;
        return;
    }
    Znode& parent = m_nodes.at(parentPath(step.path));
    parent.pzxid = step.parentPzxid;
    parent.creations = step.parentCreations;
    if (step.kind == TreeChange::Kind::Created) {
        parent.children.erase(nodeName(step.path));
        const auto made = m_nodes.find(step.path);
        disown(made->second.owner, step.path);
        m_bytes -= step.path.size() + made->second.data.size();
        m_nodes.erase(made);
        return;
    }
    parent.children.insert(nodeName(step.path));
    if (step.node.owner != SessionId())
        m_owned[step.node.owner].insert(step.path);
    m_bytes += step.path.size() + step.node.data.size();
    m_nodes[step.path] = std::move(step.node);
}

void Tree::disown(SessionId session, const std::string& path)
{
    const auto mine = m_owned.find(session);
    if (mine == m_owned.end())
        return;
    mine->second.erase(path);
    if (mine->second.empty())
        m_owned.erase(mine);
}

void Tree::removeOwned(SessionId session, const WriteContext& context,
                       std::vector<TreeChange>& changes)
{
    const auto mine = m_owned.find(session);
    if (mine == m_owned.end())
        return;
    const std::set<std::string> paths = std::move(mine->second);
    m_owned.erase(mine);
    for (const std::string& path : paths)
        takeOut(path, context.zxid, changes, nullptr);
}

const Znode* Tree::find(const std::string& path) const
{
    const auto at = m_nodes.find(path);
    return at == m_nodes.end() ? nullptr : &at->second;
}

std::int32_t Tree::countBelow(const std::string& path) const
{
    if (path == "/")
        return static_cast<std::int32_t>(m_nodes.size()) - 1;
    const std::string prefix = path + "/";
    std::int32_t count = 0;
    for (auto at = m_nodes.lower_bound(prefix);
         at != m_nodes.end() && at->first.starts_with(prefix); ++at)
        ++count;
    return count;
}

const std::set<std::string>* Tree::owned(SessionId session) const
{
    const auto mine = m_owned.find(session);
    return mine == m_owned.end() ? nullptr : &mine->second;
}

Tree Tree::bare()
{
    Tree tree;
    tree.m_nodes.clear();
    tree.m_bytes = 0;
    return tree;
}

bool Tree::add(std::string path, Znode node)
{
    if (!isValidPath(path) || (!m_nodes.empty() && path <= m_nodes.rbegin()->first))
        return false;
    if (path != "/") {
        const auto parent = m_nodes.find(parentPath(path));
        if (parent == m_nodes.end())
            return false;
        // They come by path, so each is the last of its parent's.
        parent->second.children.emplace_hint(parent->second.children.end(), nodeName(path));
    }
    if (node.owner != SessionId())
        m_owned[node.owner].insert(path);
    m_bytes += path.size() + node.data.size();
    m_nodes.emplace_hint(m_nodes.end(), std::move(path), std::move(node));
    return true;
}

bool Tree::waste(std::size_t count)
{
    m_owned.clear();
    while (!m_nodes.empty() && count > 0) {
        const auto last = std::prev(m_nodes.end());
        auto& children = last->second.children;
        for (; !children.empty() && count > 0; --count)
            children.erase(children.begin());
        if (children.empty() && count > 0) {
            m_nodes.erase(last);
            --count;
        }
    }
    return !m_nodes.empty();
}

} // namespace hw::coordination
