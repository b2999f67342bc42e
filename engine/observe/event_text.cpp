#include <fmt/format.h>

#include "engine/observe/event.h"
#include "engine/observe/text.h"

namespace hw::observe {

namespace {

std::string hexSession(SessionId id) { return fmt::format("0x{:x}", id.value()); }

/// One overload for each fact: its name and its sentence.
struct Words
{
    std::string name;
    std::string text;
};

using namespace fact;

Words wordsOf(const BrokerStarting& f)
{
    return {"BrokerStarting", fmt::format("broker {} starts", f.broker)};
}
Words wordsOf(const BrokerRecovered& f)
{
    return {"BrokerRecovered",
            fmt::format("broker {} opened {} logs in {} ms ({})", f.broker, f.logs, toMs(f.took),
                        f.clean ? "clean shutdown" : "after a crash")};
}
Words wordsOf(const BrokerWaitsForSession& f)
{
    return {"BrokerWaitsForSession", fmt::format("broker {} waits until its old session {} expires",
                                                 f.broker, hexSession(f.old))};
}
Words wordsOf(const BrokerRegistered& f)
{
    return {"BrokerRegistered",
            fmt::format("broker {} registered, broker epoch {}", f.broker, f.epoch)};
}
Words wordsOf(const BrokerReady& f)
{
    return {"BrokerReady", fmt::format("broker {} is ready", f.broker)};
}
Words wordsOf(const BrokerKilled& f)
{
    return {"BrokerKilled",
            fmt::format("broker {} {}", f.broker, f.powerLoss ? "lost power" : "was killed")};
}
Words wordsOf(const BrokerStopped& f)
{
    return {"BrokerStopped", fmt::format("broker {} stopped", f.broker)};
}
Words wordsOf(const BrokerFrozen& f)
{
    return {"BrokerFrozen", fmt::format("broker {} froze", f.broker)};
}
Words wordsOf(const BrokerThawed& f)
{
    return {"BrokerThawed", fmt::format("broker {} thawed", f.broker)};
}
Words wordsOf(const BrokerFailed& f)
{
    return {"BrokerFailed", fmt::format("broker {} failed: {}", f.broker, f.why)};
}
Words wordsOf(const SessionOpened& f)
{
    return {"SessionOpened", fmt::format("session {} of {} opened, timeout {} ms",
                                         hexSession(f.session), f.owner.text(), toMs(f.timeout))};
}
Words wordsOf(const SessionExpired& f)
{
    return {"SessionExpired",
            fmt::format("session {} of {} expired after {} ms of silence", hexSession(f.session),
                        f.owner.text(), toMs(f.silentFor))};
}
Words wordsOf(const SessionClosed& f)
{
    return {"SessionClosed",
            fmt::format("session {} of {} closed", hexSession(f.session), f.owner.text())};
}
Words wordsOf(const ZnodeChanged& f)
{
    const char* verb = f.kind == ZnodeChanged::Kind::Created   ? "created"
                       : f.kind == ZnodeChanged::Kind::Deleted ? "deleted"
                                                               : "set";
    return {"ZnodeChanged",
            fmt::format("{} {} (version {}, zxid {})", f.path, verb, f.version, f.zxid)};
}
Words wordsOf(const WatchFired& f)
{
    return {"WatchFired", fmt::format("watch on {} fired for {}", f.path, f.to.text())};
}
Words wordsOf(const SessionMoved& f)
{
    return {"SessionMoved",
            fmt::format("session {} of {} moved from {} to {}", hexSession(f.session),
                        f.owner.text(), f.from.text(), f.to.text())};
}
Words wordsOf(const EnsembleServerFailed& f)
{
    return {"EnsembleServerFailed", fmt::format("zookeeper{} failed: {}", f.server, f.why)};
}
Words wordsOf(const EnsembleServerLooking& f)
{
    return {"EnsembleServerLooking",
            fmt::format("zookeeper{} looks for a leader: {}", f.server, f.why)};
}
Words wordsOf(const EnsembleLeaderElected& f)
{
    std::string followers;
    for (const std::int32_t server : f.followers)
        followers += fmt::format("{}zookeeper{}", followers.empty() ? "" : ", ", server);
    return {
        "EnsembleLeaderElected",
        fmt::format("zookeeper{} leads the ensemble, epoch {}, after zxid {:#x}, followed by {}",
                    f.server, f.epoch, f.zxid.value(), followers)};
}
Words wordsOf(const QuorumLost& f)
{
    return {"QuorumLost", fmt::format("zookeeper{} finds no quorum: it hears of {} of {} servers",
                                      f.server, f.heard, f.servers)};
}
Words wordsOf(const QuorumRegained& f)
{
    return {"QuorumRegained", fmt::format("zookeeper{} has a quorum again", f.server)};
}
Words wordsOf(const ControllerElected& f)
{
    return {"ControllerElected",
            fmt::format("broker {} is the controller, controller epoch {}", f.broker, f.epoch)};
}
Words wordsOf(const ControllerResigned& f)
{
    return {"ControllerResigned", fmt::format("broker {} resigned as controller of epoch {}: {}",
                                              f.broker, f.epoch, f.why)};
}
Words wordsOf(const BrokerSeenAlive& f)
{
    return {"BrokerSeenAlive",
            fmt::format("the controller sees broker {} alive, broker epoch {}", f.broker, f.epoch)};
}
Words wordsOf(const BrokerSeenDead& f)
{
    return {"BrokerSeenDead", fmt::format("the controller sees broker {} dead", f.broker)};
}
Words wordsOf(const TopicCreated& f)
{
    return {"TopicCreated", fmt::format("topic {} created: {} partitions, replication factor {}",
                                        f.topic, f.partitions, f.replicationFactor)};
}
Words wordsOf(const PartitionsAdded& f)
{
    return {"PartitionsAdded",
            fmt::format("topic {} has {} partitions instead of {}", f.topic, f.to, f.from)};
}
Words wordsOf(const TopicDeletionStarted& f)
{
    return {"TopicDeletionStarted", fmt::format("topic {} is being deleted", f.topic)};
}
Words wordsOf(const ConfigChanged& f)
{
    return {"ConfigChanged", fmt::format("settings of {} changed: {}", f.entity, f.what)};
}
Words wordsOf(const TopicDeleted& f)
{
    return {"TopicDeleted", fmt::format("topic {} deleted", f.topic)};
}
Words wordsOf(const LeaderElected& f)
{
    return {"LeaderElected",
            fmt::format("{}: leader {} → {}, epoch {}, ISR {} ({})", f.partition.text(), f.from,
                        f.to, f.epoch, textOf(f.isr), textOf(f.kind))};
}
Words wordsOf(const PartitionOffline& f)
{
    return {"PartitionOffline", fmt::format("{}: no leader, ISR stays {}, epoch {}",
                                            f.partition.text(), textOf(f.isr), f.epoch)};
}
Words wordsOf(const IsrReduced& f)
{
    return {"IsrReduced",
            fmt::format("{}: the controller took {}broker {} out{}, ISR {}, epoch {}",
                        f.partition.text(), f.why == IsrReduction::Died ? "dead " : "", f.removed,
                        f.why == IsrReduction::ShuttingDown ? ", which is stopping"
                        : f.why == IsrReduction::Reassigned ? ", from which it moves away"
                                                            : "",
                        textOf(f.isr), f.epoch)};
}
Words wordsOf(const ReassignmentStarted& f)
{
    return {"ReassignmentStarted",
            fmt::format("{}: {} from {} to {}", f.partition.text(),
                        f.resumed ? "goes on moving" : "moves", textOf(f.from), textOf(f.to))};
}
Words wordsOf(const ReassignmentCompleted& f)
{
    return {"ReassignmentCompleted",
            fmt::format("{}: has moved, replicas {}", f.partition.text(), textOf(f.replicas))};
}
Words wordsOf(const ReassignmentCancelled& f)
{
    return {"ReassignmentCancelled", fmt::format("{}: does not move, replicas stay {}",
                                                 f.partition.text(), textOf(f.replicas))};
}
Words wordsOf(const ZombieFenced& f)
{
    const std::string what = f.role == ZombieFenced::Role::Controller ? "controller"
                             : f.role == ZombieFenced::Role::Leader
                                 ? "leader of " + f.partition.text()
                                 : "earlier life of itself";
    return {"ZombieFenced", fmt::format("broker {} acted as {} with epoch {} and was refused: {} "
                                        "is known",
                                        f.broker, what, f.epoch, f.newest)};
}
Words wordsOf(const BecameLeader& f)
{
    return {"BecameLeader", fmt::format("{}: leads with epoch {}, LEO {}, HW {}",
                                        f.partition.text(), f.epoch, f.leo, f.hw)};
}
Words wordsOf(const BecameFollower& f)
{
    return {"BecameFollower", fmt::format("{}: follows broker {}, epoch {}, LEO {}",
                                          f.partition.text(), f.leader, f.epoch, f.leo)};
}
Words wordsOf(const IsrShrunk& f)
{
    const std::string since = f.lag > Duration::zero()
                                  ? fmt::format("after {} ms of lag", toMs(f.lag))
                                  : "not caught up with this leader yet";
    return {"IsrShrunk", fmt::format("{}: leader takes {} out of the ISR, {}, leaving {}",
                                     f.partition.text(), textOf(f.removed), since, textOf(f.isr))};
}
Words wordsOf(const IsrExpanded& f)
{
    return {"IsrExpanded", fmt::format("{}: {} joined the ISR, ISR {}", f.partition.text(), f.added,
                                       textOf(f.isr))};
}
Words wordsOf(const LogTruncated& f)
{
    return {"LogTruncated",
            fmt::format("{}: log cut from {} to {}: {}", f.partition.text(), f.from, f.to, f.why)};
}
Words wordsOf(const LogRecovered& f)
{
    return {"LogRecovered", fmt::format("{}: log recovered, LEO {}, {} bytes cut",
                                        f.partition.text(), f.leo, f.bytesCut)};
}
Words wordsOf(const SegmentRolled& f)
{
    return {"SegmentRolled",
            fmt::format("{}: new segment {:020}", f.partition.text(), f.base.value())};
}
Words wordsOf(const SegmentsDeleted& f)
{
    return {"SegmentsDeleted",
            fmt::format("{}: {} old segments deleted, {} to {}, {} bytes: {}", f.partition.text(),
                        f.segments, f.from, f.to, f.bytes, f.why)};
}
Words wordsOf(const LogFailed& f)
{
    return {"LogFailed", fmt::format("{}: log failed: {}", f.partition.text(), f.why)};
}
Words wordsOf(const LogCleaned& f)
{
    return {"LogCleaned",
            fmt::format("{}: cleaned offsets {} to {}, {} to {} bytes, {} to {} records, "
                        "tombstones kept {}, dropped {}",
                        f.partition.text(), f.from, f.to, f.bytesBefore, f.bytesAfter,
                        f.recordsBefore, f.recordsAfter, f.tombstonesKept, f.tombstonesDropped)};
}
Words wordsOf(const LogUncleanable& f)
{
    return {"LogUncleanable", fmt::format("{}: cannot be cleaned: {}", f.partition.text(), f.why)};
}
Words wordsOf(const HighWatermarkHeld& f)
{
    return {"HighWatermarkHeld", fmt::format("{}: HW stays {}, held back by {}", f.partition.text(),
                                             f.hw, textOf(f.by))};
}
Words wordsOf(const GroupStateChanged& f)
{
    return {"GroupStateChanged", fmt::format("{}: {} → {}, generation {}: {}", f.group,
                                             textOf(f.from), textOf(f.to), f.generation, f.reason)};
}
Words wordsOf(const MemberJoined& f)
{
    return {"MemberJoined", fmt::format("{}: {} {} ({}, {})", f.group, f.member,
                                        f.rejoin ? "rejoins" : "joins", f.clientId, f.host)};
}
Words wordsOf(const MemberLeft& f)
{
    return {"MemberLeft", fmt::format("{}: {} is out: {} (silent for {} ms)", f.group, f.member,
                                      textOf(f.cause), toMs(f.silentFor))};
}
Words wordsOf(const GenerationFormed& f)
{
    return {"GenerationFormed",
            fmt::format("{}: generation {}, {} members, leader {}, protocol {}", f.group,
                        f.generation, f.members, f.leader, f.protocol)};
}
Words wordsOf(const AssignmentStored& f)
{
    return {"AssignmentStored",
            fmt::format("{}: assignment of generation {} stored", f.group, f.generation)};
}
Words wordsOf(const MemberReconciled& f)
{
    return {"MemberReconciled",
            fmt::format("{}: {} is at epoch {} with {} partitions{}", f.group, f.member, f.epoch,
                        f.owned.size(),
                        f.revoking.empty()
                            ? std::string(f.whole ? ", all that is meant for it" : "")
                            : fmt::format(", gives up {}", f.revoking.size()))};
}
Words wordsOf(const CoordinatorLoaded& f)
{
    return {"CoordinatorLoaded",
            fmt::format("broker {} coordinates __consumer_offsets-{}, {} groups", f.broker,
                        f.offsetsPartition, f.groups)};
}
Words wordsOf(const CoordinatorUnloaded& f)
{
    return {"CoordinatorUnloaded",
            fmt::format("broker {} gave up __consumer_offsets-{}", f.broker, f.offsetsPartition)};
}
Words wordsOf(const ClientConnected& f)
{
    return {"ClientConnected", fmt::format("{} connected as '{}' {} from {}", f.client.text(),
                                           f.clientId, f.software, f.address)};
}
Words wordsOf(const ClientDisconnected& f)
{
    return {"ClientDisconnected",
            fmt::format("{} '{}' from {} is gone", f.client.text(), f.clientId, f.address)};
}
Words wordsOf(const ConnectionRefused& f)
{
    return {"ConnectionRefused",
            fmt::format("connection of {} from {} closed: {}", f.client.text(), f.address, f.why)};
}
Words wordsOf(const ProducerStarted& f)
{
    return {"ProducerStarted", fmt::format("{} started", f.name)};
}
Words wordsOf(const ProducerStopped& f)
{
    return {"ProducerStopped", fmt::format("{} stopped", f.name)};
}
Words wordsOf(const ConsumerStarted& f)
{
    return {"ConsumerStarted", fmt::format("{} started in {}", f.name, f.group)};
}
Words wordsOf(const ConsumerStopped& f)
{
    return {"ConsumerStopped",
            fmt::format("{} of {} {}", f.name, f.group, f.crashed ? "crashed" : "stopped")};
}
Words wordsOf(const SendFailed& f)
{
    return {"SendFailed", fmt::format("{}: {} records for {} failed: {}", f.client.text(),
                                      f.records, f.partition.text(), f.error)};
}
Words wordsOf(const AckedRecordsLost& f)
{
    return {"AckedRecordsLost", fmt::format("{}: acked, then lost: {} (offsets {}–{})",
                                            f.partition.text(), f.to - f.from + 1, f.from, f.to)};
}
Words wordsOf(const CommandDone& f)
{
    return {"CommandDone",
            fmt::format("command {} {}: {}", f.command, f.ok ? "done" : "failed", f.message)};
}
Words wordsOf(const FaultStarted& f) { return {"FaultStarted", textOf(f.fault)}; }
Words wordsOf(const FaultEnded& f)
{
    return {"FaultEnded", fmt::format("no more: {} (#{}, {})", textOf(f.fault), f.started, f.why)};
}
Words wordsOf(const MessageHeld& f)
{
    return {"MessageHeld", fmt::format("a {} of {} bytes is held on its way from {} to {} (#{})",
                                       f.what, f.bytes, f.from.text(), f.to.text(), f.fault)};
}
Words wordsOf(const InvariantBroken& f)
{
    return {"InvariantBroken", fmt::format("invariant {} is broken: {}", f.number, f.what)};
}

} // namespace

std::string nameOf(const Fact& fact)
{
    return std::visit([](const auto& f) { return wordsOf(f).name; }, fact);
}

std::string textOf(const Fact& fact)
{
    return std::visit([](const auto& f) { return wordsOf(f).text; }, fact);
}

} // namespace hw::observe
