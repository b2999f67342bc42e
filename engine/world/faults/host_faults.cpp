#include "engine/world/faults/host_faults.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace hw::world {

void HostFaults::setLinks(LinkFaults links)
{
    m_links = std::move(links);
    ++m_linksVersion;
    m_lineFree.clear(); // those who wait reserve anew
    tellListeners();
}

Instant HostFaults::reserve(const NodeId& from, const NodeId& to, std::uint64_t rate,
                            std::size_t bytes, Instant now)
{
    // In floating point, since the product of size and nanoseconds may be too large for integers.
    const double seconds = static_cast<double>(bytes) / static_cast<double>(rate);
    const auto takes = Duration(static_cast<std::int64_t>(seconds * 1e9));
    Instant& free = m_lineFree[{from, to}];
    free = std::max(free, now) + takes;
    return free;
}

void HostFaults::reset(const NodeId& one, const NodeId& two)
{
    m_resetting = Pair{one, two};
    tellListeners();
    m_resetting.reset();
}

bool HostFaults::isResetting(const NodeId& one, const NodeId& two) const
{
    if (!m_resetting)
        return false;
    const auto& [a, b] = *m_resetting;
    return (covers(a, one) && covers(b, two)) || (covers(a, two) && covers(b, one));
}

void HostFaults::hold(HoldRule rule) { m_holds[rule.id] = {rule, false}; }

void HostFaults::release(EventId rule, bool drop)
{
    if (m_holds.erase(rule) == 0)
        return;
    m_dropping = drop ? rule : kNoEvent;
    tellListeners();
    m_dropping = kNoEvent;
}

const HoldRule* HostFaults::waitingFor(const NodeId& from, const NodeId& to) const
{
    for (const auto& [id, hold] : m_holds) {
        if (!hold.caught && covers(hold.rule.from, from) && covers(hold.rule.to, to))
            return &hold.rule;
    }
    return nullptr;
}

void HostFaults::caught(EventId rule, const NodeId& from, const NodeId& to, const HeldFrame& frame)
{
    m_holds.at(rule).caught = true;
    if (onHoldNews)
        onHoldNews({rule, from, to, false, frame});
}

void HostFaults::lost(EventId rule)
{
    const auto found = m_holds.find(rule);
    if (found == m_holds.end())
        return;
    const HoldRule gone = found->second.rule;
    m_holds.erase(found);
    if (onHoldNews)
        onHoldNews({rule, gone.from, gone.to, true, {}});
}

void HostFaults::noteWrite(Instant now)
{
    if (slowDisk <= Duration::zero())
        return;
    busyUntil = std::max(busyUntil, now) + slowDisk;
    if (onBusy)
        onBusy();
}

std::uint64_t HostFaults::onChange(std::function<void()> listener)
{
    m_listeners.emplace(m_nextListener, std::move(listener));
    return m_nextListener++;
}

void HostFaults::forgetListeners() { const auto dead = std::exchange(m_listeners, {}); }

void HostFaults::tellListeners()
{
    std::vector<std::uint64_t> waiting;
    for (const auto& [id, listener] : m_listeners)
        waiting.push_back(id);
    for (const std::uint64_t id : waiting) {
        const auto found = m_listeners.find(id);
        if (found == m_listeners.end())
            continue;
        const auto listener = found->second;
        listener();
    }
}

} // namespace hw::world
