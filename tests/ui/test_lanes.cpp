#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/charts/cursor_line.h"
#include "ui/charts/lag_chart.h"
#include "ui/lanes/lane_window.h"
#include "ui/map/group_item.h"
#include "ui/map/map_scene.h"
#include "ui/models/lookup.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/requests/request_window.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;

namespace {

test::SyntheticSpec talking()
{
    test::SyntheticSpec spec;
    spec.groupTraffic = true;
    return spec;
}

LaneWindow& open(WindowFixture& f, const std::string& group = "group-1")
{
    f.window->selection().select(Subject::group(group));
    f.run(120ms);
    f.window->actions().lanes->trigger();
    f.window->lanes()->resize(1200, 900);
    f.run(200ms);
    return *f.window->lanes();
}

/// As painted now.
const LaneHit* hitOf(LaneWindow& lanes, LaneHit::What what)
{
    lanes.view()->viewport()->grab();
    const auto& hits = lanes.view()->hits();
    const auto it = std::ranges::find_if(hits, [&](const LaneHit& hit) {
        return hit.what == what && hit.box.center().x() > lanes.view()->scale().left + 4;
    });
    return it == hits.end() ? nullptr : &*it;
}

} // namespace

class TestLanes : public QObject
{
    Q_OBJECT
private slots:
    void itOpensOnTheSelectedGroupByKeyAndMenu()
    {
        WindowFixture f(talking());
        f.window->selection().select(Subject::group("group-2"));
        f.run(200ms);
        QTest::keyClick(f.window.get(), Qt::Key_L, Qt::ControlModifier);
        f.run(200ms);
        QVERIFY(f.window->lanes()->isVisible());
        QCOMPARE(f.window->lanes()->view()->group(), std::string("group-2"));
        QCOMPARE(f.window->lanes()->groups()->currentText(), QString("group-2"));
        QVERIFY(f.window->actions().lanes->text().contains("group-2"));
    }

    void anotherGroupCanBeChosen()
    {
        WindowFixture f(talking());
        LaneWindow& lanes = open(f);
        lanes.groups()->setFocus();
        QTest::keyClick(lanes.groups(), Qt::Key_Down);
        f.run(100ms);
        QCOMPARE(lanes.view()->group(), std::string("group-2"));
    }

    void everyMemberHasMarksTimersAndWhatItOwns()
    {
        WindowFixture f(talking());
        f.run(7s);
        LaneWindow& lanes = open(f);
        lanes.view()->viewport()->grab();
        for (const auto& member : findGroup(*f.cluster.snapshot(), "group-1")->members) {
            std::set<LaneHit::What> seen;
            for (const LaneHit& hit : lanes.view()->hits()) {
                if (hit.member == member.member)
                    seen.insert(hit.what);
            }
            QVERIFY(seen.contains(LaneHit::What::Mark));
            QVERIFY(seen.contains(LaneHit::What::Timer));
            QVERIFY(seen.contains(LaneHit::What::Owned));
            QVERIFY(seen.contains(LaneHit::What::Polls));
        }
    }

    void aClickOnAMarkShowsItsRequest()
    {
        WindowFixture f(talking());
        f.run(5s);
        LaneWindow& lanes = open(f);
        const LaneHit* hit = hitOf(lanes, LaneHit::What::Mark);
        QVERIFY(hit);
        const FlightId flight = hit->flight;
        QTest::mouseClick(lanes.view()->viewport(), Qt::LeftButton, {},
                          hit->box.center().toPoint());
        QVERIFY(f.window->requests()->isVisible());
        QVERIFY(f.window->requests()->chosen());
        QCOMPARE(f.window->requests()->chosen()->id, flight);
        QCOMPARE(f.window->requests()->chosen()->group, std::string("group-1"));
    }

    void keysStepFromMarkToMarkAndOpenThem()
    {
        WindowFixture f(talking());
        f.run(5s);
        LaneWindow& lanes = open(f);
        lanes.view()->viewport()->grab();
        QTest::keyClick(lanes.view(), Qt::Key_Right, Qt::ControlModifier);
        QVERIFY(!lanes.view()->following());
        QVERIFY(f.window->timeCursor().pinned());
        QVERIFY(!lanes.view()->accessibleDescription().isEmpty());
        for (int n = 0; n < 12 && !f.window->requests()->isVisible(); ++n) {
            QTest::keyClick(lanes.view(), Qt::Key_Return); // the first may be events
            QTest::keyClick(lanes.view(), Qt::Key_Right, Qt::ControlModifier);
        }
        QVERIFY(f.window->requests()->isVisible());
    }

    void theCursorIsOneForLanesAndCharts()
    {
        WindowFixture f(talking());
        f.run(4s);
        LaneWindow& lanes = open(f);
        const TimeScale& scale = lanes.view()->scale();
        const QPoint empty(static_cast<int>(scale.left + 40),
                           lanes.view()->viewport()->height() - 4);
        QTest::mouseClick(lanes.view()->viewport(), Qt::LeftButton, {}, empty);
        const auto pinned = f.window->timeCursor().pinned();
        QVERIFY(pinned);
        QVERIFY(std::abs(scale.x(*pinned) - empty.x()) < 1.5);
        const auto key = lanes.chart()->cursorLine().key();
        QVERIFY(key);
        const double expected = std::chrono::duration<double>(pinned->sinceStart()).count() +
                                static_cast<double>(lanes.history().wallOffsetMs()) / 1000;
        QVERIFY(std::abs(*key - expected) < 0.001);
        QTest::keyClick(lanes.view(), Qt::Key_Escape);
        QVERIFY(!f.window->timeCursor().pinned());
    }

    void draggingStopsFollowingAndEndResumesIt()
    {
        WindowFixture f(talking());
        f.run(4s);
        LaneWindow& lanes = open(f);
        QVERIFY(lanes.view()->following());
        const Instant before = lanes.view()->scale().from;
        f.run(500ms);
        QVERIFY(lanes.view()->scale().from > before);
        QWidget* port = lanes.view()->viewport();
        QTest::mousePress(port, Qt::LeftButton, {}, QPoint(600, 400));
        QTest::mouseMove(port, QPoint(640, 400));
        QTest::mouseMove(port, QPoint(700, 400));
        QTest::mouseRelease(port, Qt::LeftButton, {}, QPoint(700, 400));
        QVERIFY(!lanes.view()->following());
        QVERIFY(!lanes.followButton()->isChecked());
        const Instant dragged = lanes.view()->scale().from;
        f.run(500ms);
        QCOMPARE(lanes.view()->scale().from, dragged);
        QTest::mouseClick(lanes.followButton(), Qt::LeftButton);
        QVERIFY(lanes.view()->following());
    }

    void zoomingKeepsTheMomentUnderThePointer()
    {
        WindowFixture f(talking());
        f.run(20s);
        LaneWindow& lanes = open(f);
        lanes.followButton()->setChecked(false);
        const QPointF place(700, 300);
        const Instant under = lanes.view()->scale().at(place.x());
        QWheelEvent turn(place, lanes.view()->viewport()->mapToGlobal(place), {}, {0, 240},
                         Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(lanes.view()->viewport(), &turn);
        QVERIFY(lanes.view()->scale().span < 30s);
        QVERIFY(std::abs(lanes.view()->scale().x(under) - place.x()) < 1.5);
        for (int n = 0; n < 30; ++n)
            QTest::keyClick(lanes.view(), Qt::Key_Plus);
        QCOMPARE(lanes.view()->scale().span, LaneView::kShortest);
        for (int n = 0; n < 60; ++n)
            QTest::keyClick(lanes.view(), Qt::Key_Minus);
        QCOMPARE(lanes.view()->scale().span, LaneView::kLongest);
    }

    void aRebalanceIsABandWithItsCause()
    {
        WindowFixture f(talking());
        f.cluster.submit(observe::command::AddConsumer{"", "group-1", {"TopicA"}});
        f.run(2s);
        LaneWindow& lanes = open(f);
        const LaneHit* hit = hitOf(lanes, LaneHit::What::Phase);
        QVERIFY(hit);
        const QString text = lanes.view()->explain(*hit, hit->box.center());
        QVERIFY2(text.contains("join"), qPrintable(text));
        const std::uint64_t number = hit->rebalance;
        QTest::mouseClick(lanes.view()->viewport(), Qt::LeftButton, {},
                          hit->box.center().toPoint());
        QVERIFY(f.window->rebalances()->isVisible());
        QCOMPARE(f.window->rebalances()->chosen(), number);
        QVERIFY(hitOf(lanes, LaneHit::What::State));
        QVERIFY(hitOf(lanes, LaneHit::What::Event));
    }

    void aSilentMembersTimersRunOut()
    {
        WindowFixture f(talking());
        f.run(3s);
        const auto* group = findGroup(*f.cluster.snapshot(), "group-1");
        const NodeId silent = group->members.front().client;
        const std::string id = group->members.front().member;
        f.cluster.silence(silent);
        f.run(12s);
        const LaneGroup* lanes = f.window->lanes()->history().find("group-1");
        const auto& runs = lanes->find(id)->timers[0];
        QVERIFY(!runs.empty());
        QVERIFY(f.window->lanes()->history().now() > runs.back().ends);
        auto* item =
            static_cast<MemberItem*>(f.window->scene()->itemOf(Subject::memberOf("group-1", id)));
        QVERIFY(item);
        QCOMPARE(item->sixteenths(MemberTimer::Kind::Session), 0);
        QCOMPARE(item->sixteenths(MemberTimer::Kind::Poll), 0);
    }

    void aMembersTimersDrainOnTheMap()
    {
        WindowFixture f(talking());
        f.run(1s);
        const auto& member = findGroup(*f.cluster.snapshot(), "group-1")->members.front();
        auto* item = static_cast<MemberItem*>(
            f.window->scene()->itemOf(Subject::memberOf("group-1", member.member)));
        QVERIFY(item);
        const int before = item->sixteenths(MemberTimer::Kind::Heartbeat);
        QVERIFY(before > 4);
        f.run(800ms);
        QVERIFY(item->sixteenths(MemberTimer::Kind::Heartbeat) < before);
        const QRectF poll = item->ringOf(MemberTimer::Kind::Poll);
        QVERIFY(!poll.isNull());
        QVERIFY(!poll.intersects(item->ringOf(MemberTimer::Kind::Session)));
        const QString text = item->explain(poll.center());
        QVERIFY2(text.contains("<b>poll: "), qPrintable(text));
        QVERIFY2(text.contains("leaves by itself"), qPrintable(text));
    }

    /// The bound holds, and a frame stays short, with 5,000 partitions and 200 groups elsewhere.
    void aLargeClusterIsKeptWithinBounds()
    {
        WindowFixture f({3, false, 50, 100, 200, 0.1, false});
        f.run(1600ms);
        const LaneHistory& history = f.window->lanes()->history();
        QCOMPARE(history.names().size(), std::size_t(200));
        QVERIFY(history.marks() <= LaneHistory::kMarksMax);
        QVERIFY(!history.find("load-group-000")->lags.empty());
        LaneWindow& lanes = open(f, "load-group-017");
        QVERIFY(!lanes.view()->viewport()->grab().isNull());
        QVERIFY(hitOf(lanes, LaneHit::What::Owned));
    }
};

QTEST_MAIN(TestLanes)
#include "test_lanes.moc"
