#pragma once

#include <memory>
#include <string>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/world/disk.h"
#include "engine/world/loop.h"
#include "engine/world/network.h"

namespace hw::world {

/// One machine of the world: a loop, its network and its disk. What runs on it (a broker, an
/// ensemble server, the embedded clients) gets a `Host&` and knows no other world.
class Host
{
public:
    virtual ~Host() = default;

    virtual const NodeId& node() const = 0;
    virtual Loop& loop() = 0;
    virtual Network& network() = 0;
    virtual Disk& disk() = 0;

    // --- from outside the host; thread-safe ---

    /// Runs a task on the host's loop, also while it is frozen, outside of any incarnation. The
    /// world's master switch: start, kill, look. Never seen by a run's fingerprint.
    virtual void control(Task task) = 0;
    /// A frozen host runs no task and no timer and reads no frame; peers only notice the silence.
    /// Thawing runs all that is overdue. A crash does not thaw.
    virtual void setFrozen(bool frozen) = 0;

    // --- on the host's loop, inside `control` ---

    /// The process dies: posted tasks, timers, listeners and channels are forgotten, peers see
    /// their channels reset. Destroy what ran on the host first. Written bytes stay.
    virtual void crash() = 0;
    /// As `crash`, and what was not synced is gone: files fall back to their last synced length.
    virtual void losePower() = 0;
};

struct HostSpec
{
    NodeId node;
    std::string directory; ///< root of its disk, relative to the world's data directory
};

/// Makes hosts. Outlives them. `live/live_world.h` and `sim/sim_world.h` are the two worlds.
class World
{
public:
    virtual ~World() = default;
    /// The host lives until the world ends. Before a live world ends, its threads are stopped by
    /// `stop()`, which runs what is in `control` queues and then nothing more.
    virtual Host& addHost(const HostSpec& spec) = 0;
    virtual Instant now() const = 0;
    virtual WallTime wallTime() const = 0;
    virtual bool isVirtual() const = 0;
    /// Whether work that every host has queued leaves the machine saturated (live: a loop's backlog
    /// is older than one frame). Lets the window slow its feed.
    virtual bool saturated() const = 0;
};

} // namespace hw::world
