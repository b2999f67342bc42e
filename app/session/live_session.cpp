#include "app/session/live_session.h"

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <filesystem>
#include <mutex>

#include <fmt/format.h>
#include <unistd.h>

#include "engine/cluster/broker_settings.h"
#include "engine/world/live/live_world.h"

namespace hw::app {

namespace fs = std::filesystem;

static constexpr std::chrono::seconds kShutDownLimit{8};

static Result<std::string> throwAwayDirectory()
{
    std::error_code error;
    const fs::path base = fs::temp_directory_path(error);
    if (error)
        return fail(Failure::Denied, "there is no directory for temporary files: " + error.message());
    std::string pattern = (base / "highwater-XXXXXX").string();
    if (!::mkdtemp(pattern.data()))
        return fail(Failure::Denied, fmt::format("cannot make a directory for data in {}: {}", base.string(),
                                                 std::generic_category().message(errno)));
    return pattern;
}

static Result<std::string> namedDirectory(const std::string& name)
{
    std::error_code error;
    fs::create_directories(name, error);
    if (error)
        return fail(Failure::Denied,
                    fmt::format("data directory '{}' cannot be made: {}", name, error.message()));
    if (!fs::is_directory(name, error))
        return fail(Failure::Invalid, fmt::format("data directory '{}' is not a directory", name));
    if (::access(name.c_str(), R_OK | W_OK | X_OK) != 0)
        return fail(Failure::Denied, fmt::format("data directory '{}' cannot be read and written: {}", name,
                                                 std::generic_category().message(errno)));
    return fs::absolute(name, error).lexically_normal().string();
}

Result<std::unique_ptr<LiveSession>> LiveSession::start(cluster::ClusterSpec spec, std::string dataDirectory)
{
    if (auto checked = cluster::check(spec); !checked)
        return tl::unexpected(checked.error());
    auto settings = cluster::brokerSettings(spec);
    if (!settings)
        return tl::unexpected(settings.error());
    const bool throwAway = dataDirectory.empty();
    auto directory = throwAway ? throwAwayDirectory() : namedDirectory(dataDirectory);
    if (!directory)
        return tl::unexpected(directory.error());

    std::unique_ptr<LiveSession> session(new LiveSession());
    session->m_directory = *directory;
    session->m_throwAway = throwAway;
    world::LiveOptions options;
    options.dataDirectory = *directory;
    session->m_world = std::make_unique<world::LiveWorld>(options);
    session->m_cluster =
        std::make_unique<cluster::EngineCluster>(*session->m_world, std::move(spec), std::move(*settings));
    session->m_cluster->start();
    return session;
}

LiveSession::~LiveSession()
{
    struct Signal
    {
        std::mutex mutex;
        std::condition_variable raised;
        bool done = false;
    };
    if (m_cluster) {
        auto signal = std::make_shared<Signal>();
        m_cluster->shutDown([signal] {
            const std::scoped_lock lock(signal->mutex);
            signal->done = true;
            signal->raised.notify_all();
        });
        std::unique_lock lock(signal->mutex);
        signal->raised.wait_for(lock, kShutDownLimit, [&] { return signal->done; });
    }
    if (m_world)
        m_world->stop();
    m_cluster.reset();
    m_world.reset();
    if (m_throwAway) {
        std::error_code ignored; // nobody is left to be told
        fs::remove_all(m_directory, ignored);
    }
}

} // namespace hw::app
