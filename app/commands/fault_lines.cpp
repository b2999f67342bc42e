#include "app/commands/fault_lines.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "app/commands/words.h"

namespace hw::app {

namespace {

using namespace observe;

/// An hour: longer faults are made by not healing them.
constexpr std::int64_t kMostMs = 3'600'000;
/// Ten years, either way.
constexpr std::int64_t kMostClockMs = 315'576'000'000;
constexpr std::int64_t kMostBytes = 1'000'000'000'000;

Result<std::int64_t> readNamed(std::string_view name, std::string_view word, std::int64_t least,
                               std::int64_t most)
{
    const Result<std::int64_t> number = readNumber(word, least, most);
    if (!number)
        return fail(number.error().kind,
                    fmt::format("{}: '{}' {}", name, word, number.error().message));
    return number;
}

/// `client4`, `outside7`, `outside`.
std::optional<NodeId> readClient(std::string_view word)
{
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    if (word == "outside")
        return NodeId::outside(0);
    if (word.starts_with("outside"))
        if (const auto number = readNumber(word.substr(7), 1, kMost))
            return NodeId::outside(static_cast<std::int32_t>(*number));
    if (word.starts_with("client"))
        if (const auto number = readNumber(word.substr(6), 1, kMost))
            return NodeId::client(static_cast<std::int32_t>(*number));
    return std::nullopt;
}

Result<NodeId> readEnd(std::string_view word, const Names& names, NodeId other)
{
    if (const auto node = readNode(word))
        return *node;
    if (const auto client = readClient(word))
        return *client;
    if (names)
        if (const auto named = names(word, other))
            return *named;
    return fail(Failure::Invalid,
                fmt::format("node: '{}' is none; a broker's number, zookeeper0, a client's name, "
                            "clientN, outsideN, or outside for all that joined are allowed",
                            word));
}

struct Ends
{
    NodeId one;
    NodeId two;
};

Result<Ends> readEnds(Words words, const Names& names)
{
    // The one that is no client tells which connection of an outside program is meant.
    const Result<NodeId> hint = readNode(words[1]);
    const Result<NodeId> one = readEnd(words[0], names, hint.value_or(NodeId{}));
    if (!one)
        return tl::unexpected(one.error());
    const Result<NodeId> two = readEnd(words[1], names, *one);
    if (!two)
        return tl::unexpected(two.error());
    return Ends{*one, *two};
}

template <class Make> Result<Line> onLink(Words words, const Names& names, const Make& make)
{
    const Result<Ends> ends = readEnds(words, names);
    if (!ends)
        return tl::unexpected(ends.error());
    return make(*ends);
}

Line submit(Command command) { return line::Submit{std::move(command)}; }

/// None: all.
Result<EventId> readFault(Words words)
{
    if (words.empty())
        return kNoEvent;
    const auto number = readNamed("fault", words[0], 1, std::numeric_limits<std::int64_t>::max());
    if (!number)
        return tl::unexpected(number.error());
    return EventId(static_cast<std::uint64_t>(*number));
}

Result<Line> readReleasing(Words words, bool drop)
{
    const Result<EventId> fault = readFault(words);
    if (!fault)
        return tl::unexpected(fault.error());
    return submit(command::ReleaseMessage{*fault, drop});
}

} // namespace

Result<Line> readCut(Words words, const Names& names)
{
    return onLink(words, names, [&](Ends ends) -> Result<Line> {
        if (words.size() == 3 && words[2] != "oneway")
            return fail(Failure::Invalid,
                        fmt::format("'{}' is unknown; oneway or nothing is allowed", words[2]));
        return submit(command::CutLink{ends.one, ends.two, words.size() == 2});
    });
}

Result<Line> readUncut(Words words, const Names& names)
{
    return onLink(words, names, [](Ends ends) -> Result<Line> {
        return submit(command::UncutLink{ends.one, ends.two});
    });
}

Result<Line> readDelay(Words words, const Names& names)
{
    return onLink(words, names, [&](Ends ends) -> Result<Line> {
        const auto ms = readNamed("ms", words[2], 0, kMostMs);
        if (!ms)
            return tl::unexpected(ms.error());
        return submit(command::DelayLink{ends.one, ends.two, fromMs(*ms)});
    });
}

Result<Line> readClog(Words words, const Names& names)
{
    return onLink(words, names, [&](Ends ends) -> Result<Line> {
        const auto rate = readNamed("bytes per second", words[2], 0, kMostBytes);
        if (!rate)
            return tl::unexpected(rate.error());
        return submit(command::ClogLink{ends.one, ends.two, static_cast<std::uint64_t>(*rate)});
    });
}

Result<Line> readReset(Words words, const Names& names)
{
    return onLink(words, names, [](Ends ends) -> Result<Line> {
        return submit(command::ResetLink{ends.one, ends.two});
    });
}

Result<Line> readHold(Words words, const Names& names)
{
    return onLink(words, names, [&](Ends ends) -> Result<Line> {
        command::HoldMessage hold{ends.one, ends.two, {}, words.size() == 4};
        if (words.size() > 2)
            hold.api = std::string(words[2]);
        if (hold.response && words[3] != "response")
            return fail(Failure::Invalid,
                        fmt::format("'{}' is unknown; response or nothing is allowed", words[3]));
        return submit(std::move(hold));
    });
}

Result<Line> readRelease(Words words) { return readReleasing(words, false); }
Result<Line> readDrop(Words words) { return readReleasing(words, true); }

Result<Line> readDisk(Words words)
{
    using enum command::DiskTrouble;
    constexpr std::pair<std::string_view, command::DiskTrouble> kTroubles[] = {
        {"slow", Slow},
        {"full", Full},
        {"write-error", WriteError},
        {"fsync-error", FsyncError},
        {"torn", TornWrite},
        {"ok", None},
    };
    const Result<NodeId> node = readNode(words[0]);
    if (!node)
        return tl::unexpected(node.error());
    for (const auto& [word, trouble] : kTroubles) {
        if (word != words[1])
            continue;
        if ((trouble == Slow) != (words.size() == 3))
            return fail(Failure::Invalid, trouble == Slow
                                              ? "slow needs milliseconds, as in slow 200"
                                              : fmt::format("'{}' is one word too many", words[2]));
        command::TroubleDisk disk{*node, trouble, {}};
        if (trouble == Slow) {
            const auto ms = readNamed("ms", words[2], 0, kMostMs);
            if (!ms)
                return tl::unexpected(ms.error());
            disk.time = fromMs(*ms);
        }
        return submit(disk);
    }
    return fail(Failure::Invalid,
                fmt::format("'{}' is no trouble of a disk; allowed are slow MS, full, "
                            "write-error, fsync-error, torn and ok",
                            words[1]));
}

Result<Line> readFlip(Words words)
{
    const Result<NodeId> node = readNode(words[0]);
    if (!node)
        return tl::unexpected(node.error());
    command::FlipByte flip{*node, std::string(words[1]), std::nullopt};
    if (words.size() == 3) {
        const auto at = readNamed("at", words[2], 0, std::numeric_limits<std::int64_t>::max());
        if (!at)
            return tl::unexpected(at.error());
        flip.at = *at;
    }
    return submit(std::move(flip));
}

Result<Line> readClock(Words words)
{
    const Result<NodeId> node = readNode(words[0]);
    if (!node)
        return tl::unexpected(node.error());
    if (words[1] == "ok")
        return submit(command::JumpClock{*node, Duration{}});
    const std::string_view word = words[1];
    const bool back = word.starts_with('-');
    const auto ms = word.starts_with('+') || back
                        ? readNumber(word.substr(1), 1, kMostClockMs)
                        : Result<std::int64_t>(fail(Failure::Invalid, ""));
    if (!ms)
        return fail(Failure::Invalid,
                    fmt::format("'{}' is no jump; +MS, -MS (1 to {}) and ok are allowed, as in "
                                "+60000",
                                word, kMostClockMs));
    return submit(command::JumpClock{*node, fromMs(back ? -*ms : *ms)});
}

Result<Line> readExpire(Words words, const Names& names)
{
    const Result<NodeId> node = readEnd(words[0], names, NodeId::ensemble(0));
    if (!node)
        return tl::unexpected(node.error());
    return submit(command::ExpireSession{*node});
}

Result<Line> readHeal(Words words)
{
    const Result<EventId> fault = readFault(words);
    if (!fault)
        return tl::unexpected(fault.error());
    if (words.empty())
        return submit(command::HealAll{});
    return submit(command::HealFault{*fault});
}

} // namespace hw::app
