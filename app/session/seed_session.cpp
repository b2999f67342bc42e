#include "app/session/seed_session.h"

namespace hw::app {

SeedSession::SeedSession(const simulate::Options& options)
    : m_run(options)
    , m_script(m_run.world(), m_run.cluster())
    , m_clock(m_run.world(), m_run.cluster(), m_script)
{
    m_clock.setActor(*this);
    m_run.cluster().setTimeControl(&m_clock);
    m_run.begin();
}

} // namespace hw::app
