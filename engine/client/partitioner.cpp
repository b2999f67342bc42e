#include "engine/client/partitioner.h"

#include <algorithm>

#include "engine/protocol/hashes.h"

namespace hw::client {

static bool hasLeader(const PartitionView& partition) { return partition.leader != kNoBroker; }

std::int32_t Partitioner::choose(const std::string& topic, const TopicView& view,
                                 std::optional<ByteView> key, std::size_t bytes)
{
    HW_ASSERT(!view.partitions.empty(), "a partition is chosen when the topic is known");
    if (key)
        return protocol::partitionForKey(*key, static_cast<std::int32_t>(view.partitions.size()));
    State& state = m_states[topic];
    if (m_keyless == KeylessPartitioning::RoundRobin)
        return nextInTurn(state, view);
    return stick(state, view, bytes);
}

std::int32_t Partitioner::nextInTurn(State& state, const TopicView& view)
{
    const auto count = static_cast<std::int32_t>(view.partitions.size());
    for (std::int32_t step = 1; step <= count; ++step) {
        const std::int32_t candidate = (state.partition + step) % count;
        if (hasLeader(view.partitions[static_cast<std::size_t>(candidate)]))
            return state.partition = candidate;
    }
    return state.partition = (state.partition + 1) % count;
}

std::int32_t Partitioner::stick(State& state, const TopicView& view, std::size_t bytes)
{
    const bool valid =
        state.partition >= 0 && static_cast<std::size_t>(state.partition) < view.partitions.size();
    if (!valid || state.bytes >= m_stickyBytes) {
        std::vector<std::int32_t> candidates;
        for (std::size_t i = 0; i < view.partitions.size(); ++i)
            if (hasLeader(view.partitions[i]))
                candidates.push_back(static_cast<std::int32_t>(i));
        const std::uint64_t among = candidates.empty() ? view.partitions.size() : candidates.size();
        const std::uint64_t pick = m_random.below(among);
        state.partition = candidates.empty() ? static_cast<std::int32_t>(pick)
                                             : candidates[static_cast<std::size_t>(pick)];
        state.bytes = 0;
    }
    state.bytes += bytes;
    return state.partition;
}

} // namespace hw::client
