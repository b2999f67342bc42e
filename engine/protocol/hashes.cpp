#include "engine/protocol/hashes.h"

#include "engine/base/assert.h"

namespace hw::protocol {

static constexpr std::uint32_t kMurmurSeed = 0x9747b28c;
static constexpr std::uint32_t kMurmurM = 0x5bd1e995;
static constexpr int kMurmurR = 24;

std::int32_t murmur2(ByteView bytes)
{
    std::uint32_t h = kMurmurSeed ^ static_cast<std::uint32_t>(bytes.size());
    std::size_t at = 0;
    for (; at + 4 <= bytes.size(); at += 4) {
        std::uint32_t k = 0;
        for (int i = 3; i >= 0; --i)
            k = (k << 8) | bytes[at + static_cast<std::size_t>(i)];
        k *= kMurmurM;
        k ^= k >> kMurmurR;
        k *= kMurmurM;
        h = (h * kMurmurM) ^ k;
    }
    if (at < bytes.size()) {
        for (std::size_t i = bytes.size(); i > at; --i)
            h ^= static_cast<std::uint32_t>(bytes[i - 1]) << (8 * (i - 1 - at));
        h *= kMurmurM;
    }
    h ^= h >> 13;
    h *= kMurmurM;
    h ^= h >> 15;
    return static_cast<std::int32_t>(h);
}

std::int32_t partitionForKey(ByteView key, std::int32_t partitions)
{
    HW_ASSERT(partitions > 0, "a topic has at least one partition");
    return (murmur2(key) & 0x7fffffff) % partitions;
}

/// One code point from the front of `text`; a malformed byte is taken alone as U+FFFD.
static char32_t takeCodePoint(std::string_view& text)
{
    const auto lead = static_cast<std::uint8_t>(text.front());
    const int extra = lead < 0x80   ? 0
                      : lead < 0xc2 ? -1
                      : lead < 0xe0 ? 1
                      : lead < 0xf0 ? 2
                      : lead < 0xf5 ? 3
                                    : -1;
    text.remove_prefix(1);
    if (extra < 0 || text.size() < static_cast<std::size_t>(extra))
        return 0xfffd;
    char32_t point = extra == 0 ? lead : lead & (0x3f >> extra);
    for (int i = 0; i < extra; ++i) {
        const auto next = static_cast<std::uint8_t>(text[static_cast<std::size_t>(i)]);
        if ((next & 0xc0) != 0x80)
            return 0xfffd;
        point = (point << 6) | (next & 0x3f);
    }
    text.remove_prefix(static_cast<std::size_t>(extra));
    return point;
}

std::int32_t javaHash(std::string_view utf8)
{
    std::uint32_t hash = 0;
    while (!utf8.empty()) {
        const char32_t point = takeCodePoint(utf8);
        if (point < 0x10000) {
            hash = hash * 31 + point;
            continue;
        }
        hash = hash * 31 + (0xd800 + ((point - 0x10000) >> 10));
        hash = hash * 31 + (0xdc00 + ((point - 0x10000) & 0x3ff));
    }
    return static_cast<std::int32_t>(hash);
}

} // namespace hw::protocol
