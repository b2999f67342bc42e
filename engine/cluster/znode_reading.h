#pragma once

#include <vector>

#include "engine/coordination/server.h"
#include "engine/observe/report.h"

namespace hw::cluster {

/// Reads Kafka's znodes (`/controller`, `/brokers/…`, `/config/topics`) into a report. Znodes whose
/// content is not what Kafka writes are left out: an outside client may have written anything.
void readZnodes(const std::vector<coordination::ZnodeReport>& znodes,
                observe::EnsembleReport& into);

} // namespace hw::cluster
