#include "engine/simulate/picture_watch.h"

#include <algorithm>

#include <fmt/format.h>

namespace hw::simulate {

using namespace observe;

namespace {

/// A leader that was frozen a moment ago first has to notice; a proposal takes its time, too.
constexpr Duration kPatience = 2s;
/// A leader looks every half of replica.lag.time.max.ms, and what it proposes is seen at once.
constexpr Duration kIsrPatience = 500ms;

} // namespace

void PictureWatch::look(const Snapshot& snapshot, const Gauges& gauges)
{
    std::map<BrokerId, Instant> running;
    for (const auto& broker : snapshot.brokers) {
        const auto since = m_runningSince.find(broker->id);
        if (broker->state == BrokerState::Running)
            running[broker->id] = since == m_runningSince.end() ? snapshot.at : since->second;
    }
    m_runningSince = std::move(running);

    std::map<TopicPartition, Leading> before = std::move(m_leading);
    m_leading.clear();
    for (const auto& topic : snapshot.topics) {
        for (const auto& part : topic->partitions) {
            if (const auto known = before.find(part->id); known != before.end())
                m_leading[part->id] = known->second;
            for (const ReplicaPart& replica : part->replicas)
                if (replica.broker == part->leader && replica.role == ReplicaRole::Leader &&
                    replica.leaderEpoch == part->leaderEpoch)
                    lookAtLeader(*part, replica, gauges);
            lookAtLag(*part, gauges, snapshot.at);
        }
    }
    for (const auto& group : snapshot.groups)
        lookAtMembers(*group, gauges, snapshot.at);
    m_lookedAt = snapshot.at;
}

/// Those that began their life after the last look may have lost what they had when they joined.
void PictureWatch::lookAtJoiners(const PartitionPart& part, const Leading& before,
                                 const Leading& now, const Gauges& gauges)
{
    for (const ReplicaPart& replica : part.replicas) {
        const bool hasJoined = std::ranges::find(now.isr, replica.broker) != now.isr.end() &&
                               std::ranges::find(before.isr, replica.broker) == before.isr.end();
        const auto running = m_runningSince.find(replica.broker);
        if (hasJoined && running != m_runningSince.end() && running->second <= m_lookedAt &&
            gauges.leoSeenByLeader[replica.slot] < now.mark)
            m_findings.add(5, fmt::format("{}: broker {} joined the ISR with the end {}, the "
                                          "watermark is {}",
                                          part.id.text(), replica.broker,
                                          gauges.leoSeenByLeader[replica.slot], now.mark));
    }
}

void PictureWatch::lookAtMembers(const GroupPart& group, const Gauges& gauges, Instant now)
{
    const auto running = m_runningSince.find(group.coordinator);
    for (const MemberPart& member : group.members) {
        const std::int64_t deadlineMs = gauges.memberSessionDeadlineMs[member.slot];
        if (deadlineMs < 0 || running == m_runningSince.end())
            continue;
        const Instant since = std::max(Instant() + fromMs(deadlineMs), running->second);
        if (now - since > kPatience)
            m_findings.add(10, fmt::format("group {}: member {} is still there {} ms after its "
                                           "session",
                                           group.name, member.member,
                                           toMs(now.sinceStart()) - deadlineMs));
    }
}

void PictureWatch::lookAtLeader(const PartitionPart& part, const ReplicaPart& leader,
                                const Gauges& gauges)
{
    const Leading now{leader.broker,
                      leader.leaderEpoch,
                      part.partitionEpoch,
                      static_cast<std::int32_t>(part.isrLeader.size()) < part.minIsr &&
                          part.isrLeader == part.isr && !part.isrPending,
                      gauges.leo[leader.slot],
                      gauges.hw[leader.slot],
                      part.isrLeader};
    const auto [at, isNew] = m_leading.try_emplace(part.id, now);
    const Leading before = at->second;
    at->second = now;
    if (!isNew && before.leader == now.leader && before.epoch == now.epoch)
        lookAtJoiners(part, before, now, gauges);
    // Nothing has changed in between: the version of the state node would tell.
    if (isNew || !before.isUnderMin || !now.isUnderMin || before.leader != now.leader ||
        before.epoch != now.epoch || before.partitionEpoch != now.partitionEpoch)
        return;
    if (now.mark > before.mark)
        m_findings.add(3, fmt::format("{}: the watermark rose from {} to {} with {} of {} replicas "
                                      "in sync that min.insync.replicas asks for",
                                      part.id.text(), before.mark, now.mark, part.isrLeader.size(),
                                      part.minIsr));
    if (m_allAcks && now.leo > before.leo)
        m_findings.add(1, fmt::format("{}: records with acks=all were appended from {} to {} with "
                                      "{} of {} replicas in sync that min.insync.replicas asks for",
                                      part.id.text(), before.leo, now.leo, part.isrLeader.size(),
                                      part.minIsr));
}

void PictureWatch::lookAtLag(const PartitionPart& part, const Gauges& gauges, Instant now)
{
    const auto running = m_runningSince.find(part.leader);
    for (const ReplicaPart& replica : part.replicas) {
        const std::pair<TopicPartition, BrokerId> key{part.id, replica.broker};
        const std::int64_t behindMs = gauges.caughtUpAgoMs[replica.slot];
        const auto leader = std::ranges::find(part.replicas, part.leader, &ReplicaPart::broker);
        // Who has all that there is never lags, however long ago that was.
        const bool hasAll = leader == part.replicas.end() ||
                            gauges.leoSeenByLeader[replica.slot] == gauges.leo[leader->slot];
        const bool isMember =
            std::ranges::find(part.isrLeader, replica.broker) != part.isrLeader.end();
        const bool lags = replica.broker != part.leader && isMember && !hasAll &&
                          !part.isrPending && running != m_runningSince.end() &&
                          fromMs(behindMs) > m_lagTimeMax + m_lagTimeMax / 2;
        if (!lags) {
            m_overdue.erase(key);
            continue;
        }
        Overdue& overdue =
            m_overdue.try_emplace(key, Overdue{now, part.partitionEpoch}).first->second;
        // It may have left and come back since the last look: Kafka's leader takes in who has
        // reached the watermark, though it never caught up with the log's end.
        if (overdue.version != part.partitionEpoch)
            overdue = {now, part.partitionEpoch};
        const Instant since = std::max(overdue.since, running->second);
        if (now - since > m_lagTimeMax / 2 + kIsrPatience)
            m_findings.add(5, fmt::format("{}: broker {} has not been caught up for {} ms, and is "
                                          "still in the ISR; replica.lag.time.max.ms is {}",
                                          part.id.text(), replica.broker, behindMs,
                                          toMs(m_lagTimeMax)));
    }
}

} // namespace hw::simulate
