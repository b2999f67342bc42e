#pragma once

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "engine/base/bytes.h"
#include "engine/base/result.h"

namespace hw {

/// Something whose bytes can be read by position: an open file. Immutable over the ranges that
/// were handed out. Thread-safe for reading.
class RangeSource
{
public:
    virtual ~RangeSource() = default;
    /// Fills `into` from `position`; returns how many bytes were there (fewer only at the end).
    virtual Result<std::size_t> readAt(std::uint64_t position,
                                       std::span<std::uint8_t> into) const = 0;
    /// A file descriptor for sendfile, or -1 if there is none.
    virtual int nativeHandle() const { return -1; }
};

struct FileRange
{
    std::shared_ptr<const RangeSource> source;
    std::uint64_t position = 0;
    std::uint32_t size = 0;
};

/// Bytes in order, each piece shared memory or a range of a file: what a message is made of, so
/// that record bytes travel from log to peer without being copied.
class Pieces
{
public:
    using Piece = std::variant<Slice, FileRange>;

    Pieces() = default;
    explicit Pieces(Slice only) { add(std::move(only)); }
    explicit Pieces(Bytes only) { add(Slice(std::move(only))); }

    void add(Slice piece)
    {
        if (piece.empty())
            return;
        m_size += piece.size();
        m_list.emplace_back(std::move(piece));
    }
    void add(FileRange piece)
    {
        if (piece.size == 0)
            return;
        m_size += piece.size;
        m_list.emplace_back(std::move(piece));
    }
    void add(const Pieces& others)
    {
        m_size += others.m_size;
        m_list.insert(m_list.end(), others.m_list.begin(), others.m_list.end());
    }

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    const std::vector<Piece>& list() const { return m_list; }

    /// All bytes in one slice. Free when there is one memory piece, else one copy.
    Result<Slice> flatten() const;

private:
    std::vector<Piece> m_list;
    std::size_t m_size = 0;
};

/// Whether both hold the same bytes, however they are cut. A range that cannot be read equals
/// nothing.
bool operator==(const Pieces& a, const Pieces& b);

} // namespace hw
