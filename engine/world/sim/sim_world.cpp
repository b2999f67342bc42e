#include "engine/world/sim/sim_world.h"

#include <algorithm>

#include "engine/world/sim/sim_host.h"

namespace hw::world {

SimWorld::SimWorld(SimOptions options)
    : m_options(options)
    , m_switchboard(std::make_unique<SimSwitchboard>(*this, options))
{
    HW_ASSERT(Duration::zero() <= options.latencyMin && options.latencyMin <= options.latencyMax,
              "a frame's latency is a range of times that are not negative");
}

SimWorld::~SimWorld()
{
    // Tasks and handlers may own channels and timers: they go while all hosts still stand.
    m_controls.clear();
    for (const auto& host : m_hosts)
        host->crash();
}

Host& SimWorld::addHost(const HostSpec& spec)
{
    const auto index = static_cast<std::uint32_t>(m_hosts.size());
    m_queue.addHost();
    m_hosts.push_back(std::make_unique<SimHost>(*this, index, spec));
    return *m_hosts.back();
}

Host* SimWorld::find(NodeId node)
{
    for (const auto& host : m_hosts)
        if (host->node() == node)
            return host.get();
    return nullptr;
}

WallTime SimWorld::wallTime() const
{
    return WallTime(m_options.startsAt.ms() + toMs(m_now.sinceStart()));
}

bool SimWorld::runOne()
{
    if (!m_controls.empty()) {
        runControl();
        return true;
    }
    auto entry = m_queue.takeNext();
    if (!entry)
        return false;
    runTask(std::move(*entry));
    return true;
}

void SimWorld::runFor(Duration duration)
{
    const Instant end = m_now + duration;
    while (const auto due = nextDue()) {
        if (*due > end)
            break;
        runOne();
    }
    m_now = std::max(m_now, end);
}

bool SimWorld::runUntil(const std::function<bool()>& done, Duration limit)
{
    const Instant end = m_now + limit;
    while (!done()) {
        const auto due = nextDue();
        if (!due || *due > end) {
            m_now = end;
            return done();
        }
        runOne();
    }
    return true;
}

void SimWorld::runControls()
{
    while (!m_controls.empty())
        runControl();
}

std::optional<Instant> SimWorld::nextDue()
{
    if (!m_controls.empty())
        return m_now;
    const auto due = m_queue.nextDue();
    if (!due)
        return std::nullopt;
    return std::max(*due, m_now); // what a thawed host has missed is due now
}

void SimWorld::runControl()
{
    HW_ASSERT(!m_running, "a task cannot step the world that runs it");
    m_running = true;
    Control control = std::move(m_controls.front());
    m_controls.pop_front();
    ++m_controlsRun;
    m_hosts[control.host]->run(std::move(control.task), kNoEvent);
    m_running = false;
}

void SimWorld::runTask(SimQueue::Entry entry)
{
    HW_ASSERT(!m_running, "a task cannot step the world that runs it");
    m_running = true;
    m_now = std::max(m_now, entry.due);
    ++m_tasksRun;
    SimHost& host = *m_hosts[entry.host];
    m_fingerprint.number(static_cast<std::uint64_t>(m_now.sinceStart().count()));
    m_fingerprint.number(static_cast<std::uint64_t>(host.node().kind) << 40 |
                         static_cast<std::uint64_t>(entry.kind) << 32 |
                         static_cast<std::uint32_t>(host.node().number));
    host.run(std::move(entry.task), entry.cause);
    m_running = false;
}

} // namespace hw::world
