#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/world/loop.h"

namespace hw::world {

/// What a queued task is; part of a run's fingerprint.
enum class TaskKind : std::uint8_t
{
    Post,
    Timer,
    Accept,
    Arrival, ///< a frame or the end of a channel reaches a host
    Drain,   ///< what waited at a paused channel goes on
    Sync,
};

/// All tasks of all hosts of a simulated world, in the total order (due time, order of making).
class SimQueue
{
public:
    struct Entry
    {
        Instant due;
        std::uint32_t host = 0;
        TaskKind kind = TaskKind::Post;
        EventId cause;
        Task task;
    };

    TimerId add(Entry entry);
    void cancel(TimerId timer);

    /// The next task of a host that is not frozen, or none.
    std::optional<Entry> takeNext();
    std::optional<Instant> nextDue();

    void addHost() { m_hosts.emplace_back(); }
    /// Tasks of a frozen host are set aside when their time comes; thawing makes them due in their
    /// old order.
    void setFrozen(std::uint32_t host, bool frozen);
    /// Destroys all tasks of a host.
    void forget(std::uint32_t host);

private:
    struct Slot
    {
        Entry entry;
        std::uint32_t generation = 1;
        bool used = false;
    };
    struct Node
    {
        Instant due;
        std::uint64_t sequence = 0;
        std::uint32_t slot = 0;
        std::uint32_t generation = 0;

        /// For a heap whose front is the earliest.
        bool operator<(const Node& other) const
        {
            return due != other.due ? due > other.due : sequence > other.sequence;
        }
    };
    struct HostState
    {
        bool frozen = false;
        std::vector<Node> held;
    };

    bool isStale(const Node& node) const
    {
        return m_slots[node.slot].generation != node.generation;
    }
    Entry release(std::uint32_t slot);
    void push(Node node);
    Node pop();
    /// Brings a runnable task to the front; false if there is none.
    bool settleFront();
    void dropStaleNodes();

    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_free;
    std::vector<Node> m_heap;
    std::vector<HostState> m_hosts;
    std::uint64_t m_nextSequence = 1;
    std::size_t m_staleNodes = 0;
};

} // namespace hw::world
