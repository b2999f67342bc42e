#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

const char* const kVector =
    "00000000000000000000004900000000026a8990a30000000000010000018bcfe568000000018bcfe56805"
    "ffffffffffffffffffffffffffff0000000214000000046b310476310018000a02010476320202680278";

Bytes vectorFrom(std::int64_t offset, int epoch)
{
    Bytes bytes = fromHex(kVector);
    protocol::setBaseOffset(bytes, Offset(offset));
    protocol::setLeaderEpoch(bytes, LeaderEpoch(epoch));
    return bytes;
}

QString hexOf(ByteView bytes) { return QString::fromStdString(toHex(bytes)); }

} // namespace

class TestLog : public QObject
{
    Q_OBJECT
private slots:
    void leaderWritesTheVectorWithItsOffsetAndEpoch()
    {
        LogFixture fixture;
        fixture.create();
        const Slice sent(fromHex(kVector));
        const AppendInfo first = fixture.lead(sent, 7);
        const AppendInfo second = fixture.lead(sent, 8);
        QCOMPARE(first.firstOffset.value(), 0);
        QCOMPARE(first.lastOffset.value(), 1);
        QCOMPARE(second.firstOffset.value(), 2);
        QCOMPARE(second.records, 2u);
        QCOMPARE(fixture.log->leo().value(), 4);
        const Bytes file = fixture.fileBytes("00000000000000000000.log");
        QCOMPARE(hexOf(file), hexOf(vectorFrom(0, 7)) + hexOf(vectorFrom(2, 8)));
        // The sender's own bytes are as they were.
        QCOMPARE(hexOf(sent.view()), QString(kVector));
        QCOMPARE(QString::fromStdString(textOf(fixture.fileBytes("leader-epoch-checkpoint"))),
                 QString("0\n2\n7 0\n8 2\n"));
    }

    void largeBatchesAreSharedNotCopied()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 1 << 20;
        fixture.create();
        const Slice sent = batchOf(1, 100000);
        fixture.lead(sent, 3);
        const auto result = fixture.log->read(Offset(0), Offset(1), 1 << 20, true);
        QVERIFY(result.has_value());
        QCOMPARE(result->records.list().size(), std::size_t(2));
        QCOMPARE(std::get<Slice>(result->records.list()[1]).data(), sent.data() + 16);
        QCOMPARE(hexOf(result->records.flatten()->view()),
                 hexOf(fixture.fileBytes("00000000000000000000.log")));
    }

    void smallNeighboursAreReadAsOnePiece()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 10; ++i)
            fixture.lead(batchOf(1));
        const auto result = fixture.log->read(Offset(2), Offset(10), 1 << 20, true);
        QCOMPARE(result->records.list().size(), std::size_t(1));
        QCOMPARE(result->firstBatchOffset.value(), 2);
        QCOMPARE(result->nextOffset.value(), 10);
    }

    void followerStoresTheSameBytes()
    {
        LogFixture fixture;
        fixture.create();
        const Slice sent =
            joined({storedBatch(0, 1, 3), storedBatch(3, 1, 1), storedBatch(4, 2, 5)});
        const auto info = fixture.log->appendAsFollower(sent, kNow);
        QVERIFY(info.has_value());
        QCOMPARE(info->batches, 3u);
        QVERIFY(info->epochChanged);
        QCOMPARE(fixture.log->leo().value(), 9);
        QCOMPARE(hexOf(fixture.fileBytes("00000000000000000000.log")), hexOf(sent.view()));
        QVERIFY((fixture.log->endOffsetFor(LeaderEpoch(1)) == EpochEnd{LeaderEpoch(1), Offset(4)}));
    }

    void followerRefusesWhatLiesBelowItsEnd()
    {
        LogFixture fixture;
        fixture.create();
        QVERIFY(fixture.log->appendAsFollower(storedBatch(0, 1, 3), kNow).has_value());
        const auto again = fixture.log->appendAsFollower(storedBatch(2, 1, 3), kNow);
        QVERIFY(!again && again.error().code == ErrorCode::UnknownServerError);
        QCOMPARE(fixture.log->leo().value(), 3);
        QVERIFY(fixture.log->appendAsFollower(storedBatch(5, 1, 3), kNow).has_value());
        QCOMPARE(fixture.log->leo().value(), 8);
    }

    void followerLeavesOutHalfABatchAndRefusesABrokenOne()
    {
        LogFixture fixture;
        fixture.create();
        const Slice two = joined({storedBatch(0, 1, 3), storedBatch(3, 1, 1)});
        const auto half = fixture.log->appendAsFollower(two.sub(0, two.size() - 1), kNow);
        QCOMPARE(half->batches, 1u);
        Bytes broken(two.view().begin(), two.view().end());
        broken.back() ^= 1;
        const Slice second = Slice(std::move(broken)).sub(storedBatch(0, 1, 3).size());
        const auto refused = fixture.log->appendAsFollower(second, kNow);
        QVERIFY(!refused && refused.error().code == ErrorCode::CorruptMessage);
        QCOMPARE(fixture.log->leo().value(), 3);
    }

    void leaderRefusesBadBatchesAndKeepsItsEnd()
    {
        LogFixture fixture;
        fixture.config.maxMessageBytes = 500;
        fixture.create();
        const auto codeOf = [&](const Slice& batch) {
            const auto info = fixture.log->appendAsLeader(batch, LeaderEpoch(0), kNow);
            return info ? ErrorCode::None : info.error().code;
        };
        Bytes flipped = fromHex(kVector);
        flipped[70] ^= 1;
        QCOMPARE(codeOf(Slice(flipped)), ErrorCode::CorruptMessage);
        QCOMPARE(codeOf(batchOf(1, 1000)), ErrorCode::MessageTooLarge);
        QCOMPARE(codeOf(joined({batchOf(1), batchOf(1)})), ErrorCode::InvalidRecord);
        QCOMPARE(codeOf(Slice()), ErrorCode::InvalidRecord);
        QCOMPARE(codeOf(batchOf(1, 10, kNow.ms() + 3600001)), ErrorCode::InvalidTimestamp);
        QCOMPARE(fixture.log->leo().value(), 0);
        QCOMPARE(codeOf(batchOf(1)), ErrorCode::None);
    }

    void logAppendTimeIsWrittenUnderANewCrc()
    {
        LogFixture fixture;
        fixture.config.timestampType = TimestampType::LogAppend;
        fixture.create();
        const AppendInfo info = fixture.lead(batchOf(2, 10, 5000));
        QCOMPARE(info.logAppendTimeMs, kNow.ms());
        const Bytes file = fixture.fileBytes("00000000000000000000.log");
        const auto header = protocol::BatchHeader::parse(file);
        QVERIFY(header->isLogAppendTime());
        QCOMPARE(header->maxTimestamp.ms(), kNow.ms());
        QVERIFY(protocol::hasValidCrc(file));
    }

    void readsObeyTheirBounds()
    {
        LogFixture fixture;
        fixture.create();
        const std::size_t size = batchOf(3).size();
        for (int i = 0; i < 3; ++i)
            fixture.lead(batchOf(3));
        for (const bool cold : {false, true}) {
            if (cold)
                fixture.reopen({.clean = false});
            const Log& log = *fixture.log;
            const auto bytesOf = [&](int from, int bound, std::size_t max, bool one) {
                return log.read(Offset(from), Offset(bound), std::uint32_t(max), one)
                    ->records.size();
            };
            QCOMPARE(bytesOf(0, 9, 10000, false), 3 * size);
            QCOMPARE(bytesOf(4, 9, 10000, false), 2 * size); // from the batch that holds it on
            QCOMPARE(bytesOf(0, 8, 10000, false), 2 * size); // whole batches below the bound
            QCOMPARE(bytesOf(0, 9, 2 * size - 1, false), size);
            QCOMPARE(bytesOf(0, 9, 1, false), std::size_t(0));
            QCOMPARE(bytesOf(0, 9, 1, true), size);
            QCOMPARE(bytesOf(6, 6, 10000, true), std::size_t(0)); // at the bound
            QCOMPARE(bytesOf(9, 9, 10000, true), std::size_t(0)); // at the end
            QCOMPARE(bytesOf(8, 6, 10000, true), std::size_t(0)); // between bound and end
            QCOMPARE(log.read(Offset(4), Offset(9), 1, true)->firstBatchOffset.value(), 3);
            QVERIFY(log.read(Offset(10), Offset(9), 1, true).error().code ==
                    ErrorCode::OffsetOutOfRange);
            QVERIFY(log.read(Offset(-1), Offset(9), 1, true).error().code ==
                    ErrorCode::OffsetOutOfRange);
            QCOMPARE(*log.bytesBetween(Offset(0), Offset(9)), 3 * size);
            QCOMPARE(*log.bytesBetween(Offset(3), Offset(6)), size);
            QCOMPARE(*log.bytesBetween(Offset(9), Offset(6)), std::size_t(0));
        }
    }

    void raisedLogStartHidesWhatLiesBelow()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(3));
        fixture.lead(batchOf(3));
        QVERIFY(fixture.log->raiseLogStart(Offset(4)).has_value());
        QVERIFY(!fixture.log->read(Offset(3), Offset(6), 1000, true));
        QCOMPARE(fixture.log->read(Offset(4), Offset(6), 1000, true)->firstBatchOffset.value(), 3);
        QVERIFY(fixture.log->raiseLogStart(Offset(2)).has_value());
        QCOMPARE(fixture.log->logStart().value(), 4);
    }

    void findsTheFirstRecordOfATime()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 500;
        fixture.create();
        for (int i = 0; i < 10; ++i)
            fixture.lead(batchOf(2, 50, 1000 + 10 * i));
        const auto at = [&](std::int64_t ms, int bound = 20) {
            return fixture.log->offsetForTimestamp(ms, Offset(bound))->offset.value();
        };
        QCOMPARE(at(0), 0);
        QCOMPARE(at(1011), 4);
        QCOMPARE(at(1090), 18);
        QCOMPARE(at(1091), -1);
        QCOMPARE(at(1090, 18), -1);
    }

    void filesStayWithinThePool()
    {
        LogFixture fixture;
        FilePool pool(fixture.host.disk(), 8);
        const LogContext bounded{fixture.host.disk(), pool, fixture.tails, nullptr};
        std::vector<std::unique_ptr<Log>> logs;
        for (int i = 1; i <= 20; ++i)
            logs.push_back(
                std::move(*Log::create(bounded, "", {"T", i}, fixture.config, std::nullopt, kNow)));
        for (int round = 0; round < 3; ++round) {
            for (const auto& log : logs)
                QVERIFY(log->appendAsFollower(storedBatch(log->leo().value(), 0, 1), kNow));
            QVERIFY(pool.openCount() <= 8);
        }
    }

    void aFailedWriteIsTakenBack_data()
    {
        QTest::addColumn<bool>("torn");
        QTest::newRow("nothing written") << false;
        QTest::newRow("half of it written") << true;
    }

    void aFailedWriteIsTakenBack()
    {
        QFETCH(bool, torn);
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(1));
        fixture.failWrites(world::DiskFault{Failure::NoSpace, torn});
        const auto refused = fixture.log->appendAsLeader(batchOf(1), LeaderEpoch(0), kNow);
        QVERIFY(!refused && refused.error().code == ErrorCode::KafkaStorageError);
        QCOMPARE(fixture.log->leo().value(), 1);
        QCOMPARE(fixture.readAll(Offset(0), Offset(1)).size(), batchOf(1).size());
        fixture.failWrites(std::nullopt);
        QCOMPARE(fixture.lead(batchOf(1)).firstOffset.value(), 1);
        QCOMPARE(fixture.fileBytes("00000000000000000000.log").size(), 2 * batchOf(1).size());
        QCOMPARE(fixture.reopen({.clean = false}).leo().value(), 2);
    }

    void topicIdIsKeptAndNotChanged()
    {
        LogFixture fixture;
        fixture.create();
        Uuid id;
        id.bytes[3] = 9;
        QVERIFY(fixture.log->assignTopicId(id).has_value());
        QCOMPARE(textOf(fixture.fileBytes("partition.metadata")),
                 "version: 0\ntopic_id: " + id.text() + "\n");
        QVERIFY(fixture.log->close().has_value());
        fixture.reopen({.clean = true});
        QVERIFY(fixture.log->topicId() == id);
        QVERIFY(!fixture.log->assignTopicId(Uuid{{1}}));
    }
};

QTEST_APPLESS_MAIN(TestLog)
#include "test_log.moc"
