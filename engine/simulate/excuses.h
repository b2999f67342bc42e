#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "engine/observe/event.h"

namespace hw::simulate {

/// Which partitions may have lost acknowledged records by now, as the events tell:
///
///   - after an unclean election;
///   - after the election of a replica that lost power since it was last seen joining the ISR,
///     unless everything is synced before it is acknowledged (flush.messages=1);
///   - when a bit of one of its files was changed on purpose.
///
/// By name: a topic made anew begins without excuses.
class Excuses
{
public:
    explicit Excuses(bool isSynced)
        : m_isSynced(isSynced)
    {
    }
    void note(const observe::Event& event);

    /// The `state` znode says that it recovers from an unclean election.
    void recovering(const TopicPartition& partition) { excuse(partition, "unclean election"); }

    /// Why records may be missing; null: there is no excuse.
    const std::string* of(const TopicPartition& partition) const;
    bool ofGroups() const { return m_groups; }
    bool isFlipped(const TopicPartition& partition) const { return m_flipped.contains(partition); }
    /// When the broker last started anew; the beginning of time: it never did.
    Instant startedAnewAt(BrokerId broker) const;
    /// Newest epoch that a controller has written.
    LeaderEpoch electedEpoch(const TopicPartition& partition) const;

private:
    void flipped(const observe::Fault& fault);
    void elected(const observe::fact::LeaderElected& fact, EventId event);
    void leads(const TopicPartition& partition, BrokerId broker);
    void sawEpoch(const TopicPartition& partition, LeaderEpoch epoch);
    void excuse(const TopicPartition& partition, const std::string& why);

    const bool m_isSynced;
    std::map<BrokerId, Instant> m_started; ///< for the first time: the beginning of time
    std::map<BrokerId, EventId> m_lostPower;
    std::map<TopicPartition, std::map<BrokerId, EventId>> m_joined;
    std::map<TopicPartition, LeaderEpoch> m_epochs;
    std::map<TopicPartition, std::string> m_why;
    std::set<TopicPartition> m_flipped;
    bool m_groups = false;
};

} // namespace hw::simulate
