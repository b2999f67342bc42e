#pragma once

#include "app/commands/options.h"

namespace hw::app {

/// Lists the lessons, or plays them in the simulated world and says whether all came out as they
/// claim. Exit code 0, or 1 if one did not.
int lesson(const LessonOptions& options);

} // namespace hw::app
