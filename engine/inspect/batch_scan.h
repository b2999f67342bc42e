#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/protocol/record_batch.h"
#include "engine/world/disk.h"

namespace hw::inspect {

/// What stands at a place of a `.log`.
struct ScannedBatch
{
    enum class What : std::uint8_t
    {
        Batch,     ///< whole, magic 2; `crcFits` says whether its bytes are good
        BadHeader, ///< whole by its length, but `trouble` with its fields
        Old,       ///< magic 0 or 1: only offset, size and magic are known
        Torn,      ///< `bytes` are there of `claimed`; nothing can follow
        Zeroes,    ///< nothing but zero bytes up to the end
        BadLength, ///< `claimed` is impossible; nothing can follow
        BadMagic,
    };
    What what = What::Torn;
    std::uint64_t position = 0;
    std::uint64_t bytes = 0; ///< of it that are in the file
    std::int64_t claimed = 0;
    protocol::BatchHeader header; ///< Old: base offset, length and magic
    bool crcFits = true;
    std::uint32_t computedCrc = 0;
    std::string trouble;
    /// All its bytes; empty if it is larger than kMostHeld. Valid until the next call.
    ByteView view;

    bool endsScan() const { return what >= What::Torn; }
    Offset lastOffset() const
    {
        return what == What::Old ? header.baseOffset : header.lastOffset();
    }
};

/// Goes over a `.log` as it is, good or not, in blocks: a segment of any size takes 1 MiB of
/// memory, and one batch at most kMostHeld. Reads every byte, since every CRC is computed.
class BatchScan
{
public:
    /// Larger batches are checked in blocks and not held.
    static constexpr std::uint64_t kMostHeld = 64ULL << 20;

    /// From a place where a batch begins up to `end`. `file` must outlive the scan.
    BatchScan(const world::File& file, std::uint64_t from, std::uint64_t end);

    /// Nothing at the end, or after something that ends the scan.
    Result<std::optional<ScannedBatch>> next();
    std::uint64_t position() const { return m_at; }

private:
    Result<ByteView> view(std::uint64_t position, std::uint64_t bytes);
    Result<void> takeCrc(ScannedBatch& batch);
    Result<ScannedBatch> misfit(ScannedBatch batch, ByteView front);
    Result<bool> isZeroToEnd(std::uint64_t from);

    const world::File& m_file;
    std::uint64_t m_at;
    std::uint64_t m_end;
    bool m_isOver = false;
    Bytes m_block;
    std::uint64_t m_blockFrom = 0;
};

} // namespace hw::inspect
