#include <QTest>

#include "tests/support/partition_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

std::vector<Event> heldMarks(PartitionScene& scene)
{
    std::vector<Event> found;
    for (const Event& event : scene.cluster.events()) {
        const auto* held = std::get_if<fact::HighWatermarkHeld>(&event.fact);
        if (held && held->partition == scene.id())
            found.push_back(event);
    }
    return found;
}

const fact::HighWatermarkHeld& factOf(const Event& event)
{
    return std::get<fact::HighWatermarkHeld>(event.fact);
}

std::vector<int> numbersOf(const std::vector<BrokerId>& ids)
{
    std::vector<int> plain;
    for (const BrokerId id : ids)
        plain.push_back(id.value());
    return plain;
}

} // namespace

/// Who holds a high watermark back is seen by the leader and told, at a pace that one can follow.
class TestHeldMark : public QObject
{
    Q_OBJECT
private slots:
    void replicationAsUsualIsNotWorthAWord()
    {
        PartitionScene scene(4, 3);
        for (int i = 0; i < 20; ++i)
            QVERIFY(scene.send({"x"}).ok());
        scene.cluster.runFor(2s);
        QVERIFY(heldMarks(scene).empty());
    }

    void theReplicaThatHoldsItIsNamedOnce()
    {
        PartitionScene scene(4, 3);
        QVERIFY(scene.send({"a"}).ok());
        scene.deafen(3);
        const Instant before = scene.cluster.world().now();
        for (int i = 0; i < 20; ++i)
            QVERIFY(scene.send({"b"}, 1).ok());
        scene.cluster.runFor(2s);
        auto held = heldMarks(scene);
        QCOMPARE(held.size(), std::size_t(1));
        QCOMPARE(factOf(held[0]).hw, Offset(1));
        QCOMPARE(numbersOf(factOf(held[0]).by), std::vector{3});
        QCOMPARE(held[0].node, NodeId::broker(BrokerId(1)));
        QVERIFY(held[0].at - before >= 500ms && held[0].at - before < 700ms);
        // Nobody holds it any more, and nothing is said of that.
        scene.thaw(3);
        QVERIFY(scene.waitForIsr({1, 2, 3}));
        QVERIFY(scene.send({"c"}).ok());
        scene.cluster.runFor(2s);
        QCOMPARE(heldMarks(scene).size(), std::size_t(1));
        // The next time it is news again.
        scene.deafen(3);
        QVERIFY(scene.send({"d"}, 1).ok());
        scene.cluster.runFor(1s);
        held = heldMarks(scene);
        QCOMPARE(held.size(), std::size_t(2));
        QCOMPARE(factOf(held[1]).hw, Offset(22));
    }

    void belowMinIsrThoseThatAreMissingHoldIt()
    {
        PartitionScene scene(4, 3, {}, {{"min.insync.replicas", "2"}});
        QVERIFY(scene.send({"a"}).ok());
        scene.kill(2);
        scene.kill(3);
        QVERIFY(scene.waitForIsr({1}));
        QVERIFY(scene.send({"b"}, 1).ok());
        scene.cluster.runFor(2s);
        const auto held = heldMarks(scene);
        QVERIFY(!held.empty());
        QCOMPARE(factOf(held.back()).hw, Offset(1));
        QCOMPARE(numbersOf(factOf(held.back()).by), (std::vector{2, 3}));
    }

    void howOftenItIsToldIsBounded()
    {
        PartitionScene scene(4, 3);
        const auto slow = [&](int broker, Duration longer) {
            return command::DelayLink{NodeId::broker(BrokerId(1)), NodeId::broker(BrokerId(broker)),
                                      longer};
        };
        QVERIFY(scene.cluster.run(slow(3, 700ms)).ok);
        const Instant before = scene.cluster.world().now();
        for (int i = 0; i < 100; ++i) {
            QVERIFY(scene.send({"x"}, 1).ok());
            scene.cluster.runFor(100ms);
        }
        const Duration took = scene.cluster.world().now() - before;
        const auto held = heldMarks(scene);
        QVERIFY(!held.empty());
        QVERIFY2(static_cast<std::int64_t>(held.size()) <= toMs(took) / 500 + 1,
                 std::to_string(held.size()).c_str());
    }
};

QTEST_APPLESS_MAIN(TestHeldMark)
#include "test_held_mark.moc"
