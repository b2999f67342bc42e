#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/base/flight_id.h"
#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/observe/event.h"

namespace hw::cluster {

inline constexpr double kLeastSpeed = 0.001;
inline constexpr double kMostSpeed = 1000;

/// How a cluster's own time stands.
struct TimeState
{
    enum class Mode : std::uint8_t
    {
        Paused,
        Stepping, ///< on its way to the next event
        Playing
    };
    /// What the last step brought: the events and messages in (after, last].
    struct Step
    {
        EventId after;
        EventId last;
        FlightId flightAfter;
        FlightId flightLast;
        Duration took{};    ///< of the cluster's time
        bool empty = false; ///< nothing happened for kStepSpan, or nothing is left to happen
        bool operator==(const Step&) const = default;
    };
    Mode mode = Mode::Paused;
    Instant now;
    double speed = 1;     ///< asked for: the cluster's time over the person's
    bool flatOut = false; ///< as fast as possible instead
    double reached = 0;   ///< what came of it, over about the last half second; 0 while paused
    bool behind = false;  ///< the machine does not keep up: time is given up
    std::uint64_t seed = 0;
    std::optional<Step> lastStep;
    bool hasGoal = false;    ///< it runs until something, and will stop by itself
    bool goalMet = false;    ///< the last of these came true; false: given up, or never was one
    std::uint64_t goals = 0; ///< how many came true or were given up
    bool slowed = false;     ///< runs slower for a moment, because of what happened
};

/// Moves the time of a cluster that has one of its own. Nothing moves but inside `advance` and
/// `step`, so whoever looks between them sees one moment. How time is moved never changes what
/// happens: the same seed gives the same run at every speed.
///
/// Called on the thread that uses the cluster.
class TimeControl
{
public:
    /// A step goes no further when nothing happens.
    static constexpr Duration kStepSpan = std::chrono::minutes(1);
    enum class StepTo : std::uint8_t
    {
        Anything, ///< the next event or message, whichever comes first
        Event
    };

    virtual ~TimeControl() = default;

    virtual void play() = 0;
    /// Also ends a step that is on its way.
    virtual void pause() = 0;
    /// Clamped to kLeastSpeed … kMostSpeed.
    virtual void setSpeed(double speed) = 0;
    virtual void setFlatOut(bool on) = 0;
    /// Pauses, then runs on; if that takes longer than a frame may, the rest follows with
    /// `advance`. Messages count only while somebody looks at them (`Interest::flights`).
    virtual void step(StepTo to) = 0;
    virtual TimeState state() const = 0;
    /// Pauses right behind an event that the test is true for, before anything else happens; none
    /// (the default): never. Only while time plays: a step stops by itself.
    using StopTest = std::function<bool(const observe::Event&)>;
    virtual void stopOn(StopTest test) = 0;

    /// Where time stops by itself; what comes first counts.
    struct Goal
    {
        std::optional<Instant> at; ///< the clock stands there
        StopTest event;            ///< right behind such an event
        /// Asked at every multiple of `every` of the cluster's time, behind every task if that is
        /// zero; no call may change anything.
        std::function<bool()> holds;
        Duration every{};
        Duration within{}; ///< given up after so much of the cluster's time; zero: never
    };
    /// As a step (`atOnce`) as fast as the machine can, else at the speed of play; pauses there.
    /// One at a time: another takes its place, and so does `pause` or a step.
    virtual void runUntil(Goal goal, bool atOnce) = 0;
    /// While time plays, an event that the test is true for makes it run at `speed` for `lasts` of
    /// the person's time (not faster than it did). None: never.
    virtual void slowOn(StopTest test, double speed, Duration lasts) = 0;

    /// `real` time of the person's has passed since the last call. Works for about `budget` of the
    /// machine's time at most; what does not fit is given up, never owed. While paused it only lets
    /// commands take effect.
    virtual void advance(Duration real, Duration budget) = 0;
};

} // namespace hw::cluster
