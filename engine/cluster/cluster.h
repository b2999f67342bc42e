#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/observe/command.h"
#include "engine/observe/event.h"
#include "engine/observe/field_tree.h"
#include "engine/observe/flight.h"
#include "engine/observe/snapshot.h"
#include "engine/observe/znodes.h"

namespace hw::cluster {

class Playback;
class RunControl;
class TimeControl;

/// What a source can do; the window greys out the rest.
struct Capabilities
{
    bool faults = false; ///< kill, restart, freeze, thaw
    bool powerLoss = false;
    bool cutLinks = false;  ///< all other faults: of links, disks, clocks and sessions; healing
    bool topics = false;    ///< create, delete, elect
    bool workloads = false; ///< embedded producers and consumers
    bool outsideClients = false; ///< somebody's own program can join
    bool timeControl = false;    ///< pause, speed, step
    std::int32_t maxBrokers = 9;
};

/// What the window looks at now. Nothing is produced for what nobody looks at.
struct Interest
{
    bool snapshots = false;
    bool flights = false;
    /// The bytes of the flights that are handed out are kept for a while, so that `decode` can
    /// tell what they say. Switched off, those that are kept stay as they are.
    bool frames = false;
};

struct EventBatch
{
    std::vector<observe::Event> events; ///< in order of id
    std::uint64_t lost = 0;             ///< dropped since the last call because nobody took them
};

struct FlightBatch
{
    std::vector<observe::Flight> flights;
    std::uint64_t lost = 0; ///< sampled away since the last call
    // Of the frames that are kept for `decode` now:
    std::size_t framesKept = 0;
    std::uint64_t bytesKept = 0;
    std::uint64_t framesPushedOut = 0; ///< by newer ones, ever
};

/// One picture's source: the live engine, the simulated one, a recording, or somebody's cluster.
/// All calls come from one thread (the window's, or the command's) and return at once; nothing
/// here waits for the engine, and the engine never waits for the caller.
class Cluster
{
public:
    virtual ~Cluster() = default;

    virtual Capabilities capabilities() const = 0;
    virtual std::string bootstrap() const = 0; ///< `127.0.0.1:9092,…`, empty if nobody can join

    /// The outcome comes as a `CommandDone` event with this id.
    virtual CommandId submit(observe::Command command) = 0;

    virtual void setInterest(Interest interest) = 0;
    /// The newest there is; asks the engine for a newer one (live: ready by the next frame).
    /// Never null: before the first report it holds the brokers as `Starting`.
    virtual std::shared_ptr<const observe::Snapshot> snapshot() = 0;
    virtual std::shared_ptr<const observe::Gauges> gauges() = 0;
    /// At most `limit` events that were not taken yet.
    virtual EventBatch takeEvents(std::size_t limit) = 0;
    virtual FlightBatch takeFlights() = 0;
    /// What a message says, field by field; never fails, but may say why there is nothing to tell.
    /// Takes up to some milliseconds: for what a person looks at, not for every flight.
    virtual observe::FieldTree decode(FlightId id) const = 0;
    /// ZooKeeper's tree; the newest there is, and asks for a newer one (live: ready by the next
    /// call). Nothing is produced for it but when it is asked for. Null: not there (yet).
    virtual std::shared_ptr<const observe::ZnodeTree> znodes() { return nullptr; }
    /// The engine's loops are saturated: draw less often.
    virtual bool saturated() const = 0;
    /// Moves the cluster's own time; null if its time is the person's. Lives as long as the
    /// cluster; see `time_control.h`.
    virtual TimeControl* timeControl() { return nullptr; }
    /// The past that can be shown; null if nothing is recorded. Lives as long as the cluster; see
    /// `playback.h`.
    virtual Playback* playback() { return nullptr; }
    /// Goes back and branches; null for a cluster whose run cannot be repeated. Lives as long as
    /// the cluster; see `run_control.h`.
    virtual RunControl* runControl() { return nullptr; }
};

} // namespace hw::cluster
