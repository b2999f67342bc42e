#include <QTest>

#include "engine/protocol/messages/metadata.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;

static cluster::ClusterSpec oneBroker()
{
    cluster::ClusterSpec spec;
    spec.brokers = 1;
    return spec;
}

class TestOneBroker : public QObject
{
    Q_OBJECT
private slots:
    void startsCreatesAndServesATopic()
    {
        SimCluster cluster(oneBroker());
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        const auto made = cluster.createTopic("t", 2, 1);
        QVERIFY2(made.ok, (made.message + cluster.story()).c_str());
        SimClient client(cluster, 1);
        const auto produced = client.produce("t", 0, {"a", "b"});
        QVERIFY2(produced.ok(),
                 (produced.trouble + textOf(produced.error) + cluster.story()).c_str());
        QCOMPARE(produced.base, Offset(0));
        const auto records = client.readAll("t", 0);
        QCOMPARE(records.size(), std::size_t(2));
        QCOMPARE(records[1].value, std::string("b"));
    }
};

QTEST_APPLESS_MAIN(TestOneBroker)
#include "test_one_broker.moc"
