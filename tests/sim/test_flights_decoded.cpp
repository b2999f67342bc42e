#include <QTest>

#include <map>
#include <set>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using observe::Flight;

namespace {

/// All messages of a while of the demo, with what they say.
struct Seen
{
    std::vector<Flight> flights;
    std::map<FlightId, observe::FieldTree> trees;
};

Seen watch(SimCluster& cluster, Duration time)
{
    Seen seen;
    for (Duration passed{}; passed < time; passed += 10ms) {
        cluster.runFor(10ms);
        auto batch = cluster.cluster().takeFlights();
        for (Flight& flight : batch.flights) {
            seen.trees[flight.id] = cluster.cluster().decode(flight.id);
            seen.flights.push_back(std::move(flight));
        }
    }
    return seen;
}

std::string nameOf(const Flight& flight)
{
    return flight.api + " v" + std::to_string(flight.apiVersion) + ", operation " +
           std::to_string(flight.operation) + (flight.response ? ", answer" : ", request");
}

} // namespace

class TestFlightsDecoded : public QObject
{
    Q_OBJECT
private slots:
    void everyMessageOfARunningClusterIsReadToItsLastByte()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        SimCluster cluster(spec);
        cluster.cluster().setInterest({true, true, true});
        const Seen seen = watch(cluster, 8s);
        std::set<std::string> apis;
        for (const Flight& flight : seen.flights) {
            const auto& tree = seen.trees.at(flight.id);
            QVERIFY2(tree.isThere(), nameOf(flight).c_str());
            QVERIFY2(!tree.fault, (nameOf(flight) + ": " + observe::textOf(tree)).c_str());
            QCOMPARE(tree.frame.size(), std::size_t(flight.bytes));
            apis.insert(flight.api);
        }
        for (const char* api : {"Produce", "Fetch", "Metadata", "JoinGroup", "SyncGroup",
                                "LeaderAndIsr", "UpdateMetadata", "Connect", "Multi", "GetData"})
            QVERIFY2(apis.contains(api), api);
    }

    void answersNameTheirRequestsAndHowLongTheyWereParked()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        SimCluster cluster(spec);
        QVERIFY(cluster.ready());
        cluster.cluster().setInterest({true, true, true});
        watch(cluster, 2s); // answers to requests that nobody saw
        const Seen seen = watch(cluster, 3s);
        std::map<FlightId, const Flight*> requests;
        int answers = 0;
        int parked = 0;
        for (const Flight& flight : seen.flights) {
            if (!flight.response) {
                requests[flight.id] = &flight;
                continue;
            }
            const auto request = requests.find(flight.request);
            if (request == requests.end())
                continue;
            ++answers;
            QCOMPARE(request->second->api, flight.api);
            QCOMPARE(request->second->correlation, flight.correlation);
            QCOMPARE(request->second->from, flight.to);
            QVERIFY(request->second->sentAt <= flight.receivedAt);
            QVERIFY(flight.receivedAt <= flight.sentAt);
            QVERIFY(flight.parked <= flight.sentAt - flight.receivedAt);
            parked += flight.api == "Produce" && flight.parked > Duration(0);
        }
        QVERIFY(answers > 50);
        QVERIFY(parked > 0); // acks=all waits for the followers
    }

    void aRefusedRequestIsSeenAndNamesItsError()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        cluster.cluster().setInterest({true, true, true});
        SimClient client(cluster, 1);
        client.produce("nowhere", 0, {"v"}, -1, BrokerId(1));
        const Seen seen = watch(cluster, 100ms);
        const auto failed = std::ranges::find_if(seen.flights, [](const Flight& flight) {
            return flight.response && flight.api == "Produce";
        });
        QVERIFY(failed != seen.flights.end());
        QCOMPARE(failed->error, std::string("UNKNOWN_TOPIC_OR_PARTITION"));
        QCOMPARE(failed->to.kind, NodeId::Kind::Outside);
    }

    void nothingIsKeptWhileNobodyLooks()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        SimCluster cluster(spec);
        cluster.runFor(3s);
        const auto batch = cluster.cluster().takeFlights();
        QVERIFY(batch.flights.empty());
        QCOMPARE(batch.framesKept, std::size_t(0));
        QCOMPARE(cluster.cluster().decode(FlightId(1)).gap, observe::FrameGap::NotKept);
    }
};

QTEST_APPLESS_MAIN(TestFlightsDecoded)
#include "test_flights_decoded.moc"
