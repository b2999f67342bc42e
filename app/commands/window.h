#pragma once

#include <chrono>
#include <string>

#include "app/commands/options.h"

namespace hw::app {

/// The window on a live or simulated cluster with the demo. For a live one prints the same
/// `ready …` line as `serve`; `started` is when the program began. Returns when the window is
/// closed or a signal came.
int window(const WindowOptions& options, std::chrono::steady_clock::time_point started);

/// Why the window cannot be in that language, which is a code.
std::string unknownLanguage(const std::string& code);

} // namespace hw::app
