#include "engine/observe/text.h"

#include <fmt/format.h>

namespace hw::observe {

std::string textOf(const std::vector<BrokerId>& brokers)
{
    if (brokers.empty())
        return "-";
    std::string text;
    for (const BrokerId broker : brokers)
        text += (text.empty() ? "" : ",") + fmt::format("{}", broker);
    return text;
}

std::string_view textOf(fact::GroupState state)
{
    switch (state) {
    case fact::GroupState::Empty:
        return "Empty";
    case fact::GroupState::PreparingRebalance:
        return "PreparingRebalance";
    case fact::GroupState::CompletingRebalance:
        return "CompletingRebalance";
    case fact::GroupState::Stable:
        return "Stable";
    case fact::GroupState::Dead:
        return "Dead";
    case fact::GroupState::Assigning:
        return "Assigning";
    case fact::GroupState::Reconciling:
        return "Reconciling";
    }
    return "?";
}

std::string_view textOf(fact::ElectionKind kind)
{
    switch (kind) {
    case fact::ElectionKind::NewPartition:
        return "new partition";
    case fact::ElectionKind::Offline:
        return "leader offline";
    case fact::ElectionKind::Unclean:
        return "unclean";
    case fact::ElectionKind::Preferred:
        return "preferred";
    case fact::ElectionKind::Reassignment:
        return "reassignment";
    case fact::ElectionKind::ControlledShutdown:
        return "controlled shutdown";
    }
    return "?";
}

std::string_view textOf(fact::LeaveCause cause)
{
    switch (cause) {
    case fact::LeaveCause::Left:
        return "left";
    case fact::LeaveCause::SessionExpired:
        return "session expired";
    case fact::LeaveCause::RebalanceTimeout:
        return "did not rejoin within the rebalance timeout";
    case fact::LeaveCause::PendingExpired:
        return "asked for a member id and never joined";
    case fact::LeaveCause::Removed:
        return "removed by an administrator";
    }
    return "?";
}

std::string_view textOf(fact::RebalanceKind kind)
{
    switch (kind) {
    case fact::RebalanceKind::FirstMember:
        return "first-member";
    case fact::RebalanceKind::Joined:
        return "joined";
    case fact::RebalanceKind::Left:
        return "left";
    case fact::RebalanceKind::SessionExpired:
        return "session-expired";
    case fact::RebalanceKind::RebalanceTimeout:
        return "rebalance-timeout";
    case fact::RebalanceKind::SubscriptionChanged:
        return "subscription-changed";
    case fact::RebalanceKind::LeftPollLimit:
        return "left-poll-limit";
    case fact::RebalanceKind::PartitionsGivenUp:
        return "partitions-given-up";
    case fact::RebalanceKind::PartitionsAdded:
        return "partitions-added";
    case fact::RebalanceKind::ProtocolChanged:
        return "protocol-changed";
    case fact::RebalanceKind::LeaderRejoined:
        return "leader-rejoined";
    case fact::RebalanceKind::StaticMemberReplaced:
        return "static-member-replaced";
    case fact::RebalanceKind::Removed:
        return "removed";
    case fact::RebalanceKind::BrokerTrouble:
        return "broker-trouble";
    case fact::RebalanceKind::CoordinatorMoved:
        return "coordinator-moved";
    }
    return "?";
}

std::string_view textOf(ReplicaRole role)
{
    switch (role) {
    case ReplicaRole::Leader:
        return "leader";
    case ReplicaRole::Follower:
        return "follower";
    case ReplicaRole::Offline:
        return "offline";
    }
    return "?";
}

std::string_view textOf(BrokerState state)
{
    switch (state) {
    case BrokerState::Down:
        return "down";
    case BrokerState::Starting:
        return "starting";
    case BrokerState::Recovering:
        return "recovering";
    case BrokerState::WaitingSession:
        return "waiting-session";
    case BrokerState::Running:
        return "running";
    case BrokerState::Frozen:
        return "frozen";
    case BrokerState::Stopping:
        return "stopping";
    }
    return "?";
}

std::string_view textOf(EnsembleServerPart::State state)
{
    switch (state) {
    case EnsembleServerPart::State::Down:
        return "down";
    case EnsembleServerPart::State::Standalone:
        return "standalone";
    case EnsembleServerPart::State::Leader:
        return "leader";
    case EnsembleServerPart::State::Follower:
        return "follower";
    case EnsembleServerPart::State::Looking:
        return "looking";
    case EnsembleServerPart::State::Frozen:
        return "frozen";
    }
    return "?";
}

} // namespace hw::observe
