#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

constexpr int kLeastSide = 200;
constexpr int kMostSide = 8000;
constexpr int kMostSteps = 10'000;

Result<void> takeSize(ShotOptions& shot, std::string_view text)
{
    const std::size_t cross = text.find('x');
    const auto side = [](std::string_view part) { return readNumber(part, kLeastSide, kMostSide); };
    const Result<std::int64_t> width = side(text.substr(0, cross));
    const Result<std::int64_t> height =
        side(cross == std::string_view::npos ? std::string_view() : text.substr(cross + 1));
    if (!width || !height)
        return fail(Failure::Invalid,
                    fmt::format("is not a size; WIDTHxHEIGHT is allowed, each {} to {}, as in "
                                "1600x1000",
                                kLeastSide, kMostSide));
    shot.width = static_cast<int>(*width);
    shot.height = static_cast<int>(*height);
    return {};
}

Result<void> takeTheme(Theme& theme, std::string_view text)
{
    if (text != "light" && text != "dark" && text != "projector")
        return fail(Failure::Invalid, "is not a theme; light, dark and projector are");
    theme = text == "dark" ? Theme::Dark : text == "projector" ? Theme::Projector : Theme::Light;
    return {};
}

std::vector<Option> optionsOf(ShotOptions& shot)
{
    return {{"--size", "WxH", "of the picture (1600x1000)",
             [&](std::string_view text) { return takeSize(shot, text); }},
            {"--theme", "NAME", "light, dark or projector (light)",
             [&](std::string_view text) { return takeTheme(shot.theme, text); }},
            {"--lesson", "NAME", "a lesson, by its name or file, in place of the demo",
             [&](std::string_view text) { return takePath(shot.lesson, text); }},
            {"--step", "N", "of the lesson, just played (0: its introduction)",
             numberInto(shot.step, 0, kMostSteps)},
            {"--lang", "LANGUAGE", "en or zh_CN (en)", languageInto(shot.language)}};
}

} // namespace

std::string shotHelp()
{
    ShotOptions shot;
    return helpOf(optionsOf(shot));
}

Result<Invocation> readShot(std::span<const std::string> arguments)
{
    ShotOptions shot;
    const auto rest = readArguments(arguments, optionsOf(shot));
    if (!rest)
        return tl::unexpected(rest.error());
    if (rest->empty())
        return fail(Failure::Invalid, "shot: the file is missing; shot OUT.png is allowed");
    if (const auto refused = refuseRest(*rest, 1, "is one file"); !refused)
        return tl::unexpected(refused.error());
    if (shot.step > 0 && shot.lesson.empty())
        return fail(Failure::Invalid,
                    fmt::format("--step: {} is a step of no lesson; --lesson NAME is needed too",
                                shot.step));
    shot.file = rest->front();
    if (!shot.file.ends_with(".png"))
        return fail(
            Failure::Invalid,
            fmt::format("shot: '{}' is no .png; a file name ending in .png is allowed", shot.file));
    return shot;
}

} // namespace hw::app
