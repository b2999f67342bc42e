#include "engine/rebalances/book.h"

#include <algorithm>

#include "engine/rebalances/verdicts.h"

/// The part of the Book that looks at pictures of the cluster.
namespace hw::rebalances {

using observe::fact::GroupState;

/// The end of the leader's log; nothing while nobody leads or nobody told.
static std::optional<std::int64_t> logEnd(const TopicPartition& partition,
                                          const observe::Snapshot& snapshot,
                                          const observe::Gauges& gauges)
{
    // Topics stand by name and partitions by number: thousands are asked for in one look.
    const auto topic = std::ranges::lower_bound(snapshot.topics, partition.topic, {},
                                                [](const auto& part) { return part->name; });
    const auto number = static_cast<std::size_t>(partition.partition);
    if (topic == snapshot.topics.end() || (*topic)->name != partition.topic ||
        number >= (*topic)->partitions.size())
        return std::nullopt;
    const observe::PartitionPart& part = *(*topic)->partitions[number];
    for (const auto& replica : part.replicas)
        if (replica.broker == part.leader && replica.slot < gauges.leo.size() &&
            gauges.leo[replica.slot] >= 0)
            return gauges.leo[replica.slot];
    return std::nullopt;
}

void Book::look(const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    if (m_consumers != snapshot.consumers)
        m_consumers = snapshot.consumers;
    m_heardMs = gauges.memberHeardMs;
    m_polledMs = gauges.polledMs;
    notePolls(snapshot, gauges);
    for (const auto& part : snapshot.groups) {
        const auto known = m_groups.find(part->name);
        if (known == m_groups.end())
            continue;
        Group& group = known->second;
        const Rebalance* unseen = at(group.unseen);
        if (group.part != part || (unseen && unseen->compared)) {
            seeMove(group, snapshot, part);
            group.part = part;
            seeMembers(group, snapshot);
        }
        seeSync(group, snapshot);
        noteEnds(group, snapshot, gauges);
        Rebalance* last = at(group.last);
        if (!last || snapshot.at < *last->ended)
            continue;
        const bool isQuiet = group.going == 0 && part->generation == last->after &&
                             part->state == GroupState::Stable;
        if (!last->compared && isQuiet) {
            Owners now;
            for (const auto& member : part->members)
                for (const TopicPartition& partition : member.assigned)
                    now[partition] = member.member;
            compare(group, *last, std::move(now));
        }
        if (last->compared)
            countWaiting(group, *last, snapshot, gauges);
    }
}

void Book::seeMove(const Group& group, const observe::Snapshot& snapshot,
                   const std::shared_ptr<const observe::GroupPart>& part)
{
    const auto& cause = part->lastCause;
    if (cause.kind != observe::fact::RebalanceKind::CoordinatorMoved || cause.event == kNoEvent ||
        (group.part && group.part->lastCause.event == cause.event))
        return;
    m_moves.push_back(
        {part->name, cause.event, snapshot.at, snapshot.wall, part->generation, part->coordinator});
    ++m_movesSeen;
    if (m_moves.size() > kMovesMax)
        m_moves.pop_front();
    ++m_version;
}

/// Rebalances that are looked back at: rounds may follow each other within one picture.
static constexpr std::size_t kLookBack = 32;

/// What the members told the assignor. In a later generation's picture they still want the same
/// topics, but what they claim is another matter.
static void noteWords(Rebalance& rebalance, const observe::GroupPart& part, bool isSameRound)
{
    for (const observe::MemberPart& member : part.members) {
        auto share = std::ranges::find(rebalance.shares, member.member, &Share::member);
        if (share == rebalance.shares.end()) {
            if (!isSameRound)
                continue;
            rebalance.shares.emplace_back().member = member.member;
            share = std::prev(rebalance.shares.end());
        }
        share->clientId = member.clientId;
        share->instance = member.instance;
        share->subscribed = member.subscribed;
        share->protocols = member.protocols;
        if (!isSameRound)
            continue;
        share->told = true;
        share->claimed = member.claimed;
        share->claimedIn = member.claimedIn;
    }
}

static std::map<std::string, std::int32_t> partitionCounts(const observe::Snapshot& snapshot)
{
    std::map<std::string, std::int32_t> counts;
    for (const auto& topic : snapshot.topics)
        counts[topic->name] = static_cast<std::int32_t>(topic->partitions.size());
    return counts;
}

/// Who the members are and what they told, for the newest rebalances of their group.
void Book::seeMembers(Group& group, const observe::Snapshot& snapshot)
{
    const observe::GroupPart& part = *group.part;
    const bool isRound = part.state == GroupState::CompletingRebalance ||
                         part.state == GroupState::Reconciling || part.state == GroupState::Stable;
    const std::uint64_t newest = m_dropped + m_all.size();
    bool isSomeoneUnknown = false;
    for (std::uint64_t n = newest; n > 0 && n + kLookBack > newest; --n) {
        Rebalance* one = at(n);
        if (!one || one->trimmed || one->group != part.name)
            continue;
        if (group.hasNews && !one->member.empty() && one->evidence.sessionTimeout == Duration{}) {
            const auto polled = one->evidence.polled; // what came after is no evidence
            const auto heard = one->evidence.heard;
            nameMember(group, *one);
            one->evidence.polled = polled;
            one->evidence.heard = heard;
            const bool isNamed = one->evidence.sessionTimeout > Duration{};
            isSomeoneUnknown = isSomeoneUnknown || !isNamed;
            m_version += isNamed ? 1 : 0;
        }
        const bool isSameRound = isRound && part.generation == one->after;
        const bool isPast = one->after.value() >= 0 && part.generation > one->after;
        const bool isWanted = isSameRound ? group.unseen == n : isPast && one->compared;
        if (one->verdict || !isWanted)
            continue;
        noteWords(*one, part, isSameRound);
        ++m_version;
        if (!one->compared)
            continue;
        one->verdict = judge(*one, partitionCounts(snapshot));
        if (isSameRound)
            group.unseen = 0;
    }
    group.hasNews = isSomeoneUnknown;
}

/// The round lasts until every member has fetched its part. Kafka: DelayedSync.
void Book::seeSync(Group& group, const observe::Snapshot& snapshot)
{
    Rebalance* rebalance = at(group.unsynced);
    if (!rebalance || group.going != 0 || snapshot.at < *rebalance->ended ||
        group.part->generation != rebalance->after || group.part->state != GroupState::Stable)
        return;
    if (group.part->roundEndsAt) {
        rebalance->synced = snapshot.at; // at least
        return;
    }
    rebalance->synced = rebalance->synced ? snapshot.at : *rebalance->ended;
    group.unsynced = 0;
    ++m_version;
}

/// While a group rebalances: where the logs of what it reads ended when it was first looked at.
void Book::noteEnds(Group& group, const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    const auto note = [&](const TopicPartition& partition) {
        if (group.ends.contains(partition))
            return;
        if (const auto end = logEnd(partition, snapshot, gauges))
            group.ends[partition] = *end;
    };
    if (group.going != 0)
        for (const auto& [partition, owner] : group.owners)
            note(partition);
    for (const auto& [partition, given] : group.parked)
        note(partition);
}

void Book::countWaiting(Group& group, Rebalance& rebalance, const observe::Snapshot& snapshot,
                        const observe::Gauges& gauges)
{
    for (Stall& stall : rebalance.stalls) {
        const auto before = group.ends.find(stall.partition);
        const auto end = logEnd(stall.partition, snapshot, gauges);
        if (before != group.ends.end() && end)
            stall.waited = std::max<std::int64_t>(*end - before->second, 0);
        rebalance.waitedSum += stall.waited;
    }
    if (group.going == 0)
        std::erase_if(group.ends,
                      [&](const auto& one) { return !group.parked.contains(one.first); });
    group.last = 0;
    rebalance.counted = true;
    ++m_version;
}

void Book::notePolls(const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    const std::int64_t nowMs = toMs(gauges.at.sinceStart());
    for (const auto& consumer : snapshot.consumers) {
        const observe::Slot slot = consumer->slot;
        const std::int64_t polledMs = slot < gauges.polledMs.size() ? gauges.polledMs[slot] : -1;
        if (polledMs < 0)
            continue;
        if (m_polls.size() <= slot)
            m_polls.resize(slot + 1);
        Polls& polls = m_polls[slot];
        if (polls.client != consumer->client)
            polls = {consumer->client, -1, 0, 0};
        const std::int64_t from = polls.lastMs < 0 ? polledMs : polls.lastMs;
        const std::int64_t gapMs = polledMs > from ? polledMs - from : nowMs - polledMs;
        polls.lastMs = polledMs;
        const bool isOld = nowMs - polls.longestAtMs > toMs(kFlappingWindow);
        if (gapMs > polls.longestMs || isOld) {
            polls.longestMs = gapMs;
            polls.longestAtMs = nowMs;
        }
    }
}

std::optional<Duration> Book::longestHandling(NodeId client) const
{
    for (const Polls& polls : m_polls)
        if (client.kind != NodeId::Kind::None && polls.client == client && polls.longestMs > 0)
            return fromMs(polls.longestMs);
    return std::nullopt;
}

} // namespace hw::rebalances
