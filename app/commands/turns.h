#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "app/commands/line_language.h"

/// Which of the lines that came may take effect while others wait for their outcome.
namespace hw::app {

/// Commands before a line about faults get that long; then it does not wait for them.
inline constexpr Duration kPatience = 1s;
/// Lines that have begun and are not answered; no more are begun meanwhile.
inline constexpr std::size_t kMostBegun = 64;

/// A line, as far as its turn goes.
enum class Turn
{
    Barrier, ///< await, quit: nothing overtakes it
    InOrder, ///< overtakes nothing
    Restart, ///< overtakes commands, but no restart and nothing about the same node; a ZooKeeper
             ///< server's overtakes those of brokers, which may wait for it
    Harm,    ///< overtakes commands, but no restart: kill, freeze, cut, …
    Heal,    ///< overtakes commands: thaw, heal, uncut, release, …; but never its own fault
};
/// What a line changes: of two about the same thing the later never begins first.
struct Thing
{
    enum class Kind
    {
        None,
        Process,    ///< of `node`
        Link,       ///< between `node` and `other`
        Disk,       ///< of `node`
        Clock,      ///< of `node`
        Client,     ///< `node`, an embedded one
        Everything, ///< `heal`
    };
    Kind kind = Kind::None;
    NodeId node{};
    NodeId other{};
};
struct Place
{
    Turn turn = Turn::InOrder;
    bool isCommand = false; ///< waits for an outcome, so that others may overtake it
    Thing thing{};
};
Place placeOf(const Line& line);

/// The index in `waiting` of the line to begin now; none: wait. `begun` are those not answered yet,
/// the first of them since `longest`.
std::optional<std::size_t> nextToBegin(std::span<const Place> waiting, std::span<const Place> begun,
                                       Duration longest);

} // namespace hw::app
