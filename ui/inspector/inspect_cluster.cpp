#include "ui/inspector/inspection.h"

#include <algorithm>

#include "ui/inspector/inspector_panel.h"
#include "ui/models/lookup.h"
#include "ui/models/reason_words.h"

namespace hw::ui {

using namespace observe;
using Tone = Inspection::Tone;

Inspection inspectCluster(const InspectionInput& in)
{
    const auto& s = in.snapshot;
    Inspection out;
    out.title = InspectorPanel::tr("Cluster");
    out.subtitle = InspectorPanel::tr("Select a thing on the map to look into it.");
    std::size_t partitions = 0, offline = 0, under = 0;
    for (const auto& topic : s.topics) {
        for (const auto& part : topic->partitions) {
            ++partitions;
            offline += part->leader == kNoBroker;
            under += part->isr.size() < part->assigned.size();
        }
    }
    const auto up = std::ranges::count_if(
        s.brokers, [](const auto& b) { return b->state == BrokerState::Running; });
    Inspection::Section main;
    main.lines = {
        {InspectorPanel::tr("Brokers running"),
         InspectorPanel::tr("%1 of %2").arg(up).arg(s.brokers.size()),
         up == static_cast<std::ptrdiff_t>(s.brokers.size()) ? Tone::Plain : Tone::Bad},
        {InspectorPanel::tr("Controller"), Words::broker(s.controller.broker), {}},
        {InspectorPanel::tr("Partitions"), QString::number(partitions), {}},
        {InspectorPanel::tr("Under-replicated"), QString::number(under),
         under ? Tone::Warn : Tone::Plain},
        {InspectorPanel::tr("Without a leader"), QString::number(offline),
         offline ? Tone::Bad : Tone::Plain},
        {InspectorPanel::tr("Groups"), QString::number(s.groups.size()), {}},
        {InspectorPanel::tr("Preset"), qs(s.preset), {}},
        {InspectorPanel::tr("Cluster id"), qs(s.clusterId), Tone::Soft},
    };
    auto behind = main.lines.begin() + 1; // the counted ones by name, as the map says it
    for (const auto& broker : s.brokers) {
        if (broker->state != BrokerState::Running)
            behind =
                main.lines.insert(behind, {InspectorPanel::tr("Broker %1").arg(broker->id.value()),
                                           Words::state(broker->state), Tone::Bad, kNoEvent}) +
                1;
    }
    out.sections.push_back(std::move(main));

    Inspection::Section safe;
    safe.caption = InspectorPanel::tr("Acknowledged records");
    std::int64_t lost = 0;
    for (const auto& line : s.lost)
        lost += line.to - line.from + 1;
    safe.lines = {{InspectorPanel::tr("Seen acknowledged"), QString::number(s.acked), {}},
                  {InspectorPanel::tr("Of them lost"), QString::number(lost),
                   lost ? Tone::Bad : Tone::Plain}};
    for (const auto& line : s.lost)
        safe.lines.push_back({qs(line.partition.text()),
                              InspectorPanel::tr("acked, then lost: offsets %1–%2")
                                  .arg(line.from.value())
                                  .arg(line.to.value()),
                              Tone::Bad});
    out.sections.push_back(std::move(safe));

    Inspection::Section checks;
    checks.caption = InspectorPanel::tr("Invariants");
    if (s.invariantsChecked.empty())
        checks.sentence = InspectorPanel::tr("They are not checked in this cluster.");
    else if (s.invariantsBroken.empty())
        checks.sentence = InspectorPanel::tr("%n checked, none broken.", nullptr,
                                             static_cast<int>(s.invariantsChecked.size()));
    for (const auto& what : s.invariantsBroken)
        checks.lines.push_back({InspectorPanel::tr("broken"), qs(what), Tone::Bad});
    out.sections.push_back(std::move(checks));
    return out;
}

static Tone toneOf(BrokerState state)
{
    if (state == BrokerState::Running)
        return Tone::Good;
    return state == BrokerState::Down ? Tone::Bad : Tone::Warn;
}

Inspection inspectBroker(const BrokerPart& part, const InspectionInput& in)
{
    const auto& g = in.gauges;
    Inspection out;
    out.title = InspectorPanel::tr("Broker %1").arg(part.id.value());
    out.subtitle = qs(part.endpoint);
    std::size_t leads = 0, follows = 0, behind = 0;
    for (const auto& topic : in.snapshot.topics) {
        for (const auto& partition : topic->partitions) {
            const auto* own = findReplica(*partition, part.id);
            if (!own)
                continue;
            leads += partition->leader == part.id;
            follows += partition->leader != part.id;
            behind += !own->inIsr;
        }
    }
    Inspection::Section main;
    const bool isLost = hasLostSession(part, g);
    main.lines.push_back({InspectorPanel::tr("State"), Words::state(part, g),
                          isLost ? Tone::Warn : toneOf(part.state)});
    if (part.controller)
        main.lines.push_back(
            {InspectorPanel::tr("Controller"),
             InspectorPanel::tr("yes, epoch %1").arg(in.snapshot.controller.epoch.value()),
             {}});
    main.lines.push_back({InspectorPanel::tr("Broker epoch"),
                          part.epoch ? QString::number(part.epoch->value()) : QStringLiteral("–"),
                          {}});
    main.lines.push_back({InspectorPanel::tr("Started"),
                          InspectorPanel::tr("%n time(s)", nullptr, part.incarnation),
                          {}});
    const auto left = g.brokerSessionLeftMs.find(part.id);
    if (left != g.brokerSessionLeftMs.end() && left->second >= 0)
        main.lines.push_back(
            {InspectorPanel::tr("Session"),
             InspectorPanel::tr("%1 left, timeout %2") // rounded up to ZooKeeper's next tick
                 .arg(Words::seconds(left->second), Words::seconds(toMs(part.sessionTimeout))),
             {}});
    if (left != g.brokerSessionLeftMs.end() && left->second < 0)
        main.lines.push_back({InspectorPanel::tr("Session"),
                              InspectorPanel::tr("ended; ZooKeeper counts it as gone"), Tone::Bad});
    main.sentence = ReasonWords::of(part.note);
    main.tone = Tone::Warn;
    out.sections.push_back(std::move(main));

    Inspection::Section holds;
    holds.caption = InspectorPanel::tr("Replicas");
    holds.lines = {{InspectorPanel::tr("Leads"), QString::number(leads), Tone::Leader},
                   {InspectorPanel::tr("Follows"), QString::number(follows), {}},
                   {InspectorPanel::tr("Out of ISR"), QString::number(behind),
                    behind ? Tone::Warn : Tone::Plain}};
    out.sections.push_back(std::move(holds));

    Inspection::Section place;
    place.caption = InspectorPanel::tr("Connections and files");
    place.lines = {
        {InspectorPanel::tr("Connections"), QString::number(part.connections.size()), {}},
        {InspectorPanel::tr("Directory"), qs(part.directory), Tone::Soft}};
    out.sections.push_back(std::move(place));
    return out;
}

Inspection inspectTopic(const TopicPart& part, const InspectionInput& in)
{
    Inspection out;
    out.title = qs(part.name);
    out.subtitle =
        part.internal ? InspectorPanel::tr("internal topic") : InspectorPanel::tr("topic");
    Inspection::Section main;
    const std::size_t factor =
        part.partitions.empty() ? 0 : part.partitions.front()->assigned.size();
    std::size_t under = 0;
    for (const auto& partition : part.partitions)
        under += partition->isr.size() < partition->assigned.size();
    main.lines = {{InspectorPanel::tr("Partitions"), QString::number(part.partitions.size()), {}},
                  {InspectorPanel::tr("Replication factor"), QString::number(factor), {}},
                  {InspectorPanel::tr("Under-replicated"), QString::number(under),
                   under ? Tone::Warn : Tone::Plain}};
    for (const auto& [name, value] : part.configs)
        main.lines.push_back({qs(name), qs(value), Tone::Soft});
    out.sections.push_back(std::move(main));
    Inspection::Section table;
    table.caption = InspectorPanel::tr("Partitions");
    table.table.push_back({QStringLiteral("#"), InspectorPanel::tr("Leader"), QStringLiteral("ISR"),
                           QStringLiteral("HW")});
    constexpr std::size_t kMost = 60;
    for (std::size_t p = 0; p < part.partitions.size() && p < kMost; ++p) {
        const auto& partition = *part.partitions[p];
        table.table.push_back(
            {QString::number(p),
             partition.leader == kNoBroker ? InspectorPanel::tr("none")
                                           : QString::number(partition.leader.value()),
             Words::brokers(partition.isr), Words::offset(endOf(partition, in.gauges))});
    }
    if (part.partitions.size() > kMost)
        table.sentence = InspectorPanel::tr("and %n more", nullptr,
                                            static_cast<int>(part.partitions.size() - kMost));
    out.sections.push_back(std::move(table));
    return out;
}

} // namespace hw::ui
