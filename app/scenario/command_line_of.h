#pragma once

#include <string>
#include <vector>

#include "engine/cluster/engine_cluster.h"
#include "engine/observe/command.h"

namespace hw::app {

/// The line of `serve` that gives this command: `readLine` takes it back. Embedded clients are
/// written by number (`client3`): they get the same ones when the same commands are given again.
/// Of a command that ends one fault by its number, what that fault was is looked for in `log`,
/// since numbers are another run's; empty if it is not there.
std::string lineOf(const observe::Command& command, const std::vector<cluster::LoggedCommand>& log);

} // namespace hw::app
