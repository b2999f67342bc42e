#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/commands/condition_parts.h"
#include "engine/cluster/figures.h"
#include "engine/observe/text.h"

namespace hw::app {

namespace {

using namespace observe;
using cluster::Figure;
using Which = condition::NumberIs::Which;

/// A number, and what it is called; no number: it is not known, and why.
struct Read
{
    Figure number;
    std::string what;
};

Read ofReplica(const condition::NumberIs& wanted, const Snapshot& snapshot,
               const std::vector<std::int64_t>& row, const char* what)
{
    Read read{std::nullopt,
              fmt::format("{} of {} on broker {}", what, wanted.partition.text(), wanted.broker)};
    if (const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition))
        for (const ReplicaPart& replica : partition->replicas)
            if (replica.broker == wanted.broker)
                read.number = cluster::figure(row, replica.slot);
    return read;
}

Read ofLeader(const condition::NumberIs& wanted, const Snapshot& snapshot,
              const std::vector<std::int64_t>& row, const char* what)
{
    Read read{std::nullopt, fmt::format("{} of {}", what, wanted.partition.text())};
    if (const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition))
        read.number = cluster::leaderFigure(*partition, row);
    return read;
}

/// Every record counts once, however many lines tell of it.
Read lost(const condition::NumberIs& wanted, const Snapshot& snapshot)
{
    std::int64_t records = 0;
    for (const LedgerLine& line : snapshot.lost)
        if (wanted.partition.topic.empty() || line.partition == wanted.partition)
            records += line.to.value() - line.from.value() + 1;
    return {records, wanted.partition.topic.empty()
                         ? std::string("number of acknowledged and lost records")
                         : "number of acknowledged and lost records of " + wanted.partition.text()};
}

template <class Parts>
Read ofClient(const condition::NumberIs& wanted, const Parts& parts,
              const std::vector<std::uint64_t>& row, const char* what)
{
    Read read{std::nullopt, fmt::format("number of records {} by {}", what, wanted.name)};
    for (const auto& part : parts)
        if (part->name == wanted.name && part->slot < row.size())
            read.number = static_cast<std::int64_t>(row[part->slot]);
    return read;
}

Read ofOffset(const condition::NumberIs& wanted, const Snapshot& snapshot, const Gauges& gauges)
{
    const char* what = wanted.which == Which::Committed  ? "committed offset"
                       : wanted.which == Which::Position ? "position"
                                                         : "lag";
    Read read{std::nullopt,
              fmt::format("{} of {} for {}", what, wanted.name, wanted.partition.text())};
    const GroupPart* group = groupOf(snapshot, wanted.name);
    if (!group)
        return read;
    for (const GroupOffsetPart& offset : group->offsets) {
        if (offset.partition != wanted.partition)
            continue;
        read.number =
            wanted.which == Which::Committed  ? cluster::figure(gauges.committed, offset.slot)
            : wanted.which == Which::Position ? cluster::figure(gauges.position, offset.slot)
                                              : cluster::lagOf(snapshot, gauges, offset);
    }
    return read;
}

Read ofGroup(const condition::NumberIs& wanted, const Snapshot& snapshot)
{
    const bool generation = wanted.which == Which::Generation;
    Read read{std::nullopt,
              fmt::format("{} of group {}", generation ? "generation" : "offsets partition",
                          wanted.name)};
    if (const GroupPart* group = groupOf(snapshot, wanted.name))
        read.number = generation ? group->generation.value() : group->offsetsPartition;
    return read;
}

/// A client by the name that the picture shows; an outside program by its client id or address.
std::vector<NodeId> nodesNamed(const Snapshot& snapshot, const std::string& name)
{
    std::vector<NodeId> nodes;
    for (const auto& producer : snapshot.producers)
        if (producer->name == name)
            nodes.push_back(producer->client);
    for (const auto& consumer : snapshot.consumers)
        if (consumer->name == name)
            nodes.push_back(consumer->client);
    for (const OutsidePart& outside : snapshot.outside)
        if (outside.clientId == name || outside.address == name)
            for (const auto& [node, broker] : outside.connections)
                nodes.push_back(node);
    return nodes;
}

/// As the brokers see them: one for each broker and purpose (metadata, data, group).
Read connections(const condition::NumberIs& wanted, const Snapshot& snapshot)
{
    const bool fetching = wanted.which == Which::FetchConnections;
    Read read{std::nullopt, fmt::format("number of connections {} {}",
                                        fetching ? "that fetch for" : "of", wanted.name)};
    const std::vector<NodeId> nodes = nodesNamed(snapshot, wanted.name);
    if (nodes.empty())
        return read;
    std::int64_t count = 0;
    for (const auto& broker : snapshot.brokers)
        count += std::ranges::count_if(broker->connections, [&](const ConnectionReport& one) {
            return (one.consumes || !fetching) && std::ranges::find(nodes, one.peer) != nodes.end();
        });
    read.number = count;
    return read;
}

Read numberOf(const condition::NumberIs& wanted, const Snapshot& snapshot, const Gauges& gauges)
{
    switch (wanted.which) {
    case Which::HighWatermark:
        return ofLeader(wanted, snapshot, gauges.hw, "high watermark");
    case Which::ReplicaHw:
        return ofReplica(wanted, snapshot, gauges.hw, "high watermark");
    case Which::Leo:
        return ofReplica(wanted, snapshot, gauges.leo, "log end offset");
    case Which::LogBytes:
        return ofReplica(wanted, snapshot, gauges.bytes, "size in bytes");
    case Which::LogStart:
        return ofLeader(wanted, snapshot, gauges.logStart, "log start offset");
    case Which::IsrSize: {
        const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
        return {partition ? Figure(std::ssize(partition->isr)) : std::nullopt,
                "size of the ISR of " + wanted.partition.text()};
    }
    case Which::LeaderEpoch: {
        const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
        return {partition ? Figure(partition->leaderEpoch.value()) : std::nullopt,
                "leader epoch of " + wanted.partition.text()};
    }
    case Which::ControllerEpoch:
        return {snapshot.controller.epoch.value(), "controller epoch"};
    case Which::Lost:
        return lost(wanted, snapshot);
    case Which::Acked:
        return ofClient(wanted, snapshot.producers, gauges.acked, "acknowledged");
    case Which::Failed:
        return ofClient(wanted, snapshot.producers, gauges.failed, "failed");
    case Which::Consumed:
        return ofClient(wanted, snapshot.consumers, gauges.consumed, "read");
    case Which::Committed:
    case Which::Position:
    case Which::Lag:
        return ofOffset(wanted, snapshot, gauges);
    case Which::Generation:
    case Which::OffsetsPartition:
        return ofGroup(wanted, snapshot);
    case Which::Connections:
    case Which::FetchConnections:
        return connections(wanted, snapshot);
    }
    return {};
}

std::string_view verbOf(Which which)
{
    switch (which) {
    case Which::HighWatermark:
        return "hw";
    case Which::ReplicaHw:
        return "hw-of";
    case Which::Leo:
        return "leo";
    case Which::LogBytes:
        return "log-bytes";
    case Which::LogStart:
        return "log-start";
    case Which::IsrSize:
        return "isr-size";
    case Which::LeaderEpoch:
        return "epoch";
    case Which::ControllerEpoch:
        return "controller-epoch";
    case Which::Lost:
        return "lost";
    case Which::Acked:
        return "acked";
    case Which::Failed:
        return "failed";
    case Which::Consumed:
        return "consumed";
    case Which::Committed:
        return "committed";
    case Which::Position:
        return "position";
    case Which::Lag:
        return "lag";
    case Which::Generation:
        return "generation";
    case Which::OffsetsPartition:
        return "offsets-partition";
    case Which::Connections:
        return "connections";
    case Which::FetchConnections:
        return "fetch-connections";
    }
    return "?";
}

/// As a condition that holds. Negative numbers are none.
std::string claimOf(const condition::NumberIs& wanted, std::int64_t number)
{
    std::string claim(verbOf(wanted.which));
    if (!wanted.name.empty())
        claim += ' ' + wanted.name;
    if (!wanted.partition.topic.empty())
        claim += ' ' + wanted.partition.text();
    else if (wanted.which == Which::Lost)
        claim += " all";
    if (wanted.broker != kNoBroker)
        claim += fmt::format(" {}", wanted.broker);
    return number < 0 ? std::string() : claim + fmt::format(" ={}", number);
}

std::string orNothing(const std::string& text) { return text.empty() ? "nothing" : text; }
std::string orDash(const std::string& text) { return text.empty() ? "-" : text; }

} // namespace

Figured figureOf(const condition::NumberIs& wanted, const Snapshot& snapshot, const Gauges& gauges)
{
    const Read read = numberOf(wanted, snapshot, gauges);
    return {read.number, read.what};
}

Missing missingOf(const condition::NumberIs& wanted, const Snapshot& snapshot, const Gauges& gauges)
{
    const Read read = numberOf(wanted, snapshot, gauges);
    if (!read.number)
        return fmt::format("the {} is unknown", read.what);
    if (wanted.exact ? *read.number == wanted.number : *read.number >= wanted.number)
        return std::nullopt;
    return Lack(fmt::format("the {} is {}", read.what, *read.number),
                claimOf(wanted, *read.number));
}

Missing missingOf(const condition::NothingCommitted& wanted, const Snapshot& snapshot,
                  const Gauges& gauges)
{
    const condition::NumberIs number{Which::Committed, wanted.partition, kNoBroker, wanted.group};
    const Read read = ofOffset(number, snapshot, gauges);
    if (!read.number)
        return std::nullopt;
    return Lack(fmt::format("the {} is {}", read.what, *read.number),
                claimOf(number, *read.number));
}

Missing missingOf(const condition::ControllerIs& wanted, const Snapshot& snapshot, const Gauges&)
{
    const BrokerId controller = snapshot.controller.broker;
    if (controller == kNoBroker)
        return std::string("there is no controller");
    if (wanted.broker && (controller == *wanted.broker) == wanted.negated)
        return Lack(fmt::format("the controller is {}", controller),
                    fmt::format("controller {}", controller));
    return std::nullopt;
}

Missing missingOf(const condition::ReplicasAre& wanted, const Snapshot& snapshot, const Gauges&)
{
    const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
    if (!partition)
        return fmt::format("there is no partition {}", wanted.partition.text());
    if (partition->assigned == wanted.replicas)
        return std::nullopt;
    return Lack(
        fmt::format("the replicas of {} are {}", wanted.partition.text(),
                    textOf(partition->assigned)),
        fmt::format("replicas {} {}", wanted.partition.text(), textOf(partition->assigned)));
}

Missing missingOf(const condition::SegmentsAre& wanted, const Snapshot& snapshot, const Gauges&)
{
    const PartitionPart* partition = cluster::findPartition(snapshot, wanted.partition);
    if (!partition)
        return fmt::format("there is no partition {}", wanted.partition.text());
    for (const ReplicaPart& replica : partition->replicas) {
        if (replica.broker != wanted.broker)
            continue;
        if (replica.segments == wanted.bases)
            return std::nullopt;
        std::string bases;
        for (const Offset base : replica.segments)
            bases += (bases.empty() ? "" : ",") + std::to_string(base.value());
        return Lack(fmt::format("the segments of {} on broker {} begin at {}",
                                wanted.partition.text(), wanted.broker, orNothing(bases)),
                    fmt::format("segments {} {} {}", wanted.partition.text(), wanted.broker,
                                orDash(bases)));
    }
    return fmt::format("broker {} has no replica of {}", wanted.broker, wanted.partition.text());
}

} // namespace hw::app
