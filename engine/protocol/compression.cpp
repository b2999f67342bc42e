#include "engine/protocol/compression.h"

#include <array>
#include <memory>

#include <lz4frame.h>
#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

namespace hw::protocol {

static constexpr std::array kCodecs{Compression::None, Compression::Gzip, Compression::Snappy,
                                    Compression::Lz4, Compression::Zstd};

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

std::optional<Compression> compressionNamed(std::string_view name)
{
    for (const Compression codec : kCodecs) {
        if (name == nameOf(codec))
            return codec;
    }
    return std::nullopt;
}

static Bytes gzipped(ByteView plain)
{
    z_stream stream{};
    constexpr int kWithGzipHeader = 16 + MAX_WBITS;
    constexpr int kMemory = 8; // the library's default
    const int begun = deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kWithGzipHeader,
                                   kMemory, Z_DEFAULT_STRATEGY);
    HW_ASSERT(begun == Z_OK, "the parameters are right, and there is memory");
    Bytes compressed(deflateBound(&stream, plain.size()));
    stream.next_in = const_cast<Bytef*>(plain.data()); // zlib only reads it
    stream.avail_in = static_cast<uInt>(plain.size());
    stream.next_out = compressed.data();
    stream.avail_out = static_cast<uInt>(compressed.size());
    const int ended = deflate(&stream, Z_FINISH);
    HW_ASSERT(ended == Z_STREAM_END, "the bound is enough");
    compressed.resize(stream.total_out);
    deflateEnd(&stream);
    return compressed;
}

static void appendInt32(Bytes& to, std::size_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        to.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// snappy-java: SnappyOutputStream.
static Bytes snapped(ByteView plain)
{
    constexpr std::size_t kBlockBytes = 32768;
    Bytes compressed{0x82, 'S', 'N', 'A', 'P', 'P', 'Y', 0, 0, 0, 0, 1, 0, 0, 0, 1};
    Bytes block(snappy::MaxCompressedLength(kBlockBytes));
    for (std::size_t at = 0; at < plain.size(); at += kBlockBytes) {
        const ByteView part = plain.subspan(at, std::min(kBlockBytes, plain.size() - at));
        std::size_t size = 0;
        snappy::RawCompress(reinterpret_cast<const char*>(part.data()), part.size(),
                            reinterpret_cast<char*>(block.data()), &size);
        appendInt32(compressed, size);
        compressed.insert(compressed.end(), block.begin(),
                          block.begin() + static_cast<std::ptrdiff_t>(size));
    }
    return compressed;
}

static Bytes lz4Framed(ByteView plain)
{
    LZ4F_preferences_t preferences{};
    preferences.frameInfo.blockMode = LZ4F_blockIndependent; // older Java clients read no other
    preferences.frameInfo.blockSizeID = LZ4F_max64KB;
    Bytes compressed(LZ4F_compressFrameBound(plain.size(), &preferences));
    const std::size_t size = LZ4F_compressFrame(compressed.data(), compressed.size(), plain.data(),
                                                plain.size(), &preferences);
    HW_ASSERT(!LZ4F_isError(size), "the bound is enough");
    compressed.resize(size);
    return compressed;
}

static Bytes zstandard(ByteView plain)
{
    Bytes compressed(ZSTD_compressBound(plain.size()));
    const std::size_t size = ZSTD_compress(compressed.data(), compressed.size(), plain.data(),
                                           plain.size(), ZSTD_CLEVEL_DEFAULT);
    HW_ASSERT(!ZSTD_isError(size), "the bound is enough");
    compressed.resize(size);
    return compressed;
}

Bytes compress(Compression codec, ByteView plain)
{
    switch (codec) {
    case Compression::None:
        break;
    case Compression::Gzip:
        return gzipped(plain);
    case Compression::Snappy:
        return snapped(plain);
    case Compression::Lz4:
        return lz4Framed(plain);
    case Compression::Zstd:
        return zstandard(plain);
    }
    return Bytes(plain.begin(), plain.end());
}

} // namespace hw::protocol
