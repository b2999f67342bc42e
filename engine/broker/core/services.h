#pragma once

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/broker/core/api_table.h"
#include "engine/broker/core/broker_config.h"
#include "engine/broker/core/config_store.h"
#include "engine/broker/core/metadata_cache.h"
#include "engine/broker/core/partition_port.h"
#include "engine/observe/event.h"
#include "engine/world/host.h"

namespace hw::log {
class LogManager;
}
namespace hw::controller {
class Controller;
}
namespace hw::replica {
class ReplicaManager;
}
namespace hw::group {
class GroupCoordinator;
}
namespace hw::transaction {
class ProducerIds;
}

namespace hw::broker {

/// Bytes and records that went through this broker's listener from and to clients, since start.
struct Traffic
{
    std::uint64_t bytesIn = 0, bytesOut = 0;
    std::uint64_t recordsOut = 0; ///< what came in is counted where it is appended
};

/// What a broker is in the eyes of the ensemble.
struct BrokerLife
{
    std::string clusterId;            ///< 22 characters; empty until the ensemble told
    std::optional<BrokerEpoch> epoch; ///< of this registration; none while not registered

    /// Whether a controller that knows `theirs` means an earlier life of this broker. -1 is never
    /// stale.  Kafka: KafkaApis.isBrokerEpochStale.
    bool isStale(BrokerEpoch theirs) const
    {
        return epoch && theirs != BrokerEpoch{-1} && theirs < *epoch;
    }
};

/// Has the controller create topics that clients asked for by using them.
/// Kafka: AutoTopicCreationManager.
class TopicMaker
{
public:
    virtual ~TopicMaker() = default;
    /// Starts the creation unless it is under way, with the broker's defaults, or those of the
    /// internal topics. Returns the error a client shall see meanwhile: retriable if the topic can
    /// be there soon (LEADER_NOT_AVAILABLE, UNKNOWN_TOPIC_OR_PARTITION), else why it never will.
    virtual protocol::ErrorCode makeTopic(const std::string& topic) = 0;
};

inline constexpr const char* kOffsetsTopic = "__consumer_offsets";

/// What a handler sees of its broker. Lives as long as the broker; used on its loop only.
struct Services
{
    BrokerId self;
    world::Host& host;
    observe::Journal& journal;
    const BrokerConfig& config;
    const BrokerLife& life;
    const ApiTable& apis;
    MetadataCache& metadata;
    TopicMaker& topicMaker;
    replica::ReplicaManager& replicas;
    PartitionPort& partitions;
    group::GroupCoordinator& groups;
    transaction::ProducerIds& producerIds;
    controller::Controller& controller;
    Traffic& traffic;
    ConfigStore& configStore;
    const DynamicConfig& dynamicConfig;
    log::LogManager& logs;

    world::Loop& loop() const { return host.loop(); }
};

} // namespace hw::broker
