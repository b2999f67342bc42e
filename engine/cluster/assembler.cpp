#include "engine/cluster/assembler.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "engine/cluster/assembler_context.h"

namespace hw::cluster {

using namespace observe;

/// What the leader (or the only server) of the newest epoch says, while there is one; it alone
/// knows how long sessions have left. Else the newest that any of them served: one that was frozen
/// may still take itself for the leader of an epoch that is over.
static const EnsembleReport*
newestOf(const std::vector<std::shared_ptr<const EnsembleStatus>>& servers)
{
    const EnsembleReport* best = nullptr;
    std::tuple<std::int64_t, bool, Zxid> bestRank;
    for (const auto& server : servers) {
        using State = EnsembleServerPart::State;
        const EnsembleReport* report = server->report.get();
        const bool stands = server->state == State::Leader || server->state == State::Standalone;
        if (!report)
            continue;
        const std::int64_t epoch = report->zxid.value() >> 32;
        const std::tuple rank(epoch, stands && report->leads, report->zxid);
        if (best && bestRank >= rank)
            continue;
        best = report;
        bestRank = rank;
    }
    return best;
}

Assembler::Picture Assembler::assemble(const Reports& reports, const std::string& world,
                                       const std::string& preset)
{
    Context context(reports);
    Snapshot& snapshot = *context.snapshot;
    snapshot.version = ++m_version;
    snapshot.at = reports.now;
    snapshot.complete = oldestReport(reports);
    snapshot.wall = reports.wall;
    snapshot.world = world;
    snapshot.preset = preset;
    context.gauges->version = m_version;
    context.gauges->at = reports.now;

    for (const auto& server : reports.ensemble)
        snapshot.ensemble.push_back({server->name, server->endpoint, server->state, server->epoch,
                                     server->zxid, server->sessions});
    context.ensemble = newestOf(reports.ensemble);
    if (context.ensemble) {
        snapshot.clusterId = context.ensemble->clusterId;
        snapshot.controller = {context.ensemble->controller, context.ensemble->controllerEpoch};
        snapshot.zxid = context.ensemble->zxid;
    }
    addBrokers(context);
    addTopics(context);
    addGroups(context);
    addClients(context);
    addOutside(context);
    addFaults(context);
    snapshot.acked = reports.acked;
    snapshot.lost = reports.lost;
    std::ranges::set_union(Invariants::checked(), reports.judged,
                           std::back_inserter(snapshot.invariantsChecked));
    snapshot.invariantsBroken = m_invariants.broken(snapshot, *context.gauges);
    snapshot.invariantsBroken.insert(snapshot.invariantsBroken.end(), reports.brokenOutside.begin(),
                                     reports.brokenOutside.end());

    m_last = context.snapshot;
    return {context.snapshot, context.gauges};
}

void Assembler::addBrokers(Context& context)
{
    std::size_t index = 0;
    for (const auto& status : context.reports.brokers) {
        BrokerPart part;
        part.id = status->id;
        part.state = status->state;
        part.endpoint = status->endpoint;
        part.directory = status->directory;
        part.incarnation = status->incarnation;
        part.sessionTimeout = status->sessionTimeout;
        part.downSince = status->downSince;
        part.note = status->note;
        part.controller = context.snapshot->controller.broker == status->id;
        Gauges& gauges = *context.gauges;
        if (const BrokerReport* report = status->report.get()) {
            part.epoch = report->epoch;
            part.session = report->session;
            part.connections = report->connections;
            gauges.brokerAsOfMs[status->id] = toMs(context.reports.now - report->at);
            gauges.recordsIn += report->recordsIn;
            gauges.recordsOut += report->recordsOut;
            gauges.bytesIn += report->bytesIn;
            gauges.bytesOut += report->bytesOut;
        }
        addSession(context, *status);
        std::shared_ptr<const BrokerPart> before;
        if (m_last && index < m_last->brokers.size())
            before = m_last->brokers[index];
        context.snapshot->brokers.push_back(sharedIfEqual(before, std::move(part)));
        ++index;
    }
}

/// -1: ZooKeeper has none of it any more, though it had one in this life of the broker.
void Assembler::addSession(Context& context, const BrokerStatus& status)
{
    if (!context.ensemble)
        return;
    Gauges& gauges = *context.gauges;
    std::int32_t& hadIn = m_hadSessionIn[status.id];
    for (const SessionReport& session : context.ensemble->sessions) {
        if (session.owner != NodeId::broker(status.id))
            continue;
        gauges.brokerSessionLeftMs[status.id] = toMs(session.left);
        gauges.brokerSessionDeadlineMs[status.id] =
            toMs((context.ensemble->at + session.left).sinceStart());
        if (status.state == BrokerState::Running)
            hadIn = status.incarnation;
        return;
    }
    if (hadIn == status.incarnation && status.state != BrokerState::Down)
        gauges.brokerSessionLeftMs[status.id] = -1;
}

Instant Assembler::oldestReport(const Reports& reports)
{
    Instant oldest = reports.now;
    for (const auto& status : reports.brokers)
        oldest = std::min(oldest, status->collectedAt);
    for (const auto& status : reports.ensemble)
        oldest = std::min(oldest, status->collectedAt);
    return reports.clients ? std::min(oldest, reports.clients->at) : Instant();
}

void Assembler::addFaults(Context& context)
{
    std::vector<FaultPart>& faults = context.snapshot->faults;
    faults = context.reports.faults;
    for (const auto& status : context.reports.brokers) {
        if (status->fault)
            faults.push_back(*status->fault);
    }
    for (const auto& status : context.reports.ensemble) {
        if (status->fault)
            faults.push_back(*status->fault);
    }
    std::ranges::sort(faults, {}, &FaultPart::id);
}

void Assembler::addTopics(Context& context)
{
    m_replicaSlots.beginRound();
    if (context.ensemble) {
        for (const TopicReport& topic : context.ensemble->topics) {
            std::shared_ptr<const TopicPart> before;
            if (m_last) {
                const auto it = std::find_if(m_last->topics.begin(), m_last->topics.end(),
                                             [&](const auto& t) { return t->name == topic.topic; });
                if (it != m_last->topics.end())
                    before = *it;
            }
            TopicPart part;
            part.name = topic.topic;
            part.id = topic.id;
            part.internal =
                topic.topic == "__consumer_offsets" || topic.topic == "__transaction_state";
            part.configs = topic.configs;
            for (std::int32_t p = 0; p < static_cast<std::int32_t>(topic.replicas.size()); ++p) {
                auto made = partition(context, topic, p);
                const auto at = static_cast<std::size_t>(p);
                if (before && at < before->partitions.size() && *before->partitions[at] == *made)
                    made = before->partitions[at];
                part.partitions.push_back(std::move(made));
            }
            context.snapshot->topics.push_back(sharedIfEqual(before, std::move(part)));
        }
    }
    m_replicaSlots.endRound();
}

static std::vector<BrokerId> holdingBack(const ReplicaReport& leader)
{
    std::vector<BrokerId> by;
    if (leader.leo <= leader.hw)
        return by;
    for (const FollowerProgress& follower : leader.followers) {
        const bool inIsr =
            std::find(leader.isr.begin(), leader.isr.end(), follower.broker) != leader.isr.end();
        if (inIsr && (!follower.leo || *follower.leo <= leader.hw))
            by.push_back(follower.broker);
    }
    return by;
}

std::shared_ptr<const PartitionPart>
Assembler::partition(Context& context, const TopicReport& topic, std::int32_t number)
{
    PartitionPart part;
    part.id = {topic.topic, number};
    part.assigned = topic.replicas[static_cast<std::size_t>(number)];
    if (const auto adding = topic.adding.find(number); adding != topic.adding.end())
        part.adding = adding->second;
    if (const auto removing = topic.removing.find(number); removing != topic.removing.end())
        part.removing = removing->second;
    part.leaderEpoch = kNoLeaderEpoch; // until its first election
    if (const ZnodeStateReport* state = context.state(part.id)) {
        part.leader = state->leader;
        part.leaderEpoch = state->leaderEpoch;
        part.partitionEpoch = state->partitionEpoch;
        part.isr = state->isr;
        part.recovering = state->recovering;
    }
    if (const ReplicaReport* leader = context.replica(part.leader, part.id);
        leader && leader->role == ReplicaRole::Leader) {
        part.isrLeader = leader->isr;
        part.isrPending = leader->pendingIsr;
        part.minIsr = leader->minIsr;
        part.lagTimeMax = leader->lagTimeMax;
        part.hwHeldBy = holdingBack(*leader);
    }
    for (const auto& status : context.reports.brokers) {
        const ToldPartition* told = context.told(*status, part.id);
        part.toldBy[status->id] = told ? std::optional(*told) : std::nullopt;
    }
    for (const BrokerId broker : part.assigned)
        part.replicas.push_back(replica(context, part, broker));
    return std::make_shared<const PartitionPart>(std::move(part));
}

ReplicaPart Assembler::replica(Context& context, const PartitionPart& part, BrokerId broker)
{
    ReplicaPart replica;
    replica.broker = broker;
    replica.slot = m_replicaSlots.of({part.id, broker});
    replica.inIsr = std::find(part.isr.begin(), part.isr.end(), broker) != part.isr.end();

    Gauges& gauges = *context.gauges;
    const ReplicaReport* own = context.replica(broker, part.id);
    const auto valueOr = [&](Offset ReplicaReport::*member) {
        return own ? (own->*member).value() : std::int64_t(-1);
    };
    setGauge<std::int64_t>(gauges.logStart, replica.slot, valueOr(&ReplicaReport::logStart), -1);
    setGauge<std::int64_t>(gauges.hw, replica.slot, valueOr(&ReplicaReport::hw), -1);
    setGauge<std::int64_t>(gauges.leo, replica.slot, valueOr(&ReplicaReport::leo), -1);
    setGauge<std::int64_t>(gauges.lso, replica.slot, valueOr(&ReplicaReport::lso), -1);
    setGauge<std::int64_t>(gauges.bytes, replica.slot,
                           own ? static_cast<std::int64_t>(own->bytes) : -1, -1);
    setGauge<std::int64_t>(gauges.leoSeenByLeader, replica.slot, -1, -1);
    setGauge<std::int64_t>(gauges.caughtUpAgoMs, replica.slot, -1, -1);
    setGauge<std::int64_t>(gauges.isrDeadlineMs, replica.slot, -1, -1);
    const BrokerStatus* status = context.broker(broker);
    const bool reported = status && status->report;
    setGauge<std::int64_t>(gauges.asOfMs, replica.slot,
                           reported ? toMs(context.reports.now - status->report->at) : -1, -1);
    if (own) {
        replica.role = own->role;
        replica.leaderEpoch = own->leaderEpoch;
        replica.segments = own->segments;
        replica.outOfOrderBatches = own->outOfOrderBatches;
    }
    const ReplicaReport* leader = context.replica(part.leader, part.id);
    if (!leader || leader->role != ReplicaRole::Leader || broker == part.leader)
        return replica;
    for (const FollowerProgress& follower : leader->followers) {
        if (follower.broker != broker)
            continue;
        if (follower.leo)
            gauges.leoSeenByLeader[replica.slot] = follower.leo->value();
        gauges.caughtUpAgoMs[replica.slot] = std::max<std::int64_t>(
            0, toMs(context.broker(part.leader)->report->at - follower.caughtUpAt));
        // One that has all the leader has never leaves, however long ago it fetched.
        const bool counted = std::ranges::find(leader->isr, broker) != leader->isr.end();
        if (counted && follower.leo != leader->leo)
            gauges.isrDeadlineMs[replica.slot] =
                toMs((follower.caughtUpAt + leader->lagTimeMax).sinceStart());
    }
    return replica;
}

} // namespace hw::cluster
