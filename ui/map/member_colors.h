#pragma once

#include <map>

#include "engine/observe/snapshot.h"
#include "ui/models/subject.h"

namespace hw::ui {

/// Which of the theme's colours stands for which member. By the numbers of their clients, and not
/// in the order in which they were met: a moment that is shown again has the same colours.
std::map<Subject, int> memberColorsIn(const observe::Snapshot& snapshot);

} // namespace hw::ui
