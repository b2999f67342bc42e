#include <QTest>

#include "engine/base/crc32c.h"
#include "engine/protocol/batch_builder.h"
#include "engine/protocol/compression.h"
#include "engine/protocol/produce_rules.h"

using namespace hw;
using namespace hw::protocol;

static const WallTime kNow{1700000000000};

static Bytes plainBatch(const BatchSpec& spec = {}, bool keyed = true)
{
    BatchBuilder builder(spec);
    for (int i = 0; i < 3; ++i)
        builder.add(kNow, keyed ? std::optional(viewOf("key")) : std::nullopt, viewOf("value"));
    return builder.build();
}

static void fixCrc(Bytes& bytes)
{
    const std::uint32_t crc = crc32c(ByteView(bytes).subspan(21));
    for (int i = 0; i < 4; ++i)
        bytes[17 + static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(crc >> (24 - 8 * i));
}

static ErrorCode check(const Bytes& bytes, ProduceRules rules = {})
{
    rules.now = kNow;
    const auto checked = checkProduced(bytes, rules);
    return checked ? ErrorCode::None : checked.error().code;
}

class TestProduceRules : public QObject
{
    Q_OBJECT
private slots:
    void goodBatchPasses() { QVERIFY(check(plainBatch()) == ErrorCode::None); }

    void brokenCrcIsCorrupt()
    {
        Bytes bytes = plainBatch();
        bytes.back() ^= 1;
        QVERIFY(check(bytes) == ErrorCode::CorruptMessage);
    }

    void twoBatchesOrNoneAreRefused()
    {
        Bytes bytes = plainBatch();
        const Bytes second = plainBatch();
        bytes.insert(bytes.end(), second.begin(), second.end());
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
        QVERIFY(check({}) == ErrorCode::InvalidRecord);
    }

    void olderFormatIsRefused()
    {
        Bytes bytes = plainBatch();
        bytes[16] = 1;
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
        bytes[16] = 3;
        QVERIFY(check(bytes) == ErrorCode::CorruptMessage);
    }

    void countAndLastOffsetMustAgree()
    {
        Bytes bytes = plainBatch();
        bytes[26] = 7;
        fixCrc(bytes);
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
    }

    void gapsInOffsetsAreRefused()
    {
        Bytes bytes = plainBatch();
        QCOMPARE(bytes[kBatchHeaderSize + 3], std::uint8_t(0)); // the first record's offset delta
        bytes[kBatchHeaderSize + 3] = 2;
        fixCrc(bytes);
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
    }

    void controlBatchesAreNotForClients()
    {
        QVERIFY(check(plainBatch({.control = true})) == ErrorCode::InvalidRecord);
    }

    void producerWithoutSequenceIsRefused()
    {
        QVERIFY(check(plainBatch({.producerId = ProducerId{1}})) == ErrorCode::InvalidRecord);
    }

    void compactedTopicsNeedKeys()
    {
        const auto refused = checkProduced(plainBatch({}, false), {.compacted = true, .now = kNow});
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::InvalidRecord);
        const std::vector<RecordError> expected{
            {0, "Compacted topic cannot accept message without key"},
            {1, "Compacted topic cannot accept message without key"},
            {2, "Compacted topic cannot accept message without key"}};
        QVERIFY(refused.error().records == expected);
        QVERIFY(check(plainBatch({}, false)) == ErrorCode::None);
    }

    void sizesAreLimited()
    {
        QVERIFY(check(plainBatch(), {.maxMessageBytes = 70}) == ErrorCode::MessageTooLarge);
        // Measured before the CRC is.
        Bytes broken = plainBatch();
        broken.back() ^= 1;
        QVERIFY(check(broken, {.maxMessageBytes = 70}) == ErrorCode::MessageTooLarge);
    }

    void timestampsMustBeNearTheClock()
    {
        QVERIFY(check(plainBatch(), {.beforeMaxMs = 0}) == ErrorCode::None);
        BatchBuilder late;
        late.add(WallTime{kNow.ms() + 3600001}, std::nullopt, viewOf("v"));
        QVERIFY(check(late.build()) == ErrorCode::InvalidTimestamp);
        BatchBuilder early;
        early.add(WallTime{kNow.ms() - 11}, std::nullopt, viewOf("v"));
        early.add(kNow, std::nullopt, viewOf("v"));
        QVERIFY(check(early.build(), {.beforeMaxMs = 10}) == ErrorCode::InvalidTimestamp);
    }

    void timestampsAreTheBrokersBusinessWithLogAppendTime()
    {
        BatchBuilder late;
        late.add(WallTime{kNow.ms() + 3600001}, std::nullopt, viewOf("v"));
        QVERIFY(check(late.build(), {.logAppendTime = true}) == ErrorCode::None);
        Bytes marked = plainBatch();
        marked[22] |= 8;
        fixCrc(marked);
        QVERIFY(check(marked) == ErrorCode::InvalidTimestamp);
        QVERIFY(check(marked, {.logAppendTime = true}) == ErrorCode::InvalidTimestamp);
    }

    void onlyTheRecordsToBlameAreNamed()
    {
        BatchBuilder builder;
        builder.add(kNow, viewOf("k"), viewOf("v"));
        builder.add(WallTime{kNow.ms() + 3600001}, viewOf("k"), viewOf("v"));
        const auto refused = checkProduced(builder.build(), {.now = kNow});
        QVERIFY(!refused);
        QCOMPARE(refused.error().records.size(), std::size_t(1));
        QCOMPARE(refused.error().records[0].index, 1);
    }

    void producersCountFromZero()
    {
        QVERIFY(check(plainBatch({.baseOffset = Offset(5)})) == ErrorCode::InvalidRecord);
    }

    void largestTimestampIsTheRecordsOwn()
    {
        Bytes bytes = plainBatch();
        bytes[42] ^= 1; // of the header's largest timestamp
        fixCrc(bytes);
        const auto checked = checkProduced(bytes, {.now = kNow});
        QVERIFY(checked.has_value());
        QCOMPARE(checked->maxTimestamp.ms(), kNow.ms());
    }

    void compressedRecordsAreLookedInto_data()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 1; codec <= 4; ++codec)
            QTest::newRow(nameOf(static_cast<Compression>(codec))) << codec;
    }

    void compressedRecordsAreLookedInto()
    {
        QFETCH(int, codec);
        const auto pack = [codec](const Bytes& batch) {
            return recompressed(batch, ByteView(batch).subspan(kBatchHeaderSize),
                                static_cast<Compression>(codec));
        };
        QVERIFY(check(pack(plainBatch())) == ErrorCode::None);
        QVERIFY(check(pack(plainBatch({}, false)), {.compacted = true}) ==
                ErrorCode::InvalidRecord);
        Bytes gap = plainBatch();
        gap[kBatchHeaderSize + 3] = 2;
        QVERIFY(check(pack(gap)) == ErrorCode::InvalidRecord);
        Bytes lyingCount = pack(plainBatch());
        lyingCount[26] = 3; // last offset delta
        lyingCount[60] = 4; // count
        fixCrc(lyingCount);
        QVERIFY(check(lyingCount) == ErrorCode::InvalidRecord);
        Bytes damaged = pack(plainBatch());
        for (std::size_t i = kBatchHeaderSize; i < damaged.size(); ++i)
            damaged[i] = 0xee;
        fixCrc(damaged);
        QVERIFY(check(damaged) == ErrorCode::InvalidRecord);
    }

    void zstdNeedsItsVersion()
    {
        const Bytes plain = plainBatch();
        const Bytes bytes =
            recompressed(plain, ByteView(plain).subspan(kBatchHeaderSize), Compression::Zstd);
        QVERIFY(check(bytes, {.produceVersion = ApiVersion{6}}) ==
                ErrorCode::UnsupportedCompressionType);
        QVERIFY(check(bytes) == ErrorCode::None);
    }

    void unknownCodecIsRefused()
    {
        Bytes bytes = plainBatch();
        bytes[22] |= 7;
        fixCrc(bytes);
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
    }
};

QTEST_APPLESS_MAIN(TestProduceRules)
#include "test_produce_rules.moc"
