#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>

#include "tests/ui/studio_fixture.h"
#include "ui/models/words.h"
#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/shell/tables.h"
#include "ui/timeline/event_list.h"

using namespace hw;
using test::Studio;
using ui::Breaks;
using ui::RebalanceModel;
using State = observe::fact::GroupState;
using Kind = observe::fact::RebalanceKind;
using Mode = cluster::TimeState::Mode;
namespace fact = observe::fact;

namespace {

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

ui::RebalanceWindow& open(Studio& s)
{
    QTest::keyClick(s.window, Qt::Key_G);
    s.run(300ms);
    return *s.window->rebalances();
}

const observe::GroupPart& groupOne(Studio& s)
{
    const auto& groups = s.window->feed().last().snapshot->groups;
    const auto found = std::ranges::find(groups, "group-1", [](const auto& g) { return g->name; });
    if (found == groups.end())
        qFatal("group-1 is not there");
    return **found;
}

/// Selects a member of group-1 and stops it.
std::string stopOne(Studio& s)
{
    const auto& member = groupOne(s).members.back();
    const std::string name = member.clientId;
    s.window->selection().select(ui::Subject::memberOf("group-1", member.member));
    s.window->actions().stopClient->trigger();
    return name;
}

} // namespace

/// Real coordinators and consumers, in a simulated world.
class TestRebalanceStorms : public QObject
{
    Q_OBJECT
private slots:
    /// A real coordinator, a real consumer.
    void theCardTellsWhoAndWhatAndWhatItCost()
    {
        Studio s;
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        QVERIFY(window.filter().rowCount() > 0);
        const std::string who = stopOne(s);
        s.pass(4s);
        window.choose(s.window->feed().book().newest("group-1")->number);
        const ui::Card& card = window.card();
        QVERIFY2(card.title.contains(ui::qs(who)), qPrintable(card.title));
        QVERIFY(card.title.contains("left"));
        QCOMPARE(card.pills[0].text, QString("observed"));
        QCOMPARE(card.member[0].value, ui::qs(who));
        QCOMPARE(card.phases.size(), std::size_t(3));
        QVERIFY(card.figures[0].value.toInt() > 0);
        QVERIFY(!card.moved.empty());
        QVERIFY(card.chain.size() >= 2);
        QVERIFY(std::ranges::any_of(card.evidence,
                                    [](const auto& line) { return line.name == "Last poll"; }));
        // A click on what led to it finds the event.
        const EventId event = card.chain.back().event;
        const QRectF place = window.cardView()->placeOf(event);
        QVERIFY(!place.isEmpty());
        QSignalSpy picked(&window, &ui::RebalanceWindow::eventPicked);
        QTest::mouseClick(window.cardView(), Qt::LeftButton, {}, place.center().toPoint());
        QCOMPARE(picked.size(), 1);
        QVERIFY(s.window->tables()->currentWidget() == s.window->tables()->eventList());
    }

    /// Case R08 B: max.poll.interval.ms is 10 s and the application does not poll for 12 s.
    void aSlowHandlerIsNamedWithWhatWouldHelp()
    {
        Studio s;
        observe::command::AddConsumer slow;
        slow.name = "slow";
        slow.group = "till";
        slow.topics = {"TopicA"};
        slow.maxPollInterval = 10s;
        s.stage.cluster()->submit(slow);
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        window.open("till");
        const auto& consumers = s.window->feed().last().snapshot->consumers;
        const auto who =
            std::ranges::find(consumers, "slow", [](const auto& one) { return one->name; });
        QVERIFY(who != consumers.end());
        s.stage.cluster()->submit(observe::command::StopPolling{(*who)->client, 12s});
        s.pass(14s);
        s.pass(2s);
        const auto& rows = window.filter();
        int found = -1;
        for (int row = 0; row < rows.rowCount(); ++row)
            if (cell(rows, row, RebalanceModel::Cause) == "left: poll limit")
                found = row;
        QVERIFY(found >= 0);
        window.choose(rows.index(found, 0).data(RebalanceModel::NumberRole).toULongLong());
        const ui::Card& card = window.card();
        QCOMPARE(card.pills[0].text, QString("observed, by its own words"));
        QVERIFY2(card.evidence[0].value.contains("max.poll.interval.ms = 10.0 s"),
                 qPrintable(card.evidence[0].value));
        QVERIFY2(card.advice.contains("max.poll.interval.ms is 10.0 s") &&
                     card.advice.startsWith("The handler takes 12."),
                 qPrintable(card.advice));
    }

    /// What is given up is parked, visibly, until the next round; only that stands still.
    void cooperativeMovesArePartedIntoGivingUpAndTakingUp()
    {
        Studio s;
        observe::command::AddConsumer one;
        one.group = "coop";
        one.topics = {"TopicA"};
        one.assignor = observe::command::Assignor::CooperativeSticky;
        s.stage.cluster()->submit(one);
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        window.open("coop");
        s.stage.cluster()->submit(one);
        s.pass(8s);
        const auto& book = s.window->feed().book();
        const rebalances::Rebalance* first = nullptr;
        for (const auto& each : book.all())
            if (each.group == "coop" && each.kind == Kind::Joined)
                first = &each;
        QVERIFY(first);
        window.choose(first->number);
        QVERIFY(!window.diff().parked.empty());
        QVERIFY2(window.diff().verdict.contains("As it must be"),
                 qPrintable(window.diff().verdict));
        QVERIFY(!window.diff().isFault);
        QCOMPARE(window.card().figures[1].value, QString("0 ms")); // nobody stood still yet
        const rebalances::Rebalance* second = book.newest("coop");
        QVERIFY(second->number > first->number);
        QCOMPARE(second->movedCount, window.diff().parked.size());
        window.choose(second->number);
        QVERIFY(window.diff().parked.empty());
        QVERIFY(std::ranges::all_of(second->moved, [](const auto& moved) {
            return moved.why == rebalances::Why::TakenUp;
        }));
    }

    void whoHasWhatBeforeAndAfter()
    {
        Studio s;
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        const std::string who = stopOne(s);
        s.pass(4s);
        window.choose(s.window->feed().book().newest("group-1")->number);
        const ui::GenerationDiff& diff = window.diff();
        QCOMPARE(diff.rows.size(), std::size_t(3));
        const auto gone =
            std::ranges::find(diff.rows, QString("gone"), &ui::GenerationDiff::Row::note);
        QVERIFY(gone != diff.rows.end());
        QCOMPARE(gone->name, ui::qs(who));
        QVERIFY(!gone->before.empty() && gone->after.empty());
        QVERIFY(gone->before[0].change == ui::GenerationDiff::Change::Lost);
        const auto heir = std::ranges::find_if(diff.rows, [](const auto& row) {
            return std::ranges::any_of(row.after, [](const auto& chip) {
                return chip.change == ui::GenerationDiff::Change::Got;
            });
        });
        QVERIFY(heir != diff.rows.end());
        QVERIFY2(heir->told.contains("subscribes to TopicA"), qPrintable(heir->told));
        QVERIFY(!diff.verdict.isEmpty() && !diff.reasons.empty());
    }

    /// From the coordinator's decision to the drawn cause: two frames at most. The decision's time
    /// is the event's; the cause counts as drawn when the card that has it was painted.
    void theCauseIsDrawnWithinTwoFrames()
    {
        Studio s;
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        window.open("group-1");
        stopOne(s);
        for (int frame = 0; frame < 400; ++frame) {
            const int before = window.cardView()->paints();
            s.run(16ms);
            const auto& events = s.window->feed().last().events;
            const auto decided = std::ranges::find_if(events, [](const auto& event) {
                const auto* change = std::get_if<fact::GroupStateChanged>(&event.fact);
                return change && change->group == "group-1" &&
                       change->to == State::PreparingRebalance;
            });
            if (decided == events.end())
                continue;
            const auto* newest = s.window->feed().book().newest("group-1");
            QCOMPARE(newest->event, decided->id);
            int frames = 1; // the one that brought it
            for (; window.cardView()->paints() == before && frames < 10; ++frames)
                s.run(16ms);
            QVERIFY2(frames <= 2, qPrintable(QString::number(frames)));
            QCOMPARE(window.card().title, ui::RebalanceWords::headline(*newest));
            QVERIFY(s.time().now - decided->at <= 2 * 16ms);
            return;
        }
        QFAIL("it never rebalanced");
    }

    void studioStopsAtTheEventThatLeavesStable()
    {
        Studio s;
        s.pass(6s);
        ui::RebalanceWindow& window = open(s);
        s.window->breaks()->action(Breaks::What::LeftStable)->trigger();
        s.clock().setSpeed(20);
        stopOne(s);
        for (int n = 0; n < 60 && s.time().mode == Mode::Playing; ++n)
            s.run(16ms);
        QCOMPARE(s.time().mode, Mode::Paused);
        const auto* newest = s.window->feed().book().newest("group-1");
        QVERIFY(s.time().now == newest->began); // not a moment later, at any speed
        QVERIFY(window.notice()->isVisible());
        const QImage box = window.notice()->grab().toImage();
        const ui::Theme theme = ui::makeTheme(ui::ThemeName::Light);
        QCOMPARE(box.pixelColor(5, box.height() / 2), theme.colors.badge); // it is a box, whole
        QVERIFY(window.notice()->height() >=
                window.notice()->heightForWidth(window.notice()->width()));
        QVERIFY2(window.notice()->text().contains("group-1 left Stable"),
                 qPrintable(window.notice()->text()));
        QVERIFY(window.model().rowAt(window.model().indexOf(newest->number).row()).isMarked);
        s.clock().setSpeed(1);
        s.window->actions().play->trigger();
        s.run(160ms);
        QCOMPARE(s.time().mode, Mode::Playing);
        // Remembered for the next window.
        Breaks again(s.settings);
        QVERIFY(again.isOn(Breaks::What::LeftStable) && !again.isOn(Breaks::What::Lag));
    }
};

QTEST_MAIN(TestRebalanceStorms)
#include "test_rebalance_storms.moc"
