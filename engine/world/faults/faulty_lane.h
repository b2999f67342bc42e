#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

#include "engine/world/faults/host_faults.h"
#include "engine/world/loop.h"
#include "engine/world/network.h"

namespace hw::world {

/// One direction of a channel, in which frames may have to wait: behind a cut, for a delay, a
/// clogged link or a slow disk, or because one of them is held. Order is kept.
///
///     take -> [ frame  frame  frame ] -> deliver
///               ^ its turn comes when nothing keeps it
class FaultyLane
{
public:
    /// Whose lane it is; outlives the calls it gets.
    class Owner
    {
    public:
        /// May destroy the lane. Of a lane inwards the owner itself looks whether it is empty now.
        virtual void deliver(FaultyLane& lane, Frame frame) = 0;
        /// Nothing waits any more. May destroy the lane.
        virtual void emptied(FaultyLane& lane) = 0;
        /// Whether it is a frame that the rule wants; if so, what it looks like.
        virtual std::optional<HeldFrame> matches(const HoldRule& rule, const Frame& frame) = 0;

    protected:
        ~Owner() = default;
    };
    enum class Way : std::uint8_t
    {
        Out, ///< what is due is sent at once
        In,  ///< what waited is delivered in tasks of its own, each under its frame's cause
    };

    FaultyLane(Owner& owner, Loop& loop, std::shared_ptr<HostFaults> faults, NodeId from, NodeId to,
               Way way);
    ~FaultyLane() { clear(); }

    /// Delivers inside the call if nothing waits and nothing is wrong. False: too many wait.
    bool take(Frame frame);

    bool isEmpty() const { return m_waiting.empty(); }
    std::size_t size() const { return m_waiting.size(); }
    bool isCut() const { return m_state.cut; }
    bool isReadingStopped() const { return m_state.readingStopped; }
    /// Its host waits for a slow disk and neither reads nor sends.
    bool waitsForDisk() const;
    /// A frame in here was caught by this rule.
    bool holds(EventId rule) const;

    /// The faults may be others now.
    void faultsChanged();
    /// The owner takes nothing for now.
    void setStopped(bool stopped);
    void clear();

private:
    struct Waiting
    {
        Instant came;
        Instant passed; ///< the clogged part of the way
        EventId hold = kNoEvent;
        Frame frame;
    };
    Instant due(const Waiting& waiting) const;
    void passAgain();
    void pump();
    void deliverOne();
    Frame takeFirst();

    Owner& m_owner;
    Loop& m_loop;
    const std::shared_ptr<HostFaults> m_faults;
    const NodeId m_from;
    const NodeId m_to;
    const Way m_way;
    std::uint64_t m_linksVersion;
    LinkState m_state;
    bool m_stopped = false;
    std::deque<Waiting> m_waiting; ///< at most kHeldFramesLimit
    Timer m_timer;
};

} // namespace hw::world
