#pragma once

#include "engine/world/faults/host_faults.h"
#include "engine/world/loop.h"

namespace hw::world {

/// A loop whose wall clock may be wrong. Its monotonic clock, and so every timer, never is.
class FaultyLoop final : public Loop
{
public:
    FaultyLoop(Loop& inner, const HostFaults& faults)
        : m_inner(inner)
        , m_faults(faults)
    {
    }

    Instant now() const override { return m_inner.now(); }
    WallTime wallTime() const override
    {
        return WallTime(m_inner.wallTime().ms() + toMs(m_faults.clockOffset));
    }
    void post(Task task) override { m_inner.post(std::move(task)); }
    TimerId after(Duration delay, Task task) override
    {
        return m_inner.after(delay, std::move(task));
    }
    void cancel(TimerId timer) override { m_inner.cancel(timer); }
    Random& random() override { return m_inner.random(); }
    EventId cause() const override { return m_inner.cause(); }
    void setCause(EventId cause) override { m_inner.setCause(cause); }

private:
    Loop& m_inner;
    const HostFaults& m_faults;
};

} // namespace hw::world
