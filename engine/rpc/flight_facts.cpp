#include "engine/rpc/flight_facts.h"

#include <array>

#include "engine/protocol/record_batch.h"

namespace hw::rpc {

/// Of batches that lie in a file only so many headers are read.
static constexpr int kBatchesRead = 16;

static std::uint32_t countRecords(const Slice& slice)
{
    std::uint32_t count = 0;
    protocol::BatchWalker walker(slice);
    for (auto batch = walker.next(); batch && *batch; batch = walker.next())
        count += static_cast<std::uint32_t>((*batch)->header.recordCount);
    return count;
}

static std::uint32_t countRecords(const FileRange& range)
{
    std::uint32_t count = 0;
    std::uint64_t at = 0;
    for (int n = 0; n < kBatchesRead && at + protocol::kBatchHeaderSize <= range.size; ++n) {
        std::array<std::uint8_t, protocol::kBatchHeaderSize> front{};
        const auto read = range.source->readAt(range.position + at, front);
        if (!read || *read < front.size())
            break;
        const auto header = protocol::BatchHeader::parse(front);
        if (!header || at + header->size() > range.size)
            break;
        count += static_cast<std::uint32_t>(header->recordCount);
        at += header->size();
    }
    return count;
}

std::uint32_t countRecords(const Pieces& pieces)
{
    std::uint32_t count = 0;
    for (const Pieces::Piece& piece : pieces.list())
        count += std::visit([](const auto& part) { return countRecords(part); }, piece);
    return count;
}

} // namespace hw::rpc
