#include "engine/frames/cursor.h"

namespace hw::frames {

using observe::FrameFault;

std::int64_t Cursor::number(int bytes)
{
    if (!ok())
        return 0;
    if (left() < static_cast<std::size_t>(bytes))
        return fail(FrameFault::CutShort), 0;
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i)
        value = (value << 8) | m_bytes[m_at++];
    const int unused = 64 - 8 * bytes;
    return static_cast<std::int64_t>(value << unused) >> unused;
}

std::uint32_t Cursor::uvarint()
{
    const std::size_t start = at();
    std::uint64_t value = 0;
    for (int i = 0; ok() && i < 5; ++i) {
        if (atEnd())
            return fail(FrameFault::CutShort, start), 0;
        const std::uint8_t byte = m_bytes[m_at++];
        value |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0)
            return static_cast<std::uint32_t>(value);
    }
    return fail(FrameFault::BadVarint, start), 0;
}

std::int64_t Cursor::varlong(int maxBytes)
{
    const std::size_t start = at();
    std::uint64_t raw = 0;
    for (int i = 0; ok() && i < maxBytes; ++i) {
        if (atEnd())
            return fail(FrameFault::CutShort, start), 0;
        const std::uint8_t byte = m_bytes[m_at++];
        raw |= static_cast<std::uint64_t>(byte & 0x7f) << (7 * i);
        if ((byte & 0x80) == 0)
            return static_cast<std::int64_t>(raw >> 1) ^ -static_cast<std::int64_t>(raw & 1);
    }
    return fail(FrameFault::BadVarint, start), 0;
}

ByteView Cursor::take(std::int64_t count)
{
    if (!ok())
        return {};
    if (count < 0)
        return fail(FrameFault::NegativeLength), ByteView();
    if (static_cast<std::uint64_t>(count) > left())
        return fail(FrameFault::LengthLies), ByteView();
    const ByteView part = m_bytes.subspan(m_at, static_cast<std::size_t>(count));
    m_at += static_cast<std::size_t>(count);
    return part;
}

Cursor Cursor::part(std::int64_t count)
{
    const std::size_t base = at();
    Cursor inner(m_tree, take(count), base);
    inner.m_inFrame = m_inFrame;
    return inner;
}

void Cursor::fail(FrameFault what, std::size_t position)
{
    if (m_ok && !m_tree.full())
        m_tree.fault(what, position);
    m_ok = false;
}

Extent::Extent(observe::FieldNode& node, const Cursor& cursor)
    : m_node(node)
    , m_cursor(cursor)
{
    m_node.position = static_cast<std::uint32_t>(cursor.at());
}

void Extent::end()
{
    if (m_cursor.inFrame())
        m_node.size = static_cast<std::uint32_t>(m_cursor.at()) - m_node.position;
}

} // namespace hw::frames
