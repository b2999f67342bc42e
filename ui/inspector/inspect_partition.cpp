#include "ui/inspector/inspection.h"

#include <algorithm>

#include "ui/inspector/inspector_panel.h"
#include "ui/models/lookup.h"

namespace hw::ui {

using namespace observe;
using Tone = Inspection::Tone;

static Inspection::Section replicasOf(const PartitionPart& part, const InspectionInput& in)
{
    const auto& g = in.gauges;
    Inspection::Section section;
    section.caption = InspectorPanel::tr("Replicas");
    const ReplicaPart* leader = findReplica(part, part.leader);
    const std::int64_t end = leader ? at(g.leo, leader->slot) : -1;
    for (const auto& replica : part.replicas) {
        Inspection::Replica box;
        box.look = lookOf(part, replica);
        box.word = Words::look(box.look);
        if (box.look == ReplicaLook::FormerLeader)
            box.word = InspectorPanel::tr("was leader in e%1").arg(replica.leaderEpoch.value());
        box.name = QString::number(replica.broker.value());
        if (box.look == ReplicaLook::Offline)
            box.name += QStringLiteral(" ×");
        const std::int64_t leo = at(g.leo, replica.slot);
        box.leo = Words::offset(leo);
        box.hw = Words::offset(at(g.hw, replica.slot));
        if (box.look == ReplicaLook::Offline || leo < 0 || end < 0)
            box.lag = QStringLiteral("–");
        else
            box.lag = leo >= end ? QStringLiteral("0") : QStringLiteral("−%1").arg(end - leo);
        section.replicas.push_back(std::move(box));
    }
    return section;
}

static Inspection::Section toldOf(const PartitionPart& part)
{
    Inspection::Section section;
    section.caption = InspectorPanel::tr("What brokers tell clients");
    for (const auto& [broker, told] : part.toldBy) {
        const bool same =
            told && told->leader == part.leader && told->leaderEpoch == part.leaderEpoch;
        const QString text = !told ? InspectorPanel::tr("nothing")
                                   : InspectorPanel::tr("leader %1, epoch %2, ISR %3")
                                         .arg(told->leader.value())
                                         .arg(told->leaderEpoch.value())
                                         .arg(Words::brokers(told->isr));
        section.lines.push_back({Words::broker(broker), text, same ? Tone::Soft : Tone::Warn});
    }
    return section;
}

static Inspection::Section segmentsOf(const PartitionPart& part)
{
    Inspection::Section section;
    const ReplicaPart* replica = findReplica(part, part.leader);
    if (!replica && !part.replicas.empty())
        replica = &part.replicas.front();
    if (!replica || replica->segments.empty())
        return section;
    section.caption = InspectorPanel::tr("Segments");
    constexpr std::size_t kMost = 12;
    const std::size_t from =
        replica->segments.size() > kMost ? replica->segments.size() - kMost : 0;
    for (std::size_t i = from; i < replica->segments.size(); ++i) {
        const bool active = i + 1 == replica->segments.size();
        section.lines.push_back(
            {QString(),
             QStringLiteral("%1.log").arg(replica->segments[i].value(), 20, 10, QChar('0')) +
                 (active ? QStringLiteral(" ●") : QString()),
             active ? Tone::Plain : Tone::Soft});
    }
    return section;
}

Inspection inspectPartition(const PartitionPart& part, const InspectionInput& in)
{
    Inspection out;
    out.title = qs(part.id.text());
    out.subtitle =
        part.leader == kNoBroker
            ? InspectorPanel::tr("no leader, leader epoch %1").arg(part.leaderEpoch.value())
            : InspectorPanel::tr("leader %1, leader epoch %2")
                  .arg(part.leader.value())
                  .arg(part.leaderEpoch.value());
    std::vector<BrokerId> osr;
    for (const BrokerId id : part.assigned) {
        if (std::ranges::find(part.isr, id) == part.isr.end())
            osr.push_back(id);
    }
    Inspection::Section main;
    main.lines = {
        {QStringLiteral("AR"), Words::brokers(part.assigned), {}},
        {QStringLiteral("ISR"), Words::brokers(part.isr), Tone::Good},
        {QStringLiteral("OSR"), Words::brokers(osr), osr.empty() ? Tone::Soft : Tone::Warn},
        {InspectorPanel::tr("Partition epoch"), QString::number(part.partitionEpoch.value()), {}},
        {QStringLiteral("min.insync"), QString::number(part.minIsr), {}}};
    if (!part.adding.empty())
        main.lines.push_back({InspectorPanel::tr("Arriving"), Words::brokers(part.adding), {}});
    if (!part.removing.empty())
        main.lines.push_back(
            {InspectorPanel::tr("Leaving"), Words::brokers(part.removing), Tone::Warn});
    if (part.isrPending)
        main.lines.push_back(
            {InspectorPanel::tr("ISR proposed"), Words::brokers(*part.isrPending), Tone::Warn});
    out.sections.push_back(std::move(main));

    Inspection::Section why;
    why.sentence = Words::holdsBack(part, in.gauges, in.heldMarks.of(part, in.gauges));
    out.sections.push_back(std::move(why));
    out.sections.push_back(replicasOf(part, in));
    for (const auto& replica : part.replicas) {
        if (!isFormerLeader(part, replica))
            continue;
        Inspection::Section former;
        former.sentence =
            InspectorPanel::tr("Broker %1 was leader in epoch %2 and does not know yet that it is "
                               "so no more.")
                .arg(replica.broker.value())
                .arg(replica.leaderEpoch.value());
        former.tone = Tone::Warn;
        out.sections.push_back(std::move(former));
    }
    if (!part.toldBy.empty())
        out.sections.push_back(toldOf(part));
    for (const auto& line : in.snapshot.lost) {
        if (line.partition != part.id)
            continue;
        Inspection::Section scar;
        scar.sentence = InspectorPanel::tr("acked, then lost: offsets %1–%2")
                            .arg(line.from.value())
                            .arg(line.to.value());
        scar.tone = Tone::Bad;
        out.sections.push_back(std::move(scar));
    }
    if (auto segments = segmentsOf(part); !segments.lines.empty())
        out.sections.push_back(std::move(segments));
    return out;
}

} // namespace hw::ui
