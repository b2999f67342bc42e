#include "app/session/sim_session.h"

#include <limits>

#include "engine/cluster/broker_settings.h"

namespace hw::app {

namespace {

constexpr int kTasksPerAsking = 16;    ///< whether a replay must stop
constexpr int kTasksPerTaking = 1024;  ///< of the events that a replay makes
constexpr Duration kLookBefore = 20ms; ///< messages that are on their way where a replay ends
constexpr std::uint64_t kAllCommands = std::numeric_limits<std::uint64_t>::max();

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
    , m_script(m_world, m_cluster)
    , m_clock(m_world, m_cluster, m_script)
{
    m_cluster.setTimeControl(&m_clock);
    m_cluster.start();
}

RunLog SimSession::log() const
{
    RunLog log{m_cluster.spec(), m_script.given(), m_script.byTime()};
    log.commands.insert(log.commands.end(), m_script.coming().begin(), m_script.coming().end());
    return log;
}

bool SimSession::isThere(const RunGoal& goal)
{
    if (!goal.position) {
        const auto due = m_world.nextDue();
        return !due || *due > goal.at;
    }
    const RunPosition& there = *goal.position;
    return m_world.tasksRun() >= there.tasks && m_world.controlsRun() >= there.controls;
}

/// The clock goes on to the goal, over what is due no more.
void SimSession::arrive(const RunGoal& goal)
{
    const Instant at = goal.position ? goal.position->at : goal.at;
    if (at > m_world.now())
        m_world.runFor(at - m_world.now());
    while (!takeEvents(kTasksPerTaking).events.empty())
        continue;
}

bool SimSession::runTo(const RunGoal& goal, const std::function<bool()>& mustStop)
{
    const Instant at = goal.position ? goal.position->at : goal.at;
    bool looks = false;
    for (int ran = 1;; ++ran) {
        m_script.giveDue(at, goal.position ? goal.position->commands : kAllCommands);
        if (isThere(goal))
            break;
        if (goal.isLookedAt && !looks && m_world.now() + kLookBefore >= at) {
            m_cluster.setInterest({true, true, true});
            looks = true;
        }
        if (!m_world.runOne())
            break;
        m_script.note();
        if (ran % kTasksPerTaking == 0)
            takeEvents(std::numeric_limits<std::size_t>::max());
        if (ran % kTasksPerAsking == 0 && mustStop())
            return false;
    }
    arrive(goal);
    return true;
}

cluster::EventBatch SimSession::takeEvents(std::size_t limit)
{
    cluster::EventBatch batch = m_cluster.takeEvents(limit);
    m_past.insert(m_past.end(), batch.events.begin(), batch.events.end());
    if (m_past.size() > kPastLimit)
        m_past.erase(m_past.begin(), m_past.end() - static_cast<std::ptrdiff_t>(kPastLimit));
    return batch;
}

} // namespace hw::app
