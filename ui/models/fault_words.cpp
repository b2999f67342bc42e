#include "ui/models/fault_words.h"

#include <algorithm>

#include "ui/models/event_sentences.h"
#include "ui/models/event_text.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe;

QString FaultWords::sentence(const Fault& fault, const NodeNames& names)
{
    return sentenceOf(fact::FaultStarted{fault}, names);
}

bool FaultWords::isHeld(const FaultPart& part)
{
    return part.fault.kind == FaultKind::Hold && part.caught;
}

static QString heldFor(const FaultPart& part, Instant now)
{
    return Words::seconds(toMs(std::max(Duration(), now - part.since)));
}

QString FaultWords::sentence(const FaultPart& part, const NodeNames& names, Instant now)
{
    if (!isHeld(part))
        return sentence(part.fault, names);
    return tr("%1, %2 → %3, held %4.")
        .arg(EventSentences::message(part.fault.what), names.of(part.fault.node),
             names.of(part.fault.to), heldFor(part, now));
}

QString FaultWords::word(const FaultPart& part, Instant now, const QString& arrow)
{
    using enum FaultKind;
    const Fault& fault = part.fault;
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
        return part.caught ? tr("%1 held %2", "a message, a time")
                                 .arg(EventSentences::message(fault.what), heldFor(part, now))
                           : tr("holds the next");
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
    return NodeNames(snapshot).first(node);
}

} // namespace hw::ui
