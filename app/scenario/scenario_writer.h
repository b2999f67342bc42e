#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/cluster/engine_cluster.h"

namespace hw::app {

/// What was done to a cluster so far, as a scenario file that plays again: the cluster, and each
/// command as a step at its time since the start. Commands in `refused` have to be refused again;
/// one that cannot be written (it ended a fault that nobody asked for) is left out and named in the
/// file's text. `now`: how long it plays. Ports are not in it.
/// Fails when there are more steps than a file may have.
Result<std::string> scenarioOf(const cluster::ClusterSpec& spec,
                               const std::vector<cluster::LoggedCommand>& log,
                               const std::set<CommandId>& refused, Instant now);

/// Writes it; the old file stays whole until the new one is.
Result<void> writeScenario(const std::string& path, const std::string& text);

} // namespace hw::app
