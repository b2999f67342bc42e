#pragma once

#include <map>
#include <set>
#include <utility>

#include "engine/observe/event.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// What must hold of the events themselves:
///
///   4   in each epoch of a partition one broker was elected, and nobody else leads
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

private:
    Findings& m_findings;
    std::map<std::pair<TopicPartition, LeaderEpoch>, BrokerId> m_elected;
    std::map<ControllerEpoch, BrokerId> m_controllers;
};

} // namespace hw::simulate
