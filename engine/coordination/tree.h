#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/coordination/types.h"

namespace hw::coordination {

/// A znode as stored. `creations` counts children ever created: it numbers sequential ones, and the
/// cversion that clients see is made from it (creations and removals together).
struct Znode
{
    Bytes data;
    Zxid czxid, mzxid, pzxid;
    WallTime ctime, mtime;
    std::int32_t version = 0;
    std::int32_t creations = 0;
    SessionId owner; ///< 0: persistent
    std::set<std::string> children;

    Stat stat() const;
};

/// One change that an operation made, in the order of making.
struct TreeChange
{
    enum class Kind
    {
        Created,
        Data,
        Deleted
    };
    Kind kind = Kind::Data;
    std::string path;
    std::int32_t version = 0; ///< of the data, after it (before it for Deleted)
};

/// Who writes, and when: what an operation's outcome depends on besides the tree.
struct WriteContext
{
    Zxid zxid;
    WallTime time;
    SessionId session; ///< owner of ephemerals made
};

/// The tree of znodes. Purely deterministic: no clock, no random, no network. Each operation is
/// all or nothing; `applyAll` makes several of them so.  ZooKeeper: DataTree,
/// PrepRequestProcessor.
class Tree
{
public:
    /// "/" and "/zookeeper/quota", as every ZooKeeper has them.
    Tree();

    OpResult apply(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes);
    /// In order; if one fails, those before it are undone, and `changes` stays empty.
    std::vector<OpResult> applyAll(const std::vector<Op>& ops, const WriteContext& context,
                                   std::vector<TreeChange>& changes);
    /// Removes all ephemerals of a session, by path.
    void removeOwned(SessionId session, const WriteContext& context,
                     std::vector<TreeChange>& changes);

    const Znode* find(const std::string& path) const;
    const std::map<std::string, Znode>& nodes() const { return m_nodes; }
    /// How many nodes lie below, children's children included.
    std::int32_t countBelow(const std::string& path) const;
    /// Paths of a session's ephemerals.
    const std::set<std::string>* owned(SessionId session) const;

    /// For recovery: replaces everything. False if a node lacks its parent or the root is missing.
    bool restore(std::map<std::string, Znode> nodes);

private:
    /// What takes one step of a multi back.
    struct Undo
    {
        TreeChange::Kind kind;
        std::string path;
        Znode node;          ///< Data, Deleted: as it was (Data: without children)
        Zxid parentPzxid;    ///< Created, Deleted
        std::int32_t parentCreations = 0;
    };

    OpResult applyOne(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                      std::vector<Undo>* undo);
    OpResult create(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                    std::vector<Undo>* undo);
    OpResult remove(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                    std::vector<Undo>* undo);
    OpResult setData(const Op& op, const WriteContext& context, std::vector<TreeChange>& changes,
                     std::vector<Undo>* undo);
    void takeOut(const std::string& path, Zxid zxid, std::vector<TreeChange>& changes,
                 std::vector<Undo>* undo);
    void takeBack(Undo& step);
    void disown(SessionId session, const std::string& path);

    std::map<std::string, Znode> m_nodes;
    std::map<SessionId, std::set<std::string>> m_owned;
};

} // namespace hw::coordination
