#include "engine/base/crc32c.h"

#include <isa-l/crc.h>

namespace hw {

std::uint32_t crc32c(ByteView bytes, std::uint32_t soFar)
{
    // ISA-L neither pre-inverts nor post-inverts, and takes a mutable pointer that it only reads.
    auto* data = const_cast<unsigned char*>(bytes.data());
    return ~crc32_iscsi(data, static_cast<int>(bytes.size()), ~soFar);
}

} // namespace hw
