#include "engine/protocol/compression.h"

#include <fmt/format.h>

namespace hw::protocol {

const char* nameOf(Compression codec)
{
    switch (codec) {
    case Compression::None:
        return "none";
    case Compression::Gzip:
        return "gzip";
    case Compression::Snappy:
        return "snappy";
    case Compression::Lz4:
        return "lz4";
    case Compression::Zstd:
        return "zstd";
    }
    return "unknown";
}

Result<Slice> decompress(Compression codec, ByteView)
{
    return fail(Failure::Unsupported,
                fmt::format("records compressed with {} cannot be read", nameOf(codec)));
}

} // namespace hw::protocol
