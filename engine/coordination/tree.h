#pragma once

#include <map>
#include <memory>
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

/// Says which servers there are. Everybody reads it, nobody writes it; its data is each server's
/// own affair (`server_reads.cpp`), in the tree it is empty.  ZooKeeper: ZooDefs.CONFIG_NODE.
inline constexpr const char* kConfigPath = "/zookeeper/config";

/// Who writes, and when: what an operation's outcome depends on besides the tree.
struct WriteContext
{
    Zxid zxid;
    WallTime time;
    SessionId session; ///< owner of ephemerals made
};

class StateImage;

/// The tree of znodes. Purely deterministic: no clock, no random, no network. Each operation is
/// all or nothing; `applyAll` makes several of them so.  ZooKeeper: DataTree,
/// PrepRequestProcessor.
class Tree
{
public:
    /// "/", "/zookeeper" and its "config" and "quota", as every ZooKeeper has them; none of these
    /// can be deleted.
    Tree();
    Tree(Tree&&) = default;
    Tree& operator=(Tree&&) = default;

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

    /// Bytes of all paths and data.
    std::size_t bytes() const { return m_bytes; }

    /// Without any node, for recovery, which adds them by path. False if one lacks its parent, or
    /// does not come after the one before.
    static Tree bare();
    bool add(std::string path, Znode node);
    /// Once all are added: adds what every tree has, if they come from before it had it.
    void addSystemNodes();
    /// Frees about `count` nodes of a tree that nobody needs any more; false once none is left.
    bool waste(std::size_t count);

    /// Tells the image of every node that is about to change, until nobody holds it.
    void watch(const std::shared_ptr<StateImage>& image) const { m_images.push_back(image); }
    /// The same for as long as it is the same tree, wherever it is moved.
    std::shared_ptr<const bool> identity() const { return m_identity; }

private:
    /// What takes one step of a multi back.
    struct Undo
    {
        TreeChange::Kind kind;
        std::string path;
        Znode node;       ///< Data, Deleted: as it was (Data: without children)
        Zxid parentPzxid; ///< Created, Deleted
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
    void beforeChange(const std::string& path, const Znode* node);
    void disown(SessionId session, const std::string& path);

    std::map<std::string, Znode> m_nodes;
    std::map<SessionId, std::set<std::string>> m_owned;
    std::size_t m_bytes = 0;
    std::shared_ptr<const bool> m_identity = std::make_shared<const bool>(true);
    /// Looking at a tree does not change it; those that are gone go at the next change.
    mutable std::vector<std::weak_ptr<StateImage>> m_images;
};

} // namespace hw::coordination
