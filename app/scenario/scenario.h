#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/condition.h"
#include "engine/base/time.h"
#include "engine/cluster/spec.h"
#include "engine/observe/command.h"

namespace hw::app {

/// How long a scenario waits for what it expects, if the file does not say.
inline constexpr Duration kDefaultWithin = 30s;

/// A condition and how the file words it.
struct NamedCondition
{
    std::string text;
    Condition condition;
};

struct ScenarioStep
{
    std::string place; ///< `steps[2]`, for messages
    std::string text;  ///< for people
    /// When it begins: at most one of the three; none: at once after the step before.
    std::optional<Duration> at;    ///< since the workload stands
    std::optional<Duration> after; ///< since the step before
    std::optional<NamedCondition> when;
    std::vector<std::string> lines; ///< in the language of `serve`
    std::vector<NamedCondition> expects;
    Duration within = kDefaultWithin; ///< for `when`, and then for `expects`
};

/// A scenario file as plain data, checked.
struct Scenario
{
    std::string name;
    std::string text;
    cluster::ClusterSpec spec;              ///< without ports
    std::vector<observe::Command> workload; ///< in order, each when the one before is done
    std::vector<ScenarioStep> steps;
};

} // namespace hw::app
