#include <QTest>

#include "engine/log/checkpoint.h"

using namespace hw;
using namespace hw::log;

class TestCheckpoint : public QObject
{
    Q_OBJECT
private slots:
    void offsetsAreTextInTheOrderOfPartitions()
    {
        const OffsetMap offsets{
            {{"b", 0}, Offset(7)}, {{"a", 10}, Offset(5)}, {{"a", 2}, Offset(1)}};
        const std::string text = offsetCheckpointText(offsets);
        QCOMPARE(text, std::string("0\n3\na 2 1\na 10 5\nb 0 7\n"));
        QVERIFY(parseOffsetCheckpoint(text).value() == offsets);
    }

    void emptyOnesHaveTwoLines()
    {
        QCOMPARE(offsetCheckpointText({}), std::string("0\n0\n"));
        QVERIFY(parseOffsetCheckpoint("0\n0\n").value().empty());
    }

    void epochsAreText()
    {
        const std::vector<EpochEntry> entries{{LeaderEpoch(0), Offset(0)},
                                              {LeaderEpoch(3), Offset(12)}};
        QCOMPARE(epochCheckpointText(entries), std::string("0\n2\n0 0\n3 12\n"));
        QVERIFY(parseEpochCheckpoint("0\n2\n0 0\n3 12\n").value() == entries);
    }

    void whatDoesNotAddUpIsCorrupt_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "0\n", "1\n0\n", "0\n2\na 1 1\n", "0\n1\na 1 1\nb 1 1\n",
                                 "0\n1\na 1\n", "0\n1\na x 1\n", "0\n1\na 1 1 1\n", "0\nx\n"})
            QTest::newRow(qPrintable(QString(text).replace('\n', '|'))) << QString(text);
    }
    void whatDoesNotAddUpIsCorrupt()
    {
        QFETCH(QString, text);
        const auto parsed = parseOffsetCheckpoint(text.toStdString());
        QVERIFY(!parsed && parsed.error().kind == Failure::Corrupt);
    }
};

QTEST_APPLESS_MAIN(TestCheckpoint)
#include "test_checkpoint.moc"
