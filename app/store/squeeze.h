#pragma once

#include "engine/base/bytes.h"
#include "engine/base/result.h"

namespace hw::store {

/// A blob of a recording: CRC-32C (4 bytes, little end first), then a zstd frame that tells its
/// size.
inline constexpr std::size_t kBlobLimit = 64U << 20; ///< bytes, of what is inside

/// Empty for nothing.
Bytes squeeze(ByteView bytes);
/// Corrupt: damaged, or larger than kBlobLimit says.
Result<Bytes> unsqueeze(ByteView blob);

} // namespace hw::store
