#include <QTest>

#include "engine/simulate/picture_watch.h"

using namespace hw;
using namespace hw::simulate;
using namespace hw::observe;

namespace {

constexpr Slot kLeader = 0;
constexpr Slot kFollower = 1;
constexpr Slot kMember = 0;
constexpr Duration kLagTime = 2s;

/// Broker 1 leads, 2 follows; a group with one member, whose coordinator is 1.
struct Bench
{
    Findings findings;
    PictureWatch watch{findings, true, kLagTime};
    PartitionPart part;
    Gauges gauges;
    bool runs[2] = {true, true};

    Bench()
    {
        part.id = {"T", 0};
        part.assigned = {BrokerId(1), BrokerId(2)};
        part.leader = BrokerId(1);
        part.leaderEpoch = LeaderEpoch(3);
        part.isr = part.isrLeader = part.assigned;
        for (const Slot slot : {kLeader, kFollower}) {
            ReplicaPart replica;
            replica.broker = part.assigned[slot];
            replica.role = slot == kLeader ? ReplicaRole::Leader : ReplicaRole::Follower;
            replica.leaderEpoch = part.leaderEpoch;
            replica.slot = slot;
            part.replicas.push_back(replica);
        }
        gauges.hw = gauges.leo = gauges.leoSeenByLeader = {10, 10};
        gauges.caughtUpAgoMs = {-1, 0};
        gauges.memberSessionDeadlineMs = {-1};
    }
    void isrIs(std::vector<BrokerId> isr) { part.isr = part.isrLeader = std::move(isr); }
    /// Every tenth of a second between the two.
    void look(Duration from, Duration to)
    {
        for (; from <= to; from += 100ms) {
            Snapshot snapshot;
            snapshot.at = Instant(from);
            for (int i = 0; i < 2; ++i) {
                auto broker = std::make_shared<BrokerPart>();
                broker->id = BrokerId(i + 1);
                broker->state = runs[i] ? BrokerState::Running : BrokerState::Down;
                snapshot.brokers.push_back(std::move(broker));
            }
            auto topic = std::make_shared<TopicPart>();
            topic->name = "T";
            topic->partitions.push_back(std::make_shared<PartitionPart>(part));
            snapshot.topics.push_back(std::move(topic));
            auto group = std::make_shared<GroupPart>();
            group->name = "g";
            group->coordinator = BrokerId(1);
            MemberPart member;
            member.member = "m";
            member.slot = kMember;
            group->members.push_back(std::move(member));
            snapshot.groups.push_back(std::move(group));
            findings.setNow(snapshot.at);
            watch.look(snapshot, gauges);
        }
    }
    QString first() const
    {
        return findings.empty() ? QString() : QString::fromStdString(findings.list().front().what);
    }
};

} // namespace

class TestPictureWatch : public QObject
{
    Q_OBJECT
private slots:
    void whoJoinsTheIsrHasWhatIsCommitted()
    {
        Bench bench;
        bench.isrIs({BrokerId(1)});
        bench.look(1s, 2s);
        bench.isrIs({BrokerId(1), BrokerId(2)});
        bench.look(2100ms, 2100ms);
        QCOMPARE(bench.first(), QString());

        bench.isrIs({BrokerId(1)});
        bench.look(2200ms, 2200ms);
        bench.gauges.leoSeenByLeader[kFollower] = 9;
        bench.isrIs({BrokerId(1), BrokerId(2)});
        bench.look(2300ms, 2300ms);
        QCOMPARE(bench.first(),
                 QString("T-0: broker 2 joined the ISR with the end 9, the watermark is 10"));
    }

    void whoHasJustBegunItsLifeMayHaveLostIt()
    {
        Bench bench;
        bench.isrIs({BrokerId(1)});
        bench.runs[1] = false;
        bench.look(1s, 2s);
        bench.runs[1] = true;
        bench.gauges.leoSeenByLeader[kFollower] = 9;
        bench.isrIs({BrokerId(1), BrokerId(2)});
        bench.look(2100ms, 2100ms);
        QCOMPARE(bench.first(), QString());
    }

    void whoLagsLeavesTheIsr()
    {
        Bench bench;
        bench.gauges.leoSeenByLeader[kFollower] = 9;
        bench.gauges.caughtUpAgoMs[kFollower] = 3100;
        bench.look(1s, 2500ms);
        QCOMPARE(bench.first(), QString());
        bench.look(2600ms, 2600ms);
        QCOMPARE(bench.first(),
                 QString("T-0: broker 2 has not been caught up for 3100 ms, and is still in the "
                         "ISR; replica.lag.time.max.ms is 2000"));
    }

    void membersGoWithTheirSession()
    {
        Bench bench;
        bench.gauges.memberSessionDeadlineMs[kMember] = 5000;
        bench.look(1s, 7s);
        QCOMPARE(bench.first(), QString());
        bench.look(7100ms, 7100ms);
        QCOMPARE(bench.first(),
                 QString("group g: member m is still there 2100 ms after its session"));
    }

    void aCoordinatorThatWasAwayHasTimeToNotice()
    {
        Bench bench;
        bench.gauges.memberSessionDeadlineMs[kMember] = 5000;
        bench.runs[0] = false;
        bench.look(1s, 8s);
        bench.runs[0] = true;
        bench.look(8100ms, 10s);
        QCOMPARE(bench.first(), QString());
    }
};

QTEST_APPLESS_MAIN(TestPictureWatch)
#include "test_picture_watch.moc"
