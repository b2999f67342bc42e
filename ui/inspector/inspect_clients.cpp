#include "ui/inspector/inspection.h"

#include <algorithm>
#include <iterator>

#include "ui/inspector/inspector_panel.h"
#include "ui/models/diagram_label.h"
#include "ui/models/lookup.h"
#include "ui/models/member_timers.h"

namespace hw::ui {

using namespace observe;
using Tone = Inspection::Tone;

static constexpr std::size_t kSequencesShown = 40;

static QString joined(const std::vector<std::string>& names)
{
    QStringList parts;
    for (const auto& name : names)
        parts << qs(name);
    return parts.join(QStringLiteral(", "));
}

/// How the bars are to be read, then one for each partition.
static void addPositions(Inspection& out, std::vector<PartitionPosition> positions)
{
    Inspection::Section section;
    section.caption = InspectorPanel::tr("Positions");
    section.tone = Tone::Soft;
    if (positions.empty())
        section.sentence = InspectorPanel::tr("Nothing owned, nothing committed.");
    else
        section.sentence =
            InspectorPanel::tr("▲ committed, ▽ position; the ticks are LSO (dotted) and HW, the "
                               "bar ends at the LEO. Below it: what is left to read.");
    if (positions.size() >= kPositionsShown)
        section.sentence +=
            ' ' + InspectorPanel::tr("The first %1 are shown.").arg(positions.size());
    out.sections.push_back(std::move(section));
    out.sections.push_back({});
    out.sections.back().positions = std::move(positions);
}

static Tone toneOf(fact::GroupState state)
{
    using State = fact::GroupState;
    if (state == State::Stable)
        return Tone::Good;
    return state == State::Empty || state == State::Dead ? Tone::Soft : Tone::Warn;
}

Inspection inspectGroup(const GroupPart& part, const InspectionInput& in)
{
    Inspection out;
    out.title = qs(part.name);
    out.subtitle = InspectorPanel::tr("consumer group, generation %1").arg(part.generation.value());
    Inspection::Section main;
    main.lines = {{InspectorPanel::tr("State"), Words::groupState(part.state), toneOf(part.state)},
                  {InspectorPanel::tr("Coordinator"), Words::broker(part.coordinator), {}},
                  {InspectorPanel::tr("Offsets in"),
                   QStringLiteral("__consumer_offsets-%1").arg(part.offsetsPartition), Tone::Soft},
                  {InspectorPanel::tr("Assignor"),
                   part.protocol.empty() ? QStringLiteral("–") : qs(part.protocol),
                   {}},
                  {InspectorPanel::tr("Group leader"),
                   part.leader.empty() ? QStringLiteral("–") : qs(part.leader), Tone::Soft},
                  {InspectorPanel::tr("Lag"), Words::lag(lagOf(part, in.snapshot, in.gauges)), {}}};
    main.sentence = Words::groupStateMeaning(part.state);
    main.tone = Tone::Soft;
    out.sections.push_back(std::move(main));

    Inspection::Section members;
    members.caption = InspectorPanel::tr("Members and what they own");
    for (const auto& member : part.members)
        members.lines.push_back({qs(member.name), Words::partitions(member.assigned),
                                 member.pendingRejoin ? Tone::Warn : Tone::Plain});
    if (part.members.empty())
        members.sentence = InspectorPanel::tr("no members");
    out.sections.push_back(std::move(members));

    if (!part.lastCause.text.empty()) {
        Inspection::Section cause;
        cause.caption = InspectorPanel::tr("Last rebalance");
        cause.sentence = Words::rebalance(part.lastCause.kind, part.lastCause.member);
        out.sections.push_back(std::move(cause));
    }
    const auto unowned = unownedOf(part, in.snapshot);
    if (!unowned.empty() && !part.members.empty()) {
        Inspection::Section nobody;
        nobody.caption = InspectorPanel::tr("Partitions nobody owns");
        nobody.tone = Tone::Warn;
        nobody.sentence = InspectorPanel::tr("Subscribed to, but read by no member now: %1")
                              .arg(Words::partitions(unowned));
        out.sections.push_back(std::move(nobody));
    }
    addPositions(out, positionsOf(part, in.snapshot, in.gauges));
    return out;
}

/// All that is configured: by the client itself if it is in this window, else as it told its group.
static Inspection::Section configOf(const MemberPart& part, const ConsumerPart* consumer)
{
    Inspection::Section config;
    config.caption = InspectorPanel::tr("Configuration");
    QStringList protocols;
    for (const auto& protocol : part.protocols)
        protocols << qs(protocol);
    config.lines.push_back({QStringLiteral("partition.assignment.strategy"),
                            protocols.isEmpty() && consumer ? qs(consumer->assignor)
                            : protocols.isEmpty()           ? QStringLiteral("–")
                                                            : protocols.join(QStringLiteral(", ")),
                            {}});
    if (part.instance)
        config.lines.push_back({QStringLiteral("group.instance.id"), qs(*part.instance), {}});
    const auto ms = [&](const QString& name, Duration value) {
        if (value > Duration{})
            config.lines.push_back({name, Words::seconds(toMs(value)), {}});
    };
    using Kind = MemberTimer::Kind;
    ms(TimerWords::setting(Kind::Session), part.sessionTimeout);
    ms(InspectorPanel::tr("Rebalance timeout"), part.rebalanceTimeout);
    if (consumer) {
        ms(TimerWords::setting(Kind::Heartbeat), consumer->heartbeatInterval);
        ms(TimerWords::setting(Kind::Poll), consumer->maxPollInterval);
    }
    return config;
}

static QString waitsFor(const MemberPart& part)
{
    if (part.awaitsJoin)
        return InspectorPanel::tr("its JoinGroup is parked until all have joined");
    if (part.awaitsSync)
        return InspectorPanel::tr("its SyncGroup is parked until the leader has assigned");
    if (part.pendingRejoin)
        return InspectorPanel::tr("the group waits for it to join again");
    return {};
}

static Inspection::Section timersSection(const MemberPart& part, const ConsumerPart* consumer,
                                         const InspectionInput& in)
{
    Inspection::Section section;
    section.caption = InspectorPanel::tr("Timers");
    for (const MemberTimer& timer : timersOf(part, consumer, in.gauges)) {
        if (!consumer && timer.kind != MemberTimer::Kind::Session)
            continue;
        const bool isShort = timer.runs() && timer.kind != MemberTimer::Kind::Heartbeat &&
                             timer.share(in.gauges.at) <= 0.25;
        section.lines.push_back({TimerWords::name(timer.kind),
                                 TimerWords::left(timer, in.gauges.at),
                                 isShort ? Tone::Bad : Tone::Plain});
    }
    section.tone = Tone::Soft;
    if (!consumer)
        section.sentence =
            InspectorPanel::tr("Its own timers (poll, heartbeat) are known to that program alone.");
    return section;
}

/// Red while it is news; once the client has gone on it is history, with its time.
static Inspection::Line errorLine(NodeId client, const std::string& error,
                                  const InspectionInput& in)
{
    if (!in.lastErrors)
        return {InspectorPanel::tr("Last error"), qs(error), Tone::Bad};
    return {InspectorPanel::tr("Last error"), in.lastErrors->words(client, error),
            in.lastErrors->isOver(client) ? Tone::Soft : Tone::Bad};
}

Inspection inspectMember(const GroupPart& group, const MemberPart& part, const InspectionInput& in)
{
    const ConsumerPart* consumer = findConsumer(in.snapshot, part.client);
    Inspection out;
    out.title = qs(part.name);
    out.subtitle =
        consumer ? InspectorPanel::tr("consumer in this window, member of %1").arg(qs(group.name))
                 : InspectorPanel::tr("somebody's own program, member of %1").arg(qs(group.name));
    Inspection::Section main;
    main.lines = {{InspectorPanel::tr("Owns"), Words::partitions(part.assigned), {}}};
    if (const QString labels = diagramLabels(part.assigned, group.name, part.name);
        !labels.isEmpty())
        main.lines.push_back({InspectorPanel::tr("In the diagram"), labels, Tone::Soft});
    main.lines.push_back({InspectorPanel::tr("Subscribed to"), joined(part.subscribed), {}});
    if (const QString waits = waitsFor(part); !waits.isEmpty())
        main.lines.push_back({InspectorPanel::tr("State"), waits, Tone::Warn});
    else if (consumer && !consumer->running)
        main.lines.push_back(
            {InspectorPanel::tr("State"), InspectorPanel::tr("stopped"), Tone::Warn});
    else
        main.lines.push_back({InspectorPanel::tr("State"),
                              part.member == group.leader
                                  ? InspectorPanel::tr("in the group, its leader")
                                  : InspectorPanel::tr("in the group"),
                              Tone::Good});
    if (consumer) {
        main.lines.push_back({InspectorPanel::tr("Reads"),
                              Words::rate(in.rates.consumed(consumer->slot).value_or(0)),
                              {}});
        if (!consumer->paused.empty())
            main.lines.push_back(
                {InspectorPanel::tr("Paused"), Words::partitions(consumer->paused), Tone::Warn});
        if (!consumer->lastError.empty())
            main.lines.push_back(errorLine(consumer->client, consumer->lastError, in));
    }
    main.lines.push_back({InspectorPanel::tr("Member id"), qs(part.member), Tone::Soft});
    main.lines.push_back({InspectorPanel::tr("Client id"), qs(part.clientId), Tone::Soft});
    main.lines.push_back({InspectorPanel::tr("Host"), qs(part.host), Tone::Soft});
    out.sections.push_back(std::move(main));
    out.sections.push_back(timersSection(part, consumer, in));
    out.sections.push_back(configOf(part, consumer));
    addPositions(out, positionsOf(group, in.snapshot, in.gauges, &part));
    return out;
}

/// Why it numbers its batches, what it has of each partition, and what came of repetitions.
static Inspection::Section sequencesOf(const ProducerPart& part, const Gauges& g)
{
    Inspection::Section section;
    section.caption = InspectorPanel::tr("Idempotence");
    section.tone = Tone::Soft;
    if (!part.idempotent) {
        section.lines = {{QStringLiteral("enable.idempotence"), QStringLiteral("false"), {}}};
        section.sentence =
            InspectorPanel::tr("Its batches carry no number: one that is sent again because its "
                               "answer was lost can stand in the log twice.");
        return section;
    }
    section.lines = {{QStringLiteral("enable.idempotence"), QStringLiteral("true"), Tone::Good},
                     {InspectorPanel::tr("Producer id"),
                      part.producerId == kNoProducer ? InspectorPanel::tr("none yet")
                                                     : QString::number(part.producerId.value()),
                      {}}};
    if (part.sequences.empty()) {
        section.sentence = InspectorPanel::tr("It has sent nothing yet.");
        return section;
    }
    section.sentence =
        InspectorPanel::tr("Each batch carries producer id, epoch and the sequence of its first "
                           "record. A broker that has it already answers as if it had written it, "
                           "and drops it: repeated.");
    section.table.push_back({InspectorPanel::tr("Partition"), InspectorPanel::tr("Epoch"),
                             InspectorPanel::tr("Next"), InspectorPanel::tr("Acked"),
                             InspectorPanel::tr("Underway"), InspectorPanel::tr("Repeated")});
    const auto number = [](std::int64_t value) {
        return value < 0 ? QStringLiteral("–") : QString::number(value);
    };
    for (const SequencePart& own : part.sequences) {
        if (section.table.size() > kSequencesShown)
            break;
        const std::int64_t none = -1;
        section.table.push_back({qs(own.partition.text()), QString::number(own.epoch.value()),
                                 number(at(g.nextSequence, own.slot, none)),
                                 number(at(g.ackedSequence, own.slot, none)),
                                 number(at(g.batchesInFlight, own.slot, none)),
                                 number(at(g.repeatedBatches, own.slot, none))});
    }
    if (part.sequences.size() > kSequencesShown)
        section.sentence +=
            ' ' + InspectorPanel::tr("The first %1 are shown.").arg(kSequencesShown);
    return section;
}

Inspection inspectProducer(const ProducerPart& part, const InspectionInput& in)
{
    const auto& g = in.gauges;
    const std::uint64_t none = 0;
    Inspection out;
    out.title = qs(part.name);
    out.subtitle = InspectorPanel::tr("producer in this window");
    Inspection::Section main;
    const std::uint64_t failed = at(g.failed, part.slot, none);
    const std::uint64_t retried = at(g.retried, part.slot, none);
    main.lines = {
        {InspectorPanel::tr("Writes to"), joined(part.topics), {}},
        {QStringLiteral("acks"), Words::acks(part.acks).mid(5), {}},
        {InspectorPanel::tr("Rate now"), Words::rate(in.rates.produced(part.slot).value_or(0)), {}},
        {InspectorPanel::tr("Rate wanted"), Words::rate(part.targetRate), Tone::Soft},
        {InspectorPanel::tr("Sent"), QString::number(at(g.produced, part.slot, none)), {}},
        {InspectorPanel::tr("Acknowledged"), QString::number(at(g.acked, part.slot, none)), {}},
        {InspectorPanel::tr("Failed"), QString::number(failed), failed ? Tone::Bad : Tone::Plain},
        {InspectorPanel::tr("Batches sent again"), QString::number(retried),
         retried ? Tone::Warn : Tone::Plain},
        {InspectorPanel::tr("Batches in flight"), QString::number(at(g.inFlight, part.slot, none)),
         Tone::Soft}};
    if (!part.lastError.empty())
        main.lines.push_back(errorLine(part.client, part.lastError, in));
    if (!part.running)
        main.lines.push_back(
            {InspectorPanel::tr("State"), InspectorPanel::tr("stopped"), Tone::Warn});
    out.sections.push_back(std::move(main));
    out.sections.push_back(sequencesOf(part, g));
    return out;
}

Inspection inspectOutside(const OutsidePart& part, const InspectionInput& in)
{
    Inspection out;
    out.title = part.clientId.empty() ? qs(part.address) : qs(part.clientId);
    out.subtitle = InspectorPanel::tr("somebody's own program");
    Inspection::Section main;
    main.lines = {{InspectorPanel::tr("Software"),
                   part.software.empty() ? InspectorPanel::tr("did not say") : qs(part.software),
                   {}},
                  {InspectorPanel::tr("Address"), qs(part.address), {}},
                  {InspectorPanel::tr("Connected to"),
                   InspectorPanel::tr("brokers %1").arg(Words::brokers(part.brokers)),
                   {}}};
    main.sentence = Words::doing(part);
    std::vector<std::pair<const GroupPart*, const MemberPart*>> memberships;
    for (const auto& group : in.snapshot.groups) {
        for (const auto& member : group->members) {
            if (member.clientId != part.clientId || member.client.kind != NodeId::Kind::None)
                continue;
            main.lines.push_back({InspectorPanel::tr("Member of"), qs(group->name), {}});
            memberships.emplace_back(group.get(), &member);
        }
    }
    out.sections.push_back(std::move(main));
    for (const auto& [group, member] : memberships) {
        Inspection whole = inspectMember(*group, *member, in);
        whole.sections.front().caption = InspectorPanel::tr("Member of %1").arg(qs(group->name));
        std::ranges::move(whole.sections, std::back_inserter(out.sections));
    }
    return out;
}

} // namespace hw::ui
