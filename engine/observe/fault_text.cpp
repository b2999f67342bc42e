#include <fmt/format.h>

#include "engine/observe/fault.h"

namespace hw::observe {

std::string_view textOf(FaultKind kind)
{
    switch (kind) {
    case FaultKind::Crash:
        return "crash";
    case FaultKind::PowerLoss:
        return "power-loss";
    case FaultKind::Freeze:
        return "freeze";
    case FaultKind::ClockJump:
        return "clock-jump";
    case FaultKind::Cut:
        return "cut";
    case FaultKind::Delay:
        return "delay";
    case FaultKind::Clog:
        return "clog";
    case FaultKind::Hold:
        return "hold";
    case FaultKind::SlowDisk:
        return "slow-disk";
    case FaultKind::DiskFull:
        return "disk-full";
    case FaultKind::WriteError:
        return "write-error";
    case FaultKind::FsyncError:
        return "fsync-error";
    case FaultKind::TornWrite:
        return "torn-write";
    case FaultKind::FlippedByte:
        return "flipped-byte";
    case FaultKind::SlowConsumer:
        return "slow-consumer";
    case FaultKind::SilentPoll:
        return "silent-poll";
    case FaultKind::NoHeartbeats:
        return "no-heartbeats";
    case FaultKind::Flapping:
        return "flapping";
    case FaultKind::Reset:
        return "reset";
    case FaultKind::SessionExpired:
        return "session-expired";
    }
    return "?";
}

static std::string nameOf(NodeId node)
{
    return node == NodeId::outside(0) ? "outside programs" : node.text();
}

/// ` for 12000 ms`, or nothing.
static std::string spanText(const Fault& fault)
{
    return fault.time == Duration::zero() ? std::string()
                                          : fmt::format(" for {} ms", toMs(fault.time));
}

static std::string consumerText(const Fault& fault)
{
    const std::string node = fault.node.text();
    switch (fault.kind) {
    case FaultKind::SlowConsumer:
        return fmt::format("{} takes {} ms for each record", node, toMs(fault.time));
    case FaultKind::SilentPoll:
        return fmt::format("{} does not poll{}", node, spanText(fault));
    case FaultKind::NoHeartbeats:
        return fmt::format("{} sends no heartbeats{}", node, spanText(fault));
    default:
        return fmt::format("{} leaves its group and returns every {} ms", node, toMs(fault.time));
    }
}

static std::string linkText(const Fault& fault)
{
    return fmt::format("{} {} {}", nameOf(fault.node), fault.bothWays ? "<->" : "->",
                       nameOf(fault.to));
}

std::string textOf(const Fault& fault)
{
    const std::string node = nameOf(fault.node);
    switch (fault.kind) {
    case FaultKind::Crash:
        return node + " crashed";
    case FaultKind::PowerLoss:
        return node + " lost power";
    case FaultKind::Freeze:
        return node + " is frozen";
    case FaultKind::ClockJump:
        return fmt::format("the clock of {} is {} ms {}", node,
                           toMs(fault.time < Duration::zero() ? -fault.time : fault.time),
                           fault.time < Duration::zero() ? "slow" : "fast");
    case FaultKind::Cut:
        return fmt::format("the link {} is cut", linkText(fault));
    case FaultKind::Delay:
        return fmt::format("the link {} takes {} ms longer", linkText(fault), toMs(fault.time));
    case FaultKind::Clog:
        return fmt::format("the link {} lets {} bytes/s through", linkText(fault),
                           fault.bytesPerSecond);
    case FaultKind::Hold:
        return fmt::format("the next {} of {} is held", fault.what.empty() ? "message" : fault.what,
                           linkText(fault));
    case FaultKind::SlowDisk:
        return fmt::format("each write of {} takes {} ms", node, toMs(fault.time));
    case FaultKind::DiskFull:
        return fmt::format("the disk of {} is full", node);
    case FaultKind::WriteError:
        return fmt::format("the disk of {} fails to write", node);
    case FaultKind::FsyncError:
        return fmt::format("the disk of {} fails to sync", node);
    case FaultKind::TornWrite:
        return fmt::format("the disk of {} tears writes", node);
    case FaultKind::FlippedByte:
        return fmt::format("on the disk of {} a byte is wrong: {}", node, fault.what);
    case FaultKind::SlowConsumer:
    case FaultKind::SilentPoll:
    case FaultKind::NoHeartbeats:
    case FaultKind::Flapping:
        return consumerText(fault);
    case FaultKind::Reset:
        return fmt::format("the connections {} were reset", linkText(fault));
    case FaultKind::SessionExpired:
        return fmt::format("the ZooKeeper session of {} was ended", node);
    }
    return "?";
}

std::string wordOf(NodeId node)
{
    switch (node.kind) {
    case NodeId::Kind::Broker:
        return std::to_string(node.number);
    case NodeId::Kind::Ensemble:
        return fmt::format("zookeeper{}", node.number);
    case NodeId::Kind::Client:
        return fmt::format("client{}", node.number);
    case NodeId::Kind::Outside:
        return node.number == 0 ? "outside" : fmt::format("outside{}", node.number);
    case NodeId::Kind::None:
        break;
    }
    return "-";
}

} // namespace hw::observe
