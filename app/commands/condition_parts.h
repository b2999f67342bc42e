#pragma once

#include <optional>
#include <string>

#include "app/commands/condition.h"

/// One function for each condition: what is still missing. Only `missing` calls them.
namespace hw::app {

using Missing = std::optional<Lack>;

/// What a figure is called and its value, if it is known.
struct Figured
{
    std::optional<std::int64_t> number;
    std::string what;
};
/// Null if there is none of that name.
const observe::GroupPart* groupOf(const observe::Snapshot& snapshot, const std::string& name);
Figured figureOf(const condition::NumberIs&, const observe::Snapshot&, const observe::Gauges&);

Missing missingOf(const condition::NumberIs&, const observe::Snapshot&, const observe::Gauges&);
Missing missingOf(const condition::NothingCommitted&, const observe::Snapshot&,
                  const observe::Gauges&);
Missing missingOf(const condition::ControllerIs&, const observe::Snapshot&, const observe::Gauges&);
Missing missingOf(const condition::CoordinatorIs&, const observe::Snapshot&,
                  const observe::Gauges&);
Missing missingOf(const condition::GroupLeaderIs&, const observe::Snapshot&,
                  const observe::Gauges&);
Missing missingOf(const condition::Owns&, const observe::Snapshot&, const observe::Gauges&);
Missing missingOf(const condition::CauseIs&, const observe::Snapshot&, const observe::Gauges&);
Missing missingOf(const condition::ReplicasAre&, const observe::Snapshot&, const observe::Gauges&);
Missing missingOf(const condition::MeasuredIs&, const Instruments*);
Missing missingOf(const condition::MeasuredLess&, const Instruments*);
Missing missingOf(const condition::SegmentsAre&, const observe::Snapshot&, const observe::Gauges&);

} // namespace hw::app
