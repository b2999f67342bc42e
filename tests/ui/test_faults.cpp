#include <QComboBox>
#include <QDockWidget>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <algorithm>

#include "tests/ui/studio_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/faults/fault_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/chip_item.h"
#include "ui/map/fault_marks.h"
#include "ui/map/map_view.h"
#include "ui/shell/invariant_lamps.h"
#include "ui/shell/tables.h"

using namespace hw;
using test::Studio;
namespace command = observe::command;

namespace {

const NodeId kOne = NodeId::broker(BrokerId(1));
const NodeId kTwo = NodeId::broker(BrokerId(2));

const std::vector<observe::FaultPart>& active(Studio& s)
{
    return s.window->feed().last().snapshot->faults;
}

/// Shown faults and the palette follow the tables' pace.
void settle(Studio& s) { s.run(320ms); }

void openPalette(Studio& s)
{
    QTest::keyClick(s.window, Qt::Key_X);
    QCoreApplication::processEvents();
    settle(s);
}

QPushButton* choice(Studio& s, const QString& name)
{
    for (QPushButton* button : s.window->faults()->buttons()) {
        if (button->text() == name)
            return button;
    }
    return nullptr;
}

} // namespace

class TestFaults : public QObject
{
    Q_OBJECT
private slots:
    void thePaletteCutsALinkAndUndoesIt()
    {
        Studio s;
        s.pass(2s);
        openPalette(s);
        QVERIFY(s.window->faultsDock()->isVisible());
        QVERIFY(!s.window->actions().healAll->isEnabled());
        s.window->faults()->nodeBox()->setCurrentIndex(0);
        s.window->faults()->otherBox()->setCurrentIndex(1);
        QCOMPARE(s.window->faults()->node(), kOne);
        QCOMPARE(s.window->faults()->other(), kTwo);
        QVERIFY(choice(s, "Cut"));
        QTest::mouseClick(choice(s, "Cut"), Qt::LeftButton);
        settle(s);
        QCOMPARE(active(s).size(), std::size_t(1));
        QCOMPARE(active(s)[0].fault.kind, observe::FaultKind::Cut);
        QCOMPARE(s.window->faults()->active().size(), 1);
        QVERIFY(s.window->actions().healAll->isEnabled());
        QTest::mouseClick(s.window->faults()->undoButtons().front(), Qt::LeftButton);
        settle(s);
        QVERIFY(active(s).empty());
        QVERIFY(!s.window->actions().healAll->isEnabled());
    }

    void undoHealsTheNewestFault()
    {
        Studio s;
        s.pass(2s);
        QVERIFY(!s.window->actions().undo->isEnabled());
        openPalette(s);
        const QPoint at = choice(s, "Cut")->mapTo(s.window->faults(), QPoint());
        s.stage.cluster()->submit(observe::command::CutLink{kOne, kTwo});
        settle(s);
        s.stage.cluster()->submit(observe::command::Freeze{NodeId::broker(BrokerId{3})});
        settle(s);
        QCOMPARE(choice(s, "Cut")->mapTo(s.window->faults(), QPoint()), at); // nothing jumps
        QCOMPARE(active(s).size(), std::size_t(2));
        QVERIFY(s.window->actions().undo->text().startsWith("Undo: "));
        QTest::keyClick(s.window->map(), Qt::Key_Z, Qt::ControlModifier);
        settle(s);
        QCOMPARE(active(s).size(), std::size_t(1));
        QCOMPARE(active(s)[0].fault.kind, observe::FaultKind::Cut);
        QTest::keyClick(s.window->map(), Qt::Key_Z, Qt::ControlModifier);
        settle(s);
        QVERIFY(active(s).empty());
        QVERIFY(!s.window->actions().undo->isEnabled());
    }

    void twoFaultsOfOneLinkAreBothSeen()
    {
        Studio s;
        s.pass(2s);
        s.stage.cluster()->submit(observe::command::CutLink{kOne, kTwo});
        s.stage.cluster()->submit(observe::command::DelayLink{kOne, kTwo, 200ms});
        settle(s);
        const auto marks = s.window->scene()->faultMarks().marks();
        QCOMPARE(marks.size(), std::size_t(2));
        QVERIFY(!marks[0]->sceneBox().intersects(marks[1]->sceneBox()));
    }

    void aHeldMessageSaysWhatItIsAndHowLong()
    {
        Studio s;
        s.pass(2s);
        openPalette(s);
        s.stage.cluster()->submit(observe::command::HoldMessage{kTwo, kOne, {}, false});
        s.run(16ms);
        s.pass(2s);
        QCOMPARE(active(s).size(), std::size_t(1));
        QVERIFY(active(s).front().caught);
        const QString line = s.window->faults()->active().front();
        QVERIFY2(line.startsWith("Fetch v") && line.contains("broker 2 → broker 1, held "),
                 qPrintable(line));
        QVERIFY(!line.contains("next"));
        const auto* mark = s.window->scene()->faultMarks().mark(active(s).front().id);
        QVERIFY2(mark->word().startsWith("Fetch v") && mark->word().contains(" held "),
                 qPrintable(mark->word()));
        for (const NodeId& node : {kOne, kTwo}) { // their heads are to be seen
            const auto* card = s.window->scene()->brokerItem(BrokerId(node.number));
            const QRectF both = card->sceneBox() & mark->sceneBox();
            QVERIFY(both.width() <= 10 || both.height() <= 5);
        }
        const QString word = mark->word();
        s.pass(1s); // its time goes on
        QVERIFY(mark->word() != word);
        QVERIFY(s.window->faults()->active().front() != line);
        QVERIFY(mark->title().contains(mark->word().section(' ', -2)));
    }

    void aBrokerWithoutASessionIsNotDrawnAsIfAllWereWell()
    {
        Studio s;
        s.pass(2s);
        const auto* broker = s.window->scene()->brokerItem(BrokerId(2));
        QVERIFY(!broker->explain({}).contains("has ended"));
        s.stage.cluster()->submit(observe::command::CutLink{kTwo, NodeId::ensemble(0)});
        s.pass(6s); // more than its session's timeout
        QCOMPARE(broker->part()->state, observe::BrokerState::Running); // it does not know
        QCOMPARE(broker->stateWord(), QString("without a ZooKeeper session"));
        QCOMPARE(broker->drawnState(), observe::BrokerState::WaitingSession);
        QVERIFY(broker->explain({}).contains("session has ended"));
        s.window->selection().select(ui::Subject::broker(BrokerId(2)));
        s.run(200ms);
        QVERIFY(s.window->inspector()->inspection().text().contains("without a ZooKeeper session"));
        s.stage.cluster()->submit(observe::command::HealAll{});
        s.pass(8s);
        QCOMPARE(broker->drawnState(), observe::BrokerState::Running);
        QCOMPARE(broker->stateWord(), QString("running"));
    }

    void thePaletteFollowsTheSelectionAndTheState()
    {
        Studio s;
        s.pass(2s);
        s.window->selection().select(ui::Subject::replica({"TopicA", 0}, BrokerId{3}));
        openPalette(s);
        QCOMPARE(s.window->faults()->node(), NodeId::broker(BrokerId{3}));
        QVERIFY(choice(s, "Freeze")->isEnabled());
        s.stage.cluster()->submit(observe::command::Kill{NodeId::broker(BrokerId{3})});
        settle(s);
        QVERIFY(!choice(s, "Freeze")->isEnabled());
        QVERIFY(!choice(s, "Kill")->isEnabled());
    }

    void whatActsIsDrawnWhereItActs()
    {
        Studio s;
        s.pass(2s);
        s.stage.cluster()->submit(command::CutLink{kOne, kTwo, true});
        s.stage.cluster()->submit(
            command::TroubleDisk{kTwo, command::DiskTrouble::Slow, Duration(20ms)});
        settle(s);
        QCOMPARE(active(s).size(), std::size_t(2));
        const auto& marks = s.window->scene()->faultMarks();
        QCOMPARE(marks.marks().size(), std::size_t(2));
        QCOMPARE(marks.lines().size(), std::size_t(1));
        const auto* line = marks.lines().begin()->second;
        QVERIFY(line->way().size() >= 2);
        for (const auto& part : active(s)) {
            const ui::FaultMark* mark = marks.mark(part.id);
            QVERIFY(mark);
            QVERIFY(s.window->scene()->sceneRect().contains(mark->sceneBox()));
            QVERIFY(mark->size().width() > 30);
        }
        s.stage.cluster()->submit(command::HealAll{});
        settle(s);
        QVERIFY(marks.marks().empty());
        QVERIFY(marks.lines().empty());
    }

    void whatActsOnOutsideProgramsIsDrawnEvenWithoutOne()
    {
        Studio s;
        s.pass(2s);
        s.stage.cluster()->submit(command::CutLink{NodeId::outside(0), kOne, true});
        settle(s);
        QCOMPARE(active(s).size(), std::size_t(1));
        const auto& marks = s.window->scene()->faultMarks();
        const ui::FaultMark* mark = marks.mark(active(s)[0].id);
        QVERIFY(mark);
        QVERIFY(s.window->scene()->sceneRect().contains(mark->sceneBox()));
        QCOMPARE(marks.lines().size(), std::size_t(1));
        QVERIFY(marks.lines().begin()->second->way().size() >= 2);
    }

    /// The sentence about a high watermark that stands rests on what the leader saw, and its "why"
    /// leads from the fault to that event.
    void whatHoldsTheMarkBackWasSeenByTheLeader()
    {
        Studio s;
        s.pass(3s);
        const auto& topics = s.window->feed().last().snapshot->topics;
        const TopicPartition id = topics.front()->partitions.front()->id;
        const auto leader = NodeId::broker(topics.front()->partitions.front()->leader);
        const auto follower = leader == kOne ? kTwo : kOne;
        s.stage.cluster()->submit(command::CutLink{follower, leader, true});
        s.pass(2s);
        s.window->selection().select(ui::Subject::of(id));
        s.run(320ms);
        const QString text = s.window->inspector()->inspection().text();
        QVERIFY2(text.contains("as the leader noticed at"), qPrintable(text));
        const auto& why = s.window->inspector()->inspection();
        QVERIFY2(why.text().contains("Why HW stands", Qt::CaseInsensitive), qPrintable(text));
        QVERIFY(text.contains(QString("is held back by broker %1.").arg(follower.number)));
        const auto* chip = s.window->scene()->chipItem(id, BrokerId{leader.number});
        QVERIFY(chip->explain(chip->markBox().center()).contains("as the leader noticed at"));
    }

    void messagesPassUnderAMark()
    {
        Studio s;
        s.pass(2s);
        s.stage.cluster()->submit(command::DelayLink{kOne, kTwo, Duration(10ms)});
        settle(s);
        const auto* mark = s.window->scene()->faultMarks().marks().front();
        QVERIFY(mark->zValue() > s.window->scene()->flights().zValue());
    }

    void aMarkOffersToUndoIt()
    {
        Studio s;
        s.pass(2s);
        s.stage.cluster()->submit(command::DelayLink{kOne, kTwo, Duration(100ms)});
        settle(s);
        ui::FaultMark* mark = s.window->scene()->faultMarks().marks().front();
        const QPoint at = s.window->map()->mapFromScene(mark->sceneBox().center());
        QTest::mouseClick(s.window->map()->viewport(), Qt::LeftButton, {}, at);
        QMenu* menu = nullptr;
        for (QMenu* each : s.window->findChildren<QMenu*>()) {
            if (each->isVisible())
                menu = each;
        }
        QVERIFY(menu);
        QCOMPARE(menu->actions().size(), 4); // what it is, a line, undo, heal all
        menu->actions()[2]->trigger();
        menu->close();
        settle(s);
        QVERIFY(active(s).empty());
    }

    void everyChoiceOfThePaletteIsTaken()
    {
        Studio s;
        s.pass(5s);
        s.window->selection().select(ui::Subject::replica({"TopicA", 0}, BrokerId{1}));
        openPalette(s);
        QCOMPARE(s.window->faults()->nodeBox()->currentIndex(), 0);
        s.window->faults()->otherBox()->setCurrentIndex(1);
        for (QPushButton* button : s.window->faults()->buttons()) {
            QVERIFY2(button->isEnabled(), qPrintable(button->text()));
            const EventId before = s.stage.cluster()->lastEvent();
            QTest::mouseClick(button, Qt::LeftButton);
            bool taken = false;
            for (int frame = 0; frame < 200 && !taken; ++frame) {
                s.run(16ms);
                for (const auto& event : s.window->feed().last().events) {
                    const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact);
                    if (done && event.id > before)
                        QVERIFY2(done->ok, qPrintable(button->text() + ": " +
                                                      QString::fromStdString(done->message)));
                    taken = taken || done;
                }
            }
            QVERIFY2(taken, qPrintable(button->text()));
            s.stage.cluster()->submit(command::HealAll{});
            for (int second = 0; second < 40; ++second) {
                s.pass(1s);
                const auto& brokers = s.window->feed().last().snapshot->brokers;
                if (std::ranges::all_of(brokers, [](const auto& part) {
                        return part->state == observe::BrokerState::Running;
                    }))
                    break;
            }
        }
    }

    void whyLeadsBackToTheFault()
    {
        Studio s;
        s.pass(5s);
        const auto& topic = *s.window->feed().last().snapshot->topics.front();
        TopicPartition wanted;
        for (const auto& partition : topic.partitions) {
            if (partition->leader == BrokerId(2))
                wanted = partition->id;
        }
        QVERIFY(!wanted.topic.empty());
        s.window->selection().select(ui::Subject::of(wanted));
        s.stage.cluster()->submit(command::Kill{kTwo});
        s.pass(8s);
        const auto& sections = s.window->inspector()->inspection().sections;
        const auto why = std::ranges::find_if(
            sections, [](const auto& each) { return each.caption == "Why this leader"; });
        QVERIFY(why != sections.end());
        QVERIFY(why->lines.size() >= 2);
        QVERIFY2(why->lines.front().value.contains("killed"), qPrintable(why->lines.front().value));
        // A click on the fault goes to its event.
        auto* view = s.window->inspector()->view();
        const EventId fault = why->lines.front().event;
        const QRectF place = view->placeOf(fault);
        QVERIFY(!place.isEmpty());
        QTest::mouseClick(view, Qt::LeftButton, {}, place.center().toPoint());
        auto* list = s.window->tables()->eventList();
        const int row = list->filter()->mapToSource(list->view()->currentIndex()).row();
        QCOMPARE(s.window->tables()->events().eventAt(row).id, fault);
    }

    void theHighWatermarkNamesWhoHoldsIt()
    {
        test::WindowFixture fixture;
        const TopicPartition id{"TopicA", 0};
        const auto part = fixture.window->feed().last().snapshot;
        ui::ChipItem* chip = nullptr;
        for (int broker = 1; broker <= 3 && !chip; ++broker) {
            auto* each = fixture.window->scene()->chipItem(id, BrokerId(broker));
            if (each && each->look() == ui::ReplicaLook::Leader)
                chip = each;
        }
        QVERIFY(chip);
        const QString text = chip->explain(chip->markBox().center());
        QVERIFY2(text.startsWith("<b>HW"), qPrintable(text));
        QVERIFY2(text.contains("held back") || text.contains("about to move"), qPrintable(text));
    }

    void lostRecordsLeaveAScar()
    {
        test::WindowFixture fixture;
        ui::Frame frame = fixture.window->feed().last();
        auto changed = std::make_shared<observe::Snapshot>(*frame.snapshot);
        const TopicPartition id{"TopicA", 0};
        changed->lost.push_back({id, Offset(3), Offset(4), LeaderEpoch(2), EventId(0)});
        frame.snapshot = changed;
        fixture.window->scene()->show(frame, fixture.window->feed().rates());
        const auto* chip = fixture.window->scene()->chipItem(id, BrokerId(1));
        QVERIFY(chip);
        QCOMPARE(chip->scars().size(), std::size_t(1));
        QVERIFY(chip->explain({}).contains("3–4"));
        fixture.window->tables()->losses().take(frame.snapshot, frame.gauges);
        QCOMPARE(fixture.window->tables()->losses().rowCount(), 1);
        QCOMPARE(fixture.window->tables()->losses().index(0, 1).data().toString(), QString("3–4"));
    }

    void aBrokenInvariantLightsItsLamp()
    {
        test::WindowFixture fixture;
        fixture.run(400ms);
        QVERIFY(!fixture.window->lamps()->isAnyBroken());
        fixture.cluster.breakInvariant("5: TopicA-1: the ISR is empty");
        fixture.run(400ms);
        QVERIFY(fixture.window->lamps()->isBroken(5));
    }

    void aLampTellsItsNumberAndWhatItMeans()
    {
        test::WindowFixture fixture;
        fixture.run(400ms);
        const ui::InvariantLamps& lamps = *fixture.window->lamps();
        const QString three = ui::InvariantLamps::meaning(3);
        QVERIFY(lamps.toolTipOf(3).contains("Invariant 3 holds"));
        QVERIFY(lamps.toolTipOf(3).contains(three));
        QVERIFY(lamps.accessibleName().contains("Invariant 3 holds: " + three));
        fixture.cluster.breakInvariant("3: TopicA-1: HW went back");
        fixture.run(400ms);
        QVERIFY(lamps.toolTipOf(3).contains("Invariant 3 is broken"));
        QVERIFY(lamps.toolTipOf(3).contains("TopicA-1: HW went back"));
        QVERIFY(lamps.accessibleName().contains("Invariant 3 is broken: " + three));
        QVERIFY(lamps.accessibleDescription().contains("HW went back"));
    }
};

QTEST_MAIN(TestFaults)
#include "test_faults.moc"
