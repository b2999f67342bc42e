#pragma once

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/protocol/record_batch.h"

namespace hw::protocol {

/// The records of a compressed batch. Brokers that only store never need it.
/// Fails with Unsupported for a codec that this build does not have (so far all of them).
Result<Slice> decompress(Compression codec, ByteView compressed);

/// `gzip`, `snappy`, `lz4`, `zstd`, `none`; as `compression.type` spells them.
const char* nameOf(Compression codec);

} // namespace hw::protocol
