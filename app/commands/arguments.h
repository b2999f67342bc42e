#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

/// Reading a command's arguments by a table of the options that it takes.
namespace hw::app {

/// `--name VALUE`, `--name=VALUE`, or a switch `--name` when `value` is empty.
struct Option
{
    std::string_view name;  ///< with its dashes: `--brokers`
    std::string_view value; ///< what the value is called in help: `N`; empty: a switch
    std::string_view help;
    /// Takes the value (empty for a switch). Its error says what is allowed; the option's name and
    /// the value are put before it.
    std::function<Result<void>(std::string_view)> take;
    bool repeatable = false;
};

/// Hands each option's value to `take` and returns the arguments that are no options, in order;
/// after `--` all are. Errors name the argument, its value and what is allowed.
Result<std::vector<std::string>> readArguments(std::span<const std::string> arguments,
                                               std::span<const Option> options);

/// `  --brokers N    how many`, a line for each option.
std::string helpOf(std::span<const Option> options);

/// A whole number in [least, most] and nothing else. The error is `is not a whole number; …` or
/// `is out of range; …` with the allowed range.
Result<std::int64_t> readNumber(std::string_view text, std::int64_t least, std::int64_t most);

} // namespace hw::app
