#include "engine/cluster/hold_rules.h"

#include <fmt/format.h>

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

static std::string kafkaName(std::uint64_t head)
{
    const auto* found = protocol::findApi(static_cast<std::int16_t>(head >> 48));
    if (!found)
        return "message";
    return fmt::format("{} v{}", found->name, static_cast<std::int16_t>(head >> 32));
}

static std::string zooKeeperName(std::uint64_t head)
{
    using coordination::OpCode;
    const auto xid = static_cast<std::uint32_t>(head >> 32);
    const auto type = static_cast<OpCode>(static_cast<std::int32_t>(head));
    return std::string(nameOf(xid == kWatchEventXid ? OpCode::Notification
                              : xid == 0            ? OpCode::CreateSession
                                                    : type));
}

static std::string quorumName(std::uint64_t head)
{
    namespace quorum = coordination::quorum;
    const auto message = quorum::emptyMessage(static_cast<std::size_t>(head >> 56));
    return message ? std::string(quorum::nameOf(*message)) : "message";
}

std::string heldName(const world::HoldNews& held)
{
    const bool from = held.from.kind == NodeId::Kind::Ensemble;
    const bool to = held.to.kind == NodeId::Kind::Ensemble;
    const world::HeldFrame& frame = held.frame;
    if (from && to)
        return quorumName(frame.head);
    const bool isZooKeepers = from || to;
    if (isZooKeepers && frame.isAnswer &&
        static_cast<std::uint32_t>(frame.head >> 32) == kWatchEventXid)
        return zooKeeperName(frame.head);
    if (frame.isAnswer && !frame.request)
        return "response";
    const std::uint64_t head = frame.request.value_or(frame.head);
    std::string name = isZooKeepers ? zooKeeperName(head) : kafkaName(head);
    return frame.isAnswer ? name + " response" : name;
}

std::optional<HoldRule> holdRuleOf(const observe::command::HoldMessage& hold)
{
    HoldRule rule;
    rule.from = hold.from;
    rule.to = hold.to;
    rule.response = hold.response;
    const bool from = hold.from.kind == NodeId::Kind::Ensemble;
    const bool to = hold.to.kind == NodeId::Kind::Ensemble;
    if (hold.api.empty()) {
        rule.numberAt = from || to ? 0 : 4;
        return rule;
    }
    const bool known = from && to   ? asQuorum(hold.api, rule)
                       : from || to ? asZooKeeper(hold.api, rule)
                                    : asKafka(hold.api, rule);
    return known ? std::optional(rule) : std::nullopt;
}

} // namespace hw::cluster
