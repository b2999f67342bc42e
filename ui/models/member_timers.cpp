#include "ui/models/member_timers.h"

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

Duration MemberTimer::left(Instant now) const
{
    return ends ? std::clamp(*ends - now, Duration{}, whole) : Duration{};
}

double MemberTimer::share(Instant now) const
{
    if (!runs())
        return 0;
    return static_cast<double>(left(now).count()) / static_cast<double>(whole.count());
}

static std::optional<Instant> instantOf(std::int64_t ms)
{
    return ms < 0 ? std::nullopt : std::optional(Instant(fromMs(ms)));
}

std::array<MemberTimer, kMemberTimers> timersOf(const observe::MemberPart& member,
                                                const observe::ConsumerPart* consumer,
                                                const observe::Gauges& gauges)
{
    using Kind = MemberTimer::Kind;
    MemberTimer session{Kind::Session, instantOf(at(gauges.memberHeardMs, member.slot)),
                        instantOf(at(gauges.memberSessionDeadlineMs, member.slot)),
                        member.sessionTimeout};
    const std::int64_t left = at(gauges.sessionLeftMs, member.slot);
    if (!session.ends && left >= 0)
        session.ends = gauges.at + fromMs(left);
    MemberTimer poll{Kind::Poll, {}, {}, {}};
    MemberTimer heartbeat{Kind::Heartbeat, {}, {}, {}};
    if (consumer) {
        poll.began = instantOf(at(gauges.polledMs, consumer->slot));
        poll.ends = instantOf(at(gauges.pollDeadlineMs, consumer->slot));
        poll.whole = consumer->maxPollInterval;
        heartbeat.ends = instantOf(at(gauges.heartbeatDueMs, consumer->slot));
        heartbeat.whole = consumer->heartbeatInterval;
        if (heartbeat.ends)
            heartbeat.began = *heartbeat.ends - heartbeat.whole;
    }
    return {session, poll, heartbeat};
}

QString TimerWords::name(MemberTimer::Kind kind)
{
    switch (kind) {
    case MemberTimer::Kind::Session:
        return tr("session");
    case MemberTimer::Kind::Poll:
        return tr("poll");
    case MemberTimer::Kind::Heartbeat:
        return tr("heartbeat");
    }
    return {};
}

QString TimerWords::setting(MemberTimer::Kind kind)
{
    switch (kind) {
    case MemberTimer::Kind::Session:
        return QStringLiteral("session.timeout.ms");
    case MemberTimer::Kind::Poll:
        return QStringLiteral("max.poll.interval.ms");
    case MemberTimer::Kind::Heartbeat:
        return QStringLiteral("heartbeat.interval.ms");
    }
    return {};
}

QString TimerWords::left(const MemberTimer& timer, Instant now)
{
    if (!timer.runs())
        return tr("does not run");
    return tr("%1 of %2 left")
        .arg(Words::seconds(toMs(timer.left(now))), Words::seconds(toMs(timer.whole)));
}

QString TimerWords::meaning(MemberTimer::Kind kind)
{
    switch (kind) {
    case MemberTimer::Kind::Session:
        return tr("Without a heartbeat until it is empty, the coordinator puts it out.");
    case MemberTimer::Kind::Poll:
        return tr("If its application does not poll until it is empty, it leaves by itself.");
    case MemberTimer::Kind::Heartbeat:
        return tr("When it is empty, the next heartbeat goes out.");
    }
    return {};
}

} // namespace hw::ui
