#include "engine/world/sim/sim_host.h"

#include <algorithm>

#include "engine/world/sim/sim_world.h"

namespace hw::world {

SimHost::SimHost(SimWorld& world, std::uint32_t index, HostSpec spec)
    : m_world(world)
    , m_index(index)
    , m_spec(std::move(spec))
    , m_random(seedFor(world.m_options.seed, m_spec.node))
    , m_network(*this, *world.m_switchboard)
    , m_disk(*this, "sim:" + m_spec.directory, world.m_options.syncLatency)
{
}

SimHost::~SimHost() = default;

void SimHost::control(Task task) { m_world.m_controls.push_back({m_index, std::move(task)}); }

void SimHost::setFrozen(bool frozen) { m_world.m_queue.setFrozen(m_index, frozen); }

void SimHost::crash()
{
    m_world.m_switchboard->hostCrashed(*this);
    m_disk.releaseLocks();
    m_world.m_queue.forget(m_index);
}

void SimHost::losePower()
{
    crash();
    m_disk.dropUnsynced();
}

TimerId SimHost::schedule(Instant due, TaskKind kind, Task task)
{
    return schedule(due, kind, m_cause, std::move(task));
}

TimerId SimHost::schedule(Instant due, TaskKind kind, EventId cause, Task task)
{
    return m_world.m_queue.add({due, m_index, kind, cause, std::move(task)});
}

void SimHost::run(Task task, EventId cause)
{
    m_cause = cause;
    task();
    m_cause = kNoEvent;
}

Instant SimHost::now() const { return m_world.now(); }
WallTime SimHost::wallTime() const { return m_world.wallTime(); }

void SimHost::post(Task task) { schedule(m_world.now(), TaskKind::Post, std::move(task)); }

TimerId SimHost::after(Duration delay, Task task)
{
    const Duration wait = std::max(delay, Duration::zero());
    return schedule(m_world.now() + wait, TaskKind::Timer, std::move(task));
}

void SimHost::cancel(TimerId timer) { m_world.m_queue.cancel(timer); }

} // namespace hw::world
