#include <QDockWidget>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QTimer>

#include "tests/ui/studio_fixture.h"
#include "ui/faults/fault_panel.h"
#include "ui/lanes/lane_window.h"
#include "ui/lessons/glossary_window.h"
#include "ui/loginspector/log_window.h"
#include "ui/map/legend.h"
#include "ui/map/map_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/requests/request_model.h"
#include "ui/requests/request_window.h"
#include "ui/shell/application.h"
#include "ui/shell/run_desk.h"
#include "ui/timeline/note_dialogs.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/timeline_bar.h"
#include "ui/znodes/znode_window.h"

using namespace hw;
using namespace hw::ui;
using test::Studio;
using TimeMode = cluster::TimeState::Mode;

namespace {

/// Presses a button of the question that is about to be asked.
void answer(const QString& text, bool* asked)
{
    QTimer::singleShot(0, qApp, [text, asked] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (!box)
            return;
        *asked = true;
        for (QAbstractButton* button : box->buttons())
            if (button->text() == text)
                return button->click();
        box->reject();
    });
}

void killBroker1(Studio& s)
{
    s.window->selection().select(Subject::broker(BrokerId{1}));
    s.run(160ms);
    s.window->actions().kill->trigger();
    s.run(320ms);
}

} // namespace

/// What somebody who is new to the window stumbles over.
class TestNewcomer : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    void noLookMakesTheWindowOutgrowItsScreen()
    {
        ui::ClusterWish wish = test::studio();
        wish.lesson = "broker-dies";
        Studio s(wish);
        s.window->resize(1280, 800);
        QCoreApplication::processEvents();
        QCOMPARE(s.window->size(), QSize(1280, 800));
        for (const ThemeName theme : {ThemeName::Projector, ThemeName::Dark, ThemeName::Light})
            for (const char* language : {"zh_CN", "en"}) {
                s.window->setThemeName(theme);
                s.window->setLanguage(language);
                s.run(64ms);
                QCOMPARE(s.window->size(), QSize(1280, 800));
            }
    }

    void keysAreHeardInTheWindowsBesideTheMap()
    {
        Studio s;
        s.pass(1s);
        QTest::keyClick(s.window, Qt::Key_G);
        RebalanceWindow* rebalances = s.window->rebalances();
        QVERIFY(QTest::qWaitForWindowActive(rebalances));
        QTest::keyClick(rebalances, Qt::Key_L, Qt::ControlModifier);
        QVERIFY(s.window->lanes()->isVisible());
        QVERIFY(QTest::qWaitForWindowActive(s.window->lanes()));
        QTest::keyClick(s.window->lanes(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(s.window->themeName(), ThemeName::Dark);
        QTest::keyClick(s.window->lanes(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(s.window->language(), QString("zh_CN"));
        QTest::keyClick(s.window->lanes(), Qt::Key_P);
        QCOMPARE(s.time().mode, TimeMode::Paused);
    }

    void escapeClosesTheWindowsBesideTheMap()
    {
        Studio s;
        s.pass(1s);
        const Actions& a = s.window->actions();
        for (QAction* action : {a.requests, a.znodes, a.lanes, a.rebalances, a.glossary})
            action->trigger();
        s.window->openLog({std::string(), BrokerId{1}, TopicPartition{"TopicA", 0}});
        QPointer<LogWindow> log = s.window->findChild<LogWindow*>();
        for (QWidget* window :
             QList<QWidget*>{s.window->requests(), s.window->znodes(), s.window->lanes(),
                             s.window->rebalances(), s.window->glossary(), log}) {
            window->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(window));
            QWidget* focus = window->focusWidget() ? window->focusWidget() : window;
            QTest::keyClick(focus, Qt::Key_Escape);
            QVERIFY2(!window || !window->isVisible(), window->metaObject()->className());
        }
        QVERIFY(s.window->isVisible());
    }

    void theMomentIsToldToTheMillisecondWhileItStands()
    {
        Studio s;
        s.pass(2s);
        static const QRegularExpression tenths("^\\d\\d:\\d\\d\\.\\d$");
        static const QRegularExpression thousandths("^\\d\\d:\\d\\d\\.\\d\\d\\d$");
        const TimelineBar* bar = s.window->timeline();
        QVERIFY2(tenths.match(bar->clockText()).hasMatch(), qPrintable(bar->clockText()));
        s.window->timeline()->goTo(Instant(1500ms));
        s.run(32ms);
        QVERIFY2(thousandths.match(bar->clockText()).hasMatch(), qPrintable(bar->clockText()));
        const QString before = bar->clockText();
        for (int step = 0; step < 40 && bar->clockText() == before; ++step) {
            s.window->pastActions()->back->trigger();
            s.run(16ms);
        }
        QVERIFY(bar->clockText() != before);
    }

    void theSearchForTheNextEventSaysSoAndIsStopped()
    {
        Studio s;
        s.pass(3s);
        // A machine on which only a few tasks fit into a frame.
        s.clock().setMachineTime([at = Duration()]() mutable { return at += 100ms; });
        QTest::keyClick(s.window, Qt::Key_Greater);
        s.run(320ms);
        QCOMPARE(s.time().mode, TimeMode::Stepping);
        QVERIFY(s.window->runDesk()->travelBar()->isVisible());
        const QString text = s.window->runDesk()->wayText();
        QVERIFY2(text.contains("the next event") && text.contains("60.0 s"), qPrintable(text));
        QTest::keyClick(s.window->map(), Qt::Key_Escape);
        QCOMPARE(s.time().mode, TimeMode::Paused);
        s.run(32ms);
        QVERIFY(!s.window->runDesk()->travelBar()->isVisible());
    }

    void inThePastNothingCanBeBrokenAndItSaysWhy()
    {
        Studio s;
        s.pass(2s);
        QTest::keyClick(s.window, Qt::Key_X);
        s.run(320ms);
        QVERIFY(s.window->faults()->buttons().front()->isEnabled());
        s.window->timeline()->goTo(Instant(1500ms));
        s.run(32ms);
        QPushButton* button = s.window->faults()->buttons().front();
        QVERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains("past"), qPrintable(button->toolTip()));
        QVERIFY(!s.window->actions().newTopic->isEnabled());
        QVERIFY(s.window->actions().newTopic->toolTip().contains("past"));
        s.window->pastActions()->now->trigger();
        s.run(32ms);
        QVERIFY(button->isEnabled());
        QVERIFY(!button->toolTip().contains("past"));
        QVERIFY(!s.window->actions().newTopic->toolTip().contains("past"));
    }

    void inARecordingNothingCanBeBrokenAndItSaysWhy()
    {
        Studio s;
        s.pass(2s);
        const QString file = s.folder.filePath("run.hwrec");
        QVERIFY(s.window->saveRecording(file));
        QVERIFY(s.stage.showRecording(file.toStdString()));
        MainWindow& window = *s.stage.window();
        window.feed().setManual();
        window.faultsDock()->show();
        for (int frame = 0; frame < 40; ++frame)
            window.feed().tick();
        QVERIFY(!window.faults()->buttons().empty());
        for (const QPushButton* button : window.faults()->buttons()) {
            QVERIFY2(!button->isEnabled(), qPrintable(button->text()));
            QVERIFY2(button->toolTip().contains("recording"), qPrintable(button->toolTip()));
        }
        for (const QAction* action : {window.actions().kill, window.actions().addProducer}) {
            QVERIFY(!action->isEnabled());
            QVERIFY2(action->toolTip().contains("recording"), qPrintable(action->toolTip()));
        }
    }

    void closingAsksForWhatIsWorthSaving()
    {
        Studio s;
        s.pass(1s);
        QVERIFY(s.window->agreesToClose()); // nothing was done
        killBroker1(s);
        bool asked = false;
        answer("Cancel", &asked);
        s.window->close();
        QVERIFY(asked && s.window->isVisible());
        asked = false;
        answer("Do not save", &asked);
        QVERIFY(s.window->agreesToClose());
        QVERIFY(asked);
        s.window->actions().kill->trigger(); // something new
        QVERIFY(s.window->saveRecording(s.folder.filePath("run.hwrec")));
        QVERIFY(s.window->agreesToClose()); // it is saved
        s.window->actions().kill->trigger();
        s.window->closeUnasked();
        QVERIFY(!s.window->isVisible());
    }

    void oneNoteIsWorthSaving()
    {
        Studio s;
        s.pass(1s);
        s.window->timeline()->writeNote(Instant(500ms));
        auto* dialog = s.window->findChild<NoteDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QPlainTextEdit*>()->setPlainText("look here");
        dialog->accept();
        bool asked = false;
        answer("Cancel", &asked);
        QVERIFY(!s.window->agreesToClose());
        QVERIFY(asked);
    }

    void theTimeOfAMessageDoesNotChangeFromLookToLook()
    {
        RequestModel model;
        const auto look = [&model](std::int64_t wallMs, Duration at) {
            auto snapshot = std::make_shared<observe::Snapshot>();
            snapshot->at = Instant(at);
            snapshot->wall = WallTime(wallMs);
            Frame frame;
            frame.snapshot = snapshot;
            model.take(frame);
        };
        look(1'700'000'000'000, 5'000'900us);
        const QString first = model.timeOf(Instant(3s));
        look(1'700'000'000'017, 5'016'100us); // both are cut to milliseconds
        QCOMPARE(model.timeOf(Instant(3s)), first);
        look(1'700'000'060'000, 5'032ms); // somebody set the clock
        QVERIFY(model.timeOf(Instant(3s)) != first);
    }

    void theLegendKeepsThePlaceOfItsNote()
    {
        Legend legend;
        for (const int width : {500, 900, 1300}) {
            const int before = legend.heightForWidth(width);
            legend.setSampling(45, true);
            QVERIFY(!legend.note().isEmpty());
            QCOMPARE(legend.heightForWidth(width), before);
            legend.setSampling(100, false);
        }
    }

    void theLessonsFitOnAScreen()
    {
        Studio s;
        for (QAction* menu : s.window->menuBar()->actions())
            QVERIFY2(menu->menu()->sizeHint().height() < 760, qPrintable(menu->text()));
    }
};

QTEST_MAIN(TestNewcomer)
#include "test_newcomer.moc"
