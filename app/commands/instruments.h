#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "app/commands/metric.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/disk.h"

namespace hw::app {

class LiveSession;
class SimSession;

/// Measures what the picture of a cluster does not show: what its embedded clients counted, what
/// finding a record in a replica's files takes, what was written. Only looks: no task runs for it.
///
/// Used on the thread that uses the cluster, and only between tasks of a simulated one.
class Instruments
{
public:
    /// The disk of a broker, with its partitions' folders at the root; null: none can be read.
    using DiskOf = std::function<world::Disk*(BrokerId)>;
    /// Bytes that a broker wrote; none: nobody counts.
    using WrittenBy = std::function<std::optional<std::uint64_t>(BrokerId)>;

    /// The cluster outlives it.
    Instruments(const cluster::EngineCluster& cluster, DiskOf diskOf = {}, WrittenBy written = {});
    /// All of them.
    static Instruments of(SimSession& session);
    /// Of a live one all but what is written; its files are read while brokers write them.
    static Instruments of(LiveSession& session);

    /// None: it is not known, or there is none.
    std::optional<double> read(const condition::Measured& what) const;
    std::optional<double> read(const Metric& metric, const observe::Snapshot& snapshot,
                               const observe::Gauges& gauges) const;

private:
    std::optional<double> of(const condition::OfClient& what) const;
    std::optional<double> of(const condition::OfLookup& what) const;
    std::optional<double> of(const condition::OfDisk& what) const;

    const cluster::EngineCluster& m_cluster;
    DiskOf m_diskOf;
    WrittenBy m_written;
};

} // namespace hw::app
