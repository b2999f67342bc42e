#pragma once

#include "engine/world/host.h"
#include "engine/world/sim/sim_disk.h"
#include "engine/world/sim/sim_network.h"
#include "engine/world/sim/sim_queue.h"

namespace hw::world {

class SimWorld;

/// A host of a simulated world; it is its own loop, since all hosts share one thread.
class SimHost final : public Host, private Loop
{
public:
    SimHost(SimWorld& world, std::uint32_t index, HostSpec spec);
    ~SimHost() override;

    const NodeId& node() const override { return m_spec.node; }
    Loop& loop() override { return *this; }
    Network& network() override { return m_network; }
    Disk& disk() override { return m_disk; }
    void control(Task task) override;
    void setFrozen(bool frozen) override;
    void crash() override;
    void losePower() override;

    std::uint32_t index() const { return m_index; }
    SimWorld& world() { return m_world; }
    /// Queues a task under the current cause.
    TimerId schedule(Instant due, TaskKind kind, Task task);
    TimerId schedule(Instant due, TaskKind kind, EventId cause, Task task);
    void run(Task task, EventId cause);
    EventId currentCause() const { return m_cause; }

private:
    Instant now() const override;
    WallTime wallTime() const override;
    void post(Task task) override;
    TimerId after(Duration delay, Task task) override;
    void cancel(TimerId timer) override;
    Random& random() override { return m_random; }
    EventId cause() const override { return m_cause; }
    void setCause(EventId cause) override { m_cause = cause; }

    SimWorld& m_world;
    const std::uint32_t m_index;
    const HostSpec m_spec;
    Random m_random;
    EventId m_cause;
    SimNetwork m_network;
    SimDisk m_disk;
};

} // namespace hw::world
