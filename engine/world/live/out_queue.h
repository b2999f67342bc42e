#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <variant>
#include <vector>

#include <asio/buffer.hpp>

#include "engine/base/pieces.h"

namespace hw::world {

/// Frames on their way into a socket, cut into what one gathering write takes.
class OutQueue
{
public:
    /// Adds a size prefix and the frame's bytes.
    void add(const Pieces& frame);
    /// From now on without a prefix: what answers a raw word is raw.
    void leaveOutPrefixes() { m_prefixes = false; }
    bool empty() const { return m_items.empty(); }
    std::size_t bytes() const { return m_bytes; }

    /// The front of the queue as buffers, valid until the next call on the queue; they end before
    /// a range that `sendfile` can take. Others are read into memory, a chunk at a time.
    struct Gathered
    {
        std::vector<asio::const_buffer> buffers;
        bool rangeFollows = false; ///< more comes at once: the buffers need not leave alone
    };
    Result<Gathered> gather();
    /// The front, if it is a range of an open file.
    const FileRange* frontRange() const;
    /// The system does not send from such files: from now on they are read.
    void readRanges() { m_mustRead = true; }
    /// Forgets the first `count` bytes: they were written.
    void consume(std::size_t count);
    void clear();

private:
    using Prefix = std::array<std::uint8_t, 4>;
    using Item = std::variant<Prefix, Slice, FileRange>;

    static ByteView viewOf(const Item& item);
    bool canSend(const Item& item) const;
    Result<void> loadFront();

    std::deque<Item> m_items;
    std::size_t m_frontAt = 0; ///< bytes of the first item that are written
    std::size_t m_bytes = 0;
    bool m_mustRead = false;
    bool m_prefixes = true;
};

} // namespace hw::world
