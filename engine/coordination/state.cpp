#include "engine/coordination/state.h"

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/base/mutation.h"
#include "engine/coordination/jute.h"
#include "engine/coordination/operations.h"
#include "engine/coordination/state_bytes.h"

namespace hw::coordination {

using namespace jute;

void putNode(Writer& to, const NodeId& node)
{
    to.u8(static_cast<std::uint8_t>(node.kind));
    to.i32(node.number);
}

NodeId getNode(Reader& from)
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

std::shared_ptr<StateImage> State::image() const
{
    auto image = std::make_shared<StateImage>(*this);
    m_tree.watch(image);
    return image;
}

Pieces State::encode() const
{
    StateImage image(*this);
    Pieces all;
    while (!image.atEnd())
        all.add(Slice(image.next(*this)));
    return all;
}

Result<void> State::restore(const Slice& bytes)
{
    StateReader reader;
    if (auto taken = reader.take(bytes.view()); !taken)
        return taken;
    auto read = reader.finish();
    if (!read)
        return tl::unexpected(read.error());
    *this = std::move(*read);
    return {};
}

bool State::waste(std::size_t count)
{
    m_sessions.clear();
    return m_tree.waste(count);
}

} // namespace hw::coordination
