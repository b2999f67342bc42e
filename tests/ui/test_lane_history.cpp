#include <QTest>

#include "tests/support/synthetic_cluster.h"
#include "ui/lanes/lane_history.h"
#include "ui/lanes/lane_words.h"

using namespace hw;
using namespace hw::ui;
namespace fact = observe::fact;

namespace {

Instant at(Duration time) { return Instant(time); }

/// A history of one group `g` with one embedded member `m`, fed by hand.
struct Fed
{
    LaneHistory history;
    observe::GroupPart group;
    observe::Snapshot snapshot;
    observe::Gauges gauges;
    Frame frame;
    std::uint64_t last = 0;

    Fed()
    {
        group.name = "g";
        group.state = fact::GroupState::Stable;
        observe::MemberPart member;
        member.member = "m";
        member.name = member.clientId = "C1";
        member.client = NodeId::client(1);
        member.sessionTimeout = 6s;
        group.members.push_back(member);
        auto consumer = std::make_shared<observe::ConsumerPart>();
        consumer->client = NodeId::client(1);
        consumer->maxPollInterval = 10s;
        consumer->heartbeatInterval = 2s;
        snapshot.consumers.push_back(consumer);
        for (auto* row : {&gauges.memberHeardMs, &gauges.memberSessionDeadlineMs, &gauges.polledMs,
                          &gauges.pollDeadlineMs, &gauges.heartbeatDueMs})
            row->assign(1, -1);
    }
    void heard(Duration when)
    {
        gauges.memberHeardMs[0] = toMs(when);
        gauges.memberSessionDeadlineMs[0] = toMs(when + 6s);
    }
    void polled(Duration when)
    {
        gauges.polledMs[0] = toMs(when);
        gauges.pollDeadlineMs[0] = toMs(when + 10s);
    }
    observe::Flight request(const char* api, Duration sent, std::string member = "m")
    {
        observe::Flight flight;
        flight.id = FlightId(++last);
        flight.api = api;
        flight.group = "g";
        flight.member = std::move(member);
        flight.clientId = "C1";
        flight.sentAt = at(sent);
        flight.from = NodeId::client(1);
        flight.to = NodeId::broker(BrokerId(1));
        frame.flights.push_back(flight);
        return flight;
    }
    void answer(observe::Flight to, Duration sent, std::string error = {}, Duration parked = {})
    {
        to.request = to.id;
        to.id = FlightId(++last);
        to.response = true;
        to.sentAt = at(sent);
        to.error = std::move(error);
        to.parked = parked;
        frame.flights.push_back(std::move(to));
    }
    void look(Duration now)
    {
        snapshot.at = gauges.at = at(now);
        snapshot.groups = {std::make_shared<observe::GroupPart>(group)};
        frame.snapshot = std::make_shared<observe::Snapshot>(snapshot);
        frame.gauges = std::make_shared<observe::Gauges>(gauges);
        history.take(frame);
        frame = {};
    }
    const LaneMember& lane() { return *history.find("g")->find("m"); }
    const std::deque<TimerRun>& timer(MemberTimer::Kind kind)
    {
        return lane().timers[static_cast<std::size_t>(kind)];
    }
};

} // namespace

class TestLaneHistory : public QObject
{
    Q_OBJECT
private slots:
    void aRequestAndItsAnswerAreOneMark()
    {
        Fed f;
        const auto join = f.request("JoinGroup", 1s);
        f.look(1s);
        QCOMPARE(f.lane().marks.size(), std::size_t(1));
        QVERIFY(!f.lane().marks[0].answered);
        f.answer(join, 1500ms, "REBALANCE_IN_PROGRESS", 480ms);
        f.look(1500ms);
        const LaneMark& mark = f.lane().marks[0];
        QCOMPARE(mark.kind, LaneMark::Kind::Join);
        QCOMPARE(mark.answered, std::optional(at(1500ms)));
        QCOMPARE(mark.parked, Duration(480ms));
        QCOMPARE(mark.error, std::string("REBALANCE_IN_PROGRESS"));
        QVERIFY(LaneWords::isNotice(mark.error));
        QVERIFY(LaneWords::mark(mark, f.lane(), 0).contains("480 ms"));
    }

    /// KIP-848: what a member is to give up is nobody's before it says that it did.
    void aMemberOfTheConsumerProtocolFollowsItsTarget()
    {
        Fed f;
        const TopicPartition kept{"t", 0}, moving{"t", 1}, coming{"t", 2};
        f.group.protocol = "uniform";
        auto& member = f.group.members.front();
        member.assigned = {kept};
        member.claimed = {kept, moving};
        member.claimedIn = Generation{3};
        fact::AssignmentStored stored{"g", Generation{4}, {{"m", {kept, coming}}}, true};
        f.look(1s);
        f.frame.events.push_back({EventId(1), at(1s), {}, {}, kNoEvent, stored});
        f.look(2s);
        QCOMPARE(f.lane().owned.back().revoking, std::vector{moving});
        QCOMPARE(LaneWords::epoch(f.lane()), QString("epoch 3, gives up t-1"));
        QVERIFY(LaneWords::owned(f.lane().owned.back(), false, 0).contains("t-1"));
        f.group.members.front().claimed = {kept};
        f.group.members.front().claimedIn = Generation{4};
        f.look(3s);
        QCOMPARE(LaneWords::epoch(f.lane()), QString("epoch 4, waits for t-2"));
        QVERIFY(f.lane().owned.back().revoking.empty());
        QCOMPARE(f.lane().owned.front().to, std::optional(at(3s)));
        f.group.members.front().assigned = {kept, coming};
        f.look(4s);
        QCOMPARE(LaneWords::epoch(f.lane()), QString("epoch 4, has all of its target"));
    }

    /// A first JoinGroup has no member id yet: it stands on the lane of the id that it was given.
    void aFirstJoinGoesToTheMemberThatItsAnswerNames()
    {
        Fed f;
        auto join = f.request("JoinGroup", 1s, "");
        f.look(1s);
        QVERIFY(f.lane().marks.empty());
        join.member = "m";
        f.answer(join, 1100ms, "MEMBER_ID_REQUIRED");
        f.look(1100ms);
        QCOMPARE(f.lane().marks.size(), std::size_t(1));
        QCOMPARE(f.lane().marks[0].at, at(1s));
    }

    void whatWasAskedByAMemberThatIsGoneStandsOnItsLane()
    {
        Fed f;
        f.look(1s);
        f.group.members.clear();
        f.look(2s);
        QVERIFY(!f.lane().there);
        const auto zombie = f.request("Heartbeat", 3s);
        f.answer(zombie, 3s, "UNKNOWN_MEMBER_ID");
        f.look(3s);
        QCOMPARE(f.lane().marks.size(), std::size_t(1));
        QVERIFY(!f.lane().there);
        QCOMPARE(f.lane().gone, std::optional(at(2s)));
    }

    void aTimerHasAStartAndAnEnd()
    {
        Fed f;
        f.heard(1s);
        f.look(1s);
        f.heard(3s);
        f.look(3s);
        const auto& runs = f.timer(MemberTimer::Kind::Session);
        QCOMPARE(runs.size(), std::size_t(2));
        QCOMPARE(runs[0].began, at(1s));
        QCOMPARE(runs[0].ends, at(7s));
        QCOMPARE(runs[0].over, std::optional(at(3s))); // started anew in time
        QVERIFY(!runs[1].over);
        f.group.members.clear(); // it was silent until the end
        f.look(9s);
        QCOMPARE(f.timer(MemberTimer::Kind::Session).back().over, std::optional(at(9s)));
    }

    void startsThatFollowSoonAfterEachOtherAreOneRun()
    {
        Fed f;
        for (Duration now = 1s; now <= 4s; now += 100ms) {
            f.polled(now);
            f.look(now);
        }
        const auto& runs = f.timer(MemberTimer::Kind::Poll);
        QCOMPARE(runs.size(), std::size_t(1));
        QCOMPARE(runs[0].began, at(1s));
        QCOMPARE(runs[0].renewed, at(4s));
        QCOMPARE(runs[0].ends, at(14s));
        QCOMPARE(f.lane().polls.size(), std::size_t(1));
        f.polled(6s);
        f.look(6s);
        QCOMPARE(f.lane().polls.size(), std::size_t(2));
    }

    void historyIsBounded()
    {
        Fed f;
        for (int n = 0; n < 3000; ++n) {
            const Duration now = 1s + n * 10ms;
            f.answer(f.request("Heartbeat", now), now);
            f.look(now);
        }
        QCOMPARE(f.lane().marks.size(), LaneHistory::kMarksPerMember);
        QCOMPARE(f.history.marks(), LaneHistory::kMarksPerMember);
        f.look(31s + LaneHistory::kKept + 2s);
        QVERIFY(f.lane().marks.empty());
        QCOMPARE(f.history.marks(), std::size_t(0));
    }

    void timeThatRunsBackwardsBeginsAnew()
    {
        Fed f;
        f.answer(f.request("Heartbeat", 5s), 5s);
        f.look(5s);
        f.look(1s);
        QVERIFY(f.lane().marks.empty());
    }

    void whatIsNobodysHasALaneOfItsOwn()
    {
        test::SyntheticCluster cluster;
        Fed f;
        f.snapshot.topics = cluster.snapshot()->topics;
        f.group.members[0].subscribed = {"TopicA"};
        f.group.members[0].assigned = {{"TopicA", 0}, {"TopicA", 1}, {"TopicA", 2}};
        f.look(1s);
        QVERIFY(f.history.find("g")->unowned.empty());
        f.group.members[0].assigned.pop_back();
        f.look(2s);
        const auto& unowned = f.history.find("g")->unowned;
        QCOMPARE(unowned.size(), std::size_t(1));
        QCOMPARE(unowned[0].from, at(2s));
        QCOMPARE(unowned[0].partitions, (std::vector<TopicPartition>{{"TopicA", 2}}));
        QCOMPARE(f.lane().owned.size(), std::size_t(2));
    }
};

QTEST_MAIN(TestLaneHistory)
#include "test_lane_history.moc"
