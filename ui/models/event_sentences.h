#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/observe/facts.h"
#include "ui/models/node_names.h"

namespace hw::ui {

/// Puts each kind of fact into a sentence; visits `observe::Fact`.
class EventSentences
{
    Q_DECLARE_TR_FUNCTIONS(EventSentences)
public:
    /// `names` outlive it.
    explicit EventSentences(const NodeNames& names)
        : m_names(names)
    {
    }

    /// `Fetch v13`, `Fetch response` or any, in the person's language.
    static QString message(const std::string& what);

    QString operator()(const observe::fact::BrokerStarting& f) const;
    QString operator()(const observe::fact::BrokerRecovered& f) const;
    QString operator()(const observe::fact::BrokerWaitsForSession& f) const;
    QString operator()(const observe::fact::BrokerRegistered& f) const;
    QString operator()(const observe::fact::BrokerReady& f) const;
    QString operator()(const observe::fact::BrokerKilled& f) const;
    QString operator()(const observe::fact::BrokerStopped& f) const;
    QString operator()(const observe::fact::BrokerFrozen& f) const;
    QString operator()(const observe::fact::BrokerThawed& f) const;
    QString operator()(const observe::fact::BrokerFailed& f) const;
    QString operator()(const observe::fact::SessionOpened& f) const;
    QString operator()(const observe::fact::SessionExpired& f) const;
    QString operator()(const observe::fact::SessionClosed& f) const;
    QString operator()(const observe::fact::ZnodeChanged& f) const;
    QString operator()(const observe::fact::WatchFired& f) const;
    QString operator()(const observe::fact::SessionMoved& f) const;
    QString operator()(const observe::fact::EnsembleServerFailed& f) const;
    QString operator()(const observe::fact::EnsembleServerLooking& f) const;
    QString operator()(const observe::fact::EnsembleLeaderElected& f) const;
    QString operator()(const observe::fact::QuorumLost& f) const;
    QString operator()(const observe::fact::QuorumRegained& f) const;
    QString operator()(const observe::fact::ControllerElected& f) const;
    QString operator()(const observe::fact::ControllerResigned& f) const;
    QString operator()(const observe::fact::BrokerSeenAlive& f) const;
    QString operator()(const observe::fact::BrokerSeenDead& f) const;
    QString operator()(const observe::fact::TopicCreated& f) const;
    QString operator()(const observe::fact::PartitionsAdded& f) const;
    QString operator()(const observe::fact::TopicDeletionStarted& f) const;
    QString operator()(const observe::fact::TopicDeleted& f) const;
    QString operator()(const observe::fact::ConfigChanged& f) const;
    QString operator()(const observe::fact::LeaderElected& f) const;
    QString operator()(const observe::fact::PartitionOffline& f) const;
    QString operator()(const observe::fact::IsrReduced& f) const;
    QString operator()(const observe::fact::ReassignmentStarted& f) const;
    QString operator()(const observe::fact::ReassignmentCompleted& f) const;
    QString operator()(const observe::fact::ReassignmentCancelled& f) const;
    QString operator()(const observe::fact::ZombieFenced& f) const;
    QString operator()(const observe::fact::BecameLeader& f) const;
    QString operator()(const observe::fact::BecameFollower& f) const;
    QString operator()(const observe::fact::IsrShrunk& f) const;
    QString operator()(const observe::fact::IsrExpanded& f) const;
    QString operator()(const observe::fact::LogTruncated& f) const;
    QString operator()(const observe::fact::LogRecovered& f) const;
    QString operator()(const observe::fact::SegmentRolled& f) const;
    QString operator()(const observe::fact::SegmentsDeleted& f) const;
    QString operator()(const observe::fact::LogFailed& f) const;
    QString operator()(const observe::fact::LogCleaned& f) const;
    QString operator()(const observe::fact::LogUncleanable& f) const;
    QString operator()(const observe::fact::HighWatermarkHeld& f) const;
    QString operator()(const observe::fact::GroupStateChanged& f) const;
    QString operator()(const observe::fact::MemberJoined& f) const;
    QString operator()(const observe::fact::MemberLeft& f) const;
    QString operator()(const observe::fact::GenerationFormed& f) const;
    QString operator()(const observe::fact::AssignmentStored& f) const;
    QString operator()(const observe::fact::MemberReconciled& f) const;
    QString operator()(const observe::fact::CoordinatorLoaded& f) const;
    QString operator()(const observe::fact::CoordinatorUnloaded& f) const;
    QString operator()(const observe::fact::ClientConnected& f) const;
    QString operator()(const observe::fact::ClientDisconnected& f) const;
    QString operator()(const observe::fact::ConnectionRefused& f) const;
    QString operator()(const observe::fact::ProducerStarted& f) const;
    QString operator()(const observe::fact::ProducerStopped& f) const;
    QString operator()(const observe::fact::ConsumerStarted& f) const;
    QString operator()(const observe::fact::ConsumerStopped& f) const;
    QString operator()(const observe::fact::SendFailed& f) const;
    QString operator()(const observe::fact::AckedRecordsLost& f) const;
    QString operator()(const observe::fact::CommandDone& f) const;
    QString operator()(const observe::fact::FaultStarted& f) const;
    QString operator()(const observe::fact::FaultEnded& f) const;
    QString operator()(const observe::fact::MessageHeld& f) const;
    QString operator()(const observe::fact::InvariantBroken& f) const;

private:
    static QString election(observe::fact::ElectionKind kind);
    QString link(const observe::Fault& fault) const;
    QString linkFault(const observe::Fault& fault) const;
    QString nodeFault(const observe::Fault& fault) const;

    const NodeNames& m_names;
};

} // namespace hw::ui
