#include <QDialog>
#include <QScrollArea>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>

#include "tests/ui/heard.h"
#include "tests/ui/past_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/faults/fault_panel.h"
#include "ui/lanes/lane_window.h"
#include "ui/map/chip_item.h"
#include "ui/models/moment_words.h"
#include "ui/shell/application.h"
#include "ui/timeline/mark_words.h"
#include "ui/timeline/note_dialogs.h"

using namespace hw;
using namespace hw::ui;
using test::PastFixture;
using Mode = cluster::PlaybackState::Mode;
using observe::BrokerState;

class TestTimeline : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    void momentsAreReadAsTheyAreWritten()
    {
        QCOMPARE(momentText(Instant(12'345ms)), QString("00:12.3"));
        QCOMPARE(momentText(Instant(12'999ms), 0), QString("00:12"));
        QCOMPARE(momentText(Instant(3723s)), QString("1:02:03.0"));
        QCOMPARE(momentOf("00:12.345"), std::optional(Instant(12'345ms)));
        QCOMPARE(momentOf("1:02:03"), std::optional(Instant(3723s)));
        QCOMPARE(momentOf("7.5"), std::optional(Instant(7500ms)));
        for (const char* wrong : {"", "x", "1:2:3:4", "-1", "12,5"})
            QVERIFY2(!momentOf(wrong), wrong);
    }

    void aClusterWithoutAPastHasNoTimeline()
    {
        test::WindowFixture f;
        QVERIFY(!f.window->timeline());
        QVERIFY(!f.window->pastActions()->back->isVisible());
        QVERIFY(!f.window->pastBanner()->isVisible());
    }

    /// Time goes on ten times a second; to a screen reader that is noise.
    void inThePresentScreenReadersHearNothingOfThePast()
    {
        PastFixture f;
        const auto boxes = f.window->timeline()->findChildren<QComboBox*>();
        const auto speed =
            std::ranges::find(boxes, QString("Speed of the recording"), &QWidget::accessibleName);
        QVERIFY(speed != boxes.end());
        test::Heard heard;
        if (!test::Heard::works())
            QSKIP("no screen reader can listen here");
        f.run(1s);
        for (const QLabel* label : f.window->timeline()->findChildren<QLabel*>())
            QCOMPARE(heard.about(label).size(), std::size_t(0));
        QCOMPARE(heard.count(QAccessible::NameChanged, f.window->pastBanner()), 0);
        for (const QLabel* label : f.window->pastBanner()->findChildren<QLabel*>())
            QCOMPARE(heard.count(QAccessible::NameChanged, label), 0);
        QCOMPARE(heard.count(QAccessible::NameChanged, *speed), 0);
    }

    void aClickShowsThatMomentOnTheMap()
    {
        PastFixture f;
        f.killBroker1();
        QCOMPARE(f.brokerShown(1), BrokerState::Down);
        f.click(f.at(f.killedAt - 100ms, f.view()->height() - 6));
        QCOMPARE(f.state().mode, Mode::Paused);
        QVERIFY(f.state().now < f.killedAt);
        QCOMPARE(f.brokerShown(1), BrokerState::Running);
        QVERIFY(f.window->pastBanner()->isVisible());
        QVERIFY(f.window->pastBanner()->text().contains(momentText(f.state().now)));
    }

    void nowReturns()
    {
        PastFixture f;
        f.killBroker1();
        f.click(f.at(f.killedAt - 100ms, f.view()->height() - 6));
        f.settle();
        f.key(Qt::Key_End);
        QCOMPARE(f.state().mode, Mode::Present);
        QCOMPARE(f.brokerShown(1), BrokerState::Down);
        QVERIFY(!f.window->pastBanner()->isVisible());
        f.click(f.at(f.killedAt - 100ms, f.view()->height() - 6));
        QTest::mouseClick(f.window->pastBanner()->now(), Qt::LeftButton);
        f.run(32ms);
        QCOMPARE(f.state().mode, Mode::Present);
    }

    void draggingScrubsOnceAFrame()
    {
        PastFixture f;
        f.killBroker1();
        const int y = f.view()->height() - 6;
        const int before = f.past.seeks();
        QTest::mousePress(f.view(), Qt::LeftButton, {}, f.at(f.killedAt + 2s, y));
        for (int step = 0; step < 40; ++step)
            QTest::mouseMove(f.view(), f.at(f.killedAt + 2s - step * 50ms, y));
        QCOMPARE(f.past.seeks(), before + 1);
        f.run(16ms);
        QCOMPARE(f.past.seeks(), before + 2);
        QVERIFY(std::abs((f.state().now - f.killedAt).count()) < Duration(200ms).count());
        QTest::mouseRelease(f.view(), Qt::LeftButton, {}, f.at(f.killedAt - 100ms, y));
    }

    void commandsAreGreyInThePast()
    {
        PastFixture f;
        f.killBroker1();
        f.window->selection().select(Subject::broker(BrokerId{2}));
        Actions& a = f.window->actions();
        QVERIFY(a.kill->isEnabled() && a.newTopic->isEnabled());
        f.key(Qt::Key_Home);
        f.settle();
        QVERIFY(!a.kill->isEnabled() && !a.newTopic->isEnabled() && !a.addBroker->isEnabled());
        QVERIFY(!a.healAll->isEnabled());
        for (const QPushButton* button : f.window->faults()->buttons())
            QVERIFY2(!button->isEnabled(), qPrintable(button->text()));
        f.key(Qt::Key_End);
        f.settle();
        QVERIFY(a.kill->isEnabled() && a.newTopic->isEnabled());
    }

    void theEventListTellsWhatLedToTheMoment()
    {
        PastFixture f;
        f.killBroker1();
        EventModel& events = f.window->tables()->events();
        const int all = events.rowCount();
        const auto killed = [&] {
            for (int row = 0; row < events.rowCount(); ++row)
                if (std::holds_alternative<observe::fact::BrokerKilled>(events.eventAt(row).fact))
                    return true;
            return false;
        };
        QVERIFY(killed());
        f.past.seek(f.killedAt - 50ms);
        f.settle();
        QVERIFY(!killed());
        QVERIFY(events.rowCount() > 0 && events.rowCount() < all);
        f.past.toPresent();
        f.settle();
        QVERIFY(killed());
        EventId last = kNoEvent;
        for (int row = 0; row < events.rowCount(); ++row) {
            QVERIFY2(events.eventAt(row).id > last, "told twice");
            last = events.eventAt(row).id;
        }
    }

    void aJumpBeginsRatesAndBookAnew()
    {
        PastFixture f;
        f.killBroker1();
        QSignalSpy jumps(&f.window->feed(), &Feed::jumped);
        QVERIFY(f.window->feed().rates().history().size() > 5);
        f.past.seek(f.killedAt);
        f.run(16ms);
        QCOMPARE(jumps.size(), 1);
        QVERIFY(f.window->feed().rates().history().empty()); // while one scrubs
        QCOMPARE(f.window->lanes()->history().now(), f.window->feed().last().gauges->at);
        f.past.play();
        const Instant from = f.state().now;
        f.run(3s);
        QVERIFY(f.state().now - from >= 2900ms);
        QVERIFY(f.window->feed().rates().history().size() > 5);
    }

    void chartsShowTheTimeBeforeTheMoment()
    {
        PastFixture f;
        f.run(20s);
        f.killBroker1();
        const Instant shown(15s);
        f.past.seek(shown);
        f.settle();
        const auto& rates = f.window->feed().rates().history();
        QVERIFY(rates.size() > 40);
        QVERIFY(rates.front().atSeconds < 3);
        QVERIFY(std::abs(rates.back().atSeconds - 15) < 0.5);
        const LaneHistory& lanes = f.window->lanes()->history();
        QVERIFY(!lanes.names().empty());
        for (const std::string& name : lanes.names()) {
            const auto& lags = lanes.find(name)->lags;
            QVERIFY2(lags.size() > 20, name.c_str());
            QVERIFY(lags.front().at < Instant(3s) && lags.back().at <= shown);
            QVERIFY(std::ranges::is_sorted(lags, {}, &LagPoint::at));
        }
    }

    void ofTheDeadTheLastBeforeTheMomentIsKnown()
    {
        PastFixture f;
        f.run(2s);
        const auto leo = [&f] {
            return f.window->scene()->chipItem({"TopicA", 0}, BrokerId{1})->leo();
        };
        f.killBroker1();
        const std::int64_t first = leo();
        QVERIFY(first > 0);
        const Instant dead = f.killedAt + 2s;
        f.past.submit(observe::command::Restart{NodeId::broker(BrokerId{1})});
        f.run(10s);
        QVERIFY(leo() > first);
        f.past.seek(dead);
        f.run(16ms);
        QVERIFY2(leo() > 0 && leo() <= first, qPrintable(QString::number(leo())));
        f.settle();
        QVERIFY2(leo() > 0 && leo() <= first, qPrintable(QString::number(leo())));
    }

    void marksHaveOneRowOrARowForEachKind()
    {
        PastFixture f;
        f.killBroker1();
        const int low = f.view()->height();
        QVERIFY(!f.window->timeline()->search()->isVisible());
        f.view()->grab();
        const auto highest = [&] {
            double top = 1e9, bottom = 0;
            for (const auto& hit : f.view()->hits()) {
                top = std::min(top, hit.box.top());
                bottom = std::max(bottom, hit.box.bottom());
            }
            return bottom - top;
        };
        const double oneRow = highest();
        f.key(Qt::Key_T, Qt::ShiftModifier);
        QVERIFY(f.view()->height() > low + 30);
        QVERIFY(f.window->timeline()->search()->isVisible());
        f.view()->grab();
        QVERIFY(highest() > 2 * oneRow);
        QCOMPARE(f.settings.value("timelineRows").toBool(), true);
        f.key(Qt::Key_T, Qt::ShiftModifier);
        QCOMPARE(f.view()->height(), low);
        f.window->pastActions()->find->trigger();
        QVERIFY(f.window->timeline()->search()->subject()->isVisible());
        QVERIFY(f.window->pastActions()->rows->isChecked());
    }

    void playStepAndSpeedHaveKeys()
    {
        PastFixture f;
        f.killBroker1();
        f.key(Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(f.state().mode, Mode::Paused);
        const Instant last = f.state().now;
        f.key(Qt::Key_Left, Qt::AltModifier);
        QVERIFY(f.state().now < last);
        f.key(Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(f.state().now, last);
        f.key(Qt::Key_Home);
        QCOMPARE(f.state().now, f.state().first);
        f.key(Qt::Key_P, Qt::ShiftModifier);
        QCOMPARE(f.state().mode, Mode::Playing);
        f.key(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(f.state().speed, 2.0);
        f.key(Qt::Key_P, Qt::ShiftModifier);
        QCOMPARE(f.state().mode, Mode::Paused);
    }

    void theKeysAreListed()
    {
        PastFixture f;
        f.window->actions().keysHelp->trigger();
        auto* box = f.window->findChild<QDialog*>("keys");
        QVERIFY(box);
        const QString text = box->findChild<QScrollArea*>()->widget()->property("text").toString();
        for (const QString key : {"Alt+Left", "End", "F3", "Shift+F3", "Ctrl+M", "T", "Ctrl+S"})
            QVERIFY2(text.contains("<b>" + key + "</b>"), qPrintable(key));
        box->close();
    }

    void searchFindsTheNextLeaderChangeOfAPartition()
    {
        PastFixture f;
        f.killBroker1();
        f.key(Qt::Key_Home);
        MarkSearch* search = f.window->timeline()->search();
        search->kind()->setCurrentIndex(
            search->kind()->findData(static_cast<int>(cluster::MarkKind::Leader)));
        f.key(Qt::Key_F, Qt::ControlModifier);
        QVERIFY(search->subject()->hasFocus());
        QTest::keyClicks(search->subject(), "TopicA-0");
        QTest::keyClick(search->subject(), Qt::Key_Return);
        f.settle();
        QVERIFY(f.state().now > f.killedAt);
        QCOMPARE(f.window->selection().current(), Subject::of({"TopicA", 0}));
        const auto current = f.window->tables()->eventList()->view()->currentIndex();
        QVERIFY(current.siblingAtColumn(EventModel::What).data().toString().contains("leader"));
        const Instant found = f.state().now;
        f.key(Qt::Key_F3);
        QCOMPARE(f.state().now, found);
        const QString said = f.window->statusBar()->currentMessage();
        QVERIFY2(said.contains("no leader change of TopicA-0"), qPrintable(said));
        QVERIFY2(said.contains("Shift+F3 searches backwards"), qPrintable(said));
        search->subject()->clear();
        f.key(Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY(f.state().now <= found);
    }

    /// At the newest moment there is nothing further: said where it was asked, and below.
    void aSearchThatFindsNothingFurtherSaysSo()
    {
        PastFixture f;
        f.key(Qt::Key_F, Qt::ControlModifier);
        MarkSearch* search = f.window->timeline()->search();
        QTest::keyClicks(search->subject(), "TopicA-1");
        QTest::keyClick(search->subject(), Qt::Key_Return);
        QCOMPARE(f.state().mode, Mode::Present);
        QVERIFY2(QToolTip::text().contains("Nothing further"), qPrintable(QToolTip::text()));
        QCOMPARE(f.window->statusBar()->currentMessage(), QToolTip::text());
        f.key(Qt::Key_Home);
        f.key(Qt::Key_F3, Qt::ShiftModifier);
        QVERIFY2(QToolTip::text().contains("F3 searches forwards"), qPrintable(QToolTip::text()));
    }

    void aLossIsDrawnOverAllElse()
    {
        struct Losing : test::SyntheticPast
        {
            std::vector<cluster::Mark> marks(Instant, Instant, std::size_t) const override
            {
                using Kind = cluster::MarkKind;
                return {{Instant(1s), {}, Kind::Isr, "TopicA-1"},
                        {Instant(1s), {}, Kind::Loss, "TopicA-0"},
                        {Instant(1s), {}, Kind::Leader, "TopicA-2"}};
            }
        };
        Losing past;
        past.live(2s);
        TimeCursor cursor;
        TimelineView view(past, cursor);
        view.resize(800, 60);
        view.show();
        for (const bool rows : {false, true}) {
            view.setRowsShown(rows);
            view.take(past.state(), rows ? 10'000 : 1'000);
            view.grab();
            QVERIFY(!view.hits().empty());
            const auto& top = view.hits().back(); // drawn last
            QVERIFY(std::get<cluster::Mark>(top.what).kind == cluster::MarkKind::Loss);
            QCOMPARE(view.hitAt(top.box.center()), &top);
        }
    }

    void notesAreWrittenChangedListedAndDeleted()
    {
        PastFixture f;
        f.killBroker1();
        f.past.seek(f.killedAt);
        f.run(32ms);
        const auto dialog = [&] { return f.window->findChild<NoteDialog*>(); };
        f.key(Qt::Key_M, Qt::ControlModifier);
        QVERIFY(dialog());
        dialog()->text()->setPlainText("here broker 1 dies");
        dialog()->accept();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QCOMPARE(f.past.notes(), (std::vector{cluster::Note{f.killedAt, "here broker 1 dies"}}));
        f.run(32ms);
        f.view()->grab();
        bool isDrawn = false;
        for (const auto& hit : f.view()->hits())
            isDrawn |= std::holds_alternative<cluster::Note>(hit.what);
        QVERIFY(isDrawn);
        f.window->pastActions()->notes->trigger();
        NoteList* list = f.window->timeline()->noteList();
        QCOMPARE(list->list()->count(), 1);
        QTest::mouseClick(list->changeButton(), Qt::LeftButton);
        QVERIFY(dialog());
        QCOMPARE(dialog()->text()->toPlainText(), QString("here broker 1 dies"));
        dialog()->text()->setPlainText(QString(3000, 'x'));
        QVERIFY(!dialog()->ok()->isEnabled() && dialog()->problem().contains("2000"));
        dialog()->text()->setPlainText("there");
        dialog()->accept();
        QCOMPARE(f.past.notes().front().text, std::string("there"));
        QTest::mouseClick(list->deleteButton(), Qt::LeftButton);
        QVERIFY(f.past.notes().empty());
        QCOMPARE(list->list()->count(), 0);
        f.past.setReadOnly();
        f.window->timeline()->deleteNote(f.killedAt);
        QVERIFY(f.window->statusBar()->currentMessage().contains("could not be kept"));
    }

    void theWheelZoomsAtThePointer()
    {
        PastFixture f;
        f.killBroker1();
        const TimeScale before = f.view()->scale();
        const QPointF at(before.x(f.killedAt), 20);
        QWheelEvent wheel(at, f.view()->mapToGlobal(at), {}, {0, 480}, {}, {}, {}, false);
        QCoreApplication::sendEvent(f.view(), &wheel);
        QVERIFY(!f.view()->whole());
        QVERIFY(f.view()->scale().span < before.span / 2);
        QVERIFY(std::abs(f.view()->scale().x(f.killedAt) - at.x()) < 2);
        f.key(Qt::Key_W);
        QVERIFY(f.view()->whole());
    }

    void aClickOnAMarkGoesThereAndSelectsIt()
    {
        PastFixture f;
        f.window->pastActions()->rows->setChecked(true);
        f.killBroker1();
        f.view()->grab();
        for (const auto& hit : f.view()->hits()) {
            const auto* mark = std::get_if<cluster::Mark>(&hit.what);
            if (!mark || mark->kind != cluster::MarkKind::Leader)
                continue;
            const cluster::Mark wanted = *mark;
            f.click(hit.box.center().toPoint());
            f.settle();
            QCOMPARE(f.state().now, wanted.at);
            QCOMPARE(f.window->selection().current(), MarkWords::subject(wanted));
            return;
        }
        QFAIL("no leader change is drawn");
    }

    void aDoubleClickInAListOrAChartGoesThere()
    {
        PastFixture f;
        f.killBroker1();
        EventList* list = f.window->tables()->eventList();
        list->search()->setText("TopicA-0: leader");
        list->view()->setCurrentIndex(list->filter()->index(0, 0));
        QVERIFY(list->momentButton()->isVisible());
        QTest::mouseClick(list->momentButton(), Qt::LeftButton);
        f.settle();
        QCOMPARE(f.state().mode, Mode::Paused);
        QVERIFY(f.state().now > f.killedAt);
        f.window->timeCursor().choose(f.killedAt);
        QCOMPARE(f.state().now, f.killedAt);
        f.window->timeCursor().pin(f.killedAt + 1s);
        f.key(Qt::Key_J);
        QCOMPARE(f.state().now, f.killedAt + 1s);
    }

    void theRecordingIsSavedOrSaysWhyNot()
    {
        PastFixture f;
        const QString path = f.folder.filePath("run.hwrec");
        QVERIFY(f.window->saveRecording(path));
        QVERIFY(QFile::exists(path));
        QTimer::singleShot(0, [] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box && box->text().contains("cannot be written"))
                box->accept();
        });
        QVERIFY(!f.window->saveRecording(f.folder.filePath("no/such/run.hwrec")));
    }

    void aFinishedRecordingHasNoPresent()
    {
        PastFixture f;
        f.killBroker1();
        f.past.finish();
        f.settle();
        QVERIFY(f.window->pastBanner()->text().contains("Recording"));
        QCOMPARE(f.window->pastActions()->now->text(), QString("To the end"));
        f.key(Qt::Key_Home);
        QCOMPARE(f.brokerShown(1), BrokerState::Running);
        f.key(Qt::Key_End);
        QCOMPARE(f.state().now, f.state().last);
    }

    void chineseHasEverything()
    {
        PastFixture f("zh_CN");
        QVERIFY(f.window->pastActions()->back->text() != QString("Back to the event before"));
        QVERIFY(MarkWords::row(cluster::MarkKind::Leader) != QString("Leaders"));
        f.key(Qt::Key_Home);
        QVERIFY(!f.window->pastBanner()->text().contains("past"));
        QVERIFY(f.window->setLanguage("en"));
        QCoreApplication::processEvents();
        QCOMPARE(MarkWords::row(cluster::MarkKind::Leader), QString("Leaders"));
    }
};

QTEST_MAIN(TestTimeline)
#include "test_timeline.moc"
