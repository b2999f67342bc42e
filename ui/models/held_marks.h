#pragma once

#include <QString>

#include <map>
#include <vector>

#include "engine/observe/event.h"
#include "engine/observe/snapshot.h"

namespace hw::ui {

/// What a leader said about a high watermark that stood still.
struct HeldMark
{
    Offset hw;
    std::vector<BrokerId> by;
    BrokerId leader = kNoBroker; ///< who said it
    QString clock;               ///< when
};

/// The newest of each partition. It tells of the present only while the mark still stands there.
class HeldMarks
{
public:
    static constexpr std::size_t kMost = 20000; ///< partitions; then the list begins anew

    void take(const std::vector<observe::Event>& events);
    /// Null if nothing was said about the mark as it is now.
    const HeldMark* of(const observe::PartitionPart& part, const observe::Gauges& gauges) const;

private:
    std::map<TopicPartition, HeldMark> m_marks;
};

} // namespace hw::ui
