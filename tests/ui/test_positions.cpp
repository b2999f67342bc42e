#include <QAccessible>
#include <QTest>

#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/inspector/position_bar.h"
#include "ui/map/group_item.h"
#include "ui/models/lookup.h"
#include "ui/models/positions.h"
#include "ui/shell/application.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;
namespace command = hw::observe::command;

namespace {

PartitionPosition position(std::optional<std::int64_t> committed, std::int64_t lso, std::int64_t hw,
                           std::int64_t leo, std::int64_t start = 0)
{
    PartitionPosition made;
    made.id = {"t", 0};
    made.committed = committed;
    made.logStart = start;
    made.lso = lso;
    made.hw = hw;
    made.leo = leo;
    return made;
}

const QRectF kBox(0, 0, 240, PositionBar::kHeight);

} // namespace

class TestPositions : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    /// Case R19 (b): nothing committed is "none", not 0; what waits is told beside it.
    void nothingCommittedIsNotZero()
    {
        const PartitionPosition none = position({}, 100, 100, 100);
        QCOMPARE(none.lagToHw().kind, Lag::Kind::None);
        QCOMPARE(PositionWords::committed(none), QString("none"));
        QCOMPARE(PositionWords::lags(none), QString("lag none: nothing committed, 100 wait"));
        QVERIFY(PositionWords::numbers(none).contains("committed none"));
        QCOMPARE(position({}, 100, 100, 100, 40).waiting(), std::int64_t(60));
    }

    /// Case R19 (c): committed = end is 0, and 0 committed is a number.
    void caughtUpIsZero()
    {
        QCOMPARE(PositionWords::lags(position(100, 100, 100, 100)), QString("lag 0 to HW and LSO"));
        const PartitionPosition first = position(0, 0, 0, 0);
        QCOMPARE(PositionWords::committed(first), QString("0"));
        QCOMPARE(PositionWords::lags(first), QString("lag 0 to HW and LSO"));
        QCOMPARE(first.waiting(), std::int64_t(0));
    }

    /// Case R19 (d): committed 100, then the end becomes 90: 0 with the mark, not -10.
    void committedBeyondTheEndIsZeroAndMarked()
    {
        const PartitionPosition beyond = position(100, 90, 90, 90);
        QCOMPARE(beyond.lagToHw().kind, Lag::Kind::BeyondEnd);
        QCOMPARE(beyond.lagToHw().records, std::int64_t(0));
        QCOMPARE(PositionWords::lags(beyond), QString("lag 0, committed beyond the end"));
        const PositionBar bar(beyond, kBox);
        QVERIFY(bar.x(100) > bar.bar().right());
        QCOMPARE(bar.x(90), bar.bar().right());
    }

    /// Between LSO and HW a reader of committed records has nothing left, others have.
    void bothLagsAreNamed()
    {
        QCOMPARE(PositionWords::lags(position(80, 90, 100, 104)),
                 QString("lag 20 to HW, 10 to LSO"));
        QCOMPARE(PositionWords::lags(position(95, 90, 100, 104)), QString("lag 5 to HW, 0 to LSO"));
    }

    void aPartitionWithoutALeaderSaysSo()
    {
        QCOMPARE(PositionWords::lags(position(5, -1, -1, -1)), QString("lag unknown: no leader"));
        QCOMPARE(PositionWords::lags(position({}, -1, -1, -1)),
                 QString("lag none: nothing committed"));
    }

    /// A short lag at the end of a long log can still be seen.
    void whatLiesFarBeforeIsFolded()
    {
        const PartitionPosition late = position(99'990, 100'000, 100'000, 100'004);
        const PositionBar bar(late, kBox);
        QVERIFY(bar.folded());
        QVERIFY(bar.x(100'000) - bar.x(99'990) > 40);
        QCOMPARE(bar.x(0), bar.bar().left());
        QVERIFY(!PositionBar(position({}, 10, 10, 10), kBox).folded());
    }

    /// Case R09: what is subscribed to and nobody's is drawn as unowned, committed "none", lag not
    /// 0.
    void addedPartitionsAreUnowned()
    {
        test::SyntheticCluster cluster;
        const auto snapshot = cluster.snapshot();
        observe::GroupPart group = *findGroup(*snapshot, "group-1");
        for (auto& member : group.members)
            std::erase(member.assigned, TopicPartition{"TopicA", 2});
        std::erase_if(group.offsets, [](const auto& o) { return o.partition.partition == 2; });
        QCOMPARE(unownedOf(group, *snapshot).size(), std::size_t(1));
        const auto rows = positionsOf(group, *snapshot, *cluster.gauges());
        QCOMPARE(rows.size(), std::size_t(3));
        QVERIFY(!rows[0].unowned && !rows[0].owner.isEmpty());
        QVERIFY(rows[2].unowned);
        QCOMPARE(PositionWords::owner(rows[2]), QString("nobody's"));
        QVERIFY2(PositionWords::lags(rows[2]).startsWith("lag none"),
                 qPrintable(PositionWords::lags(rows[2])));
        QVERIFY(rows[2].waiting() > 0);
    }

    void aMembersPositionsAreItsOwn()
    {
        test::SyntheticCluster cluster;
        const auto snapshot = cluster.snapshot();
        const auto* group = findGroup(*snapshot, "group-1");
        const auto rows =
            positionsOf(*group, *snapshot, *cluster.gauges(), &group->members.front());
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].id, group->members.front().assigned.front());
        QCOMPARE(rows[0].committed, std::optional<std::int64_t>(1200));
    }

    void theyAreBounded()
    {
        test::SyntheticCluster cluster({3, false, 1, 300, 1, 0, false});
        const auto snapshot = cluster.snapshot();
        QCOMPARE(positionsOf(*snapshot->groups.front(), *snapshot, *cluster.gauges()).size(),
                 kPositionsShown);
    }

    void theInspectorHasABarForEachPartition()
    {
        WindowFixture f;
        f.cluster.setCommitted("group-1", {"TopicA", 1}, -1);
        f.window->selection().select(Subject::group("group-1"));
        f.run(300ms);
        const auto& sections = f.window->inspector()->inspection().sections;
        const auto bars =
            std::ranges::find_if(sections, [](const auto& s) { return !s.positions.empty(); });
        QVERIFY(bars != sections.end());
        QCOMPARE(bars->positions.size(), std::size_t(3));
        QVERIFY(!bars->positions[1].committed);
        const QString text = f.window->inspector()->inspection().text();
        QVERIFY2(text.contains("lag none: nothing committed"), qPrintable(text));
        QVERIFY(!f.window->inspector()->grab().isNull());
    }

    /// The label of the architecture diagram: in the tooltip of its tag, and for screen readers.
    void aMembersTagsAreLabelledAsOnTheDiagram()
    {
        WindowFixture f;
        f.cluster.submit(command::AddConsumer{"G7C2", "group-7", {"TopicA"}});
        f.cluster.submit(command::AddConsumer{"reader", "group-8", {"TopicA"}});
        f.run(5s);
        const auto itemOf = [&](const char* group) {
            const std::string id = findGroup(*f.cluster.snapshot(), group)->members.front().member;
            const Subject subject = Subject::memberOf(group, id);
            f.window->selection().select(subject);
            f.run(300ms);
            return static_cast<MemberItem*>(f.window->scene()->itemOf(subject));
        };
        auto* item = itemOf("group-7");
        QVERIFY(item);
        QVERIFY(item->title().contains("TAP0-G7C2, TAP1-G7C2, TAP2-G7C2"));
        const auto boxes = item->tagBoxes();
        QCOMPARE(boxes.size(), std::size_t{3});
        QVERIFY(item->explain(boxes[1].center()).contains("<b>TAP1-G7C2</b>"));
        QVERIFY(!item->explain({2, 2}).contains("<b>TAP"));
        auto* accessible = QAccessible::queryAccessibleInterface(item);
        QVERIFY(accessible);
        QVERIFY(accessible->text(QAccessible::Name).contains("TAP0-G7C2"));
        QVERIFY(f.window->inspector()->inspection().text().contains("TAP2-G7C2"));

        item = itemOf("group-8");
        QVERIFY(item);
        QCOMPARE(item->tagBoxes().size(), std::size_t{3});
        QCOMPARE(item->title(), QString("Member reader, owns TopicA-0, TopicA-1, TopicA-2"));
        QVERIFY(!item->explain(item->tagBoxes()[1].center()).contains("TAP1"));
        QVERIFY(!f.window->inspector()->inspection().text().contains("TAP2"));
    }

    void aMembersInspectorTellsItsTimersAndConfiguration()
    {
        test::SyntheticSpec spec;
        spec.groupTraffic = true;
        WindowFixture f(spec);
        const auto snapshot = f.cluster.snapshot();
        const auto& member = findGroup(*snapshot, "group-1")->members.front();
        f.window->selection().select(Subject::memberOf("group-1", member.member));
        f.run(300ms);
        const QString text = f.window->inspector()->inspection().text();
        for (const char* expected :
             {"session\t", "poll\t", "heartbeat\t", "of 6.0 s left", "max.poll.interval.ms\t10.0 s",
              "session.timeout.ms\t6.0 s", "partition.assignment.strategy\trange"})
            QVERIFY2(text.contains(expected), qPrintable(text + "\nlacks " + expected));
    }
};

QTEST_MAIN(TestPositions)
#include "test_positions.moc"
