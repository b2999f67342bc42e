#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

std::vector<Option> optionsOf(InspectOptions& inspect)
{
    return {{"--json", "", "every line printed is a JSON object", switchOn(inspect.json)},
            {"--records", "", "of a segment: every record as well", switchOn(inspect.records)}};
}

} // namespace

std::string inspectHelp()
{
    InspectOptions inspect;
    return helpOf(optionsOf(inspect));
}

Result<Invocation> readInspect(std::span<const std::string> arguments)
{
    InspectOptions inspect;
    const auto rest = readArguments(arguments, optionsOf(inspect));
    if (!rest)
        return tl::unexpected(rest.error());
    if (rest->empty() || rest->front().empty())
        return fail(Failure::Invalid, "inspect: the path is missing; inspect PATH is allowed");
    if (const auto refused = refuseRest(*rest, 1, "is one path"); !refused)
        return tl::unexpected(refused.error());
    inspect.path = rest->front();
    return inspect;
}

} // namespace hw::app
