#include "ui/models/fault_words.h"

#include "ui/models/event_text.h"
#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

QString FaultWords::sentence(const Fault& fault) { return sentenceOf(fact::FaultStarted{fault}); }

QString FaultWords::word(const Fault& fault, bool caught, const QString& arrow)
{
    using enum FaultKind;
    switch (fault.kind) {
    case Crash:
        return tr("killed");
    case PowerLoss:
        return tr("no power");
    case Freeze:
        return tr("frozen");
    case ClockJump:
        return tr("clock %1%2 s")
            .arg(fault.time < Duration::zero() ? QString() : QStringLiteral("+"))
            .arg(toMs(fault.time) / 1000);
    case Cut:
        return fault.bothWays ? tr("cut") : tr("cut %1").arg(arrow).trimmed();
    case Delay:
        return tr("+%1 ms").arg(toMs(fault.time));
    case Clog:
        return tr("%1 kB/s").arg(fault.bytesPerSecond / 1000);
    case Hold:
        return caught ? tr("held") : tr("holds the next");
    case SlowDisk:
        return tr("slow disk");
    case DiskFull:
        return tr("disk full");
    case WriteError:
        return tr("write errors");
    case FsyncError:
        return tr("sync errors");
    case TornWrite:
        return tr("torn writes");
    case FlippedByte:
        return tr("flipped byte");
    case SlowConsumer:
        return tr("%1 ms per record").arg(toMs(fault.time));
    case SilentPoll:
        return tr("does not poll");
    case NoHeartbeats:
        return tr("no heartbeats");
    case Flapping:
        return tr("comes and goes");
    case Reset:
        return tr("reset");
    case SessionExpired:
        return tr("session ended");
    }
    return {};
}

Glyph FaultWords::glyph(FaultKind kind)
{
    if (isOfDisk(kind))
        return Glyph::Disk;
    switch (kind) {
    case FaultKind::Freeze:
        return Glyph::Snowflake;
    case FaultKind::Crash:
    case FaultKind::PowerLoss:
        return Glyph::Power;
    case FaultKind::ClockJump:
    case FaultKind::Delay:
    case FaultKind::SlowConsumer:
        return Glyph::Clock;
    case FaultKind::Hold:
    case FaultKind::SilentPoll:
        return Glyph::Pause;
    case FaultKind::Flapping:
        return Glyph::Step;
    default:
        return Glyph::Cross;
    }
}

bool FaultWords::isShownByNode(FaultKind kind)
{
    return kind == FaultKind::Crash || kind == FaultKind::PowerLoss || kind == FaultKind::Freeze;
}

QString FaultWords::nodeName(NodeId node, const Snapshot& snapshot)
{
    if (node == NodeId::outside(0))
        return tr("outside programs");
    if (const auto* producer = findProducer(snapshot, node))
        return qs(producer->name);
    for (const auto& consumer : snapshot.consumers) {
        if (consumer->client == node)
            return qs(consumer->name);
    }
    const QString name = Words::node(node);
    if (node.kind == NodeId::Kind::Ensemble) // a server's name stays as it is
        return name;
    return name.left(1).toUpper() + name.mid(1);
}

} // namespace hw::ui
