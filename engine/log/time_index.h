#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/log/index_file.h"
#include "engine/log/timestamp_offset.h"

namespace hw::log {

/// Sparse map from times to offsets of one segment, in `<base>.timeindex`.
///
///     int64 timestamp | int32 offset - base       12 bytes each, both ascending
///
/// An entry says: the largest timestamp up to here is this, and the batch that brought it ends with
/// that offset; so every record with a larger timestamp comes after it. One slot is kept free for
/// the entry that is written when the segment is left.  Kafka: TimeIndex.
class TimeIndex
{
public:
    static constexpr std::uint32_t kEntryBytes = 12;
    /// An entry that a search looked at.
    struct Probe
    {
        std::uint32_t number = 0;
        TimestampOffset entry;
        std::uint32_t bytesRead = 0; ///< from the file, for it and others that come next
    };

    TimeIndex(FilePool& files, std::string path, Offset base, std::uint32_t capacityBytes);

    /// Creates or empties the file.
    Result<void> create();
    /// Forgets all entries, to be added again.
    Result<void> reset();
    /// Takes the file as a clean shutdown left it. Corrupt when it must be rebuilt: not whole
    /// entries, or the last ones do not ascend.
    Result<void> load(std::uint64_t fileBytes);
    /// Takes the first `count` entries of a file that somebody else writes; changes nothing.
    Result<void> view(std::uint32_t count) { return setCount(count); }
    Result<void> preallocate() { return m_entries.preallocate(); }
    Result<void> trim() { return m_entries.trim(); }

    /// Adds the entry if its time is larger than the last one's, else does nothing.
    Result<void> maybeAppend(const TimestampOffset& entry);
    /// No room beside the slot kept for the last entry.
    bool isFull() const { return m_entries.count() + 1 >= m_entries.capacity(); }
    void setCapacity(std::uint32_t bytes) { m_entries.setCapacity(bytes); }
    std::uint32_t count() const { return m_entries.count(); }
    /// (-1, base) when there is none.
    const TimestampOffset& last() const { return m_last; }

    /// The greatest entry with a time <= the target, or (-1, base). `probes` gets what was looked
    /// at.
    Result<TimestampOffset> lookup(std::int64_t timestampMs, std::vector<Probe>* probes = nullptr);
    Result<TimestampOffset> entry(std::uint32_t number);
    /// Drops entries whose offset is at or above `next`.
    Result<void> truncateTo(Offset next);

    PooledFile& file() { return m_entries.file(); }

private:
    TimestampOffset none() const { return {m_base, -1}; }
    TimestampOffset decode(ByteView bytes) const;
    Result<void> setCount(std::uint32_t count);

    IndexFile m_entries;
    Offset m_base;
    TimestampOffset m_last;
};

} // namespace hw::log
