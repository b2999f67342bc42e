#include <algorithm>

#include "ui/lanes/lane_history.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;

static void note(std::deque<TimerRun>& runs, const MemberTimer& timer, Instant now)
{
    const bool isOpen = !runs.empty() && !runs.back().over;
    if (!timer.runs() || !timer.began) {
        if (isOpen)
            runs.back().over = std::min(now, runs.back().ends);
        return;
    }
    if (isOpen) {
        TimerRun& last = runs.back();
        if (timer.began <= last.renewed)
            return;
        if (*timer.began - last.renewed <= timer.whole / 12) {
            last.renewed = *timer.began;
            last.ends = *timer.ends;
            return;
        }
        last.over = std::min(*timer.began, last.ends);
    }
    runs.push_back({*timer.began, *timer.began, *timer.ends, {}});
    if (runs.size() > LaneHistory::kSpansPerRow)
        runs.pop_front();
}

static void notePoll(std::deque<PollRun>& polls, const std::optional<Instant>& polled)
{
    if (!polled || (!polls.empty() && polls.back().last >= *polled))
        return;
    if (!polls.empty() && *polled - polls.back().last <= LaneHistory::kPollGap) {
        polls.back().last = *polled;
        ++polls.back().seen;
        return;
    }
    polls.push_back({*polled, *polled, 1});
    if (polls.size() > LaneHistory::kSpansPerRow)
        polls.pop_front();
}

void LaneHistory::takeTimers(const Snapshot& snapshot, const Gauges& gauges)
{
    Consumers consumers;
    for (const auto& consumer : snapshot.consumers)
        consumers.emplace(consumer->client, consumer.get());
    for (const auto& part : snapshot.groups) {
        std::map<std::string_view, const MemberPart*> members;
        for (const MemberPart& member : part->members)
            members.emplace(member.member, &member);
        for (LaneMember& lane : group(part->name).members) {
            const auto there = members.find(lane.id);
            const MemberPart* member = there == members.end() ? nullptr : there->second;
            if (!member) {
                for (auto& runs : lane.timers)
                    note(runs, {}, lane.gone.value_or(m_now));
                continue;
            }
            const auto consumer = consumers.find(member->client);
            const auto timers =
                timersOf(*member, consumer == consumers.end() ? nullptr : consumer->second, gauges);
            for (std::size_t n = 0; n < kMemberTimers; ++n)
                note(lane.timers[n], timers[n], m_now);
            notePoll(lane.polls, timers[static_cast<std::size_t>(MemberTimer::Kind::Poll)].began);
        }
    }
}

static LagPoint lagPoint(const GroupPart& group, const Snapshot& s, const Gauges& g)
{
    LagPoint point{g.at, -1, -1};
    const Lag lag = lagOf(group, s, g);
    if (lag.kind != Lag::Kind::None)
        point.lag = lag.records;
    for (const GroupOffsetPart& offset : group.offsets) {
        const PartitionPart* part = findPartition(s, offset.partition);
        const ReplicaPart* leader = part ? findReplica(*part, part->leader) : nullptr;
        if (!leader || at(g.leo, leader->slot) < 0 || at(g.hw, leader->slot) < 0)
            continue;
        point.open = std::max<std::int64_t>(point.open, 0) +
                     std::max<std::int64_t>(0, at(g.leo, leader->slot) - at(g.hw, leader->slot));
    }
    return point;
}

void LaneHistory::takeLags(const Snapshot& snapshot, const Gauges& gauges)
{
    if (gauges.at >= m_now)
        return;
    std::size_t offsets = 0;
    for (const auto& part : snapshot.groups) {
        auto& lags = group(part->name).lags;
        if (!lags.empty() && gauges.at - lags.back().at < kLagStep)
            continue;
        if ((offsets += part->offsets.size() + 1) > kLagOffsets)
            return;
        lags.push_back(lagPoint(*part, snapshot, gauges));
    }
}

/// Some groups a frame, in turn, so that thousands of offsets never make one frame long.
void LaneHistory::sumLags(const Snapshot& snapshot, const Gauges& gauges)
{
    const auto& groups = snapshot.groups;
    if (m_lagNext >= groups.size()) {
        if (m_now - m_lagsBegan < kLagStep)
            return;
        m_lagsBegan = m_now;
        m_lagNext = 0;
    }
    constexpr auto kMost = static_cast<std::size_t>(kKept / kLagStep);
    for (std::size_t offsets = 0; m_lagNext < groups.size() && offsets < kLagOffsets; ++m_lagNext) {
        const GroupPart& part = *groups[m_lagNext];
        offsets += part.offsets.size() + 1;
        auto& lags = group(part.name).lags;
        lags.push_back(lagPoint(part, snapshot, gauges));
        if (lags.size() > kMost)
            lags.pop_front();
    }
}

// ---- bounds ----

template <class Row, class Over> static void drop(std::deque<Row>& row, Over&& over)
{
    while (!row.empty() && over(row.front()))
        row.pop_front();
}

/// The newest of what began before stays: it says what was so at the edge.
template <class Row> static void dropBegun(std::deque<Row>& row, Instant before)
{
    while (row.size() > 1 && row[1].from < before)
        row.pop_front();
}

void LaneHistory::trim(LaneGroup& lanes, Instant before)
{
    dropBegun(lanes.states, before);
    dropBegun(lanes.coordinators, before);
    drop(lanes.events, [&](const LaneEvent& event) { return event.at < before; });
    drop(lanes.lags, [&](const LagPoint& point) { return point.at < before; });
    const auto isOver = [&](const OwnedSpan& span) { return span.to && *span.to < before; };
    drop(lanes.unowned, isOver);
    for (LaneMember& lane : lanes.members) {
        const std::size_t had = lane.marks.size();
        drop(lane.marks,
             [&](const LaneMark& mark) { return mark.answered.value_or(mark.at) < before; });
        m_marks -= had - lane.marks.size();
        drop(lane.polls, [&](const PollRun& run) { return run.last < before; });
        drop(lane.owned, isOver);
        for (auto& runs : lane.timers)
            drop(runs, [&](const TimerRun& run) { return run.over && *run.over < before; });
    }
    std::size_t left = 0; // they are sorted: who left last comes first
    std::erase_if(lanes.members, [&](const LaneMember& lane) {
        const bool isOld = lane.gone.value_or(before) <= before && lane.marks.empty();
        const bool goes = !lane.there && (++left > kGoneMax || isOld);
        if (goes)
            m_marks -= lane.marks.size();
        return goes;
    });
}

void LaneHistory::trim()
{
    m_kept = m_marks > kMarksMax ? m_kept * 3 / 4 : std::min<Duration>(kKept, m_kept * 21 / 20);
    for (auto& [name, lanes] : m_groups) {
        sort(lanes);
        trim(lanes, m_now - m_kept);
    }
    std::erase_if(m_groups, [&](const auto& entry) {
        return entry.second.members.empty() && !m_parts.contains(entry.first);
    });
}

} // namespace hw::ui
