#include "engine/rebalances/book.h"

#include <algorithm>

namespace hw::rebalances {

namespace fact = observe::fact;

static bool isCooperative(const std::string& protocol)
{
    return protocol.find("cooperative") != std::string::npos;
}

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

const Rebalance* Book::find(std::uint64_t number) const
{
    if (number <= m_dropped || number > m_dropped + m_all.size())
        return nullptr;
    return &m_all[static_cast<std::size_t>(number - m_dropped - 1)];
}

Rebalance* Book::at(std::uint64_t number) { return const_cast<Rebalance*>(find(number)); }

void Book::take(const observe::Event& event)
{
    std::visit([&](const auto& fact) { on(event, fact); }, event.fact);
}

void Book::on(const observe::Event& event, const fact::MemberJoined& fact)
{
    Group& group = m_groups[fact.group];
    group.members[fact.member] = {fact.clientId, fact.host};
    group.rejoined.try_emplace(fact.member, event.at);
    if (!fact.rejoin)
        group.joined.push_back(fact.member);
}

void Book::on(const observe::Event& event, const fact::MemberLeft& fact)
{
    Group& group = m_groups[fact.group];
    Left left{event.id, fact.silentFor, {fact.clientId, {}}};
    if (const auto known = group.members.find(fact.member); known != group.members.end()) {
        left.who = known->second;
        group.members.erase(known);
    }
    group.left = std::move(left);
    group.rejoined.erase(fact.member);
    group.has.erase(fact.member);
    if (std::erase(group.joined, fact.member) == 0)
        group.gone.push_back(fact.member);
}

void Book::on(const observe::Event& event, const fact::GroupStateChanged& fact)
{
    Group& group = m_groups[fact.group];
    switch (fact.to) {
    case fact::GroupState::PreparingRebalance:
    case fact::GroupState::Assigning:
        end(group, event.at, Outcome::Superseded);
        begin(group, event, fact);
        break;
    case fact::GroupState::Stable:
        end(group, event.at, Outcome::Stable);
        break;
    case fact::GroupState::Empty:
        if (Rebalance* going = at(group.going))
            going->after = fact.generation;
        end(group, event.at, Outcome::Empty);
        break;
    case fact::GroupState::Dead:
        end(group, event.at, Outcome::Abandoned);
        m_groups.erase(fact.group);
        break;
    case fact::GroupState::CompletingRebalance:
    case fact::GroupState::Reconciling:
        break;
    }
}

void Book::begin(Group& group, const observe::Event& event, const fact::GroupStateChanged& fact)
{
    Rebalance rebalance;
    rebalance.number = m_dropped + m_all.size() + 1;
    rebalance.group = fact.group;
    rebalance.kind = fact.kind.value_or(fact::RebalanceKind::FirstMember);
    rebalance.member = fact.member;
    rebalance.text = fact.reason;
    rebalance.event = event.id;
    rebalance.cause = event.cause;
    // The consumer protocol raises the epoch first, the classic one when all have joined.
    group.byConsumers = fact.to == fact::GroupState::Assigning;
    rebalance.before = Generation{fact.generation.value() - (group.byConsumers ? 1 : 0)};
    rebalance.began = event.at;
    if (const auto who = group.members.find(fact.member); who != group.members.end()) {
        rebalance.clientId = who->second.clientId;
        rebalance.host = who->second.host;
    } else if (group.left && group.left->event == event.cause) {
        rebalance.clientId = group.left->who.clientId;
        rebalance.host = group.left->who.host;
    }
    const bool wasThrownOut = fact.kind == fact::RebalanceKind::SessionExpired ||
                              fact.kind == fact::RebalanceKind::RebalanceTimeout;
    if (wasThrownOut && group.left && group.left->event == event.cause)
        rebalance.silent = group.left->silent;
    // Only who asked for this round has given up what it owned.
    const auto asker = group.rejoined.find(fact.member);
    const auto since = asker == group.rejoined.end() ? event.at : asker->second;
    std::erase_if(group.rejoined, [&](const auto& one) { return one.second < since; });
    group.ends.clear();
    group.going = rebalance.number;
    m_all.push_back(std::move(rebalance));
    if (m_all.size() > kRebalancesMax) {
        m_all.pop_front();
        ++m_dropped;
    }
    ++m_version;
}

void Book::end(Group& group, Instant when, Outcome outcome)
{
    Rebalance* going = at(group.going);
    if (!going)
        return;
    going->outcome = outcome;
    going->ended = when;
    going->joined = std::exchange(group.joined, {});
    going->gone = std::exchange(group.gone, {});
    if (outcome == Outcome::Stable || outcome == Outcome::Empty) {
        if (Rebalance* before = at(group.last))
            before->counted = true; // too soon for another look
        group.last = group.going;
        if (outcome == Outcome::Empty)
            group.assigned = Owners();
        if (group.assigned)
            compare(group, *going, std::move(*group.assigned));
    }
    group.assigned.reset();
    group.going = 0;
    ++m_version;
}

void Book::on(const observe::Event& event, const fact::GenerationFormed& fact)
{
    Rebalance* going = at(m_groups[fact.group].going);
    if (!going)
        return;
    going->formed = event.at;
    going->after = fact.generation;
    going->protocol = fact.protocol;
    going->leader = fact.leader;
    ++m_version;
}

void Book::on(const observe::Event& event, const fact::AssignmentStored& fact)
{
    Group& group = m_groups[fact.group];
    Rebalance* going = at(group.going);
    if (!going)
        return;
    going->stored = event.at;
    if (fact.told) {
        group.assigned.emplace();
        for (const auto& [member, partitions] : fact.assigned)
            for (const TopicPartition& partition : partitions)
                (*group.assigned)[partition] = member;
    }
    ++m_version;
}

void Book::on(const observe::Event& event, const fact::MemberReconciled& fact)
{
    Group& group = m_groups[fact.group];
    std::vector<TopicPartition>& had = group.has[fact.member];
    for (const TopicPartition& partition : had)
        if (std::ranges::count(fact.owned, partition) == 0)
            group.parked.try_emplace(partition, event.at);
    for (const TopicPartition& partition : fact.owned) {
        const auto parked = group.parked.find(partition);
        if (parked == group.parked.end() || std::ranges::count(had, partition) > 0)
            continue;
        if (group.going != 0)
            group.resumed[partition] = event.at - parked->second;
        group.parked.erase(parked);
    }
    had = fact.owned;
    ++m_version;
}

/// How long nobody had a partition that one member gave up and another took over.
std::optional<Duration> Book::pauseOf(const Group& group, const TopicPartition& partition,
                                      Instant end) const
{
    if (const auto resumed = group.resumed.find(partition); resumed != group.resumed.end())
        return resumed->second;
    if (const auto parked = group.parked.find(partition); parked != group.parked.end())
        return end - parked->second;
    return std::nullopt;
}

void Book::look(const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    for (const auto& part : snapshot.groups) {
        const auto known = m_groups.find(part->name);
        if (known == m_groups.end())
            continue;
        Group& group = known->second;
        noteEnds(group, snapshot, gauges);
        Rebalance* last = at(group.last);
        if (!last || snapshot.at < *last->ended)
            continue;
        const bool isQuiet = group.going == 0 && part->generation == last->after &&
                             part->state == fact::GroupState::Stable;
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
    for (const auto& [partition, since] : group.parked)
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
    }
    if (group.going == 0)
        std::erase_if(group.ends,
                      [&](const auto& one) { return !group.parked.contains(one.first); });
    group.last = 0;
    rebalance.counted = true;
    ++m_version;
}

void Book::compare(Group& group, Rebalance& rebalance, Owners now)
{
    const auto stall = [&](const TopicPartition& partition, Instant from) {
        rebalance.stalls.push_back({partition, std::max(*rebalance.ended - from, Duration{}), 0});
    };
    const bool cooperative = group.byConsumers || isCooperative(rebalance.protocol);
    for (const auto& [partition, owner] : group.owners) {
        const auto taker = now.find(partition);
        const std::string to = taker == now.end() ? std::string() : taker->second;
        if (to != owner)
            rebalance.moved.push_back({partition, owner, to});
        const auto gaveUp = group.rejoined.find(owner);
        const bool isGone = std::ranges::count(rebalance.gone, owner) > 0;
        // Eager members give up all before they join; who is gone reads nothing anyway.
        if ((!cooperative || isGone) && !to.empty())
            stall(partition,
                  isGone || gaveUp == group.rejoined.end() ? rebalance.began : gaveUp->second);
        else if (group.byConsumers && to != owner && !to.empty())
            if (const auto pause = pauseOf(group, partition, *rebalance.ended))
                rebalance.stalls.push_back({partition, *pause, 0});
        if (to.empty())
            group.parked.try_emplace(partition, isGone ? rebalance.began : *rebalance.ended);
    }
    for (const auto& [partition, owner] : now) {
        if (group.owners.contains(partition))
            continue;
        rebalance.moved.push_back({partition, {}, owner});
        if (const auto parked = group.parked.find(partition); parked != group.parked.end())
            stall(partition, parked->second);
    }
    std::ranges::sort(rebalance.moved, {}, &Moved::partition);
    std::ranges::sort(rebalance.stalls, {}, &Stall::partition);
    for (const auto& [partition, owner] : now)
        group.parked.erase(partition);
    group.resumed.clear();
    group.owners = std::move(now);
    rebalance.compared = true;
    ++m_version;
}

} // namespace hw::rebalances
