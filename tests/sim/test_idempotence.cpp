#include <QTest>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/describe_producers.h"
#include "engine/protocol/messages/init_producer_id.h"
#include "engine/protocol/messages/produce.h"
#include "engine/world/random.h"
#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::protocol;

namespace {

cluster::ClusterSpec specOf(std::uint64_t seed)
{
    cluster::ClusterSpec spec;
    spec.seed = seed;
    return spec;
}

InitProducerIdResponse initProducer(SimClient& client, int broker, int version = 4,
                                    std::optional<std::string> transactionalId = {})
{
    InitProducerIdRequest request;
    request.transactionalId = std::move(transactionalId);
    const auto answer = client.call(BrokerId(broker), request, version);
    HW_ASSERT(answer.has_value(), answer.error().message);
    return *answer;
}

/// Sends values one by one with one request in flight and tries again until each is acknowledged.
class Sender
{
public:
    Sender(SimCluster& cluster, bool isIdempotent)
        : m_cluster(cluster)
        , m_client(cluster, 1)
        , m_host(cluster.world().addHost({NodeId::outside(2), "sender"}))
    {
        if (isIdempotent)
            m_producer = initProducer(m_client, 1).producerId;
    }
    SimClient& client() { return m_client; }

    /// The leader is killed `killAfter` the first sending, if that is given.
    void send(int value, std::optional<Duration> killAfter = {})
    {
        const BrokerId leader = awaitLeader();
        ask(leader, value);
        if (killAfter) {
            m_cluster.runFor(*killAfter);
            if (m_acked) // too late to lose the answer
                return;
            m_cluster.cluster().submit(observe::command::Kill{NodeId::broker(leader)});
            m_killed = leader;
        }
        m_cluster.world().runUntil([&] { return m_acked || m_failed; }, 15s);
        while (!m_acked) {
            m_cluster.runFor(50ms);
            ask(awaitLeader(), value);
            m_cluster.world().runUntil([&] { return m_acked || m_failed; }, 15s);
            ++m_retries;
        }
    }
    int retries() const { return m_retries; }
    BrokerId killed() const { return m_killed; }
    void revived() { m_killed = kNoBroker; }
    ProducerId producer() const { return m_producer; }

private:
    BrokerId awaitLeader()
    {
        BrokerId leader = kNoBroker;
        m_cluster.until([&](const auto&, const auto&) {
            const auto part = m_cluster.partition("T", 0);
            leader = part ? part->leader : kNoBroker;
            return leader != kNoBroker && leader != m_killed;
        });
        return leader;
    }

    void ask(BrokerId leader, int value)
    {
        BatchSpec spec;
        spec.producerId = m_producer;
        if (m_producer != kNoProducer) {
            spec.producerEpoch = ProducerEpoch(0);
            spec.baseSequence = value;
        }
        BatchBuilder builder(spec);
        builder.add(m_cluster.world().wallTime(), std::nullopt, viewOf(std::to_string(value)));
        ProduceRequest request;
        request.acks = -1;
        request.timeoutMs = 5000;
        auto& part = request.topicData.emplace_back();
        part.name = "T";
        part.partitionData.emplace_back().records = Pieces(builder.build());
        m_acked = m_failed = false;
        const int attempt = ++m_attempt;
        peerOf(leader).send<ProduceRequest>(
            std::move(request), ApiVersion(7), 6s,
            [this, attempt](const Result<ProduceResponse>& answer) {
                if (attempt != m_attempt)
                    return;
                const bool isGood =
                    answer &&
                    answer->responses[0].partitionResponses[0].errorCode == ErrorCode::None;
                (isGood ? m_acked : m_failed) = true;
            });
    }

    rpc::Peer& peerOf(BrokerId broker)
    {
        auto& peer = m_peers[broker];
        if (!peer) {
            const std::string where = m_cluster.snapshot()
                                          ->brokers[static_cast<std::size_t>(broker.value() - 1)]
                                          ->endpoint;
            const auto colon = where.rfind(':');
            rpc::PeerConfig config;
            config.self = m_host.node();
            config.node = NodeId::broker(broker);
            config.where = {where.substr(0, colon),
                            static_cast<std::uint16_t>(std::stoi(where.substr(colon + 1)))};
            config.clientId = "sender";
            peer = std::make_unique<rpc::Peer>(m_host, m_journal, std::move(config));
        }
        return *peer;
    }

    SimCluster& m_cluster;
    SimClient m_client;
    world::Host& m_host;
    observe::NullJournal m_journal;
    std::map<BrokerId, std::unique_ptr<rpc::Peer>> m_peers;
    ProducerId m_producer = kNoProducer;
    BrokerId m_killed = kNoBroker;
    int m_attempt = 0;
    int m_retries = 0;
    bool m_acked = false;
    bool m_failed = false;
};

void makeTopic(SimCluster& cluster)
{
    QVERIFY(cluster.ready());
    const auto made = cluster.createTopic("T", 1, 3, {{"min.insync.replicas", "2"}});
    QVERIFY2(made.ok, made.message.c_str());
    QVERIFY(cluster.settled());
}

/// What a consumer reads, as one line; long runs without fault are left out.
std::vector<std::string> valuesOf(SimClient& client)
{
    std::vector<std::string> values;
    for (const auto& record : client.readAll("T", 0))
        values.push_back(record.value);
    return values;
}

/// 1000 records; the leader dies `killAfter` record 500 was sent to it.
std::vector<std::string> loadTest(std::uint64_t seed, bool isIdempotent, Duration killAfter)
{
    SimCluster cluster(specOf(seed));
    makeTopic(cluster);
    Sender sender(cluster, isIdempotent);
    for (int value = 0; value < 1000; ++value)
        sender.send(value, value == 500 ? std::optional(killAfter) : std::nullopt);
    return valuesOf(sender.client());
}

} // namespace

class TestIdempotence : public QObject
{
    Q_OBJECT

private slots:
    void everyProducerGetsAnIdOfItsOwn()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        std::set<ProducerId> given;
        for (int version = 0; version <= 5; ++version)
            for (int broker = 1; broker <= 3; ++broker) {
                const auto answer = initProducer(client, broker, version);
                QCOMPARE(answer.errorCode, ErrorCode::None);
                QCOMPARE(answer.producerEpoch, ProducerEpoch(0));
                QVERIFY(given.insert(answer.producerId).second);
            }
        // Blocks of 1000, in the order in which the brokers asked.
        const std::set<ProducerId> expected = [] {
            std::set<ProducerId> ids;
            for (int broker = 0; broker < 3; ++broker)
                for (int i = 0; i < 6; ++i)
                    ids.insert(ProducerId(1000 * broker + i));
            return ids;
        }();
        QVERIFY(given == expected);
    }

    void idsAreNotGivenAgainAfterTheControllerDied()
    {
        SimCluster cluster(specOf(2));
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        const int controller = cluster.snapshot()->controller.broker.value();
        const int other = controller == 1 ? 2 : 1;
        QCOMPARE(initProducer(client, controller).producerId, ProducerId(0));
        QVERIFY(cluster.kill(controller).ok);
        cluster.runFor(10s);
        QCOMPARE(initProducer(client, other).producerId, ProducerId(1000));
    }

    void transactionalIdsWaitForTheirCoordinator()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        SimClient client(cluster, 1);
        const auto answer = initProducer(client, 1, 4, "tx-1");
        QCOMPARE(answer.errorCode, ErrorCode::CoordinatorNotAvailable);
        QCOMPARE(answer.producerId, kNoProducer);
        QCOMPARE(initProducer(client, 1, 4, "").errorCode, ErrorCode::InvalidRequest);
    }

    void everyReplicaTellsWhatItKnowsOfProducers()
    {
        SimCluster cluster(specOf(3));
        makeTopic(cluster);
        Sender sender(cluster, true);
        for (int value = 0; value < 3; ++value)
            sender.send(value);
        cluster.runFor(1s);
        for (int broker = 1; broker <= 3; ++broker) {
            DescribeProducersRequest request;
            request.topics = {{"T", {0, 7}}};
            const auto answer = sender.client().call(BrokerId(broker), request, 0);
            QVERIFY(answer.has_value());
            const auto& known = answer->topics[0].partitions[0];
            QCOMPARE(known.errorCode, ErrorCode::None);
            QCOMPARE(known.activeProducers.size(), std::size_t(1));
            QCOMPARE(known.activeProducers[0].producerId, sender.producer());
            QCOMPARE(known.activeProducers[0].lastSequence, 2);
            QCOMPARE(answer->topics[0].partitions[1].errorCode, ErrorCode::UnknownTopicOrPartition);
        }
    }

    /// R03: at-least-once without idempotence, exactly once per record with it.
    void aLostAnswerMakesADuplicateOnlyWithoutIdempotence()
    {
        // Somewhere between "on all replicas" and "the answer has arrived".
        bool hadDuplicate = false;
        for (Duration killAfter = 200us; killAfter < 20ms && !hadDuplicate; killAfter += 200us) {
            const auto plain = loadTest(1, false, killAfter);
            QVERIFY2(plain.size() == 1000 || plain.size() == 1001,
                     qPrintable(QString::number(plain.size())));
            hadDuplicate = plain.size() == 1001;
            if (!hadDuplicate)
                continue;
            QCOMPARE(plain[500], std::string("500"));
            QCOMPARE(plain[501], std::string("500"));
            const auto idempotent = loadTest(1, true, killAfter);
            QCOMPARE(idempotent.size(), std::size_t(1000));
        }
        QVERIFY(hadDuplicate);
    }

    void killsAndLeaderMovesNeitherDuplicateNorSkip_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 6; ++seed)
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
    }

    void killsAndLeaderMovesNeitherDuplicateNorSkip()
    {
        QFETCH(quint64, seed);
        SimCluster cluster(specOf(seed));
        makeTopic(cluster);
        Sender sender(cluster, true);
        world::Random random(seed);
        const int records = 120;
        for (int value = 0; value < records; ++value) {
            const bool isKill = value % 20 == 10;
            std::optional<Duration> killAfter;
            if (isKill)
                killAfter = std::chrono::microseconds(random.below(6000));
            sender.send(value, killAfter);
            if (value % 20 == 19 && sender.killed() != kNoBroker) {
                QVERIFY(cluster.restart(sender.killed().value()).ok);
                sender.revived();
                QVERIFY(cluster.settled());
            }
        }
        const auto values = valuesOf(sender.client());
        QCOMPARE(values.size(), std::size_t(records));
        for (int value = 0; value < records; ++value)
            QCOMPARE(values[static_cast<std::size_t>(value)], std::to_string(value));
    }

    void theEmbeddedProducerWritesEachRecordOnceAndInOrder_data()
    {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 4; ++seed)
            QTest::addRow("seed %llu", static_cast<unsigned long long>(seed)) << seed;
    }

    void theEmbeddedProducerWritesEachRecordOnceAndInOrder()
    {
        QFETCH(quint64, seed);
        SimCluster cluster(specOf(seed));
        makeTopic(cluster);
        SimClient client(cluster, 1);
        observe::command::AddProducer add;
        add.name = "p";
        add.topics = {"T"};
        add.rate = 2000;
        add.idempotent = true;
        QVERIFY(cluster.run(add).ok);
        world::Random random(seed);
        for (int i = 0; i < 3; ++i) {
            cluster.runFor(std::chrono::microseconds(random.between(300000, 800000)));
            const int leader = cluster.partition("T", 0)->leader.value();
            QVERIFY(cluster.kill(leader).ok);
            cluster.runFor(6s);
            QVERIFY(cluster.restart(leader).ok);
            QVERIFY(cluster.until([&](const auto&, const auto&) {
                return cluster.partition("T", 0)->isr.size() == 3;
            }));
        }
        const auto producer = cluster.snapshot()->producers.at(0);
        const auto stopped = cluster.run(observe::command::StopClient{producer->client});
        QVERIFY2(stopped.ok, (stopped.message + producer->lastError + cluster.story()).c_str());
        const auto values = valuesOf(client);
        QVERIFY(values.size() > 20000);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(values[i].starts_with(fmt::format("p #{} ", i)),
                     qPrintable(QString::number(i) + ": " +
                                QString::fromStdString(values[i].substr(0, 20))));
    }

    /// The broker looks at every sequence: the parts of what it refused fit in.
    void aBatchTooLargeForItsTopicIsWrittenInParts()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("T", 1, 3, {{"max.message.bytes", "400"}}).ok);
        QVERIFY(cluster.settled());
        SimClient client(cluster, 1);
        observe::command::AddProducer add;
        add.name = "p";
        add.topics = {"T"};
        add.rate = 2000; // four records of 100 bytes are more than the topic takes
        add.idempotent = true;
        QVERIFY(cluster.run(add).ok);
        cluster.runFor(3s);
        const auto producer = cluster.snapshot()->producers.at(0);
        QCOMPARE(producer->lastError, std::string());
        QCOMPARE(cluster.gauges()->failed.at(producer->slot), std::uint64_t(0));
        QVERIFY(cluster.run(observe::command::StopClient{producer->client}).ok);
        const auto values = valuesOf(client);
        QVERIFY(values.size() > 5000);
        for (std::size_t i = 0; i < values.size(); ++i)
            QVERIFY2(values[i].starts_with(fmt::format("p #{} ", i)), values[i].c_str());
    }

    void idempotenceNeedsAllAcks()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        observe::command::AddProducer add;
        add.topics = {"T"};
        add.acks = 1;
        add.idempotent = true;
        const auto refused = cluster.run(add);
        QVERIFY(!refused.ok);
        QVERIFY(refused.message.find("enable.idempotence") != std::string::npos);
    }

    void producersAreToldWhichRecordsAreToBlame()
    {
        SimCluster cluster(specOf(1));
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("C", 1, 1, {{"cleanup.policy", "compact"}}).ok);
        QVERIFY(cluster.settled());
        SimClient client(cluster, 1);
        const auto send = [&](const BatchSpec& spec, bool keyed,
                              std::optional<std::string> transactionalId = {}) {
            BatchBuilder builder(spec);
            builder.add(cluster.world().wallTime(), viewOf("k"), viewOf("v"));
            builder.add(cluster.world().wallTime(),
                        keyed ? std::optional(viewOf("k")) : std::nullopt, viewOf("v"));
            ProduceRequest request;
            request.acks = -1;
            request.timeoutMs = 5000;
            request.transactionalId = std::move(transactionalId);
            auto& part = request.topicData.emplace_back();
            part.name = "C";
            part.partitionData.emplace_back().records = Pieces(builder.build());
            const auto answer =
                client.call(cluster.partition("C", 0)->leader, std::move(request), 8);
            HW_ASSERT(answer.has_value(), answer.error().message);
            return answer->responses.at(0).partitionResponses.at(0);
        };
        const auto keyless = send({}, false);
        QCOMPARE(keyless.errorCode, ErrorCode::InvalidRecord);
        QCOMPARE(keyless.recordErrors.size(), std::size_t(1));
        QCOMPARE(keyless.recordErrors[0].batchIndex, 1);
        QVERIFY(keyless.errorMessage.has_value());
        // The whole batch was refused.
        QCOMPARE(send({}, true).baseOffset, Offset(0));
        const BatchSpec transactional{.producerId = ProducerId(7),
                                      .producerEpoch = ProducerEpoch(0),
                                      .baseSequence = 0,
                                      .transactional = true};
        QCOMPARE(send(transactional, true, "tx").errorCode, ErrorCode::InvalidTxnState);
        QCOMPARE(send(transactional, true).errorCode,
                 ErrorCode::TransactionalIdAuthorizationFailed);
        QCOMPARE(send({}, true).baseOffset, Offset(2));
    }
};

QTEST_APPLESS_MAIN(TestIdempotence)
#include "test_idempotence.moc"
