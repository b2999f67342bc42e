#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/base/bytes.h"

namespace hw::world {

/// A frame's bytes as they come in. Grows as bytes arrive (a size prefix alone reserves at most
/// `kFirstCapacity`), is never filled with zeroes, and becomes a slice without being copied.
class FrameBuffer
{
public:
    static constexpr std::size_t kFirstCapacity = 1 << 20;

    void start(std::size_t size);
    std::size_t missing() const { return m_size - m_filled; }
    /// Room for some of what is missing.
    std::span<std::uint8_t> room();
    void filled(std::size_t count) { m_filled += count; }
    Slice take();

private:
    struct Free
    {
        void operator()(std::uint8_t* bytes) const;
    };
    std::unique_ptr<std::uint8_t[], Free> m_bytes;
    std::size_t m_size = 0;
    std::size_t m_capacity = 0;
    std::size_t m_filled = 0;
};

/// Cuts a byte stream into frames: an int32 size, then as many bytes. A stream that begins with a
/// word of four small letters, where those are spoken, holds that word as its only frame; as a size
/// it would be far above any limit.
class FrameReader
{
public:
    explicit FrameReader(std::uint32_t limit, bool speaksWords = false)
        : m_limit(limit)
        , m_wordMayCome(speaksWords)
    {
    }

    enum class Step
    {
        NeedsMore, ///< all bytes are used up
        Frame,     ///< `take` gives a frame; there may be bytes left
        Word,      ///< `take` gives four letters
        Malformed, ///< a size that is negative or above the limit
    };
    /// Uses bytes from the front of `bytes`, up to the end of a frame.
    Step consume(ByteView& bytes);
    Slice take();

    /// Where the body of a frame in progress may be read to directly; empty between frames.
    std::span<std::uint8_t> room();
    /// After reading into `room`: whether the frame is complete now.
    bool filled(std::size_t count);

private:
    bool isWord() const;

    const std::uint32_t m_limit;
    bool m_wordMayCome; ///< only at the beginning
    std::array<std::uint8_t, 4> m_prefix{};
    std::size_t m_prefixSize = 0;
    bool m_inBody = false;
    FrameBuffer m_body;
};

} // namespace hw::world
