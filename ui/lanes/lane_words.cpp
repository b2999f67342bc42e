#include "ui/lanes/lane_words.h"

#include <QStringList>

#include <algorithm>

#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

QString LaneWords::brief(LaneMark::Kind kind)
{
    switch (kind) {
    case LaneMark::Kind::Join:
        return QStringLiteral("Join");
    case LaneMark::Kind::Sync:
        return QStringLiteral("Sync");
    default:
        return {};
    }
}

QString LaneWords::event(LaneEvent::Kind kind)
{
    switch (kind) {
    case LaneEvent::Kind::Joined:
        return tr("a member joined");
    case LaneEvent::Kind::Left:
        return tr("a member left");
    case LaneEvent::Kind::Thrown:
        return tr("a member was put out");
    case LaneEvent::Kind::Formed:
        return tr("a generation was formed");
    case LaneEvent::Kind::Stored:
        return tr("the assignment was stored");
    case LaneEvent::Kind::Moved:
        return tr("the coordinator moved");
    }
    return {};
}

bool LaneWords::isNotice(const std::string& error)
{
    return error == "MEMBER_ID_REQUIRED" || error == "REBALANCE_IN_PROGRESS";
}

QString LaneWords::clock(Instant at, std::int64_t wallOffsetMs)
{
    return WallClock::clock(toMs(at.sinceStart()) + wallOffsetMs);
}

QString LaneWords::lasted(Duration time)
{
    const double ms = std::chrono::duration<double, std::milli>(time).count();
    return ms < 1000 ? tr("%1 ms").arg(ms, 0, 'f', ms < 10 ? 1 : 0)
                     : tr("%1 s").arg(ms / 1000, 0, 'f', ms < 100'000 ? 2 : 0);
}

static QString heading(const QString& text)
{
    return QStringLiteral("<b>%1</b>").arg(text.toHtmlEscaped());
}

QString LaneWords::mark(const LaneMark& mark, const LaneMember& lane, std::int64_t wallOffsetMs)
{
    QStringList lines{heading(QStringLiteral("%1 v%2").arg(qs(mark.api)).arg(mark.apiVersion)),
                      tr("%1 to %2, sent %3")
                          .arg(qs(lane.name).toHtmlEscaped(), Words::node(mark.to),
                               clock(mark.at, wallOffsetMs))};
    if (!mark.answered)
        lines << tr("No answer was seen yet.");
    else if (mark.parked >= 1ms)
        lines << tr("Answered after %1, of which it was parked %2.")
                     .arg(lasted(*mark.answered - mark.at), lasted(mark.parked));
    else
        lines << tr("Answered after %1.").arg(lasted(*mark.answered - mark.at));
    if (isNotice(mark.error))
        lines << tr("The answer tells it to go on: %1").arg(qs(mark.error));
    else if (!mark.error.empty())
        lines << tr("Refused: %1").arg(heading(qs(mark.error)));
    lines << tr("Click to look into it.");
    return lines.join(QStringLiteral("<br>"));
}

QString LaneWords::polls(const PollRun& run, std::int64_t wallOffsetMs)
{
    if (run.first == run.last)
        return heading(tr("poll")) + QStringLiteral("<br>") + clock(run.first, wallOffsetMs);
    return heading(tr("polls, one soon after the other")) + QStringLiteral("<br>") +
           tr("%1 to %2").arg(clock(run.first, wallOffsetMs), clock(run.last, wallOffsetMs));
}

QString LaneWords::timer(const TimerRun& run, MemberTimer::Kind kind, std::int64_t wallOffsetMs)
{
    QStringList lines{heading(tr("%1 timer, %2").arg(TimerWords::name(kind), lasted(run.whole())))};
    lines << TimerWords::setting(kind);
    if (run.began != run.renewed)
        lines << tr("Started again and again from %1 on.").arg(clock(run.began, wallOffsetMs));
    lines << tr("Started %1, ends %2.")
                 .arg(clock(run.renewed, wallOffsetMs), clock(run.ends, wallOffsetMs));
    if (run.over && *run.over >= run.ends && kind == MemberTimer::Kind::Heartbeat)
        lines << tr("The heartbeat went out.");
    else if (run.over && *run.over >= run.ends)
        lines << tr("It ran out.");
    else if (run.over)
        lines
            << tr("It was started anew or stopped with %1 left.").arg(lasted(run.ends - *run.over));
    lines << TimerWords::meaning(kind);
    return lines.join(QStringLiteral("<br>"));
}

QString LaneWords::owned(const OwnedSpan& span, bool parked, std::int64_t wallOffsetMs)
{
    QStringList names;
    constexpr std::size_t kMost = 30;
    for (std::size_t n = 0; n < span.partitions.size() && n < kMost; ++n)
        names << qs(span.partitions[n].text());
    if (span.partitions.size() > kMost)
        names << QStringLiteral("+%1").arg(span.partitions.size() - kMost);
    if (names.isEmpty())
        names << tr("nothing");
    QStringList lines{
        heading(names.join(QStringLiteral(", "))),
        span.to ? tr("%1 to %2").arg(clock(span.from, wallOffsetMs), clock(*span.to, wallOffsetMs))
                : tr("since %1").arg(clock(span.from, wallOffsetMs))};
    if (!span.revoking.empty())
        lines << tr("It still has %1, which the coordinator has taken from it: nobody gets them "
                    "before it says that it gave them up.")
                     .arg(Words::partitions(span.revoking));
    if (parked)
        lines << tr("Parked: it gave them up when it asked to join again, and nobody reads them "
                    "until the group has assigned anew.");
    return lines.join(QStringLiteral("<br>"));
}

QString LaneWords::state(const StateSpan& span, std::int64_t wallOffsetMs)
{
    return heading(tr("%1, generation %2")
                       .arg(Words::groupState(span.state))
                       .arg(span.generation.value())) +
           QStringLiteral("<br>") + tr("since %1").arg(clock(span.from, wallOffsetMs)) +
           QStringLiteral("<br>") + Words::groupStateMeaning(span.state);
}

QString LaneWords::cause(const rebalances::Rebalance& rebalance)
{
    const std::string& who = rebalance.clientId.empty() ? rebalance.member : rebalance.clientId;
    return Words::rebalance(rebalance.kind, who);
}

QString LaneWords::phases(const rebalances::Rebalance& rebalance)
{
    QStringList lines{heading(cause(rebalance))};
    if (rebalance.formed)
        lines << tr("join %1").arg(lasted(rebalance.joining()));
    if (rebalance.stored)
        lines << tr("assign %1").arg(lasted(rebalance.assigning()));
    if (rebalance.ended && rebalance.stored)
        lines << tr("sync %1").arg(lasted(*rebalance.ended - *rebalance.stored));
    if (!rebalance.ended)
        lines << tr("It goes on.");
    lines << tr("Click for all about it.");
    return lines.join(QStringLiteral("<br>"));
}

QString LaneWords::epoch(const LaneMember& lane)
{
    const OwnedSpan* now =
        lane.owned.empty() || lane.owned.back().to ? nullptr : &lane.owned.back();
    const int epoch = lane.epoch.value_or(Generation{-1}).value();
    if (now && !now->revoking.empty())
        return tr("epoch %1, gives up %2").arg(epoch).arg(Words::partitions(now->revoking));
    std::vector<TopicPartition> missing;
    for (const TopicPartition& partition : lane.target)
        if (!now || std::ranges::find(now->partitions, partition) == now->partitions.end())
            missing.push_back(partition);
    if (!missing.empty())
        return tr("epoch %1, waits for %2").arg(epoch).arg(Words::partitions(missing));
    return tr("epoch %1, has all of its target").arg(epoch);
}

QString LaneWords::gone(const LaneMember& lane, Instant now)
{
    return lane.gone ? tr("gone for %1").arg(Words::seconds(toMs(now - *lane.gone))) : QString();
}

} // namespace hw::ui
