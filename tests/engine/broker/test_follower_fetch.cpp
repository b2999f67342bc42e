#include <QTest>

#include "engine/protocol/messages/offset_for_leader_epoch.h"
#include "tests/engine/broker/wire_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

constexpr int kFromFollowers = 11;

const FetchResponse::PartitionData& only(const FetchResponse& response)
{
    return response.responses.at(0).partitions.at(0);
}

std::size_t bytesOf(const FetchResponse::PartitionData& data)
{
    return data.records ? data.records->size() : 0;
}

/// Two brokers, both with a replica of `t-0`, and two records that both know to be committed.
struct Bench : WireBench
{
    Bench()
        : WireBench(2, 2)
    {
        HW_ASSERT(client->produce("t", 0, {"a", "b"}).ok(), cluster.story());
        cluster.runFor(1s); // the follower hears of the mark with its next fetch
    }
    FetchResponse::PartitionData ask(int version, std::int64_t at,
                                     LeaderEpoch current = kNoLeaderEpoch)
    {
        FetchRequest request = fetchRequest(version, at);
        request.topics[0].partitions[0].currentLeaderEpoch = current;
        return only(fetch(other(), version, request));
    }
    /// A consumer's fetch that the follower keeps.
    SimClient::Pending<FetchRequest> park(std::int64_t at, int minBytes = 1)
    {
        FetchRequest request = fetchRequest(12, at, 20'000);
        request.minBytes = minBytes;
        auto waiting = client->send(other(), request, 12);
        cluster.runFor(100ms);
        return waiting;
    }
    bool answered(const SimClient::Pending<FetchRequest>& waiting, Duration limit)
    {
        return cluster.world().runUntil([&] { return waiting->has_value(); }, limit);
    }
};

} // namespace

/// What consumers read from a replica that does not lead (KIP-392), request by request.
class TestFollowerFetch : public QObject
{
    Q_OBJECT
private slots:
    void consumersReadFromFollowersFromVersion11On()
    {
        Bench bench;
        for (int version = 4; version <= 17; ++version) {
            const auto read = bench.ask(version, 0);
            if (version < kFromFollowers) {
                QCOMPARE(read.errorCode, ErrorCode::NotLeaderOrFollower);
                continue;
            }
            QCOMPARE(read.errorCode, ErrorCode::None);
            QCOMPARE(read.highWatermark, Offset(2));
            QCOMPARE(read.logStartOffset, Offset(0));
            QVERIFY(bytesOf(read) > 0);
            QCOMPARE(bytesOf(read), bytesOf(only(bench.fetch(bench.leader, version,
                                                             bench.fetchRequest(version)))));
        }
    }

    void followersCheckEpochsAndOffsetsAsLeadersDo()
    {
        Bench bench;
        for (int version = kFromFollowers; version <= 17; ++version) {
            QCOMPARE(bench.ask(version, 0, bench.epoch).errorCode, ErrorCode::None);
            const LeaderEpoch next(bench.epoch.value() + 1);
            QCOMPARE(bench.ask(version, 0, next).errorCode, ErrorCode::UnknownLeaderEpoch);
            QCOMPARE(bench.ask(version, 2).errorCode, ErrorCode::None); // its end
            QCOMPARE(bench.ask(version, 3).errorCode, ErrorCode::OffsetOutOfRange);
            QCOMPARE(bench.ask(version, -1).errorCode, ErrorCode::OffsetOutOfRange);
        }
    }

    /// Only leaders answer other replicas, and say where offsets and epochs lie.
    void allElseIsForLeadersOnly()
    {
        Bench bench;
        for (const int version : {4, 11, 12, 17}) {
            FetchRequest request = bench.fetchRequest(version);
            (version < 15 ? request.replicaId : request.replicaState.replicaId) = bench.leader;
            QCOMPARE(only(bench.fetch(bench.other(), version, request)).errorCode,
                     ErrorCode::NotLeaderOrFollower);
        }
        for (int version = 1; version <= 9; ++version)
            QCOMPARE(
                bench.listOffsets(version, -1, kNoLeaderEpoch, kNoBroker, bench.other()).errorCode,
                ErrorCode::NotLeaderOrFollower);
        OffsetForLeaderEpochRequest request;
        auto& topic = request.topics.emplace_back();
        topic.topic = "t";
        topic.partitions.push_back({.leaderEpoch = bench.epoch});
        const auto answer = bench.client->call(bench.other(), request, 4).value();
        QCOMPARE(answer.topics.at(0).partitions.at(0).errorCode, ErrorCode::NotLeaderOrFollower);
    }

    /// It has the record long before it knows that all have it.
    void aFollowerShowsNothingAboveItsOwnMark()
    {
        Bench bench;
        QVERIFY(bench.client->produce("t", 0, {"c"}).ok());
        const auto read = bench.ask(12, 2);
        QCOMPARE(read.errorCode, ErrorCode::None);
        QCOMPARE(read.highWatermark, Offset(2));
        QCOMPARE(bytesOf(read), std::size_t(0));
        QCOMPARE(bench.ask(12, 3).errorCode, ErrorCode::None); // above the mark, within its log
        bench.cluster.runFor(1s);
        QVERIFY(bytesOf(bench.ask(12, 2)) > 0);
    }

    void aFetchThatWaitsAtAFollowerIsAnsweredWhenItsMarkMoves()
    {
        for (const int minBytes : {1, 10}) {
            Bench bench;
            const auto waiting = bench.park(2, minBytes);
            QVERIFY(!waiting->has_value());
            QVERIFY(bench.client->produce("t", 0, {"c"}).ok());
            QVERIFY(bench.answered(waiting, 2s));
            QVERIFY(bytesOf(only((*waiting)->value())) > 0);
        }
    }

    void itIsAnsweredThoughTheFollowerComesToLead()
    {
        Bench bench;
        FetchRequest request = bench.fetchRequest(12, 2, 20'000);
        request.topics[0].partitions[0].currentLeaderEpoch = bench.epoch;
        const auto waiting = bench.client->send(bench.other(), request, 12);
        bench.cluster.runFor(100ms);
        QVERIFY(bench.cluster.kill(bench.leader.value()).ok);
        QVERIFY(bench.answered(waiting, 10s));
        QCOMPARE(only((*waiting)->value()).errorCode, ErrorCode::FencedLeaderEpoch);
    }

    /// Without an epoch it goes on waiting, now for the mark of a leader.
    void whoKnowsNoEpochGoesOnWaitingForTheNewLeader()
    {
        Bench bench;
        const auto waiting = bench.park(2);
        QVERIFY(bench.cluster.kill(bench.leader.value()).ok);
        QVERIFY(bench.cluster.until([&](const auto&, const auto&) {
            return bench.cluster.partition("t", 0)->leader == bench.other();
        }));
        bench.cluster.runFor(200ms); // until it was told
        QVERIFY(!waiting->has_value());
        SimClient second(bench.cluster, 2); // the first one waits for its answer
        QVERIFY(second.produce("t", 0, {"c"}).ok());
        QVERIFY(bench.answered(waiting, 1s));
        QVERIFY(bytesOf(only((*waiting)->value())) > 0);
    }

    void itIsAnsweredWhenTheReplicaIsDeleted()
    {
        Bench bench;
        const auto waiting = bench.park(2);
        QVERIFY(bench.cluster.run(observe::command::DeleteTopic{"t"}).ok);
        QVERIFY(bench.answered(waiting, 5s));
        QCOMPARE(only((*waiting)->value()).errorCode, ErrorCode::UnknownTopicOrPartition);
    }
};

QTEST_APPLESS_MAIN(TestFollowerFetch)
#include "test_follower_fetch.moc"
