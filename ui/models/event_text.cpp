#include "ui/models/event_text.h"

#include "ui/models/event_sentences.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

namespace {

template <class F> constexpr bool kBroker = requires(const F& f) { f.broker; }
&&!requires(const F& f) { f.offsetsPartition; };
template <class F> constexpr bool kPartition = requires(const F& f) { f.partition.topic; };
template <class F> constexpr bool kGroup = requires(const F& f) { f.group; };
template <class F> constexpr bool kTopic = requires(const F& f) { f.topic; };
template <class F> constexpr bool kClient = requires(const F& f) { f.client; };

template <class F, class... Any> constexpr bool kOneOf = (std::is_same_v<F, Any> || ...);

} // namespace

QString sentenceOf(const Fact& fact, const NodeNames& names)
{
    return std::visit(EventSentences(names), fact);
}

EventArea areaOf(const Fact& fact)
{
    return std::visit(
        []<class F>([[maybe_unused]] const F& f) {
            using namespace observe::fact;
            if constexpr (kPartition<F>) {
                if (f.partition.topic.starts_with("__")) // fifty at once when a broker dies
                    return EventArea::Details;
            }
            if constexpr (std::is_same_v<F, CommandDone>) {
                const bool saysNothing = f.ok && f.outcome.kind == observe::OutcomeKind::Nothing;
                if (saysNothing) // what it did is an event of its own
                    return EventArea::Details;
            }
            if constexpr (kOneOf<F, ZnodeChanged, WatchFired, SegmentRolled, HighWatermarkHeld,
                                 BecameLeader, BecameFollower, LogRecovered, SessionOpened,
                                 AssignmentStored, CoordinatorUnloaded, CoordinatorLoaded>)
                return EventArea::Details;
            else if constexpr (kOneOf<F, CommandDone, FaultStarted, FaultEnded, MessageHeld,
                                      InvariantBroken>)
                return EventArea::Commands;
            else if constexpr (kClient<F>)
                return EventArea::Clients;
            else if constexpr (kGroup<F>)
                return EventArea::Groups;
            else if constexpr (kPartition<F> || kTopic<F>)
                return EventArea::Partitions;
            else
                return EventArea::Brokers;
        },
        fact);
}

bool isBad(const Fact& fact)
{
    return std::visit(
        []<class F>(const F& f) {
            using namespace observe::fact;
            if constexpr (std::is_same_v<F, CommandDone>)
                return !f.ok;
            else if constexpr (std::is_same_v<F, LeaderElected>)
                return f.kind == ElectionKind::Unclean;
            else
                return kOneOf<F, BrokerKilled, BrokerFailed, BrokerSeenDead, SessionExpired,
                              PartitionOffline, ZombieFenced, LogFailed, SendFailed,
                              AckedRecordsLost, InvariantBroken, ConnectionRefused, FaultStarted,
                              EnsembleServerFailed, QuorumLost>;
        },
        fact);
}

static Subject ofNode(NodeId node)
{
    switch (node.kind) {
    case NodeId::Kind::Broker:
        return Subject::broker(BrokerId{node.number});
    case NodeId::Kind::Ensemble:
        return Subject::ensemble(node.number);
    case NodeId::Kind::Client:
        return Subject::producer(node);
    case NodeId::Kind::Outside:
    case NodeId::Kind::None:
        break;
    }
    return {};
}

Subject subjectOf(const Event& event)
{
    return std::visit(
        [&]<class F>(const F& f) -> Subject {
            using namespace observe::fact;
            if constexpr (kOneOf<F, MemberJoined, MemberLeft, MemberReconciled>)
                return Subject::memberOf(f.group, f.member);
            else if constexpr (kGroup<F>)
                return Subject::group(f.group);
            else if constexpr (std::is_same_v<F, ZombieFenced>)
                return f.role == ZombieFenced::Role::Leader ? Subject::of(f.partition)
                                                            : Subject::broker(f.broker);
            else if constexpr (kPartition<F>)
                return Subject::of(f.partition);
            else if constexpr (kTopic<F>)
                return Subject::topic(f.topic);
            else if constexpr (kOneOf<F, ClientConnected, ClientDisconnected, ConnectionRefused>)
                return f.client.kind == NodeId::Kind::Client ? Subject::producer(f.client)
                                                             : Subject::outside(f.address);
            else if constexpr (kClient<F>)
                return ofNode(f.client);
            else if constexpr (kBroker<F>)
                return Subject::broker(f.broker);
            else if constexpr (requires { f.owner; })
                return ofNode(f.owner);
            else
                return ofNode(event.node);
        },
        event.fact);
}

QString clockOf(const Event& event) { return WallClock::clock(event.wall.ms()); }

} // namespace hw::ui
