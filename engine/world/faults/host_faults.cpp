#include "engine/world/faults/host_faults.h"

#include <vector>

namespace hw::world {

void HostFaults::setCut(const NodeId& one, const NodeId& two, bool on)
{
    if (on)
        m_cuts.insert(pairOf(one, two));
    else
        m_cuts.erase(pairOf(one, two));
    linksChanged();
}

void HostFaults::setDelay(const NodeId& one, const NodeId& two, Duration longer)
{
    if (longer > Duration::zero())
        m_delays[pairOf(one, two)] = longer;
    else
        m_delays.erase(pairOf(one, two));
    linksChanged();
}

void HostFaults::setReadingStopped(const NodeId& reader, const NodeId& sender, bool on)
{
    if (on)
        m_stoppedReaders.insert({reader, sender});
    else
        m_stoppedReaders.erase({reader, sender});
    linksChanged();
}

void HostFaults::healLinks()
{
    m_cuts.clear();
    m_delays.clear();
    m_stoppedReaders.clear();
    linksChanged();
}

Duration HostFaults::delay(const NodeId& one, const NodeId& two) const
{
    const auto found = m_delays.find(pairOf(one, two));
    return found == m_delays.end() ? Duration::zero() : found->second;
}

std::uint64_t HostFaults::onChange(std::function<void()> listener)
{
    m_listeners.emplace(m_nextListener, std::move(listener));
    return m_nextListener++;
}

void HostFaults::forgetListeners() { const auto dead = std::exchange(m_listeners, {}); }

void HostFaults::linksChanged()
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
