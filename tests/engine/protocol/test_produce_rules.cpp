#include <QTest>

#include "engine/base/crc32c.h"
#include "engine/protocol/batch_builder.h"
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
        QVERIFY(check({}) == ErrorCode::CorruptMessage);
    }

    void olderFormatIsRefused()
    {
        Bytes bytes = plainBatch();
        bytes[16] = 1;
        QVERIFY(check(bytes) == ErrorCode::InvalidRecord);
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
        QVERIFY(check(plainBatch({}, false), {.compacted = true}) == ErrorCode::InvalidRecord);
        QVERIFY(check(plainBatch({}, false)) == ErrorCode::None);
    }

    void sizesAreLimited()
    {
        QVERIFY(check(plainBatch(), {.maxMessageBytes = 70}) == ErrorCode::MessageTooLarge);
        QVERIFY(check(plainBatch(), {.segmentBytes = 70}) == ErrorCode::RecordListTooLarge);
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

    void zstdNeedsItsVersion()
    {
        Bytes bytes = plainBatch();
        bytes[22] |= 4;
        fixCrc(bytes);
        QVERIFY(check(bytes, {.produceVersion = ApiVersion{6}}) ==
                ErrorCode::UnsupportedCompressionType);
        QVERIFY(check(bytes) == ErrorCode::None);
    }
};

QTEST_APPLESS_MAIN(TestProduceRules)
#include "test_produce_rules.moc"
