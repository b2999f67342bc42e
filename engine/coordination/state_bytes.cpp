#include "engine/coordination/state_bytes.h"

#include "engine/base/assert.h"
#include "engine/coordination/jute.h"
#include "engine/coordination/operations.h"

namespace hw::coordination {

using namespace jute;

namespace {

/// A znode's bytes besides those of its path and its data.
constexpr std::size_t kFixedNodeSize = 64;

void putZnode(Writer& to, const std::string& path, const Znode& node)
{
    putText(to, path);
    putBuffer(to, node.data);
    to.i64(node.czxid.value());
    to.i64(node.mzxid.value());
    to.i64(node.pzxid.value());
    to.i64(node.ctime.ms());
    to.i64(node.mtime.ms());
    to.i32(node.version);
    to.i32(node.creations);
    to.i64(node.owner.value());
}

Znode getZnode(Reader& from)
{
    Znode node;
    node.data = getBuffer(from);
    node.czxid = Zxid(from.i64());
    node.mzxid = Zxid(from.i64());
    node.pzxid = Zxid(from.i64());
    node.ctime = WallTime(from.i64());
    node.mtime = WallTime(from.i64());
    node.version = from.i32();
    node.creations = from.i32();
    node.owner = SessionId(from.i64());
    return node;
}

} // namespace

StateImage::StateImage(const State& state)
    : m_zxid(state.zxid())
    , m_of(state.tree().identity())
{
    Writer to;
    to.i64(m_zxid.value());
    to.i32(static_cast<std::int32_t>(state.sessions().size()));
    for (const auto& [id, session] : state.sessions()) {
        to.i64(id.value());
        to.i32(static_cast<std::int32_t>(toMs(session.timeout)));
        putBuffer(to, session.password);
        putNode(to, session.client);
    }
    const std::size_t nodes = state.tree().nodes().size();
    to.i32(static_cast<std::int32_t>(nodes));
    m_head = to.takeBytes();
    m_size = m_head.size() + nodes * kFixedNodeSize + state.tree().bytes();
}

void StateImage::setAside(const std::string& path, const Znode* now)
{
    if (m_atEnd || (m_last && path <= *m_last))
        return;
    const auto [at, fresh] = m_aside.try_emplace(path);
    if (!fresh || !now)
        return;
    Writer to;
    putZnode(to, path, *now);
    at->second = to.takeBytes();
}

Bytes StateImage::next(const State& state)
{
    const Tree& tree = state.tree();
    HW_ASSERT(!m_of.expired() && m_of.lock() == tree.identity(), "it is read from its own state");
    Writer to;
    to.bytes(m_head);
    m_head = {};
    const auto& nodes = tree.nodes();
    auto node = m_last ? nodes.upper_bound(*m_last) : nodes.begin();
    while (to.size() < kStateSlice && !m_atEnd) {
        const auto aside = m_aside.begin();
        if (aside == m_aside.end() && node == nodes.end()) {
            m_atEnd = true;
        } else if (aside == m_aside.end() || (node != nodes.end() && node->first < aside->first)) {
            putZnode(to, node->first, node->second);
            m_last = node->first;
            ++node;
        } else {
            to.bytes(aside->second);
            m_last = aside->first;
            if (node != nodes.end() && node->first == aside->first)
                ++node;
            m_aside.erase(aside);
        }
    }
    return to.takeBytes();
}

Result<void> StateReader::take(ByteView bytes)
{
    m_rest.insert(m_rest.end(), bytes.begin(), bytes.end());
    Reader from{ByteView(m_rest)};
    std::size_t taken = 0;
    while (!m_wrong && takeOne(from))
        taken = from.position();
    m_rest.erase(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(taken));
    return m_wrong ? fail(Failure::Corrupt, m_wrong) : Result<void>();
}

bool StateReader::takeOne(Reader& from)
{
    switch (m_part) {
    case Part::Head: {
        const Zxid zxid(from.i64());
        m_left = from.i32();
        if (!from.ok())
            return false;
        m_state.m_zxid = zxid;
        m_state.m_tree = Tree::bare();
        m_part = Part::Sessions;
        break;
    }
    case Part::Sessions: {
        if (m_left == 0) {
            m_part = Part::NodeCount;
            return true;
        }
        const SessionId id(from.i64());
        Session session;
        session.timeout = fromMs(from.i32());
        session.password = getBuffer(from);
        session.client = getNode(from);
        if (!from.ok())
            return false;
        m_state.m_sessions[id] = std::move(session);
        --m_left;
        break;
    }
    case Part::NodeCount:
        m_left = from.i32();
        if (!from.ok())
            return false;
        m_part = Part::Nodes;
        break;
    case Part::Nodes: {
        if (m_left == 0)
            return false;
        std::string path = getText(from);
        Znode node = getZnode(from);
        if (!from.ok())
            return false;
        if (!m_state.m_tree.add(std::move(path), std::move(node)))
            m_wrong = "a snapshot holds a znode out of order or without its parent";
        --m_left;
        break;
    }
    }
    if (m_left < 0)
        m_wrong = "a snapshot announces less than nothing";
    return true;
}

Result<State> StateReader::finish()
{
    if (m_wrong)
        return fail(Failure::Corrupt, m_wrong);
    if (m_part != Part::Nodes || m_left != 0 || !m_rest.empty())
        return fail(Failure::Corrupt, "a snapshot's lengths disagree with its size");
    if (!m_state.m_tree.find("/"))
        return fail(Failure::Corrupt, "a snapshot has no root");
    m_state.m_tree.addSystemNodes();
    return std::move(m_state);
}

} // namespace hw::coordination
