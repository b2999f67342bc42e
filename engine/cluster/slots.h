#pragma once

#include <map>
#include <vector>

#include "engine/observe/snapshot.h"

namespace hw::cluster {

/// Gives each key a slot in the gauge arrays, keeps it for as long as the key is in the picture,
/// and reuses the slots of keys that went.
template <class Key> class Slots
{
public:
    observe::Slot of(const Key& key)
    {
        auto [it, isNew] = m_entries.try_emplace(key);
        it->second.round = m_round;
        if (isNew)
            it->second.slot = take();
        return it->second.slot;
    }
    /// Begins a round; keys not asked for in it are dropped by `endRound`.
    void beginRound() { ++m_round; }
    void endRound()
    {
        for (auto it = m_entries.begin(); it != m_entries.end();) {
            if (it->second.round == m_round) {
                ++it;
                continue;
            }
            m_free.push_back(it->second.slot);
            it = m_entries.erase(it);
        }
    }
    std::size_t size() const { return m_size; }

private:
    struct Entry
    {
        observe::Slot slot = 0;
        std::uint64_t round = 0;
    };
    observe::Slot take()
    {
        if (m_free.empty())
            return m_size++;
        const observe::Slot slot = m_free.back();
        m_free.pop_back();
        return slot;
    }

    std::map<Key, Entry> m_entries;
    std::vector<observe::Slot> m_free;
    observe::Slot m_size = 0;
    std::uint64_t m_round = 0;
};

} // namespace hw::cluster
