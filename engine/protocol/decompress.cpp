#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <lz4frame.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "engine/protocol/compression.h"
#include "engine/protocol/growing_buffer.h"

namespace hw::protocol {

namespace {

/// Producers' data shrinks to a quarter or so: the first guess at the buffer, not a limit.
constexpr std::size_t kUsualRatio = 4;

tl::unexpected<Error> corrupt(Compression codec, const std::string& why)
{
    return fail(Failure::Corrupt,
                fmt::format("records said to be {} are not: {}", nameOf(codec), why));
}

tl::unexpected<Error> tooLarge(std::size_t limit)
{
    return fail(Failure::NoSpace, fmt::format("records decompress to more than {} bytes", limit));
}

Result<Slice> gunzip(ByteView compressed, std::size_t limit)
{
    z_stream stream{};
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream, kGzipOnly) != Z_OK)
        return corrupt(Compression::Gzip, "the library does not start");
    const std::unique_ptr<z_stream, int (*)(z_streamp)> end(&stream, inflateEnd);
    GrowingBuffer plain(compressed.size() * kUsualRatio, limit);
    stream.next_in = const_cast<Bytef*>(compressed.data()); // zlib only reads it
    stream.avail_in = static_cast<uInt>(compressed.size());
    for (;;) {
        std::span<std::uint8_t> room = plain.room();
        std::uint8_t beyond = 0; // tells an end exactly at the limit from more to come
        if (room.empty())
            room = {&beyond, 1};
        stream.next_out = room.data();
        stream.avail_out = static_cast<uInt>(room.size());
        const int result = inflate(&stream, Z_NO_FLUSH);
        const std::size_t got = room.size() - stream.avail_out;
        if (room.data() == &beyond && got > 0)
            return tooLarge(limit);
        plain.wrote(got);
        if (result == Z_STREAM_END && stream.avail_in == 0)
            return plain.take();
        if (result == Z_STREAM_END) { // members may follow one another
            if (inflateReset(&stream) != Z_OK)
                return corrupt(Compression::Gzip, "the library does not start again");
            continue;
        }
        if (result != Z_OK)
            return corrupt(Compression::Gzip,
                           stream.msg ? stream.msg : "they end before their end is reached");
        if (stream.avail_in == 0 && stream.avail_out > 0)
            return corrupt(Compression::Gzip, "they end before their end is reached");
    }
}

/// One block. A copy of 64 bytes takes 3: a block that claims to grow more is a lie.
Result<void> unsnapBlock(ByteView block, GrowingBuffer& plain, std::size_t limit)
{
    constexpr std::size_t kRatioMax = 22;
    const char* bytes = reinterpret_cast<const char*>(block.data());
    std::size_t size = 0;
    if (!snappy::GetUncompressedLength(bytes, block.size(), &size) ||
        size > block.size() * kRatioMax)
        return corrupt(Compression::Snappy, "a block lies about its size");
    if (size > plain.left())
        return tooLarge(limit);
    // Blocks are written where they go as long as there is room in one piece.
    std::span<std::uint8_t> room = plain.room();
    if (room.size() >= size) {
        if (!snappy::RawUncompress(bytes, block.size(), reinterpret_cast<char*>(room.data())))
            return corrupt(Compression::Snappy, "a block is damaged");
        plain.wrote(size);
        return {};
    }
    const std::unique_ptr<char[]> whole(new char[size]);
    if (!snappy::RawUncompress(bytes, block.size(), whole.get()))
        return corrupt(Compression::Snappy, "a block is damaged");
    for (std::size_t done = 0; done < size;) {
        room = plain.room();
        const std::size_t step = std::min(room.size(), size - done);
        std::memcpy(room.data(), whole.get() + done, step);
        plain.wrote(step);
        done += step;
    }
    return {};
}

/// Magic, then two version numbers that nobody looks at.  snappy-java: SnappyOutputStream.
constexpr std::array<std::uint8_t, 8> kXerialMagic{0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0};
constexpr std::size_t kXerialHeaderBytes = 16;

Result<Slice> unsnap(ByteView compressed, std::size_t limit)
{
    GrowingBuffer plain(compressed.size() * kUsualRatio, limit);
    const bool isFramed =
        compressed.size() >= kXerialHeaderBytes &&
        std::memcmp(compressed.data(), kXerialMagic.data(), kXerialMagic.size()) == 0;
    if (!isFramed) {
        if (auto done = unsnapBlock(compressed, plain, limit); !done)
            return tl::unexpected(done.error());
        return plain.take();
    }
    for (std::size_t at = kXerialHeaderBytes; at < compressed.size();) {
        if (compressed.size() - at < 4)
            return corrupt(Compression::Snappy, "a block has no size");
        std::size_t size = 0;
        for (int i = 0; i < 4; ++i)
            size = (size << 8) | compressed[at++];
        if (size > compressed.size() - at)
            return corrupt(Compression::Snappy, "a block is cut off");
        if (auto done = unsnapBlock(compressed.subspan(at, size), plain, limit); !done)
            return tl::unexpected(done.error());
        at += size;
    }
    return plain.take();
}

Result<Slice> unlz4(ByteView compressed, std::size_t limit)
{
    LZ4F_dctx* context = nullptr;
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context, LZ4F_VERSION)))
        return corrupt(Compression::Lz4, "the library does not start");
    const std::unique_ptr<LZ4F_dctx, decltype(&LZ4F_freeDecompressionContext)> end(
        context, LZ4F_freeDecompressionContext);
    GrowingBuffer plain(compressed.size() * kUsualRatio, limit);
    std::size_t at = 0;
    for (std::size_t wanted = 1; wanted != 0;) {
        std::span<std::uint8_t> room = plain.room();
        std::uint8_t beyond = 0;
        if (room.empty())
            room = {&beyond, 1};
        std::size_t got = room.size();
        std::size_t taken = compressed.size() - at;
        wanted =
            LZ4F_decompress(context, room.data(), &got, compressed.data() + at, &taken, nullptr);
        if (LZ4F_isError(wanted))
            return corrupt(Compression::Lz4, LZ4F_getErrorName(wanted));
        if (room.data() == &beyond && got > 0)
            return tooLarge(limit);
        if (got == 0 && taken == 0)
            return corrupt(Compression::Lz4, "they end before their end is reached");
        at += taken;
        plain.wrote(got);
    }
    if (at != compressed.size())
        return corrupt(Compression::Lz4,
                       fmt::format("{} bytes follow the frame", compressed.size() - at));
    return plain.take();
}

/// In one go, again with a larger buffer when it was too small: a stream would allocate the window
/// that the frame asks for, whatever is in it.
Result<Slice> unzstd(ByteView compressed, std::size_t limit)
{
    if (compressed.empty()) // which the library takes for no frames at all
        return corrupt(Compression::Zstd, "there are no bytes");
    constexpr std::size_t kLeast = 4096;
    constexpr std::size_t kGrowth = 4;
    const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                       ZSTD_freeDCtx);
    for (std::size_t capacity = std::max(compressed.size() * kUsualRatio, kLeast);;
         capacity *= kGrowth) {
        capacity = std::min(capacity, limit);
        const std::shared_ptr<std::uint8_t[]> plain(new std::uint8_t[capacity]);
        const std::size_t size = ZSTD_decompressDCtx(context.get(), plain.get(), capacity,
                                                     compressed.data(), compressed.size());
        if (!ZSTD_isError(size))
            return Slice(plain, ByteView(plain.get(), size));
        if (ZSTD_getErrorCode(size) != ZSTD_error_dstSize_tooSmall)
            return corrupt(Compression::Zstd, ZSTD_getErrorName(size));
        if (capacity == limit)
            return tooLarge(limit);
    }
}

} // namespace

Result<Slice> decompress(Compression codec, ByteView compressed, std::size_t limit)
{
    switch (codec) {
    case Compression::None:
        return Slice(nullptr, compressed);
    case Compression::Gzip:
        return gunzip(compressed, limit);
    case Compression::Snappy:
        return unsnap(compressed, limit);
    case Compression::Lz4:
        return unlz4(compressed, limit);
    case Compression::Zstd:
        return unzstd(compressed, limit);
    }
    return fail(Failure::Unsupported,
                fmt::format("compression codec {} is not 0 to 4", static_cast<int>(codec)));
}

} // namespace hw::protocol
