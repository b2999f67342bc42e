#include <QTest>

#include "engine/rebalances/verdicts.h"

using namespace hw;
using namespace hw::rebalances;
namespace fact = observe::fact;
using fact::GroupState;
using fact::RebalanceKind;

namespace {

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
                                            Generation{generation}, "because", kind, member},
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
        observe::Snapshot snapshot;
        snapshot.at = now;
        snapshot.groups.push_back(part);
        snapshot.topics.push_back(topic);
        book.look(snapshot, gauges);
    }
    const Rebalance& last() const { return book.all().back(); }

    Book book;
    Instant now{1s};
    int generation = 0;

private:
    std::uint64_t m_last = 0;
};

std::string text(const std::vector<Moved>& moved)
{
    std::string all;
    for (const Moved& one : moved)
        all += one.partition.text() + ":" + one.from + ">" + one.to + " ";
    return all;
}

std::string text(const std::vector<Stall>& stalls)
{
    std::string all;
    for (const Stall& one : stalls)
        all += one.partition.text() + ":" + std::to_string(toMs(one.lasted)) + "/" +
               std::to_string(one.waited) + " ";
    return all;
}

} // namespace

class TestBook : public QObject
{
    Q_OBJECT

    /// A alone with t-0 … t-3, then all is quiet.
    static void firstMember(Desk& desk, const std::string& protocol = "range")
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

private slots:
    void theFirstMember()
    {
        Desk desk;
        firstMember(desk);
        const Rebalance& one = desk.last();
        QCOMPARE(one.number, std::uint64_t(1));
        QVERIFY(one.kind == RebalanceKind::FirstMember);
        QCOMPARE(one.member, std::string("A"));
        QCOMPARE(one.clientId, std::string("A-client"));
        QCOMPARE(one.host, std::string("/127.0.0.1"));
        QVERIFY(one.outcome == Outcome::Stable);
        QCOMPARE(one.before, Generation{0});
        QCOMPARE(one.after, Generation{1});
        QCOMPARE(one.joining(), Duration(500ms));
        QCOMPARE(one.assigning(), Duration(20ms));
        QCOMPARE(one.joined, std::vector<std::string>{"A"});
        QVERIFY(one.compared);
        QCOMPARE(text(one.moved), std::string("t-0:>A t-1:>A t-2:>A t-3:>A "));
        QCOMPARE(text(one.stalls), std::string()); // nobody had read them before
    }

    void eagerlyAllPartitionsStand()
    {
        Desk desk;
        firstMember(desk);
        const EventId joined = desk.joins("B");
        desk.prepares(RebalanceKind::Joined, "B", joined);
        desk.look({{"A", {0, 1, 2, 3}}}, 100);
        desk.pass(2s);
        desk.joins("A", true); // by its heartbeat
        desk.forms("A");
        desk.pass(30ms);
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}}, 142);
        const Rebalance& one = desk.last();
        QCOMPARE(one.joined, std::vector<std::string>{"B"});
        QCOMPARE(text(one.moved), std::string("t-2:A>B t-3:A>B "));
        // A gave up all four when it joined again, and nobody read them for 30 ms.
        QCOMPARE(text(one.stalls), std::string("t-0:30/42 t-1:30/42 t-2:30/42 t-3:30/42 "));
        QCOMPARE(one.stalled(), Duration(120ms));
        QCOMPARE(one.lasted(), Duration(2030ms));
    }

    void cooperativelyOnlyWhatMovesStands()
    {
        Desk desk;
        firstMember(desk, "cooperative-sticky");
        const EventId joined = desk.joins("B");
        desk.prepares(RebalanceKind::Joined, "B", joined);
        desk.joins("A", true);
        desk.pass(10ms);
        desk.forms("A", "cooperative-sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {}}}, 5);
        QCOMPARE(text(desk.last().moved), std::string("t-2:A> t-3:A> "));
        QCOMPARE(text(desk.last().stalls), std::string());
        const EventId again = desk.joins("A", true);
        desk.prepares(RebalanceKind::LeaderRejoined, "A", again);
        desk.look({{"A", {0, 1}}, {"B", {}}}, 7);
        desk.pass(50ms);
        desk.joins("B", true);
        desk.forms("A", "cooperative-sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}}, 9);
        QCOMPARE(text(desk.last().moved), std::string("t-2:>B t-3:>B "));
        QCOMPARE(text(desk.last().stalls), std::string("t-2:50/2 t-3:50/2 "));
    }

    /// KIP-848: the coordinator assigns at once, then each member gives up and takes over.
    void ofConsumersOnlyWhatMovesStands()
    {
        Desk desk;
        const auto assigns = [&](RebalanceKind kind, const std::string& member, EventId cause) {
            desk.tell(fact::GroupStateChanged{"g", GroupState::Stable, GroupState::Assigning,
                                              Generation{++desk.generation}, "because", kind,
                                              member},
                      cause);
            desk.tell(fact::GenerationFormed{"g", Generation{desk.generation}, {}, "uniform", 2});
        };
        const auto has = [&](const std::string& member, const std::vector<int>& numbers) {
            fact::MemberReconciled told{"g", member, Generation{desk.generation}, {}, {}, false};
            for (const int number : numbers)
                told.owned.push_back({"t", number});
            desk.tell(std::move(told));
        };
        const auto stores = [&](std::vector<TopicPartition> a, std::vector<TopicPartition> b) {
            desk.tell(fact::AssignmentStored{"g",
                                             Generation{desk.generation},
                                             {{"A", std::move(a)}, {"B", std::move(b)}},
                                             true});
        };
        assigns(RebalanceKind::FirstMember, "A", desk.joins("A"));
        stores({{"t", 0}, {"t", 1}, {"t", 2}}, {});
        desk.becomes(GroupState::Stable);
        has("A", {0, 1, 2});
        desk.pass(10s);
        assigns(RebalanceKind::Joined, "B", desk.joins("B"));
        stores({{"t", 0}}, {{"t", 1}, {"t", 2}});
        desk.becomes(GroupState::Reconciling);
        desk.pass(1s);
        has("A", {0}); // gave up two
        desk.pass(300ms);
        has("B", {1});
        desk.pass(200ms);
        desk.becomes(GroupState::Stable);
        has("B", {1, 2});

        const Rebalance& one = desk.last();
        QCOMPARE(desk.book.all().size(), std::size_t(2));
        QVERIFY(one.kind == RebalanceKind::Joined);
        QVERIFY(one.outcome == Outcome::Stable);
        QCOMPARE(one.clientId, std::string("B-client"));
        QCOMPARE(one.before, Generation{1});
        QCOMPARE(one.after, Generation{2});
        QCOMPARE(one.lasted(), Duration(1500ms));
        QCOMPARE(text(one.moved), std::string("t-1:A>B t-2:A>B "));
        QCOMPARE(text(one.stalls), std::string("t-1:300/0 t-2:500/0 "));
    }

    void whoWasSilentIsNamedWithItsSilence()
    {
        Desk desk;
        firstMember(desk);
        const EventId left =
            desk.tell(fact::MemberLeft{"g", "A", "A-client", fact::LeaveCause::SessionExpired, 6s});
        desk.prepares(RebalanceKind::SessionExpired, "A", left);
        ++desk.generation;
        desk.becomes(GroupState::Empty);
        desk.look({});
        const Rebalance& one = desk.last();
        QVERIFY(one.outcome == Outcome::Empty);
        QCOMPARE(one.clientId, std::string("A-client"));
        QCOMPARE(one.host, std::string("/127.0.0.1"));
        QCOMPARE(*one.silent, Duration(6s));
        QCOMPARE(one.gone, std::vector<std::string>{"A"});
        QCOMPARE(text(one.moved), std::string("t-0:A> t-1:A> t-2:A> t-3:A> "));
        // Whoever comes next ends the standstill, which began with the rebalance.
        desk.pass(5s);
        firstMember(desk);
        QCOMPARE(desk.last().stalls.size(), std::size_t(4));
        QCOMPARE(desk.last().stalls[0].lasted, Duration(5520ms));
    }

    /// The events tell who has what, so that nothing is missed between two looks.
    void theStoredAssignmentNeedsNoPicture()
    {
        Desk desk;
        desk.prepares(RebalanceKind::FirstMember, "A", desk.joins("A"));
        desk.forms("A");
        desk.tell(fact::AssignmentStored{"g", Generation{1}, {{"A", {{"t", 0}, {"t", 1}}}}, true});
        desk.becomes(GroupState::Stable);
        QVERIFY(desk.last().compared);
        QCOMPARE(text(desk.last().moved), std::string("t-0:>A t-1:>A "));
    }

    void oneThatIsOvertakenSaysSo()
    {
        Desk desk;
        firstMember(desk);
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        desk.pass(1s);
        desk.forms("A");
        desk.prepares(RebalanceKind::Joined, "C", desk.joins("C"));
        QCOMPARE(desk.book.all().size(), std::size_t(3));
        QVERIFY(desk.book.find(2)->outcome == Outcome::Superseded);
        QCOMPARE(desk.book.find(2)->lasted(), Duration(1s));
        QVERIFY(desk.book.find(3)->outcome == Outcome::Going);
        QVERIFY(!desk.book.find(4) && !desk.book.find(0));
    }

    void itIsBounded()
    {
        Desk desk;
        for (std::size_t i = 0; i < kRebalancesMax + 5; ++i)
            desk.prepares(RebalanceKind::Joined, "A", kNoEvent);
        QCOMPARE(desk.book.all().size(), kRebalancesMax);
        QCOMPARE(desk.book.dropped(), std::uint64_t(5));
        QCOMPARE(desk.last().number, std::uint64_t(kRebalancesMax + 5));
        QVERIFY(!desk.book.find(5) && desk.book.find(6));
    }

    void theSameAgainAndAgainIsFlapping()
    {
        Desk desk;
        firstMember(desk);
        for (int i = 0; i < 3; ++i) {
            desk.pass(100s);
            const EventId left = desk.tell(
                fact::MemberLeft{"g", "A", "A-client", fact::LeaveCause::SessionExpired, 6s});
            desk.prepares(RebalanceKind::SessionExpired, "A", left);
            QCOMPARE(flapping(desk.book, desk.now).size(), std::size_t(i == 2));
            desk.joins("A");
        }
        const auto found = flapping(desk.book, desk.now);
        QCOMPARE(found[0].clientId, std::string("A-client"));
        QCOMPARE(found[0].times, 3);
        desk.pass(kFlappingWindow);
        QVERIFY(flapping(desk.book, desk.now).empty());
    }

    void verdicts()
    {
        observe::GroupPart group;
        const auto member = [&](const std::string& id, std::vector<TopicPartition> owned) {
            auto& one = group.members.emplace_back();
            one.member = id;
            one.assigned = std::move(owned);
            one.subscribed = {"a", "b"};
        };
        const std::map<std::string, std::int32_t> counts = {{"a", 2}, {"b", 2}};
        QVERIFY(judge(group, counts) == Verdict::Even); // nobody is there to own anything
        member("c1", {{"a", 0}, {"b", 0}});
        QVERIFY(judge(group, counts) == Verdict::Unowned);
        member("c2", {{"a", 1}, {"b", 1}});
        QVERIFY(judge(group, counts) == Verdict::Even);
        std::swap(group.members[0].assigned[1], group.members[1].assigned[0]);
        QVERIFY(judge(group, counts) == Verdict::OneTopicSkewed);
        QVERIFY(!isFault(Verdict::OneTopicSkewed, "sticky"));
        group.members[0].assigned.push_back(group.members[1].assigned.back());
        group.members[1].assigned.pop_back();
        QVERIFY(judge(group, counts) == Verdict::Uneven);
        QVERIFY(isFault(Verdict::Uneven, "cooperative-sticky"));
        QVERIFY(!isFault(Verdict::Uneven, "range"));
        group.members[1].subscribed = {"b"}; // it does not want more
        QVERIFY(judge(group, counts) != Verdict::Uneven);
        QVERIFY(isFault(Verdict::Unowned, "range"));
    }
};

QTEST_APPLESS_MAIN(TestBook)
#include "test_book.moc"
