#include <QTest>

#include "engine/log/checkpoint.h"
#include "engine/log/log_manager.h"
#include "engine/log/log_manager_state.h"
#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

/// A whole log directory that is written at random and dies, by power or by process, life after
/// life.
class Directory
{
public:
    explicit Directory(std::uint64_t seed)
        : m_random(seed)
        , m_world(LogFixture::optionsOf(seed, world::PowerLoss::Tears))
        , m_host(m_world.addHost({NodeId::broker(BrokerId(1)), "broker1"}))
    {
        m_config.broker = BrokerId(1);
        m_config.root = "logs";
        m_config.flushCheckpointInterval = 2s;
        m_config.retentionCheckInterval = 3s;
        m_settings.segmentBytes = 6000;
        m_settings.indexIntervalBytes = 700;
        m_settings.retentionBytes = 30000;
        m_settings.fileDeleteDelay = 4s;
        m_config.defaults = m_settings;
    }

    void live()
    {
        load();
        const auto rounds = m_random.below(40) + 1;
        for (std::uint64_t i = 0; i < rounds; ++i) {
            const TopicPartition partition{"T", static_cast<std::int32_t>(m_random.below(4))};
            m_settings.flushMessages = m_random.chance(1, 4) ? 5 : INT64_MAX;
            auto log = m_manager->getOrCreate(partition, m_settings, Uuid{{7}});
            QVERIFY(log.has_value());
            const std::size_t bytes = m_random.below(900);
            for (int n = 0; n < 6; ++n)
                QVERIFY((*log)->appendAsLeader(batchOf(2, bytes, m_host.loop().wallTime().ms()),
                                               LeaderEpoch(m_epoch), m_host.loop().wallTime()));
            if (m_random.chance(1, 6))
                QVERIFY((*log)->truncateTo((*log)->leo() - 3));
            m_world.runFor(fromMs(m_random.between(0, 400)));
        }
        for (Log* log : m_manager->logs())
            m_synced[log->partition()] = log->recoveryPoint();
    }

    void die()
    {
        const bool power = m_random.chance(2, 3);
        bool done = false;
        m_host.control([&] {
            m_manager.reset();
            power ? m_host.losePower() : m_host.crash();
            done = true;
        });
        while (!done)
            m_world.runOne();
        ++m_epoch;
    }

    /// Checkpoints parse, no log ends before what was synced, every index is what its log gives.
    void check()
    {
        for (const char* name : {kRecoveryPointFile, kHighWatermarkFile, kLogStartFile}) {
            const auto bytes = world::readAll(m_host.disk(), std::string("logs/") + name);
            if (bytes) {
                const auto parsed = parseOffsetCheckpoint(textOf(*bytes));
                QVERIFY2(parsed.has_value(), parsed ? name : parsed.error().message.c_str());
            }
        }
        load();
        for (Log* log : m_manager->logs()) {
            QVERIFY(log->leo() >= m_synced[log->partition()]);
            const auto text = indexTextOf(*log);
            FilePool files(m_host.disk(), 64);
            TailBudget tails(1 << 20, 1 << 20);
            const auto spec = Log::LoadSpec{.clean = false, .logStart = log->logStart()};
            const auto opened = Log::open({m_host.disk(), files, tails}, "logs", log->partition(),
                                          m_settings, spec, kNow);
            QVERIFY(opened.has_value());
            QCOMPARE((*opened)->leo(), log->leo());
            QCOMPARE(indexTextOf(**opened), text);
        }
    }

private:
    void load()
    {
        m_manager = std::make_unique<LogManager>(m_host.loop(), m_host.disk(), m_config);
        m_manager->setHighWatermarkSource([this](const TopicPartition& partition) {
            Log* log = m_manager->find(partition);
            return log ? std::optional(log->leo()) : std::nullopt;
        });
        std::optional<Result<LoadSummary>> outcome;
        m_manager->load([&](Result<LoadSummary> loaded) { outcome = std::move(loaded); });
        m_world.runUntil([&] { return outcome.has_value(); }, 10s);
        QVERIFY2(outcome->has_value(),
                 outcome->has_value() ? "" : outcome->error().message.c_str());
        QVERIFY((*outcome)->failed.empty());
        QVERIFY((*outcome)->warnings.empty());
    }
    QString indexTextOf(const Log& log)
    {
        QString text;
        for (const SegmentInfo& segment : log.segments()) {
            const auto entries = [&](const char* suffix, std::uint32_t count, std::size_t size) {
                const auto bytes = world::readAll(
                    m_host.disk(), log.directory() + "/" + segmentFileName(segment.base, suffix));
                return toHex(ByteView(*bytes).first(count * size));
            };
            text += QString::fromStdString(fmt::format(
                "{}: {} | {}\n", segment.base, entries(kIndexSuffix, segment.indexEntries, 8),
                entries(kTimeIndexSuffix, segment.timeIndexEntries, 12)));
        }
        return text;
    }

    world::Random m_random;
    world::SimWorld m_world;
    world::Host& m_host;
    LogManagerConfig m_config;
    LogConfig m_settings;
    std::unique_ptr<LogManager> m_manager;
    std::map<TopicPartition, Offset> m_synced;
    int m_epoch = 0;
};

} // namespace

class TestCrash : public QObject
{
    Q_OBJECT
private slots:
    void aDirectoryOutlivesEveryDeath_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 15; ++seed)
            QTest::addRow("seed %llu", seed) << seed;
    }
    void aDirectoryOutlivesEveryDeath()
    {
        QFETCH(quint64, seed);
        Directory directory(seed);
        for (int life = 0; life < 4; ++life) {
            directory.live();
            if (QTest::currentTestFailed())
                return;
            directory.die();
            directory.check();
            if (QTest::currentTestFailed())
                return;
            directory.die();
        }
    }
};

QTEST_APPLESS_MAIN(TestCrash)
#include "test_crash.moc"
