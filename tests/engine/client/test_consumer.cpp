#include <QTest>

#include "engine/client/consumer.h"
#include "engine/client/record_filter.h"
#include "engine/protocol/batch_builder.h"
#include "tests/support/fake_group.h"

using namespace hw;
using namespace hw::client;
using protocol::ApiKey;
using protocol::ErrorCode;

using Texts = std::vector<std::string>;
static const TopicPartition kT0{"t", 0};
static const TopicPartition kT1{"t", 1};

class Listener final : public ConsumerListener
{
public:
    void onRecord(const TopicPartition& partition, const protocol::RecordView& record) override
    {
        records.push_back(partition.text() + "@" + std::to_string(record.offset.value()) + "=" +
                          textOf(*record.value));
        if (afterRecord)
            afterRecord();
    }
    void onAssigned(const std::vector<TopicPartition>& partitions) override
    {
        happened.push_back("assigned" + list(partitions));
    }
    void onRevoked(const std::vector<TopicPartition>& partitions, bool lost) override
    {
        happened.push_back((lost ? "lost" : "revoked") + list(partitions));
    }
    static std::string list(const std::vector<TopicPartition>& partitions)
    {
        std::string text;
        for (const TopicPartition& partition : partitions)
            text += " " + partition.text();
        return text;
    }
    Texts records;
    Texts happened;
    std::function<void()> afterRecord;
};

struct Stage
{
    Stage()
        : cluster(world, 2)
        , group(cluster, 2)
        , host(world.addHost({NodeId::client(0), "clients"}))
    {
        cluster.addTopic("t", {1, 2});
    }
    static ConsumerConfig config()
    {
        ConsumerConfig config;
        config.group = "g";
        config.topics = {"t"};
        config.sessionTimeout = 6s;
        config.heartbeatInterval = 2s;
        config.autoCommitInterval = 1s;
        config.reset = OffsetReset::Earliest;
        return config;
    }
    void start(ConsumerConfig with = config(), ConsumerInterceptor* interceptor = nullptr)
    {
        const ClientContext context{host, journal, NodeId::client(1), "c1", cluster.bootstrap()};
        consumer = std::make_unique<Consumer>(context, std::move(with), &listener, interceptor);
        consumer->start();
    }
    bool stable()
    {
        return world.runUntil([&] { return consumer->phase() == MemberPhase::Stable; }, 10s);
    }
    int count(ApiKey api) { return cluster.broker(1).count(api) + cluster.broker(2).count(api); }

    world::SimWorld world;
    test::FakeCluster cluster;
    test::FakeGroup group;
    world::Host& host;
    observe::NullJournal journal;
    Listener listener;
    std::unique_ptr<Consumer> consumer;
};

class TestConsumer : public QObject
{
    Q_OBJECT
private slots:
    void joinsReadsAndCommitsTheNextOffset()
    {
        Stage s;
        s.cluster.append(kT0, Texts{"a", "b"});
        s.cluster.append(kT1, Texts{"c"});
        s.start();
        QVERIFY(s.stable());
        QCOMPARE(s.group.joinedAs, (Texts{"", "m1"}));
        QCOMPARE(s.listener.happened, Texts{"assigned t-0 t-1"});
        s.world.runFor(500ms);
        std::ranges::sort(s.listener.records);
        QCOMPARE(s.listener.records, (Texts{"t-0@0=a", "t-0@1=b", "t-1@0=c"}));
        QVERIFY(s.group.committed.empty());
        s.world.runFor(1s);
        QCOMPARE(s.group.committed.at(kT0).value(), 2);
        QCOMPARE(s.group.committed.at(kT1).value(), 1);
        const int commits = s.count(ApiKey::OffsetCommit);
        s.world.runFor(3s); // nothing moved
        QCOMPARE(s.count(ApiKey::OffsetCommit), commits);
    }

    void goesOnWhereItsGroupStopped()
    {
        Stage s;
        s.cluster.append(kT0, Texts{"a", "b", "c"}); // one batch: the fetch begins inside it
        s.group.committed[kT0] = Offset{2};
        s.start();
        s.world.runFor(1s);
        QCOMPARE(s.listener.records, Texts{"t-0@2=c"});
    }

    void latestSkipsWhatWasThere()
    {
        Stage s;
        s.cluster.append(kT0, Texts{"old"});
        auto config = Stage::config();
        config.reset = OffsetReset::Latest;
        s.start(config);
        s.world.runFor(500ms);
        s.cluster.append(kT0, Texts{"new"});
        s.world.runFor(500ms);
        QCOMPARE(s.listener.records, Texts{"t-0@1=new"});
    }

    void outOfRangeIsResetOrAnError()
    {
        for (const OffsetReset reset : {OffsetReset::Earliest, OffsetReset::None}) {
            Stage s;
            s.cluster.append(kT0, Texts{"a"});
            s.cluster.append(kT0, Texts{"b"});
            s.cluster.log(kT0).start = Offset{1};
            s.cluster.log(kT0).batches.erase(s.cluster.log(kT0).batches.begin());
            s.group.committed[kT0] = Offset{0};
            auto config = Stage::config();
            config.reset = reset;
            s.start(config);
            s.world.runFor(1s);
            QCOMPARE(s.listener.records, reset == OffsetReset::None ? Texts{} : Texts{"t-0@1=b"});
            if (reset == OffsetReset::None)
                QVERIFY(s.consumer->lastError().ends_with("auto.offset.reset is none"));
        }
    }

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

    void movedLeaderIsFetchedFrom()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.world.runFor(300ms);
        s.cluster.moveLeader(kT0, 2);
        s.cluster.append(kT0, Texts{"a"});
        s.world.runFor(1s);
        QCOMPARE(s.listener.records, Texts{"t-0@0=a"});
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

    /// While the application works on what it got, nothing that needs a poll happens: no automatic
    /// commit, no rejoin, no more records.
    void whoWorksOnRecordsDoesNotPoll()
    {
        Stage s;
        auto config = Stage::config();
        config.maxPollRecords = 2;
        s.start(config);
        QVERIFY(s.stable());
        s.consumer->setTimePerRecord(2s);
        s.cluster.append(kT0, Texts{"a", "b", "c"});
        s.world.runFor(100ms);
        QCOMPARE(s.listener.records.size(), std::size_t(2));
        s.group.errors[ApiKey::Heartbeat] = {ErrorCode::RebalanceInProgress};
        s.world.runFor(3500ms);
        QVERIFY(s.group.committed.empty());
        QCOMPARE(s.listener.happened.size(), std::size_t(1));
        s.world.runFor(1s); // it polls: commits what it has worked on, and rejoins
        QCOMPARE(s.group.committed.at(kT0).value(), 2);
        QCOMPARE(s.listener.happened.size(), std::size_t(3));
        QCOMPARE(s.listener.records.size(), std::size_t(3));
        s.consumer->setTimePerRecord(0s);
        s.cluster.append(kT0, Texts{"d", "e", "f", "g"});
        s.world.runFor(200ms);
        QCOMPARE(s.listener.records.size(), std::size_t(7));
    }

    void pausedPartitionsKeepWhatWasFetched()
    {
        Stage s;
        s.start();
        QVERIFY(s.stable());
        s.consumer->stopPolling();
        s.cluster.append(kT0, Texts{"a"});
        s.cluster.append(kT1, Texts{"b"});
        s.world.runFor(1s); // fetched, not polled
        QVERIFY(s.consumer->pause({kT0}).has_value());
        QVERIFY(!s.consumer->pause({{"t", 7}}).has_value());
        s.consumer->pollAgain();
        s.world.runFor(1s);
        QCOMPARE(s.listener.records, Texts{"t-1@0=b"});
        observe::ConsumerReport report;
        s.consumer->report(report);
        QCOMPARE(report.paused, std::vector{kT0});
        const int fetches = s.cluster.broker(1).count(ApiKey::Fetch);
        QVERIFY(s.consumer->resume({}).has_value());
        s.world.runFor(10ms);
        QCOMPARE(s.listener.records.back(), std::string("t-0@0=a"));
        QVERIFY(s.cluster.broker(1).count(ApiKey::Fetch) <= fetches + 1); // not fetched again
    }

    void anInterceptorSeesRecordsAndCommits()
    {
        struct Seen final : ConsumerInterceptor
        {
            bool onConsume(const TopicPartition& partition, const protocol::RecordView& r) override
            {
                consumed.push_back(partition.text() + "=" + textOf(*r.value));
                return textOf(*r.value) != "secret";
            }
            void onCommit(const std::map<TopicPartition, Offset>& offsets) override
            {
                for (const auto& [partition, offset] : offsets)
                    committed.push_back(partition.text() + "@" + std::to_string(offset.value()));
            }
            Texts consumed;
            Texts committed;
        };
        Stage s;
        Seen seen;
        s.cluster.append(kT0, Texts{"a", "secret", "b"});
        s.group.errors[ApiKey::OffsetCommit] = {ErrorCode::CoordinatorLoadInProgress};
        s.start(Stage::config(), &seen);
        QVERIFY(s.stable());
        s.world.runFor(900ms);
        QCOMPARE(seen.consumed, (Texts{"t-0=a", "t-0=secret", "t-0=b"}));
        QCOMPARE(s.listener.records, (Texts{"t-0@0=a", "t-0@2=b"}));
        QVERIFY(seen.committed.empty());
        s.world.runFor(300ms);
        QVERIFY(seen.committed.empty()); // refused
        s.world.runFor(1s);
        QCOMPARE(seen.committed, (Texts{"t-0@3", "t-1@0"}));
    }

    void aFilterKeepsBackWhatItsTextIsInAndReadsOn()
    {
        Stage s;
        RecordFilter filter("secret");
        s.cluster.append(kT0, Texts{"a", "top secret", "b"});
        s.start(Stage::config(), &filter);
        QVERIFY(s.stable());
        s.world.runFor(900ms);
        QCOMPARE(s.listener.records, (Texts{"t-0@0=a", "t-0@2=b"}));
        QCOMPARE(filter.filtered(), std::uint64_t(1));
        observe::ConsumerReport report;
        s.consumer->report(report);
        QCOMPARE(report.received, std::uint64_t(3)); // what is kept back is read all the same
    }

    void aSyncCommitTriesAgainAndAnAsyncOneDoesNot()
    {
        for (const bool sync : {false, true}) {
            Stage s;
            auto config = Stage::config();
            config.autoCommit = false;
            s.start(config);
            QVERIFY(s.stable());
            s.cluster.append(kT0, Texts{"a"});
            s.world.runFor(1s);
            s.group.errors[ApiKey::OffsetCommit] = {ErrorCode::CoordinatorLoadInProgress};
            std::vector<Committed> outcomes;
            s.consumer->commit(sync, [&](const Committed& one) { outcomes.push_back(one); });
            s.world.runFor(1s);
            QCOMPARE(outcomes.size(), std::size_t(1));
            QCOMPARE(outcomes[0].error,
                     sync ? ErrorCode::None : ErrorCode::CoordinatorLoadInProgress);
            QCOMPARE(s.group.committed.contains(kT0), sync);
        }
    }

    void controlBatchesAreSkipped()
    {
        Stage s;
        s.cluster.append(kT0, protocol::buildControlMarker(
                                  {.producerId = ProducerId{1}, .producerEpoch = ProducerEpoch{0}},
                                  WallTime(1), {}));
        s.cluster.append(kT0, Texts{"a"});
        s.start();
        s.world.runFor(1s);
        QCOMPARE(s.listener.records, Texts{"t-0@1=a"});
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

    void fixedPartitionsNeedNoMembership()
    {
        Stage s;
        s.cluster.append(kT1, Texts{"a"});
        ConsumerConfig config;
        config.fixed = {kT1};
        config.reset = OffsetReset::Earliest;
        s.start(config);
        s.world.runFor(1s);
        QCOMPARE(s.listener.records, Texts{"t-1@0=a"});
        QCOMPARE(s.count(ApiKey::FindCoordinator), 0);
    }

    void slowApplicationTakesItsTime()
    {
        Stage s;
        s.cluster.append(kT0, Texts(100, "v"));
        auto config = Stage::config();
        config.maxRate = 20;
        s.start(config);
        s.world.runFor(3s);
        QVERIFY(s.listener.records.size() > 45 && s.listener.records.size() < 65);
        observe::ConsumerReport report;
        s.consumer->report(report);
        QCOMPARE(report.received, std::uint64_t(s.listener.records.size()));
        QCOMPARE(report.positions.at(0).committed.value(), std::int64_t(report.received));
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

QTEST_APPLESS_MAIN(TestConsumer)
#include "test_consumer.moc"
