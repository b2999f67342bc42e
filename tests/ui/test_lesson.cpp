#include <QAbstractButton>
#include <QButtonGroup>
#include <QFileDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include "app/lessons/library.h"
#include "tests/ui/studio_fixture.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/pointing.h"

using namespace hw;
using Phase = ui::LessonState::Phase;

namespace {

ui::ClusterWish lessonWish(const char* name, int steps = 0)
{
    ui::ClusterWish wish;
    wish.studio = true;
    wish.lesson = name;
    wish.lessonSteps = steps;
    return wish;
}

/// Somebody who takes a lesson.
struct Pupil
{
    explicit Pupil(const ui::ClusterWish& wish)
        : studio(wish)
    {
        QObject::connect(&studio.stage, &app::Stage::shown, &studio.stage,
                         [this] { studio.prepare(); });
    }
    ui::LessonPanel& panel() { return *studio.window->lessonPanel(); }
    Phase phase() { return panel().state().phase; }
    void forward() { QTest::mouseClick(panel().forward(), Qt::LeftButton); }
    /// Lets frames pass until it is so far.
    bool reaches(Phase phase, Duration atMost = 120s)
    {
        studio.clock().setSpeed(50);
        for (Duration passed{}; passed < atMost; passed += 800ms) {
            if (this->phase() == phase)
                return true;
            studio.run(16ms);
        }
        return this->phase() == phase;
    }
    Instant now() { return studio.stage.studio()->session().now(); }
    std::uint64_t fingerprint() { return studio.stage.studio()->session().fingerprint(); }
    observe::BrokerState stateOf(std::size_t broker)
    {
        return studio.stage.cluster()->snapshot()->brokers.at(broker - 1)->state;
    }
    void answer()
    {
        if (panel().choices())
            panel().choices()->button(0)->click();
        QCoreApplication::processEvents();
    }
    /// Lets frames pass until the run is at that moment.
    bool arrives(Instant at)
    {
        for (int frame = 0; frame < 5000 && now() != at; ++frame)
            studio.run(16ms);
        return now() == at;
    }
    bool isPaused() { return studio.clock().state().mode == cluster::TimeState::Mode::Paused; }

    test::Studio studio;
};

/// Chooses a file in the dialog that opens next, or closes the message that does and keeps it.
struct Hand
{
    explicit Hand(QString file)
        : m_file(std::move(file))
    {
        QObject::connect(&m_timer, &QTimer::timeout, [this] { act(); });
        m_timer.start(10);
    }
    QString said;

private:
    void act()
    {
        QWidget* modal = QApplication::activeModalWidget();
        if (auto* files = qobject_cast<QFileDialog*>(modal); files && !m_file.isEmpty()) {
            files->findChild<QLineEdit*>()->setText(std::exchange(m_file, {}));
            QMetaObject::invokeMethod(files, "accept");
        } else if (auto* box = qobject_cast<QMessageBox*>(modal)) {
            said = box->text();
            box->accept();
        }
    }
    QString m_file;
    QTimer m_timer;
};

QString written(const QTemporaryDir& folder, const char* name, const char* text)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
        return {};
    return file.fileName();
}

} // namespace

class TestLesson : public QObject
{
    Q_OBJECT
private slots:
    void aStepWithAQuestionWaitsForAnAnswer()
    {
        Pupil pupil(lessonWish("broker-dies"));
        QVERIFY(pupil.phase() == Phase::Intro);
        QVERIFY(pupil.panel().plainText().contains("Broker 1 leads TopicA-0"));
        QVERIFY(pupil.panel().plainText().contains("The controller does")); // what differs
        QVERIFY(!pupil.panel().back()->isEnabled());
        pupil.forward();
        QVERIFY(pupil.phase() == Phase::Ready);
        pupil.forward();
        QVERIFY(pupil.phase() == Phase::Running);
        QVERIFY(!pupil.panel().forward()->isEnabled());
        QVERIFY(pupil.reaches(Phase::Done));
        QVERIFY(pupil.isPaused());
        QVERIFY(pupil.panel().state().met.contains("leader TopicA-0 1"));
        QVERIFY(pupil.panel().state().awaited.isEmpty());

        pupil.forward(); // the second step asks something first
        QVERIFY(pupil.phase() == Phase::Ready);
        QVERIFY(!pupil.panel().forward()->isEnabled());
        QVERIFY(pupil.panel().choices());
        pupil.panel().choices()->button(1)->click();
        QCoreApplication::processEvents();
        QVERIFY(pupil.panel().forward()->isEnabled());
        QCOMPARE(pupil.panel().answered(), 1);
        QCOMPARE(pupil.panel().right(), 0);
        QVERIFY(pupil.panel().plainText().contains("Not so. The controller takes the first"));
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        const auto& broker = *pupil.studio.stage.cluster()->snapshot()->brokers.front();
        QVERIFY(broker.state == observe::BrokerState::Down);
    }

    void whatAStepBringsIsPointedAtOnceItIsThere()
    {
        Pupil pupil(lessonWish("idle-consumer", 3));
        QVERIFY(pupil.reaches(Phase::Ready));
        pupil.studio.run(16ms);
        ui::Selection& selection = pupil.studio.window->selection();
        QVERIFY(selection.current() == ui::Subject::group("g"));
        pupil.answer();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        QVERIFY(selection.current().kind == ui::Subject::Kind::Member);
    }

    void whoeverLooksAtSomethingElseGoesOnLookingAtIt()
    {
        Pupil pupil(lessonWish("idle-consumer", 3));
        QVERIFY(pupil.reaches(Phase::Ready));
        pupil.studio.run(16ms);
        ui::Selection& selection = pupil.studio.window->selection();
        selection.select(ui::Subject::broker(BrokerId(2)));
        pupil.answer();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        QVERIFY(selection.current() == ui::Subject::broker(BrokerId(2)));
    }

    void oneGoesBackAndIsWhereOneWas()
    {
        Pupil pupil(lessonWish("storage-layout", 2));
        QVERIFY(pupil.reaches(Phase::Ready));
        QCOMPARE(pupil.panel().state().step, 2);
        QVERIFY(pupil.isPaused());
        QTest::mouseClick(pupil.panel().back(), Qt::LeftButton);
        QTRY_VERIFY(pupil.studio.stage.window() == pupil.studio.window &&
                    pupil.panel().state().step < 2);
        QVERIFY(pupil.reaches(Phase::Ready));
        QCOMPARE(pupil.panel().state().step, 1);
    }

    /// Somebody who reads long, somebody who is quick, one step back, and a picture of a step.
    void aStepEndsAtOneMomentHoweverOneComesThere()
    {
        std::vector<std::pair<Instant, std::uint64_t>> ends;
        const auto play = [](Pupil& pupil) {
            pupil.answer();
            pupil.forward();
            return pupil.reaches(Phase::Done);
        };
        Pupil reader(lessonWish("storage-layout"));
        for (int frame = 0; frame < 100 && !reader.isPaused(); ++frame)
            reader.studio.run(16ms); // the workload stands
        reader.forward();
        for (int step = 0; step < 3; ++step) {
            QVERIFY(play(reader));
            ends.emplace_back(reader.now(), reader.fingerprint());
            reader.forward();
        }
        Pupil quick(lessonWish("storage-layout"));
        quick.forward();
        QVERIFY(play(quick));
        QCOMPARE(std::pair(quick.now(), quick.fingerprint()), ends[0]);

        QTest::mouseClick(reader.panel().back(), Qt::LeftButton); // from the fourth to the third
        QTRY_VERIFY(reader.panel().state().step < 3);
        QVERIFY(reader.reaches(Phase::Ready));
        QCOMPARE(reader.panel().state().step, 2);
        QCOMPARE(std::pair(reader.now(), reader.fingerprint()), ends[1]);
        QVERIFY(play(reader));
        QCOMPARE(std::pair(reader.now(), reader.fingerprint()), ends[2]);
    }

    void whatWasRefusedAsItHadToBeIsAmongWhatCameOut()
    {
        Pupil pupil(lessonWish("replica-placement", 1));
        QVERIFY(pupil.reaches(Phase::Ready));
        QVERIFY(pupil.panel().state().refusals.empty());
        pupil.answer();
        pupil.forward();
        pupil.studio.clock().setSpeed(0.4); // a frame is one look
        pupil.studio.run(16ms);
        const QString line = "create topic four";
        QVERIFY2(pupil.panel().plainText().contains("… " + line + ": this has to be refused."),
                 qPrintable(pupil.panel().plainText()));
        QVERIFY(pupil.panel().plainText().contains("It should come out so"));
        QVERIFY(pupil.reaches(Phase::Done));
        const QString told = pupil.panel().plainText();
        QVERIFY(told.contains("It came out so"));
        QVERIFY2(told.contains("✓ " + line + ": this was refused. "), qPrintable(told));
        QVERIFY2(told.contains("INVALID_REPLICATION_FACTOR"), qPrintable(told));
        pupil.forward(); // the next step begins with none
        QVERIFY(pupil.panel().state().refusals.empty());
    }

    void aLessonWaitsWhileOneLooksBackAndGoesOn()
    {
        Pupil pupil(lessonWish("storage-layout"));
        pupil.forward();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        const Instant end = pupil.now(), past(end.sinceStart() / 2);
        const std::uint64_t fingerprint = pupil.fingerprint();

        pupil.studio.stage.studio()->run().goTo(past);
        QVERIFY(pupil.arrives(past));
        QVERIFY(pupil.panel().state().isAway);
        QVERIFY(pupil.phase() == Phase::Done);
        QVERIFY(pupil.panel().plainText().contains("The lesson waits where you left it."));
        QCOMPARE(pupil.panel().forward()->text(), QString("Back to the lesson"));

        pupil.forward();
        QVERIFY(pupil.arrives(end));
        QVERIFY(!pupil.panel().state().isAway);
        QCOMPARE(pupil.fingerprint(), fingerprint);
        pupil.forward(); // the next step, as if nothing had been
        pupil.answer();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        QCOMPARE(pupil.panel().state().step, 1);
    }

    void aLessonGoesOnWhenTimeComesToItAgain()
    {
        Pupil pupil(lessonWish("broker-dies"));
        pupil.forward();
        pupil.forward();
        pupil.studio.clock().setSpeed(1);
        for (int frame = 0; frame < 20; ++frame)
            pupil.studio.run(16ms);
        QVERIFY(pupil.phase() == Phase::Running); // in the middle of a step
        pupil.studio.stage.studio()->run().goTo(Instant(50ms));
        QVERIFY(pupil.arrives(Instant(50ms)));
        QVERIFY(pupil.panel().state().isAway);
        pupil.studio.clock().play();
        QVERIFY(pupil.reaches(Phase::Done));
        QVERIFY(!pupil.panel().state().isAway);
        QVERIFY(pupil.isPaused());
        QCOMPARE(pupil.studio.stage.studio()->run().branches().size(), std::size_t(1));
    }

    void anotherFutureIsNotTheLessons()
    {
        Pupil pupil(lessonWish("storage-layout"));
        pupil.forward();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        const Instant end = pupil.now(), past(end.sinceStart() / 2);
        app::StudioRun& run = pupil.studio.stage.studio()->run();
        run.goTo(past);
        QVERIFY(pupil.arrives(past));
        pupil.studio.stage.studio()->submit(observe::command::Kill{NodeId::broker(BrokerId(3))});
        pupil.studio.clock().play();
        for (int frame = 0; frame < 200 && pupil.now() <= end + 100ms; ++frame)
            pupil.studio.run(16ms);
        QVERIFY(pupil.now() > end);
        QVERIFY(pupil.panel().state().isAway);

        pupil.forward(); // back
        QVERIFY(pupil.arrives(end));
        QVERIFY(!pupil.panel().state().isAway);
        QVERIFY(pupil.stateOf(3) == observe::BrokerState::Running);
        QVERIFY(pupil.isPaused());
    }

    void theLanguageCanBeSwitchedInTheMiddle()
    {
        Pupil pupil(lessonWish("broker-dies"));
        QVERIFY(pupil.studio.window->setLanguage("zh_CN"));
        QTRY_VERIFY(pupil.panel().plainText().contains(QString::fromUtf8("一台 broker 宕机")));
        QVERIFY(pupil.studio.window->setLanguage("en"));
    }

    void pointsAreThingsOnTheMap()
    {
        Pupil pupil(lessonWish("broker-dies"));
        pupil.forward();
        pupil.forward();
        QVERIFY(pupil.reaches(Phase::Done));
        const auto snapshot = pupil.studio.stage.cluster()->snapshot();
        const auto subject = [&](const char* point) { return ui::subjectOf(point, *snapshot); };
        QVERIFY(subject("replica TopicA-0 1") == ui::Subject::replica({"TopicA", 0}, BrokerId(1)));
        QVERIFY(subject("broker 2") == ui::Subject::broker(BrokerId(2)));
        QVERIFY(subject("controller") == ui::Subject::broker(snapshot->controller.broker));
        QVERIFY(subject("member group-1 G1-C1").kind == ui::Subject::Kind::Member);
        QVERIFY(subject("client producer1").kind == ui::Subject::Kind::Producer);
        QVERIFY(!subject("client nobody"));
        QVERIFY(!subject("events"));
    }

    void whatWasDoneIsAScenarioOfThePresentFuture()
    {
        test::Studio studio;
        app::StudioCluster& cluster = *studio.stage.studio();
        QVERIFY(studio.window->actions().saveScenario->isEnabled());
        studio.pass(2s);
        const Instant before = cluster.session().now();
        studio.pass(1s);
        cluster.submit(observe::command::Kill{NodeId::broker(BrokerId(9))}); // there is none
        cluster.submit(observe::command::Kill{NodeId::broker(BrokerId(1))});
        studio.pass(2s);
        const auto first = studio.stage.scenario();
        QVERIFY(first && first->find("kill 1") != std::string::npos);

        cluster.run().goTo(before);
        for (int frame = 0; frame < 2000 && cluster.session().now() != before; ++frame)
            studio.run(16ms);
        cluster.submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
        studio.clock().play();
        studio.pass(2s);
        const QString file = studio.folder.filePath("mine.json");
        emit studio.window->scenarioWanted(file);
        const auto mine = app::findLesson(file.toStdString());
        QVERIFY2(mine.has_value(), mine ? "" : mine.error().message.c_str());
        std::string lines;
        for (const app::ScenarioStep& step : mine->steps) {
            QVERIFY(step.refused.empty()); // that was in the other future
            for (const std::string& line : step.lines)
                lines += line + ";";
        }
        QVERIFY(lines.find("kill 2;") != std::string::npos);
        QVERIFY(lines.find("kill 1;") == std::string::npos);
    }

    void aScenarioFileIsOpenedFromTheMenu()
    {
        QTemporaryDir folder;
        Pupil pupil(test::studio());
        QAction& open = *pupil.studio.window->actions().openScenario;
        {
            Hand hand(written(folder, "bad.json", "{\n  \"steps\": [}\n}"));
            open.trigger();
            QTRY_VERIFY(!hand.said.isEmpty());
            QVERIFY2(hand.said.contains("bad.json") && hand.said.contains("line 2"),
                     qPrintable(hand.said));
        }
        QVERIFY(!pupil.studio.window->lessonPanel()); // what was shown is still there
        const char* text = "{\"cluster\": {\"brokers\": 4}, \"workload\": {},"
                           " \"steps\": [{\"expect\": \"settled\"}]}";
        Hand hand(written(folder, "mine.json", text));
        open.trigger();
        QTRY_VERIFY(pupil.studio.window->lessonPanel());
        QVERIFY(pupil.phase() == Phase::Intro);
        QVERIFY(pupil.panel().plainText().contains("mine"));
        QCOMPARE(pupil.studio.stage.cluster()->spec().brokers, 4);
        QCOMPARE(pupil.studio.settings.value("scenarios").toString(),
                 QFileInfo(folder.path()).absoluteFilePath());
    }

    void aLessonThatIsNoneIsRefused()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        app::Stage stage(settings);
        const auto shown = stage.show(lessonWish("no-such"));
        QVERIFY(!shown);
        QVERIFY(shown.error().message.find("'no-such' is none") != std::string::npos);
    }
};

QTEST_MAIN(TestLesson)
#include "test_lesson.moc"
