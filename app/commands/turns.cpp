#include "app/commands/turns.h"

#include <algorithm>
#include <variant>

namespace hw::app {

namespace {

using namespace observe;

using Kind = Thing::Kind;

/// One overload for each kind of command; the rest is commands about topics and clients.
struct PlaceOfCommand
{
    Place operator()(const command::Kill& c) const { return process(Turn::Harm, c.node); }
    Place operator()(const command::PowerOff& c) const { return process(Turn::Harm, c.node); }
    Place operator()(const command::Stop& c) const { return process(Turn::InOrder, c.node); }
    Place operator()(const command::Restart& c) const { return process(Turn::Restart, c.node); }
    Place operator()(const command::Freeze& c) const { return process(Turn::Harm, c.node); }
    Place operator()(const command::Thaw& c) const { return process(Turn::Heal, c.node); }
    Place operator()(const command::CutLink& c) const { return link(Turn::Harm, c.from, c.to); }
    Place operator()(const command::ResetLink& c) const { return link(Turn::Harm, c.one, c.two); }
    Place operator()(const command::HoldMessage& c) const { return link(Turn::Harm, c.from, c.to); }
    Place operator()(const command::FlipByte& c) const { return {Turn::Harm, true, disk(c.node)}; }
    Place operator()(const command::JumpClock& c) const
    {
        return {Turn::Harm, true, {Kind::Clock, c.node, {}}};
    }
    Place operator()(const command::ExpireSession&) const { return {Turn::Harm, true, {}}; }
    Place operator()(const command::DelayLink& c) const
    {
        return link(c.longer == Duration{} ? Turn::Heal : Turn::Harm, c.one, c.two);
    }
    Place operator()(const command::ClogLink& c) const
    {
        return link(c.bytesPerSecond == 0 ? Turn::Heal : Turn::Harm, c.one, c.two);
    }
    Place operator()(const command::TroubleDisk& c) const
    {
        const bool ends = c.trouble == command::DiskTrouble::None;
        return {ends ? Turn::Heal : Turn::Harm, true, disk(c.node)};
    }
    Place operator()(const command::UncutLink& c) const { return link(Turn::Heal, c.one, c.two); }
    /// A fault that has a number has begun; `release` without one means all that were asked for.
    Place operator()(const command::ReleaseMessage& c) const
    {
        return {Turn::Heal, true, c.fault == kNoEvent ? everything() : Thing{}};
    }
    Place operator()(const command::HealFault&) const { return {Turn::Heal, true, {}}; }
    Place operator()(const command::HealAll&) const { return {Turn::Heal, true, everything()}; }
    Place operator()(const command::SlowConsumer& c) const { return client(c.client); }
    Place operator()(const command::StopPolling& c) const { return client(c.client); }
    Place operator()(const command::StopHeartbeats& c) const { return client(c.client); }
    Place operator()(const command::FlapConsumer& c) const { return client(c.client); }
    template <class Other> Place operator()(const Other&) const
    {
        return {Turn::InOrder, true, {}};
    }

private:
    static Thing everything() { return {Kind::Everything, {}, {}}; }
    static Thing disk(NodeId node) { return {Kind::Disk, node, {}}; }
    static Place process(Turn turn, NodeId node) { return {turn, true, {Kind::Process, node, {}}}; }
    static Place link(Turn turn, NodeId one, NodeId two)
    {
        return {turn, true, {Kind::Link, one, two}};
    }
    static Place client(NodeId node) { return {Turn::InOrder, true, {Kind::Client, node, {}}}; }
};

bool isSame(const Thing& one, const Thing& two)
{
    if (one.kind == Kind::None || two.kind == Kind::None)
        return false;
    if (one.kind == Kind::Everything || two.kind == Kind::Everything)
        return true;
    const bool straight = one.node == two.node && one.other == two.other;
    const bool crossed = one.node == two.other && one.other == two.node;
    return one.kind == two.kind && (straight || crossed);
}

/// A broker's start waits for the ensemble, whose start waits for no broker.
bool mayNeed(const Thing& broker, const Thing& server)
{
    return broker.node.kind == NodeId::Kind::Broker && server.node.kind == NodeId::Kind::Ensemble;
}

bool mayOvertake(const Place& line, const Place& earlier)
{
    switch (line.turn) {
    case Turn::Heal:
        return true;
    case Turn::Harm:
        return earlier.turn != Turn::Restart;
    case Turn::Restart:
        return !isSame(line.thing, earlier.thing) &&
               (earlier.turn != Turn::Restart || mayNeed(earlier.thing, line.thing));
    case Turn::Barrier:
    case Turn::InOrder:
        break;
    }
    return false;
}

/// `earlier` has not begun either. What has begun is with the cluster, which keeps the order; of
/// two that wait the earlier must get there first if both change the same thing.
bool mayOvertakeWaiting(const Place& line, const Place& earlier)
{
    if (!mayOvertake(line, earlier))
        return false;
    // What heals is meant to help a stop, or a restart, that hangs.
    const bool helps = line.turn == Turn::Heal &&
                       (earlier.turn == Turn::Restart || earlier.turn == Turn::InOrder) &&
                       earlier.thing.kind == Kind::Process;
    return helps || !isSame(line.thing, earlier.thing);
}

} // namespace

Place placeOf(const Line& line)
{
    if (const auto* submit = std::get_if<line::Submit>(&line))
        return std::visit(PlaceOfCommand{}, submit->command);
    if (std::holds_alternative<line::Await>(line) || std::holds_alternative<line::Quit>(line))
        return {Turn::Barrier, false, {}};
    return {};
}

std::optional<std::size_t> nextToBegin(std::span<const Place> waiting, std::span<const Place> begun,
                                       Duration longest)
{
    if (waiting.empty() || begun.size() >= kMostBegun)
        return std::nullopt;
    if (begun.empty())
        return 0;
    if (longest < kPatience ||
        !std::ranges::all_of(begun, [](const Place& place) { return place.isCommand; }))
        return std::nullopt;
    for (std::size_t i = 0; i < waiting.size() && waiting[i].turn != Turn::Barrier; ++i) {
        const auto passes = [&](const Place& earlier) { return mayOvertake(waiting[i], earlier); };
        const auto passesWaiting = [&](const Place& earlier) {
            return mayOvertakeWaiting(waiting[i], earlier);
        };
        if (std::ranges::all_of(begun, passes) &&
            std::ranges::all_of(waiting.first(i), passesWaiting))
            return i;
    }
    return std::nullopt;
}

} // namespace hw::app
