#include "engine/base/bytes.h"

namespace hw {

std::string toHex(ByteView bytes)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const std::uint8_t byte : bytes) {
        text.push_back(kDigits[byte >> 4]);
        text.push_back(kDigits[byte & 15]);
    }
    return text;
}

static int digitValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    HW_ASSERT(c >= 'A' && c <= 'F', "only hex digits and white space");
    return c - 'A' + 10;
}

Bytes fromHex(std::string_view hex)
{
    Bytes bytes;
    int high = -1;
    for (const char c : hex) {
        if (c == ' ' || c == '\n' || c == '\t')
            continue;
        if (high < 0) {
            high = digitValue(c);
            continue;
        }
        bytes.push_back(static_cast<std::uint8_t>(high * 16 + digitValue(c)));
        high = -1;
    }
    HW_ASSERT(high < 0, "an even number of hex digits");
    return bytes;
}

} // namespace hw
