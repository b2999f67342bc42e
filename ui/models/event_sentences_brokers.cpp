#include "ui/models/event_sentences.h"

#include "ui/models/outcome_sentences.h"
#include "ui/models/reason_words.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe::fact;

static QString hex(SessionId id) { return QStringLiteral("0x%1").arg(id.value(), 0, 16); }

QString EventSentences::operator()(const BrokerStarting& f) const
{
    return tr("Broker %1 starts.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerRecovered& f) const
{
    return f.clean ? tr("Broker %1 opened %n log(s) after a clean shutdown.", nullptr, f.logs)
                         .arg(f.broker.value())
                   : tr("Broker %1 recovered %n log(s) after a crash.", nullptr, f.logs)
                         .arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerWaitsForSession& f) const
{
    return tr("Broker %1 waits: its old ZooKeeper session %2 has not expired yet.")
        .arg(f.broker.value())
        .arg(hex(f.old));
}

QString EventSentences::operator()(const BrokerRegistered& f) const
{
    return tr("Broker %1 registered in ZooKeeper, broker epoch %2.")
        .arg(f.broker.value())
        .arg(f.epoch.value());
}

QString EventSentences::operator()(const BrokerReady& f) const
{
    return tr("Broker %1 is ready and serves clients.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerKilled& f) const
{
    return f.powerLoss
               ? tr("Broker %1 lost power: what was not synced is gone.").arg(f.broker.value())
               : tr("Broker %1 was killed.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerStopped& f) const
{
    return tr("Broker %1 stopped in an orderly way.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerFrozen& f) const
{
    return tr("Broker %1 was frozen.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerThawed& f) const
{
    return tr("Broker %1 was thawed.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerFailed& f) const
{
    return tr("Broker %1 failed: %2").arg(f.broker.value()).arg(ReasonWords::of(f.why));
}

QString EventSentences::operator()(const SessionOpened& f) const
{
    return tr("ZooKeeper session %1 of %2 opened, timeout %3.")
        .arg(hex(f.session), m_names.of(f.owner), Words::seconds(toMs(f.timeout)));
}

QString EventSentences::operator()(const SessionExpired& f) const
{
    return tr("ZooKeeper session %1 of %2 expired after %3 of silence.")
        .arg(hex(f.session), m_names.of(f.owner), Words::seconds(toMs(f.silentFor)));
}

QString EventSentences::operator()(const SessionClosed& f) const
{
    return tr("ZooKeeper session %1 of %2 was closed.").arg(hex(f.session), m_names.of(f.owner));
}

QString EventSentences::operator()(const ZnodeChanged& f) const
{
    switch (f.kind) {
    case ZnodeChanged::Kind::Created:
        return tr("Znode %1 was created.").arg(qs(f.path));
    case ZnodeChanged::Kind::Deleted:
        return tr("Znode %1 was deleted.").arg(qs(f.path));
    case ZnodeChanged::Kind::Data:
        break;
    }
    return tr("Znode %1 was written, version %2.").arg(qs(f.path)).arg(f.version);
}

QString EventSentences::operator()(const WatchFired& f) const
{
    return tr("The watch on %1 fired for %2.").arg(qs(f.path), m_names.of(f.to));
}

QString EventSentences::operator()(const SessionMoved& f) const
{
    return tr("ZooKeeper session %1 of %2 moved from %3 to %4.")
        .arg(hex(f.session), m_names.of(f.owner), m_names.of(f.from), m_names.of(f.to));
}

QString EventSentences::operator()(const EnsembleServerFailed& f) const
{
    return tr("%1 failed: %2").arg(m_names.of(NodeId::ensemble(f.server)), ReasonWords::of(f.why));
}

QString EventSentences::operator()(const EnsembleServerLooking& f) const
{
    return tr("%1 looks for a leader: %2")
        .arg(m_names.of(NodeId::ensemble(f.server)), ReasonWords::of(f.why));
}

QString EventSentences::operator()(const EnsembleLeaderElected& f) const
{
    return tr("%1 leads the ensemble, epoch %2.")
        .arg(m_names.of(NodeId::ensemble(f.server)))
        .arg(f.epoch);
}

QString EventSentences::operator()(const QuorumLost& f) const
{
    return tr("%1 finds no quorum: it hears of %2 of %3 servers.")
        .arg(m_names.of(NodeId::ensemble(f.server)))
        .arg(f.heard)
        .arg(f.servers);
}

QString EventSentences::operator()(const QuorumRegained& f) const
{
    return tr("%1 has a quorum again.").arg(m_names.of(NodeId::ensemble(f.server)));
}

QString EventSentences::operator()(const ControllerElected& f) const
{
    return tr("Broker %1 is the controller, epoch %2.").arg(f.broker.value()).arg(f.epoch.value());
}

QString EventSentences::operator()(const ControllerResigned& f) const
{
    return tr("Broker %1 is no longer the controller of epoch %2: %3")
        .arg(f.broker.value())
        .arg(f.epoch.value())
        .arg(ReasonWords::of(f.why));
}

QString EventSentences::operator()(const BrokerSeenAlive& f) const
{
    return tr("The controller sees broker %1 alive.").arg(f.broker.value());
}

QString EventSentences::operator()(const BrokerSeenDead& f) const
{
    return tr("The controller sees that broker %1 is gone.").arg(f.broker.value());
}

QString EventSentences::operator()(const CommandDone& f) const
{
    const QString outcome = OutcomeSentences::of(f.outcome, m_names);
    if (f.ok)
        return outcome.isEmpty()
                   ? tr("Command %1 has taken effect.").arg(f.command.value())
                   : tr("Command %1 has taken effect: %2").arg(f.command.value()).arg(outcome);
    return tr("Command %1 was refused: %2").arg(f.command.value()).arg(outcome);
}

QString EventSentences::operator()(const InvariantBroken& f) const
{
    return tr("Invariant %1 is broken: %2").arg(f.number).arg(qs(f.what));
}

} // namespace hw::ui
