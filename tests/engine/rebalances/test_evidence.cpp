#include <QTest>

#include "engine/rebalances/text.h"
#include "tests/engine/rebalances/desk.h"

using namespace hw;
using namespace hw::test;

class TestEvidence : public QObject
{
    Q_OBJECT
private slots:
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

    /// The coordinator is done once everybody was given its part; the last confirms it later.
    void aTargetCountsAsGivenBeforeItIsConfirmed()
    {
        Desk desk;
        const auto round = [&](std::vector<std::pair<std::string, std::vector<TopicPartition>>> to,
                               RebalanceKind kind, const std::string& who) {
            const EventId joined = desk.joins(who);
            ++desk.generation; // the epoch rises before the target is made
            desk.tell(fact::GroupStateChanged{"g", GroupState::Stable, GroupState::Assigning,
                                              Generation{desk.generation}, "because", kind, who},
                      joined);
            desk.tell(fact::GenerationFormed{"g", Generation{desk.generation}, {}, "uniform", 2});
            desk.tell(fact::AssignmentStored{"g", Generation{desk.generation}, to, true});
            desk.becomes(GroupState::Reconciling);
        };
        round({{"A", {{"t", 0}, {"t", 1}}}}, RebalanceKind::FirstMember, "A");
        desk.becomes(GroupState::Stable);
        round({{"A", {{"t", 0}}}, {"B", {{"t", 1}}}}, RebalanceKind::Joined, "B");
        desk.tell(fact::MemberReconciled{"g", "A", Generation{2}, {{"t", 0}}, {}, true});
        desk.pass(300ms);
        desk.becomes(GroupState::Stable);
        desk.pass(100ms);
        desk.tell(fact::MemberReconciled{"g", "B", Generation{2}, {}, {}, false});
        desk.tell(fact::MemberReconciled{"g", "B", Generation{2}, {{"t", 1}}, {}, true});
        const Rebalance& one = desk.last();
        QCOMPARE(one.protocol, std::string("uniform"));
        QCOMPARE(one.before, Generation{1});
        QCOMPARE(one.after, Generation{2});
        QCOMPARE(text(one.moved), std::string("t-1:A>B "));
        QCOMPARE(text(one.stalls), std::string("t-1:300/0 "));
        QVERIFY(desk.book.parked("g").empty());
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

QTEST_APPLESS_MAIN(TestEvidence)
#include "test_evidence.moc"
