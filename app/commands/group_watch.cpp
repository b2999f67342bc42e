#include "app/commands/group_watch.h"

#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/observe/text.h"
#include "engine/rebalances/text.h"

namespace hw::app {

namespace {

using Json = nlohmann::ordered_json;
using observe::fact::RebalanceKind;

constexpr RebalanceKind kKinds[] = {
    RebalanceKind::FirstMember,
    RebalanceKind::Joined,
    RebalanceKind::Left,
    RebalanceKind::LeftPollLimit,
    RebalanceKind::SessionExpired,
    RebalanceKind::RebalanceTimeout,
    RebalanceKind::SubscriptionChanged,
    RebalanceKind::PartitionsGivenUp,
    RebalanceKind::PartitionsAdded,
    RebalanceKind::ProtocolChanged,
    RebalanceKind::LeaderRejoined,
    RebalanceKind::StaticMemberReplaced,
    RebalanceKind::Removed,
    RebalanceKind::BrokerTrouble,
};
constexpr const char* kSums[] = {"rebalances", "stalled-ms", "waited"};

bool isMetric(const std::string& word)
{
    for (const char* sum : kSums)
        if (word == sum)
            return true;
    for (const RebalanceKind kind : kKinds)
        if (word == observe::textOf(kind))
            return true;
    return false;
}

std::string metrics()
{
    std::string all;
    for (const char* sum : kSums)
        all += (all.empty() ? "" : ", ") + std::string(sum);
    for (const RebalanceKind kind : kKinds)
        all += ", " + std::string(observe::textOf(kind));
    return all;
}

/// Null: it did not come to one.
Json generationOf(Generation generation)
{
    return generation < Generation(0) ? Json(nullptr) : Json(generation.value());
}

Json jsonOf(const rebalances::Rebalance& one, bool isCutOff)
{
    Json json = {{"type", "rebalance"},
                 {"group", one.group},
                 {"from", generationOf(one.before)},
                 {"generation", generationOf(one.after)},
                 {"cause", observe::textOf(one.kind)},
                 {"event", one.cause.value()},
                 {"text", one.text},
                 {"outcome", isCutOff ? rebalances::kCutOff : rebalances::textOf(one.outcome)},
                 {"ms", isCutOff ? Json(nullptr) : Json(toMs(one.lasted()))}};
    if (!one.member.empty())
        json.update({{"member", one.member}, {"clientId", one.clientId}, {"host", one.host}});
    if (one.instance)
        json["instance"] = *one.instance;
    if (one.evidence.timer != rebalances::Timer::None)
        json["timer"] = rebalances::textOf(one.evidence.timer);
    if (one.silent)
        json["silentMs"] = toMs(*one.silent);
    if (one.formed)
        json["joiningMs"] = toMs(one.joining());
    if (one.stored)
        json["assigningMs"] = toMs(one.assigning());
    if (!one.protocol.empty())
        json["protocol"] = one.protocol;
    json["joined"] = one.joined;
    json["gone"] = one.gone;
    if (!one.compared)
        return json;
    Json& moved = json["moved"] = Json::array();
    for (const auto& move : one.moved)
        moved.push_back({{"topic", move.partition.topic},
                         {"partition", move.partition.partition},
                         {"from", move.from.empty() ? Json(nullptr) : Json(move.from)},
                         {"to", move.to.empty() ? Json(nullptr) : Json(move.to)}});
    Json& stalls = json["stalls"] = Json::array();
    for (const auto& stall : one.stalls)
        stalls.push_back({{"topic", stall.partition.topic},
                          {"partition", stall.partition.partition},
                          {"ms", toMs(stall.lasted)},
                          {"waited", stall.waited}});
    return json;
}

} // namespace

Result<FailCondition> readFailCondition(const std::string& text)
{
    const auto wrong = [](const std::string& why) {
        return fail(Failure::Invalid, fmt::format("{}; allowed is [GROUP:]METRIC>NUMBER with "
                                                  "METRIC one of {}",
                                                  why, metrics()));
    };
    FailCondition condition;
    condition.text = text;
    const std::size_t more = text.rfind('>');
    if (more == std::string::npos)
        return wrong("has no '>'");
    const std::size_t colon = text.rfind(':', more);
    if (colon != std::string::npos)
        condition.group = text.substr(0, colon);
    const std::size_t from = colon == std::string::npos ? 0 : colon + 1;
    condition.metric = text.substr(from, more - from);
    if (!isMetric(condition.metric))
        return wrong(fmt::format("names no metric by '{}'", condition.metric));
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + more + 1, end, condition.most);
    if (error != std::errc() || stop != end || condition.most < 0)
        return wrong(
            fmt::format("has no number of 0 or more behind '>' but '{}'", text.substr(more + 1)));
    return condition;
}

GroupWatch::GroupWatch(LineOutput& output, bool json, std::vector<FailCondition> conditions)
    : m_output(output)
    , m_json(json)
    , m_conditions(std::move(conditions))
{
}

void GroupWatch::look(const observe::Snapshot& snapshot, const observe::Gauges& gauges)
{
    m_book.look(snapshot, gauges);
    m_next = std::max(m_next, m_book.dropped() + 1);
    while (const auto* rebalance = m_book.find(m_next)) {
        if (rebalance->outcome == rebalances::Outcome::Going)
            break; // in order, so that the lines tell the story
        if (rebalance->compared && !rebalance->counted)
            break; // the next picture tells how many records waited
        print(*rebalance);
        count(*rebalance);
        ++m_next;
    }
}

void GroupWatch::finish()
{
    m_next = std::max(m_next, m_book.dropped() + 1);
    while (const auto* rebalance = m_book.find(m_next++)) {
        print(*rebalance);
        count(*rebalance);
    }
}

void GroupWatch::print(const rebalances::Rebalance& rebalance)
{
    const bool isCutOff = rebalance.outcome == rebalances::Outcome::Going;
    if (m_json)
        m_output.line(
            jsonOf(rebalance, isCutOff).dump(-1, ' ', false, Json::error_handler_t::replace));
    else
        m_output.line("rebalance " + rebalances::lineOf(rebalance, isCutOff));
}

void GroupWatch::count(const rebalances::Rebalance& rebalance)
{
    Sums& sums = m_sums[rebalance.group];
    ++sums["rebalances"];
    ++sums[std::string(observe::textOf(rebalance.kind))];
    sums["stalled-ms"] += toMs(rebalance.stalled());
    for (const auto& stall : rebalance.stalls)
        sums["waited"] += stall.waited;
    for (const FailCondition& condition : m_conditions) {
        if (!condition.group.empty() && condition.group != rebalance.group)
            continue;
        const std::int64_t reached = sums[condition.metric];
        if (reached <= condition.most)
            continue;
        m_failed = true;
        if (std::exchange(m_told[condition.text + ' ' + rebalance.group], true))
            continue;
        if (m_json)
            m_output.line(Json{
                {"type", "failed"},
                {"condition", condition.text},
                {"group", rebalance.group},
                {"value",
                 reached}}.dump(-1, ' ', false, Json::error_handler_t::replace));
        else
            m_output.line(fmt::format("failed {}: group {} has {}", condition.text, rebalance.group,
                                      reached));
    }
}

} // namespace hw::app
