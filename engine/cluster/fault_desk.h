#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/cluster/countdown.h"
#include "engine/cluster/event_hub.h"
#include "engine/cluster/mailbox.h"
#include "engine/observe/command.h"
#include "engine/observe/snapshot.h"
#include "engine/world/faults/fault_table.h"
#include "engine/world/host.h"

namespace hw::cluster {

/// A byte that was flipped, and what stands around it, so that it can be found again.
struct FlippedByte
{
    std::string path;
    std::uint64_t position = 0;
    std::uint64_t from = 0; ///< where `around` begins in the file
    Bytes around;           ///< as it is now, flipped
    std::uint8_t was = 0;
};

/// Carries out the commands about faults of links, disks and clocks, by the world's `FaultTable`,
/// and keeps the list of those that act. What happens to whole nodes (kill, freeze) is the nodes'
/// own business.
///
/// Each fault begins with a `FaultStarted` event, whose number is the fault's, and ends with a
/// `FaultEnded`; a command's outcome is its `CommandDone`, when all hosts obey. Called on the
/// cluster's thread.
class FaultDesk
{
public:
    static constexpr std::size_t kActiveLimit = 1000;

    FaultDesk(world::World& world, EventHub& hub);
    ~FaultDesk();

    /// Every host of the cluster is wrapped here, and used wrapped.
    world::Host& wrap(world::Host& host);
    world::FaultTable& table() { return m_table; }

    void submit(CommandId id, const observe::command::CutLink& cut);
    void submit(CommandId id, const observe::command::UncutLink& uncut);
    void submit(CommandId id, const observe::command::DelayLink& delay);
    void submit(CommandId id, const observe::command::ClogLink& clog);
    void submit(CommandId id, const observe::command::ResetLink& reset);
    void submit(CommandId id, const observe::command::HoldMessage& hold);
    void submit(CommandId id, const observe::command::ReleaseMessage& release);
    void submit(CommandId id, const observe::command::TroubleDisk& disk);
    void submit(CommandId id, const observe::command::FlipByte& flip);
    void submit(CommandId id, const observe::command::JumpClock& clock);

    /// Whether the fault is one of this desk's; then it is ended.
    bool heal(CommandId id, EventId fault);
    /// Ends all; `countdown.done` is called once, with a word on what was healed.
    void healAll(const std::shared_ptr<Countdown>& countdown);

    /// All that act now, in order of their numbers.
    std::vector<observe::FaultPart> active() const;

    // Troubles of embedded clients act on the clients' host and are only listed here. Thread-safe.

    /// In place of one of the same kind on the same client. None: too many faults act.
    std::optional<EventId> begin(const observe::Fault& fault, const std::string& replaced);
    /// Those of the client, of this kind or of all.
    void over(NodeId client, std::optional<observe::FaultKind> kind, const std::string& why);
    /// How one is undone; `done` runs when it is.
    using UndoClient = std::function<void(NodeId client, EventId fault, Task done)>;
    void setUndoClient(UndoClient undo) { m_undoClient = std::move(undo); }

    /// Reports a fault that is over at once, or acts elsewhere.
    EventId note(const observe::Fault& fault);
    void finish(CommandId id, bool ok, observe::Outcome outcome, EventId cause = kNoEvent);

private:
    struct Active
    {
        observe::FaultPart part;
        std::optional<FlippedByte> flipped;
    };
    using Fault = observe::Fault;
    struct FlipSearch;

    // The list
    EventId begin(Fault fault);
    void add(EventId id, Fault fault, std::optional<FlippedByte> flipped = {});
    /// Takes those out that `which` picks; each ends with an event.
    template <class Which> std::vector<Active> end(const Which& which, const std::string& why);
    bool isFull() const;
    bool isFull(CommandId id);
    void ended(const Active& gone, const std::string& why);
    static bool onLink(const Fault& fault, NodeId one, NodeId two);

    // Links
    bool checkLink(CommandId id, NodeId one, NodeId two);
    void replaceOnLink(CommandId id, Fault fault, bool off);
    world::LinkFaults links() const;
    void heardOfHeld(const world::HoldNews& news);

    // Machines (fault_desk_machines.cpp)
    world::Host* machine(CommandId id, NodeId node);
    static void flipSome(const std::shared_ptr<FlipSearch>& search);
    void flipAt(CommandId id, world::Host& host, const std::string& path, std::uint64_t position);
    /// On the host's loop; what prevented it, if anything.
    static std::optional<observe::Outcome> putBack(world::Host& host, const FlippedByte& flipped);
    void undo(const Active& gone, const std::shared_ptr<Countdown>& countdown);
    void setDisk(NodeId node, const std::optional<Fault>& fault, Task done);

    Task finishing(CommandId id, observe::Outcome outcome, EventId cause);
    std::string machines() const;
    void report(NodeId node, observe::Fact fact, EventId cause);

    world::World& m_world;
    EventHub& m_hub;
    Guarded<std::vector<Active>> m_active; ///< by number; hosts add and end some
    UndoClient m_undoClient;
    world::FaultTable m_table; ///< goes before the list, of which its hosts' tasks make use
    std::map<NodeId, world::Host*> m_hosts; ///< wrapped
};

template <class Which>
std::vector<FaultDesk::Active> FaultDesk::end(const Which& which, const std::string& why)
{
    std::vector<Active> gone = m_active.with([&](std::vector<Active>& all) {
        const auto first = std::stable_partition(all.begin(), all.end(),
                                                 [&](const Active& a) { return !which(a); });
        std::vector<Active> out(std::make_move_iterator(first), std::make_move_iterator(all.end()));
        all.erase(first, all.end());
        return out;
    });
    for (const Active& one : gone)
        ended(one, why);
    return gone;
}

} // namespace hw::cluster
