#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"

/// The coordination service's tree as somebody who browses it sees it. Produced only while
/// `Interest::znodes` is set.
namespace hw::observe {

/// Who hears of a znode's next change.
struct ZnodeWatch
{
    NodeId who;
    bool children = false; ///< of its children's names; else of its data and its life
    bool lasting = false;  ///< set by addWatch: stays after it fired
    bool below = false;    ///< and counts for all that lies below
    auto operator<=>(const ZnodeWatch&) const = default;
};

struct Znode
{
    std::string path; ///< absolute
    std::string data; ///< at most kZnodeDataShown bytes of it, as they are
    std::uint32_t dataBytes = 0;
    std::int32_t version = 0;  ///< of the data
    std::int32_t cversion = 0; ///< of the list of children
    std::int32_t children = 0;
    Zxid czxid;               ///< made it
    Zxid mzxid;               ///< changed its data last
    Zxid pzxid;               ///< changed the list of its children last
    std::int64_t ctimeMs = 0; ///< since 1970
    std::int64_t mtimeMs = 0;
    SessionId owner; ///< of an ephemeral one; else zero
    std::vector<ZnodeWatch> watches;
    bool operator==(const Znode&) const = default;
};

inline constexpr std::size_t kZnodeDataShown = 16 * 1024;
inline constexpr std::size_t kZnodesShown = 20'000;

struct ZnodeSession
{
    SessionId id;
    NodeId owner;
    Duration timeout{};
    Duration left{}; ///< until it expires if nothing more is heard
    bool connected = false;
    std::int32_t ephemerals = 0;
    std::int32_t watches = 0;
    bool operator==(const ZnodeSession&) const = default;
};

/// The tree as one server has applied it, with the watches that clients have set there.
struct ZnodeTree
{
    std::int32_t server = 0;
    Instant at;
    Zxid zxid;
    std::vector<Znode> nodes;           ///< parents before their children, siblings by name
    std::uint64_t leftOut = 0;          ///< beyond kZnodesShown
    std::vector<ZnodeSession> sessions; ///< by id

    /// Adds what only another server knows: the watches that clients have set there, and which
    /// sessions are connected there.
    void add(const ZnodeTree& other);
};

} // namespace hw::observe
