#include "engine/rebalances/book.h"

#include <algorithm>

namespace hw::rebalances {

namespace fact = observe::fact;
using fact::GroupState;
using fact::RebalanceKind;

const Rebalance* Book::find(std::uint64_t number) const
{
    if (number <= m_dropped || number > m_dropped + m_all.size())
        return nullptr;
    return &m_all[static_cast<std::size_t>(number - m_dropped - 1)];
}

Rebalance* Book::at(std::uint64_t number) { return const_cast<Rebalance*>(find(number)); }

const Rebalance* Book::newest(const std::string& group) const
{
    const Walk* way = walk(group);
    return way ? find(way->newest) : nullptr;
}

const Walk* Book::walk(const std::string& group) const
{
    const auto known = m_walks.find(group);
    return known == m_walks.end() ? nullptr : &known->second;
}

std::vector<Parked> Book::parked(const std::string& group) const
{
    std::vector<Parked> all;
    const auto known = m_groups.find(group);
    if (known == m_groups.end())
        return all;
    const Group& now = known->second;
    for (const auto& [partition, given] : now.parked)
        all.push_back({partition, given.from, given.since});
    const Rebalance* going = find(now.going);
    if (!going || now.serverSide)
        return all;
    const bool eager = now.protocol.find("cooperative") == std::string::npos;
    for (const auto& [partition, owner] : now.owners) {
        const auto gaveUp = now.rejoined.find(owner);
        const bool isGone = std::ranges::count(now.gone, owner) > 0;
        if (isGone)
            all.push_back({partition, owner, going->began});
        else if (eager && gaveUp != now.rejoined.end())
            all.push_back({partition, owner, gaveUp->second});
    }
    std::ranges::sort(all, {}, &Parked::partition);
    return all;
}

void Book::restart()
{
    const std::uint64_t version = m_version;
    *this = Book(m_grounds, m_detailsMax);
    m_version = version + 1;
}

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
    if (std::erase(group.joined, fact.member) == 0)
        group.gone.push_back(fact.member);
    if (group.serverSide) {
        for (const auto& [partition, owner] : group.holds)
            if (owner == fact.member)
                park(group, partition, event.at, owner);
        std::erase_if(group.holds, [&](const auto& one) { return one.second == fact.member; });
    }
}

void Book::walkOn(const observe::Event& event, const fact::GroupStateChanged& fact)
{
    if (m_walks.size() >= kWalksMax && !m_walks.contains(fact.group))
        std::erase_if(m_walks, [](const auto& one) { return one.second.now == GroupState::Dead; });
    if (m_walks.size() >= kWalksMax && !m_walks.contains(fact.group))
        return;
    Walk& walk = m_walks[fact.group];
    walk.now = fact.to;
    walk.last = {fact.from, fact.to};
    walk.at = event.at;
    walk.event = event.id;
    ++walk.edges[walk.last];
    walk.serverSide =
        walk.serverSide || fact.to == GroupState::Assigning || fact.to == GroupState::Reconciling;
    ++m_version;
}

void Book::on(const observe::Event& event, const fact::GroupStateChanged& fact)
{
    walkOn(event, fact);
    Group& group = m_groups[fact.group];
    switch (fact.to) {
    case GroupState::PreparingRebalance:
        end(group, event.at, Outcome::Superseded);
        begin(group, event, fact);
        break;
    case GroupState::Assigning:
    case GroupState::Reconciling:
        group.serverSide = true;
        if (fact.kind || group.going == 0) {
            end(group, event.at, Outcome::Superseded);
            begin(group, event, fact);
        }
        if (Rebalance* going = at(group.going); going && fact.to == GroupState::Reconciling) {
            going->formed = going->formed.value_or(event.at);
            going->stored = going->stored.value_or(event.at);
            going->after = fact.generation;
        }
        break;
    case GroupState::Stable:
        if (group.serverSide && group.going == 0 && fact.kind)
            begin(group, event, fact); // nothing had to be moved
        if (Rebalance* going = at(group.going); going && group.serverSide)
            going->after = fact.generation;
        end(group, event.at, Outcome::Stable);
        break;
    case GroupState::Empty:
        if (group.going == 0 && fact.kind)
            begin(group, event, fact);
        if (Rebalance* going = at(group.going))
            going->after = fact.generation;
        end(group, event.at, Outcome::Empty);
        break;
    case GroupState::Dead:
        end(group, event.at, Outcome::Abandoned);
        m_groups.erase(fact.group);
        break;
    case GroupState::CompletingRebalance:
        break;
    }
}

/// The reason that a member sent, out of what the coordinator says of it: `member X left: REASON`,
/// `member X joined (REASON)`.
static std::string saidIn(const std::string& text, const std::string& member)
{
    const std::string left = "member " + member + " left: ";
    if (text.starts_with(left))
        return text.substr(left.size());
    const std::size_t open = text.find(" (");
    if (!member.empty() && text.starts_with("member " + member) && text.ends_with(')') &&
        open != std::string::npos)
        return text.substr(open + 2, text.size() - open - 3);
    return {};
}

void Book::begin(Group& group, const observe::Event& event, const fact::GroupStateChanged& fact)
{
    Rebalance rebalance;
    rebalance.number = m_dropped + m_all.size() + 1;
    rebalance.group = fact.group;
    rebalance.kind = fact.kind.value_or(RebalanceKind::FirstMember);
    rebalance.member = fact.member;
    rebalance.text = fact.reason;
    rebalance.event = event.id;
    rebalance.cause = event.cause;
    // A server-side group has its new epoch already.
    rebalance.before = group.serverSide ? group.generation : fact.generation;
    rebalance.serverSide = group.serverSide;
    rebalance.began = event.at;
    rebalance.beganWall = event.wall;
    if (const auto who = group.members.find(fact.member); who != group.members.end()) {
        rebalance.clientId = who->second.clientId;
        rebalance.host = who->second.host;
    } else if (group.left && group.left->event == event.cause) {
        rebalance.clientId = group.left->who.clientId;
        rebalance.host = group.left->who.host;
    }
    const bool wasThrownOut =
        fact.kind == RebalanceKind::SessionExpired || fact.kind == RebalanceKind::RebalanceTimeout;
    if (wasThrownOut && group.left && group.left->event == event.cause)
        rebalance.silent = group.left->silent;
    nameMember(group, rebalance);
    testify(group, rebalance, event);
    // Only who asked for this round has given up what it owned.
    const auto asker = group.rejoined.find(fact.member);
    const auto since = asker == group.rejoined.end() ? event.at : asker->second;
    std::erase_if(group.rejoined, [&](const auto& one) { return one.second < since; });
    group.ends.clear();
    if (group.holds.empty())
        group.holds = group.owners;
    group.going = rebalance.number;
    if (const auto way = m_walks.find(fact.group); way != m_walks.end())
        way->second.newest = rebalance.number;
    group.hasNews = !rebalance.member.empty();
    m_all.push_back(std::move(rebalance));
    if (m_all.size() > kRebalancesMax) {
        m_all.pop_front();
        ++m_dropped;
    }
    ++m_version;
}

/// What is seen of the responsible member in the last picture.
void Book::nameMember(const Group& group, Rebalance& rebalance) const
{
    if (!group.part)
        return;
    const auto member =
        std::ranges::find(group.part->members, rebalance.member, &observe::MemberPart::member);
    if (member == group.part->members.end())
        return;
    rebalance.instance = member->instance;
    rebalance.client = member->client;
    Evidence& evidence = rebalance.evidence;
    evidence.sessionTimeout = member->sessionTimeout;
    evidence.rebalanceTimeout = member->rebalanceTimeout;
    const auto noted = [](const std::vector<std::int64_t>& row, observe::Slot slot) {
        return slot < row.size() && row[slot] >= 0 ? std::optional(Instant(fromMs(row[slot])))
                                                   : std::nullopt;
    };
    if (!evidence.heard)
        evidence.heard = noted(m_heardMs, member->slot);
    for (const auto& consumer : m_consumers) {
        if (member->client.kind == NodeId::Kind::None || consumer->client != member->client)
            continue;
        evidence.heartbeatInterval = consumer->heartbeatInterval;
        evidence.maxPollInterval = consumer->maxPollInterval;
        if (!evidence.polled)
            evidence.polled = noted(m_polledMs, consumer->slot);
    }
}

void Book::testify(const Group& group, Rebalance& rebalance, const observe::Event& event) const
{
    Evidence& evidence = rebalance.evidence;
    evidence.said = saidIn(rebalance.text, rebalance.member);
    if (rebalance.silent)
        evidence.heard = event.at - *rebalance.silent;
    switch (rebalance.kind) {
    case RebalanceKind::SessionExpired:
        evidence.timer = Timer::Session;
        evidence.limit = evidence.sessionTimeout;
        break;
    case RebalanceKind::RebalanceTimeout:
        evidence.timer = Timer::Rebalance;
        evidence.limit = evidence.rebalanceTimeout;
        break;
    case RebalanceKind::LeftPollLimit:
        evidence.timer = Timer::Poll;
        // Clients send their max.poll.interval.ms as rebalance timeout. Kafka:
        // AbstractCoordinator.sendJoinGroupRequest.
        evidence.limit = evidence.maxPollInterval > Duration{} ? evidence.maxPollInterval
                                                               : evidence.rebalanceTimeout;
        break;
    default:
        break;
    }
    const bool byWords = rebalance.kind == RebalanceKind::LeftPollLimit ||
                         rebalance.kind == RebalanceKind::PartitionsAdded;
    rebalance.grounds = m_grounds != Grounds::Observed ? m_grounds
                        : byWords                      ? Grounds::ByWords
                                                       : Grounds::Observed;
    // A static member that comes back is known by its instance, not by its new id.
    if (rebalance.kind == RebalanceKind::StaticMemberReplaced && !rebalance.instance && group.part)
        for (const auto& member : group.part->members)
            if (member.instance && rebalance.member.starts_with(*member.instance + "-"))
                rebalance.instance = member.instance;
}

void Book::end(Group& group, Instant when, Outcome outcome)
{
    Rebalance* going = at(group.going);
    if (!going)
        return;
    going->outcome = outcome;
    going->ended = when;
    group.generation = std::max(group.generation, going->after);
    going->joined = std::exchange(group.joined, {});
    going->gone = std::exchange(group.gone, {});
    if (outcome == Outcome::Stable || outcome == Outcome::Empty) {
        if (Rebalance* before = at(group.last))
            before->counted = true; // too soon for another look
        group.last = group.going;
        group.unsynced = outcome == Outcome::Stable ? group.going : 0;
        // Stable: everyone was given what is meant for it, confirmed or not.
        if (group.serverSide && !group.assigned)
            group.assigned = group.holds;
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
    Group& group = m_groups[fact.group];
    Rebalance* going = at(group.going);
    if (!going)
        return;
    going->formed = event.at;
    going->after = fact.generation;
    going->protocol = fact.protocol;
    going->leader = fact.leader;
    group.protocol = fact.protocol;
    group.unseen = group.going;
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
    group.serverSide = true;
    const auto has = [&](const TopicPartition& partition) {
        return std::ranges::find(fact.owned, partition) != fact.owned.end();
    };
    if (group.going != 0) { // else it only confirms, heartbeat by heartbeat, what it was given
        for (const auto& [partition, owner] : group.holds)
            if (owner == fact.member && !has(partition))
                park(group, partition, event.at, owner);
        std::erase_if(group.holds, [&](const auto& one) {
            return one.second == fact.member && !has(one.first);
        });
    }
    for (const TopicPartition& partition : fact.owned) {
        group.holds[partition] = fact.member;
        const auto parked = group.parked.find(partition);
        if (parked == group.parked.end())
            continue;
        group.ended.push_back({partition, event.at - parked->second.since, 0});
        group.parked.erase(parked);
    }
    ++m_version;
}

void Book::park(Group& group, const TopicPartition& partition, Instant since, std::string from)
{
    group.parked.try_emplace(partition, Given{since, std::move(from)});
}

} // namespace hw::rebalances
