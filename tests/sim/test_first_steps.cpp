#include <QTest>

#include <map>
#include <set>

#include <fmt/format.h>

#include "tests/support/sim_client.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;

class TestFirstSteps : public QObject
{
    Q_OBJECT
private slots:
    void threeBrokersBecomeReadyWithOneController()
    {
        SimCluster cluster;
        QVERIFY2(cluster.ready(), cluster.story().c_str());
        const auto picture = cluster.snapshot();
        QCOMPARE(picture->brokers.size(), std::size_t(3));
        QVERIFY(picture->controller.broker != kNoBroker);
        QCOMPARE(picture->controller.epoch, ControllerEpoch(1));
        QVERIFY(!picture->clusterId.empty());
    }

    void topicsArePlacedByTheSimpleRule()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        const auto created = cluster.createTopic("t", 4, 2);
        QVERIFY2(created.ok, created.message.c_str());
        const auto at = [&](int p) { return cluster.partition("t", p)->assigned; };
        QCOMPARE(at(0), (std::vector{BrokerId(1), BrokerId(2)}));
        QCOMPARE(at(1), (std::vector{BrokerId(2), BrokerId(3)}));
        QCOMPARE(at(2), (std::vector{BrokerId(3), BrokerId(1)}));
        QCOMPARE(at(3), (std::vector{BrokerId(1), BrokerId(2)}));
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        QCOMPARE(cluster.partition("t", 1)->leader, BrokerId(2));
        QCOMPARE(cluster.partition("t", 1)->leaderEpoch, LeaderEpoch(0));
    }

    void moreReplicasThanBrokersAreRefused()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        const auto created = cluster.createTopic("t", 1, 4);
        QVERIFY(!created.ok);
        QVERIFY2(QString::fromStdString(created.message).contains("INVALID_REPLICATION_FACTOR"),
                 created.message.c_str());
    }

    void acknowledgedRecordsAreOnAllReplicasAndReadBack()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 1, 3).ok);
        SimClient client(cluster, 1);
        const auto first = client.produce("t", 0, {"a", "b"});
        QVERIFY2(first.ok(), first.trouble.c_str());
        QCOMPARE(first.base, Offset(0));
        const auto second = client.produce("t", 0, {"c"});
        QCOMPARE(second.base, Offset(2));
        QVERIFY2(cluster.settled(), cluster.story().c_str());
        const auto records = client.readAll("t", 0);
        QCOMPARE(records.size(), std::size_t(3));
        QCOMPARE(records[2], (SimClient::Record{Offset(2), "c"}));
        const auto part = cluster.partition("t", 0);
        const auto gauges = cluster.gauges();
        for (const ReplicaPart& replica : part->replicas) {
            QCOMPARE(gauges->leo[replica.slot], 3);
            QCOMPARE(gauges->hw[replica.slot], 3);
        }
    }

    void everyBrokerTellsTheSame()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        QVERIFY(cluster.settled());
        for (int p = 0; p < 3; ++p) {
            const auto part = cluster.partition("t", p);
            QCOMPARE(part->toldBy.size(), std::size_t(3));
            for (const auto& [broker, told] : part->toldBy) {
                QVERIFY(told.has_value());
                QCOMPARE(told->leader, part->leader);
                QCOMPARE(told->isr, part->isr);
            }
        }
    }

    void aGroupSharesThePartitionsOfItsTopic()
    {
        SimCluster cluster;
        QVERIFY(cluster.ready());
        QVERIFY(cluster.createTopic("t", 3, 3).ok);
        for (int n = 0; n < 3; ++n) {
            command::AddConsumer add;
            add.group = "g";
            add.topics = {"t"};
            QVERIFY(cluster.run(add).ok);
        }
        const bool stable = cluster.until(
            [](const Snapshot& snapshot, const Gauges&) {
                return snapshot.groups.size() == 1 && snapshot.groups[0]->members.size() == 3 &&
                       snapshot.groups[0]->state == fact::GroupState::Stable;
            },
            30s);
        QVERIFY2(stable, cluster.story().c_str());
        const auto group = cluster.group("g");
        std::set<TopicPartition> owned;
        for (const MemberPart& member : group->members) {
            QCOMPARE(member.assigned.size(), std::size_t(1));
            owned.insert(member.assigned.front());
        }
        QCOMPARE(owned.size(), std::size_t(3));
    }

    /// The demo's topics and clients begin in one breath, but not because of each other.
    void whatTheDemoBeginsWithIsNotCausedByWhatItBeganBefore()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        SimCluster cluster(spec);
        QVERIFY(cluster.ready());
        cluster.runFor(10s);
        const std::vector<Event>& events = cluster.events();
        std::map<EventId, const Event*> byId;
        for (const Event& event : events)
            byId[event.id] = &event;
        // The first of all that led to it.
        const auto root = [&](const Event& event) {
            const Event* first = &event;
            while (first->cause != kNoEvent && byId.contains(first->cause))
                first = byId.at(first->cause);
            return first;
        };
        std::map<std::string, EventId> started;
        std::set<std::string> topics;
        std::size_t joins = 0;
        for (const Event& event : events) {
            const Event& first = *root(event);
            const std::string story = textOf(event.fact) + " goes back to " + textOf(first.fact);
            if (const auto* consumer = std::get_if<fact::ConsumerStarted>(&event.fact)) {
                QVERIFY2(first.id == event.id, story.c_str());
                started[consumer->name] = event.id;
            } else if (std::holds_alternative<fact::ProducerStarted>(event.fact)) {
                QVERIFY2(first.id == event.id, story.c_str());
            } else if (const auto* topic = std::get_if<fact::TopicCreated>(&event.fact)) {
                if (topic->topic.starts_with("Topic"))
                    QVERIFY2(textOf(first.fact).find(topic->topic) != std::string::npos,
                             story.c_str());
                topics.insert(topic->topic);
            } else if (const auto* joined = std::get_if<fact::MemberJoined>(&event.fact);
                       joined && !joined->rejoin) {
                QVERIFY2(first.id == started[joined->clientId], story.c_str());
                ++joins;
            }
        }
        QCOMPARE(topics.size(), std::size_t(3)); // the groups' offsets topic is one
        QCOMPARE(joins, std::size_t(5));
    }

    /// One request writes the state of many partitions, one LeaderAndIsr tells of them.
    void whatHappensToAPartitionIsNotCausedByAnother()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        SimCluster cluster(spec);
        QVERIFY(cluster.ready());
        cluster.runFor(5s);
        QVERIFY(cluster.kill(2).ok);
        cluster.runFor(10s);
        QVERIFY(cluster.restart(2).ok);
        cluster.runFor(10s);
        std::map<EventId, const Event*> byId;
        for (const Event& event : cluster.events())
            byId[event.id] = &event;
        const auto ofAnother = [](const Event& cause, const TopicPartition& partition) {
            if (const auto* changed = std::get_if<fact::ZnodeChanged>(&cause.fact))
                return changed->path.ends_with("/state") &&
                       changed->path != fmt::format("/brokers/topics/{}/partitions/{}/state",
                                                    partition.topic, partition.partition);
            if (const auto* elected = std::get_if<fact::LeaderElected>(&cause.fact))
                return elected->partition != partition;
            return false;
        };
        std::size_t seen = 0;
        for (const Event& event : cluster.events()) {
            TopicPartition partition;
            if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact))
                partition = elected->partition;
            else if (const auto* leads = std::get_if<fact::BecameLeader>(&event.fact))
                partition = leads->partition;
            else if (const auto* follows = std::get_if<fact::BecameFollower>(&event.fact))
                partition = follows->partition;
            else
                continue;
            QVERIFY2(event.cause != kNoEvent, textOf(event.fact).c_str());
            const Event& cause = *byId.at(event.cause);
            QVERIFY2(!ofAnother(cause, partition),
                     (textOf(event.fact) + " because of " + textOf(cause.fact)).c_str());
            ++seen;
        }
        QVERIFY(seen > 4 * 56); // 56 partitions, each elected and led and followed by two
    }
};

QTEST_APPLESS_MAIN(TestFirstSteps)
#include "test_first_steps.moc"
