#include "engine/rpc/flight_facts.h"

#include "engine/protocol/record_batch.h"

namespace hw::rpc {

std::uint32_t countRecords(const Pieces& pieces)
{
    std::uint32_t count = 0;
    for (const Pieces::Piece& piece : pieces.list()) {
        const auto* slice = std::get_if<Slice>(&piece);
        if (!slice)
            continue;
        protocol::BatchWalker walker(*slice);
        for (auto batch = walker.next(); batch && *batch; batch = walker.next())
            count += static_cast<std::uint32_t>((*batch)->header.recordCount);
    }
    return count;
}

} // namespace hw::rpc
