#include "app/commands/turns.h"

#include <algorithm>
#include <variant>

namespace hw::app {

namespace {

using namespace observe;

/// One overload for each kind of command; the rest is commands about topics and clients.
struct PlaceOfCommand
{
    Place operator()(const command::Kill& c) const { return {Turn::Harm, true, c.node}; }
    Place operator()(const command::PowerOff& c) const { return {Turn::Harm, true, c.node}; }
    Place operator()(const command::Stop& c) const { return {Turn::InOrder, true, c.node}; }
    Place operator()(const command::Restart& c) const { return {Turn::Restart, true, c.node}; }
    Place operator()(const command::Freeze& c) const { return {Turn::Harm, true, c.node}; }
    Place operator()(const command::Thaw& c) const { return {Turn::Heal, true, c.node}; }
    Place operator()(const command::CutLink&) const { return harm(); }
    Place operator()(const command::ResetLink&) const { return harm(); }
    Place operator()(const command::HoldMessage&) const { return harm(); }
    Place operator()(const command::FlipByte&) const { return harm(); }
    Place operator()(const command::JumpClock&) const { return harm(); }
    Place operator()(const command::ExpireSession&) const { return harm(); }
    Place operator()(const command::DelayLink& c) const
    {
        return c.longer == Duration{} ? heal() : harm();
    }
    Place operator()(const command::ClogLink& c) const
    {
        return c.bytesPerSecond == 0 ? heal() : harm();
    }
    Place operator()(const command::TroubleDisk& c) const
    {
        return c.trouble == command::DiskTrouble::None ? heal() : harm();
    }
    Place operator()(const command::UncutLink&) const { return heal(); }
    Place operator()(const command::ReleaseMessage&) const { return heal(); }
    Place operator()(const command::HealFault&) const { return heal(); }
    Place operator()(const command::HealAll&) const { return heal(); }
    template <class Other> Place operator()(const Other&) const
    {
        return {Turn::InOrder, true, std::nullopt};
    }

private:
    static Place harm() { return {Turn::Harm, true, std::nullopt}; }
    static Place heal() { return {Turn::Heal, true, std::nullopt}; }
};

bool mayOvertake(const Place& line, const Place& earlier)
{
    switch (line.turn) {
    case Turn::Heal:
        return true;
    case Turn::Harm:
        return earlier.turn != Turn::Restart;
    case Turn::Restart:
        return earlier.turn != Turn::Restart && (!earlier.node || earlier.node != line.node);
    case Turn::Barrier:
    case Turn::InOrder:
        break;
    }
    return false;
}

} // namespace

Place placeOf(const Line& line)
{
    if (const auto* submit = std::get_if<line::Submit>(&line))
        return std::visit(PlaceOfCommand{}, submit->command);
    if (std::holds_alternative<line::Await>(line) || std::holds_alternative<line::Quit>(line))
        return {Turn::Barrier, false, std::nullopt};
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
        if (std::ranges::all_of(begun, passes) && std::ranges::all_of(waiting.first(i), passes))
            return i;
    }
    return std::nullopt;
}

} // namespace hw::app
