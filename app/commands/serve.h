#pragma once

#include <chrono>

#include "app/commands/options.h"

namespace hw::app {

/// `highwater serve`: a live cluster without a window, obeying lines on standard input until
/// `quit` or a signal. Prints one `ready …` line, then one answer for each line, in order.
/// `started` is when the program began, for the time in the `ready` line.
/// Returns the program's exit code; what went wrong is on standard error.
int serve(const ServeOptions& options, std::chrono::steady_clock::time_point started);

} // namespace hw::app
