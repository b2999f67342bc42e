#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/base/pieces.h"

namespace hw {

/// Writes big-endian values one after the other. Large shared parts are spliced in without being
/// copied, so the result is a list of pieces.
class Writer
{
public:
    void i8(std::int8_t v) { m_current.push_back(static_cast<std::uint8_t>(v)); }
    void u8(std::uint8_t v) { m_current.push_back(v); }
    void i16(std::int16_t v) { number(static_cast<std::uint16_t>(v), 2); }
    void u16(std::uint16_t v) { number(v, 2); }
    void i32(std::int32_t v) { number(static_cast<std::uint32_t>(v), 4); }
    void u32(std::uint32_t v) { number(v, 4); }
    void i64(std::int64_t v) { number(static_cast<std::uint64_t>(v), 8); }
    void f64(double v);
    void uvarint(std::uint32_t v) { unsignedVar(v); }
    void varint(std::int32_t v);
    void varlong(std::int64_t v);
    void bytes(ByteView v) { m_current.insert(m_current.end(), v.begin(), v.end()); }
    void text(std::string_view v) { bytes(viewOf(v)); }
    /// Shares the pieces instead of copying them (small ones are copied: cheaper).
    void splice(const Pieces& pieces);

    /// Bytes written so far, spliced ones included.
    std::size_t size() const { return m_done.size() + m_current.size(); }
    /// Takes everything written; the writer is empty afterwards.
    Pieces take();
    /// The same, as one buffer. Only valid if no file range was spliced in.
    Bytes takeBytes();

private:
    void number(std::uint64_t v, int bytes);
    void unsignedVar(std::uint64_t v);
    void closeCurrent();

    Pieces m_done;
    Bytes m_current;
};

} // namespace hw
