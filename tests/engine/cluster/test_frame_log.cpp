#include <QTest>

#include "engine/cluster/event_hub.h"
#include "engine/cluster/frame_log.h"

using namespace hw;
using namespace hw::cluster;

static observe::Flight numbered(std::uint64_t id)
{
    observe::Flight flight;
    flight.id = FlightId(id);
    return flight;
}

class TestFrameLog : public QObject
{
    Q_OBJECT
private slots:
    void theOldestGoFirstAndAreCounted()
    {
        FrameLog log;
        const std::uint64_t more = FrameLog::kFrameLimit + 10;
        for (std::uint64_t id = 1; id <= more; ++id)
            log.keep(numbered(id), Pieces(Bytes(1)));
        QCOMPARE(log.count(), FrameLog::kFrameLimit);
        QCOMPARE(log.pushedOut(), 10u);
        QVERIFY(!log.find(FlightId(10)));
        QVERIFY(log.find(FlightId(11)) && log.find(FlightId(more)));
        QVERIFY(!log.find(FlightId(more + 1)));
    }

    void bytesAreBoundedToo()
    {
        FrameLog log;
        const Pieces large(Bytes(FrameLog::kLargest));
        for (std::uint64_t id = 1; id <= 10; ++id)
            log.keep(numbered(id), large);
        QVERIFY(log.bytes() <= FrameLog::kByteLimit);
        QCOMPARE(log.count(), std::size_t(FrameLog::kByteLimit / FrameLog::kLargest));
        log.keep(numbered(11), Pieces(Bytes(FrameLog::kLargest + 1)));
        QVERIFY(log.find(FlightId(11))->tooLarge);
        QVERIFY(log.find(FlightId(11))->pieces.empty());
        QVERIFY(log.find(FlightId(10)));
    }

    void bytesAreSharedNotCopied()
    {
        FrameLog log;
        const Slice bytes(Bytes(100, 7));
        log.keep(numbered(1), Pieces(bytes));
        const auto kept = log.find(FlightId(1));
        QCOMPARE(std::get<Slice>(kept->pieces.list().front()).data(), bytes.data());
    }

    void nothingIsKeptWhenNobodyLooks()
    {
        EventHub hub;
        hub.setWantsFlights(true);
        const FlightId unseen = hub.flight({}, Pieces(Bytes(10)));
        hub.setWantsFrames(true);
        const FlightId seen = hub.flight({}, Pieces(Bytes(10)));
        hub.setWantsFrames(false); // paused: what is kept stays
        hub.flight({}, Pieces(Bytes(10)));
        QVERIFY(!hub.frame(unseen));
        QVERIFY(hub.frame(seen));
        const FlightBatch batch = hub.takeFlights();
        QCOMPARE(batch.flights.size(), std::size_t(3));
        QCOMPARE(batch.flights[1].id, seen);
        QCOMPARE(batch.framesKept, std::size_t(1));
        QCOMPARE(batch.bytesKept, 10u);
    }

    void recordsDoNotPushOutWhatIsAboutGroups()
    {
        FrameLog log;
        observe::Flight flight;
        flight.id = FlightId(1);
        flight.group = "g";
        log.keep(flight, Pieces(Bytes(10)));
        flight.group.clear();
        for (std::uint64_t n = 2; n < FrameLog::kFrameLimit + 4; ++n) {
            flight.id = FlightId(n);
            log.keep(flight, Pieces(Bytes(10)));
        }
        QVERIFY(log.find(FlightId(1)));
        QVERIFY(!log.find(FlightId(2)));
        QCOMPARE(log.pushedOut(), 2u);
        QCOMPARE(log.count(), FrameLog::kFrameLimit + 1);
    }

    void oneTooManyHasNoNumber()
    {
        EventHub hub;
        hub.setWantsFrames(true);
        for (std::size_t i = 0; i < EventHub::kFlightLimit; ++i)
            QVERIFY(hub.flight({}, {}) != kNoFlight);
        QVERIFY(hub.flight({}, {}) == kNoFlight);
        QCOMPARE(hub.takeFlights().lost, 1u);
    }
};

QTEST_APPLESS_MAIN(TestFrameLog)
#include "test_frame_log.moc"
