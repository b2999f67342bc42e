#pragma once

#include <cstdint>
#include <string>

#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::observe {

/// One message on its way, as far as a picture needs it. Reported by the sender for requests
/// (by the receiving broker if an outside program sent it) and by the broker for responses.
/// Sampled when there are many: `Flights::lost` counts what was left out.
struct Flight
{
    NodeId from;
    NodeId to;
    std::int16_t apiKey = 0; ///< Kafka's number; -1 for messages of the ensemble's protocol
    bool response = false;
    std::int32_t correlation = 0;
    Instant sentAt;
    std::uint32_t bytes = 0;
    std::uint32_t records = 0;
    /// The first partition it is about; empty topic if none.
    TopicPartition partition;
    std::string group; ///< for group APIs, else empty
};

} // namespace hw::observe
