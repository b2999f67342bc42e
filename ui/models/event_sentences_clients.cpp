#include "ui/models/event_sentences.h"

#include "ui/models/reason_words.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe::fact;

static QString nameOf(const std::string& name, NodeId client)
{
    return name.empty() ? Words::node(client) : qs(name);
}

QString EventSentences::operator()(const GroupStateChanged& f) const
{
    const QString moved = tr("%1: %2 → %3, generation %4.")
                              .arg(qs(f.group), Words::groupState(f.from), Words::groupState(f.to))
                              .arg(f.generation.value());
    return f.kind ? moved + QStringLiteral(" ") + Words::rebalance(*f.kind, f.member) : moved;
}

QString EventSentences::operator()(const MemberJoined& f) const
{
    return f.rejoin ? tr("%1: member %2 joined again.").arg(qs(f.group), qs(f.clientId))
                    : tr("%1: member %2 joined.").arg(qs(f.group), qs(f.clientId));
}

QString EventSentences::operator()(const MemberLeft& f) const
{
    const QString silent = Words::seconds(toMs(f.silentFor));
    switch (f.cause) {
    case LeaveCause::Left:
        return tr("%1: member %2 left.").arg(qs(f.group), qs(f.clientId));
    case LeaveCause::SessionExpired:
        return tr("%1: member %2 is out: no heartbeat for %3 (session.timeout.ms).")
            .arg(qs(f.group), qs(f.clientId), silent);
    case LeaveCause::RebalanceTimeout:
        return tr("%1: member %2 is out: it did not join again in time (max.poll.interval.ms).")
            .arg(qs(f.group), qs(f.clientId));
    case LeaveCause::PendingExpired:
        return tr("%1: member %2 was given an id and never joined with it.")
            .arg(qs(f.group), qs(f.clientId));
    case LeaveCause::Removed:
        return tr("%1: member %2 was removed.").arg(qs(f.group), qs(f.clientId));
    }
    return {};
}

QString EventSentences::operator()(const GenerationFormed& f) const
{
    return tr("%1: generation %2 has %n member(s); %3 assigns.", nullptr, f.members)
        .arg(qs(f.group))
        .arg(f.generation.value())
        .arg(qs(f.protocol));
}

QString EventSentences::operator()(const AssignmentStored& f) const
{
    return tr("%1: the assignment of generation %2 is stored.")
        .arg(qs(f.group))
        .arg(f.generation.value());
}

QString EventSentences::operator()(const MemberReconciled& f) const
{
    if (!f.revoking.empty())
        return tr("%1: %2 has to give up %n partition(s) first.", nullptr,
                  static_cast<int>(f.revoking.size()))
            .arg(qs(f.group), qs(f.member));
    const auto has = static_cast<int>(f.owned.size());
    return (f.whole ? tr("%1: %2 has all that is meant for it: %n partition(s).", nullptr, has)
                    : tr("%1: %2 has %n partition(s) and waits for more.", nullptr, has))
        .arg(qs(f.group), qs(f.member));
}

QString EventSentences::operator()(const CoordinatorLoaded& f) const
{
    return tr("Broker %1 coordinates the groups of __consumer_offsets-%2: %n group(s) loaded.",
              nullptr, f.groups)
        .arg(f.broker.value())
        .arg(f.offsetsPartition);
}

QString EventSentences::operator()(const CoordinatorUnloaded& f) const
{
    return tr("Broker %1 no longer coordinates the groups of __consumer_offsets-%2.")
        .arg(f.broker.value())
        .arg(f.offsetsPartition);
}

QString EventSentences::operator()(const ClientConnected& f) const
{
    return tr("Client %1 connected from %2.").arg(nameOf(f.clientId, f.client), qs(f.address));
}

QString EventSentences::operator()(const ClientDisconnected& f) const
{
    return tr("Client %1 at %2 disconnected.").arg(nameOf(f.clientId, f.client), qs(f.address));
}

QString EventSentences::operator()(const ConnectionRefused& f) const
{
    return tr("The connection from %1 was closed: %2").arg(qs(f.address), ReasonWords::of(f.why));
}

QString EventSentences::operator()(const ProducerStarted& f) const
{
    return tr("Producer %1 started.").arg(nameOf(f.name, f.client));
}

QString EventSentences::operator()(const ProducerStopped& f) const
{
    return tr("Producer %1 stopped.").arg(nameOf(f.name, f.client));
}

QString EventSentences::operator()(const ConsumerStarted& f) const
{
    return tr("Consumer %1 of %2 started.").arg(nameOf(f.name, f.client), qs(f.group));
}

QString EventSentences::operator()(const ConsumerStopped& f) const
{
    return f.crashed ? tr("Consumer %1 of %2 crashed.").arg(nameOf(f.name, f.client), qs(f.group))
                     : tr("Consumer %1 of %2 stopped.").arg(nameOf(f.name, f.client), qs(f.group));
}

QString EventSentences::operator()(const SendFailed& f) const
{
    return tr("%n record(s) for %1 could not be sent: %2", nullptr, f.records)
        .arg(qs(f.partition.text()), qs(f.error));
}

QString EventSentences::operator()(const AckedRecordsLost& f) const
{
    return tr("%1: acknowledged, then lost: offsets %2–%3, epoch %4.")
        .arg(qs(f.partition.text()))
        .arg(f.from.value())
        .arg(f.to.value())
        .arg(f.epoch.value());
}

} // namespace hw::ui
