#include <algorithm>

#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

std::vector<Option> optionsOf(LessonOptions& options)
{
    return {
        {"--json", "", "print an object a line", switchOn(options.json)},
        {"--verbose", "", "check: print every step as it is played", switchOn(options.verbose)}};
}

} // namespace

Result<Invocation> readLesson(std::span<const std::string> arguments)
{
    LessonOptions options;
    auto rest = readArguments(arguments, optionsOf(options));
    if (!rest)
        return tl::unexpected(rest.error());
    const std::string what = rest->empty() ? "" : rest->front();
    if (what != "list" && what != "check")
        return fail(
            Failure::Invalid,
            fmt::format("lesson: {}; lesson list and lesson check NAME|FILE|all are allowed",
                        what.empty() ? "what to do is missing" : "'" + what + "' is unknown"));
    options.list = what == "list";
    options.lessons.assign(rest->begin() + 1, rest->end());
    if (options.list && !options.lessons.empty())
        return fail(Failure::Invalid, fmt::format("lesson list: unexpected argument '{}'; none is "
                                                  "allowed",
                                                  options.lessons.front()));
    if (!options.list && options.lessons.empty())
        return fail(Failure::Invalid,
                    "lesson check: the lesson is missing; NAME, FILE or all is allowed");
    if (std::ranges::find(options.lessons, "all") != options.lessons.end())
        options.lessons.clear();
    return options;
}

std::string lessonHelp()
{
    LessonOptions options;
    return helpOf(optionsOf(options));
}

} // namespace hw::app
