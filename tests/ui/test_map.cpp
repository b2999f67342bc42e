#include <QAccessible>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>

#include "tests/ui/heard.h"
#include "tests/ui/window_fixture.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/announcer.h"
#include "ui/map/chip_item.h"
#include "ui/map/flights.h"
#include "ui/map/grid_item.h"
#include "ui/map/legend.h"
#include "ui/shell/application.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;
namespace command = hw::observe::command;
namespace fact = hw::observe::fact;

class TestMap : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    void chipsTellLeaderFollowerAndWho()
    {
        WindowFixture f;
        auto* scene = f.window->scene();
        const TopicPartition b0{"TopicB", 0}; // on [3, 1, 2]
        QCOMPARE(scene->chipItem(b0, BrokerId{3})->look(), ReplicaLook::Leader);
        QCOMPARE(scene->chipItem(b0, BrokerId{1})->look(), ReplicaLook::Follower);
        f.cluster.setLag(b0, BrokerId{2}, 7);
        f.run(1s);
        auto* lagging = scene->chipItem(b0, BrokerId{2});
        QCOMPARE(lagging->look(), ReplicaLook::OutOfIsr);
        QVERIFY(lagging->leo() < scene->chipItem(b0, BrokerId{3})->leo());
        QVERIFY(lagging->explain({}).contains("behind the leader"));
    }

    void aClickOnThePowerMarkKillsAndThePictureFollows()
    {
        WindowFixture f;
        f.click(f.broker(2)->powerMark()->sceneBox().center());
        QCOMPARE(f.brokerOfLast<command::Kill>(), BrokerId{2});
        f.run(100ms);
        QVERIFY(f.broker(2)->title().contains("down"));
        QCOMPARE(f.window->scene()->chipItem({"TopicA", 1}, BrokerId{2})->look(),
                 ReplicaLook::Offline);
        f.run(4s);
        const auto* moved = f.window->scene()->chipItem({"TopicA", 1}, BrokerId{3});
        QCOMPARE(moved->look(), ReplicaLook::Leader);

        f.click(f.broker(2)->powerMark()->sceneBox().center()); // the same brings it back
        QCOMPARE(f.brokerOfLast<command::Restart>(), BrokerId{2});
        f.run(2s);
        QVERIFY(f.broker(2)->title().contains("running"));
        QCOMPARE(f.window->scene()->chipItem({"TopicA", 1}, BrokerId{2})->look(),
                 ReplicaLook::Follower);
    }

    void aPressOnAMarkSelectsItsBroker()
    {
        WindowFixture f;
        f.click(f.broker(3)->powerMark()->sceneBox().center());
        QCOMPARE(f.window->selection().current(), Subject::broker(BrokerId{3}));
    }

    void aMarkLeavesAPartitionSelected()
    {
        WindowFixture f;
        const Subject partition = Subject::replica({"TopicA", 0}, BrokerId{2});
        f.window->selection().select(partition);
        f.click(f.broker(3)->freezeMark()->sceneBox().center());
        QCOMPARE(f.brokerOfLast<command::Freeze>(), BrokerId{3});
        QCOMPARE(f.window->selection().current(), partition);
    }

    void aSmallWindowScrollsInsteadOfShrinking()
    {
        test::SyntheticCluster cluster;
        QTemporaryDir folder;
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        MainWindow window(cluster, settings);
        window.resize(800, 560);
        window.show();
        window.feed().setManual();
        window.feed().tick();
        QCoreApplication::processEvents();
        QVERIFY(window.map()->fitting());
        QVERIFY2(window.map()->zoom() >= MapView::kReadable,
                 qPrintable(QString::number(window.map()->zoom())));
        window.map()->fit(); // asked for
        QVERIFY(window.map()->zoom() < MapView::kLeastFit);
    }

    void aBrokerThatWaitsForItsOldSessionSaysSo()
    {
        WindowFixture f;
        f.click(f.broker(1)->powerMark()->sceneBox().center());
        f.run(100ms);
        f.click(f.broker(1)->powerMark()->sceneBox().center());
        f.run(800ms);
        QVERIFY2(f.broker(1)->stateWord().startsWith("waiting for old session, 2."),
                 qPrintable(f.broker(1)->stateWord()));
        f.run(3s);
        QCOMPARE(f.broker(1)->stateWord(), QString("running"));
    }

    void theFreezeMarkFreezesAndThaws()
    {
        WindowFixture f;
        f.click(f.broker(3)->freezeMark()->sceneBox().center());
        QCOMPARE(f.brokerOfLast<command::Freeze>(), BrokerId{3});
        f.run(100ms);
        QCOMPARE(f.broker(3)->stateWord(), QString("frozen"));
        f.click(f.broker(3)->freezeMark()->sceneBox().center());
        QCOMPARE(f.brokerOfLast<command::Thaw>(), BrokerId{3});
    }

    void marksAreGreyWhenTheSourceCannot()
    {
        WindowFixture f;
        const auto before = f.cluster.submitted().size();
        f.cluster.setCapabilities({});
        f.click(f.broker(3)->powerMark()->sceneBox().center());
        QCOMPARE(f.cluster.submitted().size(), before);
    }

    void movingNumbersLayNothingOutAnew()
    {
        WindowFixture f;
        const int before = f.window->scene()->layouts();
        auto* chip = f.window->scene()->chipItem({"TopicA", 0}, BrokerId{1});
        const auto leo = chip->leo();
        f.run(2s);
        f.cluster.setLag({"TopicA", 0}, BrokerId{2}, 7); // a new snapshot of the same shape
        f.run(200ms);
        QCOMPARE(f.window->scene()->chipItem({"TopicA", 0}, BrokerId{2})->look(),
                 ReplicaLook::OutOfIsr);
        QCOMPARE(f.window->scene()->layouts(), before);
        QVERIFY(chip->leo() > leo);
        f.cluster.submit(command::CreateTopic{"new", 3, 3, {}, {}});
        f.run(50ms);
        QCOMPARE(f.window->scene()->layouts(), before + 1);
        QCOMPARE(f.window->scene()->chipItem({"TopicA", 0}, BrokerId{1}), chip); // kept
        QVERIFY(f.window->scene()->chipItem({"new", 2}, BrokerId{1}));
    }

    void manyPartitionsBecomeCells()
    {
        WindowFixture f({3, true, 4, 20, 2, 0, false});
        auto* scene = f.window->scene();
        QVERIFY(!scene->chipItem({"TopicA", 0}, BrokerId{1}));
        auto* grid = dynamic_cast<GridItem*>(scene->itemOf(
            {Subject::Kind::Topic, NodeId::broker(BrokerId{1}), {}, "load-0001", {}}));
        QVERIFY(grid);
        const QPointF cell = grid->cellOf(7).center();
        QCOMPARE(grid->partitionAt(cell), 7);
        QVERIFY(grid->explain(cell).contains("load-0001-7"));
        f.click(grid->mapToScene(cell));
        QCOMPARE(f.window->selection().current(), Subject::replica({"load-0001", 7}, BrokerId{1}));
    }

    void linesGoFromLeadersToOwners()
    {
        WindowFixture f;
        int reads = 0;
        for (const auto& [key, link] : f.window->scene()->links().all()) {
            if (key.kind != Links::Kind::Read)
                continue;
            ++reads;
            QCOMPARE(f.window->scene()
                         ->chipItem(key.from.partition, BrokerId{key.from.node.number})
                         ->look(),
                     ReplicaLook::Leader);
        }
        QCOMPARE(reads, 9);
    }

    void messagesLastLongEnoughAndAreSampled()
    {
        WindowFixture f;
        MapContext context;
        Flights flights(context);
        Frame frame;
        frame.motionMs = frame.nowMs = 1000;
        for (std::size_t n = 0; n < Flights::kMost + 80; ++n) {
            observe::Flight flight;
            flight.from = NodeId::client(1);
            flight.to = NodeId::broker(BrokerId{1});
            flight.apiKey = 0;
            flight.records = 1;
            flight.partition = {"TopicA", 0};
            frame.flights.push_back(flight);
        }
        flights.show(frame, f.window->scene()->anchors(), f.window->scene()->links());
        QCOMPARE(flights.count(), Flights::kMost);
        QCOMPARE(flights.percentDrawn(), 60);
        frame.flights.clear();
        frame.motionMs = frame.nowMs = 1249;
        flights.show(frame, f.window->scene()->anchors(), f.window->scene()->links());
        QCOMPARE(flights.count(), Flights::kMost);
        frame.motionMs = frame.nowMs = 2000;
        flights.show(frame, f.window->scene()->anchors(), f.window->scene()->links());
        QCOMPARE(flights.count(), std::size_t{0});
        Legend legend;
        legend.setSampling(60, false);
        QVERIFY(legend.note().contains("60 %"));
    }

    /// Case R26: what colour tells, words tell too.
    void everyThingExplainsItselfInWords()
    {
        WindowFixture f;
        f.cluster.addOutside({"kcat", "librdkafka 2.0.2", "127.0.0.1:50122", {BrokerId{1}}});
        f.run(50ms);
        for (MapItem* item : f.window->scene()->walk()) {
            QVERIFY(!item->title().isEmpty());
            QVERIFY2(!item->explain(item->box().center()).isEmpty(), qPrintable(item->title()));
        }
        f.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Frozen);
        f.cluster.setGroupState("group-1", observe::fact::GroupState::PreparingRebalance);
        f.run(400ms);
        QVERIFY(f.broker(1)->title().contains("frozen"));
        QVERIFY(f.window->scene()
                    ->itemOf(Subject::group("group-1"))
                    ->title()
                    .contains("PreparingRebalance"));
    }

    void screenReadersHearTheThings()
    {
        WindowFixture f;
        auto* map = QAccessible::queryAccessibleInterface(f.window->map());
        QVERIFY(map && map->childCount() > 30);
        auto* broker = QAccessible::queryAccessibleInterface(f.broker(2));
        QVERIFY(broker);
        QCOMPARE(broker->text(QAccessible::Name), QString("Broker 2, controller, running"));
        QVERIFY(map->indexOfChild(broker) >= 0);
        auto* mark = QAccessible::queryAccessibleInterface(f.broker(2)->powerMark());
        QCOMPARE(mark->role(), QAccessible::Button);
        mark->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(f.brokerOfLast<command::Kill>(), BrokerId{2});
    }

    void screenReadersHearEveryReplicaOfAGrid()
    {
        WindowFixture f;
        auto* map = QAccessible::queryAccessibleInterface(f.window->map());
        int grids = 0, captions = 0;
        for (int i = 0; i < map->childCount(); ++i) {
            auto* child = map->child(i);
            QVERIFY(!child->text(QAccessible::Name).isEmpty());
            QVERIFY(!child->rect().isEmpty());
            captions += child->role() == QAccessible::StaticText;
            if (child->role() != QAccessible::List)
                continue;
            ++grids;
            QVERIFY(child->childCount() > 10);
            auto* cell = child->child(3);
            QCOMPARE(child->child(3), cell); // made once
            QCOMPARE(child->indexOfChild(cell), 3);
            QCOMPARE(cell->parent(), child);
            QVERIFY(cell->text(QAccessible::Name).startsWith("__consumer_offsets-3 on broker "));
            QVERIFY(!cell->text(QAccessible::Description).isEmpty());
            QVERIFY(child->rect().contains(cell->rect().center()));
            cell->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
            QVERIFY(f.window->selection().current().partition ==
                    (TopicPartition{"__consumer_offsets", 3}));
        }
        QCOMPARE(grids, 3);
        QVERIFY(captions >= 3);
    }

    void screenReadersHearWhatChanges()
    {
        WindowFixture f;
        Announcer announcer(f.window->map());
        announcer.setAlways(true);
        test::Heard heard;
        QSignalSpy told(&announcer, &Announcer::told);
        Frame frame;
        frame.nowMs = 10'000;
        const auto happens = [&frame](observe::Fact fact) {
            observe::Event event;
            event.fact = std::move(fact);
            frame.events.push_back(std::move(event));
        };
        happens(fact::LeaderElected{{"t", 0}, BrokerId(1), BrokerId(2), LeaderEpoch(1), {}, {}});
        for (int n = 0; n < 50; ++n) // of details nobody wants to hear
            happens(fact::LeaderElected{
                {"__consumer_offsets", n}, BrokerId(1), BrokerId(2), LeaderEpoch(1), {}, {}});
        happens(fact::BrokerKilled{BrokerId(1), false});
        announcer.take(frame, nullptr);
        QVERIFY(announcer.said().startsWith("Broker 1 was killed.")); // bad news first
        QVERIFY(announcer.said().contains("t-0"));
        QVERIFY(!announcer.said().contains("__consumer_offsets"));
        QCOMPARE(f.window->map()->accessibleDescription(), announcer.said());
        QCOMPARE(told.count(), 1);
        // As a notification it is shown anew.
        const std::vector shown{QAccessible::NameChanged, QAccessible::ObjectHide,
                                QAccessible::ObjectShow};
        if (heard.works()) {
            QVERIFY(heard.about(&announcer) == shown);
            QCOMPARE(heard.count(QAccessible::Alert, f.window->map()), 1);
        }
        auto* map = QAccessible::queryAccessibleInterface(f.window->map());
        auto* notice = map->child(map->childCount() - 1);
        QCOMPARE(notice->role(), QAccessible::Notification);
        QCOMPARE(notice->text(QAccessible::Name), announcer.said());
        QCOMPARE(notice->parent(), map);
        QCOMPARE(map->indexOfChild(notice), map->childCount() - 1);

        frame.events.clear();
        frame.nowMs += 100; // too soon after: it waits
        for (int n = 0; n < 7; ++n)
            happens(fact::BrokerReady{BrokerId(n)});
        announcer.take(frame, nullptr);
        QCOMPARE(told.count(), 1);
        frame.events.clear();
        frame.nowMs += Announcer::kEveryMs;
        announcer.take(frame, nullptr);
        QVERIFY(announcer.said().endsWith("And 3 more events."));
    }

    void theNameOfWhatHasTheFocusIsToldAnew()
    {
        WindowFixture f;
        f.window->announcer()->setAlways(true);
        f.broker(1)->setFocus();
        f.run(100ms);
        QSignalSpy renamed(f.window->announcer(), &Announcer::renamed);
        f.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Frozen);
        f.run(400ms);
        QCOMPARE(renamed.count(), 1);
        QVERIFY(renamed[0][0].toString().contains("frozen"));
    }

    void screenReadersDoNotHearOfWhatIsHiddenOrTheSame()
    {
        InspectorPanel panel;
        test::Heard heard;
        Inspection inspection;
        inspection.title = "Broker 1";
        panel.show(inspection);
        QCOMPARE(heard.count(QAccessible::NameChanged, panel.view()), 0);
        panel.QWidget::show();
        QCOMPARE(panel.view()->accessibleName(), QString("Broker 1"));
        heard.forget();
        panel.resize(500, 400);
        QTest::qWait(20);
        QCOMPARE(heard.count(QAccessible::NameChanged, panel.view()), 0);
        QCOMPARE(heard.count(QAccessible::DescriptionChanged, panel.view()), 0);
        if (!test::Heard::works())
            QSKIP("no screen reader can listen here");
        inspection.title = "Broker 2";
        panel.show(inspection);
        QCOMPARE(heard.count(QAccessible::NameChanged, panel.view()), 1);
    }

    void screenReadersHearWhereTheFocusGoes()
    {
        WindowFixture f;
        auto* map = f.window->map();
        map->setFocus();
        f.window->scene()->setFocusItem(nullptr);
        const auto all = f.window->scene()->walk();
        test::Heard heard;
        if (!test::Heard::works())
            QSKIP("no screen reader can listen here");
        for (std::size_t n = 0; n < 3; ++n) {
            QTest::keyClick(map, Qt::Key_Tab);
            QCOMPARE(heard.count(QAccessible::Focus, all[n]), 1);
        }
        QTest::keyClick(map, Qt::Key_Right);
        auto* at = dynamic_cast<MapItem*>(f.window->scene()->focusItem());
        QCOMPARE(heard.count(QAccessible::Focus, at), 1);
        QVERIFY(QAccessible::queryAccessibleInterface(at)->state().focused);
    }

    void tabAndArrowsWalk()
    {
        WindowFixture f;
        auto* map = f.window->map();
        map->setFocus();
        f.window->scene()->setFocusItem(nullptr);
        const auto all = f.window->scene()->walk();
        for (std::size_t n = 0; n < all.size(); ++n) {
            QTest::keyClick(map, Qt::Key_Tab);
            QCOMPARE(f.window->scene()->focusItem(), all[n]);
        }
        f.broker(1)->setFocus();
        QTest::keyClick(map, Qt::Key_Right);
        auto* at = dynamic_cast<MapItem*>(f.window->scene()->focusItem());
        QVERIFY(at && at->sceneBox().center().x() > f.broker(1)->sceneBox().center().x());
    }

    void zoomFitAndPlainBlocks()
    {
        WindowFixture f;
        auto* map = f.window->map();
        QVERIFY(map->fitting());
        const double fit = map->zoom();
        QTest::keyClick(f.window.get(), Qt::Key_Plus);
        QVERIFY(map->zoom() > fit && !map->fitting());
        map->setZoom(0.1); // plain blocks
        const QImage small = map->grab().toImage();
        const QPoint chip = map->mapFromScene(
            f.window->scene()->chipItem({"TopicA", 0}, BrokerId{1})->sceneBox().center());
        QCOMPARE(small.pixelColor(chip), makeTheme(ThemeName::Light).colors.leader);
        QTest::keyClick(f.window.get(), Qt::Key_0);
        QCOMPARE(map->zoom(), fit);
    }

    void leadersAreOutlinedInRedOnScreen()
    {
        WindowFixture f;
        auto* map = f.window->map();
        map->setZoom(3);
        const auto edge = [&](int broker) {
            const auto* chip = f.window->scene()->chipItem({"TopicA", 0}, BrokerId{broker});
            map->centerOn(chip);
            const QImage picture = map->viewport()->grab().toImage();
            const QPoint left =
                map->mapFromScene(chip->sceneBox().left() + 1, chip->sceneBox().center().y());
            QColor best;
            double most = 0;
            for (int x = -3; x <= 3; ++x) {
                const QColor color = picture.pixelColor(left + QPoint(x, 0));
                const double stands = contrast(color, QColor(Qt::white));
                if (stands > most) {
                    most = stands;
                    best = color;
                }
            }
            return best;
        };
        QCOMPARE(edge(1), QColor("#d1242f"));
        QVERIFY(contrast(edge(2), Qt::black) < 2); // a follower's is black
    }
};

QTEST_MAIN(TestMap)
#include "test_map.moc"
