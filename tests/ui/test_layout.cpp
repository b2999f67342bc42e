#include <QTest>

#include "tests/support/synthetic_cluster.h"
#include "ui/map/anchors.h"
#include "ui/map/chip_item.h"
#include "ui/map/layout.h"
#include "ui/models/lookup.h"

using namespace hw;
using namespace hw::ui;

static std::vector<QRectF> boxesOf(const Layout& layout)
{
    std::vector<QRectF> all(layout.servers);
    all.insert(all.end(), layout.producers.begin(), layout.producers.end());
    all.insert(all.end(), layout.outside.begin(), layout.outside.end());
    all.insert(all.end(), layout.readers.begin(), layout.readers.end());
    for (const auto& card : layout.cards)
        all.push_back(card.rect);
    for (const auto& group : layout.groups)
        all.push_back(group.rect);
    return all;
}

class TestLayout : public QObject
{
    Q_OBJECT
private slots:
    void outsideClientsStandWhereTheirRecordsFlow()
    {
        test::SyntheticCluster cluster;
        cluster.addOutside({"writer", "librdkafka 2.0.2", "127.0.0.1:50001", {BrokerId{1}}, true});
        cluster.addOutside({"reader", "", "127.0.0.1:50002", {BrokerId{1}}, false, true});
        cluster.addOutside({"quiet", "", "127.0.0.1:50003", {BrokerId{1}}});
        const Shape shape = Shape::of(*cluster.snapshot());
        QCOMPARE(shape.outside.size(), std::size_t(2));
        QCOMPARE(shape.readers, std::vector<std::string>{"127.0.0.1:50002"});
        const Layout layout = Layout::of(shape);
        QVERIFY(layout.outside[0].right() < layout.cards.front().rect.left());
        QVERIFY(layout.readers[0].left() > layout.cards.back().rect.right());
        QVERIFY(layout.readers[0].top() > layout.groups.back().rect.bottom());
        QVERIFY(layout.bounds.contains(layout.readers[0]));
    }

    void nothingOverlaps_data()
    {
        QTest::addColumn<int>("brokers");
        QTest::addColumn<int>("topics");
        QTest::addColumn<int>("groups");
        QTest::addColumn<int>("rows");
        QTest::newRow("demo") << 3 << 0 << 0 << 1;
        QTest::newRow("one broker") << 1 << 0 << 0 << 1;
        QTest::newRow("nine brokers") << 9 << 0 << 0 << 1;
        QTest::newRow("nine brokers in two rows") << 9 << 0 << 0 << 2;
        QTest::newRow("nine brokers in three rows") << 9 << 0 << 0 << 3;
        QTest::newRow("sixty partitions") << 3 << 6 << 3 << 1;
        QTest::newRow("large") << 3 << 50 << 200 << 1;
    }
    void nothingOverlaps()
    {
        QFETCH(int, brokers);
        QFETCH(int, topics);
        QFETCH(int, groups);
        QFETCH(int, rows);
        test::SyntheticSpec spec;
        spec.brokers = brokers;
        spec.loadTopics = topics;
        spec.loadPartitions = topics > 10 ? 100 : 10;
        spec.loadGroups = groups;
        test::SyntheticCluster cluster(spec);
        const Layout layout = Layout::of(Shape::of(*cluster.snapshot()), Arrangement{1, rows});
        QCOMPARE(layout.rows.size(), static_cast<std::size_t>(rows));
        const auto boxes = boxesOf(layout);
        for (std::size_t a = 0; a < boxes.size(); ++a) {
            QVERIFY(layout.bounds.contains(boxes[a]));
            for (std::size_t b = a + 1; b < boxes.size(); ++b)
                QVERIFY(!boxes[a].intersects(boxes[b]));
        }
        for (const auto& card : layout.cards) {
            for (const auto& section : card.sections) {
                for (const auto& chip : section.chips)
                    QVERIFY(card.rect.contains(chip));
                if (section.grid)
                    QVERIFY(card.rect.contains(section.area));
            }
        }
    }

    void chipsTakeTheWidthThatIsThere()
    {
        Shape shape = Shape::of(*test::SyntheticCluster().snapshot());
        QVERIFY(Layout::of(shape, QSizeF(1300, 700)).bounds == Layout::of(shape).bounds);
        // Many more, so that the cards are taller than what stands beside them.
        for (auto& broker : shape.brokers)
            for (auto& section : broker.sections)
                for (int n = 0; n < 4 && !section.internal; ++n)
                    section.partitions.push_back(100 + n);
        const Layout wide = Layout::of(shape, QSizeF(2600, 420));
        QVERIFY(wide.bounds.width() > Layout::of(shape).bounds.width());
        QVERIFY(wide.bounds.height() < Layout::of(shape).bounds.height());
        const auto boxes = boxesOf(wide);
        for (std::size_t a = 0; a < boxes.size(); ++a)
            for (std::size_t b = a + 1; b < boxes.size(); ++b)
                QVERIFY(!boxes[a].intersects(boxes[b]));
        for (const auto& card : wide.cards)
            for (const auto& section : card.sections)
                for (const auto& chip : section.chips)
                    QVERIFY(card.rect.contains(chip));
    }

    void membersStandInsideTheirGroup()
    {
        test::SyntheticCluster cluster;
        const Layout layout = Layout::of(Shape::of(*cluster.snapshot()));
        QCOMPARE(layout.groups.size(), std::size_t{2});
        QCOMPARE(layout.groups[0].members.size(), std::size_t{3});
        for (const auto& group : layout.groups) {
            for (const auto& member : group.members)
                QVERIFY(group.rect.contains(member));
        }
    }

    void movingNumbersChangeNoShape()
    {
        test::SyntheticCluster cluster;
        const Shape before = Shape::of(*cluster.snapshot());
        cluster.advance(2s);
        QVERIFY(before == Shape::of(*cluster.snapshot()));
        cluster.submit(observe::command::CreateTopic{"new", 2, 2, {}, {}});
        cluster.advance(16ms);
        QVERIFY(before != Shape::of(*cluster.snapshot()));
    }

    void manyBrokersStandInRowsWhereThatIsLarger()
    {
        const QSizeF view(1280, 460); // the map of a window of 1600 × 1000
        test::SyntheticSpec spec;
        QCOMPARE(Layout::of(Shape::of(*test::SyntheticCluster(spec).snapshot()), view).rows.size(),
                 std::size_t(1));
        spec.brokers = 9;
        const Shape shape = Shape::of(*test::SyntheticCluster(spec).snapshot());
        const Layout rows = Layout::of(shape, view);
        QVERIFY(rows.rows.size() > 1);
        const auto scale = [&view](const Layout& one) {
            return std::min(view.width() / one.bounds.width(), view.height() / one.bounds.height());
        };
        QVERIFY(scale(rows) > 1.15 * scale(Layout::of(shape)));
        QCOMPARE(Layout::of(shape, QSizeF(5000, 500)).rows.size(), std::size_t(1));
    }

    void waysNeverRunAcrossACard_data()
    {
        QTest::addColumn<int>("brokers");
        QTest::addColumn<int>("rows");
        QTest::newRow("demo") << 3 << 1;
        QTest::newRow("nine brokers in two rows") << 9 << 2;
        QTest::newRow("nine brokers in three rows") << 9 << 3;
    }
    void waysNeverRunAcrossACard()
    {
        QFETCH(int, brokers);
        QFETCH(int, rows);
        test::SyntheticSpec spec;
        spec.brokers = brokers;
        test::SyntheticCluster cluster(spec);
        const auto snapshot = cluster.snapshot();
        const Shape shape = Shape::of(*snapshot);
        const Layout layout = Layout::of(shape, Arrangement{1, rows});
        Anchors anchors;
        anchors.rebuild(shape, layout);
        anchors.rename(*snapshot);
        std::vector<Anchor> ends{*anchors.of(Subject::ensemble(0))};
        for (const auto& producer : snapshot->producers)
            ends.push_back(*anchors.of(Subject::producer(producer->client)));
        for (const auto& broker : snapshot->brokers) {
            ends.push_back(*anchors.of(Subject::broker(broker->id)));
            for (std::int32_t p = 0; p < 3; ++p)
                if (const auto chip = anchors.of(Subject::replica({"TopicB", p}, broker->id)))
                    ends.push_back(*chip);
        }
        for (const auto& consumer : snapshot->consumers)
            ends.push_back(*anchors.of(consumer->client, {}));
        int ways = 0;
        for (const auto& from : ends) {
            for (const auto& to : ends) {
                for (const auto corridor : {Router::Corridor::Upper, Router::Corridor::Lower}) {
                    const auto way = anchors.router().route(from, to, corridor);
                    ways += !way.empty();
                    QVERIFY(anchors.router().clearOfCards(way, from, to));
                }
            }
        }
        QVERIFY(ways > 100);
    }

    void aSecondColumnOfGroupsIsReachedAroundTheFirst()
    {
        test::SyntheticCluster cluster;
        for (int n = 0; n < 3; ++n)
            cluster.submit(
                observe::command::AddConsumer{"", "later-" + std::to_string(n), {"TopicA"}});
        cluster.advance(16ms);
        const Shape shape = Shape::of(*cluster.snapshot());
        const Layout layout = Layout::of(shape);
        QVERIFY(layout.groups.back().rect.left() > layout.groups.front().rect.right());
        Anchors anchors;
        anchors.rebuild(shape, layout);
        const auto from = *anchors.of(Subject::replica({"TopicA", 2}, BrokerId{3}));
        const auto to = *anchors.of(Subject::group(layout.groups.back().name));
        const auto way = anchors.router().route(from, to, Router::Corridor::Lower);
        QVERIFY(way.size() > 4);
        for (std::size_t i = 1; i < way.size(); ++i) {
            const QRectF leg = QRectF(way[i - 1], way[i]).normalized().adjusted(-1, -1, 1, 1);
            for (std::size_t g = 0; g + 1 < layout.groups.size(); ++g)
                QVERIFY(!layout.groups[g].rect.intersects(leg));
        }
    }

    void aBarShowsTheNewestRecordsOnOneScale()
    {
        BarWindow window;
        window.follow(3, 5); // a small log fills from the left
        QCOMPARE(window.perCell, std::int64_t{1});
        QCOMPARE(window.start, std::int64_t{0});
        QCOMPARE(window.share(4), 0.25);
        window.follow(1204, 1206);
        QVERIFY(window.start > 1180);
        QVERIFY(window.share(1204) < window.share(1206));
        window.follow(0, 10000); // a follower far behind is still in sight
        QVERIFY(window.share(0) == 0 && window.share(10000) < 1);
        QCOMPARE(window.perCell, std::int64_t{2000});
    }
};

QTEST_MAIN(TestLayout)
#include "test_layout.moc"
