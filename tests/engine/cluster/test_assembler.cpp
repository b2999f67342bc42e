#include <QTest>

#include "engine/cluster/assembler.h"

using namespace hw;
using namespace hw::cluster;
using namespace hw::observe;

namespace {

std::vector<BrokerId> ids(std::initializer_list<int> numbers)
{
    std::vector<BrokerId> brokers;
    for (const int n : numbers)
        brokers.emplace_back(n);
    return brokers;
}

ReplicaReport replicaOf(std::int64_t hw, std::int64_t leo)
{
    ReplicaReport replica;
    replica.partition = {"t", 0};
    replica.hw = Offset(hw);
    replica.leo = Offset(leo);
    replica.leader = BrokerId(1);
    replica.leaderEpoch = LeaderEpoch(0);
    return replica;
}

/// Three brokers, one partition on all; broker 1 leads, broker 3 lags behind.
struct Scene
{
    std::vector<std::shared_ptr<BrokerReport>> brokers;
    std::shared_ptr<EnsembleReport> znodes = std::make_shared<EnsembleReport>();
    std::vector<bool> down = {false, false, false};

    Scene()
    {
        for (int n = 1; n <= 3; ++n) {
            auto report = std::make_shared<BrokerReport>();
            report->broker = BrokerId(n);
            brokers.push_back(report);
        }
        ReplicaReport leader = replicaOf(3, 5);
        leader.role = ReplicaRole::Leader;
        leader.isr = ids({1, 2, 3});
        leader.followers = {{BrokerId(2), Offset(5), Instant()},
                            {BrokerId(3), Offset(3), Instant()}};
        brokers[0]->replicas = {leader};
        brokers[1]->replicas = {replicaOf(3, 5)};
        brokers[2]->replicas = {replicaOf(3, 3)};
        znodes->zxid = Zxid(7);
        znodes->controller = BrokerId(2);
        znodes->topics = {{"t", Uuid(), {ids({1, 2, 3})}, {}}};
        znodes->states = {
            {{"t", 0}, BrokerId(1), LeaderEpoch(0), PartitionEpoch(0), ids({1, 2, 3}), false}};
    }

    Reports reports() const
    {
        Reports all;
        all.now = Instant(1s);
        for (std::size_t i = 0; i < brokers.size(); ++i) {
            auto status = std::make_shared<BrokerStatus>();
            status->id = brokers[i]->broker;
            status->state = down[i] ? BrokerState::Down : BrokerState::Running;
            if (!down[i])
                status->report = brokers[i];
            all.brokers.push_back(status);
        }
        auto server = std::make_shared<EnsembleStatus>();
        server->name = "zookeeper0";
        server->report = znodes;
        all.ensemble.push_back(server);
        return all;
    }
};

} // namespace

class TestAssembler : public QObject
{
    Q_OBJECT
private slots:
    void namesTheReplicaThatHoldsTheHighWatermarkBack()
    {
        Assembler assembler;
        const auto picture = assembler.assemble(Scene().reports(), "live", "classroom");
        const PartitionPart& part = *picture.snapshot->topics.at(0)->partitions.at(0);
        QCOMPARE(part.hwHeldBy, ids({3}));
        QCOMPARE(part.leader, BrokerId(1));
        const Slot third = part.replicas.at(2).slot;
        QCOMPARE(picture.gauges->leo.at(third), 3);
        QCOMPARE(picture.gauges->leoSeenByLeader.at(third), 3);
    }

    void unchangedPartsAreTheSameObjects()
    {
        Assembler assembler;
        Scene scene;
        const auto first = assembler.assemble(scene.reports(), "live", "classroom");
        scene.brokers[0]->replicas[0].leo = Offset(9); // a gauge, not part of the part
        scene.brokers[1]->replicas[0].leo = Offset(9);
        const auto second = assembler.assemble(scene.reports(), "live", "classroom");
        QVERIFY(first.snapshot->version < second.snapshot->version);
        QCOMPARE(second.snapshot->topics.at(0).get(), first.snapshot->topics.at(0).get());
        QCOMPARE(second.snapshot->brokers.at(0).get(), first.snapshot->brokers.at(0).get());
    }

    void aChangedIsrMakesANewPartition()
    {
        Assembler assembler;
        Scene scene;
        const auto first = assembler.assemble(scene.reports(), "live", "classroom");
        auto znodes = std::make_shared<EnsembleReport>(*scene.znodes);
        znodes->states[0].isr = ids({1, 2});
        scene.znodes = znodes;
        const auto second = assembler.assemble(scene.reports(), "live", "classroom");
        QVERIFY(second.snapshot->topics.at(0) != first.snapshot->topics.at(0));
        QVERIFY(!second.snapshot->topics.at(0)->partitions.at(0)->replicas.at(2).inIsr);
    }

    /// It was frozen while another was elected; the one that it takes for its follower knows more.
    void aLeaderOfAnEpochThatIsOverIsNotBelieved()
    {
        using State = EnsembleServerPart::State;
        Scene scene;
        auto old = std::make_shared<EnsembleReport>(*scene.znodes);
        old->leads = true;
        old->zxid = Zxid((std::int64_t(1) << 32) + 42);
        auto newer = std::make_shared<EnsembleReport>(*scene.znodes);
        newer->zxid = Zxid((std::int64_t(2) << 32) + 7);
        newer->states[0].leaderEpoch = LeaderEpoch(3);
        Reports reports = scene.reports();
        reports.ensemble.clear();
        for (const auto& [report, state] :
             {std::pair(newer, State::Looking), {old, State::Leader}}) {
            auto server = std::make_shared<EnsembleStatus>();
            server->state = state;
            server->report = report;
            reports.ensemble.push_back(server);
        }
        Assembler assembler;
        const auto picture = assembler.assemble(reports, "live", "classroom");
        QCOMPARE(picture.snapshot->zxid, newer->zxid);
        QCOMPARE(picture.snapshot->topics.at(0)->partitions.at(0)->leaderEpoch, LeaderEpoch(3));
    }

    void aDeadBrokersReplicaIsOfflineAndUnknown()
    {
        Assembler assembler;
        Scene scene;
        scene.down[2] = true;
        const auto picture = assembler.assemble(scene.reports(), "live", "classroom");
        const ReplicaPart& third = picture.snapshot->topics.at(0)->partitions.at(0)->replicas.at(2);
        QCOMPARE(third.role, ReplicaRole::Offline);
        QCOMPARE(picture.gauges->leo.at(third.slot), -1);
    }

    /// Case R19: brokers tell at different moments; only a commit that is beyond the end of a log
    /// told later is beyond it.
    void aCommitNewerThanTheLogsEndIsNotBeyondIt()
    {
        Scene scene;
        GroupReport group;
        group.group = "g";
        group.offsets = {{{"t", 0}, Offset(9)}}; // the leader, broker 1, said 3
        scene.brokers[1]->groups = {group};
        scene.brokers[1]->at = Instant(2s);
        scene.brokers[0]->at = Instant(1s);
        const auto committed = [&] {
            Assembler assembler;
            const auto picture = assembler.assemble(scene.reports(), "live", "classroom");
            const Slot slot = picture.snapshot->groups.at(0)->offsets.at(0).slot;
            return picture.gauges->committed.at(slot);
        };
        QCOMPARE(committed(), std::int64_t(3));
        scene.brokers[0]->at = Instant(2s);
        QCOMPARE(committed(), std::int64_t(9));
    }

    void aGroupOutlivesItsCoordinatorInThePicture()
    {
        Assembler assembler;
        Scene scene;
        GroupReport group;
        group.group = "g";
        group.state = fact::GroupState::Stable;
        group.generation = Generation(4);
        scene.brokers[2]->groups = {group};
        assembler.assemble(scene.reports(), "live", "classroom");
        scene.down[2] = true;
        Reports later = scene.reports();
        later.now = Instant(2s);
        const auto picture = assembler.assemble(later, "live", "classroom");
        QCOMPARE(picture.snapshot->groups.size(), std::size_t(1));
        QCOMPARE(picture.snapshot->groups[0]->coordinator, kNoBroker);
        QCOMPARE(picture.snapshot->groups[0]->generation, Generation(4));
    }
};

QTEST_APPLESS_MAIN(TestAssembler)
#include "test_assembler.moc"
