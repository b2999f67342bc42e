#include <QTest>

#include "engine/broker/group/consumer_records.h"
#include "tests/engine/broker/group/consumer_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

using Kind = group::ConsumerKey::Kind;

/// How many records of a kind a group's partition has; `tombstones`: only those.
int recordsOf(const ConsumerBench& bench, Kind kind, bool tombstones = false)
{
    int count = 0;
    for (const auto& [partition, batches] : bench.logs)
        for (const Slice& bytes : batches) {
            protocol::BatchWalker walker{Slice(bytes)};
            const auto batch = walker.next();
            auto reader = protocol::RecordReader::open(**batch);
            for (auto record = reader->next(); record && *record; record = reader->next()) {
                const auto key = group::decodeKey(*(*record)->key);
                const auto* consumer = std::get_if<group::ConsumerKey>(&*key);
                if (consumer && consumer->kind == kind && (!tombstones || !(*record)->value))
                    ++count;
            }
        }
    return count;
}

ErrorCode commitAs(ConsumerBench& bench, const std::string& member, std::int32_t epoch,
                   bool newVersion = true)
{
    group::CommitRequest request;
    request.group = "g";
    request.memberId = member;
    request.generation = Generation{epoch};
    request.knowsMemberEpochs = newVersion;
    request.offsets.push_back({{"t", 0}, Offset{7}, kNoLeaderEpoch, ""});
    const auto answer = bench.commit(std::move(request));
    bench.run(5ms);
    return answer->value().front();
}

ErrorCode fetchAs(ConsumerBench& bench, std::optional<std::string> member, std::int32_t epoch)
{
    group::FetchOffsetsResult result;
    bench.call([&] {
        result = bench.coordinator->fetchOffsets(
            {"g", std::vector<TopicPartition>{{"t", 0}}, member, Generation{epoch}});
    });
    return result.error;
}

} // namespace

/// Groups of the consumer protocol in the log, their offsets, and the classic protocol beside them.
class TestConsumerStorage : public QObject
{
    Q_OBJECT
private slots:
    void keysAndValuesAreKafkasBytes()
    {
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::Epoch, "g", {}})), "0003000167");
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::Topics, "g", {}})), "0004000167");
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::Member, "g", "m"})), "000500016700016d");
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::TargetEpoch, "g", {}})), "0006000167");
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::Target, "g", "m"})), "000700016700016d");
        QCOMPARE(toHex(group::encodeConsumerKey({Kind::Progress, "g", "m"})), "000800016700016d");
        const auto key = group::decodeKey(fromHex("000800016700016d"));
        QVERIFY(key && std::holds_alternative<group::ConsumerKey>(*key));
        QCOMPARE(std::get<group::ConsumerKey>(*key).member, "m");
        QVERIFY(!group::decodeKey(fromHex("00080001670002")));

        group::ConsumerContents contents;
        const Bytes epoch = fromHex("00000000000500"); // version 0, 5, no tagged fields
        QVERIFY(contents.apply({Kind::Epoch, "g", {}}, ByteView(epoch)));
        QCOMPARE(contents.epoch->epoch, 5);
        const Bytes cut = fromHex("000000000005");
        QVERIFY(!contents.apply({Kind::Epoch, "g", {}}, ByteView(cut)));
        QCOMPARE(contents.epoch->epoch, 5);
        QVERIFY(contents.apply({Kind::Epoch, "g", {}}, std::nullopt));
        QVERIFY(!contents.epoch);
    }

    void aJoinWritesOneRecordOfEachKind()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        QCOMPARE(bench.port.appends, 1); // whole or not at all
        for (const Kind kind : {Kind::Epoch, Kind::Topics, Kind::Member, Kind::TargetEpoch,
                                Kind::Target, Kind::Progress})
            QCOMPARE(recordsOf(bench, kind), 1);
        a.ping();
        QCOMPARE(bench.port.appends, 1); // nothing changed
        a.leave();
        QCOMPARE(recordsOf(bench, Kind::Member, true), 1);
        QCOMPARE(recordsOf(bench, Kind::Target, true), 1);
        QCOMPARE(recordsOf(bench, Kind::Progress, true), 1);
        QCOMPARE(recordsOf(bench, Kind::Epoch), 2);
    }

    void aMoveKeepsMembersAndEpochs()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a"), b(bench, "b");
        a.join("i0");
        b.join();
        a.ping(); // in the middle: a has to give up three
        const auto before = bench.describeConsumers();
        QCOMPARE(before.state, "Reconciling");
        bench.crash();
        bench.start();
        const auto after = bench.describeConsumers();
        QCOMPARE(after.state, "Reconciling");
        QCOMPARE(after.epoch, before.epoch);
        QCOMPARE(after.assignmentEpoch, before.assignmentEpoch);
        QCOMPARE(after.members.size(), std::size_t(2));
        for (std::size_t i = 0; i < 2; ++i) {
            QCOMPARE(after.members[i].epoch, before.members[i].epoch);
            QCOMPARE(after.members[i].assigned, before.members[i].assigned);
            QCOMPARE(after.members[i].target, before.members[i].target);
            QCOMPARE(after.members[i].instanceId, before.members[i].instanceId);
        }
        QVERIFY(bench.report()->lastCause.kind == fact::RebalanceKind::CoordinatorMoved);
        b.ping();
        QCOMPARE(b.count(), std::size_t(0)); // still held by a
        QVERIFY(settle(bench, {&a, &b}));
        QCOMPARE(a.count(), std::size_t(3));
        QCOMPARE(b.count(), std::size_t(3));
        QCOMPARE(bench.describeConsumers().epoch, Generation{2});
    }

    void sessionsGoOnAfterAMove()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        bench.crash();
        bench.start();
        bench.run(5900ms);
        QCOMPARE(a.ping(), ErrorCode::None);
        bench.run(6100ms);
        QCOMPARE(bench.consumerState(), "Empty");
        // Nobody is there to see it, but it is written.
        bench.crash();
        bench.start();
        QCOMPARE(bench.consumerState(), "Empty");
        QCOMPARE(bench.describeConsumers().epoch, Generation{2});
    }

    void theAnswerWaitsForTheReplicas()
    {
        ConsumerBench bench;
        bench.port.hold = true;
        const auto join = bench.ask(ConsumerBench::joining("a"));
        bench.run(1s);
        QVERIFY(!join->has_value());
        QCOMPARE(bench.consumerState(), "Assigning");
        const auto beat = bench.ask(ConsumerBench::alive("a", 1)); // rests on what is not there yet
        bench.run(1s);
        QVERIFY(!beat->has_value());
        bench.port.release();
        bench.run(5ms);
        QCOMPARE((*join)->error, ErrorCode::None);
        QCOMPARE((*beat)->error, ErrorCode::None);
        QCOMPARE(bench.consumerState(), "Stable");
    }

    void whatCouldNotBeStoredIsStoredWithTheNextHeartbeat()
    {
        ConsumerBench bench;
        bench.port.error = ErrorCode::NotEnoughReplicas;
        BenchConsumer a(bench, "a");
        QCOMPARE(a.join(), ErrorCode::CoordinatorNotAvailable);
        QCOMPARE(bench.consumerState(), "Assigning");
        bench.port.error = ErrorCode::None;
        QCOMPARE(a.join(), ErrorCode::None);
        QCOMPARE(a.count(), std::size_t(6));
        QCOMPARE(bench.consumerState(), "Stable");
        bench.crash();
        bench.start();
        QCOMPARE(bench.describeConsumers().members.size(), std::size_t(1));
        QCOMPARE(bench.describeConsumers().epoch, Generation{1});
    }

    void theEndOfTheLastMemberIsStoredEvenIfNobodyAsksAgain()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        bench.port.error = ErrorCode::NotEnoughReplicas;
        bench.run(7s); // its session ends
        QCOMPARE(bench.consumerState(), "Assigning");
        bench.port.error = ErrorCode::None;
        bench.run(1s);
        QCOMPARE(bench.consumerState(), "Empty");
        QCOMPARE(recordsOf(bench, Kind::Member, true), 1);
    }

    void resigningAnswersWhoWaits()
    {
        ConsumerBench bench;
        bench.port.hold = true;
        const auto join = bench.ask(ConsumerBench::joining("a"));
        for (std::int32_t p = 0; p < bench.config.offsetsTopicPartitions; ++p)
            bench.resign(p, LeaderEpoch{2});
        bench.run(5ms);
        QCOMPARE((*join)->error, ErrorCode::NotCoordinator);
        bench.port.release();
        bench.run(10s); // no timer of it is left
        QCOMPARE(bench.beat(ConsumerBench::alive("a", 1)).error, ErrorCode::NotCoordinator);
    }

    void commitsAndFetchesNameTheMembersEpoch()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        QCOMPARE(commitAs(bench, "a", 1), ErrorCode::None);
        QCOMPARE(bench.committed(), 7);
        QCOMPARE(commitAs(bench, "a", 0), ErrorCode::StaleMemberEpoch);
        QCOMPARE(commitAs(bench, "a", 2), ErrorCode::StaleMemberEpoch);
        QCOMPARE(commitAs(bench, "a", -1), ErrorCode::StaleMemberEpoch);
        QCOMPARE(commitAs(bench, "x", 1), ErrorCode::UnknownMemberId);
        QCOMPARE(commitAs(bench, "", -1), ErrorCode::UnknownMemberId);
        QCOMPARE(commitAs(bench, "a", 1, false), ErrorCode::UnsupportedVersion);
        QCOMPARE(fetchAs(bench, "a", 1), ErrorCode::None);
        QCOMPARE(fetchAs(bench, "a", 2), ErrorCode::StaleMemberEpoch);
        QCOMPARE(fetchAs(bench, "x", 1), ErrorCode::UnknownMemberId);
        QCOMPARE(fetchAs(bench, std::nullopt, -1), ErrorCode::None);
        a.leave();
        QCOMPARE(commitAs(bench, "", -1), ErrorCode::None); // as an administrator
    }

    void classicRequestsAreRefusedWhileItHasMembers()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        const auto join = bench.join();
        bench.run(5ms);
        QCOMPARE((*join)->error, ErrorCode::InconsistentGroupProtocol);
        QCOMPARE(bench.heartbeat("a", Generation{1}), ErrorCode::UnknownMemberId);
        QCOMPARE(bench.leave("a"), ErrorCode::UnknownMemberId);
        const auto sync = bench.sync("a", Generation{1});
        bench.run(5ms);
        QCOMPARE((*sync)->error, ErrorCode::UnknownMemberId);
        QCOMPARE(bench.state(), "Dead"); // DescribeGroups does not know it
        group::ListGroupsResult list;
        bench.call([&] { list = bench.coordinator->list(); });
        QCOMPARE(list.groups.front().type, "consumer");
        QCOMPARE(list.groups.front().protocolType, "consumer");
        QCOMPARE(list.groups.front().state, "Stable");
    }

    void anEmptyGroupMayChangeItsProtocol()
    {
        ConsumerBench bench;
        const auto ids = bench.stableGroup(1);
        QCOMPARE(BenchConsumer(bench, "a").join(), ErrorCode::GroupIdNotFound);
        QCOMPARE(bench.commit(ids[0], Generation{1}, 5), ErrorCode::None);
        bench.leave(ids[0]);
        BenchConsumer a(bench, "a");
        QCOMPARE(a.join(), ErrorCode::None);
        QCOMPARE(a.epoch, 1);
        QCOMPARE(bench.committed(), 5);
        bench.crash();
        bench.start();
        QCOMPARE(bench.consumerState(), "Stable");
        QCOMPARE(bench.committed(), 5);
        // And back.
        a.leave();
        const auto back = bench.join();
        bench.run(2s);
        QCOMPARE((*back)->error, ErrorCode::None);
        QCOMPARE((*back)->generation, Generation{1});
        QCOMPARE(bench.describeConsumers().error, ErrorCode::GroupIdNotFound);
        bench.syncAll({back});
        bench.crash();
        bench.start();
        QCOMPARE(bench.state(), "Stable");
        QCOMPARE(bench.committed(), 5);
    }

    void deletedGroupsLeaveOnlyTombstones()
    {
        ConsumerBench bench;
        BenchConsumer a(bench, "a");
        a.join();
        const auto remove = [&] {
            ErrorCode error{};
            bench.call([&] {
                bench.coordinator->deleteGroups(
                    {"g"}, [&](auto deleted) { error = deleted.front().error; });
            });
            bench.run(5ms);
            return error;
        };
        QCOMPARE(remove(), ErrorCode::NonEmptyGroup);
        a.leave();
        QCOMPARE(remove(), ErrorCode::None);
        QCOMPARE(recordsOf(bench, Kind::Epoch, true), 1);
        QCOMPARE(recordsOf(bench, Kind::Topics, true), 1);
        QCOMPARE(recordsOf(bench, Kind::TargetEpoch, true), 1);
        bench.crash();
        bench.start();
        QCOMPARE(bench.describeConsumers().error, ErrorCode::GroupIdNotFound);
    }
};

QTEST_APPLESS_MAIN(TestConsumerStorage)
#include "test_consumer_storage.moc"
