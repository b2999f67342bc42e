#pragma once

#include "app/commands/options.h"

namespace hw::app {

/// Random faults and checkers over a range of seeds, on several threads. Prints the first seed (in
/// order) that fails, with what was done, what was seen and how to replay it. Exit codes as in
/// options.h.
int simulate(const SimulateOptions& options);

} // namespace hw::app
