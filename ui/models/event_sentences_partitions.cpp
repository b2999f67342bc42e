#include "ui/models/event_sentences.h"

#include "ui/models/reason_words.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace observe::fact;

QString EventSentences::election(ElectionKind kind)
{
    switch (kind) {
    case ElectionKind::NewPartition:
        return tr("new partition");
    case ElectionKind::Offline:
        return tr("the old leader is gone");
    case ElectionKind::Unclean:
        return tr("unclean: no in-sync replica was left");
    case ElectionKind::Preferred:
        return tr("preferred leader");
    case ElectionKind::Reassignment:
        return tr("reassignment");
    case ElectionKind::ControlledShutdown:
        return tr("the old leader shuts down");
    }
    return {};
}

QString EventSentences::operator()(const TopicCreated& f) const
{
    return tr("Topic %1 was created with %n partition(s), replication factor %2.", nullptr,
              f.partitions)
        .arg(qs(f.topic))
        .arg(f.replicationFactor);
}

QString EventSentences::operator()(const PartitionsAdded& f) const
{
    return tr("Topic %1 has %2 partitions instead of %3.").arg(qs(f.topic)).arg(f.to).arg(f.from);
}

QString EventSentences::operator()(const TopicDeletionStarted& f) const
{
    return tr("Topic %1 is being deleted.").arg(qs(f.topic));
}

QString EventSentences::operator()(const ConfigChanged& f) const
{
    return tr("Settings of %1 changed: %2.").arg(qs(f.entity), qs(f.what));
}

QString EventSentences::operator()(const TopicDeleted& f) const
{
    return tr("Topic %1 was deleted.").arg(qs(f.topic));
}

QString EventSentences::operator()(const LeaderElected& f) const
{
    const QString isr = Words::brokers(f.isr);
    if (f.from == kNoBroker)
        return tr("%1: leader %2, epoch %3, ISR %4 (%5).")
            .arg(qs(f.partition.text()))
            .arg(f.to.value())
            .arg(f.epoch.value())
            .arg(isr, election(f.kind));
    return tr("%1: leader %2 → %3, epoch %4, ISR %5 (%6).")
        .arg(qs(f.partition.text()))
        .arg(f.from.value())
        .arg(f.to.value())
        .arg(f.epoch.value())
        .arg(isr, election(f.kind));
}

QString EventSentences::operator()(const PartitionOffline& f) const
{
    return tr("%1 has no leader: the last in-sync replica is gone (ISR %2).")
        .arg(qs(f.partition.text()), Words::brokers(f.isr));
}

QString EventSentences::operator()(const ReassignmentStarted& f) const
{
    if (f.resumed)
        return tr("%1 goes on moving from %2 to %3 under a new controller.")
            .arg(qs(f.partition.text()), Words::brokers(f.from), Words::brokers(f.to));
    return tr("%1 moves from %2 to %3: the new replicas begin to copy.")
        .arg(qs(f.partition.text()), Words::brokers(f.from), Words::brokers(f.to));
}

QString EventSentences::operator()(const ReassignmentCompleted& f) const
{
    return tr("%1 has moved: its replicas are %2.")
        .arg(qs(f.partition.text()), Words::brokers(f.replicas));
}

QString EventSentences::operator()(const ReassignmentCancelled& f) const
{
    return tr("%1 does not move: its replicas stay %2.")
        .arg(qs(f.partition.text()), Words::brokers(f.replicas));
}

QString EventSentences::operator()(const ZombieFenced& f) const
{
    switch (f.role) {
    case ZombieFenced::Role::Controller:
        return tr("Broker %1 acted as controller of epoch %2 and was refused: epoch %3 reigns.")
            .arg(f.broker.value())
            .arg(f.epoch)
            .arg(f.newest);
    case ZombieFenced::Role::Leader:
        return tr("Broker %1 acted as leader of %2 in epoch %3 and was refused: it is epoch %4.")
            .arg(f.broker.value())
            .arg(qs(f.partition.text()))
            .arg(f.epoch)
            .arg(f.newest);
    case ZombieFenced::Role::Broker:
        break;
    }
    return tr("Broker %1 acted with its earlier registration and was refused.")
        .arg(f.broker.value());
}

QString EventSentences::operator()(const IsrReduced& f) const
{
    if (f.why == IsrReduction::ShuttingDown)
        return tr("%1: the controller took broker %2, which is stopping, out of the ISR, now %3.")
            .arg(qs(f.partition.text()))
            .arg(f.removed.value())
            .arg(Words::brokers(f.isr));
    if (f.why == IsrReduction::Reassigned)
        return tr("%1: the controller took broker %2, which it leaves, out of the ISR, now %3.")
            .arg(qs(f.partition.text()))
            .arg(f.removed.value())
            .arg(Words::brokers(f.isr));
    return tr("%1: the controller took dead broker %2 out of the ISR, now %3.")
        .arg(qs(f.partition.text()))
        .arg(f.removed.value())
        .arg(Words::brokers(f.isr));
}

QString EventSentences::operator()(const BecameLeader& f) const
{
    return tr("%1: became leader of epoch %2 at LEO %3, HW %4.")
        .arg(qs(f.partition.text()))
        .arg(f.epoch.value())
        .arg(f.leo.value())
        .arg(f.hw.value());
}

QString EventSentences::operator()(const BecameFollower& f) const
{
    return tr("%1: became follower of broker %2, epoch %3, at LEO %4.")
        .arg(qs(f.partition.text()))
        .arg(f.leader.value())
        .arg(f.epoch.value())
        .arg(f.leo.value());
}

QString EventSentences::operator()(const IsrShrunk& f) const
{
    if (f.lag == Duration::zero())
        return tr("%1: leader takes %2 out of the ISR, leaving %3: not caught up with this leader "
                  "yet (replica.lag.time.max.ms).")
            .arg(qs(f.partition.text()), Words::brokers(f.removed), Words::brokers(f.isr));
    return tr("%1: leader takes %2 out of the ISR, leaving %3: not caught up for %4 "
              "(replica.lag.time.max.ms).")
        .arg(qs(f.partition.text()), Words::brokers(f.removed), Words::brokers(f.isr),
             Words::seconds(toMs(f.lag)));
}

QString EventSentences::operator()(const IsrExpanded& f) const
{
    return tr("%1: broker %2 is back in the ISR, now %3.")
        .arg(qs(f.partition.text()))
        .arg(f.added.value())
        .arg(Words::brokers(f.isr));
}

QString EventSentences::operator()(const LogTruncated& f) const
{
    return tr("%1: log cut from LEO %2 to %3: %4")
        .arg(qs(f.partition.text()))
        .arg(f.from.value())
        .arg(f.to.value())
        .arg(ReasonWords::of(f.why));
}

QString EventSentences::operator()(const LogRecovered& f) const
{
    return tr("%1: log recovered to LEO %2, %3 bytes cut.")
        .arg(qs(f.partition.text()))
        .arg(f.leo.value())
        .arg(f.bytesCut);
}

QString EventSentences::operator()(const SegmentRolled& f) const
{
    return tr("%1: new segment from offset %2.").arg(qs(f.partition.text())).arg(f.base.value());
}

QString EventSentences::operator()(const SegmentsDeleted& f) const
{
    return tr("%1: old segments from offset %2 up to %3 deleted (%4 bytes): %5.")
        .arg(qs(f.partition.text()))
        .arg(f.from.value())
        .arg(f.to.value())
        .arg(f.bytes)
        .arg(ReasonWords::of(f.why));
}

QString EventSentences::operator()(const LogFailed& f) const
{
    return tr("%1: the log failed: %2").arg(qs(f.partition.text()), ReasonWords::of(f.why));
}

QString EventSentences::operator()(const LogCleaned& f) const
{
    return tr("%1: compacted up to offset %2: %3 of %4 records are left, %5 of %6 bytes; "
              "tombstones "
              "kept: %7, dropped: %8.")
        .arg(qs(f.partition.text()))
        .arg(f.to.value())
        .arg(f.recordsAfter)
        .arg(f.recordsBefore)
        .arg(f.bytesAfter)
        .arg(f.bytesBefore)
        .arg(f.tombstonesKept)
        .arg(f.tombstonesDropped);
}

QString EventSentences::operator()(const LogUncleanable& f) const
{
    return tr("%1: the log cannot be compacted: %2")
        .arg(qs(f.partition.text()), ReasonWords::of(f.why));
}

QString EventSentences::operator()(const HighWatermarkHeld& f) const
{
    return tr("%1: HW %2 is held back by broker %3.")
        .arg(qs(f.partition.text()))
        .arg(f.hw.value())
        .arg(Words::brokers(f.by));
}

} // namespace hw::ui
