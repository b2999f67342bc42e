#include <QTest>

#include "engine/simulate/run.h"

using namespace hw;
using namespace hw::simulate;

namespace {

Options optionsOf(std::uint64_t seed)
{
    Options options;
    options.seed = seed;
    options.operations = 60;
    return options;
}

} // namespace

class TestRun : public QObject
{
    Q_OBJECT
private slots:
    void theSameSeedGivesTheSameRun()
    {
        const Verdict one = Run(optionsOf(5)).judge();
        std::size_t events = 0;
        const Verdict two = Run(optionsOf(5), [&](const observe::Event&) { ++events; }).judge();
        QCOMPARE(one.fingerprint, two.fingerprint);
        QCOMPARE(one.faults, two.faults);
        QCOMPARE(one.acknowledged, two.acknowledged);
        QVERIFY(one.acknowledged > 0 && one.read > 0 && !one.faults.empty() && events > 100);
        QVERIFY(one.fingerprint != Run(optionsOf(6)).judge().fingerprint);
    }

    void plansAreWithinTheirLimits()
    {
        std::set<std::int32_t> sizes;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            world::Random random(seed);
            const Plan plan = draw(optionsOf(seed), random);
            QVERIFY(cluster::check(plan.spec).has_value());
            QVERIFY(plan.spec.brokers >= 1 && plan.spec.brokers <= kMostBrokers);
            sizes.insert(plan.spec.brokers);
            const TopicPlan topic = drawTopic(plan, plan.topics.front(), random);
            QVERIFY(topic.replicationFactor >= 1 && topic.replicationFactor <= plan.spec.brokers);
        }
        QCOMPARE(sizes.size(), std::size_t(kMostBrokers));
        world::Random random(1);
        Options options = optionsOf(1);
        options.brokers = 2;
        QCOMPARE(draw(options, random).spec.brokers, 2);
    }
};

QTEST_APPLESS_MAIN(TestRun)
#include "test_run.moc"
