#pragma once

#include "engine/base/strong.h"

namespace hw {

/// Number of a message that somebody saw on its way. 0: nobody looked.
using FlightId = Strong<struct FlightIdTag, std::uint64_t>;
inline constexpr FlightId kNoFlight{0};

} // namespace hw
