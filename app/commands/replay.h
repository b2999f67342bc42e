#pragma once

#include <chrono>

#include "app/commands/options.h"

namespace hw::app {

/// `highwater replay FILE`: the window on a recording, or with `--info`, `--events` or `--status`
/// what is in it, printed. Returns kDone, kCheckFailed when some of it could not be read (and that
/// was asked for), kWrongUse when it cannot be opened.
int replay(const ReplayOptions& options, std::chrono::steady_clock::time_point started);

} // namespace hw::app
