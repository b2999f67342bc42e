#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "engine/cluster/cluster.h"
#include "engine/cluster/frame_log.h"
#include "engine/cluster/isr_returns.h"
#include "engine/cluster/ledger.h"
#include "engine/cluster/mailbox.h"
#include "engine/cluster/partition_causes.h"
#include "engine/world/host.h"

namespace hw::cluster {

/// Where the events and flights of all nodes come together, and from where the window takes them.
/// Thread-safe. Numbers events in the order in which they are reported; in a simulated world that
/// order is the same for the same seed. Bounded: what nobody takes is dropped and counted.
///
/// Where a broker says only that its log or itself failed, the hub names its disk's fault, and of a
/// broker's start what had ended its life before. Where the node that reports saw only silence (a
/// session that expires, a follower that lags), the hub, which knows what was done to the silent
/// broker or embedded consumer, names that as the cause; and for an assignment that could not be
/// stored, what made the ISR small. What is about one partition is caused by that partition's own
/// line of a request about many; a replica's return to the ISR by the end of what had kept it out.
class EventHub
{
public:
    static constexpr std::size_t kEventLimit = 100'000;
    static constexpr std::size_t kFlightLimit = 400; ///< between two takes
    /// And so many more that are about a group: they are few but for storms, and each tells.
    static constexpr std::size_t kGroupFlightLimit = 4000;

    EventId report(observe::Event event);
    /// Sees every event as it is numbered, besides whoever takes them; it only notes them down. Set
    /// before the first event, and only where one thread runs everything.
    void setWitness(std::function<void(const observe::Event&)> witness)
    {
        m_witness = std::move(witness);
    }
    EventBatch takeEvents(std::size_t limit);
    /// Of the events that wait to be taken: what came of commands.
    std::vector<observe::fact::CommandDone> waitingOutcomes() const;
    EventId last() const;
    /// Whether the test is true for one of the events behind `seen` that nobody has taken yet.
    bool anyAfter(EventId seen, const std::function<bool(const observe::Event&)>& test) const;

    void setWantsFlights(bool wants) { m_wantsFlights.store(wants, std::memory_order_relaxed); }
    bool wantsFlights() const { return m_wantsFlights.load(std::memory_order_relaxed); }
    void setWantsFrames(bool wants) { m_wantsFrames.store(wants, std::memory_order_relaxed); }
    FlightId flight(observe::Flight flight, const Pieces& frame);
    FlightBatch takeFlights();
    FlightId lastFlight() const;
    /// A kept frame, sharing its bytes; nothing if it is not kept (any more).
    std::optional<KeptFrame> frame(FlightId id) const;

    /// `when` says where and when, and holds no fact.
    void acknowledged(observe::Event when, const TopicPartition& partition, Offset from, Offset to);
    std::uint64_t acked() const;
    std::vector<observe::LedgerLine> lost() const;

    /// A running hash over all events so far: equal for equal runs.
    std::uint64_t fingerprint() const;

private:
    struct Events
    {
        std::deque<observe::Event> waiting;
        std::uint64_t lost = 0;
        std::uint64_t next = 1;
        std::uint64_t hash = 0xcbf29ce484222325ULL;
        /// What silenced a broker first: killed, frozen or stopped.
        std::map<BrokerId, EventId> silenced;
        /// Faults that act: of links, by which some hear nothing of others, and of disks.
        std::map<EventId, observe::Fault> faults;
        /// Embedded consumers by name, and the crash of those that are no more.
        struct Consumer
        {
            NodeId node;
            EventId crash = kNoEvent;
        };
        std::map<std::string, Consumer> consumers;
        /// By the leader that saw it: what made the ISR of its offsets partitions small.
        std::map<NodeId, EventId> offsetsShrunk;
        PartitionCauses partitions;
        IsrReturns returns;
    };
    EventId take(observe::Event event);
    void judge(const observe::Event& event, EventId id);
    void lost(observe::Event when, const Ledger::Lines& lines);
    static void note(Events& events, const observe::Event& event);
    static void noteClients(Events& events, const observe::Event& event);
    static EventId silenceBehind(const Events& events, const observe::Event& event);
    static EventId silenceBehind(const Events& events, const observe::fact::MemberLeft& left,
                                 NodeId coordinator);
    /// Of a log or a broker that failed; kNoEvent: its disk is not to blame.
    static EventId diskBehind(const Events& events, const observe::Event& event);
    static EventId troubleBehind(const Events& events, const observe::Event& event);

    struct Flights
    {
        std::vector<observe::Flight> waiting;
        std::size_t waitingOfGroups = 0; ///< of them
        std::uint64_t lost = 0;
        std::uint64_t last = 0; ///< number of the newest
        FrameLog frames;
    };
    Guarded<Events> m_events;
    Guarded<Flights> m_flights;
    Guarded<Ledger> m_ledger;
    std::function<void(const observe::Event&)> m_witness;
    std::atomic<bool> m_wantsFlights{false};
    std::atomic<bool> m_wantsFrames{false};
};

/// One node's way into the hub. Used on that node's loop only.
class NodeJournal final : public observe::Journal
{
public:
    NodeJournal(EventHub& hub, world::Host& host)
        : m_hub(hub)
        , m_host(host)
    {
    }

    EventId report(observe::Fact fact) override;
    void acknowledged(const TopicPartition& partition, Offset from, Offset to) override
    {
        m_hub.acknowledged(now(), partition, from, to);
    }
    bool wantsFlights() const override { return m_hub.wantsFlights(); }
    FlightId flight(observe::Flight flight, const Pieces& frame) override
    {
        return m_hub.flight(std::move(flight), frame);
    }

private:
    observe::Event now() const;

    EventHub& m_hub;
    world::Host& m_host;
};

} // namespace hw::cluster
