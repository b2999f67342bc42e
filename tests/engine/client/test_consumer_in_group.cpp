#include <QTest>

#include "tests/engine/client/consumer_stage.h"

using namespace hw;
using namespace hw::test;
using protocol::ApiKey;
using protocol::ErrorCode;

/// How it joins, keeps and leaves its group.
class TestConsumerInGroup : public QObject
{
    Q_OBJECT
private slots:
    void rebalanceCommitsRevokesAndJoinsAgain()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.world.runFor(300ms);
        s.cluster.append(kT0, Texts{"a"});
        s.world.runFor(300ms);
        s.group.others["m2"] = {"t"};
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::RebalanceInProgress};
        s.world.runFor(2500ms);
        QCOMPARE(s.listener.happened,
                 (Texts{"assigned t-0 t-1", "revoked t-0 t-1", "assigned t-0"}));
        QCOMPARE(s.group.committed.at(kT0).value(), 1);
        QCOMPARE(s.group.assignments.at("m2"), Texts{"t-1"});
        QCOMPARE(s.group.joinedAs, (Texts{"", "m1", "m1"}));
        QVERIFY(s.consumer->phase() == MemberPhase::Stable);
    }

    void movedCoordinatorIsFoundWithoutRejoining()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.group.coordinator = 2;
        s.world.runFor(5s);
        QCOMPARE(s.listener.happened, Texts{"assigned t-0 t-1"});
        QVERIFY(s.cluster.broker(2).count(ApiKey::Heartbeat) >= 1);
        s.cluster.append(kT0, Texts{"a"});
        s.world.runFor(2s);
        QCOMPARE(s.group.committed.at(kT0).value(), 1);
    }

    void deadCoordinatorIsFoundAgainWithoutRejoining()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.group.coordinator = 2;
        s.cluster.broker(1).crash();
        s.world.runFor(5s);
        QCOMPARE(s.listener.happened, Texts{"assigned t-0 t-1"});
        QVERIFY(s.cluster.broker(2).count(ApiKey::Heartbeat) >= 1);
    }

    void loadingCoordinatorIsWaitedFor()
    {
        Stage s;
        s.group.errors[ApiKey::FindCoordinator] = {ErrorCode::CoordinatorNotAvailable};
        s.group.errors[ApiKey::JoinGroup] = {ErrorCode::CoordinatorLoadInProgress,
                                             ErrorCode::NotCoordinator};
        s.group.errors[ApiKey::OffsetFetch] = {ErrorCode::CoordinatorLoadInProgress};
        s.cluster.append(kT0, Texts{"a"});
        s.start();
        s.world.runFor(2s);
        QCOMPARE(s.listener.records, Texts{"t-0@0=a"});
        QCOMPARE(s.count(ApiKey::FindCoordinator), 3);
    }

    void unknownMemberLosesItsPartitionsAndJoinsAsNew()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::UnknownMemberId};
        s.group.member = "m7";
        s.world.runFor(3s);
        QCOMPARE(s.listener.happened,
                 (Texts{"assigned t-0 t-1", "lost t-0 t-1", "assigned t-0 t-1"}));
        QCOMPARE(s.group.joinedAs, (Texts{"", "m1", "", "m7"}));
    }

    void wrongGenerationJoinsAgainWithItsId()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.group.generation = Generation{9};
        s.world.runFor(3s);
        QCOMPARE(s.group.joinedAs, (Texts{"", "m1", "m1"}));
        QCOMPARE(s.listener.happened.at(1), std::string("lost t-0 t-1"));
    }

    void syncIsInterruptedByANewRebalance()
    {
        Stage s;
        s.group.errors[ApiKey::SyncGroup] = {ErrorCode::RebalanceInProgress};
        s.start();
        QVERIFY(s.stable());
        QCOMPARE(s.group.joinedAs, (Texts{"", "m1", "m1"}));
    }

    void hopelessErrorsEndTheMembership()
    {
        Stage s;
        s.group.errors[ApiKey::JoinGroup] = {ErrorCode::InconsistentGroupProtocol};
        s.start();
        s.world.runFor(5s);
        QVERIFY(s.consumer->phase() == MemberPhase::Failed);
        QCOMPARE(s.consumer->lastError(), std::string("group g: INCONSISTENT_GROUP_PROTOCOL (23)"));
        QCOMPARE(s.count(ApiKey::JoinGroup), 1);
    }

    void stoppingCommitsAndLeaves()
    {
        Stage s;
        s.cluster.append(kT0, Texts{"a"});
        s.start();
        QVERIFY(s.stable());
        s.world.runFor(500ms);
        bool stopped = false;
        s.consumer->stop([&] {
            stopped = true;
            s.consumer.reset();
        });
        s.world.runFor(100ms);
        QVERIFY(stopped);
        QCOMPARE(s.group.left, Texts{"m1"});
        QCOMPARE(s.group.committed.at(kT0).value(), 1);
        QCOMPARE(s.listener.happened.back(), std::string("revoked t-0 t-1"));
    }

    void listenerMayStopItsConsumer()
    {
        Stage s;
        s.cluster.append(kT0, Texts{"a", "b"});
        bool stopped = false;
        s.listener.afterRecord = [&] {
            if (!stopped)
                s.consumer->stop([&] { stopped = true; });
        };
        auto config = Stage::config();
        config.autoCommit = false;
        s.start(config);
        s.world.runFor(2s);
        QVERIFY(stopped);
        QCOMPARE(s.group.left, Texts{"m1"});
    }

    void stoppingDoesNotWaitForADeadCluster()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.cluster.broker(1).crash();
        s.cluster.broker(2).crash();
        s.world.runFor(10ms);
        bool stopped = false;
        s.consumer->stop([&] { stopped = true; });
        s.world.runFor(1600ms);
        QVERIFY(stopped);
    }

    void stallBeyondThePollLimitLeavesAndComesBack()
    {
        Stage s;
        auto config = Stage::config();
        config.maxPollInterval = 3s;
        s.start(config);
        QVERIFY(s.stable());
        s.consumer->stall(5s);
        s.world.runFor(2900ms);
        QVERIFY(s.group.left.empty());
        QVERIFY(s.count(ApiKey::Heartbeat) >= 1);
        s.world.runFor(200ms);
        QCOMPARE(s.group.left, Texts{"m1"});
        s.world.runFor(3s);
        QCOMPARE(s.listener.happened,
                 (Texts{"assigned t-0 t-1", "lost t-0 t-1", "assigned t-0 t-1"}));
    }

    void shortStallOnlyHoldsRecordsAndRejoinBack()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.world.runFor(100ms);
        s.consumer->stall(4s);
        s.cluster.append(kT0, Texts{"a"});
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::RebalanceInProgress};
        s.world.runFor(3500ms);
        QVERIFY(s.listener.records.empty());
        QCOMPARE(s.listener.happened.size(), std::size_t(1));
        s.world.runFor(2s);
        QCOMPARE(s.listener.happened.size(), std::size_t(3));
        QCOMPARE(s.listener.records, Texts{"t-0@0=a"});
    }

    /// A cooperative member keeps its partitions in a rejoin, and what it has fetched of them.
    void whoRejoinsWithItsPartitionsReadsWhatItHadFetched()
    {
        Stage s;
        auto config = Stage::config();
        config.assignor = observe::command::Assignor::CooperativeSticky;
        s.start(config);
        QVERIFY(s.stable());
        s.world.runFor(100ms);
        s.consumer->stall(4s);
        s.cluster.append(kT0, Texts{"a"});
        s.cluster.append(kT1, Texts{"b"});
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::RebalanceInProgress};
        s.world.runFor(3500ms);
        QVERIFY(s.listener.records.empty());
        s.world.runFor(2s);
        QCOMPARE(s.listener.records.size(), std::size_t(2));
    }

    void addedPartitionsMakeTheLeaderRejoin()
    {
        Stage s;
        auto config = Stage::config();
        config.connection.metadataMaxAge = 5s;
        s.start(config);
        QVERIFY(s.stable());
        s.cluster.addTopic("t", {1, 2, 1});
        s.world.runFor(6s);
        QCOMPARE(s.listener.happened.back(), std::string("assigned t-0 t-1 t-2"));
    }

    void theLeaderAssignsTopicsThatOnlyOthersWant()
    {
        Stage s;
        s.cluster.addTopic("u", {1});
        s.group.others["m2"] = {"u"};
        s.start();
        QVERIFY(s.stable());
        QCOMPARE(s.group.assignments.at("m2"), Texts{"u-0"});
        QCOMPARE(s.group.assignments.at("m1"), (Texts{"t-0", "t-1"}));
    }

    /// Joining again it says what it has, and goes on reading it; only what the assignment leaves
    /// out is given up, after a commit, and then it joins once more.
    void cooperativelyOnlyWhatIsTakenIsGivenUp()
    {
        Stage s;
        auto config = Stage::config();
        config.assignor = observe::command::Assignor::CooperativeSticky;
        s.start(config);
        QVERIFY(s.stable());
        QCOMPARE(s.listener.happened, (Texts{"assigned t-0 t-1"}));
        s.group.others["m0"] = {"t"};
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::RebalanceInProgress};
        QVERIFY(s.world.runUntil([&] { return s.group.joinedAs.size() == 4; }, 10s));
        QVERIFY(s.stable());
        QCOMPARE(s.listener.happened,
                 (Texts{"assigned t-0 t-1", "revoked t-1", "assigned", "assigned"}));
        QCOMPARE(s.group.assignments.at("m1"), (Texts{"t-0"}));
        QCOMPARE(s.group.assignments.at("m0"), (Texts{"t-1"}));
    }
};

QTEST_APPLESS_MAIN(TestConsumerInGroup)
#include "test_consumer_in_group.moc"
