#include <QTest>

#include "engine/broker/group/consumer_group.h"
#include "tests/engine/broker/group/consumer_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

std::vector<std::string> statesOf(const ConsumerBench& bench)
{
    std::vector<std::string> names;
    for (const auto& change : bench.events.all<fact::GroupStateChanged>())
        switch (change.to) {
        case State::Empty:
            names.push_back("Empty");
            break;
        case State::Assigning:
            names.push_back("Assigning");
            break;
        case State::Reconciling:
            names.push_back("Reconciling");
            break;
        case State::Stable:
            names.push_back("Stable");
            break;
        default:
            names.push_back("other");
        }
    return names;
}

} // namespace

/// The consumer protocol (KIP-848): epochs, reconciliation, timers.
class TestConsumerProtocol : public QObject
{
    Q_OBJECT
private slots:
    void theFirstMemberGetsAllAtOnce()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        QCOMPARE(a.join(), ErrorCode::None);
        QCOMPARE(a.epoch, 1);
        QCOMPARE(a.owned, only("t", {0, 1, 2, 3, 4, 5}));
        const auto told = bench.describeConsumers();
        QCOMPARE(told.state, "Stable");
        QCOMPARE(told.epoch, Generation{1});
        QCOMPARE(told.assignmentEpoch, Generation{1});
        QCOMPARE(told.assignor, "uniform");
        QCOMPARE(told.members.front().assigned, a.owned);
        QCOMPARE(told.members.front().target, a.owned);
        QCOMPARE(statesOf(bench), (std::vector<std::string>{"Assigning", "Stable"}));
        const auto begun = bench.events.all<fact::GroupStateChanged>().front();
        QVERIFY(begun.kind == fact::RebalanceKind::FirstMember);
        QCOMPARE(begun.member, "a");
        QCOMPARE(bench.events.all<fact::GenerationFormed>().front().protocol, "uniform");
        const auto stored = bench.events.all<fact::AssignmentStored>().front();
        QVERIFY(stored.told);
        QCOMPARE(stored.assigned.front().second.size(), std::size_t(6));
        // Nothing changed: no assignment is told again.
        QCOMPARE(a.ping(), ErrorCode::None);
        QCOMPARE(a.assignments, 1);
    }

    void aSecondMemberGetsWhatTheFirstHasGivenUp()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join();
        QCOMPARE(b.join(), ErrorCode::None);
        QCOMPARE(b.epoch, 2); // it is at the target's epoch, and waits
        QCOMPARE(b.count(), std::size_t(0));
        QCOMPARE(bench.consumerState(), "Reconciling");
        QCOMPARE(a.ping(), ErrorCode::None); // learns what to give up, in its epoch
        QCOMPARE(a.epoch, 1);
        QCOMPARE(a.count(), std::size_t(3));
        b.ping();
        QCOMPARE(b.count(), std::size_t(0)); // not yet: a has not said so
        a.beat();
        QCOMPARE(a.epoch, 2);
        b.ping();
        QCOMPARE(b.count(), std::size_t(3));
        QCOMPARE(bench.consumerState(), "Stable");
        b.beat();
        const auto told = bench.events.all<fact::MemberReconciled>().back();
        QCOMPARE(told.member, "b");
        QVERIFY(told.whole);
        QCOMPARE(told.owned.size(), std::size_t(3));
        QCOMPARE(statesOf(bench), (std::vector<std::string>{"Assigning", "Stable", "Assigning",
                                                            "Reconciling", "Stable"}));
    }

    void onlyMovedPartitionsStopWhenAThirdJoins()
    {
        ConsumerBench bench(12);
        BenchConsumer a(bench, "a"), b(bench, "b"), c(bench, "c");
        a.join();
        b.join();
        QVERIFY(settle(bench, {&a, &b}));
        const auto before = a.owned;
        c.join();
        QVERIFY(settle(bench, {&a, &b, &c}));
        QCOMPARE(a.count(), std::size_t(4));
        QCOMPARE(b.count(), std::size_t(4));
        QCOMPARE(c.count(), std::size_t(4));
        QVERIFY(group::isSubset(a.owned, before));
        // Nobody ever had to give up more than moved.
        std::size_t most = 0;
        for (const auto& told : bench.events.all<fact::MemberReconciled>())
            if (told.epoch == Generation{2})
                most = std::max(most, told.revoking.size());
        QCOMPARE(most, std::size_t(2));
    }

    void aLeavingMembersPartitionsFollowWithTheNextHeartbeat()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join();
        b.join();
        QVERIFY(settle(bench, {&a, &b}));
        QCOMPARE(b.leave(), ErrorCode::None);
        QCOMPARE(bench.consumerState(), "Assigning");
        QCOMPARE(bench.describeConsumers().epoch, Generation{3});
        a.ping();
        QCOMPARE(a.count(), std::size_t(6));
        QCOMPARE(a.epoch, 3);
        QCOMPARE(bench.consumerState(), "Stable");
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::Left);
        QCOMPARE(a.leave(), ErrorCode::None);
        QCOMPARE(bench.consumerState(), "Empty");
        QCOMPARE(bench.describeConsumers().epoch, Generation{4});
    }

    void silenceEndsAMembership()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join();
        b.join();
        QVERIFY(settle(bench, {&a, &b}));
        for (int i = 0; i < 7; ++i) {
            bench.run(1s);
            a.ping();
        }
        const auto left = bench.events.all<fact::MemberLeft>().back();
        QCOMPARE(left.member, "b");
        QVERIFY(left.cause == fact::LeaveCause::SessionExpired);
        QVERIFY(left.silentFor >= 6s && left.silentFor < 6100ms);
        QCOMPARE(a.count(), std::size_t(6));
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::SessionExpired);
        QCOMPARE(b.ping(), ErrorCode::UnknownMemberId);
        QCOMPARE(b.join(), ErrorCode::None);
    }

    void whoDoesNotGiveUpInTimeIsFenced()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join();
        b.join();
        const auto before = a.owned;
        for (int i = 0; i < 21; ++i) {
            auto request = ConsumerBench::alive("a", 1);
            request.owned = before; // it keeps all
            QCOMPARE(bench.beat(std::move(request)).error,
                     i < 20 ? ErrorCode::None : ErrorCode::UnknownMemberId);
            b.ping();
            bench.run(1s);
        }
        const auto left = bench.events.all<fact::MemberLeft>().back();
        QCOMPARE(left.member, "a");
        QVERIFY(left.cause == fact::LeaveCause::RebalanceTimeout);
        b.ping();
        QCOMPARE(b.count(), std::size_t(6));
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::RebalanceTimeout);
    }

    void addedPartitionsRaiseTheEpoch()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        a.beat();
        bench.topic("u", 3); // nobody asks for it
        a.ping();
        QCOMPARE(a.epoch, 1);
        bench.topic("t", 8);
        a.ping();
        QCOMPARE(a.epoch, 2);
        QCOMPARE(a.count(), std::size_t(8));
        const auto cause = bench.report()->lastCause;
        QVERIFY(cause.kind == fact::RebalanceKind::PartitionsAdded);
        QCOMPARE(cause.text, "topic t has 8 partitions, 6 before");
    }

    void aNewSubscriptionRaisesTheEpoch()
    {
        ConsumerBench bench;
        bench.topic("u", 2);
        BenchConsumer a(bench, "a");
        a.join();
        auto request = ConsumerBench::alive("a", 1);
        request.topics = std::vector<std::string>{"u", "t", "u"};
        a.take(bench.beat(std::move(request)));
        QCOMPARE(a.epoch, 2);
        QCOMPARE(a.count(), std::size_t(8));
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::SubscriptionChanged);
        // The same again is no change.
        auto same = ConsumerBench::alive("a", 2);
        same.topics = std::vector<std::string>{"t", "u"};
        a.take(bench.beat(std::move(same)));
        QCOMPARE(a.epoch, 2);
    }

    void theAssignorMostAskForIsTaken()
    {
        ConsumerBench bench;
        auto request = ConsumerBench::joining("a");
        request.assignor = "range";
        QCOMPARE(bench.beat(std::move(request)).error, ErrorCode::None);
        QCOMPARE(bench.describeConsumers().assignor, "range");
        QCOMPARE(bench.events.all<fact::GenerationFormed>().back().protocol, "range");
    }

    void aLostAnswerIsGivenAgain()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        // The answer to the join was lost: it comes again with epoch 0.
        QCOMPARE(a.join(), ErrorCode::None);
        QCOMPARE(a.epoch, 1);
        QCOMPARE(a.count(), std::size_t(6));
        QCOMPARE(bench.describeConsumers().epoch, Generation{1});
        bench.topic("t", 8);
        a.ping();
        QCOMPARE(a.epoch, 2);
        auto late = ConsumerBench::alive("a", 1);
        late.owned = only("t", {0, 1});
        QCOMPARE(bench.beat(std::move(late)).epoch, Generation{2});
        auto wrong = ConsumerBench::alive("a", 1);
        wrong.owned = only("t", {0, 77});
        QCOMPARE(bench.beat(std::move(wrong)).error, ErrorCode::FencedMemberEpoch);
        QCOMPARE(bench.beat(ConsumerBench::alive("a", 1)).error, ErrorCode::FencedMemberEpoch);
        QCOMPARE(bench.beat(ConsumerBench::alive("a", 3)).error, ErrorCode::FencedMemberEpoch);
    }

    void aFullRequestIsToldItsAssignmentAgain()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        auto full = ConsumerBench::joining("a");
        full.epoch = Generation{1};
        full.owned = a.owned;
        QVERIFY(bench.beat(full).assignment.has_value());
        full.rebalanceTimeout.reset();
        QVERIFY(!bench.beat(full).assignment.has_value());
    }

    void staticMembersComeBackToTheirPartitions()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join("i0");
        b.join("i1");
        QVERIFY(settle(bench, {&a, &b}));
        const auto before = b.owned;
        QCOMPARE(BenchConsumer(bench, "x").join("i1"), ErrorCode::UnreleasedInstanceId);
        QCOMPARE(b.leave(group::kAwayEpoch), ErrorCode::None);
        a.ping();
        QCOMPARE(a.count(), std::size_t(3)); // kept for it
        BenchConsumer again(bench, "b2");
        QCOMPARE(again.join("i1"), ErrorCode::None);
        QCOMPARE(again.owned, before);
        QCOMPARE(again.epoch, 2);
        QCOMPARE(bench.describeConsumers().epoch, Generation{2}); // no rebalance
        QCOMPARE(bench.consumerState(), "Stable");
        QCOMPARE(b.ping(), ErrorCode::FencedInstanceId);
        QCOMPARE(b.leave(), ErrorCode::FencedInstanceId);
        b.itsInstance = "i7";
        QCOMPARE(b.ping(), ErrorCode::UnknownMemberId);
    }

    void aStaticMemberThatDoesNotComeBackIsRemoved()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join("i0");
        b.join("i1");
        QVERIFY(settle(bench, {&a, &b}));
        b.leave(group::kAwayEpoch);
        for (int i = 0; i < 7; ++i) {
            bench.run(1s);
            a.ping();
        }
        QCOMPARE(a.count(), std::size_t(6));
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::SessionExpired);
        QCOMPARE(BenchConsumer(bench, "b2").join("i1"), ErrorCode::None);
    }

    void malformedRequestsAreRefused()
    {
        ConsumerBench bench;
        const auto refused = [&](auto change) {
            auto request = ConsumerBench::joining("a");
            change(request);
            return bench.beat(std::move(request)).error;
        };
        const auto invalid = ErrorCode::InvalidRequest;
        QCOMPARE(refused([](auto& r) { r.memberId.clear(); }), invalid);
        QCOMPARE(refused([](auto& r) { r.instanceId = ""; }), invalid);
        QCOMPARE(refused([](auto& r) { r.rackId = ""; }), invalid);
        QCOMPARE(refused([](auto& r) { r.epoch = Generation{-3}; }), invalid);
        QCOMPARE(refused([](auto& r) { r.epoch = group::kAwayEpoch; }), invalid);
        QCOMPARE(refused([](auto& r) { r.rebalanceTimeout.reset(); }), invalid);
        QCOMPARE(refused([](auto& r) { r.topics.reset(); }), invalid);
        QCOMPARE(refused([](auto& r) { r.topics->clear(); }), invalid);
        QCOMPARE(refused([](auto& r) { r.owned.reset(); }), invalid);
        QCOMPARE(refused([](auto& r) { r.owned = only("t", {0}); }), invalid);
        QCOMPARE(refused([](auto& r) { r.assignor = "sticky"; }), ErrorCode::UnsupportedAssignor);
        QCOMPARE(refused([](auto& r) { r.topicRegex = "t.*"; }),
                 ErrorCode::InvalidRegularExpression);
        QCOMPARE(refused([](auto& r) { r.epoch = Generation{1}; }), ErrorCode::GroupIdNotFound);
        QCOMPARE(refused([](auto& r) { r.epoch = group::kLeaveEpoch; }),
                 ErrorCode::GroupIdNotFound);
        QVERIFY(bench.events.all<fact::MemberJoined>().empty());
        // Version 0: the coordinator makes the id.
        auto nameless = ConsumerBench::joining("");
        nameless.mustNameItself = false;
        QCOMPARE(bench.beat(std::move(nameless)).memberId.size(), std::size_t(22));
        QCOMPARE(bench.beat(ConsumerBench::alive("x", 1)).error, ErrorCode::UnknownMemberId);
        QCOMPARE(bench.beat(ConsumerBench::alive("x", -1)).error, ErrorCode::UnknownMemberId);
    }

    void aFullGroupTakesNoMore()
    {
        ConsumerBench bench;
        bench.crash();
        bench.config.consumerGroupMaxSize = 1;
        bench.start();
        QCOMPARE(BenchConsumer(bench, "a").join(), ErrorCode::None);
        QCOMPARE(BenchConsumer(bench, "b").join(), ErrorCode::GroupMaxSizeReached);
        QCOMPARE(BenchConsumer(bench, "a").join(), ErrorCode::None);
    }
};

QTEST_APPLESS_MAIN(TestConsumerProtocol)
#include "test_consumer_protocol.moc"
