#pragma once

#include "engine/world/loop.h"

namespace hw::world {

/// What happens until the end of the scope is caused by `cause`; then by what it was before.
class CauseScope
{
public:
    CauseScope(Loop& loop, EventId cause)
        : m_loop(loop)
        , m_before(loop.cause())
    {
        m_loop.setCause(cause);
    }
    ~CauseScope() { m_loop.setCause(m_before); }
    CauseScope(const CauseScope&) = delete;
    CauseScope& operator=(const CauseScope&) = delete;

private:
    Loop& m_loop;
    const EventId m_before;
};

} // namespace hw::world
