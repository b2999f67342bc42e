#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "engine/protocol/record_batch.h"
#include "engine/world/disk.h"

namespace hw::log {

struct PlacedBatch
{
    protocol::BatchHeader header;
    std::uint32_t position = 0; ///< of its first byte in the file

    std::uint32_t end() const { return position + static_cast<std::uint32_t>(header.size()); }
};

/// Walks over the batch headers of a `.log` without reading the records: one read per buffer when
/// batches are small, one per batch when they are large.
class HeaderScan
{
public:
    /// From a position where a batch begins up to `end`. `file` must outlive the scan.
    HeaderScan(const world::File& file, std::uint32_t from, std::uint32_t end);

    /// The next batch that lies wholly before the end; nullopt at the end, or where what follows is
    /// no whole batch (`position()` is then short of the end).
    Result<std::optional<PlacedBatch>> next();
    std::uint32_t position() const { return m_at; }
    std::uint32_t bytesRead() const { return m_bytesRead; }

private:
    static constexpr std::size_t kBufferBytes = 4096;

    Result<ByteView> frontAt(std::uint32_t position);

    const world::File& m_file;
    std::uint32_t m_at;
    std::uint32_t m_end;
    std::array<std::uint8_t, kBufferBytes> m_buffer;
    std::uint32_t m_bufferFrom = 0;
    std::uint32_t m_buffered = 0;
    std::uint32_t m_bytesRead = 0;
};

} // namespace hw::log
