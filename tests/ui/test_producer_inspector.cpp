#include <QTest>

#include "ui/inspector/inspection.h"
#include "ui/shell/language.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;

namespace {

/// One producer, and what there is to say about it.
struct Told
{
    ProducerPart part{NodeId::client(1), "p", {"t"}, -1, 5, "", true, 0, false, kNoProducer, {}};
    Gauges gauges;

    Told()
    {
        gauges.produced = {1240};
        gauges.acked = {1236};
        gauges.failed = {0};
        gauges.retried = {7};
        gauges.inFlight = {2};
        gauges.nextSequence = {620, 621};
        gauges.ackedSequence = {617, -1};
        gauges.batchesInFlight = {1, 1};
        gauges.repeatedBatches = {3, -1};
    }
    void makeIdempotent()
    {
        part.idempotent = true;
        part.producerId = ProducerId(4711);
        part.sequences = {{{"t", 0}, ProducerEpoch(2), 0}, {{"t", 1}, ProducerEpoch(0), 1}};
    }
    QString text() const
    {
        const Snapshot snapshot;
        const Rates rates;
        const HeldMarks heldMarks;
        return inspectProducer(part, {snapshot, gauges, rates, {}, heldMarks}).text();
    }
};

void verifyLines(const QString& text, const QStringList& lines)
{
    const QStringList told = text.split(u'\n');
    for (const QString& line : lines)
        QVERIFY2(told.contains(line), qPrintable(text + "\nlacks " + line));
}

} // namespace

/// What the inspector says of a producer's batches that are sent again.
class TestProducerInspector : public QObject
{
    Q_OBJECT
private slots:
    void sequencesArePartitionByPartition()
    {
        Told told;
        told.makeIdempotent();
        verifyLines(told.text(),
                    {"Batches sent again\t7", "Batches in flight\t2", "enable.idempotence\ttrue",
                     "Producer id\t4711", "Partition\tEpoch\tNext\tAcked\tUnderway\tRepeated",
                     "t-0\t2\t620\t617\t1\t3", "t-1\t0\t621\t–\t1\t–"});
    }

    void withoutAnIdThereIsNone()
    {
        Told told;
        told.part.idempotent = true;
        verifyLines(told.text(), {"Producer id\tnone yet", "It has sent nothing yet."});
    }

    void withoutIdempotenceItSaysWhatCanHappen()
    {
        const QString text = Told().text();
        verifyLines(text, {"enable.idempotence\tfalse", "Batches sent again\t7"});
        QVERIFY(text.contains("twice"));
        QVERIFY(!text.contains("Producer id"));
    }

    /// As of a recording that was made before there was anything of it.
    void whatIsNotKnownIsADash()
    {
        Told told;
        told.makeIdempotent();
        told.gauges = {};
        verifyLines(told.text(), {"t-0\t2\t–\t–\t–\t–"});
    }

    void chinese()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        Told told;
        told.makeIdempotent();
        const QString text = told.text();
        for (const char* english : {"Idempotence", "Repeated", "Batches", "Producer id", "answers"})
            QVERIFY2(!text.contains(QLatin1String(english)), qPrintable(text));
        verifyLines(text, {"t-0\t2\t620\t617\t1\t3"});
    }
};

QTEST_MAIN(TestProducerInspector)
#include "test_producer_inspector.moc"
