#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/session/data_directory.h"
#include "engine/base/result.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/cluster/spec.h"

namespace hw::world {
class LiveWorld;
}

namespace hw::app {

/// A live cluster from birth to death: its data directory, its threads, the engine on them.
///
///     directory -> threads -> ensemble -> brokers -> clients     (and backwards at the end)
///
/// Owned by the thread that uses the cluster.
class LiveSession
{
public:
    /// `dataDirectory` empty: a throw-away one, removed at the end. One that the user named is
    /// kept; it is locked meanwhile, so that no other program uses it.
    /// Starts everything and returns at once; `cluster().startup()` tells when it is ready.
    /// Fails on a wrong spec or setting, or when the directory cannot be made, written or locked.
    static Result<std::unique_ptr<LiveSession>> start(cluster::ClusterSpec spec,
                                                      const std::string& dataDirectory);

    /// Stops the cluster in order (at most some seconds), joins its threads, then removes a
    /// throw-away directory.
    ~LiveSession();
    LiveSession(const LiveSession&) = delete;
    LiveSession& operator=(const LiveSession&) = delete;

    cluster::EngineCluster& cluster() { return *m_cluster; }
    /// Where its hosts' folders are.
    const std::filesystem::path& dataDirectory() const { return m_directory.path(); }
    /// On the clock of the cluster's snapshots and events.
    Instant now() const;

private:
    explicit LiveSession(DataDirectory directory);

    DataDirectory m_directory;
    std::unique_ptr<world::LiveWorld> m_world;
    std::unique_ptr<cluster::EngineCluster> m_cluster;
};

} // namespace hw::app
