#include <QTest>

#include "engine/client/record_filter.h"
#include "engine/protocol/batch_builder.h"
#include "tests/engine/client/consumer_stage.h"

using namespace hw;
using namespace hw::test;
using protocol::ApiKey;
using protocol::ErrorCode;

/// What it reads, hands out and commits.
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
};

QTEST_APPLESS_MAIN(TestConsumer)
#include "test_consumer.moc"
