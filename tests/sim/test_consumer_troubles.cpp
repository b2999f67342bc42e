#include <QTest>

#include <algorithm>

#include "engine/rebalances/book.h"
#include "engine/observe/text.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using namespace hw::rebalances;
namespace command = observe::command;
using observe::FaultKind;
using observe::textOf;
using observe::fact::RebalanceKind;

namespace {

/// Two members, A and B, of group g on t (4 partitions), and a book of what happens to it.
struct Stage
{
    Stage() = default;
    bool begin(const command::AddConsumer& like = {})
    {
        return cluster.ready() && cluster.createTopic("t", 4, 3).ok && add("A", like).ok &&
               add("B", like).ok && settle(2);
    }
    SimCluster::Outcome add(const std::string& name, command::AddConsumer add = {})
    {
        add.name = name;
        add.group = "g";
        add.topics = {"t"};
        if (add.instance)
            add.instance = name;
        return cluster.run(add);
    }
    bool settle(std::size_t members)
    {
        const bool stable = cluster.until(
            [&](const auto&, const auto&) {
                read();
                const auto group = cluster.group("g");
                return group && group->state == observe::fact::GroupState::Stable &&
                       group->members.size() == members;
            },
            60s);
        run(500ms);
        return stable;
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
        book.look(*cluster.snapshot(), *cluster.gauges());
    }
    NodeId client(const std::string& name)
    {
        for (const auto& consumer : cluster.snapshot()->consumers)
            if (consumer->name == name)
                return consumer->client;
        return {};
    }
    const observe::ConsumerPart& part(const std::string& name)
    {
        const auto& all = cluster.snapshot()->consumers;
        return **std::ranges::find(all, name, [](const auto& one) { return one->name; });
    }
    Generation generation() { return cluster.group("g")->generation; }
    Instant now() { return cluster.world().now(); }
    /// `left A, joined A`: what made the rebalances from number `from` on, and who.
    std::string story(std::size_t from) const
    {
        std::string text;
        for (const Rebalance& one : book.all())
            if (one.number > from)
                text +=
                    (text.empty() ? "" : ", ") + std::string(textOf(one.kind)) + " " + one.clientId;
        return text;
    }
    const std::vector<observe::FaultPart>& faults()
    {
        return (m_snapshot = cluster.snapshot())->faults;
    }

    SimCluster cluster;
    Book book;

private:
    std::size_t m_read = 0;
    std::shared_ptr<const observe::Snapshot> m_snapshot;
};

command::AddProducer producer(double rate)
{
    command::AddProducer add;
    add.topics = {"t"};
    add.rate = rate;
    return add;
}

command::AddConsumer withPollLimit(Duration limit)
{
    command::AddConsumer add;
    add.maxPollInterval = limit;
    return add;
}

} // namespace

class TestConsumerTroubles : public QObject
{
    Q_OBJECT
private slots:
    /// R08 B: it says itself that it leaves, just after the limit.
    void whoDoesNotPollLeavesAtTheLimit()
    {
        Stage s;
        QVERIFY(s.begin(withPollLimit(10s)));
        const std::size_t before = s.book.all().size();
        const auto stalled = s.cluster.run(command::StopPolling{s.client("A"), 12s});
        QVERIFY2(stalled.ok, stalled.message.c_str());
        QCOMPARE(s.faults().size(), std::size_t(1));
        QVERIFY(s.faults()[0].fault.kind == FaultKind::SilentPoll);
        QVERIFY(s.faults()[0].fault.node == s.client("A"));
        s.run(9800ms);
        QCOMPARE(s.story(before), std::string());
        s.run(400ms);
        QCOMPARE(s.story(before), std::string("left-poll-limit A"));
        s.run(1500ms);
        QCOMPARE(s.cluster.group("g")->members.size(), std::size_t(1));
        QVERIFY(s.settle(2)); // it polls again
        QCOMPARE(s.story(before), std::string("left-poll-limit A, joined A"));
        QVERIFY(s.faults().empty());
    }

    /// R08 B: a static member says nothing. It is dropped a session after its last heartbeat,
    /// unless it polls first.
    void aStaticMemberThatDoesNotPollOnlyFallsSilent()
    {
        Stage s;
        auto add = withPollLimit(10s);
        add.instance = "by name";
        add.sessionTimeout = 30s;
        QVERIFY(s.begin(add));
        QCOMPARE(s.part("A").instance.value_or(""), std::string("A"));
        const Generation generation = s.generation();
        const std::size_t before = s.book.all().size();
        QVERIFY(s.cluster.run(command::StopPolling{s.client("A"), 12s}).ok);
        s.run(60s);
        QCOMPARE(s.story(before), std::string());
        QCOMPARE(s.generation(), generation);
        QCOMPARE(s.cluster.group("g")->members.size(), std::size_t(2));

        QVERIFY(s.cluster.run(command::StopPolling{s.client("A"), std::nullopt}).ok);
        s.run(36s); // its last heartbeat is at most 10 s old
        QCOMPARE(s.story(before), std::string());
        s.run(5s);
        QCOMPARE(s.story(before), std::string("session-expired A"));
        QVERIFY(*s.book.all().back().silent >= Duration(30s));
        QVERIFY(*s.book.all().back().silent < Duration(30100ms));
        QVERIFY(s.cluster.run(command::HealAll{}).ok);
        QVERIFY(s.settle(2));
        QCOMPARE(s.story(before), std::string("session-expired A, joined A"));
    }

    /// R08 A: each stall of a member without heartbeats makes two generations.
    void fiveSilencesMakeTenGenerations()
    {
        Stage s;
        QVERIFY(s.begin());
        const Generation generation = s.generation();
        const std::size_t before = s.book.all().size();
        std::string expected;
        for (int i = 0; i < 5; ++i) {
            QVERIFY(s.cluster.run(command::StopHeartbeats{s.client("A"), 10s}).ok);
            QVERIFY(s.cluster.run(command::StopPolling{s.client("A"), 10s}).ok);
            QCOMPARE(s.faults().size(), std::size_t(2));
            s.run(30s);
            expected += std::string(i ? ", " : "") + "session-expired A, joined A";
        }
        QCOMPARE(s.story(before), expected);
        QCOMPARE(s.generation().value(), generation.value() + 10);
        QVERIFY(s.faults().empty());
        QVERIFY(s.part("A").lastError.find("UNKNOWN_MEMBER_ID") != std::string::npos);
    }

    /// 500 records at once and 25 ms for each are 12.5 s between two polls.
    void aSlowApplicationPassesThePollLimit()
    {
        Stage s;
        QVERIFY(s.begin(withPollLimit(10s)));
        const std::size_t before = s.book.all().size();
        QVERIFY(s.cluster.run(producer(2000)).ok);
        QVERIFY(s.cluster.run(command::SlowConsumer{s.client("A"), 25ms}).ok);
        s.run(15s);
        QVERIFY2(s.story(before).starts_with("left-poll-limit A"), s.story(before).c_str());
        const EventId fault = s.faults()[0].id;
        const auto healed = s.cluster.run(command::HealFault{fault});
        QVERIFY2(healed.ok, healed.message.c_str());
        QVERIFY(s.settle(2));
        const std::size_t after = s.book.all().size();
        s.run(30s);
        QCOMPARE(s.book.all().size(), after);
        QVERIFY(s.faults().empty());
    }

    void oneThatFlapsLeavesAndComesBack()
    {
        Stage s;
        QVERIFY(s.begin());
        const std::size_t before = s.book.all().size();
        QVERIFY(!s.cluster.run(command::FlapConsumer{s.client("A"), 10ms}).ok);
        QVERIFY(s.cluster.run(command::FlapConsumer{s.client("A"), 10s}).ok);
        s.run(29s);
        QCOMPARE(s.story(before), std::string("left A, joined A, left A, joined A, left A"));
        QVERIFY(s.cluster.run(command::HealAll{}).ok); // in the middle of being away
        QVERIFY(s.settle(2));
        s.run(30s);
        QCOMPARE(s.story(before),
                 std::string("left A, joined A, left A, joined A, left A, joined A"));
    }

    /// What the window's draining timers show.
    void pollAndHeartbeatTimersAreTrue()
    {
        Stage s;
        QVERIFY(s.begin(withPollLimit(10s)));
        const auto slot = [&] { return s.part("A").slot; };
        const auto gauge = [&](const auto& column) { return column[slot()]; };
        for (int i = 0; i < 20; ++i) {
            s.run(130ms);
            const std::int64_t now = toMs(s.now().sinceStart());
            const auto gauges = s.cluster.gauges();
            const std::int64_t polled = gauge(gauges->polledMs);
            QVERIFY(polled <= now && polled > now - 101);
            QCOMPARE(gauge(gauges->pollDeadlineMs), polled + 10'000);
            QVERIFY(gauge(gauges->heartbeatDueMs) >= now);
            QVERIFY(gauge(gauges->heartbeatDueMs) <= now + 2000);
        }
        QVERIFY(s.cluster.run(command::StopPolling{s.client("A"), std::nullopt}).ok);
        const std::int64_t since = gauge(s.cluster.gauges()->polledMs);
        s.run(5s);
        s.cluster.snapshot();
        QCOMPARE(gauge(s.cluster.gauges()->polledMs), since);
        QVERIFY(s.cluster.run(command::StopHeartbeats{s.client("A"), std::nullopt}).ok);
        s.cluster.snapshot();
        QCOMPARE(gauge(s.cluster.gauges()->heartbeatDueMs), std::int64_t(-1));
    }

    void theApplicationPausesSeeksAndCommits()
    {
        Stage s;
        auto add = withPollLimit(300s);
        add.autoCommit = false;
        QVERIFY(s.begin(add));
        QVERIFY(s.cluster.run(producer(40)).ok);
        s.run(5s);
        const auto mine = s.part("A").assigned;
        QCOMPARE(mine.size(), std::size_t(2));
        const auto position = [&](const TopicPartition& which) {
            const auto snapshot = s.cluster.snapshot();
            const auto group = s.cluster.group("g");
            for (const auto& offset : group->offsets)
                if (offset.partition == which)
                    return std::pair(s.cluster.gauges()->committed[offset.slot],
                                     s.cluster.gauges()->position[offset.slot]);
            return std::pair<std::int64_t, std::int64_t>(-1, -1);
        };
        QCOMPARE(position(mine[0]).first, std::int64_t(-1)); // nobody committed
        const auto committed = s.cluster.run(command::CommitConsumer{s.client("A"), true});
        QCOMPARE(committed.message, std::string("committed 2 partitions"));
        const std::int64_t at = position(mine[0]).first;
        QVERIFY(at > 30);

        QVERIFY(s.cluster.run(command::PausePartitions{s.client("A"), {mine[0]}}).ok);
        QVERIFY(s.part("A").paused == std::vector{mine[0]});
        s.run(1s);
        const auto held = position(mine[0]).second;
        const auto other = position(mine[1]).second;
        s.run(3s);
        QCOMPARE(position(mine[0]).second, held);
        QVERIFY(position(mine[1]).second > other + 20);
        QVERIFY(s.cluster.run(command::PausePartitions{s.client("A"), {}, true}).ok);
        QVERIFY(s.part("A").paused.empty());
        s.run(1s);
        QVERIFY(position(mine[0]).second > held);

        const auto strange = s.cluster.run(
            command::SeekConsumer{s.client("A"), {{"t", 9}}, command::SeekTo::Beginning});
        QVERIFY(!strange.ok);
        QVERIFY(strange.message.find("does not own t-9") != std::string::npos);
        QVERIFY(s.cluster.run(command::PausePartitions{s.client("A")}).ok); // it stays where it is
        for (const auto& [to, value] :
             {std::pair(command::SeekTo::Offset, 7), std::pair(command::SeekTo::Beginning, 0)}) {
            QVERIFY(s.cluster.run(command::SeekConsumer{s.client("A"), {mine[0]}, to, value}).ok);
            s.run(100ms);
            QCOMPARE(position(mine[0]).second, std::int64_t(value));
        }
        QVERIFY(s.cluster.run(command::SeekConsumer{s.client("A"), {mine[0]}, command::SeekTo::End})
                    .ok);
        s.run(100ms);
        QVERIFY(position(mine[0]).second > at);
        const auto async = s.cluster.run(command::CommitConsumer{s.client("A"), false});
        QVERIFY2(async.ok, async.message.c_str());
        QVERIFY(position(mine[0]).first > at);
    }
};

QTEST_APPLESS_MAIN(TestConsumerTroubles)
#include "test_consumer_troubles.moc"
