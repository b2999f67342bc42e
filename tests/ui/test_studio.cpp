#include <QSignalSpy>
#include <QRadioButton>
#include <QSlider>
#include <QSpinBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include "tests/ui/studio_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/new_cluster_dialog.h"
#include "ui/shell/top_bar.h"

using namespace hw;
using Mode = cluster::TimeState::Mode;

using test::Studio;
using test::studio;

class TestStudio : public QObject
{
    Q_OBJECT
private slots:
    void aLiveWindowHasNoTransport()
    {
        test::WindowFixture fixture;
        QVERIFY(!fixture.window->transport());
        QVERIFY(!fixture.window->actions().step->isVisible());
    }

    void theTransportHasARowOfItsOwnAfterALiveWindow()
    {
        Studio s;
        QMainWindow live; // what a window without transport leaves behind
        QToolBar bar;
        bar.setObjectName("topBar");
        live.addToolBar(&bar);
        s.settings.setValue("docks", live.saveState());
        ui::MainWindow window(*s.stage.cluster(), s.settings);
        window.show();
        QCoreApplication::processEvents();
        const auto* top = window.findChild<ui::TopBar*>();
        QVERIFY(window.transport()->isVisible());
        QVERIFY(window.transport()->y() >= top->y() + top->height());
        QVERIFY(window.transport()->width() > 800);
    }

    void timeRunsWithTheFrames()
    {
        Studio s;
        QCOMPARE(s.time().mode, Mode::Playing);
        const Instant before = s.time().now;
        s.run(160ms);
        QCOMPARE(s.time().now - before, Duration(160ms));
    }

    void pauseStopsTimeAndMotion()
    {
        Studio s;
        s.pass(3s);
        s.click(s.window->actions().play);
        QCOMPARE(s.time().mode, Mode::Paused);
        const Instant before = s.time().now;
        const auto motion = s.window->feed().last().motionMs;
        s.run(320ms);
        QCOMPARE(s.time().now, before);
        QCOMPARE(s.window->feed().last().motionMs, motion);
        QTest::keyClick(s.window, Qt::Key_P);
        s.run(160ms);
        QCOMPARE(s.time().now - before, Duration(160ms));
    }

    void aStepGoesToTheNextMessageAndSaysWhatItWas()
    {
        Studio s;
        s.pass(4s);
        s.click(s.window->actions().step);
        QCOMPARE(s.time().mode, Mode::Paused);
        s.run(16ms);
        const auto step = s.time().lastStep;
        QVERIFY(step && !step->empty);
        QVERIFY(s.window->transport()->stepText().startsWith('+'));
        QVERIFY(s.window->transport()->stepText().size() > 20);
        const Instant before = s.time().now;
        QTest::keyClick(s.window, Qt::Key_Period);
        QVERIFY(s.time().now > before);
        QVERIFY(s.time().now - before < 1s);
    }

    void aStepGoesToTheNextEvent()
    {
        Studio s;
        s.pass(4s);
        s.stage.cluster()->submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
        s.run(16ms);
        s.click(s.window->actions().stepEvent);
        for (int frame = 0; s.time().mode == Mode::Stepping && frame < 2000; ++frame)
            s.run(16ms);
        s.run(16ms);
        const auto step = s.time().lastStep;
        QVERIFY(step && !step->empty);
        QVERIFY(step->last > step->after);
        QVERIFY(s.window->transport()->stepText().size() > 20);
    }

    void theSpeedIsLogarithmicAndRemembered()
    {
        Studio s;
        auto* bar = s.window->transport();
        QCOMPARE(ui::TransportBar::speedAt(bar->slider()->minimum()), 0.001);
        QCOMPARE(ui::TransportBar::speedAt(bar->slider()->maximum()), 1000.0);
        bar->slider()->setFocus();
        QTest::keyClick(bar->slider(), Qt::Key_PageDown);
        QCOMPARE(s.time().speed, 0.1);
        const Instant before = s.time().now;
        s.run(160ms);
        QCOMPARE(s.time().now - before, Duration(16ms));
        QVERIFY(s.stage.show(studio()).has_value());
        s.prepare();
        QCOMPARE(s.time().speed, 0.1);
    }

    void draggingTheSliderEndsAsFastAsPossible()
    {
        Studio s;
        s.click(s.window->actions().flatOut);
        QVERIFY(s.time().flatOut);
        const Instant before = s.time().now;
        s.clock().setMachineTime([at = Duration()]() mutable { return at += 1ms; });
        s.run(160ms);
        QVERIFY(s.time().now - before > 160ms);
        s.window->transport()->slider()->setValue(10);
        QVERIFY(!s.time().flatOut);
    }

    void theClockShowsTheClustersOwnTime()
    {
        Studio s;
        s.click(s.window->actions().play);
        s.run(32ms);
        const QString first = s.window->transport()->clockText();
        QVERIFY(first.startsWith("00:00:00."));
        s.click(s.window->actions().play);
        s.run(2s);
        QVERIFY(s.window->transport()->clockText() > first);
    }

    void anotherClusterTakesThePlaceOfThisOne()
    {
        Studio s;
        s.run(1s);
        QSignalSpy shown(&s.stage, &app::Stage::shown);
        const QPointer<ui::MainWindow> old = s.window;
        emit s.window->clusterWanted(studio(5, 9));
        QTRY_COMPARE(shown.count(), 1);
        QVERIFY(!old);
        s.prepare();
        s.run(1s);
        QCOMPARE(s.window->feed().last().snapshot->brokers.size(), std::size_t(5));
        QCOMPARE(s.time().seed, std::uint64_t(9));
    }

    void theDialogAsksForTheNextCluster()
    {
        Studio s;
        QSignalSpy wanted(s.window, &ui::MainWindow::clusterWanted);
        disconnect(s.window, &ui::MainWindow::clusterWanted, &s.stage, nullptr);
        QTest::keyClick(s.window, Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        auto* dialog = s.window->findChild<ui::NewClusterDialog*>();
        QVERIFY(dialog);
        QTest::mouseClick(dialog->studio(), Qt::LeftButton);
        dialog->brokers()->setValue(7);
        dialog->seed()->setText("abc");
        QVERIFY(!dialog->ok()->isEnabled());
        QVERIFY(dialog->problem().contains("abc"));
        dialog->seed()->setText("4711");
        QVERIFY(dialog->ok()->isEnabled());
        QTest::mouseClick(dialog->ok(), Qt::LeftButton);
        QCOMPARE(wanted.count(), 1);
        const auto wish = wanted.front().front().value<ui::ClusterWish>();
        QVERIFY(wish.studio);
        QCOMPARE(wish.brokers, 7);
        QCOMPARE(wish.seed, std::uint64_t(4711));
        ui::NewClusterDialog again(9, s.settings);
        QCOMPARE(again.wish(), wish);
    }

    void aSeedOfTheSimulatorIsAskedForAndStandsAtItsStart()
    {
        Studio s;
        ui::NewClusterDialog dialog(9, s.settings);
        ui::ClusterWish wish = studio(3, 5);
        wish.faults = true;
        dialog.setWish(wish);
        QVERIFY(!dialog.brokers()->isEnabled() && dialog.ok()->isEnabled());
        QCOMPARE(dialog.wish(), wish);
        dialog.live()->setChecked(true);
        QVERIFY(!dialog.ok()->isEnabled());
        QVERIFY(s.stage.show(wish).has_value());
        s.prepare();
        QVERIFY(s.clock().state().mode == cluster::TimeState::Mode::Paused);
        QCOMPARE(s.clock().state().now, Instant());
        s.clock().play();
        s.pass(4s);
        // What the seed's own clients made.
        QVERIFY(!s.stage.cluster()->snapshot()->topics.empty());
    }

    void aWishThatCannotBeGrantedChangesNothing()
    {
        Studio s;
        ui::ClusterWish wish = studio();
        wish.brokers = 99;
        const ui::MainWindow* before = s.window;
        QVERIFY(!s.stage.show(wish).has_value());
        QCOMPARE(s.stage.window(), before);
    }
};

QTEST_MAIN(TestStudio)
#include "test_studio.moc"
