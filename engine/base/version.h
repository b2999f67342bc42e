#pragma once

namespace hw {

/// Of the whole program; the build checks that it is the project's in CMakeLists.txt.
inline constexpr const char kVersion[] = "0.1.0";

} // namespace hw
