#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/time.h"
#include "engine/cluster/spec.h"
#include "engine/observe/command.h"

namespace hw::app {

/// Where a simulated run is, exactly: between two tasks. Of two positions of one run the smaller
/// one came first.
struct RunPosition
{
    std::uint64_t tasks = 0;    ///< that ran
    std::uint64_t controls = 0; ///< control tasks that ran
    Instant at;                 ///< the clock: at the last task, or behind it
    std::uint64_t commands = 0; ///< that were given
    auto operator<=>(const RunPosition&) const = default;
};

/// A command of a run, with the position right before it took effect.
struct RunCommand
{
    std::uint64_t serial = 0; ///< one given again has the same
    RunPosition before;
    observe::Command command;
};

/// Whether a run with all these commands is, up to a position, the one that was given `first`.
/// Both are of one run tree: a serial is given once, so the last one stands for all before it.
inline bool beginsWith(const std::vector<RunCommand>& all, const std::vector<RunCommand>& first,
                       const RunPosition& position)
{
    if (all.size() < first.size())
        return false;
    if (!first.empty() && all[first.size() - 1].serial != first.back().serial)
        return false;
    return all.size() == first.size() || position <= all[first.size()].before;
}

/// A run as data: what is needed to have it once more. Program, spec (the seed is in it) and
/// commands; `SimSession` runs it.
struct RunLog
{
    cluster::ClusterSpec spec;
    std::vector<RunCommand> commands; ///< in order
    /// The commands are given at their times, whatever ran before: for a spec that is not the one
    /// they were recorded with.
    bool byTime = false;
};

/// Where a replay stops.
struct RunGoal
{
    std::optional<RunPosition> position;
    Instant at; ///< without a position: the clock stands there, all that fell due has run
    bool isLookedAt = false; ///< messages that are on their way there will be looked at
};

} // namespace hw::app
