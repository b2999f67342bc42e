#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "app/commands/condition.h"
#include "engine/base/result.h"

namespace hw::app {

/// Something that can be measured and told as one number. Written as in a condition, without the
/// number: `hw t-0`, `requests p`, `lookup t-0 1 503 bytes`.
struct Metric
{
    std::string text; ///< as it was written
    std::variant<condition::NumberIs, condition::OfClient, condition::OfLookup, condition::OfDisk>
        what;

    /// Time over time: it depends on the machine and is never expected.
    bool isTime() const;
};

/// Errors name the word, its value and what is allowed.
Result<Metric> readMetric(std::string_view text);
/// The same of words that belong to a condition, up to where a number follows.
Result<condition::Measured> readMeasured(std::span<const std::string_view> words);
/// A line for each that no condition of its own has.
std::string metricHelp();
/// `requests` and the like.
bool isMetricName(std::string_view word);
std::string metricNames();

} // namespace hw::app
