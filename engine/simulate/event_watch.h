#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "engine/observe/event.h"
#include "engine/simulate/excuses.h"
#include "engine/simulate/findings.h"

namespace hw::simulate {

/// What must hold of the events themselves:
///
///   4   in each epoch of a partition one broker was elected, and nobody else leads; no broker
///       goes back to an older epoch, or begins one again that it leads
///   6   one controller for each controller epoch, and a broker's epochs rise
///   11  no broker and no log fails, as long as disks work
class EventWatch
{
public:
    /// Both outlive it.
    EventWatch(Findings& findings, const Excuses& excuses)
        : m_findings(findings)
        , m_excuses(excuses)
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
    /// When it was told of the living brokers for the first time in this life.
    std::optional<Instant> readySince(NodeId broker) const;

private:
    void noteDisk(const observe::Event& event);
    void noteController(const observe::fact::ControllerElected& elected);
    void topicMade(const std::string& topic, Zxid zxid);
    void forget(const std::string& topic);
    void tell(const observe::Event& event, const TopicPartition& partition, LeaderEpoch epoch);

    Findings& m_findings;
    const Excuses& m_excuses;
    std::map<NodeId, bool> m_badDisks;  ///< bad now, or bad since the broker was last ready
    std::map<std::string, Zxid> m_made; ///< topics, and when they were last made
    std::map<std::pair<NodeId, TopicPartition>, Told> m_told;
    std::map<std::pair<NodeId, TopicPartition>, LeaderEpoch> m_leads; ///< in the broker's life
    std::map<NodeId, Instant> m_ready;
    std::map<std::pair<TopicPartition, LeaderEpoch>, BrokerId> m_elected;
    std::map<ControllerEpoch, BrokerId> m_controllers;
    std::map<BrokerId, ControllerEpoch> m_ownEpochs; ///< newest of each
};

} // namespace hw::simulate
