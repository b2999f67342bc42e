#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/bytes.h"
#include "engine/client/metadata.h"
#include "engine/client/producer.h"
#include "engine/world/random.h"

namespace hw::client {

/// Chooses the partition of records that name none.
///
/// With a key: murmur2 over all partitions, so that a key stays where it is when leaders come and
/// go. Without: sticky (until batch.size bytes went to one partition, then another at random) or in
/// turn, among the partitions that have a leader, or all if none has.
/// Kafka: BuiltInPartitioner, RoundRobinPartitioner.
class Partitioner
{
public:
    Partitioner(KeylessPartitioning keyless, std::size_t stickyBytes, world::Random& random)
        : m_keyless(keyless)
        , m_stickyBytes(stickyBytes)
        , m_random(random)
    {
    }

    /// `view` has at least one partition; `bytes` is the record's size.
    std::int32_t choose(const std::string& topic, const TopicView& view,
                        std::optional<ByteView> key, std::size_t bytes);

private:
    struct State
    {
        std::int32_t partition = -1; ///< the sticky one; in turn: the last one
        std::size_t bytes = 0;       ///< sent there since it was chosen
    };
    std::int32_t stick(State& state, const TopicView& view, std::size_t bytes);
    static std::int32_t nextInTurn(State& state, const TopicView& view);

    const KeylessPartitioning m_keyless;
    const std::size_t m_stickyBytes;
    world::Random& m_random;
    std::map<std::string, State> m_states;
};

} // namespace hw::client
