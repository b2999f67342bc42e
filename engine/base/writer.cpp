#include "engine/base/writer.h"

#include <bit>

namespace hw {

static constexpr std::size_t kCopyBelow = 256;

void Writer::f64(double v) { number(std::bit_cast<std::uint64_t>(v), 8); }

void Writer::varint(std::int32_t v)
{
    unsignedVar((static_cast<std::uint32_t>(v) << 1) ^ static_cast<std::uint32_t>(v >> 31));
}

void Writer::varlong(std::int64_t v)
{
    unsignedVar((static_cast<std::uint64_t>(v) << 1) ^ static_cast<std::uint64_t>(v >> 63));
}

void Writer::number(std::uint64_t v, int bytes)
{
    for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8)
        m_current.push_back(static_cast<std::uint8_t>(v >> shift));
}

void Writer::unsignedVar(std::uint64_t v)
{
    while (v >= 0x80) {
        m_current.push_back(static_cast<std::uint8_t>(v | 0x80));
        v >>= 7;
    }
    m_current.push_back(static_cast<std::uint8_t>(v));
}

void Writer::splice(const Pieces& pieces)
{
    for (const Pieces::Piece& piece : pieces.list()) {
        if (const auto* slice = std::get_if<Slice>(&piece)) {
            if (slice->size() < kCopyBelow) {
                bytes(slice->view());
                continue;
            }
            closeCurrent();
            m_done.add(*slice);
            continue;
        }
        closeCurrent();
        m_done.add(std::get<FileRange>(piece));
    }
}

void Writer::closeCurrent()
{
    if (m_current.empty())
        return;
    m_done.add(Slice(std::move(m_current)));
    m_current = {};
}

Pieces Writer::take()
{
    closeCurrent();
    return std::exchange(m_done, {});
}

Bytes Writer::takeBytes()
{
    if (m_done.empty())
        return std::exchange(m_current, {});
    const auto whole = take().flatten();
    HW_ASSERT(whole.has_value(), "only memory was spliced in");
    return Bytes(whole->view().begin(), whole->view().end());
}

} // namespace hw
