#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"

namespace hw::world {

/// The parts of a disk path: relative, separated by '/', none of them empty, "." or "..". The
/// empty path is the host's root and has no parts. Fails with Invalid.
Result<std::vector<std::string>> splitPath(const std::string& path);

/// The directory a path lies in; "" for names in the root.
std::string parentOf(const std::string& path);

} // namespace hw::world
