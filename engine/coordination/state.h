#pragma once

#include <map>
#include <memory>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/base/result.h"
#include "engine/coordination/tree.h"

namespace hw::coordination {

/// One entry of the history that all servers agree on: a write, a session's start or its end. Holds
/// everything its outcome depends on besides the state before it.
struct Txn
{
    Zxid zxid;
    WallTime time;     ///< becomes ctime and mtime
    SessionId session; ///< whose request it is; the one that starts or ends
    /// Create, Create2, Delete, SetData, Check (then one op), Multi, CreateSession or CloseSession.
    OpCode type = OpCode::Multi;
    std::vector<Op> ops;
    // CreateSession
    Duration timeout{0}; ///< granted
    Bytes password;
    NodeId client; ///< who opened it, for reports
    // CloseSession
    bool expired = false; ///< not asked for: nothing was heard for its timeout
};

Bytes encode(const Txn& txn);
/// Fails with Corrupt.
Result<Txn> decodeTxn(const Slice& bytes);

class StateImage;

struct Session
{
    Duration timeout{0};
    Bytes password;
    NodeId client;
};

/// What applying a transaction did.
struct Applied
{
    ZkError error = ZkError::Ok;
    std::vector<OpResult> results; ///< one per op
    std::vector<TreeChange> changes;
};

/// Tree and sessions after some transaction. Equal histories give equal states on every server.
class State
{
public:
    /// `txn.zxid` is above all before. A write of a session that does not exist changes nothing and
    /// ends with SessionExpired: so nothing of a client can happen after its session's end.
    Applied apply(const Txn& txn);

    Zxid zxid() const { return m_zxid; }
    const Tree& tree() const { return m_tree; }
    const std::map<SessionId, Session>& sessions() const { return m_sessions; }

    /// It as it is now, to be read piece by piece while it changes; as long as somebody holds it.
    std::shared_ptr<StateImage> image() const;
    /// Everything at once; `restore` reads it back and fails with Corrupt.
    Pieces encode() const;
    Result<void> restore(const Slice& bytes);
    /// Of a state that nobody needs any more: frees a part of it, about `count` znodes. False once
    /// nothing is left.
    bool waste(std::size_t count);

private:
    friend class StateReader;

    Zxid m_zxid;
    Tree m_tree;
    std::map<SessionId, Session> m_sessions;
};

} // namespace hw::coordination
