#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "engine/base/bytes.h"
#include "engine/base/result.h"
#include "engine/log/file_pool.h"

namespace hw::log {

/// The file under a sparse index: entries of one fixed size, one after the other, without a header
/// or a checksum. While its segment is active the file is extended (sparsely) to
/// segment.index.bytes; `trim` cuts it to its entries.  Kafka: AbstractIndex.
class IndexFile
{
public:
    /// `capacityBytes` is what it is extended to; only whole entries count.
    IndexFile(FilePool& files, std::string path, std::uint32_t entryBytes,
              std::uint32_t capacityBytes);

    /// Creates or empties the file.
    Result<void> create();
    /// Forgets all entries, to be added again. The file keeps its size until `trim`: cutting it to
    /// nothing costs a journal commit.
    Result<void> reset();
    /// Takes a file of that size as it is. Corrupt if those are not whole entries.
    Result<void> load(std::uint64_t fileBytes);
    /// Extends the file for appending. What lies behind the entries is zero afterwards.
    Result<void> preallocate();
    /// Cuts the file to its entries.
    Result<void> trim();

    Result<void> append(ByteView entry);
    /// `into` is one entry long; `number` is below `count`.
    Result<void> read(std::uint32_t number, std::span<std::uint8_t> into);
    /// An entry that a search looks at, and how many bytes were read from the file for it: none of
    /// those that came with the one before, or are remembered.
    struct Probed
    {
        std::uint32_t number = 0;
        ByteView entry;
        std::uint32_t bytesRead = 0;
    };
    /// How many entries satisfy `isBelow`, which holds for a prefix of them.
    ///
    ///     |  cold: binary search by single entries, remembered  | block |        | warm: 512 |
    ///                                                             ^ one read       ^ asked first
    ///
    /// First it asks where the newest entries begin, since most lookups are near the end; once at
    /// most kBlockEntries are left they are read in one go. So the cost of a lookup does not grow
    /// with the log.  Kafka: AbstractIndex.indexSlotRangeFor (warm section).
    Result<std::uint32_t> countWhile(const std::function<bool(const Probed&)>& isBelow);

    std::uint32_t count() const { return m_count; }
    void setCount(std::uint32_t count);
    std::uint32_t capacity() const { return m_capacityBytes / m_entryBytes; }
    void setCapacity(std::uint32_t bytes) { m_capacityBytes = bytes; }
    PooledFile& file() { return m_file; }

    static constexpr std::uint32_t kLargestEntry = 12;
    static constexpr std::uint32_t kBlockEntries = 512;
    /// Enough for nine steps of a search: with them and a block 262,144 entries, a segment of 1 GiB
    /// with one for each 4 KiB.
    static constexpr std::size_t kRemembered = 512;

private:
    using Entry = std::array<std::uint8_t, kLargestEntry>;
    Result<bool> probe(const world::File& file, std::uint32_t number,
                       const std::function<bool(const Probed&)>& isBelow);
    Result<void> readExactly(const world::File& file, std::uint32_t number,
                             std::span<std::uint8_t> into) const;
    Result<bool> hasStaleEntries(const world::File& file) const;

    PooledFile m_file;
    std::uint32_t m_entryBytes;
    std::uint32_t m_capacityBytes;
    std::uint32_t m_count = 0;
    /// Entries at which searches turned while there were m_rememberedCount of them.
    std::map<std::uint32_t, Entry> m_remembered;
    std::uint32_t m_rememberedCount = 0;
};

} // namespace hw::log
