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

static std::string quoted(std::string_view text)
{
    std::string result = "\"";
    for (const char byte : text)
        result += byte == '"' || byte == '\\' ? std::string{'\\', byte} : std::string{byte};
    return result + '"';
}

static std::int64_t waitedFor(const Rebalance& rebalance)
{
    std::int64_t sum = 0;
    for (const Stall& stall : rebalance.stalls)
        sum += stall.waited;
    return sum;
}

std::string lineOf(const Rebalance& one)
{
    std::string line =
        fmt::format("group={} generation={}->{} cause={}", one.group, one.before.value(),
                    one.after.value(), observe::textOf(one.kind));
    if (!one.member.empty())
        line += fmt::format(" client={} host={} member={}", one.clientId, one.host, one.member);
    if (one.silent)
        line += fmt::format(" silent={}ms", toMs(*one.silent));
    line += fmt::format(" outcome={} lasted={}ms", textOf(one.outcome), toMs(one.lasted()));
    if (one.formed)
        line += fmt::format(" joining={}ms", toMs(one.joining()));
    if (one.stored)
        line += fmt::format(" assigning={}ms", toMs(one.assigning()));
    if (!one.protocol.empty())
        line += fmt::format(" protocol={}", one.protocol);
    if (one.compared)
        line += fmt::format(" moved={} stalled={}ms waited={}", one.moved.size(),
                            toMs(one.stalled()), waitedFor(one));
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
    std::string text =
        fmt::format("Rebalance of group {}, generation {} to {}, cause: {} ({}).\n", one.group,
                    one.before.value(), one.after.value(), observe::textOf(one.kind), one.text);
    if (!one.member.empty())
        text += fmt::format("Responsible: member {}, client id {}, from {}.\n", one.member,
                            one.clientId, one.host);
    if (one.silent)
        text += fmt::format("Evidence: nothing was heard of it for {} ms.\n", toMs(*one.silent));
    text += fmt::format("It took {} ms ({} ms until all had joined, {} ms until the assignment was "
                        "stored) and ended {}.\n",
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
                        one.moved.size(), toMs(one.stalled()), waitedFor(one));
    for (const Moved& moved : one.moved)
        text += fmt::format("  {}: {} -> {}\n", moved.partition.text(),
                            moved.from.empty() ? "nobody" : moved.from,
                            moved.to.empty() ? "nobody" : moved.to);
    return text;
}

} // namespace hw::rebalances
