#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/observe/facts.h"
#include "engine/observe/report.h"
#include "engine/observe/snapshot.h"

/// Words for enumerations and lists: stable, English, the terms that Kafka itself prints.
namespace hw::observe {

/// `1,2,3`; `-` if empty.
std::string textOf(const std::vector<BrokerId>& brokers);
/// `Empty`, `PreparingRebalance`, `CompletingRebalance`, `Stable`, `Dead` as DescribeGroups prints.
std::string_view textOf(fact::GroupState state);
std::string_view textOf(fact::ElectionKind kind);
std::string_view textOf(fact::LeaveCause cause);
/// As in `status`: "session-expired".
std::string_view textOf(fact::RebalanceKind kind);
/// `leader`, `follower`, `offline`.
std::string_view textOf(ReplicaRole role);
/// `starting`, `recovering`, `waiting-session`, `running`, `frozen`, `stopping`, `down`.
std::string_view textOf(BrokerState state);
std::string_view textOf(EnsembleServerPart::State state);

} // namespace hw::observe
