#include "engine/world/sim/sim_queue.h"

#include <algorithm>

namespace hw::world {

/// Cancelled timers leave a node in the heap; it is swept when at least this many are stale and
/// they are more than half.
static constexpr std::size_t kStaleNodesKept = 256;

TimerId SimQueue::add(Entry entry)
{
    std::uint32_t index = 0;
    if (m_free.empty()) {
        index = static_cast<std::uint32_t>(m_slots.size());
        m_slots.emplace_back();
    } else {
        index = m_free.back();
        m_free.pop_back();
    }
    Slot& slot = m_slots[index];
    slot.used = true;
    slot.entry = std::move(entry);
    push(Node{slot.entry.due, m_nextSequence++, index, slot.generation});
    return TimerId(static_cast<std::uint64_t>(slot.generation) << 32 | index);
}

void SimQueue::cancel(TimerId timer)
{
    const auto index = static_cast<std::uint32_t>(timer.value());
    const auto generation = static_cast<std::uint32_t>(timer.value() >> 32);
    if (index >= m_slots.size() || m_slots[index].generation != generation)
        return;
    const Entry dropped = release(index);
    ++m_staleNodes;
    if (m_staleNodes > kStaleNodesKept && m_staleNodes > m_heap.size() / 2)
        dropStaleNodes();
}

std::optional<SimQueue::Entry> SimQueue::takeNext()
{
    if (!settleFront())
        return std::nullopt;
    return release(pop().slot);
}

std::optional<Instant> SimQueue::nextDue()
{
    if (!settleFront())
        return std::nullopt;
    return m_heap.front().due;
}

void SimQueue::setFrozen(std::uint32_t host, bool frozen)
{
    HostState& state = m_hosts[host];
    state.frozen = frozen;
    if (frozen)
        return;
    // Their due time and sequence stay: what came first still runs first.
    for (const Node& node : state.held) {
        if (!isStale(node))
            push(node);
    }
    state.held.clear();
}

void SimQueue::forget(std::uint32_t host)
{
    m_hosts[host].held.clear();
    // Tasks may own things whose destruction comes back here, so they die last.
    std::vector<Entry> dropped;
    for (std::uint32_t i = 0; i < m_slots.size(); ++i) {
        if (m_slots[i].used && m_slots[i].entry.host == host)
            dropped.push_back(release(i));
    }
    dropStaleNodes();
}

SimQueue::Entry SimQueue::release(std::uint32_t index)
{
    Slot& slot = m_slots[index];
    Entry entry = std::move(slot.entry);
    slot.entry = Entry{};
    slot.used = false;
    ++slot.generation;
    m_free.push_back(index);
    return entry;
}

void SimQueue::push(Node node)
{
    m_heap.push_back(node);
    std::push_heap(m_heap.begin(), m_heap.end());
}

SimQueue::Node SimQueue::pop()
{
    std::pop_heap(m_heap.begin(), m_heap.end());
    const Node node = m_heap.back();
    m_heap.pop_back();
    return node;
}

bool SimQueue::settleFront()
{
    while (!m_heap.empty()) {
        const Node front = m_heap.front();
        if (isStale(front)) {
            pop();
            m_staleNodes -= std::min<std::size_t>(m_staleNodes, 1);
            continue;
        }
        HostState& host = m_hosts[m_slots[front.slot].entry.host];
        if (!host.frozen)
            return true;
        host.held.push_back(pop());
    }
    return false;
}

void SimQueue::dropStaleNodes()
{
    std::erase_if(m_heap, [this](const Node& node) { return isStale(node); });
    std::make_heap(m_heap.begin(), m_heap.end());
    m_staleNodes = 0;
}

} // namespace hw::world
