#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/base/ids.h"

namespace hw::replica {

using Brokers = std::vector<BrokerId>;

inline bool holds(const Brokers& brokers, BrokerId broker)
{
    return std::ranges::find(brokers, broker) != brokers.end();
}

/// A leader's view of its in-sync replicas: what the controller has written down, and at most one
/// change that it was asked for and has not answered.
///
/// The *maximal* ISR is what counts for the high watermark meanwhile: whichever way the answer
/// goes, no replica that the controller may already count as in sync is left out. Kafka:
/// CommittedPartitionState, PendingExpandIsr, PendingShrinkIsr.
class IsrState
{
public:
    const Brokers& committed() const { return m_committed; }
    const std::optional<Brokers>& proposed() const { return m_proposed; }
    bool isInFlight() const { return m_proposed.has_value(); }
    /// Counts the proposals, to tell an answer to an older one.
    std::uint64_t round() const { return m_round; }
    const Brokers& maximal() const
    {
        return m_proposed && m_proposed->size() > m_committed.size() ? *m_proposed : m_committed;
    }

    /// The controller has said so: ends what was in flight.
    void commit(Brokers isr)
    {
        m_committed = std::move(isr);
        m_proposed.reset();
        ++m_round;
    }
    void propose(Brokers isr)
    {
        m_proposed = std::move(isr);
        ++m_round;
    }
    /// The controller refused for good: back to what is committed.
    void rollBack()
    {
        m_proposed.reset();
        ++m_round;
    }

private:
    Brokers m_committed;
    std::optional<Brokers> m_proposed;
    std::uint64_t m_round = 0;
};

} // namespace hw::replica
