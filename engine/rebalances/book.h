#pragma once

#include <deque>
#include <map>

#include "engine/observe/snapshot.h"
#include "engine/rebalances/rebalance.h"

namespace hw::rebalances {

inline constexpr std::size_t kRebalancesMax = 10000;

/// Makes the history of all rebalances. Give it every event in order, and now and then (a frame, a
/// tenth of a second) the newest picture, for how many records waited, and for who has what where
/// the events do not tell.
///
/// Lives on one thread, the window's or the command's.
class Book
{
public:
    void take(const observe::Event& event);
    void look(const observe::Snapshot& snapshot, const observe::Gauges& gauges);

    /// Oldest first.
    const std::deque<Rebalance>& all() const { return m_all; }
    /// By number; null if it fell out or never was.
    const Rebalance* find(std::uint64_t number) const;
    /// Numbers up to this one fell out.
    std::uint64_t dropped() const { return m_dropped; }
    /// Rises whenever a rebalance began or changed.
    std::uint64_t version() const { return m_version; }

private:
    using Owners = std::map<TopicPartition, std::string>; ///< member ids
    struct Who
    {
        std::string clientId;
        std::string host;
    };
    struct Left
    {
        EventId event;
        Duration silent{};
        Who who;
    };
    struct Group
    {
        std::uint64_t going = 0; ///< number of the rebalance that goes on; 0: none
        std::uint64_t last = 0;  ///< of the last that ended; 0: its waiting records are counted
        std::map<std::string, Who> members;
        std::map<std::string, Instant> rejoined;  ///< when each asked to join, in this round
        std::vector<std::string> joined, gone;    ///< since the last one ended
        std::optional<Left> left;                 ///< the last that fell out
        Owners owners;                            ///< of the last stable generation
        std::optional<Owners> assigned;           ///< by what was stored last, if that was told
        std::map<TopicPartition, Instant> parked; ///< nobody's since
        bool byConsumers = false;                 ///< of the consumer protocol (KIP-848)
        /// Of those: what each member says it has, and how long what it took over was nobody's.
        std::map<std::string, std::vector<TopicPartition>> has;
        std::map<TopicPartition, Duration> resumed;
        std::map<TopicPartition, std::int64_t> ends; ///< LEO when it was first seen to be stalled
    };

    void on(const observe::Event& event, const observe::fact::MemberJoined& fact);
    void on(const observe::Event& event, const observe::fact::MemberLeft& fact);
    void on(const observe::Event& event, const observe::fact::GroupStateChanged& fact);
    void on(const observe::Event& event, const observe::fact::GenerationFormed& fact);
    void on(const observe::Event& event, const observe::fact::AssignmentStored& fact);
    void on(const observe::Event& event, const observe::fact::MemberReconciled& fact);
    template <class Other> void on(const observe::Event&, const Other&) {}

    void begin(Group& group, const observe::Event& event,
               const observe::fact::GroupStateChanged& fact);
    void end(Group& group, Instant at, Outcome outcome);
    void compare(Group& group, Rebalance& rebalance, Owners now);
    std::optional<Duration> pauseOf(const Group& group, const TopicPartition& partition,
                                    Instant end) const;
    void countWaiting(Group& group, Rebalance& rebalance, const observe::Snapshot& snapshot,
                      const observe::Gauges& gauges);
    void noteEnds(Group& group, const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    Rebalance* at(std::uint64_t number);

    std::map<std::string, Group> m_groups;
    std::deque<Rebalance> m_all;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_version = 0;
};

} // namespace hw::rebalances
