#pragma once

#include <optional>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/protocol/record_batch.h"

namespace hw::protocol {

/// What a batch may grow to when it is decompressed: what a producer could have sent without
/// compression in one request (socket.request.max.bytes).
inline constexpr std::size_t kDecompressedMax = 104857600;

/// The records of a compressed batch: gzip; snappy, plain or in the xerial framing of Java's
/// producers; lz4 frames; zstd. What the bytes say of their own size is not believed: the buffer
/// grows with what comes out.
/// Fails with Corrupt for bytes that are none of the codec's or end too early, with NoSpace for
/// more than `limit` bytes, with Unsupported for an unknown codec.
Result<Slice> decompress(Compression codec, ByteView compressed,
                         std::size_t limit = kDecompressedMax);

/// As producers do it: snappy in the xerial framing, lz4 as independent blocks of 64 KiB.
/// Levels are the libraries' own. `None` gives the bytes themselves.
Bytes compress(Compression codec, ByteView plain);

/// `gzip`, `snappy`, `lz4`, `zstd`, `none`; as `compression.type` of producers spells them.
const char* nameOf(Compression codec);
std::optional<Compression> compressionNamed(std::string_view name);

} // namespace hw::protocol
