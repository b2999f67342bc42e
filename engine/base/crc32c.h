#pragma once

#include <cstdint>

#include "engine/base/bytes.h"

namespace hw {

/// CRC-32C (Castagnoli) as record batches carry it; `123456789` gives e3069283.
/// To go on over several parts pass the value so far.
std::uint32_t crc32c(ByteView bytes, std::uint32_t soFar = 0);

} // namespace hw
