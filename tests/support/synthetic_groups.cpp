#include <algorithm>

#include "tests/support/synthetic_parts.h"

/// What members and their coordinators say to each other, and the timers behind it.
namespace hw::test {

using namespace observe;

static constexpr Duration kAnswer = 4ms;

void SyntheticCluster::request(const Group& group, const MemberPart& member, std::int16_t api,
                               const char* name, Duration parked)
{
    if (!m_interest.flights)
        return;
    Flight flight;
    flight.id = FlightId(++m_lastFlight);
    flight.from = member.client;
    flight.to = NodeId::broker(group.part.coordinator);
    flight.apiKey = api;
    flight.apiVersion = 4;
    flight.api = name;
    flight.bytes = 80;
    flight.group = group.part.name;
    flight.member = member.member;
    flight.clientId = member.clientId;
    flight.sentAt = m_now - parked - kAnswer;
    m_flights.push_back(flight);
    flight.request = flight.id;
    flight.id = FlightId(++m_lastFlight);
    std::swap(flight.from, flight.to);
    flight.response = true;
    flight.receivedAt = flight.sentAt;
    flight.sentAt = m_now;
    flight.parked = parked;
    m_flights.push_back(std::move(flight));
}

void SyntheticCluster::moveMembers()
{
    for (const auto& group : m_groups) {
        for (const MemberPart& member : group->part.members) {
            if (member.client.kind != NodeId::Kind::Client || m_silent.contains(member.client))
                continue;
            Heard& heard =
                m_heard.try_emplace(member.client, Heard{m_now, m_now, m_now}).first->second;
            if (m_now - heard.polled >= 500ms)
                heard.polled = m_now;
            if (m_now - heard.heard >= 2s) {
                heard.heard = m_now;
                request(*group, member, 12, "Heartbeat", {});
            }
            if (m_now - heard.committed >= 5s) {
                heard.committed = m_now;
                request(*group, member, 8, "OffsetCommit", {});
            }
        }
    }
}

/// All members have joined (their requests were parked until now) and are told what they get.
void SyntheticCluster::formGeneration(Group& group)
{
    fact::AssignmentStored stored{group.part.name, group.part.generation, {}, true};
    for (const MemberPart& member : group.part.members) {
        request(group, member, 11, "JoinGroup", 690ms);
        request(group, member, 14, "SyncGroup", 6ms);
        stored.assigned.emplace_back(member.member, member.assigned);
    }
    report(fact::GenerationFormed{group.part.name, group.part.generation, group.part.leader,
                                  group.part.protocol,
                                  static_cast<std::int32_t>(group.part.members.size())});
    report(std::move(stored));
}

void SyntheticCluster::fillTimers(Gauges& gauges) const
{
    gauges.memberHeardMs.assign(m_nextMemberSlot, -1);
    gauges.memberSessionDeadlineMs.assign(m_nextMemberSlot, -1);
    for (auto* row : {&gauges.polledMs, &gauges.pollDeadlineMs, &gauges.heartbeatDueMs})
        row->assign(m_consumers.size(), -1);
    for (const auto& group : m_groups) {
        for (const MemberPart& member : group->part.members) {
            const auto known = m_heard.find(member.client);
            if (known == m_heard.end())
                continue;
            const std::int64_t heard = toMs(known->second.heard.sinceStart());
            const std::int64_t polled = toMs(known->second.polled.sinceStart());
            gauges.memberHeardMs[member.slot] = heard;
            gauges.memberSessionDeadlineMs[member.slot] = heard + toMs(member.sessionTimeout);
            gauges.sessionLeftMs[member.slot] = std::max<std::int64_t>(
                0, heard + toMs(member.sessionTimeout) - toMs(m_now.sinceStart()));
            for (const auto& consumer : m_consumers) {
                if (consumer->part.client != member.client)
                    continue;
                const auto slot = consumer->part.slot;
                gauges.polledMs[slot] = polled;
                gauges.pollDeadlineMs[slot] = polled + toMs(consumer->part.maxPollInterval);
                gauges.heartbeatDueMs[slot] = heard + toMs(consumer->part.heartbeatInterval);
            }
        }
    }
}

} // namespace hw::test
