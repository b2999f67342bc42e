#include <QDoubleSpinBox>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

#include "tests/ui/past_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/export/event_file.h"
#include "ui/export/export_dialog.h"
#include "ui/map/map_scene.h"
#include "ui/models/moment_words.h"
#include "ui/shell/application.h"

using namespace hw;
using namespace hw::ui;
using test::PastFixture;
using What = ExportDialog::What;

class TestTimelineExport : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }
    void cleanup() { qunsetenv("HIGHWATER_FFMPEG"); }

    void aPictureHasTheSizeThatWasAskedFor()
    {
        PastFixture f;
        f.killBroker1();
        f.past.seek(f.killedAt);
        f.settle();
        ExportDialog* dialog = open(f);
        dialog->choose(What::Picture, "png");
        dialog->setSize({1280, 720});
        const QString path = exported(f, dialog, "moment.png");
        const QImage image(path);
        QCOMPARE(image.size(), QSize(1280, 720));
        QVERIFY(image.text("Title").contains(momentText(f.killedAt, 3)));
        QSet<QRgb> colors;
        for (int x = 0; x < image.width(); x += 2)
            for (int y = 0; y < image.height(); y += 2)
                colors.insert(image.pixel(x, y));
        QVERIFY(colors.size() > 50); // something is drawn
        // Twice as wide is twice as fine, not twice as much.
        dialog->setSize({2560, 1440});
        QCOMPARE(QImage(exported(f, dialog, "fine.png")).size(), QSize(2560, 1440));
    }

    void aDrawingIsSvgWithItsWords()
    {
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Picture, "svg");
        dialog->setSize({1280, 800});
        const QString path = exported(f, dialog, "moment.svg");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QXmlStreamReader xml(text);
        while (!xml.atEnd())
            xml.readNext();
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(text.contains("TopicA") && text.contains("Highwater at"));
        // A machine without our fonts has others, Chinese ones among them.
        const qsizetype named = text.count("font-family=");
        QVERIFY(named > 0);
        QCOMPARE(text.count(", sans-serif\"") + text.count(", monospace\""), named);
        QCOMPARE(text.count("Microsoft YaHei"), named);
        QSvgRenderer svg(text);
        QVERIFY(svg.isValid());
        QCOMPARE(svg.viewBox().size(), QSize(1280, 800));
    }

    void aPageIsPdf()
    {
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Picture, "pdf");
        QFile file(exported(f, dialog, "moment")); // the ending comes by itself
        QVERIFY(file.fileName().endsWith("moment.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF-"));
        QVERIFY(bytes.trimmed().endsWith("%%EOF"));
    }

    void eventsOfASpanAreATable()
    {
        PastFixture f;
        f.killBroker1();
        ExportDialog* dialog = open(f);
        dialog->choose(What::Events, "csv");
        dialog->setSpan(f.killedAt - 10ms, f.state().last);
        QFile file(exported(f, dialog, "events.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines =
            QString::fromUtf8(file.readAll()).split("\r\n", Qt::SkipEmptyParts);
        const auto events = f.past.events(f.killedAt - 10ms, f.state().last, 10'000);
        QCOMPARE(lines.front(), QString("id,seconds,time,node,kind,subject,cause,text"));
        QCOMPARE(lines.size(), static_cast<qsizetype>(events.size()) + 1);
        QCOMPARE(lines[1].section(',', 0, 0), QString::number(events.front().id.value()));
        QVERIFY(lines.filter("BrokerKilled").size() == 1);
        QVERIFY(dialog->said().contains(QString::number(events.size())));
    }

    void cellsWithCommasAreQuoted()
    {
        observe::Event event;
        event.id = EventId{7};
        event.fact = observe::fact::InvariantBroken{1, "a,b \"c\""};
        const QByteArray csv = EventFile::csv({event});
        QVERIFY2(csv.contains("\"\"c\"\"") && csv.trimmed().endsWith('"'), csv);
    }

    void eventsOfASpanAreObjects()
    {
        PastFixture f;
        f.killBroker1();
        ExportDialog* dialog = open(f);
        dialog->choose(What::Events, "json");
        QFile file(exported(f, dialog, "events.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray all = QJsonDocument::fromJson(file.readAll()).array();
        const auto events = f.past.events(f.state().first, f.state().last, 10'000);
        QCOMPARE(all.size(), static_cast<qsizetype>(events.size()));
        const QJsonObject last = all.last().toObject();
        QCOMPARE(last["id"].toInt(), static_cast<int>(events.back().id.value()));
        QVERIFY(last["cause"].isNull() || last["cause"].isDouble());
        QVERIFY(!last["text"].toString().isEmpty());
    }

    void aFilmIsPacedByTheClustersTime()
    {
        PastFixture f;
        f.killBroker1();
        ExportDialog* dialog = open(f);
        dialog->choose(What::Film, "frames");
        dialog->setSize({640, 400});
        dialog->setSpan(f.killedAt, f.killedAt + 1s);
        dialog->speed()->setValue(0.5);
        dialog->framesPerSecond()->setValue(10); // 2 s of film: 21 frames
        const QString folder = exported(f, dialog, "film");
        const QStringList frames = QDir(folder).entryList({"frame-*.png"}, QDir::Files, QDir::Name);
        QCOMPARE(frames.size(), 21);
        QCOMPARE(frames.front(), QString("frame-000001.png"));
        const QImage first(QDir(folder).filePath(frames.front()));
        QCOMPARE(first.size(), QSize(640, 400));
        QVERIFY(first != QImage(QDir(folder).filePath(frames.back())));
        // It is as it was before.
        QCOMPARE(f.state().mode, cluster::PlaybackState::Mode::Present);
        // A second film would mix with the first.
        QVERIFY2(dialog->problem().contains("empty folder"), qPrintable(dialog->problem()));
        QVERIFY(!dialog->go()->isEnabled());
    }

    void aFilmHoldsOneZoomAndPlaceWhateverComesAndGoes()
    {
        PastFixture f;
        f.run(1s);
        const Instant before = f.state().last;
        f.past.submit(observe::command::CreateTopic{"Orders", 18, 3, {}, {}});
        f.run(1s);
        ExportDialog* dialog = open(f);
        dialog->choose(What::Film, "frames");
        dialog->setSize({1800, 560}); // so low that the height decides
        dialog->setSpan(before, f.state().last);
        dialog->framesPerSecond()->setValue(2);
        const QDir folder(exported(f, dialog, "film"));
        const QStringList frames = folder.entryList({"frame-*.png"}, QDir::Files, QDir::Name);
        const QImage first(folder.filePath(frames.front()));
        const QImage last(folder.filePath(frames.back()));
        // The servers stand above all cards: with another zoom they were elsewhere.
        const QRect servers(100, 50, 700, 60);
        QVERIFY(first.copy(servers) == last.copy(servers));
        QVERIFY(first != last);
        // It is arranged for the window again.
        f.run(32ms);
        const MapScene& scene = *f.window->scene();
        QCOMPARE(scene.layoutNow().bounds,
                 Layout::of(Shape::of(*f.past.snapshot()), f.window->map()->maximumViewportSize())
                     .bounds);
    }

    void aFrameHasTheRatesOfItsMoment()
    {
        PastFixture f;
        f.run(4s);
        const auto& producer = *f.past.snapshot()->producers.front();
        const double live = f.window->feed().rates().produced(producer.slot).value_or(0);
        QVERIFY(live > 0);
        f.past.seek(f.state().last - 2s);
        f.window->feed().tick(); // as a film looks: once
        const auto shown = f.window->feed().rates().produced(producer.slot);
        QVERIFY(shown);
        QVERIFY2(std::abs(*shown - live) < live / 2, qPrintable(QString::number(*shown)));
    }

    void withoutFfmpegItSaysSo()
    {
        qputenv("HIGHWATER_FFMPEG", "/nowhere/ffmpeg");
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Film, "mp4");
        QVERIFY2(dialog->problem().contains("apt install ffmpeg"), qPrintable(dialog->problem()));
        QVERIFY(!dialog->go()->isEnabled());
    }

    void ffmpegGetsFramesAndSaysHowFarItIs()
    {
        PastFixture f;
        // Writes what it was asked into the file it should have made.
        fakeFfmpeg(f, "echo 'frame=3'\nfor last; do :; done\necho \"$@\" > \"$last\"\n");
        ExportDialog* dialog = film(f, "mp4");
        const QString path = exported(f, dialog, "film.mp4");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray asked = file.readAll();
        QVERIFY2(asked.contains("-framerate 10") && asked.contains("libx264") &&
                     asked.contains("frame-%06d.png"),
                 asked);
        QVERIFY(dialog->said().contains(path));
    }

    void theRealFfmpegMakesFilms_data()
    {
        QTest::addColumn<QByteArray>("begins");
        QTest::newRow("mp4") << QByteArray("ftyp");
        QTest::newRow("webm") << QByteArray::fromHex("1a45dfa3");
        QTest::newRow("gif") << QByteArray("GIF89a");
    }
    void theRealFfmpegMakesFilms()
    {
        QFETCH(QByteArray, begins);
        qunsetenv("HIGHWATER_FFMPEG");
        if (QStandardPaths::findExecutable("ffmpeg").isEmpty())
            QSKIP("ffmpeg is not installed");
        PastFixture f;
        const QString format = QTest::currentDataTag();
        QFile file(exported(f, film(f, format), "film." + format));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.size() > 1000);
        QVERIFY(bytes.left(12).contains(begins));
    }

    void whatFfmpegComplainsAboutIsTold()
    {
        PastFixture f;
        fakeFfmpeg(f, "echo 'Unknown encoder' >&2\nexit 1\n");
        ExportDialog* dialog = film(f, "webm");
        dialog->setPath(f.folder.filePath("film.webm"));
        QTest::mouseClick(dialog->go(), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isWorking());
        QVERIFY2(dialog->said().contains("Unknown encoder"), qPrintable(dialog->said()));
        QVERIFY(!QFile::exists(f.folder.filePath("film.webm")));
    }

    void aFilmCanBeCancelled()
    {
        PastFixture f;
        f.killBroker1();
        ExportDialog* dialog = open(f);
        dialog->choose(What::Film, "frames");
        dialog->setSize({640, 400});
        dialog->setSpan(f.state().first, f.state().last);
        dialog->setPath(f.folder.filePath("half"));
        QTest::mouseClick(dialog->go(), Qt::LeftButton);
        QVERIFY(dialog->isWorking());
        QTRY_VERIFY(dialog->said().startsWith("Frame 2"));
        QTest::mouseClick(dialog->stop(), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isWorking());
        QVERIFY(dialog->said().contains("Cancelled"));
        QVERIFY(QDir(f.folder.filePath("half")).entryList({"*.png"}).isEmpty());
    }

    void wrongSpansAreRefused()
    {
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Events, "csv");
        dialog->from()->setText("soon");
        QVERIFY(dialog->problem().contains("soon"));
        dialog->from()->setText("99:00.0");
        QVERIFY(dialog->problem().contains("between"));
        QVERIFY(!dialog->go()->isEnabled());
    }

    void aFolderThatIsNotThereIsNamed()
    {
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Picture, "png");
        dialog->setPath(f.folder.filePath("no/such/moment.png"));
        QTest::mouseClick(dialog->go(), Qt::LeftButton);
        QVERIFY2(dialog->said().contains("no/such/moment.png"), qPrintable(dialog->said()));
    }

    void whatWasChosenIsRemembered()
    {
        PastFixture f;
        ExportDialog* dialog = open(f);
        dialog->choose(What::Events, "json");
        exported(f, dialog, "events.json");
        dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        ExportDialog* again = open(f);
        QCOMPARE(again->what(), What::Events);
        QCOMPARE(again->format(), QString("json"));
    }

    void aClusterWithoutAPastHasPicturesAndEvents()
    {
        test::WindowFixture f;
        f.window->pastActions()->exporting->trigger();
        auto* dialog = f.window->findChild<ExportDialog*>();
        QVERIFY(dialog);
        dialog->choose(What::Film, "mp4");
        QVERIFY(dialog->what() != What::Film);
        QTemporaryDir folder;
        dialog->choose(What::Events, "json");
        dialog->setPath(folder.filePath("events.json"));
        QTest::mouseClick(dialog->go(), Qt::LeftButton);
        QVERIFY2(QFile::exists(folder.filePath("events.json")), qPrintable(dialog->said()));
    }

private:
    static ExportDialog* open(PastFixture& f)
    {
        f.window->pastActions()->exporting->trigger();
        auto* dialog = f.window->findChild<ExportDialog*>();
        if (!dialog)
            qFatal("no dialog");
        return dialog;
    }
    static ExportDialog* film(PastFixture& f, const QString& format)
    {
        f.run(500ms);
        ExportDialog* dialog = open(f);
        dialog->choose(What::Film, format);
        dialog->setSize({640, 400});
        dialog->setSpan(f.state().last - 300ms, f.state().last);
        dialog->framesPerSecond()->setValue(10);
        return dialog;
    }
    /// Presses the button and waits until it is there.
    static QString exported(PastFixture& f, ExportDialog* dialog, const QString& name)
    {
        dialog->setPath(f.folder.filePath(name));
        QSignalSpy done(dialog, &ExportDialog::exported);
        QTest::mouseClick(dialog->go(), Qt::LeftButton);
        if (done.isEmpty() && !done.wait(20'000))
            qWarning("%s", qPrintable(dialog->said() + dialog->problem()));
        return done.isEmpty() ? QString() : done.front().front().toString();
    }
    static void fakeFfmpeg(PastFixture& f, const QByteArray& script)
    {
        const QString path = f.folder.filePath("ffmpeg");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no script");
        file.write("#!/bin/sh\n" + script);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv("HIGHWATER_FFMPEG", path.toLocal8Bit());
    }
};

QTEST_MAIN(TestTimelineExport)
#include "test_timeline_export.moc"
