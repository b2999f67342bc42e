#include <QTest>

#include "app/commands/condition_words.h"
#include "tests/support/small_cluster.h"

using namespace hw;
using namespace hw::app;
using namespace hw::observe;

class TestCondition : public QObject
{
    Q_OBJECT

    test::SmallCluster m_small;

    /// Empty when the condition holds.
    std::string missingFor(const Condition& condition) const
    {
        return missing(condition, m_small.snapshot, m_small.gauges).value_or("");
    }

    static Condition read(std::string_view text)
    {
        const auto condition = readCondition(text);
        return condition ? *condition : Condition(condition::ServerIs{"no such condition", {}});
    }

    void expectUnsettled(const std::string& why) const
    {
        QCOMPARE(missingFor(condition::Settled{}), why);
    }

private slots:
    void init() { m_small = test::SmallCluster(); }

    void aDeadBrokerOutsideOfTheIsrIsSettled() { expectUnsettled(""); }

    void aFullIsrIsSettled()
    {
        m_small.bringBack();
        expectUnsettled("");
    }

    void aBrokerThatWaitsIsNotSettled()
    {
        m_small.broker(1).state = BrokerState::WaitingSession;
        expectUnsettled("broker 1 is waiting-session");
    }

    void aBrokerThatRunsOutsideOfTheIsrIsNotSettled()
    {
        m_small.broker(1).state = BrokerState::Running;
        expectUnsettled("the ISR of t-0 is 2,3, while 1,2,3 run");
    }

    void aDeadControllerIsNotSettled()
    {
        m_small.snapshot.controller.broker = BrokerId(1);
        expectUnsettled("there is no controller");
    }

    void aDeadLeaderIsNotSettled()
    {
        m_small.partition().leader = BrokerId(1);
        expectUnsettled("the leader of t-0 is 1, which does not run");
    }

    void noLeaderIsSettledOnlyWithoutLivingInSyncReplica()
    {
        m_small.partition().leader = kNoBroker;
        expectUnsettled("t-0 has no leader");
        m_small.partition().isr = {BrokerId(1)};
        expectUnsettled("");
    }

    void aProposedIsrIsNotSettled()
    {
        m_small.partition().isrPending = {BrokerId(2)};
        expectUnsettled("an ISR of t-0 is proposed, 2");
    }

    void aLeaderWithAnotherIsrIsNotSettled()
    {
        m_small.partition().isrLeader = {BrokerId(2)};
        expectUnsettled("the leader of t-0 takes 2 for the ISR");
    }

    void staleMetadataIsNotSettled()
    {
        m_small.partition().toldBy[BrokerId(3)]->leader = BrokerId(1);
        expectUnsettled("broker 3 tells clients of t-0 that the leader is 1 in epoch 5");
        m_small = test::SmallCluster();
        m_small.partition().toldBy[BrokerId(3)]->isr = {BrokerId(2)};
        expectUnsettled("broker 3 tells clients of t-0 that the ISR is 2");
        m_small.partition().toldBy[BrokerId(3)] = std::nullopt;
        expectUnsettled("broker 3 tells clients nothing of t-0");
    }

    void aFollowerInAnOldEpochIsNotSettled()
    {
        m_small.partition().replicas[2].leaderEpoch = LeaderEpoch(4);
        expectUnsettled("broker 3 has t-0 in leader epoch 4");
    }

    void aRebalanceIsNotSettled()
    {
        m_small.group().state = fact::GroupState::PreparingRebalance;
        expectUnsettled("group g is PreparingRebalance");
    }

    void leaders()
    {
        const TopicPartition t0{"t", 0};
        QCOMPARE(missingFor(condition::LeaderIs{t0, std::nullopt}), std::string());
        QCOMPARE(missingFor(condition::LeaderIs{t0, BrokerId(2)}), std::string());
        QCOMPARE(missingFor(condition::LeaderIs{t0, BrokerId(1), true}), std::string());
        QCOMPARE(missingFor(condition::LeaderIs{t0, BrokerId(1)}),
                 std::string("the leader of t-0 is 2"));
        QCOMPARE(missingFor(condition::LeaderIs{t0, BrokerId(2), true}),
                 std::string("the leader of t-0 is 2"));
        QCOMPARE(missingFor(condition::LeaderIs{{"t", 1}, std::nullopt}),
                 std::string("there is no partition t-1"));
        m_small.partition().leader = kNoBroker;
        QCOMPARE(missingFor(condition::LeaderIs{t0, BrokerId(1), true}),
                 std::string("the leader of t-0 is none"));
    }

    void inSyncReplicas()
    {
        m_small.partition().isr = {BrokerId(3), BrokerId(2)};
        QCOMPARE(missingFor(condition::IsrIs{{"t", 0}, {BrokerId(2), BrokerId(3)}}), std::string());
        QCOMPARE(missingFor(condition::IsrIs{{"t", 0}, {BrokerId(2)}}),
                 std::string("the ISR of t-0 is 3,2"));
    }

    void fewerInSync()
    {
        m_small.partition().isr = {BrokerId(3), BrokerId(2)};
        QCOMPARE(missingFor(read("isr-below t-0 3")), std::string());
        QCOMPARE(missingFor(read("isr-below t-0 2")), std::string("the ISR of t-0 is 3,2"));
        QCOMPARE(missingFor(read("isr-below x-0 2")), std::string("there is no partition x-0"));
        QCOMPARE(missingFor(read("unstable nobody")), std::string("there is no group nobody"));
        const auto none = readCondition("isr-below t-0 0");
        QVERIFY(!none && none.error().message.find("'0'") != std::string::npos);
    }

    void highWatermarks()
    {
        QCOMPARE(missingFor(read("hw t-0 1204")), std::string());
        QCOMPARE(missingFor(read("hw t-0 =1204")), std::string());
        QCOMPARE(missingFor(read("hw t-0 =1203")),
                 std::string("the high watermark of t-0 is 1204"));
        QCOMPARE(missingFor(read("hw t-0 1205")), std::string("the high watermark of t-0 is 1204"));
        QCOMPARE(missingFor(read("hw x-0 1")), std::string("the high watermark of x-0 is unknown"));
    }

    void figures()
    {
        m_small.gauges.acked = {40};
        ProducerPart producer;
        producer.name = "p";
        m_small.snapshot.producers.push_back(std::make_shared<ProducerPart>(producer));
        m_small.snapshot.lost = {{{"t", 0}, Offset(3), Offset(4), LeaderEpoch(1), EventId(7)}};
        m_small.group().members[0].name = "c";
        for (const char* holds : {"leo t-0 3 =1204",
                                  "hw-of t-0 3 =1203",
                                  "log-start t-0 =0",
                                  "epoch t-0 =5",
                                  "controller 2",
                                  "controller !1",
                                  "controller-epoch =7",
                                  "replicas t-0 1,2,3",
                                  "segments t-0 2 0,504",
                                  "generation g =12",
                                  "coordinator g 2",
                                  "offsets-partition g =12",
                                  "owns g c t-0",
                                  "cause g session-expired m3",
                                  "cause g session-expired",
                                  "committed g t-0 =1200",
                                  "lag g t-0 =4",
                                  "acked p =40",
                                  "lost all =2",
                                  "lost t-0 =2",
                                  "lost t-1 =0"})
            QVERIFY2(missingFor(read(holds)).empty(), missingFor(read(holds)).c_str());
        const auto told = [&](const char* condition, const char* why) {
            QCOMPARE(missingFor(read(condition)), std::string(why));
        };
        const auto instead = [&](const char* condition, const char* holds) {
            const auto lack = lackOf(read(condition), m_small.snapshot, m_small.gauges);
            QVERIFY2(lack.has_value(), condition);
            QCOMPARE(lack->instead, std::string(holds));
            if (*holds) // it is a condition, and it holds
                QCOMPARE(missingFor(read(holds)), std::string());
        };
        instead("leo t-0 3 =1203", "leo t-0 3 =1204");
        instead("hw-of t-0 3 =0", "hw-of t-0 3 =1203");
        instead("hw t-0 9999", "hw t-0 =1204");
        instead("hw x-0 1", "");
        instead("log-start t-0 7", "log-start t-0 =0");
        instead("epoch t-0 =9", "epoch t-0 =5");
        instead("controller 1", "controller 2");
        instead("controller-epoch =1", "controller-epoch =7");
        instead("replicas t-0 3,2,1", "replicas t-0 1,2,3");
        instead("segments t-0 2 0", "segments t-0 2 0,504");
        instead("generation g =1", "generation g =12");
        instead("coordinator g 1", "coordinator g 2");
        instead("offsets-partition g =1", "offsets-partition g =12");
        instead("owns g c -", "owns g c t-0");
        instead("owns g d t-0", "");
        instead("cause g left", "cause g session-expired m3");
        instead("committed g t-0 none", "committed g t-0 =1200");
        instead("lag g t-0 =0", "lag g t-0 =4");
        instead("acked p =1", "acked p =40");
        instead("lost all =0", "lost all =2");
        instead("lost t-0 =0", "lost t-0 =2");
        instead("group g Empty", "group g Stable 1");
        instead("unstable g", "group g Stable 1");
        told("leo t-0 3 =1203", "the log end offset of t-0 on broker 3 is 1204");
        told("controller 1", "the controller is 2");
        told("replicas t-0 3,2,1", "the replicas of t-0 are 1,2,3");
        told("segments t-0 2 0", "the segments of t-0 on broker 2 begin at 0,504");
        told("owns g c -", "c of group g has t-0");
        told("owns g d t-0", "d is no member of group g");
        told("cause g left", "group g is in its generation because of session-expired (member m3 "
                             "was silent)");
        told("committed g t-0 none", "the committed offset of g for t-0 is 1200");
        told("lost all =0", "the number of acknowledged and lost records is 2");
        told("acked q 1", "the number of records acknowledged by q is unknown");
        m_small.gauges.committed = {-1};
        told("committed g t-0 none", "");
    }

    void connectionsOfAClientAreCountedOverAllBrokers()
    {
        ConsumerPart consumer;
        consumer.name = "c";
        consumer.client = NodeId::client(4);
        m_small.snapshot.consumers.push_back(std::make_shared<ConsumerPart>(consumer));
        const auto connect = [&](std::int32_t broker, NodeId peer) {
            ConnectionReport connection;
            connection.peer = peer;
            connection.consumes = broker == 3;
            m_small.broker(broker).connections.push_back(connection);
        };
        QCOMPARE(missingFor(read("connections c =0")), std::string());
        connect(2, NodeId::client(4));
        connect(2, NodeId::client(4));
        connect(3, NodeId::client(4));
        connect(3, NodeId::client(5)); // somebody else's
        QCOMPARE(missingFor(read("connections c =3")), std::string());
        QCOMPARE(missingFor(read("fetch-connections c =1")), std::string());
        QCOMPARE(missingFor(read("fetch-connections c 2")),
                 std::string("the number of connections that fetch for c is 1"));
        const auto lack = lackOf(read("connections c =4"), m_small.snapshot, m_small.gauges);
        QVERIFY(lack.has_value());
        QCOMPARE(lack->text, std::string("the number of connections of c is 3"));
        QCOMPARE(lack->instead, std::string("connections c =3"));
        QCOMPARE(missingFor(read("connections nobody 0")),
                 std::string("the number of connections of nobody is unknown"));
    }

    void theLeaderOfAGroupIsAMember()
    {
        QCOMPARE(missingFor(read("group-leader g c")), std::string());
        const auto lack = lackOf(read("group-leader g d"), m_small.snapshot, m_small.gauges);
        QVERIFY(lack.has_value());
        QCOMPARE(lack->text, std::string("the leader of group g is c"));
        QCOMPARE(lack->instead, std::string("group-leader g c"));
        QCOMPARE(missingFor(read("group-leader h c")), std::string("there is no group h"));
        m_small.group().leader = "gone";
        QCOMPARE(missingFor(read("group-leader g c")), std::string("group g has no leader"));
    }

    void groups()
    {
        using enum fact::GroupState;
        QCOMPARE(missingFor(condition::GroupIs{"g", Stable, std::nullopt}), std::string());
        QCOMPARE(missingFor(condition::GroupIs{"g", Stable, 1}), std::string());
        QCOMPARE(missingFor(condition::GroupIs{"g", Stable, 2}),
                 std::string("group g is Stable with 1 members"));
        QCOMPARE(missingFor(condition::GroupIs{"h", Stable, 1}),
                 std::string("there is no group h"));
        QCOMPARE(missingFor(condition::GroupIs{"h", Dead, std::nullopt}), std::string());
    }

    void brokersAndServers()
    {
        QCOMPARE(missingFor(condition::BrokerIs{BrokerId(1), BrokerState::Down}), std::string());
        QCOMPARE(missingFor(condition::BrokerIs{BrokerId(1), BrokerState::Running}),
                 std::string("broker 1 is down"));
        QCOMPARE(missingFor(condition::BrokerIs{BrokerId(9), BrokerState::Running}),
                 std::string("there is no broker 9"));
        using enum EnsembleServerPart::State;
        QCOMPARE(missingFor(condition::ServerIs{"zookeeper0", Standalone}), std::string());
        QCOMPARE(missingFor(condition::ServerIs{"zookeeper0", Down}),
                 std::string("zookeeper0 is standalone"));
    }
};

QTEST_APPLESS_MAIN(TestCondition)
#include "test_condition.moc"
