#include "engine/base/uuid.h"

#include <fmt/format.h>

namespace hw {

static constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
static constexpr std::size_t kTextLength = 22;

std::string Uuid::text() const
{
    std::string out;
    std::uint32_t pending = 0;
    int bits = 0;
    for (const std::uint8_t byte : bytes) {
        pending = (pending << 8) | byte;
        bits += 8;
        while (bits >= 6) {
            bits -= 6;
            out.push_back(kAlphabet[(pending >> bits) & 63]);
        }
    }
    out.push_back(kAlphabet[(pending << (6 - bits)) & 63]);
    return out;
}

std::string Uuid::dashed() const
{
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out.push_back('-');
        out += fmt::format("{:02x}", bytes[i]);
    }
    return out;
}

Result<Uuid> Uuid::parse(std::string_view text22)
{
    if (text22.size() != kTextLength)
        return fail(Failure::Invalid,
                    fmt::format("id '{}' has {} characters, it must have 22", text22,
                                text22.size()));
    Uuid id;
    std::uint32_t pending = 0;
    int bits = 0;
    std::size_t at = 0;
    for (const char c : text22) {
        const auto value = kAlphabet.find(c);
        if (value == std::string_view::npos)
            return fail(Failure::Invalid,
                        fmt::format("id '{}' holds '{}', allowed are A-Z a-z 0-9 - _", text22, c));
        pending = (pending << 6) | static_cast<std::uint32_t>(value);
        bits += 6;
        if (bits >= 8 && at < id.bytes.size()) {
            bits -= 8;
            id.bytes[at++] = static_cast<std::uint8_t>(pending >> bits);
        }
    }
    return id;
}

} // namespace hw
