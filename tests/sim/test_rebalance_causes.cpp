#include <QTest>

#include "engine/observe/text.h"
#include "engine/protocol/consumer_protocol.h"
#include "engine/rebalances/book.h"
#include "tests/support/raw_group.h"

using namespace hw;
using namespace hw::test;
using namespace hw::observe;
using protocol::ErrorCode;

namespace {

/// Three brokers, group g on t (3 partitions), and a book of what happens to it.
struct Stage
{
    explicit Stage(std::map<std::string, std::string> configs = {})
        : cluster(specWith(std::move(configs)))
    {
    }
    static cluster::ClusterSpec specWith(std::map<std::string, std::string> configs)
    {
        cluster::ClusterSpec spec;
        spec.configs = std::move(configs);
        return spec;
    }
    bool begin() { return cluster.ready() && cluster.createTopic("t", 3, 3).ok; }
    std::unique_ptr<RawMember> member(const std::string& name)
    {
        auto member = std::make_unique<RawMember>(cluster, ++m_members, "g", name);
        member->findCoordinator();
        return member;
    }
    void read()
    {
        const auto& events = cluster.events();
        for (; m_read < events.size(); ++m_read)
            book.take(events[m_read]);
    }
    const Event& event(EventId id)
    {
        const auto& events = cluster.events();
        const auto found = std::ranges::find(events, id, &Event::id);
        return found == events.end() ? m_none : *found;
    }
    /// The last rebalance: `joined by B`, with what was seen before it and what they said.
    std::string last()
    {
        read();
        const auto& one = book.all().back();
        return std::string(textOf(one.kind)) + " by " + one.clientId;
    }
    template <class Fact> const Fact* evidence()
    {
        read();
        return std::get_if<Fact>(&event(book.all().back().cause).fact);
    }
    bool said(const std::string& text)
    {
        read();
        return book.all().back().text.find(text) != std::string::npos;
    }
    /// The same as the coordinator reports it.
    bool isTold(fact::RebalanceKind kind, const std::string& member)
    {
        const auto group = cluster.group("g");
        return group && group->lastCause.kind == kind && group->lastCause.member == member &&
               group->lastCause.event != kNoEvent;
    }
    /// For so long these stay in, and nobody else.
    void keepAlive(const std::vector<RawMember*>& members, Duration time)
    {
        for (Duration done{}; done < time; done += 2s) {
            for (RawMember* member : members)
                member->heartbeat();
            cluster.runFor(2s);
        }
        read();
    }

    SimCluster cluster;
    rebalances::Book book;

private:
    int m_members = 0;
    std::size_t m_read = 0;
    const Event m_none{};
};

} // namespace

/// The closed list of causes: each made by raw requests, with the responsible member, what it said
/// (KIP-800) and the event that shows it.
class TestRebalanceCauses : public QObject
{
    Q_OBJECT
private slots:
    void firstMemberJoinedAndLeft()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        a->reason = "rolling start";
        QVERIFY(formGroup({a.get()}));
        QCOMPARE(s.last(), std::string("first-member by A"));
        QVERIFY(s.said("rolling start"));
        QCOMPARE(s.evidence<fact::MemberJoined>()->member, a->id);
        QVERIFY(s.isTold(fact::RebalanceKind::FirstMember, a->id));

        const auto b = s.member("B");
        QVERIFY(formGroup({b.get(), a.get()}));
        QCOMPARE(s.last(), std::string("joined by B"));
        QVERIFY(!s.evidence<fact::MemberJoined>()->rejoin);
        QCOMPARE(s.evidence<fact::MemberJoined>()->clientId, std::string("B"));
        QVERIFY(s.isTold(fact::RebalanceKind::Joined, b->id));

        QCOMPARE(b->leave("the consumer is being closed"), ErrorCode::None);
        QCOMPARE(s.last(), std::string("left by B"));
        QVERIFY(s.said("the consumer is being closed"));
        QVERIFY(s.evidence<fact::MemberLeft>()->cause == fact::LeaveCause::Left);
        QVERIFY(s.isTold(fact::RebalanceKind::Left, b->id));
    }

    void leftByThePollLimitAndSessionExpired()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        const auto c = s.member("C");
        QVERIFY(formGroup({a.get(), b.get(), c.get()}));
        QCOMPARE(b->leave("consumer poll timeout has expired."), ErrorCode::None);
        QCOMPARE(s.last(), std::string("left-poll-limit by B"));
        QCOMPARE(s.evidence<fact::MemberLeft>()->member, b->id);
        QVERIFY(formGroup({a.get(), c.get()}));

        s.keepAlive({a.get()}, 12s);
        QCOMPARE(s.last(), std::string("session-expired by C"));
        const auto* left = s.evidence<fact::MemberLeft>();
        QVERIFY(left && left->cause == fact::LeaveCause::SessionExpired);
        QVERIFY(left->silentFor >= Duration(10s) && left->silentFor < Duration(10100ms));
        QVERIFY(s.isTold(fact::RebalanceKind::SessionExpired, c->id));
        QVERIFY(s.book.all().back().silent == left->silentFor);
    }

    void rebalanceTimeoutOfWhoDoesNotSync()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        for (const auto& one : {a.get(), b.get()})
            one->join.sessionTimeoutMs = 60'000;
        QVERIFY(formGroup({a.get(), b.get()}));
        for (const auto& one : {b.get(), a.get()}) {
            one->join.protocols[0].metadata = protocol::encodeSubscription({"t", "u"});
            one->sendJoin();
        }
        QCOMPARE(a->joined(), ErrorCode::None);
        a->sendSync({{a->id, {{"t", 0}}}});
        QCOMPARE(a->synced(), ErrorCode::None);
        s.cluster.runFor(21s);
        QCOMPARE(s.last(), std::string("rebalance-timeout by B"));
        QVERIFY(s.evidence<fact::MemberLeft>()->cause == fact::LeaveCause::RebalanceTimeout);
        QVERIFY(s.isTold(fact::RebalanceKind::RebalanceTimeout, b->id));
    }

    /// Who does not rejoin is dropped, and named, without a rebalance of its own.
    void whoDoesNotRejoinIsDroppedFromTheRoundOfAnother()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        for (const auto& one : {a.get(), b.get()})
            one->join.sessionTimeoutMs = 60'000;
        QVERIFY(formGroup({a.get(), b.get()}));
        const auto before = s.cluster.group("g")->generation;
        a->sendJoin();
        QCOMPARE(a->joined(), ErrorCode::None);
        QCOMPARE(a->generation.value(), before.value() + 1);
        QCOMPARE(s.last(), std::string("leader-rejoined by A"));
        const auto& events = s.cluster.events();
        QVERIFY(std::ranges::any_of(events, [&](const Event& event) {
            const auto* left = std::get_if<fact::MemberLeft>(&event.fact);
            return left && left->member == b->id &&
                   left->cause == fact::LeaveCause::RebalanceTimeout;
        }));
        QCOMPARE(b->heartbeat(), ErrorCode::UnknownMemberId);
    }

    void changesOfWhatMembersWant()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        QVERIFY(formGroup({a.get(), b.get()}));
        auto& metadata = b->join.protocols[0].metadata;
        metadata = protocol::encodeSubscription({"t", "u"});
        QVERIFY(formGroup({b.get(), a.get()}));
        QCOMPARE(s.last(), std::string("subscription-changed by B"));
        QVERIFY(s.evidence<fact::MemberJoined>()->rejoin);
        QVERIFY(s.isTold(fact::RebalanceKind::SubscriptionChanged, b->id));

        metadata = protocol::encodeSubscription(
            protocol::Subscription{{"t", "u"}, {{"t", 1}}, b->generation});
        b->reason = "need to revoke partitions and re-join";
        QVERIFY(formGroup({b.get(), a.get()}));
        QCOMPARE(s.last(), std::string("partitions-given-up by B"));
        QVERIFY(s.said("need to revoke"));

        b->reason.clear();
        b->join.protocols.push_back({.name = "roundrobin", .metadata = metadata});
        QVERIFY(formGroup({b.get(), a.get()}));
        QCOMPARE(s.last(), std::string("protocol-changed by B"));
        QVERIFY(s.isTold(fact::RebalanceKind::ProtocolChanged, b->id));
    }

    void theLeaderAsksForANewAssignment()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        QVERIFY(formGroup({a.get(), b.get()}));
        QVERIFY(a->leads());
        QVERIFY(formGroup({a.get(), b.get()}));
        QCOMPARE(s.last(), std::string("leader-rejoined by A"));
        QVERIFY(s.evidence<fact::MemberJoined>()->rejoin);
        a->reason = "cached metadata has changed from 3 to 6 partitions of t";
        QVERIFY(formGroup({a.get(), b.get()}));
        QCOMPARE(s.last(), std::string("partitions-added by A"));
        QVERIFY(s.said("from 3 to 6"));
        QVERIFY(s.isTold(fact::RebalanceKind::PartitionsAdded, a->id));
    }

    /// KIP-345: no rebalance for who comes back to a stable group, one for who comes back while its
    /// assignment is being made; the double is fenced.
    void staticMembersAreReplacedFencedAndRemoved()
    {
        Stage s;
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        b->join.groupInstanceId = "i";
        QVERIFY(formGroup({a.get(), b.get()}));
        s.read();
        const std::size_t rebalances = s.book.all().size();
        const auto again = s.member("B2");
        again->join.groupInstanceId = "i";
        again->sendJoin();
        QCOMPARE(again->joined(), ErrorCode::None);
        QCOMPARE(again->generation, b->generation);
        QVERIFY(!again->answer().skipAssignment); // it does not lead
        s.read();
        QCOMPARE(s.book.all().size(), rebalances);
        QCOMPARE(b->heartbeat(), ErrorCode::FencedInstanceId);
        QCOMPARE(b->commit({"t", 1}, 3), ErrorCode::FencedInstanceId);

        QVERIFY(a->leads());
        a->sendJoin();
        again->sendJoin();
        QCOMPARE(a->joined(), ErrorCode::None);
        QCOMPARE(again->joined(), ErrorCode::None);
        const auto third = s.member("B3"); // before the leader has assigned
        third->join.groupInstanceId = "i";
        third->reason = "the pod was moved";
        third->sendJoin();
        QCOMPARE(s.last(), std::string("static-member-replaced by B3"));
        QVERIFY(s.evidence<fact::MemberJoined>()->member.starts_with("i-"));
        QVERIFY(s.said("the pod was moved"));
        a->sendJoin();
        QCOMPARE(a->joined(), ErrorCode::None);
        QCOMPARE(third->joined(), ErrorCode::None);
        a->sendSync({{third->id, {{"t", 1}}}});
        QCOMPARE(a->synced(), ErrorCode::None);

        protocol::LeaveGroupRequest remove; // as kafka-consumer-groups or an admin client does
        remove.groupId = "g";
        remove.members.push_back(
            {.memberId = "", .groupInstanceId = "i", .reason = "member was removed by an admin"});
        const auto removed = a->client().call(a->coordinator, remove, 5);
        QVERIFY(removed && removed->members.at(0).errorCode == ErrorCode::None);
        QCOMPARE(s.last(), std::string("removed by B3"));
        QVERIFY(s.said("removed by an admin"));
        QVERIFY(s.evidence<fact::MemberLeft>()->cause == fact::LeaveCause::Removed);
    }

    /// The offsets topic below its min ISR: the assignment cannot be stored.
    void brokerTroubleLeadsBackToTheBrokersThatDied()
    {
        Stage s(std::map<std::string, std::string>{{"min.insync.replicas", "2"}});
        QVERIFY(s.begin());
        const auto a = s.member("A");
        const auto b = s.member("B");
        for (const auto& one : {a.get(), b.get()}) {
            one->join.sessionTimeoutMs = 120'000;
            one->join.rebalanceTimeoutMs = 120'000;
        }
        QVERIFY(formGroup({a.get(), b.get()}));
        for (int broker = 1; broker <= 3; ++broker)
            if (BrokerId(broker) != a->coordinator)
                QVERIFY(s.cluster.kill(broker).ok);
        s.cluster.runFor(30s); // longer than replica.lag.time.max.ms
        QCOMPARE(s.last(), std::string("first-member by A"));
        a->sendJoin();
        b->sendJoin();
        QCOMPARE(a->joined(), ErrorCode::None);
        QCOMPARE(b->joined(), ErrorCode::None);
        a->sendSync({{a->id, {{"t", 0}}}});
        QCOMPARE(a->synced(), ErrorCode::CoordinatorNotAvailable);
        QCOMPARE(s.last(), std::string("broker-trouble by "));
        QVERIFY(s.said("could not be stored"));
        const auto* reduced = s.evidence<fact::IsrReduced>();
        QVERIFY(reduced);
        QCOMPARE(reduced->partition.topic, std::string("__consumer_offsets"));
        QCOMPARE(reduced->isr, std::vector{a->coordinator});
        EventId behind = s.book.all().back().cause;
        while (behind != kNoEvent && !std::get_if<fact::BrokerKilled>(&s.event(behind).fact))
            behind = s.event(behind).cause;
        QVERIFY(behind != kNoEvent);
        for (int broker = 1; broker <= 3; ++broker)
            if (BrokerId(broker) != a->coordinator)
                QVERIFY(s.cluster.restart(broker).ok);
        QVERIFY(s.cluster.settled());
        QVERIFY(formGroup({a.get(), b.get()}));
    }

    /// What was done to an embedded member stands behind its silence.
    void silenceLeadsBackToTheFault()
    {
        Stage s;
        QVERIFY(s.begin());
        for (const char* name : {"A", "B", "C"}) {
            command::AddConsumer add;
            add.name = name;
            add.group = "g";
            add.topics = {"t"};
            add.maxPollInterval = 9s;
            QVERIFY(s.cluster.run(add).ok);
        }
        const auto stable = [&](std::size_t members) {
            return s.cluster.until([&](const auto&, const auto&) {
                const auto group = s.cluster.group("g");
                return group && group->state == fact::GroupState::Stable &&
                       group->members.size() == members;
            });
        };
        QVERIFY(stable(3));
        const auto client = [&](const std::string& name) {
            for (const auto& one : s.cluster.snapshot()->consumers)
                if (one->name == name)
                    return one->client;
            return NodeId();
        };
        const auto behind = [&] {
            return s
                .event(s.evidence<fact::MemberLeft>() ? s.event(s.book.all().back().cause).cause
                                                      : kNoEvent)
                .fact;
        };
        QVERIFY(s.cluster.run(command::StopHeartbeats{client("A")}).ok);
        QVERIFY(stable(2));
        QCOMPARE(s.last(), std::string("session-expired by A"));
        QVERIFY(std::get<fact::FaultStarted>(behind()).fault.kind == FaultKind::NoHeartbeats);
        QVERIFY(s.cluster.run(command::StopPolling{client("B")}).ok);
        QVERIFY(stable(1));
        QCOMPARE(s.last(), std::string("left-poll-limit by B"));
        QVERIFY(std::get<fact::FaultStarted>(behind()).fault.kind == FaultKind::SilentPoll);
        QVERIFY(s.cluster.run(command::HealAll{}).ok);
        QVERIFY(stable(3));
        QVERIFY(s.cluster.run(command::StopClient{client("C"), true}).ok);
        QVERIFY(stable(2));
        QCOMPARE(s.last(), std::string("session-expired by C"));
        QVERIFY(std::get<fact::ConsumerStopped>(behind()).crashed);
        QVERIFY(s.cluster
                    .run(command::CutLink{client("A"),
                                          NodeId::broker(s.cluster.group("g")->coordinator)})
                    .ok);
        QVERIFY(stable(1));
        QCOMPARE(s.last(), std::string("session-expired by A"));
        QVERIFY(std::get<fact::FaultStarted>(behind()).fault.kind == FaultKind::Cut);
    }
};

QTEST_APPLESS_MAIN(TestRebalanceCauses)
#include "test_rebalance_causes.moc"
