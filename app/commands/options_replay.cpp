#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

constexpr std::int64_t kMostSeconds = 1'000'000'000;

std::vector<Option> optionsOf(ReplayOptions& replay)
{
    return {{"--info", "", "no window: print what it is, and what of it cannot be read",
             switchOn(replay.info)},
            {"--events", "", "no window: print every event", switchOn(replay.events)},
            {"--status", "", "no window: print the cluster as it was at the end, or --at",
             switchOn(replay.status)},
            {"--at", "SECONDS", "begin there, in whole seconds of the cluster's time",
             [&](std::string_view text) -> Result<void> {
                 const auto seconds = readNumber(text, 0, kMostSeconds);
                 if (!seconds)
                     return tl::unexpected(seconds.error());
                 replay.at = *seconds;
                 return {};
             }},
            {"--lang", "LANGUAGE", "en or zh_CN", languageInto(replay.language)},
            {"--json", "", "every line printed is a JSON object", switchOn(replay.json)}};
}

} // namespace

std::string replayHelp()
{
    ReplayOptions replay;
    return helpOf(optionsOf(replay));
}

Result<Invocation> readReplay(std::span<const std::string> arguments)
{
    ReplayOptions replay;
    const auto rest = readArguments(arguments, optionsOf(replay));
    if (!rest)
        return tl::unexpected(rest.error());
    if (const auto refused = refuseRest(*rest, 1, "is one file"); !refused)
        return tl::unexpected(refused.error());
    if (!rest->empty())
        replay.file = rest->front();
    if (replay.json && !replay.info && !replay.events && !replay.status)
        return fail(Failure::Invalid,
                    "--json: only with --info, --events or --status, which print something");
    return replay;
}

} // namespace hw::app
