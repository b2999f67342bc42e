#pragma once

#include <map>

#include "engine/base/ids.h"
#include "engine/observe/fault.h"

namespace hw::cluster {

/// Of the faults by which `listener` may have heard too little of `silent` the one that did it:
/// the surest; of several that let nothing through the first (the others changed nothing any
/// more), of several that only slow down the longest.
/// kNoEvent: none of them.
EventId faultBetween(const std::map<EventId, observe::Fault>& faults, NodeId silent,
                     NodeId listener);

/// The fault by which the node's own disk refuses to write or to sync; kNoEvent: none.
EventId diskFaultOf(const std::map<EventId, observe::Fault>& faults, NodeId node);

/// Whether by such a fault of a link nothing at all arrives.
bool letsNothingThrough(observe::FaultKind kind);

} // namespace hw::cluster
