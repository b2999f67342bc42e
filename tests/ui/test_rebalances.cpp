#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

#include "tests/ui/studio_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/map/group_item.h"
#include "ui/map/rebalance_badge.h"
#include "ui/models/words.h"
#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/rebalances/rebalance_words.h"
#include "ui/rebalances/state_machine.h"
#include "ui/shell/tables.h"
#include "ui/timeline/event_list.h"

using namespace hw;
using test::Studio;
using test::WindowFixture;
using ui::Breaks;
using ui::RebalanceModel;
using State = observe::fact::GroupState;
using Kind = observe::fact::RebalanceKind;
using Mode = cluster::TimeState::Mode;
namespace fact = observe::fact;

namespace {

/// A coordinator's events in a synthetic cluster.
struct Coordinator
{
    void goes(State from, State to, std::optional<Kind> kind = {}, const std::string& who = {},
              EventId cause = kNoEvent)
    {
        cluster.report(
            fact::GroupStateChanged{group, from, to, Generation{generation}, "because", kind, who},
            cause);
    }
    void begins(Kind kind, const std::string& who, EventId cause)
    {
        goes(State::Stable, State::PreparingRebalance, kind, who, cause);
    }
    void ends(std::vector<std::pair<std::string, std::vector<TopicPartition>>> assigned)
    {
        cluster.report(
            fact::GenerationFormed{group, Generation{++generation}, assigned[0].first, "range", 2});
        goes(State::PreparingRebalance, State::CompletingRebalance);
        cluster.report(fact::AssignmentStored{group, Generation{generation}, assigned, true});
        goes(State::CompletingRebalance, State::Stable);
    }
    /// A is there, B joins, then is thrown out.
    void story()
    {
        begins(Kind::FirstMember, "A", joins("A"));
        ends({{"A", {{"TopicA", 0}, {"TopicA", 1}}}});
        begins(Kind::Joined, "B", joins("B"));
        ends({{"A", {{"TopicA", 0}}}, {"B", {{"TopicA", 1}}}});
        throwsOut("B");
        ends({{"A", {{"TopicA", 0}, {"TopicA", 1}}}});
    }
    EventId joins(const std::string& who)
    {
        return cluster.report(fact::MemberJoined{group, who, who + "-client", "/10.0.0.7", false});
    }
    void throwsOut(const std::string& who)
    {
        begins(Kind::SessionExpired, who,
               cluster.report(fact::MemberLeft{group, who, who + "-client",
                                               fact::LeaveCause::SessionExpired, 6s}));
    }
    test::SyntheticCluster& cluster;
    std::string group = "payments";
    int generation = 0;
};

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

ui::RebalanceWindow& open(WindowFixture& f)
{
    QTest::keyClick(f.window.get(), Qt::Key_G);
    f.run(300ms);
    return *f.window->rebalances();
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

/// Selects a member of group-1 and stops it by key, as a person does.
std::string stopOne(Studio& s)
{
    const auto& member = groupOne(s).members.back();
    const std::string name = member.clientId;
    s.window->selection().select(ui::Subject::memberOf("group-1", member.member));
    s.window->activateWindow();
    (void)QTest::qWaitForWindowActive(s.window);
    QTest::keyClick(s.window, Qt::Key_Delete);
    return name;
}

} // namespace

class TestRebalances : public QObject
{
    Q_OBJECT
private slots:
    void anEmptyHistoryExplainsItself()
    {
        test::SyntheticSpec spec;
        spec.events = false;
        WindowFixture f(spec);
        ui::RebalanceWindow& window = open(f);
        QVERIFY(window.isVisible());
        QCOMPARE(window.card().title, QString("No rebalance yet"));
        QVERIFY(window.card().remark.contains("Stop a consumer"));
        QVERIFY(!window.diff().empty.isEmpty());
    }

    void theHistoryIsATable()
    {
        WindowFixture f;
        QAbstractItemModelTester tester(&f.window->rebalances()->model());
        QAbstractItemModelTester filtered(&f.window->rebalances()->filter());
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const auto& list = window.filter();
        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(cell(list, 0, RebalanceModel::Cause), QString("session expired")); // newest first
        QCOMPARE(cell(list, 0, RebalanceModel::Member), QString("B-client"));
        QCOMPARE(cell(list, 0, RebalanceModel::Generation), QString("2 → 3"));
        QCOMPARE(cell(list, 0, RebalanceModel::Moved), QString("1"));
        QCOMPARE(cell(list, 2, RebalanceModel::Cause), QString("first member"));
        Coordinator other{f.cluster, "other"};
        other.begins(Kind::FirstMember, "X", other.joins("X"));
        f.run(300ms);
        QCOMPARE(list.rowCount(), 4);
        QCOMPARE(cell(list, 0, RebalanceModel::Took), QString("going on"));
        QCOMPARE(window.rate()->text(), QString("4 rebalances in the last minute"));
        window.groups()->setCurrentIndex(window.groups()->findData("payments"));
        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(window.rate()->text(), QString("3 rebalances in the last minute"));
        other.ends({{"X", {}}});
        f.run(300ms);
        QCOMPARE(list.rowCount(), 3);
    }

    void choosingAnOlderOneStaysThere()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        QVERIFY(window.follow()->isChecked());
        QVERIFY(window.card().title.contains("B-client"));
        const QRect row = window.list()->visualRect(window.filter().index(2, 1));
        QTest::mouseClick(window.list()->viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(!window.follow()->isChecked());
        QVERIFY2(window.card().title.contains("A-client"), qPrintable(window.card().title));
        g.begins(Kind::Joined, "C", g.joins("C"));
        f.run(300ms);
        QVERIFY(window.card().title.contains("A-client"));
        QTest::mouseClick(window.follow(), Qt::LeftButton, {},
                          QPoint(8, window.follow()->height() / 2));
        QVERIFY(window.follow()->isChecked());
        QVERIFY(window.card().title.contains("C-client"));
        QVERIFY(window.card().isGoing);
    }

    /// A real coordinator, a real consumer, stopped by key.
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

    void aBadgeOnTheGroupLeadsThere()
    {
        WindowFixture f;
        Coordinator g{f.cluster, "group-1"};
        auto* card =
            qobject_cast<ui::GroupItem*>(f.window->scene()->itemOf(ui::Subject::group("group-1")));
        QVERIFY(card && !card->badge()->isVisible());
        g.begins(Kind::Joined, "Z", g.joins("Z"));
        f.run(64ms);
        QVERIFY(card->badge()->isVisible());
        f.click(card->badge()->sceneBox().center());
        QVERIFY(f.window->rebalances()->isVisible());
        QCOMPARE(f.window->rebalances()->groups()->currentData().toString(), QString("group-1"));
        g.ends({{"Z", {}}});
        f.run(1s);
        QVERIFY(card->badge()->isVisible()); // it has just ended
        f.run(11s);
        QVERIFY(!card->badge()->isVisible());
    }

    void theGroupsMenuLeadsThere()
    {
        WindowFixture f;
        f.window->selection().select(ui::Subject::group("group-2"));
        f.run(200ms);
        QVERIFY(f.window->actions().rebalances->text().contains("group-2"));
        Coordinator g{f.cluster, "group-2"};
        g.begins(Kind::Joined, "Z", g.joins("Z"));
        f.run(64ms);
        f.window->actions().rebalances->trigger();
        QCOMPARE(f.window->rebalances()->groups()->currentData().toString(), QString("group-2"));
    }

    void theStatesAreCountedAndTheLastEdgeIsLit()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const ui::StateMachine& states = *window.states();
        QVERIFY((states.litEdge() ==
                 ui::StateMachine::Edge{State::CompletingRebalance, State::Stable}));
        QCOMPARE(states.countOf({State::Stable, State::PreparingRebalance}), std::uint64_t(3));
        QCOMPARE(ui::StateMachine::states(false).size(), std::size_t(5));
        QCOMPARE(ui::StateMachine::states(true)[1], State::Assigning);
        for (const State state : ui::StateMachine::states(false))
            QVERIFY(QRectF(states.rect()).contains(states.placeOf(state)));
        const QImage before = window.states()->grab().toImage();
        g.begins(Kind::Joined, "C", g.joins("C"));
        f.run(64ms);
        QVERIFY(before != window.states()->grab().toImage());
    }

    void whoFallsOutAgainAndAgainIsToldWithAdvice()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.begins(Kind::FirstMember, "A", g.joins("A"));
        g.ends({{"A", {{"TopicA", 0}}}});
        ui::RebalanceWindow& window = open(f);
        QVERIFY(!window.flapping()->isVisible());
        for (int n = 0; n < 3; ++n) {
            g.begins(Kind::Joined, "B", g.joins("B"));
            g.ends({{"A", {}}, {"B", {{"TopicA", 0}}}});
            f.run(1s);
            g.throwsOut("B");
            g.ends({{"A", {{"TopicA", 0}}}});
            f.run(4s);
        }
        g.begins(Kind::Joined, "B", g.joins("B"));
        f.run(300ms);
        QVERIFY(window.flapping()->isVisible());
        QVERIFY2(window.flapping()->text().contains("B-client of payments") &&
                     window.flapping()->text().contains("3 times") &&
                     window.flapping()->text().contains("It was silent for 10.0 s"),
                 qPrintable(window.flapping()->text()));
    }

    void aCoordinatorThatMovedIsListedAsNoRebalance()
    {
        rebalances::Book book;
        ui::RebalanceModel model(book);
        QAbstractItemModelTester tester(&model);
        observe::Event event;
        event.id = EventId{1};
        event.fact = fact::MemberJoined{"g", "A", "A", "/h", false};
        book.take(event);
        auto part = std::make_shared<observe::GroupPart>();
        part->name = "g";
        part->generation = Generation{4};
        part->coordinator = BrokerId{2};
        part->lastCause = {EventId{9}, Kind::CoordinatorMoved, {}, "moved"};
        observe::Snapshot snapshot;
        snapshot.groups.push_back(part);
        book.look(snapshot, {});
        model.refresh();
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(cell(model, 0, RebalanceModel::Cause).contains("no rebalance"));
        QCOMPARE(cell(model, 0, RebalanceModel::Generation), QString("4"));
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
        QVERIFY2(window.notice()->text().contains("group-1 left Stable"),
                 qPrintable(window.notice()->text()));
        QVERIFY(window.model().rowAt(window.model().indexOf(newest->number).row()).isMarked);
        s.clock().setSpeed(1);
        s.window->activateWindow();
        (void)QTest::qWaitForWindowActive(s.window);
        QTest::keyClick(s.window, Qt::Key_P);
        s.run(160ms);
        QCOMPARE(s.time().mode, Mode::Playing);
        // Remembered for the next window.
        Breaks again(s.settings);
        QVERIFY(again.isOn(Breaks::What::LeftStable) && !again.isOn(Breaks::What::Lag));
    }

    void liveMarksWhenALagPassesANumber()
    {
        WindowFixture f;
        f.window->breaks()->setLag(5000);
        f.window->breaks()->set(Breaks::What::Lag, true);
        QSignalSpy met(f.window->breaks(), &Breaks::met);
        f.run(64ms);
        QCOMPARE(met.size(), 0);
        f.cluster.setCommitted("group-1", {"TopicA", 0}, 0);
        f.window->breaks()->setLag(400);
        f.run(64ms);
        QVERIFY(met.size() >= 1);
        const auto count = met.size();
        f.run(64ms);
        QCOMPARE(met.size(), count); // told once
        QVERIFY(f.window->selection().current().kind == ui::Subject::Kind::Group);
        QVERIFY(f.window->rebalances()->notice()->text().contains("lag"));
    }

    void twoOwnersAreMetOnceTheyLast()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        Breaks breaks(settings);
        breaks.set(Breaks::What::TwoOwners, true);
        QSignalSpy met(&breaks, &Breaks::met);
        auto part = std::make_shared<observe::GroupPart>();
        part->name = "g";
        auto& member = part->members.emplace_back();
        member.client = NodeId::client(1);
        member.assigned = {{"t", 0}};
        auto zombie = std::make_shared<observe::ConsumerPart>();
        zombie->client = NodeId::client(2);
        zombie->group = "g";
        zombie->assigned = {{"t", 0}, {"t", 1}};
        const auto look = [&](Duration at) {
            auto snapshot = std::make_shared<observe::Snapshot>();
            snapshot->at = Instant(at);
            snapshot->groups = {part};
            snapshot->consumers = {zombie};
            ui::Frame frame;
            frame.snapshot = snapshot;
            breaks.take(frame);
        };
        look(1s);
        look(1050ms);
        QCOMPARE(met.size(), 0); // pictures may be torn for a moment
        look(1200ms);
        look(2s);
        QCOMPARE(met.size(), 1);
        zombie = std::make_shared<observe::ConsumerPart>(*zombie);
        zombie->assigned.clear();
        look(3s);
        QCOMPARE(met.size(), 1);
    }

    void oneRebalanceIsSavedAsDrawingPictureAndText()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        QTemporaryDir folder;
        const QString svg = folder.filePath("one.svg"), png = folder.filePath("one.png");
        QVERIFY(window.savePicture(svg) && window.savePicture(png));
        QVERIFY(QSvgRenderer(svg).isValid());
        QFile drawing(svg);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains("B-client"));
        QVERIFY(QImage(png).width() == 2000 && QImage(png).height() > 800);
        QVERIFY(!window.savePicture(folder.filePath("no/such/folder.svg")));
        const QString text = window.ticket();
        for (const char* part : {"Rebalance of group payments, generation 2 → 3", "session expired",
                                 "B-client", "/10.0.0.7", "session.timeout.ms", "[observed]",
                                 "TopicA-1: B-client → A-client (B-client is gone)"})
            QVERIFY2(text.contains(part), qPrintable(QString(part) + "\n" + text));
        f.window->setLanguage("zh_CN");
        QCoreApplication::processEvents();
        QVERIFY(window.ticket().contains("会话过期"));
        QVERIFY(!window.ticket().contains("session expired"));
        QCOMPARE(cell(window.filter(), 0, RebalanceModel::Cause), QString("会话过期"));
        const QString file = folder.filePath("one.txt");
        QVERIFY(window.saveText(file));
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(written.readAll()), window.ticket());
    }

    void typeGrowsForTheBackOfARoom()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const int before = window.cardView()->minimumHeight();
        const double zoom = window.zoom();
        QTest::keyClick(&window, Qt::Key_Equal, Qt::ControlModifier);
        QVERIFY(window.zoom() > zoom);
        QVERIFY(window.cardView()->minimumHeight() > before);
    }
};

QTEST_MAIN(TestRebalances)
#include "test_rebalances.moc"
