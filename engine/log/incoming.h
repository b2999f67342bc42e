#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/pieces.h"
#include "engine/protocol/record_batch.h"

namespace hw::log {

/// Memory that small batches and rewritten batch fronts are put into one after the other. What was
/// written once never changes, so slices of it may be shared while more is added behind them.
struct Chunk
{
    explicit Chunk(std::uint32_t capacity_)
        : bytes(new std::uint8_t[capacity_])
        , capacity(capacity_)
    {
    }
    std::unique_ptr<std::uint8_t[]> bytes;
    std::uint32_t capacity;
    std::uint32_t used = 0;
};

/// The bytes of a batch as the log writes them: `frontBytes` in a chunk, then `rest`, which shares
/// the sender's buffer.
struct StagedBatch
{
    std::shared_ptr<const Chunk> chunk;
    std::uint32_t begin = 0;
    std::uint32_t frontBytes = 0;
    Slice rest;

    Slice front() const { return {chunk, ByteView(chunk->bytes.get() + begin, frontBytes)}; }
    std::size_t size() const { return frontBytes + rest.size(); }
};

/// A checked batch on its way into the log; the header says what will be stored.
struct IncomingBatch
{
    protocol::BatchHeader header;
    std::uint32_t sourceAt = 0;     ///< where it begins in the bytes given
    StagedBatch staged;             ///< only on a leader
    Slice bytes = {};               ///< only on a leader: as sent, or compressed anew
    std::int64_t recordsMaxMs = -1; ///< only on a leader: the largest timestamp of its records
};

/// The batches of one append.
struct Incoming
{
    Slice source;
    std::vector<IncomingBatch> batches;
    bool isStaged = false; ///< else the source is stored as it is
    std::int64_t logAppendTimeMs = -1;

    std::uint32_t bytesOf(std::size_t first, std::size_t end) const;
    /// What to write for the batches [first, end).
    Pieces piecesOf(std::size_t first, std::size_t end) const;
};

} // namespace hw::log
