#pragma once

#include <string>

#include "engine/base/ids.h"
#include "engine/base/pieces.h"
#include "engine/base/time.h"
#include "engine/observe/facts.h"
#include "engine/observe/flight.h"

namespace hw::observe {

/// Something that happened, when, where, and because of what. Events are the engine's only log;
/// a text log is their printout.
struct Event
{
    EventId id;
    Instant at;
    WallTime wall;
    NodeId node;               ///< where it was noticed
    EventId cause = kNoEvent;  ///< the event that led to it, kNoEvent if it started here
    Fact fact;
};

/// Short, stable name of the kind of fact: `LeaderElected`.
std::string nameOf(const Fact& fact);
/// One English sentence: `TopicA-1: leader 2 → 3, epoch 5, ISR 3,1 (offline election)`.
std::string textOf(const Fact& fact);

/// Where one node reports to. Called on the node's loop only.
class Journal
{
public:
    virtual ~Journal() = default;

    /// Notes a fact under the loop's present cause and returns its id. To let what follows be
    /// caused by it, the caller sets the loop's cause to that id.
    virtual EventId report(Fact fact) = 0;

    /// A leader has acknowledged records [from, to) of a partition to a client.
    virtual void acknowledged(const TopicPartition&, Offset /*from*/, Offset /*to*/) {}

    /// Whether somebody looks at messages in flight now; if not, `flight` must not be called (so
    /// that nothing is produced for nobody).
    virtual bool wantsFlights() const = 0;
    /// Notes a message and shares its bytes, so that they can be looked at later; returns its
    /// number, kNoFlight if it was one too many.
    virtual FlightId flight(Flight flight, const Pieces& frame) = 0;
};

/// For tests and tools that do not care.
class NullJournal final : public Journal
{
public:
    EventId report(Fact) override { return kNoEvent; }
    bool wantsFlights() const override { return false; }
    FlightId flight(Flight, const Pieces&) override { return kNoFlight; }
};

} // namespace hw::observe
