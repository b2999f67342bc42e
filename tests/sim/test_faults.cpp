#include "tests/support/fault_scene.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

/// Each fault of links and nodes, and what Kafka does then.
class TestFaults : public QObject, protected FaultScene
{
    Q_OBJECT
private slots:
    void init() { start({}); }
    void cleanup() { end(); }

    void aFollowerThatIsCutOffLeavesTheIsrAndReturns()
    {
        QVERIFY(obeys(command::CutLink{nodeOf(1), nodeOf(3)}));
        produce(3, "1", 1);
        QVERIFY(sim->until([](const Snapshot& s, const Gauges& g) {
            // The arc drains: a deadline within replica.lag.time.max.ms of now.
            const auto& part = *s.topics.front()->partitions.front();
            const std::int64_t deadline = g.isrDeadlineMs.at(part.replicas.at(2).slot);
            return part.lagTimeMax == 4s && deadline > 0 &&
                   deadline <= toMs(s.at.sinceStart()) + 4000;
        }));
        QVERIFY(isrBecomes({1, 2}));
        const Event* started = find<fact::FaultStarted>();
        const Event* shrunk = find<fact::IsrShrunk>();
        QVERIFY(started && shrunk);
        QCOMPARE(shrunk->cause, started->id);
        QCOMPARE(sim->snapshot()->faults.size(), std::size_t(1));
        QCOMPARE(sim->snapshot()->faults.front().id, started->id);
        QVERIFY(obeys(command::UncutLink{nodeOf(3), nodeOf(1)}));
        QVERIFY(sim->snapshot()->faults.empty());
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(find<fact::IsrExpanded>() && find<fact::FaultEnded>());
        QCOMPARE(find<fact::IsrExpanded>()->cause, find<fact::FaultEnded>()->id);
        QVERIFY(sim->settled());
    }

    void oneWayIsEnoughToLeaveTheIsr()
    {
        QVERIFY(obeys(command::CutLink{nodeOf(3), nodeOf(1), false}));
        produce(1, "x");
        QVERIFY(isrBecomes({1, 2}));
        QVERIFY(!obeys(command::CutLink{nodeOf(3), nodeOf(1), false})); // it is cut already
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(isrBecomes({1, 2, 3}));
    }

    void aBrokerWithoutZooKeeperLosesItsSessionAndComesBack()
    {
        QVERIFY(obeys(command::CutLink{nodeOf(1), kZookeeper}));
        QVERIFY(leaderBecomes(2));
        const Event* expired = find<fact::SessionExpired>();
        QVERIFY(expired);
        QCOMPARE(expired->cause, find<fact::FaultStarted>()->id);
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
    }

    void outsideClientsAreCutByTheirConnections()
    {
        produce(1, "connected");
        QVERIFY(obeys(command::CutLink{nodeOf(1), kOutside}));
        const auto lost = client->produce("t", 0, {"held"}, -1, {}, 2s);
        QVERIFY(!lost.trouble.empty());
        QVERIFY(obeys(command::HealAll{}));
        sim->runFor(1s);
        // What the program sent waited on the link, as with TCP.
        QVERIFY(client->readAll("t", 0).size() <= 2);
        produce(1, "again");
    }

    void aSlowLinkTakesAllWithinTheIsrsTime()
    {
        QVERIFY(obeys(command::DelayLink{nodeOf(1), nodeOf(2), 300ms}));
        const Instant before = sim->world().now();
        produce(1, "slow");
        QVERIFY(sim->world().now() - before >= 300ms);
        QVERIFY(isIsr({1, 2, 3}));
        QVERIFY(obeys(command::DelayLink{nodeOf(2), nodeOf(1), {}}));
        QVERIFY(sim->snapshot()->faults.empty());
        QVERIFY(!obeys(command::DelayLink{nodeOf(2), nodeOf(1), {}}));
    }

    void aCloggedLinkIsAsSlowAsItsBytes()
    {
        produce(1, "first");
        QVERIFY(obeys(command::ClogLink{nodeOf(1), kOutside, 1000}));
        const Instant before = sim->world().now();
        produce(1, std::string(2000, 'x'));
        QVERIFY(sim->world().now() - before >= 2s);
        QVERIFY(obeys(command::HealAll{}));
        const Instant after = sim->world().now();
        produce(1, std::string(2000, 'x'));
        QVERIFY(sim->world().now() - after < 1s);
    }

    void aResetEndsConnectionsAndNothingElse()
    {
        QVERIFY(obeys(command::ResetLink{nodeOf(1), nodeOf(2)}));
        QVERIFY(sim->snapshot()->faults.empty());
        produce(5, "x");
        QVERIFY(sim->settled());
        QVERIFY(isIsr({1, 2, 3}));
    }

    void anUnknownApiOrNodeIsNamed()
    {
        const auto api = sim->run(command::HoldMessage{nodeOf(1), nodeOf(2), "Fech"});
        QVERIFY(!api.ok);
        QVERIFY(api.message.find("Fech") != std::string::npos);
        const auto node = sim->run(command::CutLink{nodeOf(1), nodeOf(7)});
        QVERIFY(!node.ok);
        QVERIFY(node.message.find("broker 7") != std::string::npos);
        QVERIFY(!obeys(command::CutLink{nodeOf(1), nodeOf(1)}));
        QVERIFY(!obeys(command::HealFault{EventId(123456)}));
        QVERIFY(sim->snapshot()->faults.empty());
    }

    void aClockThatJumpsHarmsNoTiming()
    {
        const auto registered = sim->snapshot()->brokers.at(0)->epoch;
        QVERIFY(obeys(command::JumpClock{nodeOf(1), std::chrono::hours(24)}));
        QVERIFY(obeys(command::JumpClock{nodeOf(3), -std::chrono::hours(24)}));
        produce(3, "x");
        sim->runFor(15s);
        QVERIFY(isIsr({1, 2, 3}));
        QCOMPARE(sim->snapshot()->brokers.at(0)->epoch, registered);
        const auto& faults = sim->snapshot()->faults;
        QCOMPARE(faults.size(), std::size_t(2));
        QVERIFY(faults.front().fault.time == std::chrono::hours(24));
        QVERIFY(obeys(command::JumpClock{nodeOf(1), {}}));
        QCOMPARE(sim->snapshot()->faults.size(), std::size_t(1));
    }

    void aKilledEnsembleServerCostsNothingWhileMostLive()
    {
        start({}, 3);
        QVERIFY(obeys(command::Kill{NodeId::ensemble(0)}));
        QVERIFY(find<fact::FaultStarted>());
        QCOMPARE(sim->snapshot()->faults.size(), std::size_t(1));
        produce(3, "x");
        QVERIFY(sim->createTopic("later", 1, 3).ok);
        QVERIFY(obeys(command::ExpireSession{nodeOf(2)}));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(sim->until([](const Snapshot& s, const Gauges&) {
            return s.faults.empty() &&
                   std::ranges::none_of(s.ensemble, [](const EnsembleServerPart& server) {
                       return server.state == EnsembleServerPart::State::Down;
                   });
        }));
        QVERIFY(sim->settled());
    }

    void anExpiredSessionMakesTheBrokerRegisterAnew()
    {
        const auto before = sim->snapshot()->brokers.at(1)->epoch;
        QVERIFY(obeys(command::ExpireSession{nodeOf(2)}));
        QVERIFY(find<fact::SessionExpired>());
        QCOMPARE(find<fact::SessionExpired>()->cause, find<fact::FaultStarted>()->id);
        QVERIFY(sim->until([&](const Snapshot& s, const Gauges&) {
            return s.brokers.at(1)->epoch && s.brokers.at(1)->epoch > before;
        }));
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
        QVERIFY(!obeys(command::ExpireSession{kOutside}));
    }

    void theControllersExpiredSessionElectsAnother()
    {
        const ControllerPart before = sim->snapshot()->controller;
        QVERIFY(obeys(command::ExpireSession{NodeId::broker(before.broker)}));
        QVERIFY(sim->until([&](const Snapshot& s, const Gauges&) {
            return s.controller.epoch > before.epoch && s.controller.broker != kNoBroker;
        }));
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
    }

    void healEndsEveryFaultAndStartsWhatTheyTookDown()
    {
        QVERIFY(obeys(command::CutLink{nodeOf(1), nodeOf(2)}));
        QVERIFY(obeys(command::DelayLink{nodeOf(1), kOutside, 50ms}));
        QVERIFY(obeys(command::TroubleDisk{nodeOf(2), command::DiskTrouble::Slow, 5ms}));
        QVERIFY(obeys(command::JumpClock{nodeOf(2), 1s}));
        QVERIFY(sim->freeze(2).ok);
        QVERIFY(sim->kill(3).ok);
        const auto faults = sim->snapshot()->faults;
        QCOMPARE(faults.size(), std::size_t(6));
        QVERIFY(std::ranges::is_sorted(faults, {}, &FaultPart::id));
        QCOMPARE(undoLineOf(faults.back().undo), std::string("restart 3"));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(sim->snapshot()->faults.empty());
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
    }

    void healDoesNotStartWhatWasStopped()
    {
        QVERIFY(sim->run(command::Stop{nodeOf(3)}).ok);
        QVERIFY(obeys(command::HealAll{}));
        sim->runFor(2s);
        QVERIFY(sim->snapshot()->brokers.at(2)->state == BrokerState::Down);
    }

    /// One AlterPartition and its answer carry many partitions; each change has its own cause.
    void whoReturnsToManyIsrsHasNotTheCauseOfAnotherPartition()
    {
        command::CreateTopic create;
        create.topic = "u";
        create.assignment = std::vector(4, ids({1, 2, 3}));
        QVERIFY(obeys(create));
        QVERIFY(sim->settled());
        const auto allHave = [this](std::size_t inSync) {
            return sim->until([&](const Snapshot&, const Gauges&) {
                for (int n = 0; n < 4; ++n)
                    if (sim->partition("u", n)->isr.size() != inSync)
                        return false;
                return true;
            });
        };
        QVERIFY(obeys(command::CutLink{nodeOf(1), nodeOf(3)}));
        for (int n = 0; n < 4; ++n)
            QVERIFY(client->produce("u", n, {"x"}, 1, {}, 30s).ok());
        QVERIFY(allHave(2));
        const EventId before = sim->events().back().id;
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(allHave(3));

        const auto& events = sim->events();
        int expanded = 0;
        for (const Event& event : events) {
            const auto* back = std::get_if<fact::IsrExpanded>(&event.fact);
            if (!back || back->partition.topic != "u")
                continue;
            ++expanded;
            const auto cause = std::ranges::find(events, event.cause, &Event::id);
            QVERIFY(cause != events.end());
            const auto* changed = std::get_if<fact::ZnodeChanged>(&cause->fact);
            if (changed && cause->id > before)
                QCOMPARE(QString::fromStdString(changed->path),
                         QString("/brokers/topics/u/partitions/%1/state")
                             .arg(back->partition.partition));
        }
        QCOMPARE(expanded, 4);
    }

    void eachNodesFaultIsHealedAlone()
    {
        QVERIFY(sim->freeze(2).ok);
        QVERIFY(obeys(command::HealFault{sim->snapshot()->faults.front().id}));
        QVERIFY(sim->snapshot()->brokers.at(1)->state == BrokerState::Running);
        QVERIFY(obeys(command::Freeze{kZookeeper}));
        QCOMPARE(sim->snapshot()->faults.size(), std::size_t(1));
        QVERIFY(obeys(command::Thaw{kZookeeper}));
        QVERIFY(sim->snapshot()->faults.empty());
        QVERIFY(find<fact::FaultEnded>());
    }

    void aBrokerThatIsKilledWhileItStopsAnswersItsStop()
    {
        QVERIFY(obeys(command::Freeze{kZookeeper}));
        const CommandId stop = sim->cluster().submit(command::Stop{nodeOf(2)});
        sim->runFor(1s);
        QVERIFY(sim->kill(2).ok);
        const auto& events = sim->events();
        const auto answered = std::ranges::find_if(events, [&](const Event& event) {
            const auto* done = std::get_if<fact::CommandDone>(&event.fact);
            return done && done->command == stop;
        });
        QVERIFY(answered != events.end());
        QVERIFY(!std::get<fact::CommandDone>(answered->fact).ok);
    }

    void theSameFaultsGiveTheSameRun()
    {
        const auto fingerprint = [this] {
            start({});
            obeys(command::CutLink{nodeOf(1), nodeOf(3)});
            obeys(command::ClogLink{nodeOf(1), nodeOf(2), 100'000});
            obeys(command::TroubleDisk{nodeOf(2), command::DiskTrouble::Slow, 3ms});
            produce(3, "x");
            sim->runFor(8s);
            obeys(command::HealAll{});
            sim->runFor(2s);
            return std::pair(sim->world().fingerprint(), sim->cluster().fingerprint());
        };
        QVERIFY(fingerprint() == fingerprint());
    }
};

QTEST_APPLESS_MAIN(TestFaults)
#include "test_faults.moc"
