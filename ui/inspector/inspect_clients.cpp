#include "ui/inspector/inspection.h"

#include <algorithm>

#include "ui/inspector/inspector_panel.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;
using Tone = Inspection::Tone;

static QString joined(const std::vector<std::string>& names)
{
    QStringList parts;
    for (const auto& name : names)
        parts << qs(name);
    return parts.join(QStringLiteral(", "));
}

/// Committed, end and lag of each partition, from gauges of one moment.
static std::vector<QStringList> offsetsOf(const GroupPart& group, const InspectionInput& in,
                                          const std::vector<TopicPartition>* only)
{
    std::vector<QStringList> rows{{InspectorPanel::tr("Partition"), InspectorPanel::tr("Committed"),
                                   InspectorPanel::tr("End"), InspectorPanel::tr("Lag")}};
    constexpr std::size_t kMost = 60;
    for (const auto& offset : group.offsets) {
        if (only && std::ranges::find(*only, offset.partition) == only->end())
            continue;
        if (rows.size() > kMost)
            break;
        const auto* partition = findPartition(in.snapshot, offset.partition);
        const std::int64_t committed = at(in.gauges.committed, offset.slot);
        const std::int64_t end = partition ? endOf(*partition, in.gauges) : -1;
        const Lag lag = lagOf(committed, end);
        rows.push_back({qs(offset.partition.text()),
                        committed < 0 ? InspectorPanel::tr("none") : QString::number(committed),
                        Words::offset(end),
                        lag.kind == Lag::Kind::BeyondEnd ? InspectorPanel::tr("0, beyond the end")
                                                         : Words::lag(lag)});
    }
    return rows;
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

    Inspection::Section offsets;
    offsets.caption = InspectorPanel::tr("Offsets");
    offsets.table = offsetsOf(part, in, nullptr);
    out.sections.push_back(std::move(offsets));
    if (!part.lastCause.text.empty()) {
        Inspection::Section cause;
        cause.caption = InspectorPanel::tr("Last rebalance");
        cause.sentence = Words::rebalance(part.lastCause.kind, part.lastCause.member);
        out.sections.push_back(std::move(cause));
    }
    return out;
}

Inspection inspectMember(const GroupPart& group, const MemberPart& part, const InspectionInput& in)
{
    Inspection out;
    out.title = qs(part.name);
    out.subtitle = InspectorPanel::tr("member of %1").arg(qs(group.name));
    Inspection::Section main;
    main.lines = {{InspectorPanel::tr("Member id"), qs(part.member), Tone::Soft},
                  {InspectorPanel::tr("Client id"), qs(part.clientId), {}},
                  {InspectorPanel::tr("Host"), qs(part.host), Tone::Soft},
                  {InspectorPanel::tr("Subscribed to"), joined(part.subscribed), {}},
                  {InspectorPanel::tr("Owns"), Words::partitions(part.assigned), {}},
                  {InspectorPanel::tr("Session"),
                   InspectorPanel::tr("%1 of %2 left")
                       .arg(Words::seconds(at(in.gauges.sessionLeftMs, part.slot)),
                            Words::seconds(toMs(part.sessionTimeout))),
                   {}}};
    if (part.instance)
        main.lines.push_back({QStringLiteral("group.instance.id"), qs(*part.instance), {}});
    if (const auto* consumer = findConsumer(in.snapshot, part.client))
        main.lines.push_back({InspectorPanel::tr("Reads"),
                              Words::rate(in.rates.consumed(consumer->slot).value_or(0)),
                              {}});
    if (part.pendingRejoin)
        main.sentence = InspectorPanel::tr("The group waits for it to join again.");
    main.tone = Tone::Warn;
    out.sections.push_back(std::move(main));
    Inspection::Section offsets;
    offsets.caption = InspectorPanel::tr("Offsets");
    offsets.table = offsetsOf(group, in, &part.assigned);
    out.sections.push_back(std::move(offsets));
    return out;
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
    main.lines = {
        {InspectorPanel::tr("Writes to"), joined(part.topics), {}},
        {QStringLiteral("acks"), Words::acks(part.acks).mid(5), {}},
        {InspectorPanel::tr("Rate now"), Words::rate(in.rates.produced(part.slot).value_or(0)), {}},
        {InspectorPanel::tr("Rate wanted"), Words::rate(part.targetRate), Tone::Soft},
        {InspectorPanel::tr("Sent"), QString::number(at(g.produced, part.slot, none)), {}},
        {InspectorPanel::tr("Acknowledged"), QString::number(at(g.acked, part.slot, none)), {}},
        {InspectorPanel::tr("Failed"), QString::number(failed), failed ? Tone::Bad : Tone::Plain}};
    if (!part.lastError.empty())
        main.lines.push_back({InspectorPanel::tr("Last error"), qs(part.lastError), Tone::Bad});
    if (!part.running)
        main.lines.push_back(
            {InspectorPanel::tr("State"), InspectorPanel::tr("stopped"), Tone::Warn});
    out.sections.push_back(std::move(main));
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
    for (const auto& group : in.snapshot.groups) {
        for (const auto& member : group->members) {
            if (member.clientId == part.clientId && member.client.kind == NodeId::Kind::None)
                main.lines.push_back({InspectorPanel::tr("Member of"), qs(group->name), {}});
        }
    }
    out.sections.push_back(std::move(main));
    return out;
}

} // namespace hw::ui
