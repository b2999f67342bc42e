#pragma once

#include "app/commands/options.h"

namespace hw::app {

/// The window on a live cluster with the demo. Returns when it is closed or a signal came.
int window(const WindowOptions& options);

} // namespace hw::app
