#include "ui/models/event_sentences.h"

#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;
using namespace observe::fact;

QString EventSentences::message(const std::string& what)
{
    static constexpr std::string_view kResponse = " response";
    if (what == "response")
        return tr("response");
    if (what.empty() || what == "message")
        return tr("message");
    return what.ends_with(kResponse)
               ? tr("%1 response").arg(qs(what.substr(0, what.size() - kResponse.size())))
               : qs(what);
}

QString EventSentences::link(const Fault& fault) const
{
    return fault.bothWays ? tr("%1 and %2").arg(m_names.of(fault.node), m_names.of(fault.to))
                          : tr("%1 towards %2").arg(m_names.of(fault.node), m_names.of(fault.to));
}

QString EventSentences::linkFault(const Fault& fault) const
{
    const QString link = this->link(fault);
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

QString EventSentences::nodeFault(const Fault& fault) const
{
    const QString node = m_names.of(fault.node);
    switch (fault.kind) {
    case FaultKind::Crash:
        return tr("%1 was killed.").arg(m_names.first(fault.node));
    case FaultKind::PowerLoss:
        return tr("%1 lost power.").arg(m_names.first(fault.node));
    case FaultKind::Freeze:
        return tr("%1 froze.").arg(m_names.first(fault.node));
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
                   ? tr("%1 sends no heartbeats.").arg(m_names.first(fault.node))
                   : tr("%1 sends no heartbeats for %2 ms.")
                         .arg(m_names.first(fault.node))
                         .arg(toMs(fault.time));
    case FaultKind::Flapping:
        return tr("%1 leaves its group every %2 ms and returns.")
            .arg(m_names.first(fault.node))
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
    if (f.fault.kind == FaultKind::Hold) // whether it had come or not
        return tr("No longer held: %1, %2.").arg(message(f.fault.what), link(f.fault));
    return tr("No more: %1").arg((*this)(FaultStarted{f.fault}));
}

QString EventSentences::operator()(const MessageHeld& f) const
{
    return tr("A message of %1 bytes is held on its way from %2 to %3: %4.")
        .arg(f.bytes)
        .arg(m_names.of(f.from), m_names.of(f.to), message(f.what));
}

} // namespace hw::ui
