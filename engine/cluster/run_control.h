#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/time.h"
#include "engine/cluster/time_control.h"
#include "engine/observe/command.h"
#include "engine/observe/event.h"

namespace hw::cluster {

class Cluster;

/// One of the futures of a run: where it left another one, and what was done in it since.
struct RunBranch
{
    std::int32_t id = 0;
    std::int32_t parent = -1; ///< whose future it left; -1: the first one
    std::string name;
    Instant forked;                       ///< where it left its parent
    Instant knownTo;                      ///< how far it has been run
    std::size_t commands = 0;             ///< that were given in it alone
    std::optional<observe::Command> last; ///< the newest of them
    bool isCurrent = false;
    bool operator==(const RunBranch& other) const
    {
        return id == other.id && parent == other.parent && name == other.name &&
               forked == other.forked && commands == other.commands && isCurrent == other.isCurrent;
    }
};

/// Where a run is, and whether it is on its way to another moment.
struct RunState
{
    /// Rises whenever the moment jumped: what was built up from events must be built anew, from
    /// `RunControl::past`.
    std::uint64_t jumps = 0;
    std::optional<double> travelled; ///< 0 … 1 of the way to another moment; none: not on the way
    Instant goal;                    ///< of that way
    bool inPast = false;             ///< what comes next here is known: it was run before
    Instant knownTo;                 ///< how far, in the present branch
    std::uint64_t tree = 0;          ///< rises whenever the branches changed
    std::uint64_t fingerprint = 0;   ///< over all events so far
};

/// One setting that a second cluster of the same seed has otherwise.
enum class RunChange : std::uint8_t
{
    AcksOne,     ///< every producer waits for the leader only
    AcksAll,     ///< every producer waits for the whole ISR
    AcksNone,    ///< no producer waits
    Eager,       ///< every consumer: range assignor, everything is given up in a rebalance
    Cooperative, ///< every consumer: only what moves is given up
    MinIsrOne,   ///< min.insync.replicas=1
    MinIsrTwo    ///< min.insync.replicas=2
};

/// Goes back in a simulated run, and lets it continue differently. A run is its spec, its seed and
/// its commands, each with the moment at which it took effect; so another moment is reached by
/// running it again, on a second simulator, while the first stays in the picture. In the past, what
/// was done later happens again when its moment comes, until somebody does something else: then the
/// run has another branch, and the other future is kept.
///
/// Called on the thread that uses the cluster. What takes longer than a frame may goes on with
/// `TimeControl::advance`; everything that goes to another moment pauses there.
class RunControl
{
public:
    static constexpr std::size_t kPastLimit = 20'000; ///< events
    static constexpr std::size_t kBranchLimit = 64;
    static constexpr std::size_t kNameLimit = 60; ///< bytes

    enum class Back : std::uint8_t
    {
        Anything, ///< behind the event or message before the present moment
        Event
    };

    virtual ~RunControl() = default;

    virtual RunState state() const = 0;
    /// The events before the present moment, as far as they are kept.
    virtual std::vector<observe::Event> past() const = 0;
    /// False, and nothing happens, if there is nothing before.
    virtual bool stepBack(Back to) = 0;
    /// To that moment of the present branch, clamped to what is known of it.
    virtual void goTo(Instant at) = 0;
    /// Stays where it is instead.
    virtual void cancel() = 0;

    virtual std::vector<RunBranch> branches() const = 0;
    /// From here on nothing is known: the future that was, if any, stays in the tree. False if
    /// there are kBranchLimit.
    virtual bool fork() = 0;
    /// To where that branch was left.
    virtual void switchTo(std::int32_t branch) = 0;
    virtual void rename(std::int32_t branch, const std::string& name) = 0;
    /// Not the present one.
    virtual void remove(std::int32_t branch) = 0;

    /// Shows a second cluster beside this one, that goes with it on one clock: another branch at
    /// the present moment, or the same run from its beginning with one change. It is there as soon
    /// as it has caught up (`RunState::travelled`).
    virtual void showBeside(std::int32_t branch) = 0;
    virtual void showBeside(RunChange change) = 0;
    virtual void endBeside() = 0;
    /// Null if there is none; read only.
    virtual Cluster* beside() = 0;

    /// Reads a condition as lessons have it (`isr-below TopicA-1 2`). Says what is wrong with it
    /// and what is allowed, or sets `holds`, valid as long as the cluster.
    virtual std::string readCondition(const std::string& text, std::function<bool()>& holds) = 0;
};

} // namespace hw::cluster
