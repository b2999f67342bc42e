#include <QSet>
#include <QTest>

#include "tests/support/synthetic_cluster.h"
#include "ui/models/diagram_label.h"
#include "ui/models/event_text.h"
#include "ui/models/held_marks.h"
#include "ui/models/lookup.h"
#include "ui/models/words.h"

using namespace hw;
using namespace hw::ui;

class TestWords : public QObject
{
    Q_OBJECT
private slots:
    /// Case R19: never negative; none is not 0; beyond the end is told.
    void lagIsNeverNegative()
    {
        QCOMPARE(lagOf(-1, 100).kind, Lag::Kind::None);
        QCOMPARE(Words::lag(lagOf(-1, 100)), QString("none"));
        QCOMPARE(Words::lag(lagOf(100, 100)), QString("0"));
        QCOMPARE(Words::lag(lagOf(96, 100)), QString("4"));
        const Lag beyond = lagOf(100, 90);
        QCOMPARE(beyond.kind, Lag::Kind::BeyondEnd);
        QCOMPARE(beyond.records, std::int64_t{0});
        QCOMPARE(Words::lag(beyond), QString("0, committed beyond the end"));
    }

    void theDiagramsLabelsAreForNamesLikeItsOwn()
    {
        const TopicPartition a0{"TopicA", 0};
        for (const char* consumer : {"G1C1", "G1-C1", "C1", "group-1-C1", "G1C1r"})
            QCOMPARE(diagramLabel(a0, "group-1", consumer), QString("TAP0-G1C1"));
        QCOMPARE(diagramLabel({"TopicB", 12}, "Group2", "C34"), QString("TBP12-G2C34"));
        QCOMPARE(diagramLabels({a0, {"TopicB", 2}}, "group-2", "G2C1"),
                 QString("TAP0-G2C1, TBP2-G2C1"));
        QCOMPARE(diagramLabel({"orders", 0}, "group-1", "G1C1"), QString());
        QCOMPARE(diagramLabel({"Topic1", 0}, "group-1", "G1C1"), QString());
        QCOMPARE(diagramLabel(a0, "billing", "G1C1"), QString());
        for (const char* consumer : {"first", "ABC1", "C", "C1rr", "consumer1"})
            QCOMPARE(diagramLabel(a0, "group-1", consumer), QString());
        QCOMPARE(diagramLabels({a0, {"orders", 2}}, "group-2", "G2C1"), QString());
        QCOMPARE(diagramLabels({}, "group-2", "G2C1"), QString());
    }

    void aLagThatNobodyKnowsIsNoZero()
    {
        observe::fact::IsrShrunk shrunk;
        shrunk.partition = {"t", 0};
        shrunk.removed = {BrokerId(3)};
        shrunk.lag = 1200ms;
        QVERIFY(sentenceOf(shrunk).contains("1.2 s"));
        shrunk.lag = 0ms;
        QVERIFY(sentenceOf(shrunk).contains("not caught up with this leader yet"));
    }

    void lagOfAGroupLeavesOutWhatIsNotCommitted()
    {
        test::SyntheticCluster cluster;
        cluster.setCommitted("group-1", {"TopicA", 0}, -1);
        cluster.setCommitted("group-1", {"TopicA", 1}, 1190);
        const auto snapshot = cluster.snapshot();
        const Lag lag = lagOf(*findGroup(*snapshot, "group-1"), *snapshot, *cluster.gauges());
        QCOMPARE(lag.kind, Lag::Kind::Known);
        QCOMPARE(lag.records, std::int64_t{10});
    }

    /// Case R26: every state has a word of its own.
    void statesAreToldByWords()
    {
        QSet<QString> words;
        using State = observe::BrokerState;
        for (const State state :
             {State::Down, State::Starting, State::Recovering, State::WaitingSession,
              State::Running, State::Frozen, State::Stopping})
            words << Words::state(state);
        QCOMPARE(words.size(), 7);
        QVERIFY(!words.contains(QString()));
        words.clear();
        for (const ReplicaLook look : {ReplicaLook::Leader, ReplicaLook::Follower,
                                       ReplicaLook::OutOfIsr, ReplicaLook::Offline})
            words << Words::look(look);
        QCOMPARE(words.size(), 4);
        QVERIFY(words.contains("out of ISR"));
    }

    void aLeaderOfYesterdayIsNotTheLeader()
    {
        observe::PartitionPart part;
        part.leader = BrokerId{2};
        part.leaderEpoch = LeaderEpoch{1};
        observe::ReplicaPart old;
        old.broker = BrokerId{1};
        old.role = observe::ReplicaRole::Leader;
        old.inIsr = true;
        old.leaderEpoch = LeaderEpoch{0};
        QCOMPARE(lookOf(part, old), ReplicaLook::FormerLeader);
        QCOMPARE(Words::look(ReplicaLook::FormerLeader), QString("was leader"));
        old.leaderEpoch = LeaderEpoch{1};
        QCOMPARE(lookOf(part, old), ReplicaLook::Leader);
        old.leaderEpoch = kNoLeaderEpoch; // not known yet
        QCOMPARE(lookOf(part, old), ReplicaLook::Leader);
    }

    void withoutALivingLeaderNothingMovesTheMark()
    {
        observe::PartitionPart part;
        part.leader = BrokerId{1};
        part.isr = {BrokerId{1}, BrokerId{2}};
        part.replicas.resize(1);
        part.replicas[0].broker = BrokerId{1};
        part.replicas[0].role = observe::ReplicaRole::Offline;
        const observe::Gauges gauges;
        QVERIFY(Words::holdsBack(part, gauges).startsWith("HW cannot move: the leader, broker 1"));
    }

    void waitingSaysHowLong()
    {
        test::SyntheticCluster cluster;
        cluster.setBrokerState(BrokerId{1}, observe::BrokerState::WaitingSession);
        const auto* part = findBroker(*cluster.snapshot(), BrokerId{1});
        QCOMPARE(Words::state(*part, *cluster.gauges()), QString("waiting for old session, 2.1 s"));
    }

    void tagsKeepTheNumber()
    {
        QCOMPARE(Words::tag({"TopicA", 0}), QString("A-0"));
        QCOMPARE(Words::tag({"orders", 12}), QString("orders-12"));
        QCOMPARE(Words::tag({"a-very-long-topic", 3}), QString("a-very-…-3"));
    }

    void saysWhoHoldsTheHighWatermarkBack()
    {
        test::SyntheticCluster cluster;
        cluster.advance(1s);
        const auto snapshot = cluster.snapshot();
        observe::Gauges gauges = *cluster.gauges();
        const auto* part = findPartition(*snapshot, {"TopicA", 0});
        const auto slot = [&](int id) { return findReplica(*part, BrokerId{id})->slot; };
        gauges.hw[slot(1)] = 10;
        gauges.leo[slot(1)] = 12;
        gauges.leoSeenByLeader[slot(2)] = 12;
        gauges.leoSeenByLeader[slot(3)] = 10;
        QVERIFY(Words::holdsBack(*part, gauges).contains("held back by broker 3"));
        gauges.leo[slot(1)] = 10;
        QVERIFY(Words::holdsBack(*part, gauges).contains("nobody"));
    }

    void whatTheLeaderSawOfItsHighWatermarkComesFirst()
    {
        test::SyntheticCluster cluster;
        cluster.advance(1s);
        const auto snapshot = cluster.snapshot();
        observe::Gauges gauges = *cluster.gauges();
        const auto* part = findPartition(*snapshot, {"TopicA", 0});
        const auto slot = [&](int id) { return findReplica(*part, BrokerId{id})->slot; };
        gauges.hw[slot(1)] = 10;
        gauges.leo[slot(1)] = 12;
        observe::Event event;
        event.node = NodeId::broker(part->leader);
        event.fact = observe::fact::HighWatermarkHeld{part->id, Offset(10), {BrokerId{2}}};
        HeldMarks marks;
        marks.take({event});
        const HeldMark* seen = marks.of(*part, gauges);
        QVERIFY(seen);
        const QString said = Words::holdsBack(*part, gauges, seen);
        QVERIFY2(said.contains("held back by broker 2, as the leader noticed at"),
                 qPrintable(said));
        // It tells of this mark, while records wait above it, and of this leader only.
        gauges.hw[slot(1)] = 11;
        QVERIFY(!marks.of(*part, gauges));
        gauges.hw[slot(1)] = 10;
        gauges.leo[slot(1)] = 10;
        QVERIFY(!marks.of(*part, gauges));
        gauges.leo[slot(1)] = 12;
        observe::PartitionPart moved = *part;
        moved.leader = BrokerId{2};
        QVERIFY(!marks.of(moved, gauges));
    }

    /// Beside the event of what it did it would only be noise; a refusal never is.
    void aCommandThatHasNothingToSayIsADetail()
    {
        using observe::fact::CommandDone;
        CommandDone killed{CommandId(1), true, {}};
        QCOMPARE(areaOf(killed), EventArea::Details);
        killed.ok = false;
        QCOMPARE(areaOf(killed), EventArea::Commands);
        const CommandDone told{CommandId(1), true, {observe::OutcomeKind::NothingWasWrong}};
        QCOMPARE(areaOf(told), EventArea::Commands);
    }

    void ratesAreShort()
    {
        QCOMPARE(Words::rate(0), QString("0/s"));
        QCOMPARE(Words::rate(3.21), QString("3.2/s"));
        QCOMPARE(Words::rate(400), QString("400/s"));
        QCOMPARE(Words::rate(1240), QString("1.2k/s"));
        QCOMPARE(Words::rate(150000), QString("150k/s"));
    }
};

QTEST_GUILESS_MAIN(TestWords)
#include "test_words.moc"
