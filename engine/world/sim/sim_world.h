#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "engine/world/host.h"
#include "engine/world/sim/fingerprint.h"
#include "engine/world/sim/sim_queue.h"

namespace hw::world {

class SimHost;
class SimSwitchboard;

/// What a power loss leaves of bytes that were not synced.
enum class PowerLoss : std::uint8_t
{
    Drops, ///< nothing
    /// Of each file by chance nothing, all, or the changes up to some point, the last of them torn
    /// and perhaps followed by zeros: all that a file system may have written by itself.
    Tears,
};

struct SimOptions
{
    std::uint64_t seed = 1;
    WallTime startsAt{1700000000000}; ///< the wall clock at Instant 0
    /// How long a frame travels: drawn anew for every frame, even over this range. Frames of one
    /// direction of a channel never overtake each other.
    Duration latencyMin = 100us;
    Duration latencyMax = 500us;
    /// From asking for a sync to its completion.
    Duration syncLatency = 500us;
    PowerLoss powerLoss = PowerLoss::Drops;
};

/// A world on one thread under a virtual clock that only moves when the owner steps it. All tasks
/// of all hosts run in one total order (due time, order of making), and take no time; so the same
/// seed and the same calls give the same run, byte for byte.
///
/// Everything (also what is thread-safe in a live world) is called on the owner's thread. Control
/// tasks run in order before the next task, at the current time.
class SimWorld final : public World
{
public:
    explicit SimWorld(SimOptions options = {});
    ~SimWorld() override;

    Host& addHost(const HostSpec& spec) override;
    /// Null if there is none.
    Host* find(NodeId node);
    Instant now() const override { return m_now; }
    WallTime wallTime() const override;
    bool isVirtual() const override { return true; }
    bool saturated() const override { return false; }

    const SimOptions& options() const { return m_options; }

    // --- stepping; never from inside a task ---

    /// Runs the next task (moving the clock to its time) or control task; false if there is none.
    bool runOne();
    /// Runs all that falls due within `duration`; afterwards the clock stands at its end.
    void runFor(Duration duration);
    /// Steps until `done()` (asked before the first and after every task) or until `limit` has
    /// passed; tells whether it was done.
    bool runUntil(const std::function<bool()>& done, Duration limit);
    /// Runs what waits in control queues and nothing else: the clock stands, and the run goes on as
    /// if the next task had found them there.
    void runControls();
    /// When the next task runs: the current time if a control task waits; none if nothing is
    /// queued (tasks of frozen hosts do not count).
    std::optional<Instant> nextDue();

    /// A hash over time, host and kind of every task and over the bytes of every frame delivered.
    /// Control tasks leave it as it is.
    std::uint64_t fingerprint() const { return m_fingerprint.value(); }
    /// How many tasks ran, without control tasks.
    std::uint64_t tasksRun() const { return m_tasksRun; }
    /// How many control tasks ran: with `tasksRun` and `now`, where in its run the world is.
    std::uint64_t controlsRun() const { return m_controlsRun; }

private:
    friend class SimHost;
    friend class SimSwitchboard;

    void runControl();
    void runTask(SimQueue::Entry entry);

    struct Control
    {
        std::uint32_t host = 0;
        Task task;
    };

    const SimOptions m_options;
    Instant m_now;
    Fingerprint m_fingerprint;
    std::uint64_t m_tasksRun = 0;
    std::uint64_t m_controlsRun = 0;
    bool m_running = false;
    SimQueue m_queue;
    std::deque<Control> m_controls;
    std::unique_ptr<SimSwitchboard> m_switchboard;
    std::vector<std::unique_ptr<SimHost>> m_hosts;
};

} // namespace hw::world
