#pragma once

#include <cstdint>

namespace hw::app {

/// Whether `count` ports from `first` on can be listened on at 127.0.0.1 now. Only a hint: they may
/// be taken before they are used.
bool portsAreFree(std::uint16_t first, int count);

} // namespace hw::app
