#include <QTest>

#include "engine/log/deleted_files.h"
#include "engine/log/log_manager.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

constexpr std::int64_t kDayMs = 86400000;

struct Heard final : LogListener
{
    void segmentsDeleted(const TopicPartition&, const SegmentsDeleted& event) override
    {
        deleted.push_back(event);
    }
    void segmentRolled(const TopicPartition&, Offset base) override { rolled.push_back(base); }
    std::vector<SegmentsDeleted> deleted;
    std::vector<Offset> rolled;
};

/// A log of segments of three records each, one batch a record.
class Aged
{
public:
    Aged()
        : deletions(fixture.host.loop(), fixture.host.disk())
    {
        fixture.listener = &heard;
        fixture.config.segmentBytes = 3200;
        fixture.config.retentionTimeMs = 7 * kDayMs;
        LogContext context = fixture.context();
        context.deletions = &deletions;
        auto created = Log::create(context, "", kPartition, fixture.config, std::nullopt, kNow);
        fixture.log = std::move(*created);
    }
    void write(int records, std::int64_t ageMs)
    {
        for (int i = 0; i < records; ++i)
            fixture.lead(batchOf(1, 950, kNow.ms() - ageMs));
    }
    std::uint32_t retain(std::optional<std::int64_t> highWatermark = {})
    {
        const Offset mark = highWatermark ? Offset(*highWatermark) : fixture.log->leo();
        const auto deleted = fixture.log->deleteOldSegments(mark, kNow);
        HW_ASSERT(deleted.has_value(), "the disk is good");
        return *deleted;
    }
    std::string bases()
    {
        std::string text;
        for (const SegmentInfo& segment : fixture.log->segments())
            text += fmt::format("{} ", segment.base);
        return text;
    }
    void setRetention(std::int64_t ms, std::int64_t bytes)
    {
        fixture.config.retentionTimeMs = ms;
        fixture.config.retentionBytes = bytes;
        fixture.log->setConfig(fixture.config);
    }
    bool exists(const std::string& name) { return fixture.host.disk().exists("TopicA-0/" + name); }

    Heard heard;
    LogFixture fixture;
    DeletedFiles deletions;
};

} // namespace

class TestRetention : public QObject
{
    Q_OBJECT
private slots:
    void segmentsGoByTheirLargestTimestamp()
    {
        Aged log;
        log.write(3, 9 * kDayMs);
        log.write(2, 8 * kDayMs); // the second segment's last record is young
        log.write(1, kDayMs);
        log.write(3, 8 * kDayMs);
        log.write(1, 0);
        QCOMPARE(QString::fromStdString(log.bases()), QString("0 3 6 9 "));
        QCOMPARE(log.retain(), 1u);
        // Only a prefix goes: the third is old enough, but not at the front.
        QCOMPARE(QString::fromStdString(log.bases()), QString("3 6 9 "));
        QCOMPARE(log.fixture.log->logStart().value(), 3);
        QCOMPARE(log.fixture.log->leo().value(), 10);
        QCOMPARE(log.heard.deleted.size(), std::size_t(1));
        QCOMPARE(log.heard.deleted[0].newFirstBase.value(), 3);
        QVERIFY(log.heard.deleted[0].reason == DeletionReason::Time);
    }

    /// Seconds taken for milliseconds: 1970, so everything is too old.
    void secondsInsteadOfMillisecondsEmptyTheLog()
    {
        Aged log;
        for (int i = 0; i < 4; ++i)
            log.fixture.lead(batchOf(1, 100, 1495843200));
        QCOMPARE(log.fixture.log->offsetForTimestamp(1543590000, Offset(4))->offset, kNoOffset);
        QCOMPARE(log.retain(), 1u);
        QCOMPARE(log.heard.rolled.size(), std::size_t(1)); // the active one was rolled first
        QCOMPARE(log.fixture.log->logStart().value(), 4);
        QCOMPARE(log.fixture.log->leo().value(), 4);
        QCOMPARE(QString::fromStdString(log.bases()), QString("4 "));
        QCOMPARE(log.retain(), 0u); // the empty one stays

        Aged mixed;
        // The other way round the second would begin a segment: segment.ms lies between them.
        mixed.fixture.lead(batchOf(1, 100, kNow.ms()));
        mixed.fixture.lead(batchOf(1, 100, 1495843200));
        QCOMPARE(QString::fromStdString(mixed.bases()), QString("0 "));
        QCOMPARE(mixed.retain(), 0u);
        QCOMPARE(mixed.fixture.log->logStart().value(), 0);

        Aged stamped;
        stamped.fixture.config.timestampType = TimestampType::LogAppend;
        stamped.fixture.log->setConfig(stamped.fixture.config);
        stamped.fixture.lead(batchOf(1, 100, 1495843200));
        QCOMPARE(stamped.retain(), 0u);

        Aged dated;
        dated.fixture.lead(batchOf(1, 100, kNow.ms()));
        QCOMPARE(dated.fixture.log->offsetForTimestamp(1543590000, Offset(1))->offset.value(), 0);
    }

    void theLogShrinksToItsSizeAndNeverBelow()
    {
        Aged log;
        log.write(10, 0);
        const std::uint64_t segment = log.fixture.log->segments()[0].logBytes;
        log.setRetention(-1, static_cast<std::int64_t>(log.fixture.log->size() - segment - 1));
        QCOMPARE(log.retain(), 1u);
        QCOMPARE(QString::fromStdString(log.bases()), QString("3 6 9 "));
        log.setRetention(-1, static_cast<std::int64_t>(log.fixture.log->size() - segment + 1));
        QCOMPARE(log.retain(), 0u);
        QVERIFY(log.heard.deleted[0].reason == DeletionReason::Size);
    }

    void nothingAtOrAboveTheHighWatermarkGoes()
    {
        Aged log;
        log.write(9, 9 * kDayMs);
        QCOMPARE(log.retain(5), 1u);
        QCOMPARE(log.fixture.log->logStart().value(), 3);
        QCOMPARE(log.retain(6), 1u);
        QCOMPARE(log.retain(8), 0u); // the active one ends at 9
        QCOMPARE(log.retain(9), 1u);
        QCOMPARE(log.fixture.log->logStart().value(), 9);
    }

    void whatLiesBelowTheLogStartGoesWhateverThePolicy()
    {
        Aged log;
        log.write(9, 0);
        log.fixture.config.deletes = false;
        log.fixture.config.compacted = true;
        log.setRetention(0, 0);
        QCOMPARE(log.retain(), 0u);
        QVERIFY(log.fixture.log->raiseLogStart(Offset(7)));
        QCOMPARE(log.retain(), 2u);
        QCOMPARE(QString::fromStdString(log.bases()), QString("6 "));
        QCOMPARE(log.fixture.log->logStart().value(), 7);
        QVERIFY(log.heard.deleted[0].reason == DeletionReason::LogStart);
    }

    void filesWaitUnderAnotherNameAndThenGo()
    {
        Aged log;
        log.write(4, 9 * kDayMs);
        log.retain();
        const std::string base = segmentFileName(Offset(0), "");
        for (const char* suffix : {".log", ".index", ".timeindex"}) {
            QVERIFY(!log.exists(base + suffix));
            QVERIFY(log.exists(base + suffix + kDeletedSuffix));
        }
        log.fixture.world.runFor(59s);
        QVERIFY(log.exists(base + ".log.deleted"));
        log.fixture.world.runFor(2s);
        QVERIFY(!log.exists(base + ".log.deleted"));
        QCOMPARE(log.deletions.waiting(), std::size_t(0));
    }

    /// A consumer reads on from 450 while everything below 500 goes: whole batches or error 1.
    void aReaderInParallelGetsWholeBatchesOrOutOfRange()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 12000;
        fixture.config.retentionTimeMs = 7 * kDayMs;
        fixture.create();
        for (int i = 0; i < 160; ++i)
            fixture.lead(batchOf(5, 100, kNow.ms() - (i < 100 ? 9 * kDayMs : 0)));
        const auto held = fixture.log->read(Offset(450), fixture.log->leo(), 2000, true);
        QVERIFY(held.has_value());
        QVERIFY(fixture.log->deleteOldSegments(fixture.log->leo(), kNow).value() > 0);
        const Offset start = fixture.log->logStart();
        QVERIFY(start > Offset(400) && start <= Offset(500));
        // What was handed out before is whole still.
        protocol::BatchWalker walker(*held->records.flatten());
        const auto first = walker.next();
        QVERIFY(first && *first);
        QVERIFY(protocol::hasValidCrc((*first)->bytes.view()));
        for (std::int64_t from = 400; from <= 800; ++from) {
            const auto read = fixture.log->read(Offset(from), fixture.log->leo(), 2000, true);
            if (Offset(from) < start) {
                QVERIFY(!read && read.error().code == ErrorCode::OffsetOutOfRange);
                continue;
            }
            QVERIFY(read.has_value());
            protocol::BatchWalker batches(*read->records.flatten());
            while (const auto batch = batches.next().value())
                QVERIFY(protocol::hasValidCrc(batch->bytes.view()));
        }
    }

    void aRestartKnowsWhatIsGone()
    {
        Aged log;
        log.write(10, 9 * kDayMs);
        log.retain(7);
        const std::string bases = log.bases();
        log.fixture.reopen({.clean = false});
        QCOMPARE(QString::fromStdString(log.bases()), QString::fromStdString(bases));
        QCOMPARE(log.fixture.log->logStart().value(), 6);
        QVERIFY(!log.exists("00000000000000000000.log.deleted"));
    }

    void theManagerLooksAtIntervalsAndGoesByTheHighWatermark()
    {
        LogFixture fixture;
        Heard heard;
        LogManagerConfig config;
        config.broker = BrokerId(1);
        config.root = "logs";
        config.retentionCheckInterval = 5s;
        LogManager manager(fixture.host.loop(), fixture.host.disk(), config, &heard);
        bool loaded = false;
        manager.load([&](Result<LoadSummary> done) { loaded = done.has_value(); });
        fixture.world.runFor(1s);
        QVERIFY(loaded);
        LogConfig own;
        own.segmentBytes = 3200;
        own.retentionTimeMs = kDayMs;
        Log& log = **manager.getOrCreate(kPartition, own);
        Offset mark(4);
        manager.setHighWatermarkSource([&](const TopicPartition&) { return std::optional(mark); });
        const std::int64_t old = fixture.host.loop().wallTime().ms() - 2 * kDayMs;
        for (int i = 0; i < 7; ++i)
            QVERIFY(log.appendAsLeader(batchOf(1, 950, old), LeaderEpoch(0),
                                       fixture.host.loop().wallTime()));
        fixture.world.runFor(5s);
        QCOMPARE(log.logStart().value(), 3);
        mark = Offset(7);
        fixture.world.runFor(5s);
        QCOMPARE(log.logStart().value(), 7);
        QCOMPARE(log.leo().value(), 7);
        QVERIFY(fixture.host.disk().exists("logs/TopicA-0/00000000000000000003.log.deleted"));
        fixture.world.runFor(61s);
        QVERIFY(!fixture.host.disk().exists("logs/TopicA-0/00000000000000000003.log.deleted"));
    }

    void flushMessagesAndFlushTimeSync()
    {
        LogFixture fixture;
        LogManagerConfig config;
        config.broker = BrokerId(1);
        LogManager manager(fixture.host.loop(), fixture.host.disk(), config);
        manager.load([](Result<LoadSummary>) {});
        fixture.world.runFor(1s);
        LogConfig own;
        own.flushMessages = 3;
        Log& log = **manager.getOrCreate(kPartition, own);
        const auto write = [&](Log& to) {
            const auto info =
                to.appendAsLeader(batchOf(2), LeaderEpoch(0), fixture.host.loop().wallTime());
            return info->mustSync;
        };
        QVERIFY(!write(log));
        QVERIFY(!log.mustSyncFirst());
        QVERIFY(write(log));
        QVERIFY(log.mustSyncFirst());
        fixture.world.runFor(100ms);
        QVERIFY(!log.mustSyncFirst());
        QCOMPARE(log.recoveryPoint().value(), 4);

        own = {};
        own.flushTime = 3s;
        Log& timed = **manager.getOrCreate({"TopicA", 1}, own);
        QVERIFY(!write(timed));
        QCOMPARE(timed.recoveryPoint().value(), 0);
        fixture.world.runFor(10s);
        QCOMPARE(timed.recoveryPoint().value(), 2);
        QVERIFY(!write(timed));
        fixture.world.runFor(4s);
        QCOMPARE(timed.recoveryPoint().value(), 4);
    }
};

QTEST_APPLESS_MAIN(TestRetention)
#include "test_retention.moc"
