#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/cluster/figures.h"
#include "engine/cluster/status.h"
#include "engine/observe/text.h"

namespace hw::cluster {

namespace {

using Json = nlohmann::ordered_json;
using namespace observe;

std::string printed(const Json& json)
{
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json jsonOf(const Figure& figure) { return figure ? Json(*figure) : Json(nullptr); }

Json jsonOf(const std::vector<BrokerId>& brokers)
{
    Json array = Json::array();
    for (const BrokerId broker : brokers)
        array.push_back(broker.value());
    return array;
}

Json jsonOfLeader(BrokerId leader)
{
    return leader == kNoBroker ? Json(nullptr) : Json(leader.value());
}

Json jsonOf(const std::vector<TopicPartition>& partitions)
{
    Json array = Json::array();
    for (const TopicPartition& partition : partitions)
        array.push_back(Json::array({partition.topic, partition.partition}));
    return array;
}

/// The moment of which figures of this age are.
Figure asOf(const Gauges& gauges, const Figure& ageMs)
{
    if (!ageMs)
        return std::nullopt;
    return toMs(gauges.at.sinceStart()) - *ageMs;
}

Json jsonOf(const BrokerPart& broker, const Gauges& gauges)
{
    const auto find = [&](const std::map<BrokerId, std::int64_t>& row) -> Figure {
        const auto found = row.find(broker.id);
        return found == row.end() || found->second < 0 ? std::nullopt : Figure(found->second);
    };
    Json session = nullptr;
    if (broker.session != SessionId(0))
        session = {{"id", fmt::format("0x{:x}", broker.session.value())},
                   {"timeoutMs", toMs(broker.sessionTimeout)},
                   {"leftMs", jsonOf(find(gauges.brokerSessionLeftMs))},
                   {"deadlineMs", jsonOf(find(gauges.brokerSessionDeadlineMs))}};
    return {{"id", broker.id.value()},
            {"state", textOf(broker.state)},
            {"endpoint", broker.endpoint},
            {"dir", broker.directory},
            {"epoch", broker.epoch ? Json(broker.epoch->value()) : Json(nullptr)},
            {"incarnation", broker.incarnation},
            {"session", session},
            {"asOfMs", jsonOf(asOf(gauges, find(gauges.brokerAsOfMs)))},
            {"connections", broker.connections.size()},
            {"note", broker.note}};
}

Json jsonOf(const ReplicaPart& replica, const Gauges& gauges)
{
    Json segments = Json::array();
    for (const Offset base : replica.segments)
        segments.push_back(base.value());
    return {{"broker", replica.broker.value()},
            {"role", textOf(replica.role)},
            {"inIsr", replica.inIsr},
            {"logStart", jsonOf(figure(gauges.logStart, replica.slot))},
            {"hw", jsonOf(figure(gauges.hw, replica.slot))},
            {"leo", jsonOf(figure(gauges.leo, replica.slot))},
            {"leaderEpoch", replica.leaderEpoch.value()},
            {"leoSeenByLeader", jsonOf(figure(gauges.leoSeenByLeader, replica.slot))},
            {"caughtUpAgoMs", jsonOf(figure(gauges.caughtUpAgoMs, replica.slot))},
            {"isrDeadlineMs", jsonOf(figure(gauges.isrDeadlineMs, replica.slot))},
            {"segments", segments},
            {"bytes", jsonOf(figure(gauges.bytes, replica.slot))},
            {"asOfMs", jsonOf(asOf(gauges, figure(gauges.asOfMs, replica.slot)))}};
}

Json jsonOf(const std::map<BrokerId, std::optional<ToldPartition>>& toldBy)
{
    Json object = Json::object();
    for (const auto& [broker, told] : toldBy) {
        Json& entry = object[std::to_string(broker.value())];
        if (told)
            entry = {{"leader", jsonOfLeader(told->leader)},
                     {"leaderEpoch", told->leaderEpoch.value()},
                     {"isr", jsonOf(told->isr)}};
    }
    return object;
}

Json jsonOf(const PartitionPart& partition, const Gauges& gauges)
{
    Json logs = Json::array();
    for (const ReplicaPart& replica : partition.replicas)
        logs.push_back(jsonOf(replica, gauges));
    return {
        {"partition", partition.id.partition},
        {"replicas", jsonOf(partition.assigned)},
        {"adding", jsonOf(partition.adding)},
        {"removing", jsonOf(partition.removing)},
        {"leader", jsonOfLeader(partition.leader)},
        {"leaderEpoch", partition.leaderEpoch.value()},
        {"partitionEpoch", partition.partitionEpoch.value()},
        {"isr", jsonOf(partition.isr)},
        {"isrLeader", partition.leader == kNoBroker ? Json(nullptr) : jsonOf(partition.isrLeader)},
        {"isrPending", partition.isrPending ? jsonOf(*partition.isrPending) : Json(nullptr)},
        {"recovering", partition.recovering},
        {"minIsr", partition.minIsr},
        {"lagTimeMaxMs", toMs(partition.lagTimeMax)},
        {"logStart", jsonOf(leaderFigure(partition, gauges.logStart))},
        {"lso", jsonOf(leaderFigure(partition, gauges.lso))},
        {"hw", jsonOf(leaderFigure(partition, gauges.hw))},
        {"leo", jsonOf(leaderFigure(partition, gauges.leo))},
        {"hwHeldBy", jsonOf(partition.hwHeldBy)},
        {"toldBy", jsonOf(partition.toldBy)},
        {"logs", logs}};
}

Json jsonOf(const TopicPart& topic, const Gauges& gauges)
{
    Json configs = Json::object();
    for (const auto& [name, value] : topic.configs)
        configs[name] = value;
    Json partitions = Json::array();
    for (const auto& partition : topic.partitions)
        partitions.push_back(jsonOf(*partition, gauges));
    return {{"name", topic.name},
            {"id", topic.id.text()},
            {"internal", topic.internal},
            {"configs", configs},
            {"partitions", partitions}};
}

Json jsonOf(const MemberPart& member, const Gauges& gauges)
{
    return {{"member", member.member},
            {"client", member.clientId},
            {"instance", member.instance ? Json(*member.instance) : Json(nullptr)},
            {"host", member.host},
            {"embedded", member.client.kind == NodeId::Kind::Client},
            {"sessionMs", toMs(member.sessionTimeout)},
            {"sessionLeftMs", jsonOf(figure(gauges.sessionLeftMs, member.slot))},
            {"rejoining", member.pendingRejoin},
            {"assigned", jsonOf(member.assigned)}};
}

Json jsonOf(const GroupPart& group, const Snapshot& snapshot, const Gauges& gauges)
{
    Json members = Json::array();
    for (const MemberPart& member : group.members)
        members.push_back(jsonOf(member, gauges));
    Json offsets = Json::array();
    for (const GroupOffsetPart& offset : group.offsets)
        offsets.push_back({{"topic", offset.partition.topic},
                           {"partition", offset.partition.partition},
                           {"committed", jsonOf(figure(gauges.committed, offset.slot))},
                           {"lag", jsonOf(lagOf(snapshot, gauges, offset))}});
    Json lastCause = nullptr;
    if (const auto& cause = group.lastCause; cause.event != kNoEvent)
        lastCause = {{"kind", textOf(cause.kind)},
                     {"member", cause.member.empty() ? Json(nullptr) : Json(cause.member)},
                     {"event", cause.event.value()},
                     {"text", cause.text}};
    return {{"group", group.name},
            {"state", textOf(group.state)},
            {"generation", group.generation.value()},
            {"protocol", group.protocol},
            {"leader", group.leader},
            {"coordinator", jsonOfLeader(group.coordinator)},
            {"offsetsPartition", group.offsetsPartition},
            {"members", members},
            {"offsets", offsets},
            {"lastCause", lastCause}};
}

Json brokersOf(const Snapshot& snapshot, const Gauges& gauges)
{
    Json array = Json::array();
    for (const auto& broker : snapshot.brokers)
        array.push_back(jsonOf(*broker, gauges));
    return array;
}

Json topicsOf(const Snapshot& snapshot, const Gauges& gauges)
{
    Json array = Json::array();
    for (const auto& topic : snapshot.topics)
        array.push_back(jsonOf(*topic, gauges));
    return array;
}

Json groupsOf(const Snapshot& snapshot, const Gauges& gauges)
{
    Json array = Json::array();
    for (const auto& group : snapshot.groups)
        array.push_back(jsonOf(*group, snapshot, gauges));
    return array;
}

Json ensembleOf(const Snapshot& snapshot)
{
    Json array = Json::array();
    for (const EnsembleServerPart& server : snapshot.ensemble)
        array.push_back({{"name", server.name},
                         {"client", server.client},
                         {"state", textOf(server.state)},
                         {"epoch", server.epoch},
                         {"zxid", server.zxid.value()},
                         {"sessions", server.sessions}});
    return array;
}

Json clientsOf(const Snapshot& snapshot)
{
    Json array = Json::array();
    for (const OutsidePart& outside : snapshot.outside)
        for (const BrokerId broker : outside.brokers) {
            Json nodes = Json::array();
            for (const auto& [node, to] : outside.connections)
                if (to == broker)
                    nodes.push_back(wordOf(node));
            array.push_back({{"client", outside.clientId},
                             {"software", outside.software},
                             {"address", outside.address},
                             {"broker", broker.value()},
                             {"nodes", nodes}});
        }
    return array;
}

std::uint64_t counter(const std::vector<std::uint64_t>& row, Slot slot)
{
    return slot < row.size() ? row[slot] : 0;
}

/// Null for what is not known, as of offsets.
Json sequencesOf(const ProducerPart& producer, const Gauges& gauges)
{
    Json array = Json::array();
    for (const SequencePart& sequence : producer.sequences) {
        const auto number = [&](const std::vector<std::int64_t>& row) {
            const bool known = sequence.slot < row.size() && row[sequence.slot] >= 0;
            return known ? Json(row[sequence.slot]) : Json();
        };
        array.push_back({{"partition", sequence.partition.text()},
                         {"epoch", sequence.epoch.value()},
                         {"next", number(gauges.nextSequence)},
                         {"acked", number(gauges.ackedSequence)},
                         {"inFlight", number(gauges.batchesInFlight)},
                         {"repeated", number(gauges.repeatedBatches)}});
    }
    return array;
}

Json workloadsOf(const Snapshot& snapshot, const Gauges& gauges)
{
    Json array = Json::array();
    for (const auto& producer : snapshot.producers) {
        const Json id =
            producer->producerId == kNoProducer ? Json() : Json(producer->producerId.value());
        array.push_back({{"producer", producer->name},
                         {"topics", producer->topics},
                         {"acks", producer->acks},
                         {"rate", producer->targetRate},
                         {"running", producer->running},
                         {"produced", counter(gauges.produced, producer->slot)},
                         {"acked", counter(gauges.acked, producer->slot)},
                         {"failed", counter(gauges.failed, producer->slot)},
                         {"retried", counter(gauges.retried, producer->slot)},
                         {"inFlight", counter(gauges.inFlight, producer->slot)},
                         {"idempotent", producer->idempotent},
                         {"producerId", id},
                         {"sequences", sequencesOf(*producer, gauges)},
                         {"lastError", producer->lastError}});
    }
    for (const auto& consumer : snapshot.consumers)
        array.push_back({{"consumer", consumer->name},
                         {"group", consumer->group},
                         {"topics", consumer->topics},
                         {"running", consumer->running},
                         {"assigned", jsonOf(consumer->assigned)},
                         {"consumed", counter(gauges.consumed, consumer->slot)}});
    return array;
}

Json ledgerOf(const Snapshot& snapshot)
{
    Json lost = Json::array();
    for (const LedgerLine& line : snapshot.lost)
        lost.push_back({{"topic", line.partition.topic},
                        {"partition", line.partition.partition},
                        {"from", line.from.value()},
                        {"to", line.to.value()},
                        {"epoch", line.epoch.value()},
                        {"event", line.event.value()}});
    return {{"acked", snapshot.acked}, {"lost", lost}};
}

Json jsonOf(const FaultPart& part)
{
    const Fault& fault = part.fault;
    const std::string undo = undoLineOf(part.undo);
    return {
        {"fault", part.id.value()},
        {"kind", textOf(fault.kind)},
        {"node", wordOf(fault.node)},
        {"to", fault.to == NodeId{} ? Json(nullptr) : Json(wordOf(fault.to))},
        {"bothWays", isOfLink(fault.kind) ? Json(fault.bothWays) : Json(nullptr)},
        {"ms", fault.time == Duration{} ? Json(nullptr) : Json(toMs(fault.time))},
        {"bytesPerSecond", fault.bytesPerSecond == 0 ? Json(nullptr) : Json(fault.bytesPerSecond)},
        {"what", fault.what.empty() ? Json(nullptr) : Json(fault.what)},
        {"caught", fault.kind == FaultKind::Hold ? Json(part.caught) : Json(nullptr)},
        {"sinceMs", toMs(part.since.sinceStart())},
        {"undo", undo},
        {"text", textOf(fault)}};
}

Json faultsOf(const Snapshot& snapshot)
{
    Json array = Json::array();
    for (const FaultPart& part : snapshot.faults)
        array.push_back(jsonOf(part));
    return array;
}

Json controllerOf(const Snapshot& snapshot)
{
    return {{"broker", jsonOfLeader(snapshot.controller.broker)},
            {"epoch", snapshot.controller.epoch.value()}};
}

} // namespace

std::string statusJson(const Snapshot& snapshot, const Gauges& gauges, const Losses& losses)
{
    const Json invariants = {{"checked", snapshot.invariantsChecked},
                             {"broken", snapshot.invariantsBroken}};
    const Json status = {{"type", "status"},
                         {"schema", 1},
                         {"world", snapshot.world},
                         {"preset", snapshot.preset},
                         {"atMs", toMs(snapshot.at.sinceStart())},
                         {"wallMs", snapshot.wall.ms()},
                         {"clusterId", snapshot.clusterId},
                         {"controller", controllerOf(snapshot)},
                         {"ensemble", ensembleOf(snapshot)},
                         {"brokers", brokersOf(snapshot, gauges)},
                         {"topics", topicsOf(snapshot, gauges)},
                         {"groups", groupsOf(snapshot, gauges)},
                         {"clients", clientsOf(snapshot)},
                         {"workloads", workloadsOf(snapshot, gauges)},
                         {"faults", faultsOf(snapshot)},
                         {"ledger", ledgerOf(snapshot)},
                         {"invariants", invariants},
                         {"losses", {{"events", losses.events}, {"dots", losses.dots}}}};
    return printed(status);
}

std::string topicsJson(const Snapshot& snapshot, const Gauges& gauges)
{
    return printed(Json{{"type", "topics"}, {"topics", topicsOf(snapshot, gauges)}});
}

std::string groupsJson(const Snapshot& snapshot, const Gauges& gauges)
{
    return printed(Json{{"type", "groups"}, {"groups", groupsOf(snapshot, gauges)}});
}

std::string faultsJson(const Snapshot& snapshot)
{
    return printed(Json{{"type", "faults"}, {"faults", faultsOf(snapshot)}});
}

std::string eventJson(const Event& event)
{
    return printed(
        Json{{"type", "event"},
             {"id", event.id.value()},
             {"kind", nameOf(event.fact)},
             {"atMs", toMs(event.at.sinceStart())},
             {"wallMs", event.wall.ms()},
             {"node", event.node.text()},
             {"cause", event.cause == kNoEvent ? Json(nullptr) : Json(event.cause.value())},
             {"text", textOf(event.fact)}});
}

} // namespace hw::cluster
