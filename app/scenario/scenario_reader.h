#pragma once

#include <string>
#include <string_view>

#include "app/scenario/scenario.h"
#include "engine/base/result.h"

namespace hw::app {

inline constexpr std::size_t kMaxScenarioBytes = 1 << 20;
inline constexpr std::size_t kMaxScenarioSteps = 10'000;
inline constexpr std::size_t kMaxScenarioClients = 1000;

/// JSON with comments. An error is one line: the place (`steps[2].at`, or the line and column of
/// what is no JSON), the value, and what is allowed. Nothing unknown is passed over.
Result<Scenario> readScenario(std::string_view text);
/// The same from a file, whose name stands before each error.
Result<Scenario> readScenarioFile(const std::string& path);

/// `12s`, `500ms`, `1.5s`, `2m`; zero to a day.
Result<Duration> readSpan(std::string_view word);

} // namespace hw::app
