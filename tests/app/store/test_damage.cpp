#include <QProcess>

#include <random>

#include "app/store/player.h"
#include "app/store/recording_cluster.h"
#include "tests/app/store/recorded_demo.h"

using namespace hw;
using namespace hw::store;
using test::packed;
using test::RecordedDemo;
using test::SeenDemo;

namespace {

QByteArray contentOf(const std::string& path)
{
    QFile file(QString::fromStdString(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const std::string& path, const QByteArray& bytes)
{
    QFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s", path.c_str());
}

/// Looks at everything that a window could.
void lookAllOver(const std::string& path)
{
    auto cluster = RecordingCluster::open(path);
    if (!cluster) {
        QVERIFY(cluster.error().message.starts_with("'" + path + "' "));
        QVERIFY(cluster.error().message.find('\n') == std::string::npos);
        return;
    }
    cluster::Playback& playback = *(*cluster)->playback();
    const auto state = playback.state();
    const Duration span = state.last - state.first;
    for (int i = 0; i <= 20; ++i) {
        playback.seek(state.first + span / 20 * i);
        QVERIFY((*cluster)->snapshot() != nullptr && (*cluster)->gauges() != nullptr);
        (*cluster)->takeEvents(1000);
    }
    playback.step(cluster::Playback::Direction::Back);
    playback.marks(state.first, state.last, 100);
    playback.find({{}, "broker 2"}, state.first, cluster::Playback::Direction::Forward);
    playback.events(state.first, state.last, 100'000);
    (*cluster)->recording().verify(60s);
    playback.state();
}

/// Records for ever, and says `writing` once there is something to lose.
int recordUntilKilled(const char* file)
{
    SeenDemo demo(5);
    Journal journal(file, {"studio", "", 5, {}});
    for (int frame = 0;; ++frame) {
        journal.take(demo.look());
        if (frame % 50 == 0)
            journal.flush(60s);
        if (frame == 500) {
            std::puts("writing");
            std::fflush(stdout);
        }
    }
}

} // namespace

class TestDamage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_demo = std::make_unique<RecordedDemo>(22s);
        m_good = contentOf(m_demo->file());
        QVERIFY(m_good.size() > 50'000);
    }

    void flippedBitsAreSurvived()
    {
        const std::string path = m_demo->dir.filePath("bad.hwrec").toStdString();
        std::mt19937 random(7);
        for (int round = 0; round < 60; ++round) {
            QByteArray bad = m_good;
            for (int i = 0; i < 1 + round * 3; ++i)
                bad[static_cast<int>(random() % static_cast<unsigned>(bad.size()))] ^=
                    static_cast<char>(1 << random() % 8);
            writeFile(path, bad);
            lookAllOver(path);
        }
    }

    void damagedSchemasAreSurvived()
    {
        const std::string path = m_demo->dir.filePath("bad.hwrec").toStdString();
        std::mt19937 random(8);
        for (int round = 0; round < 40; ++round) {
            QByteArray bad = m_good;
            for (int i = 0; i < 4; ++i) // in the header and the first page
                bad[static_cast<int>(random() % 8192)] = static_cast<char>(random());
            writeFile(path, bad);
            lookAllOver(path);
        }
    }

    void cutFilesOpenAsFarAsTheyGo()
    {
        const std::string path = m_demo->dir.filePath("cut.hwrec").toStdString();
        int opened = 0;
        for (int percent = 5; percent < 100; percent += 5) {
            writeFile(path, m_good.left(m_good.size() * percent / 100));
            lookAllOver(path);
            auto recording = Recording::open(path);
            if (!recording)
                continue;
            (*recording)->verify(60s);
            QVERIFY(!(*recording)->damage().empty());
            const auto moment = (*recording)->at((*recording)->first());
            if (!moment.snapshot) // cut before the first picture
                continue;
            ++opened;
            QCOMPARE(packed(*moment.snapshot), packed(*m_demo->at(moment.snapshot->at).snapshot));
        }
        QVERIFY2(opened >= 4, qPrintable(QString::number(opened)));
    }

    void aDamagedPageCostsOnlyItsChunk()
    {
        const std::string path = m_demo->dir.filePath("page.hwrec").toStdString();
        writeFile(path, m_good);
        test::tamper(path, "UPDATE content SET pictures=zeroblob(100) WHERE page=3");
        const auto recording = test::opened(path);
        recording->verify(60s);
        QVERIFY(recording->damage().find("cannot be read") != std::string::npos);
        const Instant good = m_demo->seen[50].snapshot->at;
        QCOMPARE(packed(*recording->at(good).snapshot), packed(*m_demo->seen[50].snapshot));
        const Instant bad = m_demo->seen[400].snapshot->at;
        QVERIFY(recording->at(bad).snapshot->at < bad); // the last that can be read
        const Sight& late = m_demo->seen[1200];
        QCOMPARE(packed(*recording->at(late.snapshot->at).snapshot), packed(*late.snapshot));
    }

    void otherFormatsAreRefusedByNumber()
    {
        const std::string path = m_demo->dir.filePath("newer.hwrec").toStdString();
        writeFile(path, m_good);
        test::tamper(path, "PRAGMA user_version=99");
        const auto opened = Recording::open(path);
        QVERIFY(!opened);
        QCOMPARE(opened.error().kind, Failure::Unsupported);
        QVERIFY(opened.error().message.find("format 99; format 1 is read") != std::string::npos);
    }

    void otherFilesAreRefused()
    {
        const std::string path = m_demo->dir.filePath("other").toStdString();
        QVERIFY(!Recording::open(path));
        QCOMPARE(Recording::open(path).error().kind, Failure::NotFound);
        QVERIFY(!Recording::open(m_demo->dir.path().toStdString()));
        writeFile(path, "a text");
        QCOMPARE(Recording::open(path).error().message,
                 "'" + path + "' cannot be opened: it is no recording of Highwater");
        writeFile(path, m_good);
        test::tamper(path, "PRAGMA application_id=1");
        QCOMPARE(Recording::open(path).error().kind, Failure::Invalid);
    }

    void viewsAndTriggersAreRefused()
    {
        const std::string path = m_demo->dir.filePath("view.hwrec").toStdString();
        writeFile(path, m_good);
        test::tamper(path, "ALTER TABLE mark RENAME TO hidden");
        test::tamper(path, "CREATE VIEW mark AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT "
                           "id+1 FROM n) SELECT id, id AS page, id AS at, id AS event, 'isr' AS "
                           "kind, '' AS subject FROM n");
        QCOMPARE(Recording::open(path).error().kind, Failure::Corrupt);
    }

    void momentsThatCannotBeAreLeftOut()
    {
        const std::string path = m_demo->dir.filePath("absurd.hwrec").toStdString();
        writeFile(path, m_good);
        test::tamper(path, "UPDATE page SET last=9223372036854775807 WHERE id=5");
        test::tamper(path, "UPDATE page SET first=-5 WHERE id=6");
        test::tamper(path, "UPDATE mark SET at=9223372036854775807 WHERE id%2=0");
        test::tamper(path, "UPDATE page SET chunk=-1 WHERE id=7");
        lookAllOver(path);
        const auto recording = test::opened(path);
        QVERIFY(!recording->damage().empty());
        QCOMPARE(recording->last(), m_demo->seen.back().snapshot->at);
    }

    void aReadOnlyFileTakesNoNotes()
    {
        const std::string path = m_demo->dir.filePath("ro.hwrec").toStdString();
        QFile::remove(QString::fromStdString(path));
        writeFile(path, m_good);
        QFile::setPermissions(QString::fromStdString(path), QFile::ReadOwner);
        const auto recording = test::opened(path);
        QCOMPARE(recording->last(), m_demo->seen.back().snapshot->at);
        const bool isRoot = QFile(QString::fromStdString(path)).open(QIODevice::ReadWrite);
        if (!isRoot)
            QVERIFY(!recording->setNote({Instant(1s), "x"}));
    }

    void aKilledProgramLosesTheLastMomentAtMost()
    {
        const std::string path = m_demo->dir.filePath("killed.hwrec").toStdString();
        QProcess writer;
        writer.start(QCoreApplication::applicationFilePath(),
                     {"--record", QString::fromStdString(path)});
        QVERIFY(writer.waitForReadyRead(60'000));
        writer.kill(); // SIGKILL
        QVERIFY(writer.waitForFinished(60'000));
        const auto recording = test::opened(path);
        QCOMPARE(recording->info().ended, std::string());
        QVERIFY(recording->last() >= Instant(450 * SeenDemo::kFrame));
        recording->verify(60s);
        QCOMPARE(recording->damage(), std::string());
        SeenDemo again(5); // the same seed, the same run
        Sight sight = again.look();
        while (sight.snapshot->at < recording->last())
            sight = again.look();
        const auto moment = recording->at(recording->last());
        QCOMPARE(packed(*moment.snapshot), packed(*sight.snapshot));
        QVERIFY(!recording->eventsUpTo(recording->last(), 10).empty());
    }

private:
    std::unique_ptr<RecordedDemo> m_demo;
    QByteArray m_good;
};

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 3 && std::string_view(argv[1]) == "--record")
        return recordUntilKilled(argv[2]);
    TestDamage test;
    return QTest::qExec(&test, argc, argv);
}
#include "test_damage.moc"
