#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/assert.h"

namespace hw {

using Bytes = std::vector<std::uint8_t>;
using ByteView = std::span<const std::uint8_t>;

/// A part of an immutable, shared buffer. Copying it shares the buffer; the bytes live as long as
/// any slice of them. May be handed between threads.
class Slice
{
public:
    Slice() = default;
    explicit Slice(Bytes bytes)
        : m_owner(std::make_shared<const Bytes>(std::move(bytes)))
        , m_view(*m_owner)
    {
    }
    /// `view` must lie inside memory that `owner` keeps alive.
    Slice(std::shared_ptr<const void> keepAlive, ByteView view)
        : m_keepAlive(std::move(keepAlive))
        , m_view(view)
    {
    }

    ByteView view() const { return m_view; }
    const std::uint8_t* data() const { return m_view.data(); }
    std::size_t size() const { return m_view.size(); }
    bool empty() const { return m_view.empty(); }

    Slice sub(std::size_t from, std::size_t count) const
    {
        HW_ASSERT(from <= size() && count <= size() - from, "a slice cannot grow");
        Slice part = *this;
        part.m_view = m_view.subspan(from, count);
        return part;
    }
    Slice sub(std::size_t from) const { return sub(from, size() - from); }

private:
    std::shared_ptr<const Bytes> m_owner;
    std::shared_ptr<const void> m_keepAlive;
    ByteView m_view;
};

inline ByteView viewOf(std::string_view text)
{
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string textOf(ByteView bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Lower-case hex, no separators; used by tests and inspectors.
std::string toHex(ByteView bytes);
/// The reverse; spaces and line ends are skipped. Asserts on anything else that is not hex.
Bytes fromHex(std::string_view hex);

} // namespace hw
