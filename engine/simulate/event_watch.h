#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/observe/event.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// What must hold of the events themselves:
///
///   4   in each epoch of a partition one broker was elected, and nobody else leads; no broker
///       goes back to an older epoch
///   6   controller epochs rise, one controller each
///   11  no broker and no log fails, as long as disks work
class EventWatch
{
public:
    explicit EventWatch(Findings& findings)
        : m_findings(findings)
    {
    }
    void note(const observe::Event& event);

    /// The newest epoch that a broker was told of a partition, and when.
    struct Told
    {
        LeaderEpoch epoch;
        Instant at;
    };
    /// None: nothing since it started, or since the topic was made.
    std::optional<Told> told(NodeId broker, const TopicPartition& partition) const;

private:
    void tell(const observe::Event& event, const TopicPartition& partition, LeaderEpoch epoch);

    Findings& m_findings;
    std::map<std::pair<NodeId, TopicPartition>, Told> m_told;
    std::map<std::pair<TopicPartition, LeaderEpoch>, BrokerId> m_elected;
    std::map<ControllerEpoch, BrokerId> m_controllers;
};

} // namespace hw::simulate
