#include <QTest>

#include "engine/simulate/event_watch.h"
#include "engine/simulate/group_watch.h"
#include "engine/simulate/history.h"

using namespace hw;
using namespace hw::simulate;
using namespace hw::observe;

namespace {

const TopicPartition kName{"T", 0};
const Place kPlace{1, 0};

/// The checkers with nothing around them.
struct Bench
{
    Findings findings;
    TopicBook book{findings};
    Excuses excuses{false};
    History history{findings, excuses};
    GroupWatch groups{findings, book, excuses};
    std::uint64_t lastEvent = 0;

    Bench() { show({"T"}); }

    /// The topics there are, each with an id of its own unless `other`.
    void show(std::vector<std::string> names, std::uint8_t other = 0)
    {
        Snapshot snapshot;
        for (const std::string& name : names) {
            auto topic = std::make_shared<TopicPart>();
            topic->name = name;
            topic->id.bytes[0] = static_cast<std::uint8_t>(name.back());
            topic->id.bytes[1] = other;
            topic->partitions.push_back(std::make_shared<PartitionPart>());
            snapshot.topics.push_back(std::move(topic));
        }
        book.look(snapshot);
    }
    void note(Fact fact, NodeId node = NodeId::broker(BrokerId(1)))
    {
        excuses.note({EventId(++lastEvent), {}, {}, node, kNoEvent, std::move(fact)});
    }
    void elect(int broker, int epoch, fact::ElectionKind kind = fact::ElectionKind::Offline)
    {
        note(fact::LeaderElected{
            kName, kNoBroker, BrokerId(broker), LeaderEpoch(epoch), {BrokerId(broker)}, kind});
    }
    void leads(int epoch, int leo, Duration at = {}, Duration startedAt = {})
    {
        history.becameLeader(kPlace, {kName, LeaderEpoch(epoch), Offset(leo), Offset(0)},
                             Instant(at), Instant(startedAt));
    }
    void settle()
    {
        findings.settle([&](const TopicPartition& id) {
            return excuses.ofGroups() || excuses.of(id) != nullptr;
        });
    }
    /// What was found first, as `1: …`; empty: nothing.
    QString first()
    {
        settle();
        return findings.empty() ? QString()
                                : QStringLiteral("%1: %2")
                                      .arg(findings.list().front().invariant)
                                      .arg(QString::fromStdString(findings.list().front().what));
    }
};

Tag tagOf(const std::string& producer, std::int64_t number) { return {producer, number, 1}; }

} // namespace

class TestCheckers : public QObject
{
    Q_OBJECT
private slots:
    void tagsAreReadBack()
    {
        const Tag tag{"i0.2", 17, 3};
        QCOMPARE(QString::fromStdString(tag.text()), QString("i0.2:17@3"));
        const auto read = Tag::parse(tag.text() + " xxxx");
        QVERIFY(read && read->producer == "i0.2" && read->number == 17 && read->life == 3);
        for (const char* bad : {"", "i0.2", "i0.2:x@3", "i0.2:17@", "i0.2@3:17"})
            QVERIFY2(!Tag::parse(bad), bad);
    }

    void whatWasAcknowledgedMustBeThere()
    {
        Bench bench;
        bench.history.acknowledged(kPlace, kName, Offset(0), tagOf("p0.1", 0), -1);
        bench.history.beginLastReading();
        bench.history.read(kPlace, kName, Offset(0), tagOf("p0.1", 0), "me");
        bench.history.judge(kPlace, kName, Offset(1), {});
        QCOMPARE(bench.first(), QString());

        bench.history.acknowledged(kPlace, kName, Offset(1), tagOf("p0.1", 1), -1);
        bench.history.judge(kPlace, kName, Offset(1), {});
        QVERIFY2(bench.first().startsWith("1: T-0 offset 1: p0.1:1@1 was acknowledged"),
                 qPrintable(bench.first()));
    }

    void otherAcksPromiseNothing()
    {
        Bench bench;
        bench.history.acknowledged(kPlace, kName, Offset(0), tagOf("p0.1", 0), 1);
        bench.history.judge(kPlace, kName, Offset(0), {});
        QCOMPARE(bench.first(), QString());
    }

    void anExcusedLossHasToBeInTheLedger()
    {
        Bench bench;
        bench.elect(1, 0, fact::ElectionKind::NewPartition);
        bench.history.acknowledged(kPlace, kName, Offset(0), tagOf("p0.1", 0), -1);
        bench.note(fact::BrokerKilled{BrokerId(1), true});
        bench.elect(1, 1);
        bench.history.judge(kPlace, kName, Offset(0),
                            {{kName, Offset(0), Offset(0), LeaderEpoch(1), EventId(9)}});
        QCOMPARE(bench.first(), QString());
        bench.history.judge(kPlace, kName, Offset(0), {});
        QVERIFY2(bench.first().contains("the ledger does not list it"), qPrintable(bench.first()));
    }

    void aReplicaThatJoinedSinceIsNoExcuse()
    {
        Bench bench;
        bench.elect(1, 0, fact::ElectionKind::NewPartition);
        bench.note(fact::BrokerKilled{BrokerId(2), true});
        bench.note(fact::IsrExpanded{kName, BrokerId(2), {BrokerId(1), BrokerId(2)}});
        bench.elect(2, 1);
        QVERIFY(!bench.excuses.of(kName));
        bench.note(fact::BrokerKilled{BrokerId(2), false}); // its bytes stay
        bench.elect(2, 2);
        QVERIFY(!bench.excuses.of(kName));
        bench.elect(3, 3, fact::ElectionKind::Unclean);
        QVERIFY(bench.excuses.of(kName));
    }

    void aLeaderThatStartsAnewInItsEpochCountsAsElected()
    {
        Bench bench;
        bench.elect(1, 0, fact::ElectionKind::NewPartition);
        bench.note(fact::BrokerKilled{BrokerId(1), true});
        bench.note(fact::BecameLeader{kName, LeaderEpoch(0), Offset(0), Offset(0)});
        QVERIFY(bench.excuses.of(kName));
    }

    void oneOffsetIsOneRecord()
    {
        Bench bench;
        bench.history.read(kPlace, kName, Offset(4), tagOf("p0.1", 0), "one");
        bench.history.read(kPlace, kName, Offset(4), tagOf("p0.1", 0), "two");
        QCOMPARE(bench.first(), QString());
        bench.history.read(kPlace, kName, Offset(4), tagOf("p1.1", 0), "three");
        QCOMPARE(bench.first(), QString("2: T-0 offset 4: three reads p1.1:0@1, before that it was "
                                        "p0.1:0@1"));
    }

    void watermarksNeverFallWithinAnEpoch()
    {
        Bench bench;
        bench.history.watermark(kPlace, kName, LeaderEpoch(2), Offset(7));
        bench.history.watermark(kPlace, kName, LeaderEpoch(3), Offset(5)); // a new leader's
        bench.history.watermark(kPlace, kName, kNoLeaderEpoch, Offset(4));
        QCOMPARE(bench.first(), QString());
        bench.history.watermark(kPlace, kName, LeaderEpoch(2), Offset(6));
        QVERIFY(bench.first().startsWith("3: T-0 epoch 2"));
    }

    void noLeaderEndsBelowWhatClientsSaw()
    {
        Bench bench;
        bench.history.watermark(kPlace, kName, LeaderEpoch(2), Offset(7));
        bench.leads(3, 7);
        QCOMPARE(bench.first(), QString());
        bench.leads(4, 6);
        QVERIFY(bench.first().startsWith("3: T-0: the leader of epoch 4 ends at 6"));
    }

    void idempotentRecordsComeOnceAndInOrder()
    {
        for (const char* producer : {"i0.1", "p0.1"}) {
            Bench bench;
            bench.history.beginLastReading();
            bench.history.read(kPlace, kName, Offset(0), tagOf(producer, 1), "me");
            bench.history.read(kPlace, kName, Offset(1), tagOf(producer, 1), "me");
            bench.history.judge(kPlace, kName, Offset(2), {});
            QCOMPARE(bench.first().startsWith("7: "), *producer == 'i');
        }
    }

    void aLeaderThatStartedAnewMayTakeWhatItHasAgain()
    {
        for (const bool hasStarted : {false, true}) {
            Bench bench;
            bench.leads(0, 0, 1s);
            bench.leads(1, 2, 5s, hasStarted ? 4s : 0s);
            bench.history.beginLastReading();
            bench.history.read(kPlace, kName, Offset(0), tagOf("i0.1", 4), "x");
            bench.history.read(kPlace, kName, Offset(1), tagOf("i0.1", 5), "x");
            bench.history.read(kPlace, kName, Offset(2), tagOf("i0.1", 4), "x");
            bench.history.judge(kPlace, kName, Offset(3), {});
            QCOMPARE(bench.first().isEmpty(), hasStarted);
            // But not what came after it began.
            bench.history.read(kPlace, kName, Offset(3), tagOf("i0.1", 7), "x");
            bench.history.read(kPlace, kName, Offset(4), tagOf("i0.1", 7), "x");
            bench.history.judge(kPlace, kName, Offset(5), {});
            QVERIFY(bench.first().startsWith("7:"));
        }
    }

    void unreadOffsetsAreFound()
    {
        Bench bench;
        bench.history.beginLastReading();
        bench.history.read(kPlace, kName, Offset(0), tagOf("p0.1", 1), "me");
        bench.history.judge(kPlace, kName, Offset(2), {});
        QCOMPARE(bench.first(), QString("12: T-0: nobody can read offset 1, the watermark is 2"));
    }

    void aPartitionHasOneOwnerInAGeneration()
    {
        Bench bench;
        bench.groups.assigned("g", "a", Generation(1), {kName});
        bench.groups.assigned("g", "b", Generation(2), {kName});
        QCOMPARE(bench.first(), QString());
        bench.groups.assigned("g", "a", Generation(2), {kName});
        QCOMPARE(bench.first(), QString("10: group g generation 2: T-0 is given to b and to a"));
    }

    void groupsSkipNothing()
    {
        Bench bench;
        bench.groups.assigned("g", "a", Generation(1), {kName});
        for (int i = 0; i < 3; ++i)
            bench.groups.received("g", "a", kName, kPlace, Offset(i));
        bench.groups.assigned("g", "b", Generation(2), {kName});
        bench.groups.received("g", "b", kName, kPlace, Offset(2)); // again: at least once
        QCOMPARE(bench.first(), QString());
        bench.groups.received("g", "b", kName, kPlace, Offset(4));
        QVERIFY(bench.first().startsWith("12: group g: b gets offset 4 of T-0 when 3 comes next"));
    }

    void committedOffsetsNeverGoBackNorAhead()
    {
        Bench bench;
        for (int i = 0; i < 3; ++i)
            bench.groups.received("g", "a", kName, kPlace, Offset(i));
        bench.groups.committed("g", kName, kPlace, Offset(3));
        bench.groups.committed("g", kName, kPlace, Offset(1)); // an old coordinator's answer
        bench.groups.committedAtLast("g", kName, kPlace, Offset(3));
        QCOMPARE(bench.first(), QString());
        bench.groups.committedAtLast("g", kName, kPlace, Offset(2));
        QVERIFY(bench.first().startsWith("12: group g: the committed offset of T-0 went back"));
        Bench ahead;
        ahead.groups.committed("g", kName, kPlace, Offset(1));
        QVERIFY(ahead.first().startsWith("12: group g: 1 is committed for T-0"));
    }

    void topicsDoNotComeAndGoByThemselves()
    {
        Bench bench;
        bench.book.askedToDelete("T");
        QVERIFY(!bench.book.steady("T"));
        bench.show({});
        bench.show({"T"}, 1);
        QCOMPARE(bench.first(), QString());
        QVERIFY(bench.book.steady("T") && bench.book.steady("T")->number == 2);
        QVERIFY(!bench.book.isFirst(*bench.book.steady("T")));
        bench.show({"T"}, 2);
        QVERIFY(bench.first().startsWith("1: topic T is another one than before"));
    }

    void onlyTheElectedBrokerLeads()
    {
        Findings findings;
        Excuses excuses(false);
        EventWatch watch(findings, excuses);
        const auto note = [&](Fact fact, int broker) {
            watch.note(
                {EventId(1), {}, {}, NodeId::broker(BrokerId(broker)), kNoEvent, std::move(fact)});
        };
        note(fact::LeaderElected{kName, kNoBroker, BrokerId(1), LeaderEpoch(4), {}, {}}, 3);
        note(fact::BecameLeader{kName, LeaderEpoch(4), Offset(0), Offset(0)}, 1);
        QVERIFY(findings.empty());
        note(fact::BecameLeader{kName, LeaderEpoch(4), Offset(0), Offset(0)}, 2);
        QCOMPARE(findings.list().back().invariant, 4);
    }

    void everyControllerHasAnEpochOfItsOwn()
    {
        Bench bench;
        EventWatch watch(bench.findings, bench.excuses);
        std::uint64_t last = 0;
        const auto note = [&](Fact fact) {
            watch.note({EventId(++last), {}, {}, {}, kNoEvent, std::move(fact)});
        };
        const auto elected = [&](int broker, int epoch) {
            note(fact::ControllerElected{BrokerId(broker), ControllerEpoch(epoch)});
        };
        elected(1, 1);
        elected(3, 3);
        elected(2, 2); // it was frozen as it was elected
        QCOMPARE(bench.first(), QString());
        elected(1, 3);
        QCOMPARE(bench.first(), QString("6: broker 1 became controller with epoch 3, as broker 3 "
                                        "had"));
    }

    void aDiskIsBadUntilItsOwnFaultIsOver()
    {
        Bench bench;
        EventWatch watch(bench.findings, bench.excuses);
        const NodeId one = NodeId::broker(BrokerId(1));
        std::uint64_t last = 0;
        const auto note = [&](Fact fact) {
            watch.note({EventId(++last), {}, {}, one, kNoEvent, std::move(fact)});
        };
        const auto faultOf = [&](FaultKind kind) {
            Fault fault;
            fault.kind = kind;
            fault.node = one;
            return fault;
        };
        note(fact::FaultStarted{faultOf(FaultKind::Clog)});
        note(fact::FaultStarted{faultOf(FaultKind::FsyncError)});
        note(fact::FaultEnded{faultOf(FaultKind::Clog), EventId(1), "healed"});
        note(fact::BrokerReady{BrokerId(1)});
        note(fact::BrokerFailed{BrokerId(1), "fsync"});
        QCOMPARE(bench.first(), QString());
        note(fact::FaultEnded{faultOf(FaultKind::FsyncError), EventId(2), "healed"});
        note(fact::BrokerReady{BrokerId(1)});
        note(fact::BrokerFailed{BrokerId(1), "why?"});
        QCOMPARE(bench.first(), QString("11: broker 1 failed: why?"));
    }

    void epochsMayFallOnlyWhenTheTopicIsMadeAnew()
    {
        Findings findings;
        Excuses excuses(false);
        EventWatch watch(findings, excuses);
        const auto note = [&](Fact fact) {
            watch.note(
                {EventId(1), {}, {}, NodeId::broker(BrokerId(1)), kNoEvent, std::move(fact)});
        };
        const auto leads = [&](int epoch) {
            note(fact::BecameLeader{kName, LeaderEpoch(epoch), Offset(0), Offset(0)});
        };
        const fact::ZnodeChanged made{"/brokers/topics/T", fact::ZnodeChanged::Kind::Created, 0,
                                      Zxid(7)};
        leads(3);
        note(made);
        leads(1);
        leads(2);
        QVERIFY(findings.empty());
        note(fact::TopicCreated{"T", 1, 1}); // the server died before it told
        leads(1);
        QVERIFY(findings.empty());
        note(made); // another server of the ensemble tells the same
        leads(0);
        QCOMPARE(findings.list().back().invariant, 4);
    }

    void aBrokerMayFailWhileItsDiskDoes()
    {
        Findings findings;
        Excuses excuses(false);
        EventWatch watch(findings, excuses);
        const NodeId node = NodeId::broker(BrokerId(1));
        const auto note = [&](Fact fact) {
            watch.note({EventId(1), {}, {}, node, kNoEvent, std::move(fact)});
        };
        Fault full;
        full.kind = FaultKind::DiskFull;
        full.node = node;
        note(fact::FaultStarted{full});
        note(fact::BrokerFailed{BrokerId(1), "full"});
        note(fact::FaultEnded{full, EventId(1), "healed"});
        note(fact::BrokerFailed{BrokerId(1), "met late"});
        QVERIFY(findings.empty());
        note(fact::BrokerReady{BrokerId(1)});
        note(fact::BrokerFailed{BrokerId(1), "why?"});
        QCOMPARE(findings.list().back().invariant, 11);
    }

    void aBrokerBeginsAnEpochOnceInItsLife()
    {
        Bench bench;
        EventWatch watch(bench.findings, bench.excuses);
        const NodeId one = NodeId::broker(BrokerId(1));
        std::uint64_t last = 0;
        const auto note = [&](Fact fact) {
            watch.note({EventId(++last), {}, {}, one, kNoEvent, std::move(fact)});
        };
        const fact::BecameLeader leads{kName, LeaderEpoch(3), Offset(0), Offset(0)};
        note(leads);
        fact::BrokerStarting anew;
        anew.broker = BrokerId(1);
        note(anew);
        QVERIFY(!watch.readySince(one));
        note(leads); // as the controller tells whoever has just started
        QCOMPARE(bench.first(), QString());
        note(leads);
        QCOMPARE(bench.first(),
                 QString("4: T-0: broker 1 begins epoch 3 again, though it leads in it"));
    }
};

QTEST_APPLESS_MAIN(TestCheckers)
#include "test_checkers.moc"
