#pragma once

#include <map>
#include <memory>
#include <string>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/list_offsets.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/produce.h"
#include "tests/support/sim_client.h"

namespace hw::test {

/// Topic `t`, one partition, in a small simulated cluster, and requests by hand in any version.
class WireBench
{
public:
    WireBench(int brokers, int replicationFactor, std::map<std::string, std::string> configs = {})
        : cluster(specOf(brokers))
    {
        HW_ASSERT(cluster.ready(), cluster.story());
        HW_ASSERT(cluster.createTopic("t", 1, replicationFactor, std::move(configs)).ok,
                  cluster.story());
        HW_ASSERT(cluster.settled(), cluster.story());
        client = std::make_unique<SimClient>(cluster, 1);
        const auto part = cluster.partition("t", 0);
        leader = part->leader;
        epoch = part->leaderEpoch;
        id = metadata(leader, 12).topics.at(0).topicId;
    }

    static cluster::ClusterSpec specOf(int brokers)
    {
        cluster::ClusterSpec spec;
        spec.brokers = brokers;
        return spec;
    }

    /// Somebody who does not lead it.
    BrokerId other() const { return leader == BrokerId{1} ? BrokerId{2} : BrokerId{1}; }

    protocol::MetadataResponse metadata(BrokerId broker, int version)
    {
        protocol::MetadataRequest request;
        request.topics.emplace();
        request.topics->push_back({.name = "t"});
        return client->call(broker, request, version).value();
    }

    /// Reads partition 0; named as the version wants it.
    protocol::FetchRequest fetchRequest(int version, std::int64_t at = 0, int maxWaitMs = 0) const
    {
        protocol::FetchRequest request;
        request.maxWaitMs = maxWaitMs;
        request.minBytes = 1;
        request.maxBytes = 1 << 20;
        auto& topic = request.topics.emplace_back();
        if (version < 13)
            topic.topic = "t";
        else
            topic.topicId = id;
        topic.partitions.push_back({.fetchOffset = Offset(at), .partitionMaxBytes = 1 << 20});
        return request;
    }
    protocol::FetchResponse fetch(BrokerId broker, int version, protocol::FetchRequest request)
    {
        return client->call(broker, std::move(request), version).value();
    }

    protocol::ListOffsetsResponse::ListOffsetsPartitionResponse
    listOffsets(int version, std::int64_t timestamp, LeaderEpoch current = kNoLeaderEpoch,
                BrokerId replica = kNoBroker, std::optional<BrokerId> to = {})
    {
        protocol::ListOffsetsRequest request;
        request.replicaId = replica;
        auto& topic = request.topics.emplace_back();
        topic.name = "t";
        topic.partitions.push_back({.currentLeaderEpoch = current, .timestamp = timestamp});
        return client->call(to.value_or(leader), request, version)
            .value()
            .topics.at(0)
            .partitions.at(0);
    }

    SimCluster cluster;
    std::unique_ptr<SimClient> client;
    BrokerId leader = kNoBroker;
    LeaderEpoch epoch;
    Uuid id;
};

} // namespace hw::test
