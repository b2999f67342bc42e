#include "engine/broker/replica/fetchers.h"

namespace hw::replica {

Fetchers::Fetchers(PartitionContext& context, world::Host& host,
                   ReplicaFetcher::OnDiskFailure onDiskFailure)
    : m_context(context)
    , m_host(host)
    , m_onDiskFailure(std::move(onDiskFailure))
{
}

void Fetchers::follow(Partition& partition, const world::Endpoint& where)
{
    stop(partition.id());
    auto& fetcher = m_fetchers[partition.leader()];
    if (!fetcher || (fetcher->isIdle() && fetcher->where() != where))
        fetcher = std::make_unique<ReplicaFetcher>(
            m_context, m_host, partition.leader(), where,
            [this](Partition& of, const std::string& why) { m_onDiskFailure(of, why); });
    fetcher->add(partition);
}

void Fetchers::stop(const TopicPartition& partition)
{
    for (const auto& [leader, fetcher] : m_fetchers)
        fetcher->remove(partition);
}

void Fetchers::dropIdle()
{
    std::erase_if(m_fetchers, [](const auto& entry) { return entry.second->isIdle(); });
}

void Fetchers::wake(const Partition& partition)
{
    const auto found = m_fetchers.find(partition.leader());
    if (found != m_fetchers.end())
        found->second->wake();
}

} // namespace hw::replica
