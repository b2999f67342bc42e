#pragma once

#include <cstdint>
#include <string>

#include "engine/base/flight_id.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"

namespace hw::observe {

/// Stands for Kafka's number in messages between the ensemble's servers.
inline constexpr std::int16_t kQuorumApi = -2;

/// One message on its way, as far as a picture and a list of requests need it; what it says field
/// by field is found by its `id` (`Cluster::decode`). Reported by the sender for requests (by the
/// receiving broker if an outside program sent it) and by the broker for responses. Sampled when
/// there are many: `FlightBatch::lost` counts what was left out. What is about a group is not
/// sampled together with the rest, so that a group's history stays whole under load.
struct Flight
{
    FlightId id; ///< given by whoever takes the report
    NodeId from;
    NodeId to;
    /// Kafka's number; -1 for messages of the ensemble's protocol, kQuorumApi for those between its
    /// servers.
    std::int16_t apiKey = 0;
    std::int16_t apiVersion = 0;
    /// If apiKey is -1: ZooKeeper's number (`ZooDefs.OpCode`); if kQuorumApi: the message's kind.
    std::int32_t operation = 0;
    std::string api;            ///< `Produce`, `GetData`; empty for one that is not known
    bool response = false;
    std::int32_t correlation = 0;
    Instant sentAt;
    std::uint32_t bytes = 0; ///< without the size prefix
    std::uint32_t records = 0;
    /// The first partition it is about; empty topic if none.
    TopicPartition partition;
    std::string group;    ///< for group APIs, else empty
    std::string member;   ///< and the member's id, as far as it is said; the group gives it one
    std::string clientId; ///< as the request's header says it
    std::string address;  ///< of an outside program, else empty
    EventId cause;        ///< what the sender was doing

    // Of a response:
    std::string error;  ///< the first error in it, as Kafka names it; empty if there is none
    FlightId request;   ///< what it answers; kNoFlight if that was not seen
    Instant receivedAt; ///< when the broker took the request up
    /// How long the request was kept after its handler had run (Kafka: RemoteTimeMs): a produce
    /// that waits for followers, a fetch that waits for records, a join that waits for members.
    Duration parked{};
};

} // namespace hw::observe
