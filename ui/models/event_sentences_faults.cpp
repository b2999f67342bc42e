#include "ui/models/event_sentences.h"

#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;
using namespace observe::fact;

QString EventSentences::place(NodeId node)
{
    return node == NodeId::outside(0) ? tr("outside programs") : Words::node(node);
}

/// The same as the first word of a sentence; a server's name stays as it is.
QString EventSentences::placeFirst(NodeId node)
{
    QString name = place(node);
    if (node.kind != NodeId::Kind::Ensemble && !name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

/// `Fetch`, `Fetch response` or any, in the person's language.
QString EventSentences::message(const std::string& what)
{
    static constexpr std::string_view kResponse = " response";
    if (what.empty() || what == "message")
        return tr("message");
    return what.ends_with(kResponse)
               ? tr("%1 response").arg(qs(what.substr(0, what.size() - kResponse.size())))
               : qs(what);
}

QString EventSentences::linkFault(const Fault& fault)
{
    const QString link = fault.bothWays
                             ? tr("%1 and %2").arg(place(fault.node), place(fault.to))
                             : tr("%1 towards %2").arg(place(fault.node), place(fault.to));
    switch (fault.kind) {
    case FaultKind::Cut:
        return tr("The link is cut: %1.").arg(link);
    case FaultKind::Delay:
        return tr("The link is slow, %2 ms more for each message: %1.")
            .arg(link)
            .arg(toMs(fault.time));
    case FaultKind::Clog:
        return tr("The link is clogged, %2 bytes a second: %1.")
            .arg(link)
            .arg(fault.bytesPerSecond);
    case FaultKind::Hold:
        return fault.what.empty() ? tr("The next message is held: %1.").arg(link)
                                  : tr("The next %2 is held: %1.").arg(link, message(fault.what));
    default:
        return tr("All connections were reset: %1.").arg(link);
    }
}

QString EventSentences::nodeFault(const Fault& fault)
{
    const QString node = place(fault.node);
    switch (fault.kind) {
    case FaultKind::Crash:
        return tr("%1 was killed.").arg(placeFirst(fault.node));
    case FaultKind::PowerLoss:
        return tr("%1 lost power.").arg(placeFirst(fault.node));
    case FaultKind::Freeze:
        return tr("%1 froze.").arg(placeFirst(fault.node));
    case FaultKind::ClockJump:
        return tr("The clock of %1 is wrong by %2 ms.").arg(node).arg(toMs(fault.time));
    case FaultKind::SlowDisk:
        return tr("The disk of %1 is slow: %2 ms for each write.").arg(node).arg(toMs(fault.time));
    case FaultKind::DiskFull:
        return tr("The disk of %1 is full.").arg(node);
    case FaultKind::WriteError:
        return tr("The disk of %1 fails to write.").arg(node);
    case FaultKind::FsyncError:
        return tr("The disk of %1 fails to sync.").arg(node);
    case FaultKind::TornWrite:
        return tr("The disk of %1 writes only half of what it is given.").arg(node);
    case FaultKind::FlippedByte:
        return tr("A byte on the disk of %1 is wrong: %2.").arg(node, qs(fault.what));
    case FaultKind::SlowConsumer:
        return tr("The application of %1 takes %2 ms for each record.")
            .arg(node)
            .arg(toMs(fault.time));
    case FaultKind::SilentPoll:
        return fault.time == Duration::zero() ? tr("The application of %1 does not poll.").arg(node)
                                              : tr("The application of %1 does not poll for %2 ms.")
                                                    .arg(node)
                                                    .arg(toMs(fault.time));
    case FaultKind::NoHeartbeats:
        return fault.time == Duration::zero()
                   ? tr("%1 sends no heartbeats.").arg(placeFirst(fault.node))
                   : tr("%1 sends no heartbeats for %2 ms.")
                         .arg(placeFirst(fault.node))
                         .arg(toMs(fault.time));
    case FaultKind::Flapping:
        return tr("%1 leaves its group every %2 ms and returns.")
            .arg(placeFirst(fault.node))
            .arg(toMs(fault.time));
    default:
        return tr("The ZooKeeper session of %1 was ended.").arg(node);
    }
}

QString EventSentences::operator()(const FaultStarted& f) const
{
    return isOfLink(f.fault.kind) ? linkFault(f.fault) : nodeFault(f.fault);
}

QString EventSentences::operator()(const FaultEnded& f) const
{
    return tr("No more: %1").arg((*this)(FaultStarted{f.fault}));
}

QString EventSentences::operator()(const MessageHeld& f) const
{
    return tr("A message of %1 bytes is held on its way from %2 to %3: %4.")
        .arg(f.bytes)
        .arg(Words::node(f.from), Words::node(f.to), message(f.what));
}

} // namespace hw::ui
