#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ui/feed/frame.h"
#include "ui/models/member_timers.h"

namespace hw::ui {

/// A request of a member with its answer, as far as they were seen.
struct LaneMark
{
    enum class Kind : std::uint8_t
    {
        Join,
        Sync,
        Heartbeat,
        Leave,
        Commit,
        OffsetFetch,
        Other
    };
    Kind kind = Kind::Other;
    Instant at; ///< sent; of an outside program: taken up by the broker
    std::optional<Instant> answered;
    Duration parked{};
    std::string error; ///< of the answer, by Kafka's name
    std::string api;
    FlightId request, answer;
    NodeId from, to;
    std::int16_t apiKey = 0, apiVersion = 0;
    std::int32_t correlation = 0;
    std::uint32_t bytes = 0;

    static Kind kindOf(const std::string& api);
};

/// Polls of the application that came soon after each other; often just one.
struct PollRun
{
    Instant first, last;
    std::uint32_t seen = 1; ///< of them; those between two looks count as one
};

/// A timer from its start to its end. Starts that follow so closely that it hardly drains between
/// them are one run: it drains from the last of them.
struct TimerRun
{
    Instant began, renewed;
    Instant ends;                ///< if nothing starts it anew
    std::optional<Instant> over; ///< it was started anew or stopped; none: it still runs

    Duration whole() const { return ends - renewed; }
};

/// What a member owned, by its coordinator, from one assignment to the next.
struct OwnedSpan
{
    Instant from;
    std::optional<Instant> to;
    std::vector<TopicPartition> partitions;
    /// KIP-848: taken from it, but by what it said last it still has them: nobody else gets them.
    std::vector<TopicPartition> revoking{};
};

struct LaneMember
{
    std::string id;
    std::string name, clientId, host;
    NodeId client; ///< embedded: its node
    bool there = false;
    std::optional<Instant> gone; ///< when it was no longer a member
    std::deque<LaneMark> marks;  ///< by `at`
    std::deque<PollRun> polls;
    std::array<std::deque<TimerRun>, kMemberTimers> timers; ///< by kind
    std::deque<OwnedSpan> owned;
    /// KIP-848: its own epoch, which follows the group's; none in the classic protocol.
    std::optional<Generation> epoch;
    std::vector<TopicPartition> target; ///< KIP-848: what the coordinator means it to have
};

struct StateSpan
{
    Instant from;
    observe::fact::GroupState state{};
    Generation generation;
    EventId event;
};

struct CoordinatorSpan
{
    Instant from;
    BrokerId broker;
};

/// What the coordinator itself reported about the group.
struct LaneEvent
{
    enum class Kind : std::uint8_t
    {
        Joined,
        Left,   ///< by itself
        Thrown, ///< by a timer or an administrator
        Formed,
        Stored,
        Moved
    };
    Kind kind = Kind::Joined;
    Instant at;
    EventId event;
};

/// How far a group is behind at one moment.
struct LagPoint
{
    Instant at;
    std::int64_t lag = -1;  ///< -1: nothing committed
    std::int64_t open = -1; ///< LEO minus HW, summed; -1 unknown
};

struct LaneGroup
{
    std::string name;
    std::deque<StateSpan> states;
    std::deque<CoordinatorSpan> coordinators;
    std::deque<LaneEvent> events;
    std::vector<LaneMember> members; ///< those that are there by name, then those that left
    std::deque<OwnedSpan> unowned;   ///< what is subscribed to and nobody's
    std::deque<LagPoint> lags;

    const LaneMember* find(const std::string& member) const;
    LaneMember* find(const std::string& member);
    bool isCooperative = false;
    bool isServerSide = false; ///< KIP-848: the coordinator assigns
};

/// What happened in each group lately, made from frames: messages about groups, events, and the
/// figures of timers. Bounded; `kept` tells how far back it reaches.
///
/// Lives on the window's thread. Time that runs backwards (another run) empties it.
class LaneHistory
{
public:
    static constexpr Duration kKept = std::chrono::minutes(10);
    static constexpr std::size_t kMarksPerMember = 1000;
    static constexpr std::size_t kMarksMax = 120'000; ///< in all: above it less time is kept
    static constexpr std::size_t kSpansPerRow = 400;  ///< timer runs, poll runs, owned, states
    static constexpr std::size_t kGoneMax = 20;       ///< members that left, per group
    static constexpr std::size_t kOpenMax = 4096;     ///< requests without an answer yet
    static constexpr Duration kSample = 50ms;         ///< between two looks at timers
    static constexpr Duration kLagStep = 500ms;
    static constexpr std::size_t kLagOffsets = 2000; ///< summed in one frame at most
    static constexpr Duration kPollGap = 300ms;      ///< polls that are closer are one run

    void take(const Frame& frame);

    const LaneGroup* find(const std::string& group) const;
    std::vector<std::string> names() const;
    const LaneMark* mark(const std::string& group, const std::string& member, FlightId id) const;
    /// Of the newest figures.
    Instant now() const { return m_now; }
    /// From the cluster's clock to the calendar.
    std::int64_t wallOffsetMs() const { return m_wallOffsetMs; }
    Duration kept() const { return m_kept; }
    std::size_t marks() const { return m_marks; }

private:
    struct Open
    {
        std::string group, member;
        std::optional<LaneMark> homeless; ///< not on a lane: its member has no id yet
    };
    using Consumers = std::map<NodeId, const observe::ConsumerPart*>;

    void takeFlight(const observe::Flight& flight);
    void takeAnswer(const observe::Flight& flight);
    void takeEvent(const observe::Event& event);
    void takeParts(const observe::Snapshot& snapshot);
    void takeGroup(const observe::GroupPart& part, const observe::Snapshot& snapshot);
    void takeTimers(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    /// Of a moment before the newest.
    void takeLags(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    void sumLags(const observe::Snapshot& snapshot, const observe::Gauges& gauges);
    void trim();
    void trim(LaneGroup& group, Instant before);
    LaneGroup& group(const std::string& name);
    LaneMember& member(LaneGroup& group, const std::string& id, const std::string& clientId);
    void add(LaneMember& member, LaneMark mark);
    static void sort(LaneGroup& group);

    std::map<std::string, LaneGroup> m_groups;
    std::map<FlightId, Open> m_open;
    std::map<std::string, std::shared_ptr<const observe::GroupPart>> m_parts;
    std::shared_ptr<const observe::Snapshot> m_snapshot;
    std::size_t m_partitions = 0; ///< in the cluster: a change may leave some unowned
    Instant m_now;
    Instant m_sampled, m_trimmed;
    std::int64_t m_wallOffsetMs = 0;
    Duration m_kept = kKept;
    std::size_t m_marks = 0;
    Instant m_lagsBegan;
    std::size_t m_lagNext = 0; ///< index of the group whose lag is summed next
};

} // namespace hw::ui
