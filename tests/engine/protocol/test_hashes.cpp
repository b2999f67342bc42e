#include <QTest>

#include "engine/protocol/hashes.h"

using namespace hw;
using namespace hw::protocol;

class TestHashes : public QObject
{
    Q_OBJECT
private slots:
    void murmur2AndPartitionsAreJavas()
    {
        struct Case
        {
            const char* key;
            std::int32_t hash, of3, of6, of10;
        };
        const Case cases[] = {
            {"21", -973932308, 0, 0, 0},
            {"foobar", -790332482, 0, 0, 6},
            {"a-little-bit-long-string", -985981536, 2, 2, 2},
            {"a-little-bit-longer-string", -1486304829, 2, 5, 9},
            {"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8", -58897971, 2, 5, 7},
            {"abc", 479470107, 0, 3, 7},
            {"", 275646681, 0, 3, 1},
            {"key-0", 29210041, 1, 1, 1},
            {"order-42", 501153024, 0, 0, 4},
            {"ü", 1419834458, 2, 2, 8},
        };
        for (const Case& c : cases) {
            QCOMPARE(murmur2(viewOf(c.key)), c.hash);
            QCOMPARE(partitionForKey(viewOf(c.key), 3), c.of3);
            QCOMPARE(partitionForKey(viewOf(c.key), 6), c.of6);
            QCOMPARE(partitionForKey(viewOf(c.key), 10), c.of10);
        }
    }

    /// Where clients that take the hash as unsigned, or its absolute value, would go elsewhere.
    void aNegativeHashLosesItsSignBit()
    {
        struct Case
        {
            const char* key;
            std::int32_t hash, of10;
        };
        const Case cases[] = {
            {"wu", 290249560, 0},    {"alice", 1951417749, 9},  {"b", -1853091852, 6},
            {"bob", -2048144690, 8}, {"key-3", -1839136101, 7}, {"user-1001", -1052335918, 0},
            {"日本", -700811021, 7},
        };
        for (const Case& c : cases) {
            QCOMPARE(murmur2(viewOf(c.key)), c.hash);
            QCOMPARE(partitionForKey(viewOf(c.key), 10), c.of10);
        }
    }

    void groupsFindTheirPartitionAsInKafka()
    {
        struct Case
        {
            const char* text;
            std::int32_t hash, of50;
        };
        const Case cases[] = {
            {"test", 3556498, 48},
            {"my-group", -1906497762, 12},
            {"console-consumer-1", 35782224, 24},
            {"billing", -109829509, 9},
            {"orders-service", 23943117, 17},
            {"polygenelubricants", INT32_MIN, 0},
            {"tx-1", 3572520, 20},
            {"groupe-é", 506365602, 2},
            {"😀", 1772899, 49},
            {"", 0, 0},
        };
        for (const Case& c : cases) {
            QCOMPARE(javaHash(c.text), c.hash);
            QCOMPARE(coordinatingPartition(c.text, 50), c.of50);
        }
    }

    void malformedTextHashesWithoutReadingOutside()
    {
        QCOMPARE(javaHash("\xe2\x82"), std::int32_t(0xfffd * 31 + 0xfffd));
        QCOMPARE(javaHash("\xff"), std::int32_t(0xfffd));
    }
};

QTEST_APPLESS_MAIN(TestHashes)
#include "test_hashes.moc"
