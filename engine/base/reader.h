#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/bytes.h"

namespace hw {

/// Takes big-endian values from the front of a slice. Never reads outside it: the first read that
/// does not fit (or is malformed) makes the reader fail for good, later reads give zeroes, and the
/// caller asks `ok()` once at the end. Lengths are checked against what is left before anything is
/// allocated.
class Reader
{
public:
    explicit Reader(Slice from) : m_from(std::move(from)) {}
    explicit Reader(ByteView borrowed) : m_from(nullptr, borrowed) {}

    bool ok() const { return m_ok; }
    std::size_t left() const { return m_from.size() - m_at; }
    std::size_t position() const { return m_at; }
    bool atEnd() const { return left() == 0; }
    void setFailed() { m_ok = false; m_at = m_from.size(); }

    std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
    std::uint8_t u8();
    std::int16_t i16() { return static_cast<std::int16_t>(number(2)); }
    std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
    std::int32_t i32() { return static_cast<std::int32_t>(number(4)); }
    std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
    std::int64_t i64() { return static_cast<std::int64_t>(number(8)); }
    double f64();

    /// Unsigned varint of at most 5 bytes (32 bits).
    std::uint32_t uvarint();
    /// Zig-zag varint, at most 5 bytes.
    std::int32_t varint();
    /// Zig-zag varlong, at most 10 bytes.
    std::int64_t varlong();

    /// The next `count` bytes, sharing the buffer. Fails if they are not there or the count is
    /// negative.
    Slice slice(std::int64_t count);
    std::string text(std::int64_t count) { return textOf(slice(count).view()); }
    void skip(std::int64_t count) { slice(count); }

private:
    std::uint64_t number(int bytes);
    std::uint64_t unsignedVar(int maxBytes);

    Slice m_from;
    std::size_t m_at = 0;
    bool m_ok = true;
};

} // namespace hw
