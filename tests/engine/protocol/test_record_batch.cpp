#include <QTest>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/record_batch.h"

using namespace hw;
using namespace hw::protocol;

static const char* kTwoRecords =
    "00000000000000000000004900000000026a8990a30000000000010000018bcfe568000000018bcfe56805ffffffff"
    "ffffffffffffffffffff0000000214000000046b310476310018000a02010476320202680278";
static const char* kCommitMarker =
    "000000000000000a000000420000000302e3e276810030000000000000018bcfe568000000018bcfe5680000000000"
    "00000fa00002ffffffff000000012000000008000000010c00000000000700";
static const WallTime kTime{1700000000000};

static QString hex(ByteView bytes) { return QString::fromStdString(toHex(bytes)); }

static Bytes twoRecords()
{
    BatchBuilder builder({.leaderEpoch = LeaderEpoch{0}});
    builder.add(kTime, viewOf("k1"), viewOf("v1"));
    const HeaderView header{"h", viewOf("x")};
    builder.add(WallTime{kTime.ms() + 5}, std::nullopt, viewOf("v2"), {&header, 1});
    return builder.build();
}

static Batch batchOf(Bytes bytes)
{
    BatchWalker walker{Slice(std::move(bytes))};
    return walker.next().value().value();
}

class TestRecordBatch : public QObject
{
    Q_OBJECT
private slots:
    void builderWritesKafkasBytes() { QCOMPARE(hex(twoRecords()), QString(kTwoRecords)); }

    void builderSizeIsTheFinalSize()
    {
        BatchBuilder builder;
        builder.add(kTime, viewOf("k1"), viewOf("v1"));
        const std::size_t size = builder.size();
        QCOMPARE(builder.build().size(), size);
    }

    void controlMarkerWritesKafkasBytes()
    {
        const Bytes bytes = buildControlMarker({.baseOffset = Offset{10},
                                                .leaderEpoch = LeaderEpoch{3},
                                                .producerId = ProducerId{4000},
                                                .producerEpoch = ProducerEpoch{2}},
                                               kTime, {.commit = true, .coordinatorEpoch = 7});
        QCOMPARE(hex(bytes), QString(kCommitMarker));
        const auto marker = parseControlMarker(batchOf(bytes)).value();
        QVERIFY(marker && marker->commit);
        QCOMPARE(marker->coordinatorEpoch, 7);
    }

    void headerIsReadAtItsPlaces()
    {
        const Bytes bytes = fromHex(kCommitMarker);
        QVERIFY(hasValidCrc(bytes));
        const BatchHeader header = BatchHeader::parse(bytes).value();
        QCOMPARE(header.size(), std::size_t(78));
        QVERIFY(header.baseOffset == Offset{10} && header.nextOffset() == Offset{11});
        QVERIFY(header.leaderEpoch == LeaderEpoch{3});
        QVERIFY(header.producerId == ProducerId{4000});
        QVERIFY(header.producerEpoch == ProducerEpoch{2});
        QVERIFY(header.isControl() && header.isTransactional() && !header.isLogAppendTime());
        QCOMPARE(header.recordCount, 1);
        QCOMPARE(header.lastSequence(), -1);
    }

    void recordsComeBackAsWritten()
    {
        auto reader = RecordReader::open(batchOf(fromHex(kTwoRecords))).value();
        const auto first = reader.next().value().value();
        QVERIFY(first.offset == Offset{0} && first.timestamp == kTime);
        QCOMPARE(textOf(*first.key), std::string("k1"));
        QCOMPARE(textOf(*first.value), std::string("v1"));
        const auto second = reader.next().value().value();
        QVERIFY(second.offset == Offset{1} && second.timestamp.ms() == kTime.ms() + 5);
        QVERIFY(!second.key);
        HeaderReader headers(second);
        const auto header = headers.next();
        QVERIFY(header && header->key == "h" && textOf(*header->value) == "x");
        QVERIFY(!headers.next());
        QVERIFY(!reader.next().value());
    }

    void offsetAndEpochAreOutsideTheCrc()
    {
        Bytes bytes = twoRecords();
        setBaseOffset(bytes, Offset{1000});
        setLeaderEpoch(bytes, LeaderEpoch{9});
        QVERIFY(hasValidCrc(bytes));
        const Batch batch = batchOf(bytes);
        QVERIFY(batch.header.baseOffset == Offset{1000});
        QVERIFY(batch.header.leaderEpoch == LeaderEpoch{9});
        auto reader = RecordReader::open(batch).value();
        QVERIFY(reader.next().value()->offset == Offset{1000});
    }

    void anyOtherChangedByteBreaksTheCrc()
    {
        const Bytes good = twoRecords();
        for (std::size_t i = 17; i < good.size(); ++i) {
            Bytes bad = good;
            bad[i] ^= 0x10;
            QVERIFY(!hasValidCrc(bad));
        }
    }

    void logAppendTimeCountsForEveryRecord()
    {
        Bytes bytes = twoRecords();
        setLogAppendTime(bytes, WallTime{1800000000000});
        QVERIFY(hasValidCrc(bytes));
        auto reader = RecordReader::open(batchOf(bytes)).value();
        QCOMPARE(reader.next().value()->timestamp.ms(), std::int64_t(1800000000000));
    }

    void walkerStopsBeforeABatchThatIsCutShort()
    {
        Bytes bytes = twoRecords();
        const Bytes second = twoRecords();
        bytes.insert(bytes.end(), second.begin(), second.end() - 1);
        BatchWalker walker{Slice(bytes)};
        QVERIFY(walker.next().value());
        QCOMPARE(walker.position(), second.size());
        QVERIFY(!walker.next().value());
        QCOMPARE(walker.position(), second.size());
    }

    void impossibleHeadersAreCorrupt()
    {
        const auto breaks = [](std::size_t at, std::uint8_t value) {
            Bytes bytes = fromHex(kTwoRecords);
            bytes[at] = value;
            return !BatchHeader::parse(bytes).has_value();
        };
        QVERIFY(breaks(8, 0xff));  // negative length
        QVERIFY(breaks(11, 0x30)); // length below a header's
        QVERIFY(breaks(16, 1));    // older format
        QVERIFY(breaks(23, 0x80)); // negative last offset delta
        QVERIFY(breaks(57, 0x80)); // negative count
        QVERIFY(!BatchHeader::parse(fromHex("00")).has_value());
    }

    void recordsThatLieAboutTheirLengthAreCorrupt()
    {
        const Bytes good = fromHex(kTwoRecords);
        for (std::size_t i = kBatchHeaderSize; i < good.size(); ++i)
            for (const int change : {0x01, 0x7f, 0x80, 0xff}) {
                Bytes bad = good;
                bad[i] ^= static_cast<std::uint8_t>(change);
                auto reader = RecordReader::open(batchOf(bad)).value();
                int count = 0; // may fail or give other values, never more records or a crash
                while (auto record = reader.next()) {
                    if (!*record)
                        break;
                    HeaderReader headers(**record);
                    while (headers.next())
                        ;
                    ++count;
                }
                QVERIFY(count <= 2);
            }
        Bytes longer = good;
        longer[kBatchHeaderSize] = 0x7e;
        auto reader = RecordReader::open(batchOf(longer)).value();
        QVERIFY(!reader.next().has_value());
    }

    void batchesThatCannotBeDecompressedAreStillWalked()
    {
        Bytes bytes = twoRecords();
        bytes[22] |= 3; // lz4, which it is not
        const Batch batch = batchOf(bytes);
        QCOMPARE(batch.header.recordCount, 2);
        const auto reader = RecordReader::open(batch);
        QVERIFY(!reader.has_value());
        QVERIFY(reader.error().kind == Failure::Corrupt);
    }

    void lastSequenceWrapsToZero()
    {
        BatchHeader header;
        header.baseSequence = INT32_MAX;
        header.lastOffsetDelta = 1;
        QCOMPARE(header.lastSequence(), 0);
    }
};

QTEST_APPLESS_MAIN(TestRecordBatch)
#include "test_record_batch.moc"
