#pragma once

#include <cstdint>
#include <string>

namespace hw::ui {

inline constexpr const char* kRecordingEnding = "hwrec"; ///< of a recording's file name

/// The cluster that somebody wants to look at next, as the dialog and the command line ask for it.
struct ClusterWish
{
    bool studio = false; ///< simulated, with a time of its own; else live
    int brokers = 3;     ///< 1 … Capabilities::maxBrokers
    int ensemble = 1;    ///< 1, 3 or 5
    bool kafkaPreset = false;
    std::uint64_t seed = 1; ///< of a simulated one
    bool demo = true;       ///< with the demo's topics and clients; else empty
    int port = -1;          ///< of the first broker; 0: free ones; -1: Kafka's if it is free
    /// A lesson, which says what the cluster is; none: empty. Its first steps are played at once.
    std::string lesson{};
    int lessonSteps = 0;
    /// A recording to be shown, by its file; then all the rest does not count. None: empty.
    std::string recording{};
    bool consumerProtocol = false; ///< brokers serve KIP-848, which Kafka with ZooKeeper does not
    /// A simulated one only: what the simulator makes of the seed. Its random clients and faults
    /// are played, its checkers' findings are events and lamps, and the seed alone says how many
    /// brokers and servers there are and how they are set. Paused before anything has happened.
    bool faults = false;
    bool operator==(const ClusterWish&) const = default;
};

} // namespace hw::ui
