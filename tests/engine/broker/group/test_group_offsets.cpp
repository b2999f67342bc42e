#include <QTest>

#include "engine/broker/group/offsets_records.h"
#include "tests/engine/broker/group/group_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// Commits, fetches, expiry and deletion.
class TestGroupOffsets : public QObject
{
    Q_OBJECT
private slots:
    /// Case R12, step by step.
    void commitsWhileTheGroupRebalances()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(2);
        const Generation old{1};
        QCOMPARE(bench.commit(ids[1], old, 10), ErrorCode::None); // Stable
        const auto third = bench.join();
        QCOMPARE(bench.state(), "PreparingRebalance");
        QCOMPARE(bench.commit(ids[1], old, 11), ErrorCode::None); // as revoke callbacks do
        QCOMPARE(bench.committed(), 11);
        // It counted as a sign of life: 5 s later, and 7 s after the join, the member is still in.
        bench.run(5s);
        QCOMPARE(bench.heartbeat(ids[0], old), ErrorCode::RebalanceInProgress);
        QCOMPARE(bench.commit(ids[1], old, 12), ErrorCode::None);
        bench.run(2s);
        const auto a = bench.join(ids[0]);
        const auto b = bench.join(ids[1]);
        QCOMPARE((*b)->generation, Generation{2});
        QCOMPARE(bench.state(), "CompletingRebalance");
        QCOMPARE(bench.commit(ids[1], Generation{2}, 13), ErrorCode::RebalanceInProgress);
        QCOMPARE(bench.commit(ids[1], old, 14), ErrorCode::IllegalGeneration);
        QCOMPARE(bench.committed(), 12); // refused commits leave it untouched
        bench.syncAll({a, b, third});
        QCOMPARE(bench.commit(ids[1], old, 15), ErrorCode::IllegalGeneration);
        QCOMPARE(bench.commit("ghost", Generation{2}, 16), ErrorCode::UnknownMemberId);
        QCOMPARE(bench.commit("", Generation{-1}, 17), ErrorCode::UnknownMemberId);
        QCOMPARE(bench.committed(), 12);
        QCOMPARE(bench.commit(ids[1], Generation{2}, 18), ErrorCode::None);
        for (const auto& member : bench.describe().members)
            bench.leave(member.memberId);
        QCOMPARE(bench.state(), "Empty");
        QCOMPARE(bench.commit("", Generation{-1}, 19), ErrorCode::None);
        QCOMPARE(bench.committed(), 19);
    }

    void aCommitIsAnsweredAndSeenOnceReplicated()
    {
        GroupBench bench;
        bench.start();
        bench.port.hold = true;
        group::CommitRequest request;
        request.group = "g";
        request.offsets.push_back({{"t", 0}, Offset{5}, LeaderEpoch{3}, "note"});
        const auto answer = bench.commit(std::move(request));
        bench.run(1s);
        QVERIFY(!*answer);
        QCOMPARE(bench.committed(), -1);
        bench.call([&] { bench.port.release(); });
        bench.run(1ms);
        QCOMPARE((*answer)->front(), ErrorCode::None);
        group::FetchOffsetsResult all;
        bench.call([&] { all = bench.coordinator->fetchOffsets({"g", std::nullopt}); });
        QCOMPARE(all.offsets.size(), 1u);
        QCOMPARE(all.offsets[0].offset, Offset{5});
        QCOMPARE(all.offsets[0].leaderEpoch, LeaderEpoch{3});
        QCOMPARE(all.offsets[0].metadata, "note");
    }

    void ofCommitsConfirmedOutOfOrderTheLaterRecordWins()
    {
        GroupBench bench;
        bench.start();
        group::CommitRequest request;
        request.group = "g";
        request.offsets.push_back({{"t", 0}, Offset{5}, kNoLeaderEpoch, ""});
        bench.port.latency = 20ms;
        bench.commit(request);
        bench.port.latency = 2ms;
        request.offsets[0].offset = Offset{6};
        bench.commit(request);
        bench.run(100ms);
        QCOMPARE(bench.committed(), 6);
    }

    void anOffsetIsNotExpiredWhileACommitIsUnderWay()
    {
        GroupBench bench;
        bench.config.offsetsRetention = 600s;
        bench.config.offsetsRetentionCheck = 60s;
        bench.start();
        bench.commit("", Generation{-1}, 1);
        bench.port.hold = true;
        group::CommitRequest request;
        request.group = "g";
        request.offsets.push_back({{"t", 0}, Offset{2}, kNoLeaderEpoch, ""});
        bench.commit(request);
        bench.run(700s);
        QCOMPARE(bench.committed(), 1);
        bench.call([&] { bench.port.release(); });
        bench.run(1ms);
        QCOMPARE(bench.committed(), 2);
    }

    void tooMuchMetadataIsRefusedForThatPartitionOnly()
    {
        GroupBench bench;
        bench.start();
        group::CommitRequest request;
        request.group = "g";
        request.offsets.push_back({{"t", 0}, Offset{1}, kNoLeaderEpoch, std::string(4097, 'x')});
        request.offsets.push_back({{"t", 1}, Offset{2}, kNoLeaderEpoch, std::string(4096, 'x')});
        const auto answer = bench.commit(request);
        bench.run(5ms);
        QCOMPARE(**answer,
                 (group::CommitResult{ErrorCode::OffsetMetadataTooLarge, ErrorCode::None}));
        request.offsets.pop_back();
        const auto alone = bench.commit(request);
        QCOMPARE(**alone, group::CommitResult{ErrorCode::OffsetMetadataTooLarge});
    }

    void appendErrorsAreToldInTheGroupsWords_data()
    {
        QTest::addColumn<int>("appended");
        QTest::addColumn<int>("answered");
        const auto row = [](const char* name, ErrorCode appended, ErrorCode answered) {
            QTest::newRow(name) << static_cast<int>(appended) << static_cast<int>(answered);
        };
        row("too few replicas", ErrorCode::NotEnoughReplicas, ErrorCode::CoordinatorNotAvailable);
        row("too few after append", ErrorCode::NotEnoughReplicasAfterAppend,
            ErrorCode::CoordinatorNotAvailable);
        row("not the leader", ErrorCode::NotLeaderOrFollower, ErrorCode::NotCoordinator);
        row("too large", ErrorCode::MessageTooLarge, ErrorCode::InvalidCommitOffsetSize);
        row("timed out", ErrorCode::RequestTimedOut, ErrorCode::RequestTimedOut);
    }
    void appendErrorsAreToldInTheGroupsWords()
    {
        QFETCH(int, appended);
        QFETCH(int, answered);
        GroupBench bench;
        bench.start();
        bench.commit("", Generation{-1}, 1);
        bench.port.error = static_cast<ErrorCode>(appended);
        QCOMPARE(static_cast<int>(bench.commit("", Generation{-1}, 2)), answered);
        QCOMPARE(bench.committed(), 1);
    }

    void fetchTellsMinusOneWhereNothingIsCommitted()
    {
        GroupBench bench;
        bench.start();
        QCOMPARE(bench.committed(), -1);
        bench.commit("", Generation{-1}, 3);
        group::FetchOffsetsResult result;
        bench.call([&] {
            result = bench.coordinator->fetchOffsets(
                {"g", std::vector<TopicPartition>{{"t", 9}, {"t", 0}}});
        });
        QCOMPARE(result.error, ErrorCode::None);
        QCOMPARE(result.offsets[0].offset, kNoOffset);
        QCOMPARE(result.offsets[1].offset, Offset{3});
    }

    void offsetsOfAnEmptyGroupExpireCountedFromThen()
    {
        GroupBench bench;
        bench.config.offsetsRetention = 3600s;
        bench.config.offsetsRetentionCheck = 60s;
        bench.start();
        const auto ids = bench.stableGroup(1);
        bench.commit(ids[0], Generation{1}, 7);
        for (int i = 0; i < 4000; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[0], Generation{1});
        }
        QCOMPARE(bench.committed(), 7); // subscribed: kept however old
        bench.leave(ids[0]);
        bench.run(3500s);
        QCOMPARE(bench.committed(), 7);
        bench.run(200s);
        QCOMPARE(bench.committed(), -1);
        QCOMPARE(bench.state(), "Dead");
        // And the tombstones hold: nothing comes back.
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        bench.resign(partition, LeaderEpoch{2});
        bench.elect(partition, LeaderEpoch{3});
        bench.run(10ms);
        QCOMPARE(bench.state(), "Dead");
        QCOMPARE(bench.committed(), -1);
    }

    /// Case R10: 2 min of retention, looked at every 10 s.
    void whenOffsetsExpireToTheSecond()
    {
        const auto begun = [](GroupBench& bench) {
            bench.config.offsetsRetention = 120s;
            bench.config.offsetsRetentionCheck = 10s;
            bench.start();
            return bench.stableGroup(1).front();
        };
        const auto stays = [](GroupBench& bench, const std::string& id, Duration time) {
            for (Duration done{}; done < time; done += 5s) {
                bench.run(5s);
                QCOMPARE(bench.heartbeat(id, Generation{1}), ErrorCode::None);
            }
        };
        { // (a) five idle minutes, then a commit, then it restarts
            GroupBench bench;
            const std::string id = begun(bench);
            bench.commit(id, Generation{1}, 50);
            stays(bench, id, 300s);
            bench.commit(id, Generation{1}, 51);
            bench.leave(id);
            bench.run(1s);
            QCOMPARE(bench.committed(), 51);
        }
        { // (b) the clock starts when the group becomes empty, not at the commit
            GroupBench bench;
            const std::string id = begun(bench);
            bench.commit(id, Generation{1}, 50);
            stays(bench, id, 300s);
            bench.leave(id);
            bench.run(60s);
            QCOMPARE(bench.committed(), 50);
        }
        { // (c) gone between 120 and 130 s after the last member left
            GroupBench bench;
            const std::string id = begun(bench);
            bench.commit(id, Generation{1}, 50);
            bench.leave(id);
            bench.run(119s);
            QCOMPARE(bench.committed(), 50);
            bench.run(12s);
            QCOMPARE(bench.committed(), -1);
        }
        { // (d) assign() only: counted from the commit
            GroupBench bench;
            begun(bench);
            group::CommitRequest request;
            request.group = "simple";
            request.offsets.push_back({{"t", 0}, Offset{9}, kNoLeaderEpoch, ""});
            bench.commit(request);
            const auto kept = [&] {
                group::FetchOffsetsResult all;
                bench.call([&] {
                    all = bench.coordinator->fetchOffsets({"simple", std::nullopt});
                });
                return all.offsets.size();
            };
            bench.run(119s);
            QCOMPARE(kept(), 1u);
            bench.run(61s); // three minutes
            QCOMPARE(kept(), 0u);
        }
    }

    void onlyUnsubscribedTopicsExpireWhileStable()
    {
        GroupBench bench;
        bench.config.offsetsRetention = 600s;
        bench.config.offsetsRetentionCheck = 60s;
        bench.start();
        const auto ids = bench.stableGroup(1);
        group::CommitRequest request;
        request.group = "g";
        request.memberId = ids[0];
        request.generation = Generation{1};
        request.offsets.push_back({{"t", 0}, Offset{1}, kNoLeaderEpoch, ""});
        request.offsets.push_back({{"old", 0}, Offset{2}, kNoLeaderEpoch, ""});
        bench.commit(request);
        for (int i = 0; i < 700; ++i) {
            bench.run(1s);
            bench.heartbeat(ids[0], Generation{1});
        }
        group::FetchOffsetsResult all;
        bench.call([&] { all = bench.coordinator->fetchOffsets({"g", std::nullopt}); });
        QCOMPARE(all.offsets.size(), 1u);
        QCOMPARE(all.offsets[0].partition.topic, "t");
        QCOMPARE(bench.state(), "Stable");
    }

    void simpleConsumersOffsetsExpireCountedFromTheCommit()
    {
        GroupBench bench;
        bench.config.offsetsRetention = 600s;
        bench.config.offsetsRetentionCheck = 60s;
        bench.start();
        bench.commit("", Generation{-1}, 1);
        bench.run(500s);
        bench.commit("", Generation{-1}, 2);
        bench.run(500s);
        QCOMPARE(bench.committed(), 2);
        bench.run(200s);
        QCOMPARE(bench.state(), "Dead");
    }

    void onlyEmptyGroupsAreDeleted()
    {
        GroupBench bench;
        bench.start();
        const auto ids = bench.stableGroup(1);
        bench.commit(ids[0], Generation{1}, 7);
        QCOMPARE(deleteGroup(bench, "g"), ErrorCode::NonEmptyGroup);
        QCOMPARE(deleteGroup(bench, "other"), ErrorCode::GroupIdNotFound);
        bench.leave(ids[0]);
        QCOMPARE(deleteGroup(bench, "g"), ErrorCode::None);
        QCOMPARE(bench.state(), "Dead");
        QCOMPARE(bench.committed(), -1);
        const std::int32_t partition = bench.coordinator->partitionFor("g");
        bench.resign(partition, LeaderEpoch{2});
        bench.elect(partition, LeaderEpoch{3});
        bench.run(10ms);
        QCOMPARE(bench.committed(), -1);
        QCOMPARE(bench.state(), "Dead");
    }

    void recordsAreKafkasByteForByte()
    {
        QCOMPARE(toHex(group::encodeOffsetKey("g", {"t", 3})), "0001000167000174"
                                                               "00000003");
        QCOMPARE(toHex(group::encodeGroupKey("g")), "0002000167");
        QCOMPARE(toHex(group::encodeOffsetValue(
                     {Offset{5}, LeaderEpoch{2}, "m", WallTime{1700000000000}})),
                 "0003"
                 "0000000000000005"
                 "00000002"
                 "00016d"
                 "0000018bcfe56800");
        protocol::GroupMetadataValue value;
        value.protocolType = "consumer";
        value.generation = Generation{4};
        value.protocol = std::nullopt;
        value.leader = std::nullopt;
        value.currentStateTimestamp = 1700000000000;
        QCOMPARE(toHex(group::encodeGroupValue(value)), "0003"
                                                        "0008636f6e73756d6572"
                                                        "00000004"
                                                        "ffff"
                                                        "ffff"
                                                        "0000018bcfe56800"
                                                        "00000000");
        auto& member = value.members.emplace_back();
        member.memberId = "m";
        member.clientId = "c";
        member.clientHost = "/h";
        member.rebalanceTimeout = 256;
        member.sessionTimeout = 16;
        member.subscription = {1};
        member.assignment = {2, 3};
        const std::string hex = toHex(group::encodeGroupValue(value));
        QVERIFY(hex.ends_with("00000001"
                              "00016d"
                              "ffff"
                              "000163"
                              "00022f68"
                              "00000100"
                              "00000010"
                              "0000000101"
                              "000000020203"));
    }

    void brokenOrForeignRecordsAreToldApart()
    {
        QVERIFY(!group::decodeKey(fromHex("00")));
        QVERIFY(!group::decodeKey(fromHex("00010001")));
        const auto foreign = group::decodeKey(fromHex("0009000167"));
        QVERIFY(foreign && std::holds_alternative<group::ForeignKey>(*foreign));
        QVERIFY(!group::decodeOffsetValue(fromHex("00030000")));
        QVERIFY(!group::subscribedTopics(Slice(fromHex("0001"))));
        QVERIFY(group::assignedPartitions(Slice()).empty());
        // A newer consumer's bytes: known fields are read, what follows is left.
        const auto newer = group::subscribedTopics(Slice(fromHex("0009"
                                                                 "00000001"
                                                                 "000174"
                                                                 "ffffffff"
                                                                 "00000000"
                                                                 "ffffffff"
                                                                 "ffff"
                                                                 "aa")));
        QVERIFY(newer);
        QCOMPARE(newer->front(), "t");
    }

private:
    static ErrorCode deleteGroup(GroupBench& bench, const std::string& group)
    {
        std::optional<ErrorCode> error;
        bench.call([&] {
            bench.coordinator->deleteGroups(
                {group}, [&](std::vector<group::DeletedGroup> all) { error = all.front().error; });
        });
        bench.run(5ms);
        return error.value();
    }
};

QTEST_APPLESS_MAIN(TestGroupOffsets)
#include "test_group_offsets.moc"
