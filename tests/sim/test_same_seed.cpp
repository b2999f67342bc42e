#include <QTest>

#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;

namespace {

struct Prints
{
    std::uint64_t frames = 0;
    std::uint64_t events = 0;
    bool operator==(const Prints&) const = default;
};

/// The demo with a broker killed and brought back, looked at as often as `looks` says.
Prints runOnce(std::uint64_t seed, bool looks)
{
    cluster::ClusterSpec spec;
    spec.seed = seed;
    spec.demo = true;
    SimCluster cluster(spec);
    const auto go = [&](Duration duration) {
        for (Duration passed{}; passed < duration; passed += 100ms) {
            cluster.runFor(100ms);
            if (looks)
                cluster.snapshot();
        }
    };
    go(8s);
    cluster.cluster().submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
    go(6s);
    cluster.cluster().submit(observe::command::Restart{NodeId::broker(BrokerId(2))});
    go(6s);
    return {cluster.world().fingerprint(), cluster.cluster().fingerprint()};
}

} // namespace

class TestSameSeed : public QObject
{
    Q_OBJECT
private slots:
    void theSameSeedGivesTheSameRun()
    {
        const Prints one = runOnce(7, false);
        const Prints two = runOnce(7, false);
        QCOMPARE(one.frames, two.frames);
        QCOMPARE(one.events, two.events);
        QVERIFY(one.frames != runOnce(8, false).frames);
    }

    void lookingChangesNothing()
    {
        const Prints unseen = runOnce(3, false);
        const Prints seen = runOnce(3, true);
        QCOMPARE(unseen.frames, seen.frames);
        QCOMPARE(unseen.events, seen.events);
    }
};

QTEST_APPLESS_MAIN(TestSameSeed)
#include "test_same_seed.moc"
