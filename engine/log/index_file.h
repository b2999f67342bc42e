#pragma once

#include <cstdint>
#include <functional>
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
    /// How many entries satisfy `isBelow` (asked with number and bytes), which holds for a prefix
    /// of them: a binary search.
    Result<std::uint32_t> countWhile(const std::function<bool(std::uint32_t, ByteView)>& isBelow);

    std::uint32_t count() const { return m_count; }
    void setCount(std::uint32_t count) { m_count = count; }
    std::uint32_t capacity() const { return m_capacityBytes / m_entryBytes; }
    void setCapacity(std::uint32_t bytes) { m_capacityBytes = bytes; }
    PooledFile& file() { return m_file; }

    static constexpr std::uint32_t kLargestEntry = 12;

private:
    Result<bool> hasStaleEntries(const world::File& file) const;

    PooledFile m_file;
    std::uint32_t m_entryBytes;
    std::uint32_t m_capacityBytes;
    std::uint32_t m_count = 0;
};

} // namespace hw::log
