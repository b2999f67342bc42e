#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/function.h"
#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/base/time.h"
#include "engine/observe/event.h"
#include "engine/protocol/errors.h"
#include "engine/world/host.h"

namespace hw::client {

struct NewTopic
{
    std::string name;
    std::int32_t partitions = -1;        ///< -1: the cluster's default
    std::int32_t replicationFactor = -1; ///< -1: the cluster's default
    std::map<std::string, std::string> configs;
    std::vector<std::vector<BrokerId>> assignment; ///< explicit, by partition; then no numbers
};

/// Kafka's error as an outcome names it.
observe::KafkaError kafkaError(protocol::ErrorCode code);

/// What came of it, in either case.
using AdminResult = tl::expected<observe::Outcome, observe::Outcome>;

/// Asks the controller for changes, over the wire like anybody else. Finds it by Metadata; tries
/// again while there is none or it moves, until the deadline.
/// Kafka: KafkaAdminClient.
///
/// Lives on one host's loop. Each callback runs once, in a later task, with what came of it, be it
/// done or refused; a refusal carries Kafka's own name and message. Destroying it drops what is
/// under way.
class Admin
{
public:
    /// `host` and `journal` outlive it. `bootstrap` has at least one endpoint.
    Admin(world::Host& host, observe::Journal& journal, NodeId self,
          std::vector<world::Endpoint> bootstrap);
    ~Admin();
    Admin(const Admin&) = delete;
    Admin& operator=(const Admin&) = delete;

    using Done = UniqueFunction<void(AdminResult)>;
    void createTopic(NewTopic topic, Duration deadline, Done done);
    void deleteTopic(std::string topic, Duration deadline, Done done);
    /// Grows it to so many partitions in all; the controller chooses the brokers.
    void addPartitions(std::string topic, std::int32_t total, Duration deadline, Done done);
    /// Leader election: of the preferred replica, or of any living one (unclean).
    void elect(TopicPartition partition, bool unclean, Duration deadline, Done done);
    /// Moves a partition to these replicas, preferred leader first; none: gives up the move that is
    /// under way. Done when the controller has begun.
    void reassign(TopicPartition partition, std::optional<std::vector<BrokerId>> replicas,
                  Duration deadline, Done done);

    class Impl;

private:
    std::shared_ptr<Impl> m_impl;
};

} // namespace hw::client
