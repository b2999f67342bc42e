#include <QTest>

#include "app/session/sim_session.h"

using namespace hw;
using Mode = cluster::TimeState::Mode;
using StepTo = cluster::TimeControl::StepTo;

namespace {

constexpr Duration kPlenty = 10s;

std::unique_ptr<app::SimSession> start(std::uint64_t seed = 7)
{
    cluster::ClusterSpec spec;
    spec.demo = true;
    spec.seed = seed;
    auto session = app::SimSession::start(spec);
    if (!session)
        qFatal("%s", session.error().message.c_str());
    return std::move(*session);
}

/// A machine whose time passes by a step with each look at it.
app::SimClock::MachineTime slowMachine(Duration step)
{
    return [at = Duration(), step]() mutable { return at += step; };
}

Duration timeOf(app::SimSession& session) { return session.clock().state().now.sinceStart(); }

void lookAt(cluster::Cluster& cluster)
{
    cluster.snapshot();
    cluster.gauges();
    cluster.takeEvents(100);
    cluster.takeFlights();
    cluster.znodes();
}

} // namespace

class TestSimClock : public QObject
{
    Q_OBJECT
private slots:
    void itStandsUntilItIsPlayed()
    {
        const auto session = start();
        session->clock().advance(16ms, kPlenty);
        QCOMPARE(timeOf(*session), Duration());
        session->clock().play();
        session->clock().advance(16ms, kPlenty);
        QCOMPARE(timeOf(*session), Duration(16ms));
    }

    void itRunsAtTheSpeedAskedFor()
    {
        const auto session = start();
        session->clock().play();
        session->clock().setSpeed(0.001);
        for (int frame = 0; frame < 1000; ++frame)
            session->clock().advance(17ms, kPlenty);
        QCOMPARE(timeOf(*session), Duration(17ms)); // nothing is lost by rounding
        session->clock().setSpeed(1000);
        session->clock().advance(16ms, kPlenty);
        QCOMPARE(timeOf(*session), Duration(16s + 17ms));
        session->clock().setSpeed(5000);
        QCOMPARE(session->clock().state().speed, 1000.0);
        session->clock().setSpeed(0);
        QCOMPARE(session->clock().state().speed, 0.001);
    }

    void aStalledWindowDoesNotMakeTimeJump()
    {
        const auto session = start();
        session->clock().play();
        session->clock().advance(std::chrono::hours(1), kPlenty);
        QVERIFY(timeOf(*session) <= 100ms);
    }

    void whatTheMachineCannotDoIsGivenUp()
    {
        const auto session = start();
        session->clock().setMachineTime(slowMachine(2ms));
        session->clock().setSpeed(1000);
        session->clock().play();
        Duration last{};
        for (int frame = 0; frame < 100; ++frame) {
            session->clock().advance(16ms, 6ms); // three looks: some dozen tasks
            if (frame % 20 < 19)
                continue; // a moment may hold more tasks than that
            QVERIFY(timeOf(*session) > last);
            last = timeOf(*session);
        }
        QVERIFY(last < 100 * 16s);
        QVERIFY(session->clock().state().behind);
        session->clock().setMachineTime([] { return Duration(); });
        session->clock().setSpeed(1);
        const Duration before = timeOf(*session);
        session->clock().advance(16ms, 6ms);
        QCOMPARE(timeOf(*session) - before, Duration(16ms)); // and never owed
    }

    void asFastAsPossibleUsesTheWholeBudget()
    {
        const auto session = start();
        session->clock().setMachineTime(slowMachine(1ms));
        session->clock().setFlatOut(true);
        session->clock().play();
        for (int frame = 0; frame < 40; ++frame)
            session->clock().advance(16ms, 200ms);
        QVERIFY(timeOf(*session) > 40 * 16ms);
        QVERIFY(session->clock().state().reached > 1);
    }

    void aStepEndsAtTheNextEvent()
    {
        const auto session = start();
        session->runFor(10s);
        while (!session->cluster().takeEvents(1000).events.empty())
            ;
        session->clock().play();
        session->cluster().submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
        session->clock().advance(16ms, kPlenty);
        session->cluster().takeEvents(1000);
        for (int n = 0; n < 5; ++n) {
            session->clock().step(StepTo::Event);
            for (int frame = 0; session->clock().state().mode == Mode::Stepping; ++frame) {
                QVERIFY(frame < 10000);
                session->clock().advance(16ms, kPlenty);
            }
            const auto state = session->clock().state();
            QCOMPARE(state.mode, Mode::Paused);
            QVERIFY(state.lastStep && !state.lastStep->empty);
            const auto events = session->cluster().takeEvents(1000).events;
            QVERIFY(!events.empty());
            QCOMPARE(events.front().id.value(), state.lastStep->after.value() + 1);
            QCOMPARE(events.back().id, state.lastStep->last);
            for (const auto& event : events) // one moment, not two
                QCOMPARE(event.at, state.now);
        }
    }

    void aSmallStepEndsAtTheNextMessageToo()
    {
        const auto session = start();
        session->runFor(10s);
        session->cluster().setInterest({true, true, false});
        lookAt(session->cluster());
        for (int n = 0; n < 20; ++n) {
            session->clock().step(StepTo::Anything);
            const auto state = session->clock().state();
            QCOMPARE(state.mode, Mode::Paused);
            const auto flights = session->cluster().takeFlights().flights;
            const auto events = session->cluster().takeEvents(1000).events;
            QVERIFY(!flights.empty() || !events.empty());
            if (flights.empty())
                continue;
            QCOMPARE(flights.front().id.value(), state.lastStep->flightAfter.value() + 1);
            QCOMPARE(flights.back().id, state.lastStep->flightLast);
        }
    }

    void aStepThatFindsNothingSaysSo()
    {
        cluster::ClusterSpec spec;
        spec.brokers = 1;
        auto session = app::SimSession::start(spec);
        QVERIFY(session.has_value());
        (*session)->runFor(60s); // nothing but heartbeats from here on
        (*session)->clock().setMachineTime([] { return Duration(); });
        (*session)->clock().step(StepTo::Event);
        const auto state = (*session)->clock().state();
        QCOMPARE(state.mode, Mode::Paused);
        QVERIFY(state.lastStep && state.lastStep->empty);
        QVERIFY(state.lastStep->took <= cluster::TimeControl::kStepSpan);
    }

    void aCommandTakesEffectWhileTimeStands()
    {
        const auto session = start();
        session->runFor(10s);
        session->cluster().takeEvents(100'000);
        session->cluster().submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
        const Duration before = timeOf(*session);
        session->clock().advance(16ms, kPlenty);
        QCOMPARE(timeOf(*session), before);
        bool killed = false;
        for (const auto& event : session->cluster().takeEvents(1000).events)
            killed = killed || std::holds_alternative<observe::fact::BrokerKilled>(event.fact);
        QVERIFY(killed);
        QCOMPARE(session->cluster().snapshot()->brokers[1]->state, observe::BrokerState::Down);
    }

    void theRunIsTheSameHoweverTimeIsMoved()
    {
        const auto plain = start();
        plain->runFor(12s);

        const auto watched = start();
        watched->cluster().setInterest({true, true, true});
        watched->clock().setMachineTime(slowMachine(500us));
        watched->clock().play();
        const double speeds[] = {1, 0.01, 30, 0.5, 3};
        for (int frame = 0; timeOf(*watched) < 8s; ++frame) {
            watched->clock().setSpeed(speeds[frame / 7 % 5]);
            watched->clock().setFlatOut(frame % 31 == 5);
            if (frame % 40 == 39) {
                watched->clock().step(StepTo::Event);
                watched->clock().play();
            }
            watched->clock().advance(16ms, 5ms);
            lookAt(watched->cluster());
        }
        QVERIFY(timeOf(*watched) < 12s);
        watched->runFor(12s - timeOf(*watched));
        QCOMPARE(watched->cluster().lastEvent(), plain->cluster().lastEvent());
        QCOMPARE(watched->cluster().fingerprint(), plain->cluster().fingerprint());
        const auto other = start(8);
        other->runFor(12s);
        QVERIFY(other->cluster().fingerprint() != plain->cluster().fingerprint());
    }
};

QTEST_GUILESS_MAIN(TestSimClock)
#include "test_sim_clock.moc"
