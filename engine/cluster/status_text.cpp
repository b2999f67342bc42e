#include <iterator>

#include <fmt/format.h>

#include "engine/cluster/figures.h"
#include "engine/cluster/status.h"
#include "engine/observe/text.h"

namespace hw::cluster {

namespace {

using namespace observe;

template <class... Args>
void add(std::string& text, fmt::format_string<Args...> format, Args&&... args)
{
    fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

std::string textOf(const Figure& figure) { return figure ? std::to_string(*figure) : "?"; }

std::string textOf(BrokerId broker)
{
    return broker == kNoBroker ? "none" : std::to_string(broker.value());
}

std::string textOf(const std::vector<TopicPartition>& partitions)
{
    std::string text;
    for (const TopicPartition& partition : partitions)
        text += (text.empty() ? "" : " ") + partition.text();
    return text.empty() ? "nothing" : text;
}

void addBroker(std::string& text, const BrokerPart& broker)
{
    add(text, "broker {}: {}, {}, incarnation {}", broker.id, observe::textOf(broker.state),
        broker.endpoint, broker.incarnation);
    if (broker.epoch)
        add(text, ", epoch {}", *broker.epoch);
    if (!broker.note.empty())
        add(text, " ({})", broker.note);
    text += '\n';
}

void addPartition(std::string& text, const PartitionPart& partition, const Gauges& gauges)
{
    add(text, "  {}: leader {} epoch {}, ISR {} of {}, HW {} LEO {}", partition.id.text(),
        textOf(partition.leader), partition.leaderEpoch, observe::textOf(partition.isr),
        observe::textOf(partition.assigned), textOf(leaderFigure(partition, gauges.hw)),
        textOf(leaderFigure(partition, gauges.leo)));
    if (!partition.hwHeldBy.empty())
        add(text, ", HW held by {}", observe::textOf(partition.hwHeldBy));
    if (partition.isrPending)
        add(text, ", ISR {} proposed", observe::textOf(*partition.isrPending));
    if (!partition.adding.empty())
        add(text, ", {} come", observe::textOf(partition.adding));
    if (!partition.removing.empty())
        add(text, ", {} go", observe::textOf(partition.removing));
    text += '\n';
}

/// Nothing committed, nobody who knows what is, and a log whose end is not known are three things.
std::string offsetText(const GroupPart& group, const GroupOffsetPart& offset,
                       const Snapshot& snapshot, const Gauges& gauges)
{
    const Figure committed = figure(gauges.committed, offset.slot);
    if (!committed)
        return group.coordinator == kNoBroker
                   ? "committed is not known, the group has no coordinator now"
                   : "no commit yet";
    const PartitionPart* partition = findPartition(snapshot, offset.partition);
    if (!partition)
        return fmt::format("committed {}, the partition is gone", *committed);
    const Figure end = leaderFigure(*partition, gauges.hw);
    if (!end)
        return fmt::format("committed {}, lag is not known, the partition has no leader that "
                           "answers",
                           *committed);
    return *committed > *end
               ? fmt::format("committed {}, beyond the end {}: lag 0", *committed, *end)
               : fmt::format("committed {}, lag {}", *committed, *end - *committed);
}

void addGroup(std::string& text, const GroupPart& group, const Snapshot& snapshot,
              const Gauges& gauges)
{
    add(text, "group {}: {}, generation {}, {} members, coordinator {}\n", group.name,
        observe::textOf(group.state), group.generation, group.members.size(),
        textOf(group.coordinator));
    for (const MemberPart& member : group.members)
        add(text, "  {} ({} at {}): {}\n", member.member, member.clientId, member.host,
            textOf(member.assigned));
    for (const GroupOffsetPart& offset : group.offsets)
        add(text, "  {}: {}\n", offset.partition.text(),
            offsetText(group, offset, snapshot, gauges));
    if (group.lastCause.event != kNoEvent)
        add(text, "  last rebalance: {}\n", group.lastCause.text);
}

void addLosses(std::string& text, const Snapshot& snapshot, const Losses& losses)
{
    add(text, "acknowledged {}, of these lost {} ranges\n", snapshot.acked, snapshot.lost.size());
    for (const LedgerLine& line : snapshot.lost)
        add(text, "  {}: acked, then lost: {} (offsets {}–{})\n", line.partition.text(),
            line.to - line.from + 1, line.from, line.to);
    for (const std::string& broken : snapshot.invariantsBroken)
        add(text, "BROKEN: {}\n", broken);
    if (losses.events + losses.dots > 0)
        add(text, "not shown: {} events, {} dots\n", losses.events, losses.dots);
}

} // namespace

std::string topicsText(const Snapshot& snapshot, const Gauges& gauges)
{
    std::string text;
    for (const auto& topic : snapshot.topics) {
        add(text, "topic {}: {} partitions{}\n", topic->name, topic->partitions.size(),
            topic->internal ? ", internal" : "");
        for (const auto& partition : topic->partitions)
            if (!topic->internal || partition->leader == kNoBroker)
                addPartition(text, *partition, gauges);
    }
    return text;
}

std::string groupsText(const Snapshot& snapshot, const Gauges& gauges)
{
    std::string text;
    for (const auto& group : snapshot.groups)
        addGroup(text, *group, snapshot, gauges);
    return text;
}

std::string faultsText(const Snapshot& snapshot)
{
    std::string text;
    for (const FaultPart& part : snapshot.faults) {
        const Duration age = snapshot.at - part.since;
        add(text, "fault #{}: {}{}, for {:.1f} s (undo: {})\n", part.id,
            observe::textOf(part.fault), part.caught ? ", and it has come" : "",
            static_cast<double>(toMs(age)) / 1000, undoLineOf(part.undo));
    }
    return text;
}

std::string statusText(const Snapshot& snapshot, const Gauges& gauges, const Losses& losses)
{
    std::string text;
    add(text, "cluster {}: {}, preset {}, {:.3f} s old\n", snapshot.clusterId, snapshot.world,
        snapshot.preset, static_cast<double>(toMs(snapshot.at.sinceStart())) / 1000);
    add(text, "controller: broker {}, epoch {}\n", textOf(snapshot.controller.broker),
        snapshot.controller.epoch);
    for (const EnsembleServerPart& server : snapshot.ensemble)
        add(text, "{}: {}, {}, epoch {}, zxid {:#x}, {} sessions\n", server.name,
            observe::textOf(server.state), server.client, server.epoch, server.zxid.value(),
            server.sessions);
    for (const auto& broker : snapshot.brokers)
        addBroker(text, *broker);
    text += faultsText(snapshot);
    text += topicsText(snapshot, gauges);
    text += groupsText(snapshot, gauges);
    addLosses(text, snapshot, losses);
    return text;
}

std::string eventText(const Event& event)
{
    std::string text;
    add(text, "{:.3f} s  {}  #{}", static_cast<double>(toMs(event.at.sinceStart())) / 1000,
        event.node.text(), event.id);
    if (event.cause != kNoEvent)
        add(text, " <- #{}", event.cause);
    add(text, "  {}", observe::textOf(event.fact));
    return text;
}

} // namespace hw::cluster
