#include <limits>

#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

constexpr std::int32_t kLastPort = 65535;

Result<void> takeSeed(WindowOptions& window, std::string_view text)
{
    const auto number = readNumber(text, 0, std::numeric_limits<std::int64_t>::max());
    if (!number)
        return tl::unexpected(number.error());
    window.seed = static_cast<std::uint64_t>(*number);
    window.studio = true;
    return {};
}

Result<void> takeScenario(WindowOptions& window, std::string_view text)
{
    if (!text.ends_with(".json"))
        return fail(Failure::Invalid, "is no scenario; a file ending in .json is allowed");
    return takePath(window.lesson, text);
}

std::vector<Option> optionsOf(WindowOptions& window)
{
    return {brokersOption(window.brokers),
            ensembleOption(window.ensemble),
            {"--port", "PORT",
             "the first broker's; the others follow; 0: free ones (9092, or free ones if taken)",
             [&](std::string_view text) -> Result<void> {
                 std::int32_t port = 0;
                 if (auto taken = numberInto(port, 0, kLastPort)(text); !taken)
                     return taken;
                 window.port = port;
                 return {};
             }},
            {"--studio", "", "a simulated cluster: stop its time, step it, slow it down",
             switchOn(window.studio)},
            {"--seed", "N",
             "of the simulated cluster, which it means: the same seed, the same run (1)",
             [&](std::string_view text) { return takeSeed(window, text); }},
            {"--simulate-seed", "N",
             "what `highwater simulate` makes of this seed, step by step: its clients, its faults "
             "and what its checkers find",
             [&](std::string_view text) {
                 window.faults = true;
                 return takeSeed(window, text);
             }},
            {"--lesson", "NAME", "a lesson, by its name or file; highwater lesson list tells which",
             [&](std::string_view text) { return takePath(window.lesson, text); }},
            {"--scenario", "FILE.json",
             "plays this scenario in a simulated cluster, step by step as a lesson; a step without "
             "a text shows what it does",
             [&](std::string_view text) { return takeScenario(window, text); }},
            {"--lang", "LANGUAGE", "en or zh_CN", languageInto(window.language)},
            {"--open", "PATH", "look into this log directory, partition, segment or recording",
             [&](std::string_view text) { return takePath(window.open, text); }}};
}

} // namespace

std::string windowHelp()
{
    WindowOptions window;
    return helpOf(optionsOf(window));
}

Result<Invocation> readWindow(std::span<const std::string> arguments)
{
    WindowOptions window;
    const auto rest = readArguments(arguments, optionsOf(window));
    if (!rest)
        return tl::unexpected(rest.error());
    if (!rest->empty())
        return fail(Failure::Invalid,
                    fmt::format("unknown command '{}'; allowed are serve, simulate, shot, inspect, "
                                "replay, lesson and help, or options for the window",
                                rest->front()));
    if (window.port.value_or(0) + window.brokers - 1 > kLastPort)
        return fail(Failure::Invalid,
                    fmt::format("--port: '{}' leaves too few ports for {} brokers; 0 (free ones) "
                                "to {} is allowed",
                                *window.port, window.brokers, kLastPort - window.brokers + 1));
    return window;
}

} // namespace hw::app
