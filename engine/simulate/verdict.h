#pragma once

#include <string>
#include <vector>

#include "engine/simulate/findings.h"

namespace hw::simulate {

/// How one seed went.
struct Verdict
{
    std::uint64_t seed = 0;
    std::int32_t brokers = 0;
    std::int32_t operations = 0;
    std::vector<Finding> findings;
    std::size_t findingsCount = 0;
    std::vector<std::string> faults; ///< what was done to the cluster, one line each
    std::uint64_t acknowledged = 0;
    std::uint64_t read = 0;
    std::uint64_t excused = 0; ///< acknowledged and lost with an excuse
    Duration virtualTime{};
    std::uint64_t fingerprint = 0;

    bool isGood() const { return findings.empty(); }
};

} // namespace hw::simulate
