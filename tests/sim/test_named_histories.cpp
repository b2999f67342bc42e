#include <QTest>

#include "tests/support/partition_scene.h"

/// Histories for which Kafka has names: what went wrong in some release, or what a setting costs.
/// Each is played step by step, and must end as Kafka 3.9 lets it end.
using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

using Configs = PartitionScene::Configs;

/// How followers find out where their logs part: by fetching, or by asking first, as before 2.7.
void bothWaysOfAsking()
{
    QTest::addColumn<QString>("protocol");
    QTest::newRow("by fetching") << "3.9-IV0";
    QTest::newRow("by asking first") << "2.6-IV0";
}

Configs asking(const QString& protocol, Configs more = {})
{
    more["inter.broker.protocol.version"] = protocol.toStdString();
    return more;
}

const Configs kUnclean{{"unclean.leader.election.enable", "true"}};

} // namespace

class TestNamedHistories : public QObject
{
    Q_OBJECT
private slots:
    /// What Kafka 0.8 lost: acks=all waits for the ISR, and the ISR may be the leader alone.
    void theIsrShrinksToTheLeaderAndAcksAllIsNotEnough()
    {
        PartitionScene scene(4, 3, {{"replica.lag.time.max.ms", "1000"}}, kUnclean);
        QVERIFY(scene.send({"a"}).ok());
        scene.deafen(2);
        scene.deafen(3);
        // Nobody lags as long as there is nothing to fetch, so this one waits for the shrink.
        QVERIFY(scene.send({"b"}).ok());
        QCOMPARE(scene.isr(), std::vector{1});
        QVERIFY(!scene.facts<fact::IsrShrunk>().empty());
        QVERIFY(scene.send({"c"}).ok()); // acknowledged by "all"
        scene.kill(1);
        scene.thaw(2);
        scene.thaw(3);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a"));
        QCOMPARE(scene.lost(), std::string("1–2"));
        QVERIFY(scene.facts<fact::LeaderElected>().back().kind == fact::ElectionKind::Unclean);
    }

    /// The same with the settings that came of it: refused rather than lost.
    void theIsrShrinksToTheLeaderAndMinIsrRefuses()
    {
        PartitionScene scene(4, 3, {{"replica.lag.time.max.ms", "1000"}},
                             {{"min.insync.replicas", "2"}});
        QVERIFY(scene.send({"a"}).ok());
        scene.deafen(2);
        scene.deafen(3);
        // It is in the log when the ISR shrinks, and never counts as committed.
        QCOMPARE(scene.send({"b"}, -1, 2s).error, ErrorCode::RequestTimedOut);
        QCOMPARE(scene.isr(), std::vector{1});
        QCOMPARE(scene.send({"c"}).error, ErrorCode::NotEnoughReplicas);
        QCOMPARE(scene.leo(1), std::int64_t(2)); // "c" was refused before anything was written
        QCOMPARE(scene.values(), std::string("a"));
        scene.kill(1);
        scene.thaw(2);
        scene.thaw(3);
        // Only broker 1 may lead: what the others lack could be committed, for all they know.
        QVERIFY2(scene.waitForLeader(0), scene.story().c_str());
        scene.restart(1);
        QVERIFY2(scene.waitForLeader(1), scene.story().c_str());
        QVERIFY2(scene.waitForIsr({1, 2, 3}), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a b"));
        QCOMPARE(scene.lost(), std::string());
    }

    /// KIP-101, scenario 1: a follower that is told to follow anew, or starts again, has its high
    /// watermark one fetch behind. Cutting there, and leading before it has fetched, loses "b".
    void kip101AFollowerDoesNotCutToItsHighWatermark_data() { bothWaysOfAsking(); }
    void kip101AFollowerDoesNotCutToItsHighWatermark()
    {
        QFETCH(QString, protocol);
        PartitionScene scene(3, 2, asking(protocol));
        QVERIFY(scene.send({"a"}).ok());
        scene.cluster.runFor(1s);
        QVERIFY(scene.send({"b"}).ok());
        QCOMPARE(scene.leo(2), std::int64_t(2));
        QCOMPARE(scene.hw(2), std::int64_t(1)); // it has "b", and does not know that all have it
        // A new epoch, in which it follows the same leader as before, who answers no more.
        scene.freeze(1);
        QVERIFY(scene.reassign({2, 1}).ok);
        scene.kill(1);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a b"));
        scene.restart(1);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a b"));
        QCOMPARE(scene.lost(), std::string());
        QVERIFY2(scene.facts<fact::LogTruncated>().empty(), scene.story().c_str());
    }

    /// KIP-101, scenario 2: both fail hard; the one that comes back first lost its newest record to
    /// the power failure, leads, and writes another at the same offset.
    void kip101LogsDoNotDivergeAfterBothFailedHard_data() { bothWaysOfAsking(); }
    void kip101LogsDoNotDivergeAfterBothFailedHard()
    {
        QFETCH(QString, protocol);
        Configs topic = kUnclean;
        topic["flush.ms"] = "100";
        PartitionScene scene(3, 2, asking(protocol), topic);
        QVERIFY(scene.send({"a"}).ok());
        scene.cluster.runFor(2s); // "a" is synced, and its mark known
        QVERIFY(scene.send({"b"}).ok());
        scene.kill(1); // it keeps "b" in its page cache
        scene.powerOff(2);
        scene.waitForSession();
        scene.restart(2);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QCOMPARE(scene.lost(), std::string("1–1"));
        QVERIFY(scene.send({"c"}).ok());
        scene.restart(1);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(1));
        QCOMPARE(cuts.front().from, Offset(2));
        QCOMPARE(cuts.front().to, Offset(1));
        scene.kill(2);
        QVERIFY(scene.waitForLeader(1));
        QCOMPARE(scene.values(), std::string("a c")); // the same as on the other one
    }

    /// KIP-279: leaders change so fast that the follower's epoch is one that the leader never had.
    /// Where the next epoch began there lies beyond the follower's end: cutting to that cuts
    /// nothing, and "x" stays where the leader has "b".
    void kip279LogsDoNotDivergeAfterFastFailovers_data() { bothWaysOfAsking(); }
    void kip279LogsDoNotDivergeAfterFastFailovers()
    {
        QFETCH(QString, protocol);
        PartitionScene scene(3, 2, asking(protocol), kUnclean);
        QVERIFY(scene.send({"a"}).ok());
        scene.deafen(2);
        QVERIFY(scene.send({"b", "c"}, 1).ok()); // only broker 1 has them
        scene.kill(1);
        scene.thaw(2);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QVERIFY(scene.send({"x"}, 1).ok()); // at the offset of "b", and only broker 2 has it
        scene.kill(2);
        scene.restart(1);
        QVERIFY2(scene.waitForLeader(1), scene.story().c_str());
        QCOMPARE(scene.leo(1), std::int64_t(3));
        scene.restart(2);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a b c"));
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(1));
        QCOMPARE(cuts.front().to, Offset(1));
        scene.kill(1);
        QVERIFY(scene.waitForLeader(2));
        QCOMPARE(scene.values(), std::string("a b c"));
    }

    /// KAFKA-14704: a leader that was replaced while it slept holds records that nobody else has.
    /// The answer that tells it where to cut carries the new leader's high watermark, which lies
    /// above them: taken before the cut, it would make them visible.
    void kafka14704AFollowerCutsBeforeItTakesTheLeadersMark()
    {
        PartitionScene scene(3, 2);
        QVERIFY(scene.send({"a"}).ok());
        scene.cluster.runFor(1s);
        scene.deafen(2);
        QVERIFY(scene.send({"u", "v"}, 1).ok());
        scene.freeze(1);
        scene.thaw(2);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QVERIFY(scene.send({"b", "c", "d"}).ok());
        QCOMPARE(scene.hw(2), std::int64_t(4));
        scene.thaw(1);
        // As long as it has what nobody else has, its mark stays below.
        bool exposed = false;
        const bool back = scene.cluster.until(
            [&](const auto&, const auto&) {
                exposed = exposed || (scene.leo(1) == 3 && scene.hw(1) > 1);
                return scene.isr() == std::vector{1, 2};
            },
            30s, 1ms);
        QVERIFY2(back, scene.story().c_str());
        QVERIFY(!exposed);
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(1));
        QCOMPARE(cuts.front().from, Offset(3));
        QCOMPARE(cuts.front().to, Offset(1));
        QVERIFY2(!cuts.front().belowHighWatermark, cuts.front().why.c_str());
    }

    /// Unclean election, one side: the partition serves again at once, and the red part is gone.
    void anUncleanElectionIsAvailableAndLosesTheRedPart()
    {
        PartitionScene scene(3, 2, {}, kUnclean);
        QVERIFY(scene.send({"a"}).ok());
        scene.kill(2);
        scene.waitForSession();
        QVERIFY(scene.send({"r1", "r2"}).ok()); // the ISR is the leader alone: acknowledged
        QCOMPARE(scene.isr(), std::vector{1});
        scene.cluster.runFor(6s); // until its mark is on its disk
        scene.kill(1);
        scene.restart(2);
        QVERIFY2(scene.waitForLeader(2), scene.story().c_str());
        QVERIFY(scene.facts<fact::LeaderElected>().back().kind == fact::ElectionKind::Unclean);
        QCOMPARE(scene.isr(), std::vector{2});
        QVERIFY(scene.part()->recovering);
        QCOMPARE(scene.lost(), std::string("1–2"));
        const bool told = scene.leadsBack<fact::AckedRecordsLost, fact::LeaderElected>();
        QVERIFY2(told, scene.story().c_str());
        QVERIFY(scene.send({"n"}).ok());
        scene.restart(1);
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        const auto cuts = scene.facts<fact::LogTruncated>();
        QCOMPARE(cuts.size(), std::size_t(1));
        QCOMPARE(cuts.front().to, Offset(1));
        QVERIFY2(cuts.front().belowHighWatermark, cuts.front().why.c_str());
        QCOMPARE(scene.values(), std::string("a n"));
        // The leader has answered for it in the meantime.
        QVERIFY(!scene.part()->recovering);
    }

    /// And the other: nobody leads until the one that has everything is back.
    void withoutUncleanElectionNothingIsLostAndNothingServed()
    {
        PartitionScene scene(3, 2);
        QVERIFY(scene.send({"a"}).ok());
        scene.kill(2);
        scene.waitForSession();
        QVERIFY(scene.send({"r1", "r2"}).ok());
        scene.kill(1);
        scene.restart(2);
        QVERIFY2(scene.waitForLeader(0), scene.story().c_str());
        scene.cluster.runFor(60s);
        QCOMPARE(scene.part()->leader, kNoBroker);
        QCOMPARE(scene.isr(), std::vector{1});
        scene.restart(1);
        QVERIFY2(scene.waitForLeader(1), scene.story().c_str());
        QVERIFY2(scene.waitForIsr({1, 2}), scene.story().c_str());
        QCOMPARE(scene.values(), std::string("a r1 r2"));
        QCOMPARE(scene.lost(), std::string());
        QVERIFY(scene.facts<fact::LogTruncated>().empty());
    }
};

QTEST_APPLESS_MAIN(TestNamedHistories)
#include "test_named_histories.moc"
