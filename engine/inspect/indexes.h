#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/bytes.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/observe/log_files.h"
#include "engine/world/disk.h"

namespace hw::inspect {

/// The entries of an index file, one after the other, read in blocks. An entry of zeroes ends the
/// entries in use: what follows is the preallocated rest.
class EntryStream
{
public:
    EntryStream(const world::File& file, std::uint32_t entryBytes);

    /// The next entry's bytes, valid until the next call; nothing after the last in use.
    Result<std::optional<ByteView>> next();
    std::uint32_t number() const { return m_number; } ///< of the entry that `next` gives next
    std::uint64_t position() const { return std::uint64_t(m_number) * m_entryBytes; }

    struct Rest
    {
        std::uint64_t zeroBytes = 0; ///< at the end
        bool hasMore = false;        ///< something that is not zero follows the entry of zeroes
        std::uint64_t partBytes = 0; ///< of a last entry that is not whole
    };
    /// After `next` gave nothing.
    Result<Rest> rest();

private:
    Result<ByteView> block(std::uint64_t at);

    const world::File& m_file;
    const std::uint32_t m_entryBytes;
    const std::uint64_t m_size;
    std::uint32_t m_number = 0;
    Bytes m_block;
    std::uint64_t m_blockFrom = 0;
};

inline constexpr std::uint32_t kOffsetEntryBytes = 8;
inline constexpr std::uint32_t kTimeEntryBytes = 12;
inline constexpr std::uint32_t kTransactionEntryBytes = 34;

/// `base` is at most kLargestBase.
observe::OffsetPoint offsetEntry(ByteView entry, Offset base);
observe::TimePoint timeEntry(ByteView entry, Offset base);

/// Kafka: AbortedTxn.
struct AbortedTransaction
{
    std::int16_t version = 0;
    ProducerId producerId;
    Offset firstOffset;
    Offset lastOffset; ///< of its marker
    Offset lastStableOffset;
};
AbortedTransaction transactionEntry(ByteView entry);

/// Entries in use, without reading them all: the zeroes at the end are found by binary search.
/// Right for a file whose entries are sound.
Result<std::uint32_t> countEntries(const world::File& file, std::uint32_t entryBytes);

} // namespace hw::inspect
