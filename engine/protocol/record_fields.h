#pragma once

#include <cstdint>

#include "engine/base/bytes.h"

namespace hw::protocol {

/// Takes the numbers of records apart: the innermost loop of every consumer, so it neither
/// allocates nor shares buffers as `Reader` does. Fails for good at the first misfit.
class RecordCursor
{
public:
    RecordCursor(ByteView bytes, std::size_t at)
        : m_bytes(bytes)
        , m_at(at)
    {
    }

    bool ok() const { return m_ok; }
    std::size_t at() const { return m_at; }
    std::size_t left() const { return m_bytes.size() - m_at; }

    std::int8_t i8()
    {
        if (left() == 0)
            return setFailed(), std::int8_t(0);
        return static_cast<std::int8_t>(m_bytes[m_at++]);
    }
    /// Zig-zag, at most ten bytes; the int32 ones are checked to fit by `varint`.
    std::int64_t varlong()
    {
        std::uint64_t raw = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            if (left() == 0)
                break;
            const std::uint8_t byte = m_bytes[m_at++];
            raw |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if ((byte & 0x80) == 0)
                return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
        }
        setFailed();
        return 0;
    }
    std::int32_t varint()
    {
        const std::int64_t value = varlong();
        if (value < INT32_MIN || value > INT32_MAX)
            return setFailed(), 0;
        return static_cast<std::int32_t>(value);
    }
    ByteView take(std::int64_t size)
    {
        if (size < 0 || static_cast<std::uint64_t>(size) > left())
            return setFailed(), ByteView();
        const ByteView part = m_bytes.subspan(m_at, static_cast<std::size_t>(size));
        m_at += static_cast<std::size_t>(size);
        return part;
    }
    void setFailed() { m_ok = false; }

private:
    ByteView m_bytes;
    std::size_t m_at;
    bool m_ok = true;
};

} // namespace hw::protocol
