#include <QTest>

#include "app/session/studio_cluster.h"
#include "engine/base/time.h"
#include "engine/world/random.h"

using namespace hw;
using Back = cluster::RunControl::Back;
using Mode = cluster::TimeState::Mode;
namespace command = observe::command;

namespace {

constexpr Duration kPlenty = 10s;

cluster::ClusterSpec demo(std::uint64_t seed)
{
    cluster::ClusterSpec spec;
    spec.demo = true;
    spec.seed = seed;
    return spec;
}

std::unique_ptr<app::SimSession> session(std::uint64_t seed)
{
    auto started = app::SimSession::start(demo(seed));
    if (!started)
        qFatal("%s", started.error().message.c_str());
    return std::move(*started);
}

/// A studio whose machine has all the time that is wanted.
std::unique_ptr<app::StudioCluster> studio(std::uint64_t seed = 7)
{
    auto made = std::make_unique<app::StudioCluster>(session(seed));
    made->session().clock().setMachineTime([] { return Duration(); });
    made->run().parked().setUsed(false);
    return made;
}

bool never() { return false; }

observe::Command any(world::Random& random)
{
    const auto broker = NodeId::broker(BrokerId(1 + static_cast<std::int32_t>(random.below(3))));
    const auto other = NodeId::broker(BrokerId(1 + static_cast<std::int32_t>(random.below(3))));
    switch (random.below(10)) {
    case 0:
        return command::Kill{broker};
    case 1:
        return command::Restart{broker};
    case 2:
        return command::Freeze{broker};
    case 3:
        return command::Thaw{broker};
    case 4:
        return command::CutLink{broker, other};
    case 5:
        return command::HealAll{};
    case 6:
        return command::DelayLink{broker, other, 30ms};
    case 7:
        return command::HoldMessage{broker, other, "Fetch", false};
    case 8:
        return command::CreateTopic{"t" + std::to_string(random.below(5)), 2, 2, {}, {}};
    default:
        return command::Elect{{"TopicA", static_cast<std::int32_t>(random.below(3))}};
    }
}

/// Moves time and gives commands as a restless person does.
void play(app::StudioCluster& studio, world::Random& random, Duration until)
{
    const double speeds[] = {1, 0.02, 25, 0.5, 4, 60};
    auto& time = *studio.timeControl();
    time.play();
    while (studio.session().now() < Instant(until)) {
        switch (random.below(12)) {
        case 0:
            time.pause();
            break;
        case 1:
            time.step(cluster::TimeControl::StepTo::Event);
            break;
        case 2:
            time.setSpeed(speeds[random.below(6)]);
            break;
        case 3:
        case 4:
            studio.submit(any(random));
            if (random.below(3) == 0)
                studio.submit(any(random)); // at the very same moment
            break;
        default:
            if (time.state().mode == Mode::Paused)
                time.play();
        }
        time.advance(16ms, kPlenty);
        studio.takeEvents(1000);
        studio.snapshot();
    }
    time.pause();
}

/// Runs on until time has gone by; then it stands.
void run(app::StudioCluster& studio, Duration time)
{
    const Instant end = studio.session().now() + time;
    cluster::TimeControl::Goal goal;
    goal.at = end;
    studio.timeControl()->runUntil(std::move(goal), true);
    for (int frame = 0; studio.session().now() < end && frame < 100'000; ++frame)
        studio.timeControl()->advance(16ms, kPlenty);
    studio.takeEvents(100'000);
}

struct Seen
{
    app::RunPosition position;
    std::uint64_t fingerprint = 0;
};

Seen seen(app::StudioCluster& studio)
{
    return {studio.session().position(), studio.session().fingerprint()};
}

} // namespace

class TestRunReplay : public QObject
{
    Q_OBJECT
private slots:
    void aRunIsTheSameAgainAtEveryPosition_data()
    {
        QTest::addColumn<int>("seed");
        for (const int seed : {1, 2, 3, 4, 5, 6})
            QTest::addRow("seed %d", seed) << seed;
    }
    void aRunIsTheSameAgainAtEveryPosition()
    {
        QFETCH(int, seed);
        const auto first = studio(static_cast<std::uint64_t>(seed));
        first->setInterest({true, true, true});
        world::Random random(static_cast<std::uint64_t>(seed) * 977);
        std::vector<Seen> stops;
        for (const Duration until : {3s, 6s, 9s, 12s}) {
            play(*first, random, until);
            stops.push_back(seen(*first));
        }
        const app::RunLog log = first->session().log();
        QVERIFY(!log.commands.empty());
        const auto again = session(static_cast<std::uint64_t>(seed));
        again->script().follow(log);
        for (const Seen& stop : stops) {
            QVERIFY(again->runTo({stop.position, {}}, never));
            QVERIFY(again->position() == stop.position);
            QCOMPARE(again->fingerprint(), stop.fingerprint);
        }
        QVERIFY(again->script().coming().empty());
    }

    void aReplayGoesOnWhereItStopped()
    {
        const auto first = studio();
        world::Random random(5);
        play(*first, random, 8s);
        const auto again = session(7);
        again->script().follow(first->session().log());
        int pieces = 0;
        while (!again->runTo({first->session().position(), {}}, [] { return true; }))
            QVERIFY(++pieces < 1'000'000);
        QVERIFY(pieces > 100);
        QCOMPARE(again->fingerprint(), first->session().fingerprint());
    }

    void whatWasDoneHappensAgainWhenThePastIsPlayed()
    {
        const auto s = studio();
        world::Random random(11);
        play(*s, random, 10s);
        const Seen end = seen(*s);
        const std::size_t commands = s->session().script().given().size();
        s->run().goTo(Instant(4s));
        QCOMPARE(s->session().now(), Instant(4s));
        QVERIFY(s->run().state().inPast);
        QCOMPARE(s->run().state().knownTo, end.position.at);
        QCOMPARE(s->run().state().jumps, std::uint64_t(1));
        s->timeControl()->setSpeed(3);
        s->timeControl()->play();
        while (s->session().now() < end.position.at)
            s->timeControl()->advance(7ms, kPlenty);
        s->timeControl()->pause();
        QCOMPARE(s->session().script().given().size(), commands);
        QCOMPARE(s->run().branches().size(), std::size_t(1));
        const auto again = session(7); // those moments may have been passed between two frames
        again->script().follow(s->session().log());
        QVERIFY(again->runTo({end.position, {}}, never));
        QVERIFY(again->position() == end.position);
        QCOMPARE(again->fingerprint(), end.fingerprint);
        QVERIFY(!s->run().state().inPast);
    }

    void aStepBackUndoesAStep()
    {
        const auto s = studio();
        run(*s, 5s);
        s->submit(command::Kill{NodeId::broker(BrokerId(2))});
        std::vector<Seen> moments;
        for (int n = 0; n < 12; ++n) {
            s->timeControl()->step(cluster::TimeControl::StepTo::Event);
            while (s->timeControl()->state().mode == Mode::Stepping)
                s->timeControl()->advance(16ms, kPlenty);
            s->takeEvents(1000);
            moments.push_back(seen(*s));
        }
        for (std::size_t n = moments.size() - 1; n-- > 0;) {
            QVERIFY(s->run().stepBack(Back::Event));
            QVERIFY(s->session().position() == moments[n].position);
            QCOMPARE(s->session().fingerprint(), moments[n].fingerprint);
        }
        s->timeControl()->step(cluster::TimeControl::StepTo::Event);
        QCOMPARE(s->session().fingerprint(), moments[1].fingerprint);
    }

    void aStepBackGoesByMessageToo()
    {
        const auto s = studio();
        s->setInterest({true, true, true});
        run(*s, 3s);
        s->takeFlights();
        std::vector<Seen> moments;
        for (int n = 0; n < 8; ++n) {
            s->timeControl()->step(cluster::TimeControl::StepTo::Anything);
            s->takeFlights();
            moments.push_back(seen(*s));
        }
        for (std::size_t n = moments.size() - 1; n-- > 0;) {
            QVERIFY(s->run().stepBack(Back::Anything));
            QVERIFY(s->session().position() == moments[n].position);
            QCOMPARE(s->session().fingerprint(), moments[n].fingerprint);
        }
    }

    void thePastComesWithItsEvents()
    {
        const auto s = studio();
        run(*s, 4s);
        s->submit(command::Kill{NodeId::broker(BrokerId(2))});
        run(*s, 2s);
        const auto all = s->run().past();
        s->run().goTo(Instant(2s));
        const auto past = s->run().past();
        QVERIFY(!past.empty() && past.size() < all.size());
        for (std::size_t n = 0; n < past.size(); ++n) {
            QCOMPARE(past[n].id, all[n].id);
            QCOMPARE(observe::textOf(past[n].fact), observe::textOf(all[n].fact));
        }
        QVERIFY(past.back().at <= Instant(2s));
        QVERIFY(all[past.size()].at > Instant(2s));
    }

    void anotherDeedInThePastIsAnotherFuture()
    {
        const auto s = studio();
        run(*s, 4s);
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        run(*s, 4s);
        const Seen first = seen(*s);
        s->run().goTo(Instant(5s));
        s->submit(command::Kill{NodeId::broker(BrokerId(3))});
        run(*s, 3s);
        const Seen second = seen(*s);
        const auto branches = s->run().branches();
        QCOMPARE(branches.size(), std::size_t(2));
        QVERIFY(branches[1].isCurrent);
        QCOMPARE(branches[1].parent, 0);
        QCOMPARE(branches[1].forked, Instant(5s));
        QCOMPARE(branches[1].commands, std::size_t(1));
        QVERIFY(std::holds_alternative<command::Kill>(*branches[1].last));
        QVERIFY(first.fingerprint != second.fingerprint);

        s->run().switchTo(0);
        QVERIFY(!s->run().state().travelled);
        s->run().goTo(first.position.at);
        QCOMPARE(s->session().fingerprint(), first.fingerprint);
        s->run().switchTo(1);
        QVERIFY(s->session().position() == second.position);
        QCOMPARE(s->session().fingerprint(), second.fingerprint);
        s->run().rename(1, "without broker 3");
        s->run().remove(0);
        QCOMPARE(s->run().branches().size(), std::size_t(1));
        QCOMPARE(s->run().branches()[0].name, std::string("without broker 3"));
    }

    void aForkHasNoFuture()
    {
        const auto s = studio();
        run(*s, 4s);
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        run(*s, 2s);
        s->run().goTo(Instant(3s));
        QVERIFY(s->run().fork());
        QVERIFY(!s->run().state().inPast);
        run(*s, 3s);
        for (const auto& event : s->run().past())
            QVERIFY(!std::holds_alternative<observe::fact::BrokerKilled>(event.fact));
        const auto plain = session(7);
        QVERIFY(plain->runTo({std::nullopt, Instant(6s)}, never));
        QCOMPARE(s->session().cluster().fingerprint(), plain->cluster().fingerprint());
    }

    void oneCanStayOnTheWay()
    {
        const auto s = studio();
        run(*s, 6s);
        const Seen here = seen(*s);
        s->session().clock().setMachineTime([at = Duration()]() mutable { return at += 5ms; });
        s->run().goTo(Instant(5s));
        const auto state = s->run().state();
        QVERIFY(state.travelled && *state.travelled < 1);
        QCOMPARE(state.goal, Instant(5s));
        s->run().cancel();
        QVERIFY(!s->run().state().travelled);
        QVERIFY(s->session().position() == here.position);
        s->run().goTo(Instant(5s));
        for (int frame = 0; s->run().state().travelled; ++frame) {
            QVERIFY(frame < 100'000);
            s->timeControl()->advance(16ms, 20ms);
        }
        QCOMPARE(s->session().now(), Instant(5s));
    }

    void parkedRunsMakeTheWayShort()
    {
        const auto s = studio();
        s->run().parked().setUsed(true);
        run(*s, 40s);
        s->timeControl()->advance(16ms, kPlenty);
        QCOMPARE(s->run().parked().count(), std::size_t(2));
        const Seen here = seen(*s);
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        run(*s, 2s);
        int looks = 0;
        s->session().clock().setMachineTime([&looks] {
            ++looks;
            return Duration();
        });
        const Instant before = here.position.at - 1ms;
        s->run().goTo(before);
        const int withParked = looks;
        QCOMPARE(s->session().now(), before);
        QCOMPARE(s->session().cluster().fingerprint(), [&] {
            const auto plain = session(7);
            (void)plain->runTo({std::nullopt, before}, never);
            return plain->cluster().fingerprint();
        }());
        s->run().parked().setUsed(false);
        looks = 0;
        s->run().goTo(before - 1ms);
        QVERIFY(looks > 4 * withParked);
    }

    void timeStopsWhereItWasToldTo()
    {
        const auto s = studio();
        auto& time = *s->timeControl();
        run(*s, 5s);
        const std::uint64_t goals = time.state().goals;
        cluster::TimeControl::Goal elected;
        elected.event = [](const observe::Event& event) {
            return std::holds_alternative<observe::fact::LeaderElected>(event.fact);
        };
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        time.runUntil(elected, true);
        while (time.state().mode == Mode::Stepping)
            time.advance(16ms, kPlenty);
        QVERIFY(time.state().goalMet);
        QVERIFY(!time.state().hasGoal);
        const auto events = s->takeEvents(10'000).events;
        QVERIFY(elected.event(events.back()) || elected.event(events[events.size() - 2]));
        elected.within = 2s;
        const Instant before = s->session().now();
        elected.event = [](const observe::Event&) { return false; };
        time.setSpeed(100);
        time.runUntil(elected, false);
        QCOMPARE(time.state().mode, Mode::Playing);
        while (time.state().hasGoal)
            time.advance(16ms, kPlenty);
        QCOMPARE(time.state().mode, Mode::Paused);
        QVERIFY(!time.state().goalMet);
        QCOMPARE(s->session().now() - before, Duration(2s));
        QCOMPARE(time.state().goals, goals + 2);
    }

    void aFaultSlowsTimeForAMoment()
    {
        const auto s = studio();
        auto& time = *s->timeControl();
        run(*s, 5s);
        time.slowOn(
            [](const observe::Event& event) {
                return std::holds_alternative<observe::fact::BrokerKilled>(event.fact);
            },
            0.05, 2s);
        time.play();
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        const Instant before = s->session().now();
        Duration slowed{};
        for (Duration real{}; real < 5s; real += 10ms) {
            const Instant from = s->session().now();
            time.advance(10ms, kPlenty);
            if (time.state().slowed) {
                slowed += 10ms;
                QVERIFY(s->session().now() - from <= 10ms);
            }
        }
        QVERIFY(slowed > 1900ms && slowed <= 2000ms);
        const Duration moved = s->session().now() - before;
        QVERIFY(moved > 3050ms && moved < 3200ms);
    }

    void aSecondRunGoesWithTheFirst()
    {
        const auto s = studio();
        run(*s, 8s);
        s->run().showBeside(cluster::RunChange::AcksOne);
        s->timeControl()->advance(16ms, kPlenty);
        QVERIFY(s->run().beside());
        const auto acksOf = [](cluster::Cluster& cluster) {
            std::vector<std::int32_t> acks;
            for (const auto& producer : cluster.snapshot()->producers)
                acks.push_back(producer->acks);
            return acks;
        };
        QCOMPARE(acksOf(*s->run().beside()), (std::vector<std::int32_t>{1, 1, 1}));
        QCOMPARE(acksOf(*s), (std::vector<std::int32_t>{-1, 1, -1}));
        QCOMPARE(s->run().beside()->snapshot()->at, s->snapshot()->at);
        s->submit(command::Kill{NodeId::broker(BrokerId(1))});
        run(*s, 1s);
        s->timeControl()->advance(16ms, kPlenty);
        const auto other = s->run().beside()->snapshot();
        QCOMPARE(other->at, s->snapshot()->at);
        QCOMPARE(other->brokers[0]->state, observe::BrokerState::Down);
        s->run().goTo(Instant(4s));
        s->timeControl()->advance(16ms, kPlenty);
        QCOMPARE(s->run().beside()->snapshot()->at, Instant(4s));
        s->run().endBeside();
        QVERIFY(!s->run().beside());
    }
};

QTEST_GUILESS_MAIN(TestRunReplay)
#include "test_run_replay.moc"
