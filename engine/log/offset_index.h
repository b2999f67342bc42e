#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/log/index_file.h"

namespace hw::log {

/// Sparse map from offsets to positions of one segment, in `<base>.index`.
///
///     int32 offset - base | int32 position        8 bytes each, ascending
///
/// An entry names the last offset of a batch and where that batch begins, so everything before the
/// position has smaller offsets. While its segment is active the file is extended (sparsely) to
/// segment.index.bytes; `trim` cuts it to its entries. It has no checksum: whoever doubts it
/// rebuilds it from the log.  Kafka: OffsetIndex.
class OffsetIndex
{
public:
    struct Entry
    {
        Offset offset;
        std::uint32_t position = 0;

        bool operator==(const Entry&) const = default;
    };
    static constexpr std::uint32_t kEntryBytes = 8;
    /// An entry that a search looked at.
    struct Probe
    {
        std::uint32_t number = 0;
        Entry entry;
        std::uint32_t bytesRead = 0; ///< from the file, for it and others that come next
    };

    /// `capacityBytes` is what it is extended to; only whole entries count.
    OffsetIndex(FilePool& files, std::string path, Offset base, std::uint32_t capacityBytes);

    /// Creates or empties the file.
    Result<void> create();
    /// Forgets all entries, to be added again.
    Result<void> reset();
    /// Takes the file as a clean shutdown left it. Fails with NotFound or Corrupt when it must be
    /// rebuilt: not whole entries, or a last entry that cannot be in a log of `logBytes`.
    Result<void> load(std::uint64_t fileBytes, std::uint32_t logBytes);
    /// Takes the first `count` entries of a file that somebody else writes; changes nothing.
    Result<void> view(std::uint32_t count) { return setCount(count); }
    Result<void> preallocate() { return m_entries.preallocate(); }
    Result<void> trim() { return m_entries.trim(); }

    Result<void> append(Offset offset, std::uint32_t position);
    bool isFull() const { return m_entries.count() >= m_entries.capacity(); }
    void setCapacity(std::uint32_t bytes) { m_entries.setCapacity(bytes); }
    std::uint32_t count() const { return m_entries.count(); }
    /// (base, 0) when there is none.
    const Entry& last() const { return m_last; }

    /// The greatest entry with an offset <= target, or (base, 0). `probes` gets what was looked at.
    Result<Entry> lookup(Offset target, std::vector<Probe>* probes = nullptr);
    /// The greatest entry with a position <= `position`, or (base, 0).
    Result<Entry> lookupPosition(std::uint32_t position);
    Result<Entry> entry(std::uint32_t number);
    /// Drops entries whose position is at or above `position`.
    Result<void> truncateTo(std::uint32_t position);

    PooledFile& file() { return m_entries.file(); }

private:
    Entry decode(ByteView bytes) const;
    Result<void> setCount(std::uint32_t count);

    IndexFile m_entries;
    Offset m_base;
    Entry m_last;
};

} // namespace hw::log
