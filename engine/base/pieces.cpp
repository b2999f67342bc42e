#include "engine/base/pieces.h"

#include <algorithm>
#include <cstring>

namespace hw {

static Result<void> copyPiece(const Pieces::Piece& piece, std::span<std::uint8_t> into)
{
    if (const auto* slice = std::get_if<Slice>(&piece)) {
        std::memcpy(into.data(), slice->data(), slice->size());
        return {};
    }
    const auto& range = std::get<FileRange>(piece);
    const auto got = range.source->readAt(range.position, into);
    if (!got)
        return tl::unexpected(got.error());
    if (*got != range.size)
        return fail(Failure::Corrupt, "a file ended inside a range that was handed out");
    return {};
}

static std::size_t sizeOf(const Pieces::Piece& piece)
{
    if (const auto* slice = std::get_if<Slice>(&piece))
        return slice->size();
    return std::get<FileRange>(piece).size;
}

Result<Slice> Pieces::flatten() const
{
    if (m_list.empty())
        return Slice();
    if (m_list.size() == 1 && std::holds_alternative<Slice>(m_list.front()))
        return std::get<Slice>(m_list.front());

    // Not zeroed first: that would cost as much as the copying.
    const auto all = std::make_shared_for_overwrite<std::uint8_t[]>(m_size);
    const std::span whole(all.get(), m_size);
    std::size_t at = 0;
    for (const Piece& piece : m_list) {
        const std::size_t size = sizeOf(piece);
        if (auto copied = copyPiece(piece, whole.subspan(at, size)); !copied)
            return tl::unexpected(copied.error());
        at += size;
    }
    return Slice(std::shared_ptr<const void>(all), whole);
}

bool operator==(const Pieces& a, const Pieces& b)
{
    if (a.size() != b.size())
        return false;
    const auto left = a.flatten();
    const auto right = b.flatten();
    return left && right && std::ranges::equal(left->view(), right->view());
}

} // namespace hw
