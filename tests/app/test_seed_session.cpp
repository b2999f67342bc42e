#include <QTest>

#include <algorithm>

#include "app/session/seed_session.h"

using namespace hw;
using StepTo = cluster::TimeControl::StepTo;

namespace {

constexpr Duration kPlenty = 10s;

simulate::Options optionsOf(std::uint64_t seed)
{
    simulate::Options options;
    options.seed = seed;
    options.operations = 60;
    return options;
}

/// As a window does between frames.
void lookAt(cluster::Cluster& cluster)
{
    cluster.snapshot();
    cluster.gauges();
    cluster.takeEvents(100);
    cluster.takeFlights();
}

} // namespace

class TestSeedSession : public QObject
{
    Q_OBJECT
private slots:
    void itStandsAtTheStart()
    {
        app::SeedSession session(optionsOf(5));
        session.clock().advance(16ms, kPlenty);
        QCOMPARE(session.clock().state().now, Instant());
        QCOMPARE(session.clock().state().seed, std::uint64_t(5));
        QVERIFY(session.run().verdict().faults.empty());
    }

    void aSeedIsTheSameRunHoweverItIsMoved_data()
    {
        QTest::addColumn<quint64>("seed");
        QTest::newRow("5") << quint64(5);
        QTest::newRow("8") << quint64(8);
    }

    void aSeedIsTheSameRunHoweverItIsMoved()
    {
        QFETCH(quint64, seed);
        const simulate::Verdict whole = simulate::Run(optionsOf(seed)).judge();
        app::SeedSession session(optionsOf(seed));
        session.cluster().setInterest({true, true});
        for (int frame = 0; session.run().due(); ++frame) {
            if (frame % 40 == 7)
                session.clock().step(frame % 80 == 7 ? StepTo::Anything : StepTo::Event);
            else if (frame % 40 == 9)
                session.clock().play();
            session.clock().setSpeed(frame % 3 == 0 ? 0.3 : 11);
            session.clock().advance(17ms, kPlenty);
            lookAt(session.cluster());
        }
        const simulate::Verdict moved = session.run().verdict();
        QCOMPARE(moved.fingerprint, whole.fingerprint);
        QCOMPARE(moved.virtualTime, whole.virtualTime);
        QCOMPARE(moved.faults, whole.faults);
        QCOMPARE(moved.acknowledged, whole.acknowledged);
        QVERIFY(moved.isGood() && whole.isGood());
        QVERIFY(!moved.faults.empty() && moved.acknowledged > 0);
    }

    void whatTheCheckersFindIsAnEventAndALamp()
    {
        app::SeedSession session(optionsOf(5));
        cluster::EngineCluster& cluster = session.cluster();
        QVERIFY(std::ranges::count(cluster.snapshot()->invariantsChecked, 13) == 1);
        cluster.judge(12, "offset 3 was skipped");
        QCOMPARE(cluster.snapshot()->invariantsBroken,
                 std::vector<std::string>{"12: offset 3 was skipped"});
        const auto batch = cluster.takeEvents(1000);
        const auto* broken = std::get_if<observe::fact::InvariantBroken>(&batch.events.back().fact);
        QVERIFY(broken && broken->number == 12);
    }
};

QTEST_APPLESS_MAIN(TestSeedSession)
#include "test_seed_session.moc"
