#include "app/store/squeeze.h"

#include <zstd.h>

#include "engine/base/crc32c.h"

namespace hw::store {

namespace {

constexpr int kLevel = 6;
constexpr std::size_t kCrcBytes = 4;

} // namespace

Bytes squeeze(ByteView bytes)
{
    if (bytes.empty())
        return {};
    Bytes blob(kCrcBytes + ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(blob.data() + kCrcBytes, blob.size() - kCrcBytes,
                                           bytes.data(), bytes.size(), kLevel);
    HW_ASSERT(ZSTD_isError(size) == 0, "there is room for what zstd makes");
    blob.resize(kCrcBytes + size);
    const std::uint32_t crc = crc32c(ByteView(blob).subspan(kCrcBytes));
    for (std::size_t i = 0; i < kCrcBytes; ++i)
        blob[i] = static_cast<std::uint8_t>(crc >> (8 * i));
    return blob;
}

Result<Bytes> unsqueeze(ByteView blob)
{
    if (blob.empty())
        return Bytes();
    if (blob.size() < kCrcBytes)
        return fail(Failure::Corrupt, "a blob is cut short");
    const ByteView frame = blob.subspan(kCrcBytes);
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < kCrcBytes; ++i)
        crc |= static_cast<std::uint32_t>(blob[i]) << (8 * i);
    if (crc32c(frame) != crc)
        return fail(Failure::Corrupt, "a blob's checksum is wrong");
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    if (size > kBlobLimit) // also the two that stand for errors
        return fail(Failure::Corrupt, "a blob is too large");
    Bytes bytes(static_cast<std::size_t>(size));
    const std::size_t got = ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size());
    if (ZSTD_isError(got) != 0 || got != bytes.size())
        return fail(Failure::Corrupt, "a blob cannot be unpacked");
    return bytes;
}

} // namespace hw::store
