#include <QTest>

#include "engine/base/crc32c.h"
#include "engine/protocol/compression.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;
using protocol::Compression;

namespace {

Slice compressedBatch(Compression codec, int count = 3, std::size_t valueBytes = 200)
{
    const Slice plain = batchOf(count, valueBytes);
    return Slice(protocol::recompressed(plain.view(), plain.view().subspan(61), codec));
}

/// The only batch in a log, as it is stored.
protocol::Batch storedIn(LogFixture& fixture)
{
    const auto read = fixture.log->read(Offset(0), fixture.log->leo(), 1 << 20, true);
    const Slice bytes = *read->records.flatten();
    return {*protocol::BatchHeader::parse(bytes.view()), bytes};
}

} // namespace

class TestValidation : public QObject
{
    Q_OBJECT

private slots:
    void batchesStayAsTheirProducerCompressedThem()
    {
        LogFixture fixture;
        fixture.create();
        const Slice sent = compressedBatch(Compression::Lz4);
        fixture.lead(sent);
        const protocol::Batch stored = storedIn(fixture);
        QVERIFY(std::ranges::equal(stored.bytes.view().subspan(17), sent.view().subspan(17)));
    }

    void aTopicsOwnCompressionIsApplied_data()
    {
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        for (int from = 0; from <= 4; ++from)
            for (int to = 0; to <= 4; ++to)
                QTest::addRow("%d to %d", from, to) << from << to;
    }
    void aTopicsOwnCompressionIsApplied()
    {
        QFETCH(int, from);
        QFETCH(int, to);
        LogFixture fixture;
        fixture.config.compression = static_cast<Compression>(to);
        fixture.create();
        fixture.lead(compressedBatch(static_cast<Compression>(from)), 7);
        const protocol::Batch stored = storedIn(fixture);
        QCOMPARE(static_cast<int>(stored.header.compression()), to);
        QCOMPARE(stored.header.leaderEpoch, LeaderEpoch(7));
        QVERIFY(protocol::hasValidCrc(stored.bytes.view()));
        auto records = protocol::RecordReader::open(stored);
        for (int i = 0; i < 3; ++i) {
            const auto record = records->next();
            QCOMPARE((*record)->offset, Offset(i));
            QCOMPARE((*record)->value->size(), std::size_t(200));
        }
        QCOMPARE(fixture.log->leo(), Offset(3));
        // Files hold what was read, and offsets go on behind it.
        fixture.reopen({});
        QCOMPARE(fixture.log->leo(), Offset(3));
    }

    void whatGrowsWhenCompressedAnewIsMeasuredAgain()
    {
        LogFixture fixture;
        fixture.config.compression = Compression::None;
        fixture.config.maxMessageBytes = 1000;
        fixture.create();
        const Slice sent = compressedBatch(Compression::Zstd, 10, 500);
        QVERIFY(sent.size() < 1000);
        const auto refused = fixture.log->appendAsLeader(sent, LeaderEpoch(0), kNow);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::MessageTooLarge);
        QCOMPARE(fixture.log->leo(), Offset(0));
    }

    void logAppendTimeIsWrittenIntoCompressedBatches()
    {
        LogFixture fixture;
        fixture.config.timestampType = TimestampType::LogAppend;
        fixture.create();
        const auto info = fixture.lead(compressedBatch(Compression::Gzip));
        QCOMPARE(info.logAppendTimeMs, kNow.ms());
        const protocol::Batch stored = storedIn(fixture);
        QVERIFY(stored.header.isLogAppendTime());
        QCOMPARE(stored.header.maxTimestamp, kNow);
        QVERIFY(protocol::hasValidCrc(stored.bytes.view()));
    }

    /// Kafka: LogValidator.validateTimestamp; KIP-937.
    void timestampsKeepWithinTheTopicsBounds()
    {
        LogFixture fixture;
        fixture.config.timestampBeforeMax = 10s;
        fixture.config.timestampAfterMax = 20s;
        fixture.create();
        const auto codeOf = [&](std::int64_t offsetMs) {
            const auto appended = fixture.log->appendAsLeader(
                test::batchOf(1, 10, kNow.ms() + offsetMs), LeaderEpoch(0), kNow);
            return appended ? ErrorCode::None : appended.error().code;
        };
        QCOMPARE(codeOf(-10'000), ErrorCode::None);
        QCOMPARE(codeOf(-10'001), ErrorCode::InvalidTimestamp);
        QCOMPARE(codeOf(20'000), ErrorCode::None);
        QCOMPARE(codeOf(20'001), ErrorCode::InvalidTimestamp);
        QCOMPARE(fixture.log->leo(), Offset(2));
    }

    void aLyingLargestTimestampIsPutRight()
    {
        LogFixture fixture;
        fixture.create();
        const Slice plain = batchOf(2, 10, 5000);
        Bytes lying(plain.view().begin(), plain.view().end());
        protocol::setMaxTimestamp(lying, WallTime(9000));
        protocol::setCrc(lying, crc32c(ByteView(lying).subspan(21)));
        fixture.lead(Slice(std::move(lying)));
        const protocol::Batch stored = storedIn(fixture);
        QCOMPARE(stored.header.maxTimestamp.ms(), std::int64_t(5000));
        QVERIFY(protocol::hasValidCrc(stored.bytes.view()));
    }

    void timesAreFoundInsideCompressedBatches_data()
    {
        QTest::addColumn<int>("codec");
        for (int codec = 0; codec <= 4; ++codec)
            QTest::newRow(protocol::nameOf(static_cast<Compression>(codec))) << codec;
    }
    void timesAreFoundInsideCompressedBatches()
    {
        QFETCH(int, codec);
        LogFixture fixture;
        fixture.config.compression = static_cast<Compression>(codec);
        fixture.create();
        protocol::BatchBuilder builder;
        for (int i = 0; i < 5; ++i)
            builder.add(WallTime(kNow.ms() + 10 * i), viewOf("k"), viewOf("v"));
        fixture.lead(Slice(builder.build()));
        const auto found = fixture.log->offsetForTimestamp(kNow.ms() + 21, Offset(5));
        QVERIFY(found.has_value());
        QCOMPARE(found->offset, Offset(3));
        QCOMPARE(found->timestampMs, kNow.ms() + 30);
    }
};

QTEST_APPLESS_MAIN(TestValidation)
#include "test_validation.moc"
