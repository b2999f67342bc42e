#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"

namespace hw::world {

inline constexpr std::size_t kHeldFramesLimit = 10000;

/// How a disk refuses to write.
struct DiskFault
{
    Failure kind = Failure::NoSpace; ///< NoSpace or Io
    bool torn = false;               ///< the first half gets written
};

/// One host's own copy of what goes wrong, read on its loop by its channels and files; so hosts of
/// a live world share nothing.
class HostFaults
{
public:
    void setCut(const NodeId& one, const NodeId& two, bool on);
    void setDelay(const NodeId& one, const NodeId& two, Duration longer);
    void setReadingStopped(const NodeId& reader, const NodeId& sender, bool on);
    void healLinks();

    bool isCut(const NodeId& one, const NodeId& two) const
    {
        return m_cuts.contains(pairOf(one, two));
    }
    Duration delay(const NodeId& one, const NodeId& two) const;
    bool isReadingStopped(const NodeId& reader, const NodeId& sender) const
    {
        return m_stoppedReaders.contains({reader, sender});
    }

    std::optional<DiskFault> disk;

    /// Whoever waits for a change of links; called in order of registering. A listener may go, or
    /// come, meanwhile.
    std::uint64_t onChange(std::function<void()> listener);
    void forget(std::uint64_t listener) { m_listeners.erase(listener); }
    /// After a crash: links stay as they are, those who waited are dead.
    void forgetListeners();

private:
    using Pair = std::pair<NodeId, NodeId>;
    static Pair pairOf(const NodeId& one, const NodeId& two)
    {
        return one < two ? Pair{one, two} : Pair{two, one};
    }

    void linksChanged();

    std::set<Pair> m_cuts;
    std::map<Pair, Duration> m_delays;
    std::set<Pair> m_stoppedReaders; ///< reader, sender
    std::uint64_t m_nextListener = 1;
    std::map<std::uint64_t, std::function<void()>> m_listeners;
};

} // namespace hw::world
