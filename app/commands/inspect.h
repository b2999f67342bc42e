#pragma once

#include "app/commands/options.h"

namespace hw::app {

/// `highwater inspect PATH`: what a log directory, a partition's directory or a file of one holds,
/// a line for each batch or entry, and what is wrong with it. Returns kDone when all is well,
/// kCheckFailed when something is wrong, kWrongUse when nothing of Kafka's is there. Changes
/// nothing.
int inspect(const InspectOptions& options);

} // namespace hw::app
