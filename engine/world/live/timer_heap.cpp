#include "engine/world/live/timer_heap.h"

#include <algorithm>

namespace hw::world {

/// Cancelled timers leave a node in the heap; it is swept when more than this many are stale and
/// they are more than half.
static constexpr std::size_t kStaleNodesKept = 256;

TimerId TimerHeap::add(Instant due, EventId cause, Task task)
{
    if (m_free.empty()) {
        m_free.push_back(static_cast<std::uint32_t>(m_slots.size()));
        m_slots.emplace_back();
    }
    const std::uint32_t index = m_free.back();
    m_free.pop_back();
    Slot& slot = m_slots[index];
    slot.used = true;
    slot.cause = cause;
    slot.task = std::move(task);
    m_heap.push_back({due, m_nextNumber++, index, slot.generation});
    std::push_heap(m_heap.begin(), m_heap.end());
    return TimerId(static_cast<std::uint64_t>(slot.generation) << 32 | index);
}

void TimerHeap::cancel(TimerId timer)
{
    const auto index = static_cast<std::uint32_t>(timer.value());
    const auto generation = static_cast<std::uint32_t>(timer.value() >> 32);
    if (index >= m_slots.size() || m_slots[index].generation != generation)
        return;
    const Due dropped = release(index);
    ++m_staleNodes;
    if (m_staleNodes <= kStaleNodesKept || m_staleNodes <= m_heap.size() / 2)
        return;
    std::erase_if(m_heap, [this](const Node& node) { return isStale(node); });
    std::make_heap(m_heap.begin(), m_heap.end());
    m_staleNodes = 0;
}

std::optional<Instant> TimerHeap::nextDue()
{
    dropStaleFront();
    if (m_heap.empty())
        return std::nullopt;
    return m_heap.front().due;
}

std::optional<TimerHeap::Due> TimerHeap::takeDue(Instant now, std::uint64_t madeBefore)
{
    dropStaleFront();
    if (m_heap.empty())
        return std::nullopt;
    const Node front = m_heap.front();
    if (front.due > now || front.number >= madeBefore)
        return std::nullopt;
    pop();
    return release(front.slot);
}

std::vector<Task> TimerHeap::clear()
{
    std::vector<Task> tasks;
    for (std::uint32_t i = 0; i < m_slots.size(); ++i) {
        if (m_slots[i].used)
            tasks.push_back(release(i).task);
    }
    m_heap.clear();
    m_staleNodes = 0;
    return tasks;
}

TimerHeap::Due TimerHeap::release(std::uint32_t index)
{
    Slot& slot = m_slots[index];
    Due due{slot.cause, std::move(slot.task)};
    slot.used = false;
    ++slot.generation;
    m_free.push_back(index);
    return due;
}

void TimerHeap::pop()
{
    std::pop_heap(m_heap.begin(), m_heap.end());
    m_heap.pop_back();
}

void TimerHeap::dropStaleFront()
{
    while (!m_heap.empty() && isStale(m_heap.front())) {
        pop();
        m_staleNodes -= std::min<std::size_t>(m_staleNodes, 1);
    }
}

} // namespace hw::world
