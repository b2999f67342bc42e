#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/ids.h"
#include "engine/log/cleaner/md5.h"

namespace hw::log {

/// What the first pass over a log's dirty part learns: for each key the last offset it has there.
///
/// Keys are kept as their MD5, as Kafka does, so a slot has 24 bytes whatever the key is. It takes
/// keys until nine slots in ten are used, then `isFull`: what lies behind is left for the next
/// cleaning. Memory is taken once, at most the budget, and less if there are fewer offsets to map.
/// Kafka: SkimpyOffsetMap, log.cleaner.dedupe.buffer.size, log.cleaner.io.buffer.load.factor.
class KeyOffsetMap
{
public:
    static constexpr std::uint32_t kSlotBytes = 24;
    static constexpr std::uint64_t kLeastBytes = 16 * kSlotBytes;

    /// For at most `offsets` records, within `budgetBytes` (at least kLeastBytes are taken).
    KeyOffsetMap(std::uint64_t budgetBytes, std::uint64_t offsets);

    /// Not when full. Offsets must rise.
    void put(ByteView key, Offset offset);
    /// kNoOffset if the key is not there.
    Offset find(ByteView key) const;

    bool isFull() const { return m_size >= m_limit; }
    std::uint64_t size() const { return m_size; }
    std::uint64_t slotCount() const { return m_slotCount; }
    /// Everything up to here is mapped; kNoOffset at first.
    Offset latest() const { return m_latest; }
    void setLatest(Offset offset) { m_latest = offset; }

private:
    struct Slot
    {
        Md5Digest key;
        std::int64_t next; ///< offset + 1; 0: free
    };
    static_assert(sizeof(Slot) == kSlotBytes);
    struct Free
    {
        void operator()(Slot* table) const;
    };

    std::uint64_t slotOf(const Md5Digest& key) const;

    std::uint64_t m_slotCount;
    std::uint64_t m_limit;
    std::unique_ptr<Slot[], Free> m_table;
    std::uint64_t m_size = 0;
    Offset m_latest = kNoOffset;
};

} // namespace hw::log
