#include "app/store/marks.h"

namespace hw::store {

namespace {

using cluster::MarkKind;
namespace fact = observe::fact;

using Found = std::optional<std::pair<MarkKind, std::string>>;

Found broker(BrokerId id) { return {{MarkKind::Broker, NodeId::broker(id).text()}}; }
Found server(std::int32_t number) { return {{MarkKind::Broker, NodeId::ensemble(number).text()}}; }
Found of(MarkKind kind, const TopicPartition& partition) { return {{kind, partition.text()}}; }
Found fault(const observe::Fault& fault) { return {{MarkKind::Fault, fault.node.text()}}; }

/// An overload for each kind of fact that is marked.
struct Finder
{
    template <class Other> Found operator()(const Other&) const { return std::nullopt; }

    Found operator()(const fact::LeaderElected& f) const
    {
        // Of a new partition nothing has changed: it never had another one.
        return f.kind == fact::ElectionKind::NewPartition ? std::nullopt
                                                          : of(MarkKind::Leader, f.partition);
    }
    Found operator()(const fact::PartitionOffline& f) const
    {
        return of(MarkKind::Leader, f.partition);
    }
    Found operator()(const fact::IsrReduced& f) const { return of(MarkKind::Isr, f.partition); }
    Found operator()(const fact::IsrShrunk& f) const { return of(MarkKind::Isr, f.partition); }
    Found operator()(const fact::IsrExpanded& f) const { return of(MarkKind::Isr, f.partition); }
    Found operator()(const fact::GroupStateChanged& f) const
    {
        return {{MarkKind::Group, f.group}};
    }
    Found operator()(const fact::MemberLeft& f) const { return {{MarkKind::Group, f.group}}; }
    Found operator()(const fact::FaultStarted& f) const { return fault(f.fault); }
    Found operator()(const fact::FaultEnded& f) const { return fault(f.fault); }
    Found operator()(const fact::MessageHeld& f) const
    {
        return {{MarkKind::Fault, f.from.text()}};
    }
    Found operator()(const fact::BrokerReady& f) const { return broker(f.broker); }
    Found operator()(const fact::BrokerKilled& f) const { return broker(f.broker); }
    Found operator()(const fact::BrokerStopped& f) const { return broker(f.broker); }
    Found operator()(const fact::BrokerFrozen& f) const { return broker(f.broker); }
    Found operator()(const fact::BrokerThawed& f) const { return broker(f.broker); }
    Found operator()(const fact::BrokerFailed& f) const { return broker(f.broker); }
    Found operator()(const fact::ControllerElected& f) const { return broker(f.broker); }
    Found operator()(const fact::EnsembleServerFailed& f) const { return server(f.server); }
    Found operator()(const fact::EnsembleLeaderElected& f) const { return server(f.server); }
    Found operator()(const fact::QuorumLost& f) const { return server(f.server); }
    Found operator()(const fact::AckedRecordsLost& f) const
    {
        return of(MarkKind::Loss, f.partition);
    }
    Found operator()(const fact::LogTruncated& f) const
    {
        return f.belowHighWatermark ? of(MarkKind::Loss, f.partition) : std::nullopt;
    }
    Found operator()(const fact::InvariantBroken& f) const
    {
        return {{MarkKind::Loss, "invariant " + std::to_string(f.number)}};
    }
};

} // namespace

std::optional<cluster::Mark> markOf(const observe::Event& event)
{
    Found found = std::visit(Finder(), event.fact);
    if (!found)
        return std::nullopt;
    return cluster::Mark{event.at, event.id, found->first, std::move(found->second)};
}

std::string_view textOf(MarkKind kind)
{
    switch (kind) {
    case MarkKind::Leader:
        return "leader";
    case MarkKind::Isr:
        return "isr";
    case MarkKind::Group:
        return "group";
    case MarkKind::Fault:
        return "fault";
    case MarkKind::Broker:
        return "broker";
    case MarkKind::Loss:
        return "loss";
    }
    return "?";
}

} // namespace hw::store
