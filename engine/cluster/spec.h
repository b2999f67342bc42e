#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/observe/command.h"

namespace hw::cluster {

enum class Preset : std::uint8_t
{
    Classroom, ///< short timeouts and small segments, so that a class sees things happen
    Kafka,     ///< Kafka's own defaults
};

inline constexpr std::int32_t kMaxBrokers = 9;

/// By Java's names, as in a client's properties file.
using ClientConfigs = std::map<std::string, std::string>;

/// All that defines a cluster before its first command. With the seed and the command log it
/// defines a simulated run completely.
struct ClusterSpec
{
    std::int32_t brokers = 3;  ///< 1 … kMaxBrokers, ids 1 … n
    std::int32_t ensemble = 1; ///< servers of the ensemble: 1, 3 or 5
    /// First broker's port, the next ones follow; 0: free ones. Kept for the cluster's life.
    std::uint16_t port = 0;
    std::uint16_t zookeeperPort = 0; ///< of zookeeper0, likewise
    Preset preset = Preset::Classroom;
    /// Kafka's names, over the preset: `min.insync.replicas` = `2`.
    std::map<std::string, std::string> configs;
    /// What embedded clients are set up with beyond their commands, by the client's name; which
    /// there are: `client_settings.h`. Of a client that never comes it does nothing.
    std::map<std::string, ClientConfigs> clients;
    /// Of a simulated cluster: the wall clock at its start. None: the world's own.
    std::optional<WallTime> startsAt;
    std::uint64_t seed = 1;
    /// The architecture diagram's topics, producers and groups.
    bool demo = false;
    /// What the demo's producers and consumers have otherwise than the diagram's.
    std::optional<std::int32_t> demoAcks = std::nullopt;
    std::optional<observe::command::Assignor> demoAssignor = std::nullopt;
};

/// Names the field, its value and what is allowed.
Result<void> check(const ClusterSpec& spec);

/// Topics, producers and consumers of the architecture diagram, in order.
std::vector<observe::Command> demoCommands(const ClusterSpec& spec);

} // namespace hw::cluster
