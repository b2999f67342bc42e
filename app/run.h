#pragma once

#include <chrono>

#include "app/commands/options.h"

namespace hw::app {

/// Does what the command line asked for; returns the program's exit code.
int run(const Invocation& invocation, std::chrono::steady_clock::time_point started);

} // namespace hw::app
