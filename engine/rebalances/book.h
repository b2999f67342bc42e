#pragma once

#include <deque>
#include <map>
#include <memory>

#include "engine/observe/snapshot.h"
#include "engine/rebalances/rebalance.h"

namespace hw::rebalances {

inline constexpr std::size_t kRebalancesMax = 10000;
/// Moves, stalls and owned partitions over all rebalances; the oldest lists go first.
inline constexpr std::size_t kDetailsMax = 1'000'000;
inline constexpr std::size_t kWalksMax = 5000; ///< groups whose states are counted
inline constexpr std::size_t kMovesMax = 1000;

/// A partition that nobody reads now, and who did before.
struct Parked
{
    TopicPartition partition;
    std::string from; ///< member id
    Instant since;
    bool operator==(const Parked&) const = default;
};

/// A group's way through its states.
struct Walk
{
    using Edge = std::pair<observe::fact::GroupState, observe::fact::GroupState>;
    observe::fact::GroupState now = observe::fact::GroupState::Empty;
    bool serverSide = false;             ///< KIP-848: it has other states
    std::map<Edge, std::uint64_t> edges; ///< how often each was taken
    Edge last{};                         ///< if any was
    Instant at;                          ///< when
    EventId event = kNoEvent;
    std::uint64_t newest = 0; ///< number of its newest rebalance
    bool operator==(const Walk&) const = default;
};

/// A group whose coordinator is another broker now. No rebalance: members and generation stay.
struct CoordinatorMove
{
    std::string group;
    EventId event = kNoEvent; ///< the new one has read the group
    Instant at;
    WallTime wall;
    Generation generation;
    BrokerId coordinator = kNoBroker;
    bool operator==(const CoordinatorMove&) const = default;
};

/// Makes the history of all rebalances. Give it every event in order, and now and then (a frame, a
/// tenth of a second) the newest picture, for how many records waited, for who has what where
/// the events do not tell, and for what the coordinator knew of the responsible member.
///
/// Lives on one thread, the window's or the command's.
class Book
{
public:
    /// `grounds`: how this source knows causes.
    explicit Book(Grounds grounds = Grounds::Observed, std::size_t detailsMax = kDetailsMax)
        : m_grounds(grounds)
        , m_detailsMax(detailsMax)
    {
    }

    void take(const observe::Event& event);
    /// Forgets everything, as when another moment of the run is looked at; then it is given the
    /// events before that one.
    void restart();
    void look(const observe::Snapshot& snapshot, const observe::Gauges& gauges);

    /// Oldest first.
    const std::deque<Rebalance>& all() const { return m_all; }
    /// By number; null if it fell out or never was.
    const Rebalance* find(std::uint64_t number) const;
    /// The newest one of a group that is still here; null if there is none.
    const Rebalance* newest(const std::string& group) const;
    /// The newest ones, oldest first.
    const std::deque<CoordinatorMove>& moves() const { return m_moves; }
    std::uint64_t movesSeen() const { return m_movesSeen; } ///< with those that fell out
    /// Numbers up to this one fell out.
    std::uint64_t dropped() const { return m_dropped; }
    /// Rises whenever a rebalance began or changed, or a coordinator moved.
    std::uint64_t version() const { return m_version; }

    /// What is nobody's at this moment, by partition.
    std::vector<Parked> parked(const std::string& group) const;
    /// Null for a group that was never seen.
    const Walk* walk(const std::string& group) const;
    const std::map<std::string, Walk>& walks() const { return m_walks; }
    /// The longest time between two polls of an embedded consumer that was seen lately.
    std::optional<Duration> longestHandling(NodeId client) const;

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
    struct Given
    {
        Instant since;
        std::string from;
    };
    struct Group
    {
        std::uint64_t going = 0;    ///< number of the rebalance that goes on; 0: none
        std::uint64_t last = 0;     ///< of the last that ended; 0: its waiting records are counted
        std::uint64_t unseen = 0;   ///< of the last whose members' words were not looked at
        std::uint64_t unsynced = 0; ///< of the last whose last SyncGroup was not seen
        bool hasNews = false;       ///< the responsible member's settings are to be looked up
        bool serverSide = false;
        Generation generation{0}; ///< of the last that ended
        std::map<std::string, Who> members;
        std::map<std::string, Instant> rejoined;     ///< when each asked to join, in this round
        std::vector<std::string> joined, gone;       ///< since the last one ended
        std::optional<Left> left;                    ///< the last that fell out
        Owners owners;                               ///< of the last stable generation
        std::string protocol;                        ///< of the last generation
        std::optional<Owners> assigned;              ///< by what was stored last, if that was told
        Owners holds;                                ///< KIP-848: who has what in between
        std::vector<Stall> ended;                    ///< KIP-848: stalls of this rebalance
        std::map<TopicPartition, Given> parked;      ///< nobody's
        std::map<TopicPartition, std::int64_t> ends; ///< LEO when it was first seen to be stalled
        std::shared_ptr<const observe::GroupPart> part; ///< as looked at last
    };
    struct Polls
    {
        NodeId client;
        std::int64_t lastMs = -1;
        std::int64_t longestMs = 0;
        std::int64_t longestAtMs = 0;
    };

    void on(const observe::Event& event, const observe::fact::MemberJoined& fact);
    void on(const observe::Event& event, const observe::fact::MemberLeft& fact);
    void on(const observe::Event& event, const observe::fact::GroupStateChanged& fact);
    void on(const observe::Event& event, const observe::fact::GenerationFormed& fact);
    void on(const observe::Event& event, const observe::fact::AssignmentStored& fact);
    void on(const observe::Event& event, const observe::fact::MemberReconciled& fact);
    template <class Other> void on(const observe::Event&, const Other&) {}

    void walkOn(const observe::Event& event, const observe::fact::GroupStateChanged& fact);
    void begin(Group& group, const observe::Event& event,
               const observe::fact::GroupStateChanged& fact);
    void nameMember(const Group& group, Rebalance& rebalance) const;
    void testify(const Group& group, Rebalance& rebalance, const observe::Event& event) const;
    void end(Group& group, Instant at, Outcome outcome);
    void compare(Group& group, Rebalance& rebalance, Owners now);
    void share(const Group& group, Rebalance& rebalance, const Owners& now) const;
    void seeMove(const Group& group, const observe::Snapshot& snapshot,
                 const std::shared_ptr<const observe::GroupPart>& part);
    void seeMembers(Group& group, const observe::Snapshot& snapshot);
    void seeSync(Group& group, const observe::Snapshot& snapshot);
    void countWaiting(Group& group, Rebalance& rebalance, const observe::Snapshot& snapshot,
                      const observe::Gauges& gauges);
    void noteEnds(Group& group, const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    void notePolls(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    void park(Group& group, const TopicPartition& partition, Instant since, std::string from);
    void trim();
    Rebalance* at(std::uint64_t number);

    Grounds m_grounds;
    std::size_t m_detailsMax;
    std::map<std::string, Group> m_groups;
    std::map<std::string, Walk> m_walks;
    std::deque<Rebalance> m_all;
    std::deque<CoordinatorMove> m_moves;
    std::uint64_t m_movesSeen = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_version = 0;
    std::size_t m_details = 0;
    std::uint64_t m_untrimmed = 1; ///< number of the oldest that has its lists
    // as looked at last
    std::vector<std::shared_ptr<const observe::ConsumerPart>> m_consumers;
    std::vector<std::int64_t> m_heardMs, m_polledMs;
    std::vector<Polls> m_polls; ///< by consumer slot
};

} // namespace hw::rebalances
