#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

struct Written
{
    Offset next;
    int epoch = 0;
    std::size_t bytesUpTo = 0;
};

/// A log that is written at random, dies and is opened again.
class Story
{
public:
    explicit Story(std::uint64_t seed, world::PowerLoss powerLoss = world::PowerLoss::Drops)
        : m_random(seed)
        , m_fixture(seed, powerLoss)
    {
        m_fixture.config.segmentBytes = 8192;
        m_fixture.config.indexIntervalBytes = 512;
        m_fixture.create();
        m_fixture.host.disk().syncDirectory("", [](Result<void>) {});
        m_fixture.world.runFor(1s);
    }

    void write()
    {
        const auto appends = m_random.below(60) + 1;
        for (std::uint64_t i = 0; i < appends; ++i) {
            if (m_random.chance(1, 10))
                ++m_epoch;
            const auto count = static_cast<int>(m_random.below(4)) + 1;
            const std::size_t bytes = m_random.below(700);
            const std::int64_t time = kNow.ms() + m_random.between(-5000, 5000);
            m_fixture.lead(batchOf(count, bytes, time), m_epoch);
            m_written.push_back({m_fixture.log->leo(), m_epoch, 0});
            if (m_random.chance(1, 15))
                m_fixture.log->flush();
            if (m_random.chance(1, 8))
                m_fixture.world.runFor(fromMs(m_random.between(0, 2)));
        }
        m_all = m_fixture.readAll(m_fixture.log->logStart(), m_fixture.log->leo());
        std::size_t at = 0;
        for (Written& batch : m_written) {
            at += protocol::BatchHeader::parse(ByteView(m_all).subspan(at))->size();
            batch.bytesUpTo = at;
        }
        m_recoveryPoint = m_fixture.log->recoveryPoint();
        m_index = indexText(m_fixture);
    }
    const std::string& index() const { return m_index; }
    std::string indexNow() { return indexText(m_fixture); }

    void losePower()
    {
        m_fixture.host.control([this] {
            m_fixture.log.reset();
            m_fixture.host.losePower();
        });
        while (m_fixture.log)
            m_fixture.world.runOne();
    }

    /// The process dies inside a write: the newest file ends anywhere, perhaps in rubbish.
    void tear()
    {
        const auto segments = m_fixture.log->segments();
        // Above the recovery point anything may have happened.
        const SegmentInfo& last = segments.back();
        const std::string name = "TopicA-0/" + segmentFileName(last.base, ".log");
        m_fixture.log.reset();
        auto file = *m_fixture.host.disk().open(name, world::OpenMode::MustExist);
        if (last.base >= m_recoveryPoint && m_random.chance(2, 3))
            QVERIFY(file->truncate(m_random.below(file->size() + 1)));
        if (m_random.chance(1, 2)) {
            Bytes rubbish(m_random.below(300));
            for (std::uint8_t& byte : rubbish)
                byte = static_cast<std::uint8_t>(m_random.below(3) == 0 ? m_random.below(256) : 0);
            QVERIFY(file->append(Pieces(Slice(std::move(rubbish)))));
        }
    }

    void reopenAndCheck()
    {
        Log& log = m_fixture.reopen({.clean = false, .recoveryPoint = m_recoveryPoint});
        const auto last = std::ranges::find_if(
            m_written, [&](const Written& batch) { return batch.next == log.leo(); });
        const bool isPrefix = log.leo() == Offset(0) || last != m_written.end();
        QVERIFY2(isPrefix, "the log ends with a whole batch");
        QVERIFY(log.leo() >= m_recoveryPoint);
        m_written.erase(log.leo() == Offset(0) ? m_written.begin() : last + 1, m_written.end());
        m_all.resize(m_written.empty() ? 0 : m_written.back().bytesUpTo);
        QVERIFY(m_fixture.readAll(Offset(0), log.leo()) == m_all);
        QVERIFY(log.recoveryPoint() <= log.leo());
        checkAgainstRebuilt();
    }

private:
    /// Index and epochs are those that all batches, read anew, give.
    void checkAgainstRebuilt()
    {
        const std::string index = indexText(m_fixture);
        const auto epochs = m_fixture.log->epochs().entries();
        m_fixture.reopen({.clean = false});
        QCOMPARE(QString::fromStdString(indexText(m_fixture)), QString::fromStdString(index));
        QVERIFY(m_fixture.log->epochs().entries() == epochs);
        LogFixture follower;
        follower.config = m_fixture.config;
        follower.create();
        QVERIFY(follower.log->appendAsFollower(Slice(m_all), kNow).has_value());
        QVERIFY(follower.log->epochs().entries() == epochs);
    }

    world::Random m_random;
    LogFixture m_fixture;
    int m_epoch = 0;
    std::string m_index;
    std::vector<Written> m_written;
    Bytes m_all;
    Offset m_recoveryPoint{0};
};

} // namespace

class TestRecovery : public QObject
{
    Q_OBJECT
private slots:
    void anyCrashLeavesAWholePrefix_data() { seeds(); }
    void anyCrashLeavesAWholePrefix()
    {
        QFETCH(quint64, seed);
        Story story(seed);
        for (int life = 0; life < 3; ++life) {
            story.write();
            story.tear();
            story.reopenAndCheck();
        }
    }

    void anyPowerLossLeavesAWholePrefix_data() { seeds(); }
    void anyPowerLossLeavesAWholePrefix()
    {
        QFETCH(quint64, seed);
        Story story(seed);
        for (int life = 0; life < 3; ++life) {
            story.write();
            story.losePower();
            story.reopenAndCheck();
        }
    }

    /// Unsynced bytes are there, not there, or torn, each file by itself.
    void aPowerLossThatTearsFilesLeavesAWholePrefix_data() { seeds(); }
    void aPowerLossThatTearsFilesLeavesAWholePrefix()
    {
        QFETCH(quint64, seed);
        Story story(seed, world::PowerLoss::Tears);
        for (int life = 0; life < 4; ++life) {
            story.write();
            story.losePower();
            story.reopenAndCheck();
        }
    }

    void indexesOfAnUntouchedLogEqualThoseRebuilt_data() { seeds(); }
    void indexesOfAnUntouchedLogEqualThoseRebuilt()
    {
        QFETCH(quint64, seed);
        Story story(seed);
        for (int life = 0; life < 3; ++life) {
            story.write();
            story.reopenAndCheck();
            QCOMPARE(QString::fromStdString(story.indexNow()),
                     QString::fromStdString(story.index()));
        }
    }

    void cleanCloseIsTrusted()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 20; ++i)
            fixture.lead(batchOf(3, 500), i / 7);
        const auto epochs = fixture.log->epochs().entries();
        const std::string index = indexText(fixture);
        QVERIFY(fixture.log->close().has_value());
        QCOMPARE(fixture.fileBytes("00000000000000000000.index").size() % 8, std::size_t(0));
        QVERIFY(fixture.fileBytes("00000000000000000000.index").size() < 1024);
        Log& log = fixture.reopen({.clean = true});
        QCOMPARE(log.leo().value(), 60);
        QCOMPARE(log.recovery().segmentsChecked, 0u);
        QVERIFY(log.epochs().entries() == epochs);
        QCOMPARE(log.recoveryPoint().value(), 60);
        QCOMPARE(indexText(fixture), index);
        // Indexing goes on as if nothing had happened.
        fixture.lead(batchOf(3, 500), 3);
        QCOMPARE(fixture.readAll(Offset(0), Offset(63)).size(), 21 * batchOf(3, 500).size());
    }

    void onlyWhatLiesAboveTheRecoveryPointIsChecked()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 2000;
        fixture.create();
        for (int i = 0; i < 12; ++i)
            fixture.lead(batchOf(1, 600)); // two a segment
        fixture.world.runFor(1s);
        QCOMPARE(fixture.log->recoveryPoint().value(), 10);
        Log& log = fixture.reopen({.clean = false, .recoveryPoint = Offset(10)});
        QCOMPARE(log.recovery().segmentsChecked, 1u);
        QCOMPARE(log.leo().value(), 12);
    }

    void aMissingIndexIsBuiltAgain()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 40; ++i)
            fixture.lead(batchOf(1, 1000));
        const std::string index = indexText(fixture);
        QVERIFY(fixture.log->close().has_value());
        fixture.log.reset();
        QVERIFY(fixture.host.disk().remove("TopicA-0/00000000000000000000.index"));
        Log& log = fixture.reopen({.clean = true});
        QCOMPARE(log.leo().value(), 40);
        QCOMPARE(indexText(fixture), index);
    }

    void anUnreadableEpochFileIsBuiltFromTheBatches()
    {
        LogFixture fixture;
        fixture.create();
        for (int i = 0; i < 40; ++i)
            fixture.lead(batchOf(1, 1000), i / 10);
        const auto epochs = fixture.log->epochs().entries();
        QVERIFY(fixture.log->close().has_value());
        fixture.log.reset();
        auto file = *fixture.host.disk().open("TopicA-0/leader-epoch-checkpoint",
                                              world::OpenMode::Truncate);
        file.reset();
        Log& log = fixture.reopen({.clean = true});
        QVERIFY(log.epochs().entries() == epochs);
    }

    void logStartAboveTheEndEmptiesTheLog()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(3));
        Log& log = fixture.reopen({.clean = false, .logStart = Offset(10)});
        QCOMPARE(log.leo().value(), 10);
        QCOMPARE(log.logStart().value(), 10);
    }

    void aLostSegmentInTheMiddleCutsTheLogThere()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 2000;
        fixture.create();
        for (int i = 0; i < 9; ++i)
            fixture.lead(batchOf(1, 600));
        fixture.log.reset();
        QVERIFY(fixture.host.disk().remove("TopicA-0/00000000000000000004.log"));
        Log& log = fixture.reopen({.clean = false});
        QCOMPARE(log.leo().value(), 4);
        QVERIFY(!fixture.host.disk().exists("TopicA-0/00000000000000000006.log"));
        QVERIFY(!fixture.host.disk().exists("TopicA-0/00000000000000000004.index"));
    }

private:
    static void seeds()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 60; ++seed)
            QTest::addRow("seed %llu", seed) << seed;
    }
};

QTEST_APPLESS_MAIN(TestRecovery)
#include "test_recovery.moc"
