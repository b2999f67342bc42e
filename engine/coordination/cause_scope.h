#pragma once

#include "engine/world/loop.h"

namespace hw::coordination {

/// Sets the loop's cause for a while.
class CauseScope
{
public:
    CauseScope(world::Loop& loop, EventId cause)
        : m_loop(loop)
        , m_before(loop.cause())
    {
        m_loop.setCause(cause);
    }
    ~CauseScope() { m_loop.setCause(m_before); }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    world::Loop& m_loop;
    EventId m_before;
};

} // namespace hw::coordination
