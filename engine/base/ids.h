#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "engine/base/strong.h"

namespace hw {

/// Place of a record in its partition, counted from 0. As a log end it is the next free offset.
using Offset = Strong<struct OffsetTag, std::int64_t>;
inline constexpr Offset kNoOffset{-1};

/// Number of a broker, 1…N here. -1: none (a partition without a leader).
using BrokerId = Strong<struct BrokerIdTag, std::int32_t>;
inline constexpr BrokerId kNoBroker{-1};

/// Rises with every election of a partition's leader. -1: unknown or "do not check".
using LeaderEpoch = Strong<struct LeaderEpochTag, std::int32_t>;
inline constexpr LeaderEpoch kNoLeaderEpoch{-1};

/// Rises with every election of a controller (`/controller_epoch`).
using ControllerEpoch = Strong<struct ControllerEpochTag, std::int32_t>;

/// Version of a partition's `state` znode: rises with every change of leader or ISR.
using PartitionEpoch = Strong<struct PartitionEpochTag, std::int32_t>;

/// czxid of a broker's registration znode: tells two lives of the same broker apart. -1 unknown.
using BrokerEpoch = Strong<struct BrokerEpochTag, std::int64_t>;

/// ZooKeeper transaction id: a total order over all writes of the ensemble.
using Zxid = Strong<struct ZxidTag, std::int64_t>;

/// ZooKeeper session. 0: none yet.
using SessionId = Strong<struct SessionIdTag, std::int64_t>;

using ProducerId = Strong<struct ProducerIdTag, std::int64_t>;
inline constexpr ProducerId kNoProducer{-1};
using ProducerEpoch = Strong<struct ProducerEpochTag, std::int16_t>;

/// Rises by one with each completed rebalance of a consumer group. -1: none.
using Generation = Strong<struct GenerationTag, std::int32_t>;

/// Pairs a response with its request on one connection.
using CorrelationId = Strong<struct CorrelationIdTag, std::int32_t>;

/// An event's number, unique in one cluster, rising in the order of reporting. 0: none.
/// Also used as the "cause" that tasks, frames and later events carry.
using EventId = Strong<struct EventIdTag, std::uint64_t>;
inline constexpr EventId kNoEvent{0};

/// Number of a command given to a cluster; its outcome comes back as an event naming it.
using CommandId = Strong<struct CommandIdTag, std::uint64_t>;

struct TopicPartition
{
    std::string topic;
    std::int32_t partition = 0;

    auto operator<=>(const TopicPartition&) const = default;
    /// `TopicA-1`, as Kafka names directories and prints partitions.
    std::string text() const { return topic + "-" + std::to_string(partition); }
};

/// Who takes part in a cluster. Totally ordered, so that it can key deterministic maps.
struct NodeId
{
    enum class Kind : std::uint8_t
    {
        None,
        Broker,   ///< number = broker id
        Ensemble, ///< number n is `zookeeper<n>`
        Client,   ///< an embedded producer or consumer; the number is given by the cluster
        Outside,  ///< somebody's own program, joined by TCP; number of the connection
    };
    Kind kind = Kind::None;
    std::int32_t number = 0;

    auto operator<=>(const NodeId&) const = default;
    static constexpr NodeId broker(BrokerId id) { return {Kind::Broker, id.value()}; }
    static constexpr NodeId ensemble(std::int32_t n) { return {Kind::Ensemble, n}; }
    static constexpr NodeId client(std::int32_t n) { return {Kind::Client, n}; }
    static constexpr NodeId outside(std::int32_t n) { return {Kind::Outside, n}; }
    /// `broker 1`, `zookeeper0`, `client 4`, `outside 7`, `-`.
    std::string text() const;
};

} // namespace hw
