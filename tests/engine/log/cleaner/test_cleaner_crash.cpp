#include <QTest>

#include "tests/engine/log/cleaner/cleaner_fixture.h"
#include "tests/engine/log/cleaner/dying_disk.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

namespace {

/// Everything that was ever written, and what of it a compacted log may have forgotten.
class Model
{
public:
    void add(Offset offset, const std::string& key, std::optional<std::string> value)
    {
        HW_ASSERT(offset.value() == static_cast<std::int64_t>(m_all.size()), "offsets rise by one");
        m_all.push_back({offset.value(), key, std::move(value)});
    }
    /// What was not on the disk is lost.
    void cut(Offset leo) { m_all.resize(static_cast<std::size_t>(leo.value())); }

    /// Empty if the log holds what it must; else what is wrong.
    std::string compare(CleanerFixture& f) const
    {
        if (f.log().leo().value() != static_cast<std::int64_t>(m_all.size()))
            return fmt::format("LEO {} instead of {}", f.log().leo(), m_all.size());
        std::map<std::string, const CleanerFixture::Kept*> newest;
        for (const auto& record : m_all)
            newest[record.key] = &record;
        std::map<std::string, std::int64_t> found;
        for (const auto& record : f.records()) {
            const auto& written = m_all[static_cast<std::size_t>(record.offset)];
            if (record.key != written.key || record.value != written.value)
                return fmt::format("offset {} holds another record", record.offset);
            found[record.key] = record.offset;
        }
        for (const auto& [key, record] : newest) {
            const auto at = found.find(key);
            const bool mayBeGone = !record->value && at == found.end();
            if (!mayBeGone && (at == found.end() || at->second != record->offset))
                return fmt::format("key {} has its newest value at {}, found at {}", key,
                                   record->offset, at == found.end() ? -1 : at->second);
        }
        return {};
    }

private:
    std::vector<CleanerFixture::Kept> m_all;
};

class Story
{
public:
    explicit Story(std::uint64_t seed)
        : m_random(seed)
        , fixture(seed)
    {
        fixture.config.segmentBytes = 1500;
        fixture.config.deleteRetention = 300ms;
        fixture.config.minCleanableDirtyRatio = 0.2;
        fixture.cleaning.dedupeBufferBytes = 24 * KeyOffsetMap::kSlotBytes;
        fixture.directory.defaults = fixture.config;
        fixture.start();
        (void)fixture.log();
        fixture.world.runFor(1s); // names are synced
    }

    void write()
    {
        const std::string key = "key-" + std::to_string(m_random.below(12));
        std::optional<std::string> value;
        if (m_random.chance(4, 5))
            value = std::to_string(m_values++) + std::string(m_random.below(60), 'v');
        model.add(fixture.write(key, value), key, value);
    }
    void writeSome()
    {
        const std::uint64_t count = m_random.below(60) + 20;
        for (std::uint64_t i = 0; i < count; ++i) {
            write();
            if (m_random.chance(1, 6))
                fixture.world.runFor(fromMs(m_random.between(0, 30)));
        }
    }
    void check(const char* when)
    {
        const std::string wrong = model.compare(fixture);
        QVERIFY2(wrong.empty(), fmt::format("{}: {}", when, wrong).c_str());
    }
    void crash(bool power)
    {
        fixture.crash(power);
        fixture.start();
        if (power)
            model.cut(fixture.log().leo());
    }
    void checkNothingIsLeftOver()
    {
        for (const char* ending : {kCleanedSuffix, kSwapSuffix, kDeletedSuffix})
            QCOMPARE(fixture.filesEnding(ending), std::size_t(0));
    }
    /// Indexes are those that the batches alone give.
    void checkIndexes()
    {
        const auto files = fixture.sealedFiles();
        fixture.crash(false);
        for (const auto& [name, bytes] : files)
            if (!name.ends_with(kLogSuffix))
                QVERIFY(fixture.host.disk().remove("TopicA-0/" + name).has_value());
        fixture.start();
        QVERIFY(fixture.sealedFiles() == files);
    }
    world::Random& random() { return m_random; }

    Model model;

private:
    world::Random m_random;
    std::uint64_t m_values = 0;

public:
    CleanerFixture fixture;
};

/// A log with a dirty part, the same every time, and a disk that dies somewhere.
struct Dying
{
    CleanerFixture f;
    DyingDisk disk{f.host.disk()};
    Model model;

    Dying()
    {
        f.config.segmentBytes = 400;
        f.config.deleteRetention = 0ms;
        f.directory.defaults = f.config;
        f.disk = &disk;
        f.cleaning.backoff = 50ms;
        f.start();
        (void)f.log();
        f.world.runFor(1s); // names are synced
        for (int i = 0; i < 24; ++i) {
            const std::string key = "key-" + std::to_string(i % 5);
            std::optional<std::string> value;
            if (i % 5 != 4)
                value = std::to_string(i) + std::string(40, 'v');
            model.add(f.write(key, value), key, value);
        }
        f.log().flush();
        f.world.runFor(2ms);
        HW_ASSERT(f.log().segmentCount() > 5, "there is something to merge");
        f.config.segmentBytes = 900; // of which some fit together now
        f.setConfig();
    }
};

} // namespace

class TestCleanerCrash : public QObject
{
    Q_OBJECT
private slots:
    void everyCrashInACleaningLosesNothing_data()
    {
        QTest::addColumn<bool>("power");
        QTest::newRow("process") << false;
        QTest::newRow("power") << true;
    }
    void everyCrashInACleaningLosesNothing()
    {
        QFETCH(bool, power);
        std::uint64_t changes = 0;
        {
            Dying whole;
            const std::uint64_t before = whole.disk.changes();
            whole.f.world.runFor(200ms);
            QVERIFY(!whole.f.reports.empty());
            changes = whole.disk.changes() - before;
            QCOMPARE(whole.model.compare(whole.f), std::string());
        }
        QVERIFY2(changes > 40, "several groups are swapped");
        for (std::uint64_t at = 0; at < changes; ++at) {
            Dying dying;
            dying.disk.dieAfter(at);
            dying.f.world.runFor(200ms);
            QVERIFY(dying.disk.isDead());
            dying.f.crash(power);
            dying.f.disk = &dying.f.host.disk();
            dying.f.start();
            const std::string where = fmt::format("died at change {} of {}", at, changes);
            const std::string wrong = dying.model.compare(dying.f);
            QVERIFY2(wrong.empty(), (where + ": " + wrong).c_str());
            QCOMPARE(dying.f.filesEnding(kCleanedSuffix) + dying.f.filesEnding(kSwapSuffix),
                     std::size_t(0));
            dying.f.setConfig();
            dying.f.clean();
            QCOMPARE(dying.model.compare(dying.f), std::string());
        }
    }

    void theNewestValueOfEveryKeySurvives_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %llu", seed) << seed;
    }
    void theNewestValueOfEveryKeySurvives()
    {
        QFETCH(quint64, seed);
        Story story(seed);
        for (int life = 0; life < 6; ++life) {
            story.writeSome();
            story.check("while it is cleaned");
            if (story.random().chance(1, 2)) {
                story.fixture.clean();
                story.check("after cleaning");
            }
            if (story.random().chance(1, 3))
                story.fixture.world.runFor(500ms);
            const bool power = story.random().chance(1, 2);
            story.crash(power);
            story.check(power ? "after a power loss" : "after a crash");
            story.checkNothingIsLeftOver();
            (void)story.fixture.log(); // its settings
        }
        story.fixture.world.runFor(1s);
        story.check("at the end");
        QVERIFY(!story.fixture.reports.empty());
        QVERIFY(story.fixture.storageFailures.empty() && story.fixture.uncleanable.empty());
        story.checkIndexes();
        story.check("with indexes made anew");
    }

    void sameSeedSameFiles()
    {
        const auto filesOf = [](std::uint64_t seed) {
            Story story(seed);
            story.writeSome();
            story.fixture.clean();
            return story.fixture.sealedFiles();
        };
        QVERIFY(filesOf(7) == filesOf(7));
    }
};

QTEST_APPLESS_MAIN(TestCleanerCrash)
#include "test_cleaner_crash.moc"
