#include "app/session/live_session.h"

#include <chrono>
#include <condition_variable>
#include <mutex>

#include "engine/cluster/broker_settings.h"
#include "engine/world/live/live_world.h"

namespace hw::app {

namespace {

constexpr std::chrono::seconds kShutDownLimit{8};

Result<DataDirectory> directoryOf(const std::string& name)
{
    Result<DataDirectory> directory =
        name.empty() ? DataDirectory::throwAway() : DataDirectory::named(name);
    if (!directory)
        return fail(directory.error().kind, "data directory: " + directory.error().message);
    return directory;
}

/// Stops the cluster in order; what hangs is not waited for longer than the limit.
void shutDown(cluster::EngineCluster& cluster)
{
    struct Over
    {
        std::mutex mutex;
        std::condition_variable raised;
        bool done = false;
    };
    // Shared with the last task of the shutdown, which may come when nobody waits any more.
    const auto over = std::make_shared<Over>();
    cluster.shutDown([over] {
        const std::scoped_lock lock(over->mutex);
        over->done = true;
        over->raised.notify_all();
    });
    std::unique_lock lock(over->mutex);
    over->raised.wait_for(lock, kShutDownLimit, [&] { return over->done; });
}

} // namespace

Result<std::unique_ptr<LiveSession>> LiveSession::start(cluster::ClusterSpec spec,
                                                        const std::string& dataDirectory)
{
    if (auto checked = cluster::check(spec); !checked)
        return tl::unexpected(checked.error());
    auto settings = cluster::brokerSettings(spec);
    if (!settings)
        return tl::unexpected(settings.error());
    Result<DataDirectory> directory = directoryOf(dataDirectory);
    if (!directory)
        return tl::unexpected(directory.error());
    if (const auto fits = directory->checkSizes(spec.brokers, spec.ensemble); !fits)
        return fail(fits.error().kind, "data directory: " + fits.error().message);

    std::unique_ptr<LiveSession> session(new LiveSession(std::move(*directory)));
    world::LiveOptions options;
    options.dataDirectory = session->m_directory.path().string();
    session->m_world = std::make_unique<world::LiveWorld>(options);
    session->m_cluster = std::make_unique<cluster::EngineCluster>(
        *session->m_world, std::move(spec), std::move(*settings));
    session->m_cluster->start();
    return session;
}

LiveSession::LiveSession(DataDirectory directory)
    : m_directory(std::move(directory))
{
}

LiveSession::~LiveSession()
{
    if (m_cluster)
        shutDown(*m_cluster);
    if (m_world)
        m_world->stop();
    m_cluster.reset();
    m_world.reset();
}

Instant LiveSession::now() const { return m_world->now(); }

} // namespace hw::app
