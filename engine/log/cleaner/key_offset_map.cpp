#include "engine/log/cleaner/key_offset_map.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace hw::log {

static std::uint64_t slotsFor(std::uint64_t budgetBytes, std::uint64_t offsets)
{
    const std::uint64_t affordable =
        std::max(budgetBytes, KeyOffsetMap::kLeastBytes) / KeyOffsetMap::kSlotBytes;
    // Two more than nine tenths need, so that as many as there are offsets never fill it.
    const std::uint64_t useful =
        std::min(offsets, affordable) + std::min(offsets, affordable) / 9 + 2;
    return std::min(affordable,
                    std::max(useful, KeyOffsetMap::kLeastBytes / KeyOffsetMap::kSlotBytes));
}

void KeyOffsetMap::Free::operator()(Slot* table) const { std::free(table); }

KeyOffsetMap::KeyOffsetMap(std::uint64_t budgetBytes, std::uint64_t offsets)
    : m_slotCount(slotsFor(budgetBytes, offsets))
    , m_limit(m_slotCount * 9 / 10)
    // calloc: the system's own zero pages, so that a large table costs nothing until it is used.
    , m_table(static_cast<Slot*>(std::calloc(m_slotCount, sizeof(Slot))))
{
    HW_ASSERT(m_table != nullptr, "there is memory for the cleaner's map");
}

/// Where the key is, or the free slot where it belongs.
std::uint64_t KeyOffsetMap::slotOf(const Md5Digest& key) const
{
    std::uint64_t hash = 0;
    std::memcpy(&hash, key.data(), sizeof hash);
    std::uint64_t at = hash % m_slotCount;
    while (m_table[at].next != 0 && m_table[at].key != key)
        at = at + 1 == m_slotCount ? 0 : at + 1;
    return at;
}

void KeyOffsetMap::put(ByteView key, Offset offset)
{
    HW_ASSERT(!isFull(), "a full map takes no more keys");
    const Md5Digest digest = md5(key);
    Slot& slot = m_table[slotOf(digest)];
    if (slot.next == 0) {
        slot.key = digest;
        ++m_size;
    }
    slot.next = offset.value() + 1;
    m_latest = offset;
}

Offset KeyOffsetMap::find(ByteView key) const { return Offset(m_table[slotOf(md5(key))].next - 1); }

} // namespace hw::log
