#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QTreeWidget>

#include <fmt/format.h>

#include "engine/inspect/reading_room.h"
#include "engine/protocol/batch_builder.h"
#include "engine/world/live/read_only_disk.h"
#include "ui/loginspector/hex_view.h"
#include "ui/loginspector/log_window.h"
#include "ui/loginspector/log_words.h"
#include "ui/loginspector/lookup_panel.h"
#include "ui/loginspector/record_model.h"
#include "ui/loginspector/segment_strip.h"

using namespace hw;
using namespace hw::ui;

namespace {

constexpr std::int64_t kNow = 1700000000000;

/// The real reading room without a thread: answers are ready at once.
class DirectSource final : public observe::LogSource
{
public:
    explicit DirectSource(QString root)
        : m_disk(root.toStdString())
        , m_root(root.toStdString())
    {
    }
    observe::LogRequestId ask(observe::LogRequest request) override
    {
        const std::string& path = std::visit(
            [](const auto& one) -> const std::string& { return one.place.path; }, request);
        inspect::Desk desk;
        desk.progress = [](std::uint64_t, std::uint64_t) { return true; };
        desk.write = [this](std::string_view text) -> Result<void> {
            exported += text;
            return {};
        };
        m_ready.push_back(
            {++m_last, true,
             inspect::answerTo(m_disk, path.substr(m_root.size() + 1), request, desk)});
        return m_last;
    }
    void cancel(observe::LogRequestId id) override
    {
        std::erase_if(m_ready, [id](const auto& answer) { return answer.id == id; });
    }
    std::vector<observe::LogAnswer> takeAnswers() override { return std::exchange(m_ready, {}); }

    std::string exported;

private:
    world::ReadOnlyDisk m_disk;
    const std::string m_root;
    std::vector<observe::LogAnswer> m_ready;
    observe::LogRequestId m_last = 0;
};

void write(const QString& path, ByteView bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

void put32(Bytes& bytes, std::int64_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<std::uint8_t>(value >> shift));
}

/// A segment of `batches` batches of ten records with an index entry at every fourth.
Offset writeSegment(const QString& folder, Offset base, int batches)
{
    Bytes log;
    Bytes index;
    Bytes times;
    Offset next = base;
    for (int i = 0; i < batches; ++i) {
        protocol::BatchSpec spec;
        spec.baseOffset = next;
        spec.leaderEpoch = LeaderEpoch(0);
        protocol::BatchBuilder builder(spec);
        for (int n = 0; n < 10; ++n) {
            const std::string key = fmt::format("key-{}", n);
            const std::string value = fmt::format("value {} 值", next.value() + n);
            builder.add(WallTime(kNow + next.value() + n), viewOf(key), viewOf(value));
        }
        const Bytes batch = builder.build();
        if (i > 0 && i % 4 == 0) {
            put32(index, next.value() + 9 - base.value());
            put32(index, static_cast<std::int64_t>(log.size()));
        }
        log.insert(log.end(), batch.begin(), batch.end());
        next = next + 10;
    }
    put32(times, (kNow + next.value() - 1) >> 32);
    put32(times, kNow + next.value() - 1);
    put32(times, next.value() - 1 - base.value());
    const QString stem =
        folder + QStringLiteral("/%1").arg(qlonglong(base.value()), 20, 10, QLatin1Char('0'));
    write(stem + ".log", log);
    write(stem + ".index", index);
    write(stem + ".timeindex", times);
    return next;
}

/// A data directory with TopicA-0: offsets 0–399 and 400–499.
struct Shelf
{
    Shelf()
        : source(dir.path())
        , asker(source)
    {
        const QString folder = dir.filePath("logs/TopicA-0");
        QDir().mkpath(folder);
        write(dir.filePath("logs/meta.properties"),
              viewOf("version=0\nbroker.id=1\ncluster.id=abc\n"));
        write(folder + "/leader-epoch-checkpoint", viewOf("0\n1\n0 0\n"));
        writeSegment(folder, Offset(0), 40);
        writeSegment(folder, Offset(400), 10);
    }
    observe::LogPlace place(const QString& name) const
    {
        return {dir.filePath(name).toStdString(), kNoBroker, {}};
    }
    QTemporaryDir dir;
    DirectSource source;
    LogAsker asker;
};

std::unique_ptr<LogWindow> windowOn(Shelf& shelf, const QString& name)
{
    auto window =
        std::make_unique<LogWindow>(shelf.asker, shelf.place(name), makeTheme(ThemeName::Light));
    window->setAttribute(Qt::WA_DeleteOnClose, false);
    window->show();
    return window;
}

} // namespace

class TestLogInspector : public QObject
{
    Q_OBJECT
private slots:
    void recordsComePageByPage()
    {
        Shelf shelf;
        RecordModel model(shelf.asker);
        model.start(shelf.place("logs/TopicA-0"), {Offset(0), 0, 0});
        QTRY_COMPARE(model.rowCount(), RecordModel::kPage);
        QVERIFY(model.canFetchMore({}));
        model.fetchMore({});
        QTRY_COMPARE(model.rowCount(), 2 * RecordModel::kPage);
        model.fetchMore({});
        QTRY_COMPARE(model.rowCount(), 500);
        const QAbstractItemModelTester tester(&model);
        QVERIFY(!model.canFetchMore({}));
        QCOMPARE(model.index(499, RecordModel::OffsetColumn).data().toString(), QString("499"));
        QCOMPARE(model.index(3, RecordModel::ValueColumn).data().toString(),
                 QString::fromUtf8("value 3 值"));
        QCOMPARE(model.index(3, RecordModel::ProducerColumn).data().toString(),
                 QString::fromUtf8("–"));
    }

    void earlierRecordsComeInFront()
    {
        Shelf shelf;
        RecordModel model(shelf.asker);
        const QAbstractItemModelTester tester(&model);
        model.start(shelf.place("logs/TopicA-0"), {Offset(400), 0, 0});
        QTRY_COMPARE(model.rowCount(), 100);
        model.fetchBefore();
        QTRY_COMPARE(model.rowCount(), 300);
        QCOMPARE(model.recordAt(0).offset.value(), std::int64_t(200));
    }

    void findingAnOffsetPlaysItsStepsAndShowsTheRecord()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_COMPARE(window->records()->rowCount(), RecordModel::kPage);
        QTest::keyClick(window.get(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(window->lookup()->search(), "287");
        QTest::keyClick(window->lookup()->search(), Qt::Key_Return);
        QTRY_COMPARE(window->lookup()->shownSteps(), 1); // the rest is played, step by step
        window->lookup()->showAll();
        const auto* steps = window->lookup()->steps();
        // By hand: 1 name compared, 1 chosen; of 9 entries 4 probed (4, 7, 6, 5), 1 chosen (offset
        // 249, batch 24); batches 24 to 28 scanned; found.
        QCOMPARE(steps->count(), 1 + 1 + 4 + 1 + 5 + 1);
        QVERIFY(steps->item(steps->count() - 1)->text().contains("287"));
        QTRY_COMPARE(window->records()->recordAt(0).offset.value(), std::int64_t(287));
        QTRY_VERIFY(window->hex()->fields()->topLevelItemCount() > 0);
    }

    void findingATimeFindsTheFirstNotOlder()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_VERIFY(window->records()->rowCount() > 0);
        window->lookup()->search()->setText(QString::number(kNow + 433));
        emit window->lookup()->wanted(true, kNow + 433);
        QTRY_VERIFY(window->lookup()->shownSteps() > 0);
        window->lookup()->showAll();
        QTRY_COMPARE(window->records()->recordAt(0).offset.value(), std::int64_t(433));
    }

    void clickingASegmentShowsItsRecords()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_VERIFY(window->records()->rowCount() > 0);
        const QPoint second = window->strip()->segmentBox(1).center().toPoint();
        QTest::mouseClick(window->strip(), Qt::LeftButton, {}, second);
        QCOMPARE(window->strip()->chosen(), 1);
        QTRY_COMPARE(window->records()->rowCount(), 100);
        QCOMPARE(window->records()->recordAt(0).offset.value(), std::int64_t(400));
        QTest::keyClick(window->strip(), Qt::Key_Left);
        QCOMPARE(window->strip()->chosen(), 0);
        // To scale: four times as many batches, about four times as wide.
        const double ratio =
            window->strip()->segmentBox(0).width() / window->strip()->segmentBox(1).width();
        QVERIFY(ratio > 3.8 && ratio < 4.2);
    }

    void beforeTheFirstRecordThereIsNothingToFetch()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QPushButton* earlier = nullptr;
        for (auto* button : window->findChildren<QPushButton*>())
            if (button->text() == "Earlier records")
                earlier = button;
        QVERIFY(earlier);
        QTRY_COMPARE(window->records()->rowCount(), RecordModel::kPage);
        QVERIFY(!earlier->isEnabled());
        const QPoint second = window->strip()->segmentBox(1).center().toPoint();
        QTest::mouseClick(window->strip(), Qt::LeftButton, {}, second);
        QTRY_COMPARE(window->records()->rowCount(), 100);
        QVERIFY(earlier->isEnabled());
        QTest::mouseClick(earlier, Qt::LeftButton);
        QTRY_COMPARE(window->records()->rowCount(), 300);
        QVERIFY(earlier->isEnabled());
        // The strip shows the segment of the record that is looked at.
        QCOMPARE(window->strip()->chosen(), 1);
        window->findChild<QTableView*>()->selectRow(0);
        QCOMPARE(window->strip()->chosen(), 0);
    }

    void hexSetsOffTheChosenField()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_VERIFY(window->hex()->fields()->topLevelItemCount() == 1);
        const auto found =
            window->hex()->fields()->findItems("key", Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        window->hex()->fields()->setCurrentItem(found.front());
        QCOMPARE(window->hex()->hexText(), QString("6b65792d30")); // key-0
    }

    void checkTellsProblemsAndThatAllIsWell()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_VERIFY(window->records()->rowCount() > 0);
        QTest::mouseClick(window->checkButton(), Qt::LeftButton);
        QTRY_VERIFY(window->problems()->item(0)->text().contains("All is well"));
        QFile log(shelf.dir.filePath("logs/TopicA-0/00000000000000000400.log"));
        QVERIFY(log.open(QIODevice::ReadWrite));
        QVERIFY(log.seek(100));
        QVERIFY(log.putChar('!'));
        log.close();
        QTest::mouseClick(window->checkButton(), Qt::LeftButton);
        QTRY_VERIFY(window->problems()->item(0)->text().contains("CRC"));
        QVERIFY(window->problems()->item(0)->text().contains("00000000000000000400.log@0"));
    }

    void aDataDirectoryOffersItsPartitions()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs");
        QTRY_COMPARE(window->partitions()->count(), 1);
        QVERIFY(window->partitions()->isVisible());
        QTRY_VERIFY(window->records()->rowCount() > 0);
    }

    void copiesAndExportsRecords()
    {
        Shelf shelf;
        const auto window = windowOn(shelf, "logs/TopicA-0");
        QTRY_VERIFY(window->records()->rowCount() > 0);
        const QString text = window->records()->textOf({0, 1});
        QCOMPARE(text.count('\n'), 3);
        QVERIFY(text.contains("key-1"));
        window->exportTo("records.json");
        QTRY_COMPARE(QString::fromStdString(shelf.source.exported).count('\n'), 500);
    }

    void everyFindingHasASentence()
    {
        for (int kind = 0; kind <= int(observe::FindingKind::NoSegments); ++kind) {
            observe::Finding finding;
            finding.kind = static_cast<observe::FindingKind>(kind);
            finding.found = "F";
            finding.expected = "E";
            QVERIFY2(!LogWords::finding(finding).isEmpty(), observe::nameOf(finding.kind));
            QVERIFY(!LogWords::finding(finding).contains('%'));
        }
    }
};

QTEST_MAIN(TestLogInspector)
#include "test_loginspector.moc"
