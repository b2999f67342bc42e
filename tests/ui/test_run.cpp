#include <QAction>
#include <QListWidget>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QTreeWidget>

#include "tests/ui/studio_fixture.h"
#include "ui/map/difference_marks.h"
#include "ui/map/map_scene.h"
#include "ui/map/map_view.h"
#include "ui/shell/beside_view.h"
#include "ui/models/words.h"
#include "ui/shell/branch_panel.h"
#include "ui/shell/cluster_desk.h"
#include "ui/shell/run_desk.h"
#include "ui/shell/tables.h"
#include "ui/shell/until_dialog.h"

using namespace hw;
using Mode = cluster::TimeState::Mode;
using test::Studio;
namespace command = observe::command;

namespace {

Instant now(Studio& s) { return s.stage.studio()->session().now(); }

void settle(Studio& s)
{
    for (int frame = 0; frame < 5000; ++frame) {
        s.run(16ms);
        const auto* run = s.stage.studio()->runControl();
        if (s.time().mode == Mode::Paused && !run->state().travelled)
            break;
    }
    s.run(16ms);
}

void kill(Studio& s, int broker)
{
    s.stage.studio()->submit(command::Kill{NodeId::broker(BrokerId(broker))});
    s.run(16ms);
}

QAction* compareWith(Studio& s, const QString& words)
{
    for (QAction* action : s.window->findChildren<QAction*>())
        if (action->text().contains(words))
            return action;
    return nullptr;
}

} // namespace

class TestRun : public QObject
{
    Q_OBJECT
private slots:
    void aButtonStepsBackByAnEvent()
    {
        Studio s;
        s.pass(5s);
        s.click(s.window->actions().play);
        kill(s, 2);
        std::vector<Instant> moments;
        for (int n = 0; n < 4; ++n) {
            s.click(s.window->actions().stepEvent);
            settle(s);
            moments.push_back(now(s));
        }
        auto& events = s.window->tables()->events();
        const int rows = events.rowCount();
        s.click(s.window->runDesk()->actions().backEvent);
        settle(s);
        QCOMPARE(now(s), moments[2]);
        QVERIFY(events.rowCount() < rows);
        QCOMPARE(events.eventAt(events.rowCount() - 1).id, s.stage.cluster()->lastEvent());
        QVERIFY(s.window->transport()->stepText().contains("Before this moment"));
        QTest::keyClick(s.window, Qt::Key_Less);
        settle(s);
        QCOMPARE(now(s), moments[1]);
        QTest::keyClick(s.window, Qt::Key_Greater);
        settle(s);
        QCOMPARE(now(s), moments[2]);
        QCOMPARE(s.window->feed().last().snapshot->at, moments[2]);
    }

    void aKeyGoesBackByMessageAndByTime()
    {
        Studio s;
        s.pass(5s);
        QTest::keyClick(s.window, Qt::Key_P);
        s.click(s.window->actions().step);
        settle(s);
        const Instant first = now(s);
        s.click(s.window->actions().step);
        settle(s);
        QVERIFY(now(s) > first);
        QTest::keyClick(s.window, Qt::Key_Comma);
        settle(s);
        QCOMPARE(now(s), first);
        QTest::keyClick(s.window, Qt::Key_Comma, Qt::ControlModifier);
        settle(s);
        QCOMPARE(now(s), first - 1s);
        QVERIFY(s.window->runDesk()->actions().toEnd->isEnabled());
        QTest::keyClick(s.window, Qt::Key_Period, Qt::ControlModifier);
        settle(s);
        QVERIFY(now(s) > first);
        QVERIFY(!s.window->runDesk()->actions().toEnd->isEnabled());
    }

    void theWayBackIsShownAndCanBeGivenUp()
    {
        Studio s;
        s.pass(6s);
        const Instant here = now(s);
        s.clock().setMachineTime([at = Duration()]() mutable { return at += 20ms; });
        QTest::keyClick(s.window, Qt::Key_Comma, Qt::ControlModifier);
        s.run(400ms);
        auto* desk = s.window->runDesk();
        QVERIFY(desk->travelBar()->isVisible());
        QTest::mouseClick(desk->cancelButton(), Qt::LeftButton);
        s.run(32ms);
        QVERIFY(!desk->travelBar()->isVisible());
        QVERIFY(now(s) >= here);
        QCOMPARE(s.time().mode, Mode::Paused);
    }

    void theFutureThatWasLeftIsKeptInATree()
    {
        Studio s;
        s.pass(4s);
        kill(s, 1);
        s.pass(2s);
        QTest::keyClick(s.window, Qt::Key_Comma, Qt::AltModifier);
        settle(s);
        QTest::keyClick(s.window, Qt::Key_Y);
        s.run(32ms);
        auto* panel = s.window->runDesk()->panel();
        QVERIFY(panel->isVisible());
        auto* root = panel->tree()->topLevelItem(0);
        QCOMPARE(root->childCount(), 1);
        s.window->desk().togglePower(BrokerId(3));
        s.run(600ms);
        QVERIFY(root != nullptr);
        QCOMPARE(s.stage.studio()->run().branches().size(), std::size_t(2));
        root = panel->tree()->topLevelItem(0);
        QVERIFY(root->text(2).contains("kill"));
        root->setSelected(true);
        QVERIFY(panel->switchButton()->isEnabled());
        QTest::mouseClick(panel->switchButton(), Qt::LeftButton);
        settle(s);
        QVERIFY(s.stage.studio()->run().branches()[0].isCurrent);
        panel->tree()->topLevelItem(0)->child(0)->setText(0, "without 3");
        s.run(32ms);
        QCOMPARE(s.stage.studio()->run().branches()[1].name, std::string("without 3"));
    }

    void aKeyRunsToTheNextElection()
    {
        Studio s;
        s.pass(5s);
        kill(s, 1);
        QTest::keyClick(s.window, Qt::Key_3, Qt::ControlModifier);
        settle(s);
        QVERIFY(s.time().goalMet);
        QVERIFY(s.window->statusBar()->currentMessage().startsWith("Stopped"));
        auto& events = s.window->tables()->events();
        bool elected = false;
        for (int row = std::max(0, events.rowCount() - 3); row < events.rowCount(); ++row)
            elected = elected || std::holds_alternative<observe::fact::LeaderElected>(
                                     events.eventAt(row).fact);
        QVERIFY(elected);
    }

    void aKeyRunsToTheNextMoveOfAHighWatermark()
    {
        Studio s;
        s.pass(5s);
        QTest::keyClick(s.window, Qt::Key_P);
        const TopicPartition chosen{"TopicA", 1};
        s.window->selection().select(ui::Subject::of(chosen));
        const auto mark = [&] {
            for (const auto& topic : s.stage.cluster()->snapshot()->topics)
                for (const auto& part : topic->partitions)
                    if (part->id == chosen)
                        return ui::endOf(*part, *s.stage.cluster()->gauges());
            return std::int64_t(-1);
        };
        const auto before = mark();
        QTest::keyClick(s.window, Qt::Key_1, Qt::ControlModifier);
        settle(s);
        QVERIFY(mark() > before);
    }

    void theDialogRunsUntilACondition()
    {
        Studio s;
        s.pass(5s);
        QTest::keyClick(s.window, Qt::Key_U);
        auto* dialog = s.window->runDesk()->untilDialog();
        QVERIFY(dialog);
        dialog->text()->setText("isr-belov TopicA-1 3");
        QVERIFY(!dialog->ok()->isEnabled());
        QVERIFY(dialog->problem().contains("isr-belov"));
        QVERIFY(dialog->problem().contains("isr-below"));
        dialog->choice()->setCurrentIndex(0);
        dialog->text()->setText("0.5");
        QVERIFY(dialog->problem().contains("is over"));
        dialog->choice()->setCurrentIndex(1);
        dialog->text()->setText("isr-below TopicA-1 3");
        QCOMPARE(dialog->problem(), QString());
        QTest::mouseClick(dialog->ok(), Qt::LeftButton);
        QCoreApplication::processEvents();
        QVERIFY(s.time().hasGoal);
        s.clock().setSpeed(50);
        kill(s, 2);
        settle(s);
        QVERIFY(s.time().goalMet);
        s.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(s.window));
        QTest::keyClick(s.window, Qt::Key_U);
        QVERIFY(s.window->runDesk()->untilDialog());
        QCOMPARE(s.window->runDesk()->untilDialog()->text()->text(),
                 QString("isr-below TopicA-1 3"));
    }

    void timeSlowsDownAroundFaults()
    {
        Studio s;
        s.pass(5s);
        QTest::keyClick(s.window, Qt::Key_S);
        QVERIFY(s.settings.value("slowAtFaults").toBool());
        kill(s, 1);
        s.run(64ms);
        QVERIFY(s.time().slowed);
        const Instant before = now(s);
        s.run(320ms);
        QVERIFY(now(s) - before <= 17ms);
        s.run(2s);
        QVERIFY(!s.time().slowed || now(s) - before < 400ms);
    }

    void aSecondClusterStandsBesideTheFirst()
    {
        Studio s;
        s.pass(5s);
        QAction* cooperative = compareWith(s, "cooperative");
        QVERIFY(cooperative);
        cooperative->trigger();
        s.run(64ms);
        auto* beside = s.window->beside();
        QVERIFY(beside && beside->isVisible());
        s.run(1s);
        QCOMPARE(s.stage.studio()->run().beside()->snapshot()->at, now(s));
        kill(s, 2);
        s.pass(8s);
        QVERIFY(!beside->differences().empty());
        QCOMPARE(beside->list()->count(), static_cast<int>(beside->differences().size()));
        QVERIFY(s.window->scene()->differenceMarks().count() > 0);
        QTest::keyClick(s.window, Qt::Key_C, Qt::ShiftModifier);
        s.run(32ms);
        QVERIFY(!s.window->beside());
        QCOMPARE(s.window->scene()->differenceMarks().count(), std::size_t(0));
    }

    void aMessageInFlightCanBeHeldAndItsConnectionBroken()
    {
        Studio s;
        s.pass(5s);
        QTest::keyClick(s.window, Qt::Key_P);
        std::optional<observe::Flight> sent;
        for (int n = 0; n < 200 && !sent; ++n) {
            s.window->actions().step->trigger();
            s.run(16ms);
            for (const auto& flight : s.window->feed().last().flights)
                if (flight.api == "Produce" && !flight.response)
                    sent = flight;
        }
        QVERIFY(sent);
        const auto place = s.window->scene()->flights().placeOf(sent->id);
        QVERIFY(place);
        const auto choose = [&](const QString& words) {
            auto* view = s.window->map();
            QContextMenuEvent event(QContextMenuEvent::Mouse, view->mapFromScene(*place),
                                    view->viewport()->mapToGlobal(view->mapFromScene(*place)));
            QCoreApplication::sendEvent(view->viewport(), &event);
            for (auto* menu : s.window->findChildren<QMenu*>())
                for (QAction* action : menu->actions())
                    if (menu->isVisible() && action->text().contains(words)) {
                        QTest::mouseClick(menu, Qt::LeftButton, {},
                                          menu->actionGeometry(action).center());
                        return true;
                    }
            return false;
        };
        QVERIFY(choose("Hold it"));
        settle(s);
        QVERIFY(s.window->statusBar()->currentMessage().contains("held"));
        const auto snapshot = s.stage.cluster()->snapshot();
        QCOMPARE(snapshot->faults.size(), std::size_t(1));
        QVERIFY(snapshot->faults[0].caught);
        QCOMPARE(snapshot->faults[0].fault.node, sent->from);
    }

    void theFingerprintIsThatOfARunWithoutAWindow()
    {
        Studio s(test::studio(3, 5));
        s.pass(4s);
        s.click(s.window->actions().play);
        auto plain = app::SimSession::start(app::specOf(test::studio(3, 5)));
        QVERIFY(plain.has_value());
        (*plain)->runFor(now(s).sinceStart());
        const QString print =
            QString("%1").arg((*plain)->cluster().fingerprint(), 16, 16, QChar('0'));
        QTest::keyClick(s.window, Qt::Key_I, Qt::ControlModifier);
        auto* box = s.window->findChild<QMessageBox*>();
        QVERIFY(box);
        QVERIFY(box->text().contains(print));
    }
};

QTEST_MAIN(TestRun)
#include "test_run.moc"
