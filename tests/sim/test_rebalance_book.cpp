#include <QTest>

#include "engine/rebalances/verdicts.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using namespace hw::rebalances;
namespace fact = observe::fact;
namespace command = observe::command;
using fact::RebalanceKind;

namespace {

/// A cluster whose book is kept.
struct Stage
{
    Stage()
        : cluster(cluster::ClusterSpec())
    {
    }
    void run(Duration time)
    {
        for (Duration done{}; done < time; done += 50ms) {
            cluster.runFor(50ms);
            read();
        }
    }
    void read()
    {
        const auto& events = cluster.events();
        for (; m_read < events.size(); ++m_read)
            book.take(events[m_read]);
        const auto snapshot = cluster.snapshot();
        book.look(*snapshot, *cluster.gauges());
    }
    bool consumer(const std::string& name, command::Assignor assignor)
    {
        return cluster.run(command::AddConsumer{name, "g", {"t"}, assignor}).ok;
    }
    NodeId clientOf(const std::string& name)
    {
        for (const auto& consumer : cluster.snapshot()->consumers)
            if (consumer->name == name)
                return consumer->client;
        return {};
    }
    const Rebalance& last() const { return book.all().back(); }

    SimCluster cluster;
    Book book;

private:
    std::size_t m_read = 0;
};

} // namespace

class TestRebalanceBook : public QObject
{
    Q_OBJECT
private slots:
    void whatHappensToAGroupIsWritten()
    {
        Stage s;
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 4, 3).ok);
        QVERIFY(s.cluster.run(command::AddProducer{"p", {"t"}, -1, 100}).ok);
        QVERIFY(s.consumer("A", command::Assignor::Range));
        s.run(5s);
        QCOMPARE(s.book.all().size(), std::size_t(1));
        QVERIFY(s.last().kind == RebalanceKind::FirstMember);
        QVERIFY(s.last().outcome == Outcome::Stable && s.last().compared);
        QCOMPARE(s.last().clientId, std::string("A"));
        QCOMPARE(s.last().moved.size(), std::size_t(4));
        QCOMPARE(s.last().protocol, std::string("range"));

        QVERIFY(s.consumer("B", command::Assignor::Range));
        s.run(8s);
        QCOMPARE(s.book.all().size(), std::size_t(2));
        QVERIFY(s.last().kind == RebalanceKind::Joined);
        QCOMPARE(s.last().clientId, std::string("B"));
        QCOMPARE(s.last().moved.size(), std::size_t(2));
        QCOMPARE(s.last().stalls.size(), std::size_t(4));
        QVERIFY(s.last().stalled() > Duration{} && s.last().stalled() < 4 * s.last().lasted());

        QVERIFY(s.cluster.run(command::StopClient{s.clientOf("A"), true}).ok);
        s.run(15s);
        QCOMPARE(s.book.all().size(), std::size_t(3));
        QVERIFY(s.last().kind == RebalanceKind::SessionExpired);
        QCOMPARE(s.last().clientId, std::string("A"));
        QVERIFY(s.last().silent >= Duration(6s) && s.last().silent < Duration(7s));
        QCOMPARE(s.last().moved.size(), std::size_t(2));
        QVERIFY(std::ranges::any_of(s.last().stalls, [](const Stall& stall) {
            return stall.waited > 0; // 25 a second for each partition
        }));

        QVERIFY(s.cluster.run(command::StopClient{s.clientOf("B"), false}).ok);
        s.run(3s);
        QVERIFY(s.last().kind == RebalanceKind::Left);
        QVERIFY(s.last().outcome == Outcome::Empty);
        QVERIFY(!s.last().silent);
        QCOMPARE(s.book.all().size(), std::size_t(4));
    }

    void aMovedCoordinatorIsNoRebalance()
    {
        Stage s;
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 4, 3).ok);
        QVERIFY(s.consumer("A", command::Assignor::Range));
        QVERIFY(s.consumer("B", command::Assignor::Range));
        s.run(8s);
        const std::size_t before = s.book.all().size();
        const auto group = s.cluster.group("g");
        QVERIFY(s.cluster.kill(group->coordinator.value()).ok);
        s.run(20s);
        QVERIFY(s.cluster.group("g")->coordinator != group->coordinator);
        QCOMPARE(s.cluster.group("g")->generation, group->generation);
        QCOMPARE(s.book.all().size(), before);
    }

    void cooperativeMembersStandStillOnlyForWhatMoves()
    {
        Stage s;
        QVERIFY(s.cluster.ready());
        QVERIFY(s.cluster.createTopic("t", 4, 3).ok);
        QVERIFY(s.consumer("A", command::Assignor::CooperativeSticky));
        s.run(5s);
        QVERIFY(s.consumer("B", command::Assignor::CooperativeSticky));
        s.run(10s);
        QCOMPARE(s.book.all().size(), std::size_t(3)); // revoked in one, given in the next
        QCOMPARE(s.book.find(2)->moved.size(), std::size_t(2));
        QVERIFY(s.book.find(2)->stalls.empty());
        QVERIFY(s.book.find(3)->kind == RebalanceKind::PartitionsGivenUp);
        QCOMPARE(s.book.find(3)->moved.size(), std::size_t(2));
        QCOMPARE(s.book.find(3)->stalls.size(), std::size_t(2));
        QVERIFY(s.book.find(3)->outcome == Outcome::Stable);
    }
};

QTEST_APPLESS_MAIN(TestRebalanceBook)
#include "test_rebalance_book.moc"
