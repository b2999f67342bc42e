#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/commands/condition.h"
#include "engine/base/result.h"
#include "engine/base/time.h"

/// The language of conditions: `leader t-0 !2`, `hw t-0 =4`, `owns g g-C1 A-0,A-2`.
namespace hw::app {

/// The longest that `await` may be told to wait.
inline constexpr Duration kLongestAwait = std::chrono::hours(24);

struct TimedCondition
{
    Condition condition;
    std::optional<Duration> timeout; ///< in seconds behind the condition, if it is there
};

/// Errors name the word, its value and what is allowed.
Result<TimedCondition> readTimedCondition(std::span<const std::string_view> words);
/// The same without a time.
Result<Condition> readCondition(std::string_view text);

/// A line for each condition: what it is and how it is written.
std::string conditionHelp();

} // namespace hw::app
