#include "app/session/studio_cluster.h"

namespace hw::app {

StudioCluster::StudioCluster(std::unique_ptr<SimSession> first)
    : m_run(std::move(first))
    , m_time(m_run)
{
}

cluster::Capabilities StudioCluster::capabilities() const
{
    return m_run.session().cluster().capabilities();
}

/// Nobody is on the way elsewhere any more: what he wants to do he wants to do here.
CommandId StudioCluster::submit(observe::Command command)
{
    m_run.stay();
    const CommandId id = now().submit(std::move(command));
    m_run.sync();
    return id;
}

cluster::EventBatch StudioCluster::takeEvents(std::size_t limit)
{
    return m_run.session().takeEvents(limit);
}

observe::FieldTree StudioCluster::decode(FlightId id) const
{
    return m_run.session().cluster().decode(id);
}

void StudioCluster::Time::play()
{
    m_run.stay();
    clock().play();
}

void StudioCluster::Time::pause()
{
    m_run.stay();
    clock().pause();
}

void StudioCluster::Time::step(StepTo to)
{
    m_run.stay();
    clock().step(to);
}

void StudioCluster::Time::runUntil(Goal goal, bool atOnce)
{
    m_run.stay();
    clock().runUntil(std::move(goal), atOnce);
}

cluster::TimeState StudioCluster::Time::state() const { return m_run.session().clock().state(); }

} // namespace hw::app
