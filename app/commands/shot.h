#pragma once

#include "app/commands/options.h"

namespace hw::app {

/// `highwater shot`: the window with the demo in the simulated world at virtual second 20, seed 1,
/// drawn without a screen. The same options give the same picture, byte for byte.
int shot(const ShotOptions& options);

} // namespace hw::app
