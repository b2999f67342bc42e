#pragma once

#include <algorithm>

#include "engine/base/ids.h"

namespace hw::replica {

/// The first offset that some in-sync replica may not have yet; consumers read below it.
///
///     logStart         HW            LEO
///     |==== committed ==|-- not yet --|
///
/// Never moves back within one leader epoch. A follower's own mark follows its leader's, one fetch
/// behind.  Kafka: UnifiedLog.maybeIncrementHighWatermark, updateHighWatermark.
class HighWatermark
{
public:
    explicit HighWatermark(Offset start)
        : m_value(start)
    {
    }
    Offset value() const { return m_value; }

    /// As leader: takes the lowest log end of the replicas that count. True if the mark moved.
    bool raiseTo(Offset lowest)
    {
        // A follower that has just rejoined may lag for one fetch: the mark waits, it never falls.
        if (lowest <= m_value)
            return false;
        m_value = lowest;
        return true;
    }
    /// As follower: takes what the leader says, as far as the own log holds it.
    void follow(Offset leaders, Offset logStart, Offset logEnd)
    {
        m_value = std::clamp(leaders, logStart, logEnd);
    }
    /// The log was cut or its start was raised: the mark cannot lie outside it.
    void keepWithin(Offset logStart, Offset logEnd) { follow(m_value, logStart, logEnd); }

private:
    Offset m_value;
};

} // namespace hw::replica
