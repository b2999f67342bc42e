#include <QTest>

#include <fmt/format.h>

#include "engine/cluster/event_hub.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

static Event eventOf(Fact fact)
{
    Event event;
    event.fact = std::move(fact);
    return event;
}

class TestEventHub : public QObject
{
    Q_OBJECT
private slots:
    void numbersRiseAndEventsComeInOrder()
    {
        EventHub hub;
        const EventId first = hub.report(eventOf(fact::BrokerReady{BrokerId(1)}));
        const EventId second = hub.report(eventOf(fact::BrokerReady{BrokerId(2)}));
        QVERIFY(first < second);
        const EventBatch batch = hub.takeEvents(10);
        QCOMPARE(batch.events.size(), std::size_t(2));
        QCOMPARE(batch.events[0].id, first);
        QVERIFY(hub.takeEvents(10).events.empty());
    }

    void whatNobodyTakesIsDroppedAndCounted()
    {
        EventHub hub;
        for (std::size_t i = 0; i < EventHub::kEventLimit + 7; ++i)
            hub.report(eventOf(fact::BrokerStopped{BrokerId(1)}));
        const EventBatch batch = hub.takeEvents(1);
        QCOMPARE(batch.lost, std::uint64_t(7));
        QCOMPARE(batch.events[0].id, EventId(8));
    }

    void flightsAreSampledWhenThereAreMany()
    {
        EventHub hub;
        for (std::size_t i = 0; i < EventHub::kFlightLimit + 5; ++i)
            hub.flight({}, {});
        const FlightBatch batch = hub.takeFlights();
        QCOMPARE(batch.flights.size(), EventHub::kFlightLimit);
        QCOMPARE(batch.lost, std::uint64_t(5));
    }

    void whatIsAboutAGroupIsNotSampledWithTheRest()
    {
        EventHub hub;
        for (std::size_t i = 0; i < EventHub::kFlightLimit + 5; ++i)
            hub.flight({}, {});
        Flight heartbeat;
        heartbeat.api = "Heartbeat";
        heartbeat.group = "g";
        for (std::size_t i = 0; i < EventHub::kGroupFlightLimit + 2; ++i)
            hub.flight(heartbeat, {});
        const FlightBatch batch = hub.takeFlights();
        QCOMPARE(batch.flights.size(), EventHub::kFlightLimit + EventHub::kGroupFlightLimit);
        QCOMPARE(batch.lost, std::uint64_t(7));
        QCOMPARE(batch.flights.back().group, std::string("g"));
        QVERIFY(hub.flight(heartbeat, {}) != kNoFlight);
    }

    void anExpiredSessionIsBlamedOnWhatSilencedItsBroker()
    {
        EventHub hub;
        const EventId killed = hub.report(eventOf(fact::BrokerKilled{BrokerId(2)}));
        hub.report(eventOf(fact::SessionExpired{NodeId::broker(BrokerId(2)), SessionId(1), 3s}));
        hub.report(eventOf(fact::SessionExpired{NodeId::broker(BrokerId(1)), SessionId(2), 3s}));
        const EventBatch batch = hub.takeEvents(10);
        QCOMPARE(batch.events[1].cause, killed);
        QCOMPARE(batch.events[2].cause, kNoEvent);
    }

    /// Broker 2 falls out of broker 1's ISR while several faults act.
    void ofSeveralFaultsTheOneThatDidItIsTheCause()
    {
        const NodeId one = NodeId::broker(BrokerId(1)), two = NodeId::broker(BrokerId(2));
        const auto fault = [&](FaultKind kind, NodeId from, NodeId to, Duration time = {}) {
            Fault made;
            made.kind = kind;
            made.node = from;
            made.to = to;
            made.time = time;
            return fact::FaultStarted{made};
        };
        const fact::FaultStarted cut = fault(FaultKind::Cut, one, two);
        const fact::FaultStarted hold = fault(FaultKind::Hold, two, one);
        const fact::FaultStarted clog = fault(FaultKind::Clog, two, one);
        const fact::FaultStarted delay = fault(FaultKind::Delay, one, two, 30ms);
        const fact::FaultStarted slow = fault(FaultKind::SlowDisk, two, {}, 2s);
        const fact::FaultStarted elsewhere =
            fault(FaultKind::Cut, two, NodeId::broker(BrokerId(3)));
        struct Case
        {
            const char* name;
            std::vector<Fact> facts;
            std::size_t guilty; ///< of them
        };
        const Case cases[] = {
            {"a cut, then a slow disk", {cut, slow}, 0},
            {"a slow disk, then a cut", {slow, cut}, 1},
            {"the first of two that let nothing through", {delay, cut, hold}, 1},
            {"a clog before a delay", {delay, clog}, 1},
            {"the longest of what only slows down", {slow, delay}, 0},
            {"the longest, come later", {delay, slow}, 1},
            {"a cut from another does not count", {delay, elsewhere}, 0},
            {"cut off, then killed", {cut, fact::BrokerKilled{BrokerId(2)}}, 0},
            {"slow, then killed", {slow, fact::BrokerKilled{BrokerId(2)}}, 1},
            {"killed, then cut off", {fact::BrokerKilled{BrokerId(2)}, cut}, 0},
            {"frozen, then killed",
             {fact::BrokerFrozen{BrokerId(2)}, fact::BrokerKilled{BrokerId(2)}},
             0},
        };
        for (const Case& each : cases) {
            EventHub hub;
            std::vector<EventId> ids;
            for (const Fact& fact : each.facts)
                ids.push_back(hub.report(eventOf(fact)));
            fact::IsrShrunk shrunk;
            shrunk.removed = {BrokerId(2)};
            Event event = eventOf(shrunk);
            event.node = one;
            hub.report(event);
            const EventId cause = hub.takeEvents(10).events.back().cause;
            QVERIFY2(cause == ids[each.guilty], each.name);
        }
    }

    void acknowledgedRecordsBeyondANewLeadersLogAreLost()
    {
        EventHub hub;
        hub.acknowledged({}, {"t", 0}, Offset(0), Offset(5));
        const auto leads = [&](int epoch, int leo) {
            return hub.report(eventOf(
                fact::BecameLeader{{"t", 0}, LeaderEpoch(epoch), Offset(leo), Offset(leo)}));
        };
        leads(1, 5);
        QVERIFY(hub.lost().empty());
        const EventId second = leads(2, 3);
        QCOMPARE(hub.acked(), std::uint64_t(5));
        QCOMPARE(hub.lost().size(), std::size_t(1));
        QCOMPARE(hub.lost()[0].from, Offset(3));
        QCOMPARE(hub.lost()[0].to, Offset(4));
        const EventBatch batch = hub.takeEvents(10);
        QCOMPARE(batch.events.back().cause, second);
        QVERIFY(std::holds_alternative<fact::AckedRecordsLost>(batch.events.back().fact));
        leads(3, 3); // the same records are lost once
        QCOMPARE(hub.lost().size(), std::size_t(1));
    }

    /// Records of acks=0 and of answers that came too late lie between.
    void whatNobodyAcknowledgedIsNotLost()
    {
        EventHub hub;
        const TopicPartition t{"t", 0};
        hub.acknowledged({}, t, Offset(1), Offset(2));
        hub.acknowledged({}, t, Offset(7), Offset(9));
        hub.acknowledged({}, t, Offset(4), Offset(5));
        hub.report(eventOf(fact::BecameLeader{t, LeaderEpoch(1), Offset(0), Offset(0)}));
        std::string lost;
        for (const LedgerLine& line : hub.lost())
            lost += fmt::format("{}-{} ", line.from, line.to);
        QCOMPARE(lost, std::string("1-1 4-4 7-8 "));
        QCOMPARE(hub.acked(), std::uint64_t(4));
    }

    void whatALeaderAcknowledgesAfterAnotherTookOverIsLostAtOnce()
    {
        EventHub hub;
        const auto leads = [&](int broker, int epoch, int leo) {
            Event event =
                eventOf(fact::BecameLeader{{"t", 0}, LeaderEpoch(epoch), Offset(leo), Offset(leo)});
            event.node = NodeId::broker(BrokerId(broker));
            return hub.report(event);
        };
        Event zombie;
        zombie.node = NodeId::broker(BrokerId(1));
        leads(1, 0, 0);
        hub.acknowledged(zombie, {"t", 0}, Offset(0), Offset(5));
        const EventId second = leads(2, 1, 5);
        QVERIFY(hub.lost().empty());
        hub.acknowledged(zombie, {"t", 0}, Offset(4), Offset(7));
        QCOMPARE(hub.lost().size(), std::size_t(1));
        QCOMPARE(hub.lost()[0].from, Offset(5));
        QCOMPARE(hub.lost()[0].to, Offset(6));
        const EventBatch batch = hub.takeEvents(10);
        QCOMPARE(batch.events.back().cause, second);
        QVERIFY(std::holds_alternative<fact::AckedRecordsLost>(batch.events.back().fact));
        leads(1, 0, 0); // told late: the newer leader stays the measure
        QCOMPARE(hub.lost().size(), std::size_t(1));
    }

    /// Broker 1's log has others at 7 to 16, it is elected though it was not in sync.
    void whatALogThatDivergedTookThePlaceOfIsLostWhenItsKeeperCutsItOff()
    {
        EventHub hub;
        const auto report = [&](int broker, Fact fact) {
            Event event = eventOf(std::move(fact));
            event.node = NodeId::broker(BrokerId(broker));
            return hub.report(event);
        };
        const TopicPartition t{"t", 0};
        Event two;
        two.node = NodeId::broker(BrokerId(2));
        report(2, fact::BecameLeader{t, LeaderEpoch(1), Offset(7), Offset(7)});
        hub.acknowledged(two, t, Offset(7), Offset(20));
        const EventId unclean =
            report(1, fact::BecameLeader{t, LeaderEpoch(2), Offset(17), Offset(7)});
        QCOMPARE(hub.lost().size(), std::size_t(1));
        QCOMPARE(hub.lost()[0].from, Offset(17));
        report(2, fact::LogTruncated{t, Offset(20), Offset(7), "", true});
        QCOMPARE(hub.lost().size(), std::size_t(2));
        QCOMPARE(hub.lost()[1].from, Offset(7));
        QCOMPARE(hub.lost()[1].to, Offset(16));
        QCOMPARE(hub.takeEvents(10).events.back().cause, unclean);
        report(2, fact::LogTruncated{t, Offset(20), Offset(7), "", true});
        QCOMPARE(hub.lost().size(), std::size_t(2));
    }

    void whoCutsOffWhatItNeverAcknowledgedLosesNothing()
    {
        EventHub hub;
        const TopicPartition t{"t", 0};
        Event one;
        one.node = NodeId::broker(BrokerId(1));
        hub.acknowledged(one, t, Offset(0), Offset(5));
        Event cut = eventOf(fact::LogTruncated{t, Offset(9), Offset(5), "", false});
        cut.node = one.node;
        hub.report(cut);
        cut = eventOf(fact::LogTruncated{t, Offset(9), Offset(2), "", false});
        cut.node = NodeId::broker(BrokerId(2));
        hub.report(cut);
        QVERIFY(hub.lost().empty());
    }

    void equalRunsHaveEqualFingerprints()
    {
        EventHub one, two, other;
        one.report(eventOf(fact::BrokerReady{BrokerId(1)}));
        two.report(eventOf(fact::BrokerReady{BrokerId(1)}));
        other.report(eventOf(fact::BrokerReady{BrokerId(2)}));
        QCOMPARE(one.fingerprint(), two.fingerprint());
        QVERIFY(one.fingerprint() != other.fingerprint());
    }
};

QTEST_APPLESS_MAIN(TestEventHub)
#include "test_event_hub.moc"
