#include "engine/coordination/state.h"

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/base/mutation.h"
#include "engine/coordination/jute.h"
#include "engine/coordination/operations.h"

namespace hw::coordination {

using namespace jute;

static void putNode(Writer& to, const NodeId& node)
{
    to.u8(static_cast<std::uint8_t>(node.kind));
    to.i32(node.number);
}

static NodeId getNode(Reader& from)
{
    NodeId node;
    const std::uint8_t kind = from.u8();
    node.number = from.i32();
    if (kind > static_cast<std::uint8_t>(NodeId::Kind::Outside))
        from.setFailed();
    else
        node.kind = static_cast<NodeId::Kind>(kind);
    return node;
}

Bytes encode(const Txn& txn)
{
    Writer to;
    to.i64(txn.zxid.value());
    to.i64(txn.time.ms());
    to.i64(txn.session.value());
    to.i32(static_cast<std::int32_t>(txn.type));
    if (txn.type == OpCode::CreateSession) {
        to.i32(static_cast<std::int32_t>(toMs(txn.timeout)));
        putBuffer(to, txn.password);
        putNode(to, txn.client);
    } else if (txn.type == OpCode::CloseSession) {
        putBool(to, txn.expired);
    } else {
        putOps(to, txn.ops);
    }
    return to.takeBytes();
}

Result<Txn> decodeTxn(const Slice& bytes)
{
    Reader from(bytes);
    Txn txn;
    txn.zxid = Zxid(from.i64());
    txn.time = WallTime(from.i64());
    txn.session = SessionId(from.i64());
    txn.type = static_cast<OpCode>(from.i32());
    if (txn.type == OpCode::CreateSession) {
        txn.timeout = fromMs(from.i32());
        txn.password = getBuffer(from);
        txn.client = getNode(from);
    } else if (txn.type == OpCode::CloseSession) {
        txn.expired = getBool(from);
    } else {
        txn.ops = getOps(from);
    }
    const bool session = txn.type == OpCode::CreateSession || txn.type == OpCode::CloseSession;
    const bool single = !session && txn.type != OpCode::Multi;
    if (!from.ok() || !from.atEnd() || (single && txn.ops.size() != 1))
        return fail(Failure::Corrupt, "a logged transaction is malformed");
    return txn;
}

Applied State::apply(const Txn& txn)
{
    HW_ASSERT(txn.zxid > m_zxid, "transactions are applied in their order, each once");
    m_zxid = txn.zxid;
    const WriteContext context{txn.zxid, txn.time, txn.session};
    Applied applied;
    if (txn.type == OpCode::CreateSession) {
        m_sessions[txn.session] = {txn.timeout, txn.password, txn.client};
        return applied;
    }
    if (!m_sessions.contains(txn.session)) {
        applied.error = ZkError::SessionExpired;
        return applied;
    }
    if (txn.type == OpCode::CloseSession) {
        if (!mutated(Rule::SessionExpiryEndsEphemerals))
            m_tree.removeOwned(txn.session, context, applied.changes);
        m_sessions.erase(txn.session);
        return applied;
    }
    if (txn.type == OpCode::Multi) {
        applied.results = m_tree.applyAll(txn.ops, context, applied.changes);
        return applied;
    }
    HW_ASSERT(txn.ops.size() == 1, "a single write holds one operation");
    applied.results.push_back(m_tree.apply(txn.ops[0], context, applied.changes));
    applied.error = applied.results[0].error;
    return applied;
}

Pieces State::encode() const
{
    Writer to;
    to.i64(m_zxid.value());
    to.i32(static_cast<std::int32_t>(m_sessions.size()));
    for (const auto& [id, session] : m_sessions) {
        to.i64(id.value());
        to.i32(static_cast<std::int32_t>(toMs(session.timeout)));
        putBuffer(to, session.password);
        putNode(to, session.client);
    }
    to.i32(static_cast<std::int32_t>(m_tree.nodes().size()));
    for (const auto& [path, node] : m_tree.nodes()) {
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
    return to.take();
}

static Znode getZnode(Reader& from)
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

Result<void> State::restore(const Slice& bytes)
{
    Reader from(bytes);
    State read;
    read.m_zxid = Zxid(from.i64());
    const std::int32_t sessions = from.i32();
    for (std::int32_t i = 0; i < sessions && from.ok(); ++i) {
        const SessionId id(from.i64());
        Session& session = read.m_sessions[id];
        session.timeout = fromMs(from.i32());
        session.password = getBuffer(from);
        session.client = getNode(from);
    }
    std::map<std::string, Znode> nodes;
    const std::int32_t count = from.i32();
    for (std::int32_t i = 0; i < count && from.ok(); ++i) {
        std::string path = getText(from);
        nodes[std::move(path)] = getZnode(from);
    }
    if (!from.ok() || !from.atEnd() || sessions < 0 || count < 0)
        return fail(Failure::Corrupt, "a snapshot's lengths disagree with its size");
    if (!read.m_tree.restore(std::move(nodes)))
        return fail(Failure::Corrupt, "a snapshot holds a znode without its parent");
    *this = std::move(read);
    return {};
}

} // namespace hw::coordination
