#include <QTest>

#include "engine/protocol/messages/create_partitions.h"
#include "engine/rebalances/book.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

/// Embedded consumers of group g on t, which has 3 partitions.
struct Stage
{
    bool begin() { return cluster.ready() && cluster.createTopic("t", 3, 3).ok; }
    bool add(const std::string& name, command::AddConsumer add = {})
    {
        add.name = name;
        add.group = "g";
        add.topics = {"t"};
        return cluster.run(add).ok;
    }
    bool stable(std::size_t members)
    {
        return cluster.until([&](const Snapshot&, const Gauges&) {
            const auto group = cluster.group("g");
            return group && group->state == fact::GroupState::Stable &&
                   group->members.size() == members;
        });
    }
    const ConsumerPart& part(const std::string& name)
    {
        const auto& all = (m_last = cluster.snapshot())->consumers;
        return **std::ranges::find(all, name, [](const auto& one) { return one->name; });
    }
    std::uint64_t consumed()
    {
        std::uint64_t all = 0;
        for (const auto& one : cluster.snapshot()->consumers)
            all += cluster.gauges()->consumed[one->slot];
        return all;
    }
    bool isOwned(const TopicPartition& partition)
    {
        for (const auto& member : cluster.group("g")->members)
            if (std::ranges::find(member.assigned, partition) != member.assigned.end())
                return true;
        return false;
    }
    bool isCommitted(const TopicPartition& partition)
    {
        const auto group = cluster.group("g");
        return std::ranges::any_of(group->offsets, [&](const GroupOffsetPart& one) {
            return one.partition == partition && cluster.gauges()->committed[one.slot] >= 0;
        });
    }
    /// The position of the embedded owner of t-0.
    std::int64_t position()
    {
        const auto group = cluster.group("g");
        for (const GroupOffsetPart& one : group->offsets)
            if (one.partition == TopicPartition{"t", 0})
                return cluster.gauges()->position[one.slot];
        return -1;
    }

    SimCluster cluster;

private:
    std::shared_ptr<const Snapshot> m_last;
};

} // namespace

class TestGroupCases : public QObject
{
    Q_OBJECT
private slots:
    void addedPartitionsAreReadOnceTheLeaderSeesThem_data()
    {
        QTest::addColumn<int>("ageS");
        QTest::addColumn<bool>("earliest");
        QTest::newRow("5 s, earliest") << 5 << true;
        QTest::newRow("5 s, latest") << 5 << false;
        QTest::newRow("300 s, earliest") << 300 << true;
        QTest::newRow("300 s, latest") << 300 << false;
    }
    /// Case R09.
    void addedPartitionsAreReadOnceTheLeaderSeesThem()
    {
        QFETCH(int, ageS);
        QFETCH(bool, earliest);
        Stage s;
        QVERIFY(s.begin());
        command::AddConsumer like;
        like.metadataMaxAge = Duration(std::chrono::seconds(ageS));
        like.reset = earliest ? command::OffsetReset::Earliest : command::OffsetReset::Latest;
        QVERIFY(s.add("A", like) && s.add("B", like) && s.stable(2));
        s.cluster.runFor(1s);
        const auto before = s.cluster.group("g");
        SimClient client(s.cluster, 1);
        protocol::CreatePartitionsRequest more;
        more.timeoutMs = 5000;
        more.topics.push_back({"t", 6, std::nullopt});
        const auto grown = client.call(s.cluster.snapshot()->controller.broker, more, 3);
        QVERIFY(grown && grown->results.at(0).errorCode == protocol::ErrorCode::None);
        QVERIFY(s.cluster.until([&](const auto&, const auto&) {
            const auto added = s.cluster.partition("t", 4);
            return added && added->leader != kNoBroker;
        }));
        const Instant since = s.cluster.world().now();
        QVERIFY(client.produce("t", 4, std::vector<std::string>(100, "x")).ok());
        QVERIFY(!s.isOwned({"t", 4}));
        QVERIFY(!s.isCommitted({"t", 4}));

        QVERIFY(s.cluster.until(
            [&](const auto&, const auto&) {
                return s.isOwned({"t", 4});
            },
            310s, 100ms));
        const Duration waited = s.cluster.world().now() - since;
        QVERIFY2(waited < Duration(std::chrono::seconds(ageS + 5)), "the brokers start nothing");
        QVERIFY(ageS == 5 || waited > Duration(250s));
        s.cluster.runFor(7s);
        const auto after = s.cluster.group("g");
        QCOMPARE(after->generation.value(), before->generation.value() + 1);
        QVERIFY(after->lastCause.kind == fact::RebalanceKind::PartitionsAdded);
        QCOMPARE(after->lastCause.member, after->leader);
        QCOMPARE(s.consumed(), std::uint64_t(earliest ? 100 : 0));
        QVERIFY(client.produce("t", 4, {"y"}).ok());
        s.cluster.runFor(1s);
        QCOMPARE(s.consumed(), std::uint64_t(earliest ? 101 : 1));
    }

    /// For lessons: what each asks for; the first by member id of two that ask for the same.
    void fixedMembersGetWhatTheyAskFor()
    {
        Stage s;
        QVERIFY(s.begin());
        command::AddConsumer a;
        a.assignor = command::Assignor::Fixed;
        a.fixed = {{"t", 0}, {"t", 2}};
        command::AddConsumer b = a;
        b.fixed = {{"t", 2}, {"t", 9}};
        QVERIFY(s.add("A", a) && s.add("B", b) && s.stable(2));
        s.cluster.runFor(1s);
        QCOMPARE(s.part("A").assigned, (std::vector<TopicPartition>{{"t", 0}, {"t", 2}}));
        QVERIFY(s.part("B").assigned.empty());
        QVERIFY(!s.isOwned({"t", 1}));
        QCOMPARE(s.part("A").assignor, std::string("fixed"));
        command::AddConsumer odd;
        odd.fixed = {{"t", 0}};
        QVERIFY(!s.add("C", odd));
    }

    void aPositionIsMovedToATime()
    {
        Stage s;
        QVERIFY(s.begin());
        command::AddProducer producer;
        producer.topics = {"t"};
        producer.partition = 0;
        producer.rate = 20;
        QVERIFY(s.cluster.run(producer).ok);
        QVERIFY(s.add("A") && s.stable(1));
        const NodeId client = s.part("A").client;
        s.cluster.runFor(6s);
        QVERIFY(s.cluster.run(command::CommitConsumer{client}).ok);
        const std::int64_t then = s.position();
        const std::int64_t at = s.cluster.world().wallTime().ms();
        s.cluster.runFor(6s);
        QVERIFY(s.cluster.run(command::PausePartitions{client}).ok);
        const std::int64_t end = s.position();
        QVERIFY(end > then + 100);
        const auto seek = [&](std::int64_t time) {
            const bool ok =
                s.cluster.run(command::SeekConsumer{client, {}, command::SeekTo::Time, time}).ok;
            s.cluster.runFor(100ms);
            return ok;
        };
        QVERIFY(seek(at));
        QVERIFY2(std::abs(s.position() - then) <= 2, std::to_string(s.position()).c_str());
        QVERIFY(seek(0));
        QCOMPARE(s.position(), std::int64_t(0));
        QVERIFY(seek(at + 1'000'000)); // no record is that young: the end
        QVERIFY(s.position() >= end);
    }

    void settingsOutsideTheirRangeAreRefused()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto refused = [&](command::AddConsumer add) {
            add.group = "g";
            add.topics = {"t"};
            const auto outcome = s.cluster.run(add);
            return outcome.ok ? std::string("taken") : outcome.message;
        };
        command::AddConsumer beat;
        beat.sessionTimeout = 6s;
        beat.heartbeatInterval = 6s;
        QCOMPARE(refused(beat),
                 std::string("heartbeat.interval.ms is 6000, allowed are values below the 6000 of "
                             "session.timeout.ms"));
        command::AddConsumer poll;
        poll.maxPollInterval = 1ms;
        QCOMPARE(refused(poll),
                 std::string("max.poll.interval.ms is 1, allowed are 10 to 86400000"));
        command::AddConsumer records;
        records.maxPollRecords = 0;
        QVERIFY(refused(records).starts_with("max.poll.records is 0, allowed are 1 to"));
        QVERIFY(!s.cluster.run(command::StopPolling{NodeId::client(77)}).ok);
    }
};

QTEST_APPLESS_MAIN(TestGroupCases)
#include "test_group_cases.moc"
