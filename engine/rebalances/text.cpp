#include "engine/rebalances/text.h"

#include <fmt/format.h>

#include "engine/observe/text.h"

namespace hw::rebalances {

std::string_view textOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Going:
        return "going";
    case Outcome::Stable:
        return "stable";
    case Outcome::Empty:
        return "empty";
    case Outcome::Superseded:
        return "superseded";
    case Outcome::Abandoned:
        return "abandoned";
    }
    return "?";
}

std::string_view textOf(Timer timer)
{
    switch (timer) {
    case Timer::None:
        return "";
    case Timer::Session:
        return "session.timeout.ms";
    case Timer::Rebalance:
        return "rebalance timeout";
    case Timer::Poll:
        return "max.poll.interval.ms";
    }
    return "?";
}

std::string_view textOf(Grounds grounds)
{
    switch (grounds) {
    case Grounds::Observed:
        return "observed";
    case Grounds::ByWords:
        return "observed, the kind by the member's own words";
    case Grounds::Inferred:
        return "inferred";
    }
    return "?";
}

static std::string seconds(Duration time)
{
    return fmt::format("{:.1f} s", static_cast<double>(toMs(time)) / 1000);
}

/// `took 12.0 s, NAME is 10.0 s`, with what of it is known.
static std::string against(const Advice& advice, std::string_view verb, std::string_view limit)
{
    const std::string is = advice.limit > Duration{}
                               ? fmt::format("{} is {}", limit, seconds(advice.limit))
                               : std::string(limit);
    if (!advice.took)
        return fmt::format("{} longer than allowed, {}", verb, is);
    return fmt::format("{} {}, {}", verb, seconds(*advice.took), is);
}

std::string textOf(const Advice& advice)
{
    switch (advice.remedy) {
    case Remedy::None:
        return {};
    case Remedy::Handling:
        return against(advice, "the handler takes", "max.poll.interval.ms") +
               ": raise the limit, or hand it fewer records with max.poll.records";
    case Remedy::Silence:
        return against(advice, "it was silent for", "session.timeout.ms") +
               ": it lives but its heartbeats stop; look for long pauses, or raise the limit";
    case Remedy::Dead:
        return against(advice, "it was silent for", "session.timeout.ms") +
               ": it has not come back; look for a crash or a cut link";
    case Remedy::Rejoining:
        return against(advice, "it did not join again for", "the rebalance timeout") +
               ": its application polls too seldom, or hangs while it gives up partitions";
    case Remedy::Restarts:
        return fmt::format("it leaves and is back after {}: with group.instance.id a restart "
                           "within session.timeout.ms ({}) moves nothing",
                           seconds(advice.took.value_or(Duration{})), seconds(advice.limit));
    case Remedy::SameInstance:
        return fmt::format("each takes the place of the other: give every process a "
                           "group.instance.id of its own (now \"{}\")",
                           advice.instance);
    case Remedy::Storing:
        return "__consumer_offsets could not be written: see that its partition has a leader and "
               "min.insync.replicas";
    }
    return {};
}

static std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char byte : text)
        result += byte == '"' || byte == '\\' ? std::string{'\\', byte} : std::string{byte};
    return result + '"';
}

static std::string_view nameOf(Timer timer)
{
    return timer == Timer::Rebalance ? "rebalance-timeout" : textOf(timer);
}

static std::string generationText(Generation generation)
{
    return generation < Generation(0) ? "none" : fmt::format("{}", generation);
}

std::string lineOf(const Rebalance& one, bool isCutOff)
{
    std::string line =
        fmt::format("group={} generation={}->{} cause={}", one.group, generationText(one.before),
                    generationText(one.after), observe::textOf(one.kind));
    if (!one.member.empty())
        line += fmt::format(" client={} host={} member={}", one.clientId, one.host, one.member);
    if (one.instance)
        line += fmt::format(" instance={}", *one.instance);
    if (one.silent)
        line += fmt::format(" silent={}ms", toMs(*one.silent));
    if (isCutOff)
        line += fmt::format(" outcome={}", kCutOff);
    else
        line += fmt::format(" outcome={} lasted={}ms", textOf(one.outcome), toMs(one.lasted()));
    if (one.formed)
        line += fmt::format(" joining={}ms", toMs(one.joining()));
    if (one.stored)
        line += fmt::format(" assigning={}ms", toMs(one.assigning()));
    if (!one.protocol.empty())
        line += fmt::format(" protocol={}", one.protocol);
    if (one.compared)
        line += fmt::format(" moved={} stalled={}ms waited={}", one.movedCount, toMs(one.stalled()),
                            one.waitedSum);
    if (one.evidence.timer != Timer::None)
        line += fmt::format(" timer={} limit={}ms", nameOf(one.evidence.timer),
                            toMs(one.evidence.limit));
    return line + " because=" + quoted(one.text);
}

static std::string listOf(const std::vector<std::string>& names)
{
    std::string list;
    for (const std::string& name : names)
        list += (list.empty() ? "" : ", ") + name;
    return list;
}

std::string paragraphOf(const Rebalance& one)
{
    std::string text = fmt::format("Rebalance of group {}, generation {} to {}, cause: {} ({}).\n",
                                   one.group, generationText(one.before), generationText(one.after),
                                   observe::textOf(one.kind), one.text);
    if (!one.member.empty())
        text += fmt::format("Responsible: member {}, client id {}, from {}.\n", one.member,
                            one.clientId, one.host);
    if (one.instance)
        text += fmt::format("Its group.instance.id: {}.\n", *one.instance);
    if (one.evidence.timer != Timer::None)
        text += fmt::format("Timer: {} of {} ms.\n", textOf(one.evidence.timer),
                            toMs(one.evidence.limit));
    if (!one.evidence.said.empty())
        text += fmt::format("It said: {}\n", one.evidence.said);
    text += fmt::format("Known by: {}.\n", textOf(one.grounds));
    if (one.silent)
        text += fmt::format("Evidence: nothing was heard of it for {} ms.\n", toMs(*one.silent));
    if (one.outcome == Outcome::Going)
        text += "It is not over.\n";
    else
        text += fmt::format("It took {} ms ({} ms until all had joined, {} ms until the assignment "
                            "was stored) and ended {}.\n",
                            toMs(one.lasted()), toMs(one.joining()), toMs(one.assigning()),
                            textOf(one.outcome));
    if (!one.joined.empty())
        text += fmt::format("New: {}.\n", listOf(one.joined));
    if (!one.gone.empty())
        text += fmt::format("Gone: {}.\n", listOf(one.gone));
    if (!one.compared)
        return text;
    text += fmt::format("{} partitions changed hands; partitions stood still for {} ms in sum, {} "
                        "records waited.\n",
                        one.movedCount, toMs(one.stalled()), one.waitedSum);
    for (const Moved& moved : one.moved)
        text += fmt::format("  {}: {} -> {}\n", moved.partition.text(),
                            moved.from.empty() ? "nobody" : moved.from,
                            moved.to.empty() ? "nobody" : moved.to);
    return text;
}

} // namespace hw::rebalances
