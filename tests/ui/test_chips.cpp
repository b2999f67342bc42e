#include <QImage>
#include <QPainter>
#include <QStyleOptionGraphicsItem>
#include <QTest>

#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/map/chip_item.h"
#include "ui/map/member_colors.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;

namespace {

const TopicPartition kId{"TopicA", 0};

/// A copy of what is shown, with another partition in it, as if the cluster had said so.
template <class Change> Frame changed(WindowFixture& f, Change change)
{
    Frame frame = f.window->feed().last();
    auto snapshot = std::make_shared<observe::Snapshot>(*frame.snapshot);
    for (auto& topic : snapshot->topics) {
        if (topic->name != kId.topic)
            continue;
        auto copy = std::make_shared<observe::TopicPart>(*topic);
        auto part = std::make_shared<observe::PartitionPart>(*copy->partitions[0]);
        change(*part);
        copy->partitions[0] = part;
        topic = copy;
    }
    frame.snapshot = snapshot;
    return frame;
}

} // namespace

class TestChips : public QObject
{
    Q_OBJECT
private slots:
    void nobodyKnowsTheLagWithoutALeader()
    {
        WindowFixture f;
        const auto* chip = f.window->scene()->chipItem(kId, BrokerId{2});
        QVERIFY(chip);
        const Frame led =
            changed(f, [](observe::PartitionPart& part) { part.leader = BrokerId{1}; });
        f.window->scene()->show(led, f.window->feed().rates());
        QVERIFY(chip->lag() == "✓" || chip->lag().startsWith("−"));
        const Frame leaderless = changed(f, [](observe::PartitionPart& part) {
            part.leader = kNoBroker;
            part.isr = {BrokerId{1}};
            for (auto& replica : part.replicas) {
                replica.inIsr = replica.broker == BrokerId{1};
                replica.role =
                    replica.inIsr ? observe::ReplicaRole::Offline : observe::ReplicaRole::Follower;
            }
        });
        f.window->scene()->show(leaderless, f.window->feed().rates());
        QCOMPARE(chip->look(), ReplicaLook::OutOfIsr);
        QCOMPARE(chip->lag(), QString("–"));
    }

    /// However long it is: it stays within the bar, and what is written again is not hidden.
    void aScarTellsWhatIsStillLost()
    {
        WindowFixture f;
        f.run(2s);
        auto* chip = f.window->scene()->chipItem(kId, BrokerId{1});
        QVERIFY(chip && chip->leo() > 4);
        const std::int64_t leo = chip->leo();
        chip->setScars({{0, leo + 1000}});
        const auto boxes = chip->scarBoxes();
        QCOMPARE(boxes.size(), std::size_t(2));
        QVERIFY(boxes[0].isRewritten);  // up to LEO
        QVERIFY(!boxes[1].isRewritten); // what nobody has written again
        QVERIFY(std::abs(boxes[0].rect.right() - boxes[1].rect.left()) < 1);
        for (const auto& box : boxes) {
            QVERIFY(chip->boundingRect().contains(box.rect));
            QVERIFY(box.rect.width() < chip->size().width());
        }
        // Written again: a line below the bar, and the bar itself as ever.
        const auto picture = [chip] {
            QImage image(chip->size().toSize(), QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionGraphicsItem option;
            option.exposedRect = chip->boundingRect();
            chip->paint(&painter, &option, nullptr);
            return image;
        };
        chip->setScars({});
        const QImage before = picture();
        chip->setScars({{0, leo - 1}});
        QCOMPARE(chip->scarBoxes().size(), std::size_t(1));
        const QImage after = picture();
        const QRectF box = chip->scarBoxes().front().rect;
        const QRect middle = box.adjusted(2, 3, -2, -4).toRect();
        QCOMPARE(after.copy(middle), before.copy(middle));
        QVERIFY(after != before);
        chip->setScars({{leo, leo + 1}});
        const QRectF lost = chip->scarBoxes().front().rect;
        QVERIFY(!chip->scarBoxes().front().isRewritten);
        QVERIFY(picture().copy(lost.toRect()) != before.copy(lost.toRect()));
    }

    void aMembersColourIsThatOfTheMoment()
    {
        WindowFixture f;
        const Frame frame = f.window->feed().last();
        const auto& rates = f.window->feed().rates();
        const auto colors = memberColorsIn(*frame.snapshot);
        QVERIFY(colors.size() >= 2);
        const auto isShown = [&] {
            return std::ranges::all_of(colors, [&](const auto& entry) {
                return f.window->scene()->memberColor(entry.first) == entry.second;
            });
        };
        QVERIFY(isShown());
        // Another moment, before they came; then this one again.
        Frame earlier = frame;
        auto without = std::make_shared<observe::Snapshot>(*frame.snapshot);
        const auto kept = without->groups.back();
        without->groups = {kept};
        earlier.snapshot = without;
        f.window->scene()->show(earlier, rates);
        f.window->scene()->show(frame, rates);
        QVERIFY(isShown());
        // Members of a moment do not share one while there are enough.
        std::set<int> all;
        for (const auto& [member, color] : colors)
            all.insert(color);
        QCOMPARE(all.size(), std::min(colors.size(), std::size_t(kMemberColors)));
        // Who stays keeps its own while others come and go.
        for (const auto& member : kept->members) {
            const Subject subject = Subject::memberOf(kept->name, member.member);
            QCOMPARE(memberColorsIn(*without).at(subject), colors.at(subject));
        }
    }
};

QTEST_MAIN(TestChips)
#include "test_chips.moc"
