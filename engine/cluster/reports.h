#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/cluster/spec.h"
#include "engine/observe/report.h"
#include "engine/observe/snapshot.h"

namespace hw::cluster {

/// One broker's host as the cluster runs it: what is known also when no broker runs on it.
struct BrokerStatus
{
    BrokerId id;
    Instant collectedAt;
    observe::BrokerState state = observe::BrokerState::Down;
    std::string endpoint;
    std::string directory;
    std::int32_t incarnation = 0;
    Duration sessionTimeout{};
    std::optional<Instant> downSince;
    std::string note;
    std::optional<observe::FaultPart> fault; ///< crashed, without power or frozen
    /// Empty while no broker runs there.
    std::shared_ptr<const observe::BrokerReport> report;
};

struct EnsembleStatus
{
    std::string name;
    Instant collectedAt;
    std::string endpoint;
    observe::EnsembleServerPart::State state = observe::EnsembleServerPart::State::Down;
    std::uint32_t epoch = 0;
    Zxid zxid;
    std::uint32_t sessions = 0;
    std::optional<observe::FaultPart> fault; ///< crashed, without power or frozen
    /// What it served last: kept while it is down or looks for a leader.
    std::shared_ptr<const observe::EnsembleReport> report;
};

/// The newest reports of all nodes, from which one snapshot is made. Each may be of another
/// moment: their ages go into the gauges.
struct Reports
{
    Instant now;
    WallTime wall;
    std::vector<std::shared_ptr<const BrokerStatus>> brokers; ///< by id
    std::vector<std::shared_ptr<const EnsembleStatus>> ensemble;
    std::shared_ptr<const observe::ClientsReport> clients; ///< may be null at the start
    std::vector<observe::FaultPart> faults;                ///< of links, disks and clocks
    std::uint64_t acked = 0;                               ///< records acknowledged to clients
    std::vector<observe::LedgerLine> lost;                 ///< of them, gone
    std::vector<std::int32_t> judged;       ///< invariants that somebody outside judges, ascending
    std::vector<std::string> brokenOutside; ///< what they saw broken, as the lamps' own sentences
};

} // namespace hw::cluster
