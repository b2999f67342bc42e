#include <limits>
#include <thread>

#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"
#include "engine/simulate/rules.h"

namespace hw::app {

namespace {

/// `17-42`, or one seed.
Result<void> takeSeeds(SimulateOptions& simulate, std::string_view text)
{
    constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
    const std::size_t dash = text.find('-');
    const Result<std::int64_t> first = readNumber(text.substr(0, dash), 0, most);
    const Result<std::int64_t> last =
        dash == std::string_view::npos ? first : readNumber(text.substr(dash + 1), 0, most);
    if (!first || !last || *last < *first)
        return fail(Failure::Invalid,
                    "is no range of seeds; A-B is allowed, whole numbers with A up to B, as in "
                    "1-100");
    simulate.firstSeed = static_cast<std::uint64_t>(*first);
    simulate.lastSeed = static_cast<std::uint64_t>(*last);
    return {};
}

/// Only a mutation build can break rules, so only there these are options.
void addRuleOptions(std::vector<Option>& options, SimulateOptions& simulate)
{
    options.push_back({"--without-rule", "RULE", "break this rule of the engine",
                       [&](std::string_view text) -> Result<void> {
                           simulate.without = hw::simulate::ruleNamed(text);
                           if (!simulate.without)
                               return fail(Failure::Invalid,
                                           "is no rule; those that --rules lists are allowed");
                           return {};
                       }});
    options.push_back({"--rules", "", "list them", switchOn(simulate.listRules)});
}

std::vector<Option> optionsOf(SimulateOptions& simulate, std::int32_t& brokers)
{
    std::vector<Option> options{
        {"--seeds", "A-B", "the seeds to try, both included (1-100)",
         [&](std::string_view text) { return takeSeeds(simulate, text); }},
        {"--brokers", "N", "how many brokers, 1 to 7 (drawn for each seed)",
         numberInto(brokers, 1, hw::simulate::kMostBrokers)},
        {"--ops", "N", "operations before the healing (150)",
         numberInto(simulate.operations, 1, hw::simulate::kMostOperations)},
        {"--jobs", "N", "seeds side by side (one for each processor)",
         numberInto(simulate.jobs, 1, 64)},
        {"--keep-going", "", "try all seeds, also after one has failed",
         switchOn(simulate.keepGoing)},
        {"--verbose", "", "print every event, seed by seed", switchOn(simulate.verbose)},
        {"--json", "", "every line printed is a JSON object", switchOn(simulate.json)}};
    if (kHasMutations)
        addRuleOptions(options, simulate);
    return options;
}

} // namespace

std::string simulateHelp()
{
    SimulateOptions simulate;
    std::int32_t brokers = 0;
    return helpOf(optionsOf(simulate, brokers));
}

Result<Invocation> readSimulate(std::span<const std::string> arguments)
{
    SimulateOptions simulate;
    std::int32_t brokers = 0;
    const auto rest = readArguments(arguments, optionsOf(simulate, brokers));
    if (!rest)
        return tl::unexpected(rest.error());
    if (const auto refused = refuseRest(*rest, 0, "are options only"); !refused)
        return tl::unexpected(refused.error());
    if (brokers != 0)
        simulate.brokers = brokers;
    if (simulate.jobs == 0)
        simulate.jobs = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 64U));
    return simulate;
}

} // namespace hw::app
