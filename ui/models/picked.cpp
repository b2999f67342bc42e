#include "ui/models/picked.h"

#include <algorithm>
#include <cctype>

#include "ui/models/event_text.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;

namespace {

/// The broker whose replica an event of a partition is about; none: all of them.
BrokerId replicaOf(const Event& event)
{
    const BrokerId here =
        event.node.kind == NodeId::Kind::Broker ? BrokerId{event.node.number} : kNoBroker;
    return std::visit(
        [here]<class F>([[maybe_unused]] const F& f) {
            using namespace observe::fact;
            if constexpr (std::is_same_v<F, LeaderElected>)
                return f.to;
            else if constexpr (std::is_same_v<F, IsrReduced>)
                return f.removed;
            else if constexpr (std::is_same_v<F, IsrExpanded>)
                return f.added;
            else if constexpr (std::is_same_v<F, IsrShrunk>)
                return f.removed.empty() ? kNoBroker : f.removed.front();
            else if constexpr (std::is_same_v<F, HighWatermarkHeld>)
                return f.by.empty() ? kNoBroker : f.by.front();
            else if constexpr (std::is_same_v<F, ZombieFenced>)
                return f.broker;
            else if constexpr (std::is_same_v<F, BecameLeader> ||
                               std::is_same_v<F, BecameFollower> ||
                               std::is_same_v<F, LogTruncated> || std::is_same_v<F, LogRecovered> ||
                               std::is_same_v<F, SegmentRolled> ||
                               std::is_same_v<F, SegmentsDeleted> || std::is_same_v<F, LogFailed> ||
                               std::is_same_v<F, LogCleaned> || std::is_same_v<F, LogUncleanable>)
                return here;
            else
                return kNoBroker;
        },
        event.fact);
}

/// Of a fault while it acts; else where it acted.
Subject ofFault(EventId id, const Fault& fault, const Snapshot& now)
{
    const bool acts = std::ranges::find(now.faults, id, &FaultPart::id) != now.faults.end();
    if (acts && isOfLink(fault.kind))
        return Subject::fault(id);
    const Subject subject = Picked::of(fault.node, now);
    return subject || !isOfLink(fault.kind) ? subject : Picked::of(fault.to, now);
}

/// What a command did, or was refused for: the first thing in it that there is.
Subject ofOutcome(const Outcome& outcome, EventId cause, const Snapshot& now)
{
    for (const OutcomeArgument& place : outcome.places) {
        Subject subject;
        if (const auto* fault = std::get_if<Fault>(&place))
            subject = ofFault(cause, *fault, now);
        else if (const auto* node = std::get_if<NodeId>(&place))
            subject = Picked::of(*node, now);
        if (subject)
            return subject;
    }
    for (const Outcome& part : outcome.parts) {
        if (const Subject subject = ofOutcome(part, cause, now))
            return subject;
    }
    return {};
}

bool isPartOfName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

bool names(const std::string& sentence, const std::string& name)
{
    for (auto at = sentence.find(name); at != std::string::npos; at = sentence.find(name, at + 1)) {
        const auto end = at + name.size();
        if ((at == 0 || !isPartOfName(sentence[at - 1])) &&
            (end == sentence.size() || !isPartOfName(sentence[end])))
            return true;
    }
    return false;
}

} // namespace

Subject Picked::of(NodeId node, const Snapshot& now)
{
    switch (node.kind) {
    case NodeId::Kind::None:
        break;
    case NodeId::Kind::Broker:
        return existing(Subject::broker(BrokerId{node.number}), now);
    case NodeId::Kind::Ensemble:
        return existing(Subject::ensemble(node.number), now);
    case NodeId::Kind::Client:
        if (findProducer(now, node))
            return Subject::producer(node);
        for (const auto& group : now.groups) {
            const auto found = std::ranges::find(group->members, node, &MemberPart::client);
            if (found != group->members.end())
                return Subject::memberOf(group->name, found->member);
        }
        if (const auto* consumer = findConsumer(now, node))
            return existing(Subject::group(consumer->group), now);
        break;
    case NodeId::Kind::Outside:
        for (const auto& program : now.outside) {
            if (program.connections.contains(node))
                return Subject::outside(program.address);
        }
        break;
    }
    return {};
}

Subject Picked::existing(const Subject& subject, const Snapshot& now)
{
    switch (subject.kind) {
    case Subject::Kind::None:
        break;
    case Subject::Kind::Ensemble:
        return static_cast<std::size_t>(subject.node.number) < now.ensemble.size() ? subject
                                                                                   : Subject();
    case Subject::Kind::Broker:
        return findBroker(now, BrokerId{subject.node.number}) ? subject : Subject();
    case Subject::Kind::Topic:
        return findTopic(now, subject.name) ? subject : Subject();
    case Subject::Kind::Partition: {
        const auto* part = findPartition(now, subject.partition);
        if (!part)
            return existing(Subject::topic(subject.partition.topic), now);
        const bool hasReplica = subject.node.kind == NodeId::Kind::Broker &&
                                findReplica(*part, BrokerId{subject.node.number});
        return hasReplica ? subject : Subject::of(subject.partition);
    }
    case Subject::Kind::Group:
        return findGroup(now, subject.name) ? subject : Subject();
    case Subject::Kind::Member: {
        const auto* group = findGroup(now, subject.name);
        if (!group)
            return {};
        return findMember(*group, subject.member) ? subject : Subject::group(subject.name);
    }
    case Subject::Kind::Producer:
        return of(subject.node, now);
    case Subject::Kind::Outside:
        return findOutside(now, subject.name) ? subject : Subject();
    case Subject::Kind::Fault:
        return findFault(now, subject) ? subject : Subject();
    }
    return {};
}

Subject Picked::of(const Event& event, const Snapshot& now)
{
    if (const auto* started = std::get_if<fact::FaultStarted>(&event.fact))
        return ofFault(event.id, started->fault, now);
    if (const auto* ended = std::get_if<fact::FaultEnded>(&event.fact))
        return ofFault(ended->started, ended->fault, now);
    if (const auto* held = std::get_if<fact::MessageHeld>(&event.fact)) {
        Fault fault;
        fault.kind = FaultKind::Hold;
        fault.node = held->from;
        fault.to = held->to;
        return ofFault(held->fault, fault, now);
    }
    if (const auto* done = std::get_if<fact::CommandDone>(&event.fact))
        return ofOutcome(done->outcome, event.cause, now);
    if (const auto* broken = std::get_if<fact::InvariantBroken>(&event.fact))
        return named(broken->what, now);
    Subject subject = subjectOf(event);
    const BrokerId replica = replicaOf(event);
    if (subject.kind == Subject::Kind::Partition && replica != kNoBroker)
        subject.node = NodeId::broker(replica);
    return existing(subject, now);
}

/// The engine's sentences: `5: TopicA-1: leader 2 is not in the ISR`, `10: group g: …`.
Subject Picked::named(const std::string& sentence, const Snapshot& now)
{
    for (const auto& group : now.groups) {
        if (names(sentence, "group " + group->name))
            return Subject::group(group->name);
    }
    Subject broker;
    for (const auto& part : now.brokers) {
        const std::string number = std::to_string(part->id.value());
        if (names(sentence, "broker " + number) || names(sentence, "leader " + number))
            broker = Subject::broker(part->id);
    }
    for (const auto& topic : now.topics) {
        for (const auto& partition : topic->partitions) {
            if (names(sentence, partition->id.text()))
                return existing({Subject::Kind::Partition, broker.node, partition->id, {}, {}},
                                now);
        }
    }
    return broker;
}

} // namespace hw::ui
