#pragma once

#include <deque>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "app/session/run_log.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/sim/sim_world.h"

namespace hw::app {

/// What was done in one simulated run, and what is known to come: notes every command with its
/// position, gives those of an earlier run again when their position comes, and remembers behind
/// which tasks something happened.
///
/// Whoever moves the world calls `giveDue` before every task and `note` after it.
class RunScript
{
public:
    static constexpr std::size_t kMarkLimit = 100'000; ///< the oldest go first

    /// Both outlive it. Before the first command.
    RunScript(world::SimWorld& world, cluster::EngineCluster& cluster);
    ~RunScript();
    RunScript(const RunScript&) = delete;

    RunPosition position() const;
    const std::vector<RunCommand>& given() const { return m_given; }
    const std::deque<RunCommand>& coming() const { return m_coming; }

    /// Whether this run, as far as it came, is the beginning of that one.
    bool isBeginningOf(const RunLog& log) const;
    /// Gives what is left of that log when its time comes; this run is its beginning.
    void follow(const RunLog& log);
    /// It does already; this run is its beginning.
    bool follows(const RunLog& log) const;
    void forgetComing() { m_coming.clear(); }
    /// At most so that `most` are given in all.
    void giveDue(Instant until, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
    bool byTime() const { return m_byTime; }
    /// Called before a command that comes from somebody else; a serial for it.
    void setOnOwn(std::function<std::uint64_t()> onOwn) { m_onOwn = std::move(onOwn); }

    /// What ran last may have brought an event or a message.
    void note();
    /// Messages are seen only by a run that is looked at: takes over what another one saw, of
    /// which this is the beginning.
    void takeMarks(const RunScript& other);
    /// The position behind the newest event (or message) before a position.
    std::optional<RunPosition> markBefore(const RunPosition& position, bool eventsOnly) const;

private:
    struct Mark
    {
        RunPosition position;
        bool isEvent = false;
    };
    bool isDue(const RunCommand& next, Instant until);

    world::SimWorld& m_world;
    cluster::EngineCluster& m_cluster;
    std::vector<RunCommand> m_given;
    std::deque<RunCommand> m_coming;
    bool m_byTime = false;
    std::optional<std::uint64_t> m_giving; ///< the serial of what is being given again
    std::function<std::uint64_t()> m_onOwn;
    std::deque<Mark> m_marks;
    EventId m_event;
    FlightId m_flight;
};

} // namespace hw::app
