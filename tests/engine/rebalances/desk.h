#pragma once

#include <functional>

#include "engine/rebalances/verdicts.h"

namespace hw::test {

using namespace hw::rebalances;
namespace fact = observe::fact;
using fact::GroupState;
using fact::RebalanceKind;

/// A coordinator's events by hand.
struct Desk
{
    EventId tell(observe::Fact what, EventId cause = kNoEvent)
    {
        observe::Event event;
        event.id = EventId(++m_last);
        event.at = now;
        event.cause = cause;
        event.fact = std::move(what);
        book.take(event);
        return event.id;
    }
    void pass(Duration time) { now = now + time; }
    EventId joins(const std::string& member, bool rejoin = false)
    {
        return tell(fact::MemberJoined{"g", member, member + "-client", "/127.0.0.1", rejoin});
    }
    EventId prepares(RebalanceKind kind, const std::string& member, EventId cause)
    {
        return tell(fact::GroupStateChanged{"g", GroupState::Stable, GroupState::PreparingRebalance,
                                            Generation{generation}, reason, kind, member},
                    cause);
    }
    void forms(const std::string& leader, const std::string& protocol = "range")
    {
        tell(fact::GenerationFormed{"g", Generation{++generation}, leader, protocol, 1});
    }
    void stores() { tell(fact::AssignmentStored{"g", Generation{generation}, {}, false}); }
    void becomes(GroupState state)
    {
        tell(fact::GroupStateChanged{
            "g", GroupState::CompletingRebalance, state, Generation{generation}, "done", {}, {}});
    }
    /// A picture of the group: who owns which partitions of t.
    void look(const std::map<std::string, std::vector<int>>& owned, std::int64_t ends = 0)
    {
        auto part = std::make_shared<observe::GroupPart>();
        part->name = "g";
        part->state = GroupState::Stable;
        part->generation = Generation{generation};
        for (const auto& [member, numbers] : owned) {
            auto& one = part->members.emplace_back();
            one.member = member;
            for (const int number : numbers)
                one.assigned.push_back({"t", number});
            one.slot = static_cast<observe::Slot>(part->members.size() - 1);
            one.subscribed = {"t"};
            if (dress)
                dress(one);
        }
        auto topic = std::make_shared<observe::TopicPart>();
        topic->name = "t";
        observe::Gauges gauges;
        for (int i = 0; i < 4; ++i) {
            auto partition = std::make_shared<observe::PartitionPart>();
            partition->id = {"t", i};
            partition->leader = BrokerId{1};
            partition->replicas.push_back({});
            partition->replicas[0].broker = BrokerId{1};
            partition->replicas[0].slot = static_cast<observe::Slot>(i);
            topic->partitions.push_back(partition);
            gauges.leo.push_back(ends);
        }
        gauges.at = now;
        gauges.memberHeardMs = heardMs;
        gauges.polledMs = {polledMs};
        observe::Snapshot snapshot;
        snapshot.at = now;
        part->roundEndsAt = roundEndsAt;
        part->lastCause = lastCause;
        auto consumer = std::make_shared<observe::ConsumerPart>();
        consumer->client = NodeId::client(7);
        consumer->maxPollInterval = 10s;
        snapshot.consumers.push_back(consumer);
        snapshot.groups.push_back(part);
        snapshot.topics.push_back(topic);
        book.look(snapshot, gauges);
    }
    const Rebalance& last() const { return book.all().back(); }

    Book book;
    Instant now{1s};
    int generation = 0;
    // what the pictures say besides
    std::function<void(observe::MemberPart&)> dress;
    std::vector<std::int64_t> heardMs;
    std::int64_t polledMs = -1;
    std::optional<Instant> roundEndsAt;
    observe::fact::RebalanceCause lastCause;
    std::string reason = "because";

private:
    std::uint64_t m_last = 0;
};

inline std::string text(const std::vector<Moved>& moved)
{
    std::string all;
    for (const Moved& one : moved)
        all += one.partition.text() + ":" + one.from + ">" + one.to + " ";
    return all;
}

inline std::string text(const std::vector<Stall>& stalls)
{
    std::string all;
    for (const Stall& one : stalls)
        all += one.partition.text() + ":" + std::to_string(toMs(one.lasted)) + "/" +
               std::to_string(one.waited) + " ";
    return all;
}

/// A alone with t-0 … t-3, then all is quiet.
inline void firstMember(Desk& desk, const std::string& protocol = "range")
{
    const EventId joined = desk.joins("A");
    desk.prepares(RebalanceKind::FirstMember, "A", joined);
    desk.pass(500ms);
    desk.forms("A", protocol);
    desk.pass(20ms);
    desk.stores();
    desk.becomes(GroupState::Stable);
    desk.look({{"A", {0, 1, 2, 3}}});
    desk.pass(10s);
}

} // namespace hw::test
