#include "ui/models/causes.h"

#include <algorithm>

#include "ui/models/event_text.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;

static CauseStep stepAt(const EventModel& events, int row)
{
    const Event& event = events.eventAt(row);
    return {event.id, clockOf(event), events.sentenceAt(row), isBad(event.fact)};
}

std::vector<CauseStep> Causes::chain(const EventModel& events, EventId event)
{
    std::vector<CauseStep> steps;
    auto row = events.rowOf(event);
    for (std::size_t n = 0; row && n < kMostSteps; ++n) {
        steps.push_back(stepAt(events, *row));
        row = events.causeRowOf(*row);
    }
    std::ranges::reverse(steps);
    return steps;
}

QString Causes::root(const EventModel& events, EventId event)
{
    const auto steps = chain(events, event);
    return steps.size() < 2 ? QString() : steps.front().text;
}

template <class... Facts> static bool isOneOf(const Fact& fact)
{
    return (std::holds_alternative<Facts>(fact) || ...);
}

static bool isOfLeader(const Fact& fact)
{
    return isOneOf<fact::LeaderElected, fact::PartitionOffline>(fact);
}

static bool isOfIsr(const Fact& fact)
{
    return isOneOf<fact::IsrReduced, fact::IsrShrunk, fact::IsrExpanded>(fact);
}

static bool isOfHw(const Fact& fact)
{
    return isOneOf<fact::AckedRecordsLost, fact::LogTruncated>(fact);
}

/// The newest event about a partition of the wanted kind; none if the list has lost it.
static std::optional<EventId> newest(const EventModel& events, const Subject& subject,
                                     bool (*about)(const Fact&))
{
    const int last = events.rowCount() - 1;
    for (int row = last; row >= std::max(0, last - Causes::kLookBack); --row) {
        const Event& event = events.eventAt(row);
        if (about(event.fact) && subjectOf(event) == subject)
            return event.id;
    }
    return std::nullopt;
}

/// What keeps the mark back now: the faults that act on whoever does, and what the leader saw.
Why Causes::held(const EventModel& events, const PartitionPart& part, const Snapshot& snapshot,
                 const HeldMark* seen)
{
    Why why;
    why.question = tr("Why HW stands");
    std::vector<BrokerId> holders = seen ? seen->by : part.hwHeldBy;
    if (!seen && static_cast<std::int32_t>(part.isr.size()) < part.minIsr) {
        for (const BrokerId id : part.assigned) {
            if (std::ranges::find(part.isr, id) == part.isr.end())
                holders.push_back(id);
        }
    }
    for (const auto& active : snapshot.faults) {
        const bool acts = std::ranges::any_of(holders, [&](BrokerId id) {
            return active.fault.node == NodeId::broker(id) || active.fault.to == NodeId::broker(id);
        });
        if (!acts)
            continue;
        for (CauseStep& step : chain(events, active.id))
            why.steps.push_back(std::move(step));
    }
    const auto told = seen ? newest(events, Subject::of(part.id), isOneOf<fact::HighWatermarkHeld>)
                           : std::nullopt;
    if (why.steps.size() >= kMostSteps)
        why.steps.resize(kMostSteps - (told ? 1 : 0));
    if (told)
        why.steps.push_back(chain(events, *told).back());
    return why;
}

/// The newest events about the thing itself, oldest first.
static Why happenings(const EventModel& events, const Subject& subject)
{
    Why why;
    const int last = events.rowCount() - 1;
    const int first = std::max(0, last - Causes::kLookBackAll);
    for (int row = last; row >= first && why.steps.size() < Causes::kMostSteps; --row) {
        const Event& event = events.eventAt(row);
        if (areaOf(event.fact) != EventArea::Details && subjectOf(event) == subject)
            why.steps.push_back(stepAt(events, row));
    }
    std::ranges::reverse(why.steps);
    return why;
}

std::vector<Why> Causes::of(const EventModel& events, const Subject& subject,
                            const Snapshot& snapshot, const HeldMarks& heldMarks,
                            const Gauges& gauges)
{
    Subject wanted = subject;
    if (wanted.kind == Subject::Kind::Partition)
        wanted.node = {};
    if (!wanted)
        return {};
    std::vector<Why> all;
    if (wanted.kind == Subject::Kind::Partition) {
        struct Asked
        {
            QString question;
            bool (*about)(const Fact&);
        };
        const Asked questions[] = {{tr("Why this leader"), isOfLeader},
                                   {tr("Why this ISR"), isOfIsr},
                                   {tr("Why records went"), isOfHw}};
        for (const auto& [question, about] : questions) {
            if (const auto event = newest(events, wanted, about))
                all.push_back({question, chain(events, *event)});
        }
        if (const auto* part = findPartition(snapshot, wanted.partition)) {
            if (Why why = held(events, *part, snapshot, heldMarks.of(*part, gauges));
                !why.steps.empty())
                all.push_back(std::move(why));
        }
    }
    if (Why why = happenings(events, wanted); !why.steps.empty())
        all.push_back(std::move(why));
    return all;
}

} // namespace hw::ui
