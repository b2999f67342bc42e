#include <QTest>

#include "tests/engine/rebalances/desk.h"

using namespace hw;
using namespace hw::test;

class TestBook : public QObject
{
    Q_OBJECT
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

    void statesAreCounted()
    {
        Desk desk;
        QVERIFY(!desk.book.walk("g"));
        firstMember(desk);
        const Walk& walk = *desk.book.walk("g");
        QVERIFY(walk.now == GroupState::Stable);
        QVERIFY((walk.last == Walk::Edge{GroupState::CompletingRebalance, GroupState::Stable}));
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        desk.prepares(RebalanceKind::Joined, "C", desk.joins("C"));
        QCOMPARE(walk.edges.at({GroupState::Stable, GroupState::PreparingRebalance}),
                 std::uint64_t(3));
        QVERIFY(walk.now == GroupState::PreparingRebalance && !walk.serverSide);
    }

    void aCoordinatorThatMovedIsNoRebalance()
    {
        Desk desk;
        firstMember(desk);
        const std::size_t before = desk.book.all().size();
        desk.lastCause = {EventId{900}, RebalanceKind::CoordinatorMoved, {}, "moved"};
        desk.look({{"A", {0, 1, 2, 3}}});
        desk.look({{"A", {0, 1, 2, 3}}});
        QCOMPARE(desk.book.all().size(), before);
        QCOMPARE(desk.book.moves().size(), std::size_t(1));
        QCOMPARE(desk.book.moves()[0].generation, Generation{1});
        QVERIFY(desk.book.moves()[0].event == EventId{900});
    }

    void oldListsGoButNotTheirSums()
    {
        Desk desk;
        desk.book = Book(Grounds::Observed, 10'000);
        desk.joins("A");
        desk.joins("B");
        for (int i = 0; i < 20; ++i) {
            const std::string owner = i % 2 ? "A" : "B";
            desk.prepares(RebalanceKind::LeaderRejoined, "A", desk.joins("A", true));
            desk.forms("A");
            std::vector<TopicPartition> all;
            for (int p = 0; p < 150; ++p)
                all.push_back({"t", p});
            desk.tell(
                fact::AssignmentStored{"g", Generation{desk.generation}, {{owner, all}}, true});
            desk.becomes(GroupState::Stable);
        }
        const Rebalance& second = *desk.book.find(2);
        QVERIFY(second.trimmed && second.moved.empty() && second.shares.empty());
        QCOMPARE(second.movedCount, std::size_t(150));
        QVERIFY(!desk.last().trimmed && desk.last().moved.size() == 150);
    }
};

QTEST_APPLESS_MAIN(TestBook)
#include "test_book.moc"
