#include "app/session/sim_session.h"

#include "engine/cluster/broker_settings.h"

namespace hw::app {

namespace {

world::SimOptions optionsOf(const cluster::ClusterSpec& spec)
{
    world::SimOptions options;
    options.seed = spec.seed;
    options.startsAt = spec.startsAt.value_or(options.startsAt);
    return options;
}

} // namespace

Result<std::unique_ptr<SimSession>> SimSession::start(const cluster::ClusterSpec& spec)
{
    if (auto checked = cluster::check(spec); !checked)
        return tl::unexpected(checked.error());
    const auto settings = cluster::brokerSettings(spec);
    if (!settings)
        return tl::unexpected(settings.error());
    return std::unique_ptr<SimSession>(new SimSession(spec, *settings));
}

SimSession::SimSession(const cluster::ClusterSpec& spec, const broker::BrokerConfig& settings)
    : m_world(optionsOf(spec))
    , m_cluster(m_world, spec, settings)
    , m_clock(m_world, m_cluster)
{
    m_cluster.setTimeControl(&m_clock);
    m_cluster.start();
}

} // namespace hw::app
