#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/time.h"

namespace hw::cluster {

/// What an embedded producer has done since it started.
struct ProducerFigures
{
    std::string name;
    std::uint64_t acked = 0;      ///< records
    std::uint64_t serialized = 0; ///< bytes of keys and values
    std::uint64_t requests = 0;   ///< Produce requests
    std::uint64_t batches = 0;    ///< in them
    std::uint64_t sentBytes = 0;  ///< of the batches, as they travel
    std::uint64_t retried = 0;    ///< batches sent again
    Duration waited{};            ///< from send to acknowledgement, over all acked records
    std::optional<Instant> firstSent, lastAcked;
};

struct ConsumerFigures
{
    std::string name;
    std::uint64_t consumed = 0; ///< records
    std::uint64_t fetches = 0;  ///< Fetch requests
    std::uint64_t polls = 0;    ///< that gave records
    std::uint64_t filtered = 0; ///< records that its interceptor kept from the application
};

/// Counts of the embedded clients that a picture does not show, for measuring.
struct ClientFigures
{
    std::vector<ProducerFigures> producers;
    std::vector<ConsumerFigures> consumers;
};

} // namespace hw::cluster
