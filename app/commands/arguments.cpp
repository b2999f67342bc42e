#include "app/commands/arguments.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

namespace hw::app {

namespace {

const Option* find(std::span<const Option> options, std::string_view name)
{
    const auto found = std::ranges::find(options, name, &Option::name);
    return found == options.end() ? nullptr : &*found;
}

std::string namesOf(std::span<const Option> options)
{
    std::string names;
    for (const Option& option : options)
        names += (names.empty() ? "" : ", ") + std::string(option.name);
    return names.empty() ? "none" : names;
}

/// The value of the option at `index`, which moves on if the value is an argument of its own.
Result<std::string_view> valueOf(const Option& option, std::span<const std::string> arguments,
                                 std::size_t& index)
{
    const std::string_view argument = arguments[index];
    const std::size_t equals = argument.find('=');
    const bool attached = equals != std::string_view::npos;
    if (option.value.empty()) {
        if (attached)
            return fail(Failure::Invalid, fmt::format("{}: '{}' is one value too many; it is a "
                                                      "switch and takes none",
                                                      option.name, argument.substr(equals + 1)));
        return std::string_view();
    }
    if (attached)
        return argument.substr(equals + 1);
    if (index + 1 == arguments.size())
        return fail(Failure::Invalid, fmt::format("{}: the value is missing; {} {} is allowed",
                                                  option.name, option.name, option.value));
    return std::string_view(arguments[++index]);
}

} // namespace

Result<std::vector<std::string>> readArguments(std::span<const std::string> arguments,
                                               std::span<const Option> options)
{
    std::vector<std::string> rest;
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view argument = arguments[i];
        if (argument == "--") {
            rest.insert(rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                        arguments.end());
            break;
        }
        if (!argument.starts_with('-') || argument == "-") {
            rest.emplace_back(argument);
            continue;
        }
        const Option* option = find(options, argument.substr(0, argument.find('=')));
        if (!option)
            return fail(Failure::Invalid, fmt::format("unknown option '{}'; allowed are {}",
                                                      argument, namesOf(options)));
        if (!seen.insert(option->name).second && !option->repeatable)
            return fail(Failure::Invalid,
                        fmt::format("{} is given twice; once is allowed", option->name));
        const Result<std::string_view> value = valueOf(*option, arguments, i);
        if (!value)
            return tl::unexpected(value.error());
        if (const Result<void> taken = option->take(*value); !taken)
            return fail(taken.error().kind,
                        fmt::format("{}: '{}' {}", option->name, *value, taken.error().message));
    }
    return rest;
}

std::string helpOf(std::span<const Option> options)
{
    std::string text;
    for (const Option& option : options)
        text += fmt::format("  {:<24} {}\n", fmt::format("{} {}", option.name, option.value),
                            option.help);
    return text;
}

Result<std::int64_t> readNumber(std::string_view text, std::int64_t least, std::int64_t most)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!whole)
        return fail(Failure::Invalid,
                    fmt::format("is not a whole number; {} to {} is allowed", least, most));
    if (error == std::errc::result_out_of_range || number < least || number > most)
        return fail(Failure::Invalid,
                    fmt::format("is out of range; {} to {} is allowed", least, most));
    return number;
}

} // namespace hw::app
