#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/world/loop.h"

namespace hw::world {

/// The timers of one loop, in order of due time, then of making.
class TimerHeap
{
public:
    struct Due
    {
        EventId cause;
        Task task;
    };

    TimerId add(Instant due, EventId cause, Task task);
    void cancel(TimerId timer);
    std::optional<Instant> nextDue();
    /// The first timer that is due at `now` and whose number is below `madeBefore`, so that timers
    /// made meanwhile wait for the next round.
    std::optional<Due> takeDue(Instant now, std::uint64_t madeBefore);
    std::uint64_t nextNumber() const { return m_nextNumber; }
    /// Takes all tasks out, for the caller to destroy.
    std::vector<Task> clear();

private:
    struct Slot
    {
        EventId cause;
        Task task;
        std::uint32_t generation = 1;
        bool used = false;
    };
    struct Node
    {
        Instant due;
        std::uint64_t number = 0;
        std::uint32_t slot = 0;
        std::uint32_t generation = 0;

        /// For a heap whose front is the earliest.
        bool operator<(const Node& other) const
        {
            return due != other.due ? due > other.due : number > other.number;
        }
    };

    bool isStale(const Node& node) const
    {
        return m_slots[node.slot].generation != node.generation;
    }
    Due release(std::uint32_t slot);
    void pop();
    void dropStaleFront();

    std::vector<Slot> m_slots;
    std::vector<std::uint32_t> m_free;
    std::vector<Node> m_heap;
    std::uint64_t m_nextNumber = 1;
    std::size_t m_staleNodes = 0;
};

} // namespace hw::world
