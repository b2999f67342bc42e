#include "engine/cluster/hold_rules.h"

#include <algorithm>

#include "engine/coordination/quorum_messages.h"
#include "engine/coordination/types.h"
#include "engine/protocol/api.h"

namespace hw::cluster {

using world::HoldRule;
using Mark = HoldRule::Mark;

namespace {

constexpr std::uint64_t kWatchEventXid = 0xffffffff; // -1

/// Key, version and correlation id head a request; its answer begins with the same id.
bool asKafka(const std::string& name, HoldRule& rule)
{
    const auto apis = protocol::allApis();
    const auto found =
        std::ranges::find_if(apis, [&](const auto& api) { return name == api.name; });
    if (found == apis.end())
        return false;
    rule.mark = Mark{0, 2, static_cast<std::uint16_t>(found->key)};
    rule.numberAt = 4;
    return true;
}

/// xid and type head a request; its answer begins with the same xid. What opens a connection has
/// no header, and begins with protocol version 0.
bool asZooKeeper(const std::string& name, HoldRule& rule)
{
    using coordination::OpCode;
    std::optional<OpCode> type;
    for (std::int32_t number = -20; number < 200 && !type; ++number)
        if (nameOf(static_cast<OpCode>(number)) == name)
            type = static_cast<OpCode>(number);
    if (!type)
        return false;
    rule.numberAt = 0;
    if (*type == OpCode::Notification) {
        rule.mark = Mark{0, 4, kWatchEventXid};
        rule.isPushed = true;
        return !rule.response; // nothing answers it
    }
    if (*type == OpCode::CreateSession) {
        rule.mark = Mark{0, 4, 0};
        return true;
    }
    rule.mark = Mark{4, 4, static_cast<std::uint32_t>(*type)};
    rule.numberIsNotZero = true;
    return true;
}

/// The first byte tells the kind; nothing is an answer to anything.
bool asQuorum(const std::string& name, HoldRule& rule)
{
    namespace quorum = coordination::quorum;
    for (std::size_t kind = 0; quorum::emptyMessage(kind); ++kind) {
        if (quorum::nameOf(*quorum::emptyMessage(kind)) != name)
            continue;
        rule.mark = Mark{0, 1, kind};
        rule.eitherWay = true;
        return !rule.response;
    }
    return false;
}

} // namespace

std::optional<HoldRule> holdRuleOf(const observe::command::HoldMessage& hold)
{
    HoldRule rule;
    rule.from = hold.from;
    rule.to = hold.to;
    rule.response = hold.response;
    if (hold.api.empty())
        return rule;
    const bool from = hold.from.kind == NodeId::Kind::Ensemble;
    const bool to = hold.to.kind == NodeId::Kind::Ensemble;
    const bool known = from && to   ? asQuorum(hold.api, rule)
                       : from || to ? asZooKeeper(hold.api, rule)
                                    : asKafka(hold.api, rule);
    return known ? std::optional(rule) : std::nullopt;
}

} // namespace hw::cluster
