#pragma once

#include <QPen>

#include "ui/models/words.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// How a replica is outlined everywhere: red and thick, black, dashed, grey and dotted; a leader of
/// yesterday dashed in soft ink.
QPen outlineOf(ReplicaLook look, const Colors& colors, double width);

} // namespace hw::ui
