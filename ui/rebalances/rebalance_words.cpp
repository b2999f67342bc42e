#include "ui/rebalances/rebalance_words.h"


#include <algorithm>

#include "engine/rebalances/text.h"
#include "ui/models/wall_clock.h"
#include "ui/models/words.h"

namespace hw::ui {

using namespace rebalances;

QString clockOf(WallTime wall)
{
    return WallClock::clock(wall.ms());
}

QString RebalanceWords::time(Duration time)
{
    const std::int64_t ms = std::max<std::int64_t>(toMs(time), 0);
    if (ms < 1000)
        return tr("%1 ms").arg(ms);
    if (ms < 60'000)
        return tr("%1 s").arg(static_cast<double>(ms) / 1000, 0, 'f', ms < 10'000 ? 2 : 1);
    return tr("%1 min %2 s").arg(ms / 60'000).arg(ms / 1000 % 60);
}

QString RebalanceWords::cause(observe::fact::RebalanceKind kind)
{
    using Kind = observe::fact::RebalanceKind;
    switch (kind) {
    case Kind::FirstMember:
        return tr("first member");
    case Kind::Joined:
        return tr("joined");
    case Kind::Left:
        return tr("left");
    case Kind::SessionExpired:
        return tr("session expired");
    case Kind::RebalanceTimeout:
        return tr("rebalance timeout");
    case Kind::SubscriptionChanged:
        return tr("subscription changed");
    case Kind::LeftPollLimit:
        return tr("left: poll limit");
    case Kind::PartitionsGivenUp:
        return tr("partitions given up");
    case Kind::PartitionsAdded:
        return tr("partitions added");
    case Kind::ProtocolChanged:
        return tr("protocol changed");
    case Kind::LeaderRejoined:
        return tr("leader rejoined");
    case Kind::StaticMemberReplaced:
        return tr("static member replaced");
    case Kind::Removed:
        return tr("removed by an administrator");
    case Kind::BrokerTrouble:
        return tr("trouble at a broker");
    case Kind::CoordinatorMoved:
        return tr("coordinator moved");
    }
    return {};
}

QString RebalanceWords::headline(const Rebalance& one)
{
    return Words::rebalance(one.kind, one.clientId.empty() ? one.member : one.clientId);
}

QString RebalanceWords::grounds(Grounds grounds)
{
    switch (grounds) {
    case Grounds::Observed:
        return tr("observed");
    case Grounds::ByWords:
        return tr("observed, by its own words");
    case Grounds::Inferred:
        return tr("inferred");
    }
    return {};
}

QString RebalanceWords::groundsMeaning(Grounds grounds)
{
    switch (grounds) {
    case Grounds::Observed:
        return tr("The coordinator itself did this and said why.");
    case Grounds::ByWords:
        return tr(
            "The coordinator saw what the member did; why, the member said itself (KIP-800).");
    case Grounds::Inferred:
        return tr("Put together from what could be seen from outside: it may be otherwise.");
    }
    return {};
}

QString RebalanceWords::outcome(rebalances::Outcome outcome)
{
    switch (outcome) {
    case rebalances::Outcome::Going:
        return tr("going on");
    case rebalances::Outcome::Stable:
        return QStringLiteral("Stable");
    case rebalances::Outcome::Empty:
        return QStringLiteral("Empty");
    case rebalances::Outcome::Superseded:
        return tr("overtaken by the next");
    case rebalances::Outcome::Abandoned:
        return tr("abandoned");
    }
    return {};
}

QString RebalanceWords::generations(const Rebalance& one)
{
    const QString before = QString::number(std::max(one.before.value(), 0));
    return QStringLiteral("%1 → %2").arg(
        before, one.after.value() < 0 ? QStringLiteral("…") : QString::number(one.after.value()));
}

QString RebalanceWords::protocol(const Rebalance& one)
{
    if (one.serverSide)
        return one.protocol.empty() ? tr("server-side (KIP-848)")
                                    : tr("%1 (server-side, KIP-848)").arg(qs(one.protocol));
    if (one.protocol.empty())
        return {};
    return one.isCooperative() ? tr("%1 (cooperative)").arg(qs(one.protocol))
                               : tr("%1 (eager)").arg(qs(one.protocol));
}

QString RebalanceWords::member(const std::string& id, const Rebalance& one)
{
    if (id.empty())
        return tr("nobody");
    const auto share = std::ranges::find(one.shares, id, &Share::member);
    if (share != one.shares.end() && share->instance)
        return qs(*share->instance);
    const bool isKnown = share != one.shares.end() && !share->clientId.empty();
    if (isKnown && std::ranges::count(one.shares, share->clientId, &Share::clientId) == 1)
        return qs(share->clientId);
    // Several members with one client id are told apart by the beginning of the uuid.
    constexpr qsizetype kUuid = 36, kEnough = 8;
    const QString name = qs(id);
    const bool hasUuid = name.size() > kUuid && name[name.size() - kUuid - 1] == '-';
    return hasUuid ? name.left(name.size() - kUuid + kEnough) : name;
}

QString RebalanceWords::why(const Moved& moved, const Rebalance& one)
{
    const QString to = member(moved.to, one);
    const QString from = member(moved.from, one);
    using rebalances::Why;
    switch (moved.why) {
    case Why::Balance:
        return tr("so that all have about as much");
    case Why::Newcomer:
        return tr("%1 is new").arg(to);
    case Why::OwnerGone:
        return tr("%1 is gone").arg(from);
    case Why::GivenUp:
        return tr("parked until its next owner may have it");
    case Why::TakenUp:
        return tr("it was parked");
    case Why::Fresh:
        return tr("nobody had it before");
    case Why::Unwanted:
        return tr("nobody was given it");
    }
    return {};
}

QString RebalanceWords::verdict(Verdict verdict, const std::string& protocol)
{
    const bool fault = isFault(verdict, protocol);
    switch (verdict) {
    case Verdict::Even:
        return tr("Even: no member has more than one partition more than another that wants the "
                  "same topics.");
    case Verdict::Uneven:
        return fault
                   ? tr("A fault: counts differ by more than one, which %1 must not do.")
                         .arg(qs(protocol))
                   : tr("A property, no fault: counts differ by more than one, since %1 deals out "
                        "each topic by itself.")
                         .arg(qs(protocol));
    case Verdict::OneTopicSkewed:
        return tr("A property, no fault: the counts are even, but all of one topic is with one "
                  "member.");
    case Verdict::Unowned:
        return tr("A fault: partitions of what is subscribed are nobody's.");
    case Verdict::Parked:
        return tr(
            "As it must be: what was given up is nobody's until the next round hands it out.");
    }
    return {};
}

QString RebalanceWords::advice(const Advice& advice)
{
    const QString took = advice.took ? time(*advice.took) : QString();
    const QString limit = advice.limit > Duration{} ? time(advice.limit) : QStringLiteral("?");
    switch (advice.remedy) {
    case Remedy::None:
        return {};
    case Remedy::Handling:
        return advice.took
                   ? tr("The handler takes %1, max.poll.interval.ms is %2. Raise the limit, "
                        "or hand it fewer records at a time (max.poll.records).")
                         .arg(took, limit)
                   : tr("The handler takes longer than max.poll.interval.ms (%1). Raise the "
                        "limit, or hand it fewer records at a time (max.poll.records).")
                         .arg(limit);
    case Remedy::Silence:
        return tr("It was silent for %1, session.timeout.ms is %2. It lives, but its heartbeats "
                  "stop: look for long pauses, or raise the limit.")
            .arg(took, limit);
    case Remedy::Dead:
        return tr("It was silent for %1, session.timeout.ms is %2. It has not come back: look for "
                  "a crash or a cut link.")
            .arg(took, limit);
    case Remedy::Rejoining:
        return tr("It did not join again within the rebalance timeout (%1). Its application polls "
                  "too seldom, or hangs while it gives up partitions.")
            .arg(limit);
    case Remedy::Restarts:
        return tr("It leaves and is back after %1. With a group.instance.id, a restart within "
                  "session.timeout.ms (%2) moves nothing.")
            .arg(took, limit);
    case Remedy::SameInstance:
        return tr("Two processes take each other's place. Give each a group.instance.id of its "
                  "own; both use \"%1\".")
            .arg(qs(advice.instance));
    case Remedy::Storing:
        return tr("__consumer_offsets could not be written: see that its partition has a leader "
                  "and enough in-sync replicas.");
    }
    return {};
}

QString RebalanceWords::flapping(const Flapping& one)
{
    const QString what = tr("%1 of %2 falls out again and again: %n time(s) in ten minutes, "
                            "always \"%3\".",
                            nullptr, one.times)
                             .arg(qs(one.clientId), qs(one.group), cause(one.kind));
    const QString advised = advice(one.advice);
    return advised.isEmpty() ? what : what + QStringLiteral(" ") + advised;
}

static QString timerName(Timer timer)
{
    const auto text = rebalances::textOf(timer);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::vector<std::pair<QString, QString>> RebalanceWords::evidence(const Rebalance& one)
{
    std::vector<std::pair<QString, QString>> all;
    const Evidence& known = one.evidence;
    if (known.timer != Timer::None) {
        const QString name =
            known.timer == Timer::Rebalance ? tr("the rebalance timeout") : timerName(known.timer);
        all.emplace_back(tr("Timer that ran out"),
                         known.limit > Duration{}
                             ? QStringLiteral("%1 = %2").arg(name, time(known.limit))
                             : name);
    }
    const auto ago = [&](Instant at) { return tr("%1 before").arg(time(one.began - at)); };
    if (known.heard && one.began >= *known.heard)
        all.emplace_back(tr("Last request"), ago(*known.heard));
    if (known.polled && one.began >= *known.polled)
        all.emplace_back(tr("Last poll"), ago(*known.polled));
    if (!known.said.empty())
        all.emplace_back(tr("It said"), QStringLiteral("\"%1\"").arg(qs(known.said)));
    if (known.sessionTimeout > Duration{} && known.timer != Timer::Session)
        all.emplace_back(QStringLiteral("session.timeout.ms"), time(known.sessionTimeout));
    if (known.maxPollInterval > Duration{} && known.timer != Timer::Poll)
        all.emplace_back(QStringLiteral("max.poll.interval.ms"), time(known.maxPollInterval));
    if (known.heartbeatInterval > Duration{})
        all.emplace_back(QStringLiteral("heartbeat.interval.ms"), time(known.heartbeatInterval));
    all.emplace_back(tr("The coordinator wrote"), qs(one.text));
    return all;
}

QString RebalanceWords::ticket(const Rebalance& one, const Advice& advised,
                               const std::vector<CauseStep>& chain)
{
    QStringList lines;
    const auto row = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            lines << QStringLiteral("  %1: %2").arg(name, value);
    };
    lines << tr("Rebalance of group %1, generation %2").arg(qs(one.group), generations(one));
    lines << headline(one) + QStringLiteral(" [%1]").arg(grounds(one.grounds));
    lines << QString();
    row(tr("When"), WallClock::full(one.beganWall.ms()));
    row(tr("Cause"), cause(one.kind));
    row(tr("Client id"), qs(one.clientId));
    row(tr("Member id"), qs(one.member));
    row(tr("Host"), qs(one.host));
    row(QStringLiteral("group.instance.id"), qs(one.instance.value_or("")));
    for (const auto& [name, value] : evidence(one))
        row(name, value);
    lines << QString();
    row(tr("Protocol"), protocol(one));
    row(tr("Ended"), outcome(one.outcome));
    row(tr("Took"), time(one.lasted()));
    if (one.formed)
        row(tr("join"), time(one.joining()));
    if (one.stored)
        row(tr("assign"), time(one.assigning()));
    if (one.synced)
        row(tr("sync"), time(one.syncing()));
    if (one.compared) {
        row(tr("Partitions moved"), QString::number(one.movedCount));
        row(tr("Stood still in sum"), time(one.stalled()));
        row(tr("Records that waited"), QString::number(one.waitedSum));
    }
    if (!one.moved.empty())
        lines << QString() << tr("Moved:");
    for (const Moved& moved : one.moved)
        lines << QStringLiteral("  %1: %2 → %3 (%4)")
                     .arg(qs(moved.partition.text()), member(moved.from, one),
                          member(moved.to, one), why(moved, one));
    if (!one.stalls.empty())
        lines << QString() << tr("Stood still:");
    for (const Stall& stall : one.stalls)
        lines << tr("  %1: %2, %n record(s) waited", nullptr, static_cast<int>(stall.waited))
                     .arg(qs(stall.partition.text()), time(stall.lasted));
    if (one.verdict)
        lines << QString() << verdict(*one.verdict, one.protocol);
    if (!chain.empty())
        lines << QString() << tr("What led to it:");
    for (const CauseStep& step : chain)
        lines << QStringLiteral("  %1 %2").arg(step.clock, step.text);
    if (const QString sentence = advice(advised); !sentence.isEmpty())
        lines << QString() << tr("What could be done: %1").arg(sentence);
    return lines.join('\n') + '\n';
}

} // namespace hw::ui
