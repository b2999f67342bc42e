#include <QTest>
#include <QTreeView>

#include "tests/ui/past_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/fault_marks.h"
#include "ui/models/picked.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/shell/invariant_lamps.h"
#include "ui/shell/tables.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;
using test::PastFixture;
using test::WindowFixture;

namespace {

const TopicPartition kPartition{"TopicA", 0};
const NodeId kOne = NodeId::broker(BrokerId(1));
const NodeId kTwo = NodeId::broker(BrokerId(2));

FaultPart cut()
{
    FaultPart part;
    part.id = EventId(1);
    part.fault.kind = FaultKind::Cut;
    part.fault.node = kOne;
    part.fault.to = kTwo;
    part.undo = command::HealAll{};
    return part;
}

struct Window : WindowFixture
{
    const Snapshot& now() { return *window->feed().last().snapshot; }
    EventList* list() { return window->tables()->eventList(); }
    const Subject& selected() { return window->selection().current(); }
    /// The row of an event, also one that was filtered away.
    QModelIndex row(EventId id)
    {
        const auto at = window->tables()->events().rowOf(id);
        const QModelIndex source = window->tables()->events().index(at.value_or(-1), 0);
        return list()->filter()->mapFromSource(source);
    }
    void clickRow(QTreeView* view, const QModelIndex& index)
    {
        view->scrollTo(index);
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          view->visualRect(index.siblingAtColumn(1)).center());
    }
    Subject pickedBy(Fact fact, NodeId node = {})
    {
        Event event;
        event.id = EventId(99999);
        event.node = node;
        event.fact = std::move(fact);
        return Picked::of(event, now());
    }
};

} // namespace

/// Whoever picks a row or a lamp sees on the map what it is about.
class TestPicking : public QObject
{
    Q_OBJECT
private slots:
    void aRowOfTheEventsIsPickedByMouseAndKey()
    {
        Window w;
        const EventId one = w.cluster.report(fact::BrokerSeenDead{BrokerId(1)});
        const EventId two = w.cluster.report(fact::BrokerSeenDead{BrokerId(2)});
        w.run(100ms);
        w.clickRow(w.list()->view(), w.row(one));
        QCOMPARE(w.selected(), Subject::broker(BrokerId(1)));
        QVERIFY(w.window->inspector()->inspection().title.contains("Broker 1"));
        QTest::keyClick(w.list()->view(), Qt::Key_Down);
        QCOMPARE(w.row(two), w.list()->view()->currentIndex().siblingAtColumn(0));
        QCOMPARE(w.selected(), Subject::broker(BrokerId(2)));
        // Something else is selected meanwhile: the same row can be picked again.
        w.window->selection().select(Subject::group("group-1"));
        w.clickRow(w.list()->view(), w.row(two));
        QCOMPARE(w.selected(), Subject::broker(BrokerId(2)));
    }

    void anEventPicksTheReplicaThatItIsAbout()
    {
        Window w;
        fact::IsrReduced reduced{kPartition, BrokerId(3), {}, {}};
        QCOMPARE(w.pickedBy(reduced), Subject::replica(kPartition, BrokerId(3)));
        fact::LeaderElected elected{kPartition, BrokerId(1), BrokerId(2), {}, {}};
        QCOMPARE(w.pickedBy(elected), Subject::replica(kPartition, BrokerId(2)));
        QCOMPARE(w.pickedBy(fact::LogFailed{kPartition, "x"}, kTwo),
                 Subject::replica(kPartition, BrokerId(2)));
        // Not where the broker has no replica of it.
        QCOMPARE(w.pickedBy(fact::IsrReduced{kPartition, BrokerId(9), {}, {}}),
                 Subject::of(kPartition));
    }

    void aClientIsPickedAsWhatItIs()
    {
        Window w;
        const auto& producer = *w.now().producers.front();
        QCOMPARE(w.pickedBy(fact::ProducerStarted{producer.client, producer.name}),
                 Subject::producer(producer.client));
        const auto& consumer = *w.now().consumers.front();
        const Subject member =
            w.pickedBy(fact::ConsumerStarted{consumer.client, consumer.name, consumer.group});
        QCOMPARE(member.kind, Subject::Kind::Group); // what it says it is of
        QCOMPARE(Picked::of(consumer.client, w.now()),
                 Subject::memberOf(consumer.group, consumer.member));
        // A member that has left: its group.
        QCOMPARE(w.pickedBy(fact::MemberLeft{consumer.group, "gone", "gone", {}, {}}),
                 Subject::group(consumer.group));
    }

    void aFaultOfALinkIsPickedOnItsLink()
    {
        Window w;
        w.cluster.setFaults({cut()});
        w.run(100ms);
        Event event;
        event.id = EventId(1);
        event.fact = fact::FaultStarted{cut().fault};
        const Subject link = Picked::of(event, w.now());
        QCOMPARE(link, Subject::fault(EventId(1)));
        w.window->selection().select(link);
        const FaultMark* mark = w.window->scene()->faultMarks().mark(EventId(1));
        QVERIFY(mark->chosen());
        QVERIFY(w.window->inspector()->inspection().text().contains("The link is cut"));
        Event done; // the command that began it
        done.cause = EventId(1);
        done.fact = fact::CommandDone{CommandId(3), true, {OutcomeKind::Acts, {cut().fault}}};
        QCOMPARE(Picked::of(done, w.now()), link);
        w.cluster.setFaults({}); // over: what it acted on is left
        w.run(100ms);
        QCOMPARE(Picked::of(event, w.now()), Subject::broker(BrokerId(1)));
    }

    void whatIsNotThereSelectsNothing()
    {
        Window w;
        w.window->selection().select(Subject::group("group-1"));
        const EventId gone = w.cluster.report(fact::BrokerSeenDead{BrokerId(77)});
        w.run(100ms);
        w.clickRow(w.list()->view(), w.row(gone));
        QCOMPARE(w.selected(), Subject::group("group-1"));
    }

    void aLineOfTheLedgerPicksItsPartition()
    {
        Window w;
        auto changed = std::make_shared<Snapshot>(w.now());
        changed->lost.push_back({kPartition, Offset(3), Offset(4), LeaderEpoch(2), EventId(0)});
        Tables* tables = w.window->tables();
        tables->setCurrentIndex(4);
        tables->losses().take(changed, w.window->feed().last().gauges);
        auto* view = qobject_cast<QTreeView*>(tables->currentWidget());
        QVERIFY(view);
        w.clickRow(view, view->model()->index(0, 0));
        QCOMPARE(w.selected(), Subject::of(kPartition));
        w.window->selection().select(Subject());
        w.clickRow(view, view->model()->index(0, 0));
        QCOMPARE(w.selected(), Subject::of(kPartition));
    }

    void aRebalancePicksItsGroup()
    {
        Window w;
        w.cluster.report(fact::GroupStateChanged{
            "group-2", fact::GroupState::Stable, fact::GroupState::PreparingRebalance,
            Generation(1), "because", fact::RebalanceKind::Joined, "m"});
        w.run(200ms);
        w.window->rebalances()->open("group-2");
        w.run(400ms);
        QTreeView* list = w.window->rebalances()->list();
        QVERIFY(list->model()->rowCount() > 0);
        w.window->selection().select(Subject());
        w.clickRow(list, list->model()->index(0, 0));
        QCOMPARE(w.selected(), Subject::group("group-2"));
    }

    void aBrokenInvariantsLampPicksWhatItNames()
    {
        Window w;
        w.cluster.breakInvariant("3: TopicA-1: the HW of leader 2 fell");
        w.run(400ms);
        InvariantLamps* lamps = w.window->lamps();
        lamps->setFocus();
        const int checked = static_cast<int>(w.now().invariantsChecked.size());
        for (int n = 0; n < checked; ++n) {
            QTest::keyClick(lamps, Qt::Key_Return);
            if (w.selected())
                break;
            QTest::keyClick(lamps, Qt::Key_Right);
        }
        QCOMPARE(w.selected(), Subject::replica({"TopicA", 1}, BrokerId(2)));
        // By mouse: wherever the lamp is.
        w.window->selection().select(Subject());
        for (int x = 0; x < lamps->width() && !w.selected(); x += 6)
            QTest::mouseClick(lamps, Qt::LeftButton, {}, QPoint(x, lamps->height() / 2));
        QCOMPARE(w.selected(), Subject::replica({"TopicA", 1}, BrokerId(2)));
        QCOMPARE(Picked::named("10: group group-1: TopicA-0 is owned by a and by b", w.now()),
                 Subject::group("group-1"));
        QVERIFY(!Picked::named("4: TopicA-10: leader epoch fell", w.now()));
    }

    void theMapScrollsToWhatIsPicked()
    {
        Window w;
        w.window->map()->setZoom(3);
        const EventId three = w.cluster.report(fact::BrokerSeenDead{BrokerId(3)});
        w.run(100ms);
        const MapItem* item = w.broker(3);
        w.window->map()->centerOn(QPointF());
        const auto isSeen = [&] {
            return w.window->map()->viewport()->rect().intersects(
                w.window->map()->mapFromScene(item->sceneBox()).boundingRect());
        };
        QVERIFY(!isSeen());
        w.clickRow(w.list()->view(), w.row(three));
        QVERIFY(isSeen());
    }

    void inThePastOnlyWhatWasThereIsPicked()
    {
        PastFixture f;
        const Instant before = f.state().last;
        f.past.submit(command::CreateTopic{"Late", 3, 3, {}, {}});
        f.run(400ms);
        Event event;
        event.fact = fact::TopicCreated{"Late", 3, 3};
        QCOMPARE(Picked::of(event, *f.window->feed().last().snapshot), Subject::topic("Late"));
        f.past.seek(before);
        f.run(32ms);
        QVERIFY(!Picked::of(event, *f.window->feed().last().snapshot));
    }
};

QTEST_MAIN(TestPicking)
#include "test_picking.moc"
