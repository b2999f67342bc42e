#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/condition.h"
#include "app/commands/metric.h"
#include "engine/base/time.h"
#include "engine/cluster/spec.h"
#include "engine/observe/command.h"

namespace hw::app {

/// How long a scenario waits for what it expects, if the file does not say.
inline constexpr Duration kDefaultWithin = 30s;
/// How long what `holds` has to, if the file does not say.
inline constexpr Duration kDefaultHold = 1s;

/// A text for people, in one or several languages.
struct Texts
{
    std::map<std::string, std::string, std::less<>> byLanguage; ///< `en`, `zh_CN`

    Texts() = default;
    Texts(std::string english);
    bool empty() const { return byLanguage.empty(); }
    /// In that language, else in English, else in any.
    const std::string& in(std::string_view language) const;
    bool has(std::string_view language) const { return byLanguage.contains(language); }
};

/// Asked before a step runs; the player has to choose first.
struct Question
{
    Texts ask;
    std::vector<Texts> choices;
    std::size_t right = 0;
    Texts because; ///< told after the choice
};

/// A condition and how the file words it.
struct NamedCondition
{
    std::string text;
    Condition condition;
};

/// Something that is measured when its step is over, and drawn in a chart. Series are told apart by
/// their names; those of one unit share a chart.
struct Measure
{
    Texts name;
    Metric metric;
    Texts unit;
    /// Where on the chart: a number (then it is a line), a name (then it is a bar), or neither.
    std::optional<double> at;
    Texts along; ///< what the numbers of `at` are: the name of the chart's lower axis
    Texts label;
    /// Also while the step runs, so often; then it is a line over the seconds of the step.
    std::optional<Duration> every;
    bool growth = false; ///< only what came to it during the step
};

/// A note on a thing of the picture, with the lesson that shows what it says.
struct Card
{
    std::string point; ///< as of a step
    Texts title;
    Texts text;
    std::string lesson; ///< its id; empty: none
};

struct ScenarioStep
{
    std::string place; ///< `steps[2]`, for messages
    Texts text;        ///< for people
    /// What to look at meanwhile: `broker 1`, `partition t-0`, `replica t-0 2`, `group g`,
    /// `client c`, `zookeeper0`, `controller`, `events`, `chart`.
    std::vector<std::string> point;
    std::optional<Question> question;
    /// When it begins: at most one of these; none: at once after the step before.
    std::optional<Duration> at;    ///< since the workload stands
    std::optional<Duration> after; ///< since the step before
    std::optional<NamedCondition> when;
    bool whenAllMet = false;        ///< `"when": "all met"`: nothing of the steps before is awaited
    std::vector<std::string> lines; ///< in the language of `serve`
    std::vector<std::string> refused; ///< the same, but each has to be refused
    std::vector<NamedCondition> expects;
    Duration within = kDefaultWithin; ///< for `when`, and then for `expects`
    /// Once its lines are done and `expects` are met: these are true, and stay so for that long.
    std::vector<NamedCondition> holds;
    Duration holdsFor = kDefaultHold;
    std::vector<Measure> measures;
};

/// A scenario file as plain data, checked.
struct Scenario
{
    std::string id; ///< the file's name without its ending; empty if it has none
    Texts name;
    Texts text;
    Texts differs;    ///< where simpler or older texts on Kafka say something else
    std::string part; ///< where a list of lessons puts it: `A`, `B`, `C`, `D`; empty: no lesson
    cluster::ClusterSpec spec;              ///< without ports
    std::vector<observe::Command> workload; ///< in order, each when the one before is done
    std::vector<ScenarioStep> steps;
    std::vector<NamedCondition> always; ///< true from when the workload stands to the end
    std::vector<Card> cards;            ///< notes that can be read at any time
};

} // namespace hw::app
