#include <QTest>

#include <functional>

#include "engine/rebalances/text.h"
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

    void whoExpiredIsNamedWithItsTimer()
    {
        Desk desk;
        desk.dress = [](observe::MemberPart& member) {
            member.instance = "till-1";
            member.sessionTimeout = 6s;
        };
        desk.heardMs = {1400};
        firstMember(desk);
        QCOMPARE(*desk.last().instance, std::string("till-1")); // seen after it had joined
        const EventId left =
            desk.tell(fact::MemberLeft{"g", "A", "A-client", fact::LeaveCause::SessionExpired, 6s});
        desk.prepares(RebalanceKind::SessionExpired, "A", left);
        const Rebalance& one = desk.last();
        QCOMPARE(*one.instance, std::string("till-1"));
        QVERIFY(one.evidence.timer == Timer::Session);
        QCOMPARE(one.evidence.limit, Duration(6s));
        QVERIFY(*one.evidence.heard == desk.now - 6s);
        QVERIFY(one.grounds == Grounds::Observed);
        QVERIFY(Book(Grounds::Inferred).all().empty());
    }

    /// Case R08 B: the handler takes 12 s, max.poll.interval.ms is 10 s.
    void aSlowHandlerIsMeasured()
    {
        Desk desk;
        desk.dress = [](observe::MemberPart& member) { member.client = NodeId::client(7); };
        desk.polledMs = 11'000;
        firstMember(desk); // until 11.52 s
        desk.look({{"A", {0, 1, 2, 3}}});
        desk.pass(9480ms);
        desk.reason = "member A left: consumer poll timeout has expired.";
        const EventId left =
            desk.tell(fact::MemberLeft{"g", "A", "A-client", fact::LeaveCause::Left, 1s});
        desk.prepares(RebalanceKind::LeftPollLimit, "A", left);
        const Rebalance& one = desk.last();
        QCOMPARE(one.evidence.said, std::string("consumer poll timeout has expired."));
        QVERIFY(one.grounds == Grounds::ByWords);
        QVERIFY(one.evidence.timer == Timer::Poll);
        QCOMPARE(one.evidence.limit, Duration(10s));
        QVERIFY(*one.evidence.polled == Instant(11s));
        QCOMPARE(*adviceOn(desk.book, one).took, Duration(10s)); // as long as it has lasted
        desk.pass(2s);
        desk.polledMs = 23'000; // it polls again
        desk.look({});
        const Advice advice = adviceOn(desk.book, one);
        QVERIFY(advice.remedy == Remedy::Handling);
        QCOMPARE(*advice.took, Duration(12s));
        QVERIFY2(
            textOf(advice).starts_with("the handler takes 12.0 s, max.poll.interval.ms is 10.0 s"),
            textOf(advice).c_str());
    }

    /// Case R08 A: it stalls for 10 s, its session ends after 6.
    void whoComesBackWasSilentForLonger()
    {
        Desk desk;
        desk.dress = [](observe::MemberPart& member) { member.sessionTimeout = 6s; };
        firstMember(desk);
        const EventId left =
            desk.tell(fact::MemberLeft{"g", "A", "A-client", fact::LeaveCause::SessionExpired, 6s});
        desk.prepares(RebalanceKind::SessionExpired, "A", left);
        const std::uint64_t number = desk.last().number;
        ++desk.generation;
        desk.becomes(GroupState::Empty);
        QVERIFY(adviceOn(desk.book, *desk.book.find(number)).remedy == Remedy::Dead);
        desk.pass(4s);
        desk.prepares(RebalanceKind::FirstMember, "A", desk.joins("A"));
        const Advice advice = adviceOn(desk.book, *desk.book.find(number));
        QVERIFY(advice.remedy == Remedy::Silence);
        QCOMPARE(*advice.took, Duration(10s));
        QVERIFY(textOf(advice).starts_with("it was silent for 10.0 s, session.timeout.ms is 6.0"));
    }

    void whatMembersClaimedIsKeptWithEachGeneration()
    {
        Desk desk;
        desk.dress = [](observe::MemberPart& member) {
            member.protocols = {"sticky"};
            if (member.member == "A") {
                member.claimed = {{"t", 0}, {"t", 1}, {"t", 2}, {"t", 3}};
                member.claimedIn = Generation{1};
            }
        };
        firstMember(desk, "sticky");
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        desk.joins("A", true);
        desk.forms("A", "sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}});
        const Rebalance& one = desk.last();
        QCOMPARE(one.shares.size(), std::size_t(2));
        const Share& a = one.shares[0];
        QVERIFY(a.member == "A" && a.told && !a.isNew && a.clientId == "A-client");
        QCOMPARE(a.claimed.size(), std::size_t(4));
        QCOMPARE(a.claimedIn, Generation{1});
        QCOMPARE(a.before.size(), std::size_t(4));
        QCOMPARE(a.after, (std::vector<TopicPartition>{{"t", 0}, {"t", 1}}));
        QVERIFY(one.shares[1].isNew && one.shares[1].before.empty());
        QVERIFY(one.moved[0].why == Why::Newcomer);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}});
        QVERIFY(*desk.last().verdict == Verdict::Even);
        desk.prepares(
            RebalanceKind::Left, "B",
            desk.tell(fact::MemberLeft{"g", "B", "B-client", fact::LeaveCause::Left, 0s}));
        desk.forms("A", "sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1, 2, 3}}});
        QVERIFY(desk.last().shares[1].isGone);
        QVERIFY(desk.last().moved[0].why == Why::OwnerGone);
    }

    void whatIsGivenUpIsParked()
    {
        Desk desk;
        firstMember(desk);
        QVERIFY(desk.book.parked("g").empty() && desk.book.parked("nobody").empty());
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        QVERIFY(desk.book.parked("g").empty()); // A reads on until it joins again
        desk.pass(1s);
        desk.joins("A", true);
        const auto parked = desk.book.parked("g");
        QCOMPARE(parked.size(), std::size_t(4));
        QVERIFY((parked[0] == Parked{{"t", 0}, "A", desk.now}));
        desk.forms("A");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}});
        QVERIFY(desk.book.parked("g").empty());
    }

    void cooperativelyItIsParkedUntilTheNextRound()
    {
        Desk desk;
        firstMember(desk, "cooperative-sticky");
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        desk.joins("A", true);
        QVERIFY(desk.book.parked("g").empty()); // it keeps reading
        desk.forms("A", "cooperative-sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {}}});
        desk.look({{"A", {0, 1}}, {"B", {}}});
        QCOMPARE(desk.book.parked("g").size(), std::size_t(2));
        QCOMPARE(desk.book.parked("g")[0].from, std::string("A"));
        QVERIFY(desk.last().moved[0].why == Why::GivenUp);
        QVERIFY(*desk.last().verdict == Verdict::Parked);
        QVERIFY(!isFault(Verdict::Parked, "cooperative-sticky"));
        desk.prepares(RebalanceKind::PartitionsGivenUp, "A", desk.joins("A", true));
        desk.forms("A", "cooperative-sticky");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.look({{"A", {0, 1}}, {"B", {2, 3}}});
        QVERIFY(desk.last().moved[0].why == Why::TakenUp);
        QVERIFY(desk.book.parked("g").empty());
    }

    /// KIP-848: each member follows at its own pace.
    void aServerSideRebalanceIsToldMemberByMember()
    {
        Desk desk;
        const auto state = [&](GroupState from, GroupState to, EventId cause = kNoEvent,
                               std::optional<RebalanceKind> kind = {}, std::string who = {}) {
            desk.tell(fact::GroupStateChanged{"g", from, to, Generation{desk.generation}, "because",
                                              kind, std::move(who)},
                      cause);
        };
        const auto has = [&](const std::string& member, std::vector<TopicPartition> owned) {
            desk.tell(fact::MemberReconciled{
                "g", member, Generation{desk.generation}, std::move(owned), {}, true});
        };
        desk.generation = 1;
        state(GroupState::Empty, GroupState::Assigning, desk.joins("A"), RebalanceKind::FirstMember,
              "A");
        state(GroupState::Assigning, GroupState::Reconciling);
        has("A", {{"t", 0}, {"t", 1}});
        state(GroupState::Reconciling, GroupState::Stable);
        QCOMPARE(desk.book.all().size(), std::size_t(1));
        QVERIFY(desk.last().serverSide && desk.last().compared);
        QCOMPARE(text(desk.last().moved), std::string("t-0:>A t-1:>A "));
        desk.pass(5s);
        ++desk.generation;
        state(GroupState::Stable, GroupState::Assigning, desk.joins("B"), RebalanceKind::Joined,
              "B");
        state(GroupState::Assigning, GroupState::Reconciling);
        desk.pass(1s);
        has("A", {{"t", 0}});
        QCOMPARE(desk.book.parked("g").size(), std::size_t(1));
        desk.pass(200ms);
        has("B", {{"t", 1}});
        QVERIFY(desk.book.parked("g").empty());
        state(GroupState::Reconciling, GroupState::Stable);
        const Rebalance& one = desk.last();
        QCOMPARE(one.number, std::uint64_t(2));
        QCOMPARE(one.after, Generation{2});
        QCOMPARE(text(one.moved), std::string("t-1:A>B "));
        QCOMPARE(text(one.stalls), std::string("t-1:200/0 "));
        QCOMPARE(one.lasted(), Duration(1200ms));
        QVERIFY(desk.book.walk("g")->serverSide);
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

    /// It lasts until the last member has fetched its part.
    void aMemberThatIsLateToSyncIsSeen()
    {
        Desk desk;
        desk.prepares(RebalanceKind::FirstMember, "A", desk.joins("A"));
        desk.forms("A");
        desk.stores();
        desk.becomes(GroupState::Stable);
        desk.roundEndsAt = desk.now + 60s;
        desk.look({{"A", {0}}});
        desk.pass(400ms);
        desk.roundEndsAt.reset();
        desk.look({{"A", {0}}});
        QCOMPARE(desk.last().syncing(), Duration(400ms));
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
        desk.joins("A");
        desk.joins("B");
        for (int i = 0; i < 20; ++i) {
            const std::string owner = i % 2 ? "A" : "B";
            desk.prepares(RebalanceKind::LeaderRejoined, "A", desk.joins("A", true));
            desk.forms("A");
            std::vector<TopicPartition> all;
            for (int p = 0; p < 15'000; ++p)
                all.push_back({"t", p});
            desk.tell(
                fact::AssignmentStored{"g", Generation{desk.generation}, {{owner, all}}, true});
            desk.becomes(GroupState::Stable);
        }
        const Rebalance& second = *desk.book.find(2);
        QVERIFY(second.trimmed && second.moved.empty() && second.shares.empty());
        QCOMPARE(second.movedCount, std::size_t(15'000));
        QVERIFY(!desk.last().trimmed && desk.last().moved.size() == 15'000);
    }

    void theRateIsOfTheLastMinute()
    {
        Desk desk;
        firstMember(desk); // 10 s ago
        QCOMPARE(ratePerMinute(desk.book, "g", desk.now), 1);
        desk.prepares(RebalanceKind::Joined, "B", desk.joins("B"));
        QCOMPARE(ratePerMinute(desk.book, "", desk.now), 2);
        QCOMPARE(ratePerMinute(desk.book, "other", desk.now), 0);
        desk.pass(55s);
        QCOMPARE(ratePerMinute(desk.book, "g", desk.now), 1);
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
