#include <QTest>

#include <algorithm>

#include <fmt/format.h>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

namespace {

NodeId nodeOf(int n) { return NodeId::broker(BrokerId(n)); }
const NodeId kZookeeper = NodeId::ensemble(0);
const NodeId kOutside = NodeId::outside(0);

std::vector<BrokerId> ids(std::initializer_list<int> numbers)
{
    std::vector<BrokerId> all;
    for (const int n : numbers)
        all.emplace_back(n);
    return all;
}

} // namespace

/// Each fault, and what Kafka does then. Three brokers, partition t-0 on 1, 2, 3, led by 1.
class TestFaults : public QObject
{
    Q_OBJECT
private slots:
    void init() { start({}); }
    void cleanup()
    {
        if (QTest::currentTestFailed())
            qWarning("%s", sim->story(80).c_str());
        client.reset();
        sim.reset();
    }

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

    void aHeldAnswerGoesWithItsConnection()
    {
        produce(1, "connected");
        QVERIFY(obeys(command::HoldMessage{nodeOf(1), kOutside, "Produce", true}));
        const auto produced = client->produce("t", 0, {"held"}, -1, {}, 2s);
        QVERIFY(!produced.ok()); // and the client gives the connection up
        sim->runFor(1s);
        QVERIFY(find<fact::MessageHeld>());
        const Event* ended = find<fact::FaultEnded>();
        QVERIFY(ended);
        QCOMPARE(std::get<fact::FaultEnded>(ended->fact).why, std::string("its connection ended"));
        QVERIFY(sim->snapshot()->faults.empty());
        QCOMPARE(leo(), std::int64_t(2)); // appended, only the answer was lost
    }

    void aProducersAnswerIsHeldAndReleasedOrDropped()
    {
        command::AddProducer add;
        add.name = "p";
        add.topics = {"t"};
        add.rate = 20;
        QVERIFY(obeys(add));
        sim->runFor(1s);
        const NodeId producer = sim->snapshot()->producers.front()->client;
        const auto acked = [&] {
            const auto part = sim->snapshot()->producers.front();
            return sim->gauges()->acked.at(part->slot);
        };
        for (const bool drop : {false, true}) {
            QVERIFY(obeys(command::HoldMessage{nodeOf(1), producer, "Produce", true}));
            sim->runFor(1s);
            QVERIFY(sim->snapshot()->faults.front().caught);
            const auto before = acked();
            sim->runFor(1s);
            QCOMPARE(acked(), before);
            QVERIFY(obeys(command::ReleaseMessage{kNoEvent, drop}));
            sim->runFor(2s);
            QVERIFY(acked() > before + 20);
            QVERIFY(sim->snapshot()->faults.empty());
        }
    }

    void aHeldRequestIsDroppedWithItsConnection()
    {
        produce(1, "connected");
        QVERIFY(obeys(command::HoldMessage{kOutside, nodeOf(1), "Produce"}));
        QVERIFY(!obeys(command::ReleaseMessage{kNoEvent, true})); // nothing has come yet
        const auto produced = client->produce("t", 0, {"lost"}, -1, {}, 1s);
        QVERIFY(!produced.ok());
        QVERIFY(obeys(command::ReleaseMessage{kNoEvent, true}));
        sim->runFor(1s);
        QCOMPARE(leo(), std::int64_t(1));
        produce(1, "next");
        QCOMPARE(leo(), std::int64_t(2));
    }

    void aHeldFetchKeepsAFollowerOut()
    {
        QVERIFY(obeys(command::HoldMessage{nodeOf(3), nodeOf(1), "Fetch"}));
        produce(1, "x");
        QVERIFY(isrBecomes({1, 2}));
        QVERIFY(obeys(command::HealFault{sim->snapshot()->faults.front().id}));
        QVERIFY(isrBecomes({1, 2, 3}));
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

    void aSlowDiskSlowsWhatNeedsIt()
    {
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::Slow, 400ms}));
        const Instant before = sim->world().now();
        produce(1, "slow");
        QVERIFY(sim->world().now() - before >= 400ms);
        sim->runFor(10s);
        QVERIFY(isIsr({1, 2, 3})); // its session and its lag live through it
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::None, {}}));
    }

    void aBrokerWhoseOnlyDiskFailsHalts_data()
    {
        QTest::addColumn<int>("trouble");
        QTest::newRow("full") << static_cast<int>(command::DiskTrouble::Full);
        QTest::newRow("write error") << static_cast<int>(command::DiskTrouble::WriteError);
        QTest::newRow("torn write") << static_cast<int>(command::DiskTrouble::TornWrite);
    }
    /// Kafka: LogManager.handleLogDirFailure, KIP-112.
    void aBrokerWhoseOnlyDiskFailsHalts()
    {
        QFETCH(int, trouble);
        produce(3, "before");
        QVERIFY(
            obeys(command::TroubleDisk{nodeOf(3), static_cast<command::DiskTrouble>(trouble), {}}));
        produce(1, "after");
        QVERIFY(stateBecomes(3, BrokerState::Down));
        QVERIFY(find<fact::BrokerFailed>());
        QVERIFY(isrBecomes({1, 2}));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(stateBecomes(3, BrokerState::Running));
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
        QCOMPARE(client->readAll("t", 0).size(), std::size_t(4));
    }

    void aFailedFsyncHaltsTheBroker()
    {
        start({{"log.flush.interval.messages", "1"}});
        produce(1, "before");
        QVERIFY(obeys(command::TroubleDisk{nodeOf(3), command::DiskTrouble::FsyncError, {}}));
        produce(1, "after");
        QVERIFY(stateBecomes(3, BrokerState::Down));
        QVERIFY(obeys(command::HealAll{}));
        QVERIFY(isrBecomes({1, 2, 3}));
    }

    void aFlippedByteIsFoundAtRecovery()
    {
        produce(5, "x");
        QVERIFY(sim->settled());
        QVERIFY(sim->kill(3).ok);
        const auto flipped = sim->run(command::FlipByte{nodeOf(3), "t-0", {}});
        QVERIFY2(flipped.ok, flipped.message.c_str());
        QVERIFY(sim->restart(3).ok);
        const Event* recovered = find<fact::LogRecovered>();
        QVERIFY(recovered);
        QVERIFY(std::get<fact::LogRecovered>(recovered->fact).bytesCut > 0);
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
        // The file is whole again by replication: putting the byte back would harm it.
        const auto healed = sim->run(command::HealAll{});
        QVERIFY(healed.ok);
        QVERIFY(sim->snapshot()->faults.empty());
    }

    void aFlippedByteIsPutBackIfItIsStillThere()
    {
        produce(5, "x");
        QVERIFY(sim->settled());
        QVERIFY(sim->kill(3).ok);
        QVERIFY(obeys(command::FlipByte{nodeOf(3), "t-0", 1}));
        const EventId fault = find<fact::FaultStarted>()->id;
        QVERIFY(obeys(command::HealFault{fault}));
        QVERIFY(sim->restart(3).ok);
        const Event* recovered = find<fact::LogRecovered>();
        QVERIFY(!recovered);
        QVERIFY(!obeys(command::FlipByte{nodeOf(3), "t-7", {}}));
        QVERIFY(!obeys(command::FlipByte{nodeOf(3), "t-0/00000000000000000000.log", 1 << 30}));
    }

    /// A leader sends what its file holds; who appends it checks.  Kafka: Log.appendAsFollower.
    void aFlippedByteIsFoundByTheFollowerThatFetchesIt()
    {
        QVERIFY(sim->kill(3).ok);
        produce(5, "x");
        sim->runFor(60s); // until the leader keeps its newest records in memory no more
        QVERIFY(obeys(command::FlipByte{nodeOf(1), "t-0", 2}));
        QVERIFY(sim->restart(3).ok);
        sim->runFor(10s);
        const Event* failed = find<fact::LogFailed>();
        QVERIFY(failed);
        QCOMPARE(failed->node, nodeOf(3));
        QVERIFY(isIsr({1, 2}));
        QVERIFY(obeys(command::HealAll{})); // the byte is put back
        QVERIFY(isrBecomes({1, 2, 3}));
        QVERIFY(sim->settled());
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

private:
    void start(std::map<std::string, std::string> configs, int servers = 1)
    {
        client.reset();
        cluster::ClusterSpec spec;
        spec.ensemble = servers;
        spec.configs = std::move(configs);
        spec.configs["replica.lag.time.max.ms"] = "4000";
        sim = std::make_unique<SimCluster>(spec);
        QVERIFY2(sim->ready(), sim->cluster().startupFailure().c_str());
        command::CreateTopic create;
        create.topic = "t";
        create.assignment = {ids({1, 2, 3})};
        QVERIFY(sim->run(create).ok);
        QVERIFY(sim->settled());
        client = std::make_unique<SimClient>(*sim, 1);
        m_from = sim->events().size();
    }
    bool obeys(const Command& what)
    {
        const auto outcome = sim->run(what);
        if (!outcome.ok)
            qInfo("%s: %s", textOf(what).c_str(), outcome.message.c_str());
        return outcome.ok;
    }
    void produce(int records, const std::string& value, int acks = -1)
    {
        for (int i = 0; i < records; ++i) {
            const auto produced = client->produce("t", 0, {value}, acks, {}, 30s);
            QVERIFY2(produced.ok(), produced.trouble.c_str());
        }
    }
    bool isIsr(std::initializer_list<int> isr)
    {
        auto now = sim->partition("t", 0)->isr;
        std::ranges::sort(now);
        return now == ids(isr);
    }
    bool isrBecomes(std::initializer_list<int> isr)
    {
        return sim->until([&](const Snapshot&, const Gauges&) { return isIsr(isr); });
    }
    bool leaderBecomes(int n)
    {
        return sim->until([&](const Snapshot&, const Gauges&) {
            return sim->partition("t", 0)->leader == BrokerId(n);
        });
    }
    bool stateBecomes(int n, BrokerState state)
    {
        return sim->until([&](const Snapshot& s, const Gauges&) {
            return s.brokers.at(static_cast<std::size_t>(n - 1))->state == state;
        });
    }
    std::int64_t leo()
    {
        const auto part = sim->partition("t", 0);
        return sim->gauges()->leo.at(part->replicas.front().slot);
    }
    /// The last of its kind since the test began.
    template <class F> const Event* find()
    {
        const Event* last = nullptr;
        const auto& events = sim->events();
        for (std::size_t i = m_from; i < events.size(); ++i) {
            if (std::holds_alternative<F>(events[i].fact))
                last = &events[i];
        }
        return last;
    }

    std::unique_ptr<SimCluster> sim;
    std::unique_ptr<SimClient> client;
    std::size_t m_from = 0;
};

QTEST_APPLESS_MAIN(TestFaults)
#include "test_faults.moc"
