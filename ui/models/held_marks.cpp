#include "ui/models/held_marks.h"

#include "ui/models/event_text.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;

void HeldMarks::take(const std::vector<Event>& events)
{
    for (const Event& event : events) {
        const auto* held = std::get_if<fact::HighWatermarkHeld>(&event.fact);
        if (!held)
            continue;
        if (m_marks.size() >= kMost)
            m_marks.clear();
        m_marks[held->partition] = {held->hw, held->by, BrokerId{event.node.number},
                                    clockOf(event)};
    }
}

const HeldMark* HeldMarks::of(const PartitionPart& part, const Gauges& gauges) const
{
    const auto found = m_marks.find(part.id);
    const ReplicaPart* leader = findReplica(part, part.leader);
    if (found == m_marks.end() || !leader || found->second.leader != part.leader ||
        found->second.hw.value() != at(gauges.hw, leader->slot) ||
        at(gauges.leo, leader->slot) <= found->second.hw.value())
        return nullptr;
    return &found->second;
}

} // namespace hw::ui
