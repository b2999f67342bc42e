#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"

/// What a cluster can be told. Given to `Cluster::submit`, logged with the run, answered by a
/// `CommandDone` event when it has taken effect.
namespace hw::observe::command {

/// The process dies at once; written bytes stay.
struct Kill { NodeId node; };
/// The machine loses power: what was not synced is gone.
struct PowerOff { NodeId node; };
/// Controlled shutdown.
struct Stop { NodeId node; };
/// Starts a node that is down, from its disk.
struct Restart { NodeId node; };
struct Freeze { NodeId node; };
struct Thaw { NodeId node; };
struct CutLink { NodeId from; NodeId to; bool bothWays = true; };
struct HealAll {};

struct CreateTopic
{
    std::string topic;
    std::int32_t partitions = -1;        ///< -1: the preset's default
    std::int32_t replicationFactor = -1; ///< -1: the preset's default
    std::map<std::string, std::string> configs;
    std::vector<std::vector<BrokerId>> assignment; ///< explicit; then the two numbers are ignored
};
struct DeleteTopic { std::string topic; };
/// Preferred leader election of one partition.
struct Elect { TopicPartition partition; };

enum class Keys : std::uint8_t { None, RoundRobin, Random };
struct AddProducer
{
    std::string name; ///< empty: the next free `producer<n>`
    std::vector<std::string> topics;
    std::int32_t acks = -1; ///< -1 (all), 0, 1
    double rate = 10;       ///< records per second, 0.1 … 1,000,000
    std::int32_t recordBytes = 100;
    Keys keys = Keys::None;
    std::optional<std::int32_t> partition; ///< fixed
    bool idempotent = false;               ///< enable.idempotence; needs acks -1
};
enum class Assignor : std::uint8_t { Range, RoundRobin, Sticky, CooperativeSticky };
struct AddConsumer
{
    std::string name; ///< empty: the next free `<group>-C<n>`
    std::string group;
    std::vector<std::string> topics;
    Assignor assignor = Assignor::Range;
    bool fromBeginning = true; ///< auto.offset.reset earliest, else latest
};
/// Stops an embedded client: leaving properly, or vanishing.
struct StopClient { NodeId client; bool crash = false; };

} // namespace hw::observe::command

namespace hw::observe {

using Command = std::variant<command::Kill, command::PowerOff, command::Stop, command::Restart,
                             command::Freeze, command::Thaw, command::CutLink, command::HealAll,
                             command::CreateTopic, command::DeleteTopic, command::Elect,
                             command::AddProducer, command::AddConsumer, command::StopClient>;

/// `kill broker 2`, for event lists and command logs.
std::string textOf(const Command& command);

} // namespace hw::observe
