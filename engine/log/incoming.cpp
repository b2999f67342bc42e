#include "engine/log/incoming.h"

namespace hw::log {

std::uint32_t Incoming::bytesOf(std::size_t first, std::size_t end) const
{
    std::size_t bytes = 0;
    for (std::size_t i = first; i < end; ++i)
        bytes += batches[i].header.size();
    return static_cast<std::uint32_t>(bytes);
}

Pieces Incoming::piecesOf(std::size_t first, std::size_t end) const
{
    if (!isStaged)
        return Pieces(source.sub(batches[first].sourceAt, bytesOf(first, end)));
    Pieces pieces;
    for (std::size_t i = first; i < end; ++i) {
        pieces.add(batches[i].staged.front());
        pieces.add(batches[i].staged.rest);
    }
    return pieces;
}

} // namespace hw::log
