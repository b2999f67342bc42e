#pragma once

#include <array>
#include <cstdint>

#include "engine/base/bytes.h"

namespace hw::log {

using Md5Digest = std::array<std::uint8_t, 16>;

/// RFC 1321. Here it only tells record keys apart, as in Kafka's SkimpyOffsetMap: two different
/// keys of one log would have to be made on purpose to collide.
Md5Digest md5(ByteView bytes);

} // namespace hw::log
