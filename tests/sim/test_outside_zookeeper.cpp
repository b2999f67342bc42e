#include <QTest>

#include "engine/coordination/client.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;

/// A program outside, with a session of ZooKeeper's protocol at the ensemble of a whole cluster.
class OutsideZookeeper
{
public:
    explicit OutsideZookeeper(SimCluster& cluster)
        : m_cluster(cluster)
        , m_host(cluster.world().addHost({NodeId::outside(1), "outside"}))
    {
        const std::string at = cluster.cluster().ensembleConnect();
        ClientConfig config;
        config.servers = {
            {"127.0.0.1", static_cast<std::uint16_t>(std::stoi(at.substr(at.find(':') + 1)))}};
        m_client = std::make_unique<Client>(m_host, config);
        m_host.control([this] { m_client->connect(); });
        m_cluster.runFor(1s);
        HW_ASSERT(m_client->connected(), "a session is opened");
    }
    ~OutsideZookeeper()
    {
        m_host.control([this] { m_client.reset(); });
        m_cluster.runFor(Duration(0));
    }

    Reply get(const std::string& path, Client::OnWatch watch = nullptr)
    {
        return await([&](Client::OnReply done) {
            m_client->getData(path, std::move(done), std::move(watch));
        });
    }
    Reply remove(const std::string& path)
    {
        return await(
            [&](Client::OnReply done) { m_client->remove(path, kAnyVersion, std::move(done)); });
    }
    /// Whom `/controller` names; 0: there is none.
    int controller()
    {
        static constexpr std::string_view kKey = "\"brokerid\":";
        const std::string data = textOf(get("/controller").data);
        const auto at = data.find(kKey);
        return at == std::string::npos ? 0 : data.at(at + kKey.size()) - '0';
    }

private:
    template <class Ask> Reply await(Ask ask)
    {
        std::optional<Reply> reply;
        m_host.control([&] { ask([&](const Reply& got) { reply = got; }); });
        m_cluster.runFor(1s);
        HW_ASSERT(reply, "the ensemble answers");
        return *reply;
    }

    SimCluster& m_cluster;
    world::Host& m_host;
    std::unique_ptr<Client> m_client;
};

class TestOutsideZookeeper : public QObject
{
    Q_OBJECT
private slots:
    void anOutsideWatchSeesTheControllerDie()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        OutsideZookeeper outside(cluster);
        const int first = cluster.snapshot()->controller.broker.value();
        QCOMPARE(outside.controller(), first);
        std::vector<WatchEvent> seen;
        outside.get("/controller", [&](const WatchEvent& event) { seen.push_back(event); });
        QVERIFY(cluster.kill(first).ok);
        QVERIFY2(cluster.until([&](const auto& snapshot, const auto&) {
            return snapshot.controller.broker != kNoBroker &&
                   snapshot.controller.broker.value() != first;
        }),
                 cluster.story().c_str());
        QVERIFY(seen == (std::vector<WatchEvent>{{WatchType::NodeDeleted, "/controller"}}));
        QCOMPARE(outside.controller(), cluster.snapshot()->controller.broker.value());
    }

    /// What people do with zkCli.sh to make Kafka elect anew.
    void deletingTheControllersNodeMakesAnElection()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        QVERIFY(cluster.settled());
        OutsideZookeeper outside(cluster);
        const std::string epoch = textOf(outside.get("/controller_epoch").data);
        QVERIFY(outside.remove("/controller").ok());
        QVERIFY2(cluster.until([&](const auto& snapshot, const auto&) {
            return std::to_string(snapshot.controller.epoch.value()) != epoch;
        }),
                 cluster.story().c_str());
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        QVERIFY(outside.controller() != 0);
        QCOMPARE(outside.controller(), cluster.snapshot()->controller.broker.value());
        QCOMPARE(std::stoi(textOf(outside.get("/controller_epoch").data)), std::stoi(epoch) + 1);
        QVERIFY(cluster.createTopic("u", 1, 3).ok);
    }
};

QTEST_APPLESS_MAIN(TestOutsideZookeeper)
#include "test_outside_zookeeper.moc"
