#include "engine/base/reader.h"

#include <bit>

namespace hw {

std::uint8_t Reader::u8()
{
    if (left() < 1) {
        setFailed();
        return 0;
    }
    return m_from.data()[m_at++];
}

std::uint64_t Reader::number(int bytes)
{
    if (left() < static_cast<std::size_t>(bytes)) {
        setFailed();
        return 0;
    }
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
        value = (value << 8) | m_from.data()[m_at++];
    return value;
}

double Reader::f64() { return std::bit_cast<double>(number(8)); }

std::uint64_t Reader::unsignedVar(int maxBytes)
{
    std::uint64_t value = 0;
    for (int i = 0; i < maxBytes; ++i) {
        const std::uint8_t byte = u8();
        value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0)
            return value;
    }
    setFailed();
    return 0;
}

std::uint32_t Reader::uvarint() { return static_cast<std::uint32_t>(unsignedVar(5)); }

std::int32_t Reader::varint()
{
    const std::uint32_t raw = uvarint();
    return static_cast<std::int32_t>(raw >> 1) ^ -static_cast<std::int32_t>(raw & 1);
}

std::int64_t Reader::varlong()
{
    const std::uint64_t raw = unsignedVar(10);
    return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
}

Slice Reader::slice(std::int64_t count)
{
    if (count < 0 || static_cast<std::uint64_t>(count) > left()) {
        setFailed();
        return {};
    }
    Slice part = m_from.sub(m_at, static_cast<std::size_t>(count));
    m_at += static_cast<std::size_t>(count);
    return part;
}

} // namespace hw
