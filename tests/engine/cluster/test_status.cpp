#include <QTest>

#include <nlohmann/json.hpp>

#include "engine/cluster/status.h"
#include "tests/support/small_cluster.h"

using namespace hw;
using nlohmann::json;

/// The printouts of a hand-made snapshot. The shape is part of the program's contract.
class TestStatus : public QObject
{
    Q_OBJECT

    test::SmallCluster m_small;

    json status(const cluster::Losses& losses = {}) const
    {
        return json::parse(cluster::statusJson(m_small.snapshot, m_small.gauges, losses));
    }

    static void expect(const json& found, const json& expected)
    {
        QVERIFY2(found == expected, (found.dump() + " is not " + expected.dump()).c_str());
    }

private slots:
    void init() { m_small = test::SmallCluster(); }

    void isOneLineWithTypeAndSchema()
    {
        const std::string text = cluster::statusJson(m_small.snapshot, m_small.gauges, {});
        QVERIFY(text.find('\n') == std::string::npos);
        QVERIFY(text.starts_with(R"({"type":"status","schema":1,"world":"live")"));
    }

    void tellsControllerEnsembleAndTime()
    {
        const json all = status({3, 4});
        expect(all["controller"], json::parse(R"({"broker":2,"epoch":7})"));
        expect(all["ensemble"], json::parse(R"([{"name":"zookeeper0","client":"127.0.0.1:2181",
            "state":"standalone","epoch":1,"zxid":412,"sessions":3}])"));
        expect(all["atMs"], 5321);
        expect(all["wallMs"], 1700000005321);
        expect(all["losses"], json::parse(R"({"events":3,"dots":4})"));
        expect(all["ledger"], json::parse(R"({"acked":100000,"lost":[]})"));
    }

    void tellsBrokersWithSessionAndAge()
    {
        const json broker = status()["brokers"][1];
        expect(broker["id"], 2);
        expect(broker["state"], "running");
        expect(broker["endpoint"], "127.0.0.1:9093");
        expect(broker["epoch"], 26);
        expect(broker["session"], json::parse(R"({"id":"0x2","timeoutMs":3000,"leftMs":2100,
            "deadlineMs":7421})"));
        expect(broker["asOfMs"], 5320);
        expect(status()["brokers"][0]["state"], "down");
        expect(status()["brokers"][0]["asOfMs"], nullptr);
    }

    void tellsPartitionsByTheLeadersFigures()
    {
        const json topic = status()["topics"][0];
        expect(topic["name"], "t");
        expect(topic["configs"], json::parse(R"({"min.insync.replicas":"1"})"));
        const json partition = topic["partitions"][0];
        expect(partition["replicas"], json::parse("[1,2,3]"));
        expect(partition["leader"], 2);
        expect(partition["leaderEpoch"], 5);
        expect(partition["partitionEpoch"], 9);
        expect(partition["isr"], json::parse("[2,3]"));
        expect(partition["isrLeader"], json::parse("[2,3]"));
        expect(partition["isrPending"], nullptr);
        expect(partition["hw"], 1204);
        expect(partition["leo"], 1206);
        expect(partition["lso"], 1204);
        expect(partition["hwHeldBy"], json::parse("[3]"));
    }

    void tellsWhatEachBrokerTellsClients()
    {
        expect(status()["topics"][0]["partitions"][0]["toldBy"],
               json::parse(R"({"1":null,"2":{"leader":2,"leaderEpoch":5,"isr":[2,3]},
                                 "3":{"leader":2,"leaderEpoch":5,"isr":[2,3]}})"));
    }

    void tellsEveryReplicasLog()
    {
        const json logs = status()["topics"][0]["partitions"][0]["logs"];
        QCOMPARE(logs.size(), 3u);
        expect(logs[2], json::parse(R"({"broker":3,"role":"follower","inIsr":true,"logStart":0,
            "hw":1203,"leo":1204,"leaderEpoch":5,"leoSeenByLeader":1204,"caughtUpAgoMs":12,
            "isrDeadlineMs":15309,"segments":[0,504],"bytes":81920,"asOfMs":5319})"));
        expect(logs[0]["role"], "offline");
        expect(logs[0]["leoSeenByLeader"], nullptr);
    }

    void tellsFaultsAndWhatUndoesThem()
    {
        m_small.snapshot.at = Instant(9s);
        observe::FaultPart cut;
        cut.id = EventId(17);
        cut.fault.kind = observe::FaultKind::Cut;
        cut.fault.node = NodeId::broker(BrokerId(1));
        cut.fault.to = NodeId::ensemble(0);
        cut.since = Instant(4s);
        cut.undo = observe::command::HealFault{EventId(17)};
        m_small.snapshot.faults = {cut};
        expect(status()["faults"], json::parse(R"([{"fault":17,"kind":"cut","node":"1",
            "to":"zookeeper0","bothWays":true,"ms":null,"bytesPerSecond":null,"what":null,
            "caught":null,"sinceMs":4000,"undo":"heal 17",
            "text":"the link broker 1 <-> zookeeper0 is cut"}])"));
        expect(json::parse(cluster::faultsJson(m_small.snapshot))["faults"], status()["faults"]);
        QCOMPARE(cluster::faultsText(m_small.snapshot),
                 std::string("fault #17: the link broker 1 <-> zookeeper0 is cut, for 5.0 s "
                             "(undo: heal 17)\n"));
    }

    void aPartitionWithoutLeaderHasNoFigures()
    {
        m_small.partition().leader = kNoBroker;
        const json partition = status()["topics"][0]["partitions"][0];
        for (const char* name : {"leader", "hw", "leo", "lso", "logStart", "isrLeader"})
            expect(partition[name], nullptr);
        expect(status()["groups"][0]["offsets"][0]["lag"], nullptr);
    }

    void tellsGroupsWithMembersAndLag()
    {
        const json group = status()["groups"][0];
        expect(group["group"], "g");
        expect(group["state"], "Stable");
        expect(group["generation"], 12);
        expect(group["coordinator"], 2);
        expect(group["members"][0]["assigned"], json::parse(R"([["t",0]])"));
        expect(group["members"][0]["sessionLeftMs"], 4100);
        expect(group["members"][0]["embedded"], false);
        expect(group["offsets"],
               json::parse(R"([{"topic":"t","partition":0,"committed":1200,"lag":4}])"));
        expect(group["lastCause"], json::parse(R"({"kind":"session-expired","member":"m3",)"
                                               R"("event":881,"text":"member m3 was silent"})"));
    }

    void tellsOutsideClientsPerConnection()
    {
        m_small.snapshot.outside = {
            {"rdkafka", "librdkafka 2.0.2", "127.0.0.1:50122", {BrokerId(1), BrokerId(3)}}};
        m_small.snapshot.outside.front().connections = {{NodeId::outside(7), BrokerId(3)}};
        const json clients = status()["clients"];
        QCOMPARE(clients.size(), 2u);
        expect(clients[1], json::parse(R"({"client":"rdkafka","software":"librdkafka 2.0.2",
                                             "address":"127.0.0.1:50122","broker":3,
                                             "nodes":["outside7"]})"));
    }

    void bytesThatAreNoUtf8DoNotBreakThePrintout()
    {
        m_small.snapshot.outside = {{"\xff\xfe", "", "127.0.0.1:1", {BrokerId(1)}}};
        QCOMPARE(status()["clients"].size(), 1u);
    }

    void lostRecordsAreListed()
    {
        m_small.snapshot.lost = {{{"t", 0}, Offset(3), Offset(4), LeaderEpoch(5), EventId(902)}};
        expect(status()["ledger"]["lost"], json::parse(R"([{"topic":"t","partition":0,"from":3,
                                                              "to":4,"epoch":5,"event":902}])"));
        QVERIFY(cluster::statusText(m_small.snapshot, m_small.gauges, {})
                    .find("acked, then lost: 2 (offsets 3–4)") != std::string::npos);
    }

    void topicsAndGroupsHaveTheSameShapeAsInStatus()
    {
        const json topics = json::parse(cluster::topicsJson(m_small.snapshot, m_small.gauges));
        const json groups = json::parse(cluster::groupsJson(m_small.snapshot, m_small.gauges));
        expect(topics["type"], "topics");
        expect(groups["type"], "groups");
        expect(topics["topics"], status()["topics"]);
        expect(groups["groups"], status()["groups"]);
    }

    void textSaysTheSameInWords()
    {
        const std::string text = cluster::statusText(m_small.snapshot, m_small.gauges, {});
        for (const char* part :
             {"controller: broker 2, epoch 7\n", "broker 1: down",
              "  t-0: leader 2 epoch 5, ISR 2,3 of 1,2,3, HW 1204 LEO 1206, HW held by 3\n",
              "group g: Stable, generation 12, 1 members, coordinator 2\n",
              "  t-0: committed 1200, lag 4\n"})
            QVERIFY2(text.find(part) != std::string::npos, part);
    }

    void whatAGroupHasNotCommittedIsToldInWords()
    {
        const auto told = [this](const char* line) {
            const std::string text = cluster::groupsText(m_small.snapshot, m_small.gauges);
            QVERIFY2(text.find(line) != std::string::npos, text.c_str());
            QVERIFY2(text.find('?') == std::string::npos, text.c_str());
        };
        m_small.gauges.committed = {1300};
        told("  t-0: committed 1300, beyond the end 1204: lag 0\n");
        m_small.gauges.committed = {-1};
        told("  t-0: no commit yet\n");
        m_small.group().coordinator = kNoBroker;
        told("  t-0: committed is not known, the group has no coordinator now\n");
        m_small.gauges.committed = {7};
        m_small.partition().leader = kNoBroker;
        told("  t-0: committed 7, lag is not known, the partition has no leader that answers\n");
    }

    void anEventNamesItsKindAndCause()
    {
        const observe::Event event{EventId(7),  Instant(12345ms),
                                   WallTime(9), NodeId{},
                                   EventId(5),  observe::fact::BrokerReady{BrokerId(1)}};
        const json printed = json::parse(cluster::eventJson(event));
        expect(printed["type"], "event");
        expect(printed["id"], 7);
        expect(printed["cause"], 5);
        expect(printed["kind"], "BrokerReady");
        QCOMPARE(cluster::eventText(event),
                 std::string("12.345 s  -  #7 <- #5  broker 1 is ready"));
    }
};

QTEST_APPLESS_MAIN(TestStatus)
#include "test_status.moc"
