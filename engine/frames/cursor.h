#pragma once

#include <cstdint>

#include "engine/base/bytes.h"
#include "engine/frames/tree_builder.h"

namespace hw::frames {

/// Takes values from the front of a part of a frame and says where it is. The first read that does
/// not fit notes a fault at the value's first byte; later reads give zeroes.
class Cursor
{
public:
    /// Bytes of the frame, the first of them at `base`.
    Cursor(TreeBuilder& tree, ByteView bytes, std::size_t base)
        : m_tree(tree)
        , m_bytes(bytes)
        , m_base(base)
    {
    }
    /// Bytes that are not in the frame as they stand (decompressed ones): all lie at `base`.
    static Cursor outside(TreeBuilder& tree, ByteView bytes, std::size_t base)
    {
        Cursor cursor(tree, bytes, base);
        cursor.m_inFrame = false;
        return cursor;
    }

    bool ok() const { return m_ok && !m_tree.full(); }
    std::size_t left() const { return m_bytes.size() - m_at; }
    bool atEnd() const { return left() == 0; }
    /// In the frame.
    std::size_t at() const { return m_inFrame ? m_base + m_at : m_base; }
    /// In this part, for measuring what was read.
    std::size_t taken() const { return m_at; }
    bool inFrame() const { return m_inFrame; }
    TreeBuilder& tree() { return m_tree; }

    std::int64_t number(int bytes);          ///< big-endian, with its sign
    std::uint32_t uvarint();                 ///< at most 5 bytes
    std::int64_t varlong(int maxBytes = 10); ///< zig-zag
    ByteView take(std::int64_t count);
    /// A cursor over the next `count` bytes, which this one passes.
    Cursor part(std::int64_t count);

    void fail(observe::FrameFault what, std::size_t position);
    void fail(observe::FrameFault what) { fail(what, at()); }

private:
    TreeBuilder& m_tree;
    ByteView m_bytes;
    std::size_t m_base;
    std::size_t m_at = 0;
    bool m_inFrame = true;
    bool m_ok = true;
};

/// Marks what a node covers: from the cursor's place when made to its place when `end` is called.
class Extent
{
public:
    Extent(observe::FieldNode& node, const Cursor& cursor);
    void end();

private:
    observe::FieldNode& m_node;
    const Cursor& m_cursor;
};

} // namespace hw::frames
