#include <QTest>

#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

/// One partition, and one producer that sends when it is told to.
struct Stage
{
    explicit Stage(bool idempotent)
    {
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        command::AddProducer add;
        add.name = "p";
        add.topics = {"t"};
        add.rate = 0;
        add.idempotent = idempotent;
        QVERIFY(cluster.run(add).ok);
        QVERIFY(
            cluster.until([](const Snapshot& s, const Gauges&) { return !s.producers.empty(); }));
    }

    std::shared_ptr<const ProducerPart> producer() { return cluster.snapshot()->producers.at(0); }
    bool send(int count)
    {
        command::Send send;
        send.client = producer()->client;
        send.count = count;
        return cluster.run(send).ok;
    }
    bool acked(std::uint64_t records)
    {
        return cluster.until([&](const Snapshot& s, const Gauges& g) {
            return g.acked.at(s.producers.at(0)->slot) == records;
        });
    }
    /// A number of the only partition.
    std::int64_t number(const std::vector<std::int64_t> Gauges::*row)
    {
        const auto part = producer();
        return (*cluster.gauges().*row).at(part->sequences.at(0).slot);
    }
    std::uint64_t count(const std::vector<std::uint64_t> Gauges::*row)
    {
        const auto part = producer();
        return (*cluster.gauges().*row).at(part->slot);
    }
    /// The broker writes what is sent, its answer is lost, and the batch comes again.
    bool loseOneAnswer()
    {
        const BrokerId leader = cluster.partition("t", 0)->leader;
        if (!cluster
                 .run(command::HoldMessage{NodeId::broker(leader), producer()->client, "Produce",
                                           true})
                 .ok)
            return false;
        if (!send(2) || !cluster.until([](const Snapshot& s, const Gauges&) {
                return !s.faults.empty() && s.faults.front().caught;
            }))
            return false;
        return true;
    }

    SimCluster cluster;
};

} // namespace

/// What the picture says of an embedded producer's idempotence.
class TestProducerPicture : public QObject
{
    Q_OBJECT
private slots:
    void sequencesFollowWhatIsSent()
    {
        Stage s(true);
        QVERIFY(s.producer()->idempotent);
        QCOMPARE(s.producer()->producerId, kNoProducer); // it asks when it has something to send
        QVERIFY(s.producer()->sequences.empty());
        QVERIFY(s.send(3));
        QVERIFY(s.acked(3));
        QVERIFY(s.producer()->producerId != kNoProducer);
        QCOMPARE(s.producer()->sequences.size(), std::size_t(1));
        QCOMPARE(s.producer()->sequences[0].partition.text(), std::string("t-0"));
        QCOMPARE(s.producer()->sequences[0].epoch, ProducerEpoch(0));
        QCOMPARE(s.number(&Gauges::nextSequence), 3);
        QCOMPARE(s.number(&Gauges::ackedSequence), 2);
        QCOMPARE(s.number(&Gauges::batchesInFlight), 0);
        QCOMPARE(s.number(&Gauges::repeatedBatches), 0);
        QCOMPARE(s.count(&Gauges::retried), std::uint64_t(0));
    }

    void aBatchThatCameTwiceIsCounted()
    {
        Stage s(true);
        QVERIFY(s.send(1));
        QVERIFY(s.acked(1));
        QVERIFY(s.loseOneAnswer());
        QCOMPARE(s.number(&Gauges::batchesInFlight), 1);
        QCOMPARE(s.count(&Gauges::inFlight), std::uint64_t(1));
        QCOMPARE(s.number(&Gauges::nextSequence), 3);
        QCOMPARE(s.number(&Gauges::ackedSequence), 0);
        QVERIFY(s.cluster.run(command::ReleaseMessage{kNoEvent, true}).ok);
        QVERIFY(s.acked(3));
        QVERIFY(s.cluster.until([&](const Snapshot&, const Gauges&) {
            return s.number(&Gauges::repeatedBatches) == 1;
        }));
        QCOMPARE(s.count(&Gauges::retried), std::uint64_t(1));
        QCOMPARE(s.count(&Gauges::inFlight), std::uint64_t(0));
        QCOMPARE(s.number(&Gauges::ackedSequence), 2);
        const auto part = s.cluster.partition("t", 0);
        QCOMPARE(s.cluster.gauges()->leo.at(part->replicas[0].slot), 3); // once in the log
    }

    void withoutIdempotenceThereAreNoSequences()
    {
        Stage s(false);
        QVERIFY(s.loseOneAnswer());
        QCOMPARE(s.count(&Gauges::inFlight), std::uint64_t(1));
        QVERIFY(s.cluster.run(command::ReleaseMessage{kNoEvent, true}).ok);
        QVERIFY(s.acked(2));
        QVERIFY(!s.producer()->idempotent);
        QVERIFY(s.producer()->sequences.empty());
        QCOMPARE(s.count(&Gauges::retried), std::uint64_t(1));
        const auto part = s.cluster.partition("t", 0);
        QVERIFY(s.cluster.until([&](const Snapshot&, const Gauges& g) {
            return g.leo.at(part->replicas[0].slot) == 4; // twice in the log
        }));
    }
};

QTEST_APPLESS_MAIN(TestProducerPicture)
#include "test_producer_picture.moc"
