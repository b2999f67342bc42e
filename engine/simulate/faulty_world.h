#pragma once

#include "engine/world/faults/fault_table.h"
#include "engine/world/sim/sim_world.h"

namespace hw::simulate {

/// A simulated world all of whose hosts can suffer. Destroyed after what runs on them.
class FaultyWorld final : public world::World
{
public:
    explicit FaultyWorld(world::SimOptions options)
        : m_world(options)
    {
    }

    world::Host& addHost(const world::HostSpec& spec) override
    {
        return m_faults.wrap(m_world.addHost(spec));
    }
    Instant now() const override { return m_world.now(); }
    WallTime wallTime() const override { return m_world.wallTime(); }
    bool isVirtual() const override { return true; }
    bool saturated() const override { return false; }

    world::SimWorld& sim() { return m_world; }
    world::FaultTable& faults() { return m_faults; }

private:
    world::SimWorld m_world;
    world::FaultTable m_faults;
};

} // namespace hw::simulate
