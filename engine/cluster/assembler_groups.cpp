#include <set>

#include "engine/cluster/assembler_context.h"

namespace hw::cluster {

using namespace observe;

/// How long a group stays in the picture while no broker coordinates it.
static constexpr Duration kKeepOrphans = 60s;

static BrokerId offsetsLeader(const EnsembleReport* ensemble, std::int32_t partition)
{
    if (!ensemble)
        return kNoBroker;
    for (const ZnodeStateReport& state : ensemble->states) {
        if (state.partition.topic == "__consumer_offsets" && state.partition.partition == partition)
            return state.leader;
    }
    return kNoBroker;
}

void Assembler::addGroups(Context& context)
{
    m_memberSlots.beginRound();
    m_groupOffsetSlots.beginRound();
    std::map<std::string, std::pair<const GroupReport*, BrokerId>> chosen;
    for (const auto& status : context.reports.brokers) {
        if (!status->report)
            continue;
        for (const GroupReport& report : status->report->groups) {
            auto& [best, by] = chosen[report.group];
            // Two may claim it for a moment; the offsets partition's leader is right.
            if (!best || offsetsLeader(context.ensemble, report.offsetsPartition) == status->id) {
                best = &report;
                by = status->id;
            }
        }
    }
    for (const auto& [name, best] : chosen) {
        if (best.first->state == fact::GroupState::Dead)
            continue;
        LastGroup& last = m_lastGroups[name];
        last.part = sharedIfEqual(last.part, group(context, *best.first, best.second));
        last.seen = context.reports.now;
    }
    keepGroupsWithoutCoordinator(context);
    for (const auto& [name, last] : m_lastGroups)
        context.snapshot->groups.push_back(last.part);
    m_memberSlots.endRound();
    m_groupOffsetSlots.endRound();
}

/// A group whose coordinator died is shown as it was, without a coordinator, until its new one has
/// loaded it.
void Assembler::keepGroupsWithoutCoordinator(Context& context)
{
    for (auto it = m_lastGroups.begin(); it != m_lastGroups.end();) {
        LastGroup& last = it->second;
        if (last.seen == context.reports.now) {
            ++it;
            continue;
        }
        const BrokerStatus* coordinator = context.broker(last.part->coordinator);
        const bool gone =
            coordinator && coordinator->report; // it lives and no longer has the group
        if (gone || context.reports.now - last.seen > kKeepOrphans) {
            it = m_lastGroups.erase(it);
            continue;
        }
        GroupPart orphan = *last.part;
        orphan.coordinator = kNoBroker;
        for (MemberPart& member : orphan.members) {
            member.slot = m_memberSlots.of({orphan.name, member.member});
            setGauge<std::int64_t>(context.gauges->sessionLeftMs, member.slot, -1, -1);
            setGauge<std::int64_t>(context.gauges->memberHeardMs, member.slot, -1, -1);
            setGauge<std::int64_t>(context.gauges->memberSessionDeadlineMs, member.slot, -1, -1);
        }
        for (GroupOffsetPart& offset : orphan.offsets)
            offset.slot = m_groupOffsetSlots.of({orphan.name, offset.partition});
        last.part = sharedIfEqual(last.part, std::move(orphan));
        ++it;
    }
}

static const ConsumerReport* embedded(const ClientsReport* clients, const std::string& member)
{
    if (!clients)
        return nullptr;
    for (const ConsumerReport& consumer : clients->consumers) {
        if (!consumer.member.empty() && consumer.member == member)
            return &consumer;
    }
    return nullptr;
}

/// Model time in ms since the start; -1: none.
static std::int64_t msOf(const std::optional<Instant>& instant)
{
    return instant ? toMs(instant->sinceStart()) : -1;
}

/// Brokers tell at different moments. A commit that its coordinator told later than the leader told
/// of its log is not one beyond the log's end: it counts as far as the log was known.
std::int64_t Assembler::committedNow(const Context& context, Instant saidAt,
                                     const CommittedReport& from)
{
    const ReplicaReport* leader = nullptr;
    Instant leaderSaidAt;
    for (const auto& status : context.reports.brokers) {
        const ReplicaReport* replica = context.replica(status->id, from.partition);
        if (!replica || replica->role != ReplicaRole::Leader ||
            (leader && leader->leaderEpoch >= replica->leaderEpoch))
            continue;
        leader = replica;
        leaderSaidAt = status->report->at;
    }
    const bool isNewer = leader && leaderSaidAt < saidAt && from.committed > leader->hw;
    return (isNewer ? leader->hw : from.committed).value();
}

static std::int64_t positionOf(const ClientsReport* clients, const GroupReport& group,
                               const TopicPartition& partition)
{
    for (const MemberReport& member : group.members) {
        if (std::find(member.assigned.begin(), member.assigned.end(), partition) ==
            member.assigned.end())
            continue;
        const ConsumerReport* own = embedded(clients, member.member);
        if (!own)
            return -1;
        for (const CommittedReport& position : own->positions)
            if (position.partition == partition)
                return position.committed.value();
        return -1;
    }
    return -1;
}

/// What a member reads and nobody has committed is a line, too: its committed offset is "none".
static std::vector<CommittedReport> withUncommitted(const GroupReport& group)
{
    std::vector<CommittedReport> lines = group.offsets;
    std::set<TopicPartition> known;
    for (const CommittedReport& line : lines)
        known.insert(line.partition);
    for (const MemberReport& member : group.members)
        for (const TopicPartition& partition : member.assigned)
            if (known.insert(partition).second)
                lines.push_back({partition, kNoOffset});
    std::ranges::sort(lines, {}, &CommittedReport::partition);
    return lines;
}

GroupPart Assembler::group(Context& context, const GroupReport& report, BrokerId coordinator)
{
    GroupPart part;
    part.name = report.group;
    part.state = report.state;
    part.generation = report.generation;
    part.protocol = report.protocol;
    part.leader = report.leader;
    part.coordinator = coordinator;
    part.offsetsPartition = report.offsetsPartition;
    part.lastCause = report.lastCause;
    part.roundEndsAt = report.roundEndsAt;
    part.inInitialDelay = report.inInitialDelay;
    for (const MemberReport& from : report.members) {
        MemberPart member;
        member.member = from.member;
        member.clientId = from.clientId;
        member.name = from.clientId;
        member.host = from.host;
        member.instance = from.instance;
        member.sessionTimeout = from.sessionTimeout;
        member.assigned = from.assigned;
        member.subscribed = from.subscribed;
        member.pendingRejoin = from.pendingRejoin;
        member.awaitsJoin = from.awaitsJoin;
        member.awaitsSync = from.awaitsSync;
        member.rebalanceTimeout = from.rebalanceTimeout;
        member.protocols = from.protocols;
        member.claimed = from.claimed;
        member.claimedIn = from.claimedIn;
        member.slot = m_memberSlots.of({report.group, from.member});
        if (const ConsumerReport* own = embedded(context.reports.clients.get(), from.member)) {
            member.client = own->client;
            member.name = own->name;
        }
        setGauge<std::int64_t>(context.gauges->sessionLeftMs, member.slot, toMs(from.sessionLeft),
                               -1);
        setGauge<std::int64_t>(context.gauges->memberHeardMs, member.slot, msOf(from.heardAt), -1);
        setGauge<std::int64_t>(context.gauges->memberSessionDeadlineMs, member.slot,
                               msOf(from.expiresAt), -1);
        part.members.push_back(std::move(member));
    }
    std::sort(part.members.begin(), part.members.end(),
              [](const MemberPart& a, const MemberPart& b) {
                  return std::tie(a.name, a.member) < std::tie(b.name, b.member);
              });
    const BrokerStatus* teller = context.broker(coordinator);
    const Instant saidAt = teller && teller->report ? teller->report->at : Instant();
    for (const CommittedReport& from : withUncommitted(report)) {
        const Slot slot = m_groupOffsetSlots.of({report.group, from.partition});
        setGauge<std::int64_t>(context.gauges->committed, slot, committedNow(context, saidAt, from),
                               -1);
        setGauge<std::int64_t>(context.gauges->position, slot,
                               positionOf(context.reports.clients.get(), report, from.partition),
                               -1);
        part.offsets.push_back({from.partition, slot});
    }
    return part;
}

void Assembler::addClients(Context& context)
{
    m_producerSlots.beginRound();
    m_sequenceSlots.beginRound();
    m_consumerSlots.beginRound();
    if (const ClientsReport* clients = context.reports.clients.get()) {
        for (std::size_t i = 0; i < clients->producers.size(); ++i)
            addProducer(context, clients->producers[i], i);
        for (std::size_t i = 0; i < clients->consumers.size(); ++i)
            addConsumer(context, clients->consumers[i], i);
    }
    m_producerSlots.endRound();
    m_sequenceSlots.endRound();
    m_consumerSlots.endRound();
}

/// Whoever led the partition may have seen a batch come again: all that remember are counted.
std::int64_t Assembler::repeatedOf(const Context& context, ProducerId producer,
                                   const TopicPartition& partition)
{
    std::int64_t batches = 0;
    for (const auto& status : context.reports.brokers) {
        const ReplicaReport* replica = context.replica(status->id, partition);
        if (!replica)
            continue;
        for (const RepeatedBatches& repeated : replica->repeated)
            if (repeated.producer == producer)
                batches += static_cast<std::int64_t>(repeated.batches);
    }
    return batches;
}

void Assembler::addProducer(Context& context, const ProducerReport& from, std::size_t index)
{
    Gauges& gauges = *context.gauges;
    ProducerPart part{from.client,
                      from.name,
                      from.topics,
                      from.acks,
                      from.targetRate,
                      from.lastError,
                      from.running,
                      m_producerSlots.of(from.client),
                      from.idempotent,
                      from.producerId,
                      {}};
    setGauge<std::uint64_t>(gauges.produced, part.slot, from.sent, 0);
    setGauge<std::uint64_t>(gauges.acked, part.slot, from.acked, 0);
    setGauge<std::uint64_t>(gauges.failed, part.slot, from.failed, 0);
    setGauge<std::uint64_t>(gauges.retried, part.slot, from.retried, 0);
    setGauge<std::uint64_t>(gauges.inFlight, part.slot, from.inFlight, 0);
    for (const SequenceReport& own : from.sequences) {
        const Slot slot = m_sequenceSlots.of({from.client, own.partition});
        part.sequences.push_back({own.partition, own.epoch, slot});
        setGauge<std::int64_t>(gauges.nextSequence, slot, own.next, -1);
        setGauge<std::int64_t>(gauges.ackedSequence, slot, own.acked, -1);
        setGauge<std::int64_t>(gauges.batchesInFlight, slot, own.inFlight, -1);
        setGauge<std::int64_t>(gauges.repeatedBatches, slot,
                               repeatedOf(context, from.producerId, own.partition), -1);
    }
    const bool had = m_last && index < m_last->producers.size();
    context.snapshot->producers.push_back(
        sharedIfEqual(had ? m_last->producers[index] : nullptr, std::move(part)));
}

void Assembler::addConsumer(Context& context, const ConsumerReport& from, std::size_t index)
{
    Gauges& gauges = *context.gauges;
    ConsumerPart part{
        from.client,          from.name,     from.group,          from.member,
        from.topics,          from.assigned, from.running,        m_consumerSlots.of(from.client),
        from.assignor,        from.instance, from.sessionTimeout, from.heartbeatInterval,
        from.maxPollInterval, from.paused,   from.lastError};
    setGauge<std::uint64_t>(gauges.consumed, part.slot, from.received, 0);
    setGauge<std::int64_t>(gauges.polledMs, part.slot, msOf(from.polledAt), -1);
    setGauge<std::int64_t>(gauges.pollDeadlineMs, part.slot, msOf(from.pollEndsAt), -1);
    setGauge<std::int64_t>(gauges.heartbeatDueMs, part.slot, msOf(from.heartbeatAt), -1);
    const bool had = m_last && index < m_last->consumers.size();
    context.snapshot->consumers.push_back(
        sharedIfEqual(had ? m_last->consumers[index] : nullptr, std::move(part)));
}

/// Programs that came by TCP, one line for each client id and host, with the brokers they reach.
void Assembler::addOutside(Context& context)
{
    std::map<std::pair<std::string, std::string>, OutsidePart> byClient;
    for (const auto& status : context.reports.brokers) {
        if (!status->report)
            continue;
        for (const ConnectionReport& connection : status->report->connections) {
            if (connection.peer.kind != NodeId::Kind::Outside)
                continue;
            const std::string host = connection.address.substr(0, connection.address.rfind(':'));
            OutsidePart& part = byClient[{connection.clientId, host}];
            part.clientId = connection.clientId;
            if (part.address.empty())
                part.address = connection.address;
            if (!connection.softwareName.empty())
                part.software = connection.softwareName + " " + connection.softwareVersion;
            part.produces |= connection.produces;
            part.consumes |= connection.consumes;
            part.connections[connection.peer] = status->id;
            if (part.brokers.empty() || part.brokers.back() != status->id)
                part.brokers.push_back(status->id);
        }
    }
    for (auto& [key, part] : byClient)
        context.snapshot->outside.push_back(std::move(part));
}

} // namespace hw::cluster
