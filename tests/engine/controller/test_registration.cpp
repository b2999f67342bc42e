#include <QTest>

#include "tests/support/controller_bench.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

class TestRegistration : public QObject
{
    Q_OBJECT
private slots:
    void theNodeSaysWhatKafkaWouldWrite()
    {
        ControllerBench bench(1);
        const auto node = bench.base.getData(9, "/brokers/ids/1");
        const std::string text = textOf(node.data);
        QVERIFY2(text.starts_with(R"({"version":5,"host":"127.0.0.1","port":9092,"endpoints":)"
                                  R"(["PLAINTEXT://127.0.0.1:9092"],)"
                                  R"("listener_security_protocol_map":{"PLAINTEXT":"PLAINTEXT"},)"
                                  R"("jmx_port":-1,"timestamp":"17)"),
                 text.c_str());
        QVERIFY2(text.ends_with(R"(","features":{}})"), text.c_str());
        QCOMPARE(bench.broker(1).registration().epoch()->value(), node.stat.czxid.value());
    }

    void allBrokersFindTheSameClusterId()
    {
        ControllerBench bench(3);
        const std::string id = bench.ensemble().clusterId;
        QCOMPARE(id.size(), std::size_t(22));
        bench.kill(1);
        bench.run(5s);
        bench.start(1);
        bench.settle({1, 2, 3});
        QCOMPARE(bench.ensemble().clusterId, id);
    }

    void aBrokerWaitsForItsOldSession()
    {
        ControllerBench bench(2);
        const SessionId old = bench.broker(1).client().sessionId();
        const BrokerEpoch before = *bench.broker(1).registration().epoch();
        bench.kill(1);
        bench.start(1);
        bench.run(1s);
        QVERIFY(!bench.broker(1).registered());
        QCOMPARE(bench.broker(1).registration().waitingFor(), old);
        const auto waits = bench.base.events.of<fact::BrokerWaitsForSession>();
        QCOMPARE(waits.size(), std::size_t(1));
        QCOMPARE(std::get<fact::BrokerWaitsForSession>(waits[0].fact).old, old);
        bench.run(4s);
        QVERIFY(bench.broker(1).registered());
        QVERIFY(!bench.broker(1).registration().waitingFor());
        QVERIFY(*bench.broker(1).registration().epoch() > before);
        const Event registered = bench.base.events.of<fact::BrokerRegistered>().back();
        QVERIFY(bench.base.events.comesFrom<fact::SessionExpired>(registered));
    }

    void aCleanStopLeavesNothingToWaitFor()
    {
        ControllerBench bench(2);
        bench.stop(1);
        bench.start(1);
        bench.run(200ms);
        QVERIFY(bench.broker(1).registered());
        QCOMPARE(bench.base.events.count<fact::BrokerWaitsForSession>(), std::size_t(0));
    }

    void anExpiredBrokerRegistersAgainWithANewEpoch()
    {
        ControllerBench bench(2);
        const int other = 3 - bench.activeController();
        const BrokerEpoch before = *bench.broker(other).registration().epoch();
        bench.base.host(other).setFrozen(true);
        bench.run(6s);
        QCOMPARE(bench.ensemble().registered.size(), std::size_t(1));
        bench.base.host(other).setFrozen(false);
        bench.settle({1, 2});
        QVERIFY(*bench.broker(other).registration().epoch() > before);
        QCOMPARE(bench.controller().view().alive.at(BrokerId(other)),
                 *bench.broker(other).registration().epoch());
    }
};

QTEST_APPLESS_MAIN(TestRegistration)
#include "test_registration.moc"
