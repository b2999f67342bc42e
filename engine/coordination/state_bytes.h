#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/bytes.h"
#include "engine/base/reader.h"
#include "engine/base/result.h"
#include "engine/base/writer.h"
#include "engine/coordination/state.h"

/// A state as bytes, piece by piece, so that no task is as long as the state is big:
///
///     int64 zxid, int32 count of sessions, sessions, int32 count of znodes, znodes by path
///
/// Unlike ZooKeeper's, our transactions cannot be applied twice (they are requests, not outcomes),
/// so a snapshot is not fuzzy: it is the state at one moment, whatever happens while it is read.
namespace hw::coordination {

/// About so many bytes are worked on in one task; a znode (1 MiB at most) is never split.
inline constexpr std::size_t kStateSlice = 64 << 10;

/// Who holds a session, as logged and kept in snapshots.
void putNode(Writer& to, const NodeId& node);
NodeId getNode(Reader& from);

/// A state as it was when this was made, read while transactions go on: before a znode that was
/// not read yet changes, its bytes are set aside. Costs one copy of each such znode, nothing else.
class StateImage
{
public:
    /// `State::image` makes it.
    explicit StateImage(const State& state);

    Zxid zxid() const { return m_zxid; }
    /// Of all its bytes.
    std::size_t size() const { return m_size; }
    /// The next bytes, about `kStateSlice`. `state` is the one it was made of, which may have
    /// changed but must not have been replaced.
    Bytes next(const State& state);
    bool atEnd() const { return m_atEnd; }

    /// A znode is about to change, to come (null) or to go.
    void setAside(const std::string& path, const Znode* now);

private:
    const Zxid m_zxid;
    std::weak_ptr<const bool> m_of; ///< the tree
    std::size_t m_size = 0;
    Bytes m_head;                      ///< all before the znodes
    std::optional<std::string> m_last; ///< newest path that was read
    bool m_atEnd = false;
    /// By path, all beyond `m_last`; empty: it was not there. At most as many as were changed
    /// since.
    std::map<std::string, Bytes> m_aside;
};

/// Reads a state back from its bytes, which come in pieces of any size.
class StateReader
{
public:
    /// Corrupt: these are not the bytes of a state.
    Result<void> take(ByteView bytes);
    /// Once all was taken. Corrupt if something lacks.
    Result<State> finish();

private:
    enum class Part
    {
        Head,
        Sessions,
        NodeCount,
        Nodes,
    };
    /// False if it is not there as a whole.
    bool takeOne(Reader& from);

    State m_state;
    Bytes m_rest; ///< the beginning of something whose end has not come
    Part m_part = Part::Head;
    std::int32_t m_left = 0; ///< sessions or znodes to come
    const char* m_wrong = nullptr;
};

} // namespace hw::coordination
