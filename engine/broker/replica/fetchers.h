#pragma once

#include <map>
#include <memory>

#include "engine/broker/replica/replica_fetcher.h"

namespace hw::replica {

/// One fetcher for each leader that this broker follows.  Kafka: ReplicaFetcherManager.
class Fetchers
{
public:
    Fetchers(PartitionContext& context, world::Host& host,
             ReplicaFetcher::OnDiskFailure onDiskFailure);

    /// Follows the partition's leader, which listens at `where`; whomever it followed before, no
    /// more.
    void follow(Partition& partition, const world::Endpoint& where);
    void stop(const TopicPartition& partition);
    /// What held the partition's fetching back may be over.
    void wake(const Partition& partition);
    /// Drops fetchers that have nothing to fetch, with their connections.
    void dropIdle();
    void stopAll() { m_fetchers.clear(); }

private:
    PartitionContext& m_context;
    world::Host& m_host;
    ReplicaFetcher::OnDiskFailure m_onDiskFailure;
    std::map<BrokerId, std::unique_ptr<ReplicaFetcher>> m_fetchers;
};

} // namespace hw::replica
