#include "engine/world/live/live_world.h"

#include <algorithm>
#include <random>

#include <sys/resource.h>

#include "engine/world/live/live_host.h"

namespace hw::world {

/// A loop whose queued work is older than one frame of the window.
static constexpr Duration kSaturatedAfter = 16ms;

static void raiseOpenFileLimit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static std::uint64_t seedFromSystem()
{
    std::random_device device;
    const std::uint64_t high = device();
    const std::uint64_t low = device();
    return high << 32 | low;
}

LiveWorld::LiveWorld(LiveOptions options)
    : m_options(std::move(options))
    , m_seed(m_options.seed ? *m_options.seed : seedFromSystem())
    , m_clock(std::make_unique<LiveClock>())
    , m_switchboard(std::make_unique<Switchboard>())
{
    HW_ASSERT(!m_options.dataDirectory.empty(), "a live world needs a data directory");
    raiseOpenFileLimit();
}

LiveWorld::~LiveWorld()
{
    stop();
    // Tasks of one host may own channels that lead to another: no host goes before all let go.
    for (const auto& host : m_hosts)
        host->forgetAll();
}

Host& LiveWorld::addHost(const HostSpec& spec)
{
    const std::string directory = m_options.dataDirectory + "/" + spec.directory;
    m_hosts.push_back(std::make_unique<LiveHost>(*m_clock, *m_switchboard,
                                                 seedFor(m_seed, spec.node), spec.node, directory));
    return *m_hosts.back();
}

Instant LiveWorld::now() const { return m_clock->now(); }
WallTime LiveWorld::wallTime() const { return LiveClock::wallTime(); }

bool LiveWorld::saturated() const
{
    return std::ranges::any_of(
        m_hosts, [](const auto& host) { return host->liveLoop().isBehind(kSaturatedAfter); });
}

void LiveWorld::stop()
{
    for (const auto& host : m_hosts)
        host->stop();
}

} // namespace hw::world
