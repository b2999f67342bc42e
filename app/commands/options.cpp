#include "app/commands/options.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <thread>

#include <fmt/format.h>

#include "app/commands/arguments.h"
#include "engine/simulate/rules.h"

namespace hw::app {

namespace {

constexpr std::int64_t kMaxPort = 65535;
constexpr int kLeastSide = 200;
constexpr int kMostSide = 8000;
constexpr std::string_view kLanguages[] = {"en", "zh_CN"};

/// Puts a number in [least, most] into `target`.
template <class Number> auto numberInto(Number& target, std::int64_t least, std::int64_t most)
{
    return [&target, least, most](std::string_view text) -> Result<void> {
        const Result<std::int64_t> number = readNumber(text, least, most);
        if (!number)
            return tl::unexpected(number.error());
        target = static_cast<Number>(*number);
        return {};
    };
}

template <class Text> auto languageInto(Text& target)
{
    return [&target](std::string_view text) -> Result<void> {
        if (std::ranges::find(kLanguages, text) == std::end(kLanguages))
            return fail(Failure::Invalid, "is not a language of the window; en and zh_CN are");
        target = std::string(text);
        return {};
    };
}

auto switchOn(bool& target)
{
    return [&target](std::string_view) -> Result<void> {
        target = true;
        return {};
    };
}

Result<void> takePreset(cluster::ClusterSpec& spec, std::string_view text)
{
    if (text == "classroom")
        spec.preset = cluster::Preset::Classroom;
    else if (text == "kafka")
        spec.preset = cluster::Preset::Kafka;
    else
        return fail(Failure::Invalid, "is not a preset; classroom and kafka are");
    return {};
}

Result<void> takeCondition(ServeOptions& serve, std::string_view text)
{
    auto condition = readFailCondition(std::string(text));
    if (!condition)
        return tl::unexpected(condition.error());
    serve.watchGroups = true;
    serve.failOn.push_back(std::move(*condition));
    return {};
}

Result<void> takeConfig(cluster::ClusterSpec& spec, std::string_view text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return fail(Failure::Invalid,
                    "has no name and value; name=value is allowed, as in min.insync.replicas=2");
    spec.configs[std::string(text.substr(0, equals))] = std::string(text.substr(equals + 1));
    return {};
}

Result<void> takeDirectory(std::string& target, std::string_view text)
{
    if (text.empty())
        return fail(Failure::Invalid, "is no path; a directory is allowed, it is made if missing");
    target = std::string(text);
    return {};
}

Result<void> takePath(std::string& target, std::string_view text)
{
    if (text.empty())
        return fail(Failure::Invalid, "is no path; a file or directory that is there is allowed");
    target = std::string(text);
    return {};
}

Result<void> takeSeed(WindowOptions& window, std::string_view text)
{
    const auto number = readNumber(text, 0, std::numeric_limits<std::int64_t>::max());
    if (!number)
        return tl::unexpected(number.error());
    window.seed = static_cast<std::uint64_t>(*number);
    window.studio = true;
    return {};
}

Result<void> takeSize(ShotOptions& shot, std::string_view text)
{
    const std::size_t cross = text.find('x');
    const auto side = [](std::string_view part) { return readNumber(part, kLeastSide, kMostSide); };
    const Result<std::int64_t> width = side(text.substr(0, cross));
    const Result<std::int64_t> height =
        side(cross == std::string_view::npos ? std::string_view() : text.substr(cross + 1));
    if (!width || !height)
        return fail(Failure::Invalid,
                    fmt::format("is not a size; WIDTHxHEIGHT is allowed, each {} to {}, as in "
                                "1600x1000",
                                kLeastSide, kMostSide));
    shot.width = static_cast<int>(*width);
    shot.height = static_cast<int>(*height);
    return {};
}

Result<void> takeTheme(Theme& theme, std::string_view text)
{
    if (text != "light" && text != "dark")
        return fail(Failure::Invalid, "is not a theme; light and dark are");
    theme = text == "dark" ? Theme::Dark : Theme::Light;
    return {};
}

Option brokersOption(std::int32_t& brokers)
{
    return {"--brokers", "N", "how many brokers, 1 to 9 (3)",
            numberInto(brokers, 1, cluster::kMaxBrokers)};
}

Option ensembleOption(std::int32_t& servers)
{
    return {"--ensemble", "N", "how many ZooKeeper servers: 1, 3 or 5 (1)",
            [&](std::string_view text) -> Result<void> {
                if (text != "1" && text != "3" && text != "5")
                    return fail(Failure::Invalid, "is not a size of an ensemble; 1, 3 and 5 are");
                servers = text.front() - '0';
                return {};
            }};
}

std::vector<Option> optionsOf(WindowOptions& window)
{
    return {brokersOption(window.brokers),
            ensembleOption(window.ensemble),
            {"--studio", "", "a simulated cluster: stop its time, step it, slow it down",
             switchOn(window.studio)},
            {"--seed", "N",
             "of the simulated cluster, which it means: the same seed, the same run (1)",
             [&](std::string_view text) { return takeSeed(window, text); }},
            {"--lang", "LANGUAGE", "en or zh_CN", languageInto(window.language)},
            {"--open", "PATH", "look into this log directory, partition or segment",
             [&](std::string_view text) { return takePath(window.open, text); }}};
}

std::vector<Option> optionsOf(ServeOptions& serve)
{
    cluster::ClusterSpec& spec = serve.spec;
    return {brokersOption(spec.brokers),
            ensembleOption(spec.ensemble),
            {"--port", "PORT", "the first broker's; the others follow; 0: free ones (9092)",
             numberInto(spec.port, 0, kMaxPort)},
            {"--zookeeper-port", "PORT", "of zookeeper0; the others follow; 0: free ones (2181)",
             numberInto(spec.zookeeperPort, 0, kMaxPort)},
            {"--data", "DIR", "keep the data here (a folder that goes at exit)",
             [&](std::string_view text) { return takeDirectory(serve.dataDirectory, text); }},
            {"--preset", "NAME", "classroom or kafka: whose defaults (classroom)",
             [&](std::string_view text) { return takePreset(spec, text); }},
            {"--config", "NAME=VALUE", "a broker setting by Kafka's name; may be repeated",
             [&](std::string_view text) { return takeConfig(spec, text); }, true},
            {"--scenario", "FILE",
             "play this file; it says what cluster it wants; exit 1 if an "
             "expectation fails",
             [&](std::string_view text) { return takePath(serve.scenario, text); }},
            {"--watch-groups", "", "print for every rebalance why, who, and what it cost",
             switchOn(serve.watchGroups)},
            {"--fail-on", "COND",
             "as rebalances>3 or payments:session-expired>0: exit 1 if it came to that; may be "
             "repeated",
             [&](std::string_view text) { return takeCondition(serve, text); }, true},
            {"--json", "", "every line printed is a JSON object", switchOn(serve.json)}};
}

std::vector<Option> optionsOf(ShotOptions& shot)
{
    return {{"--size", "WxH", "of the picture (1600x1000)",
             [&](std::string_view text) { return takeSize(shot, text); }},
            {"--theme", "NAME", "light or dark (light)",
             [&](std::string_view text) { return takeTheme(shot.theme, text); }},
            {"--lang", "LANGUAGE", "en or zh_CN (en)", languageInto(shot.language)}};
}

std::vector<Option> optionsOf(InspectOptions& inspect)
{
    return {{"--json", "", "every line printed is a JSON object", switchOn(inspect.json)},
            {"--records", "", "of a segment: every record as well", switchOn(inspect.records)}};
}

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

std::string helpText()
{
    WindowOptions window;
    ServeOptions serve;
    ShotOptions shot;
    InspectOptions inspect;
    SimulateOptions simulate;
    std::int32_t brokers = 0;
    return "Highwater: a real Kafka-compatible cluster in one window.\n"
           "\nhighwater [OPTIONS]: the window\n" +
           helpOf(optionsOf(window)) +
           "\nhighwater serve [OPTIONS]: the cluster without a window; takes commands, one a "
           "line\n" +
           helpOf(optionsOf(serve)) +
           "\nhighwater shot OUT.png [OPTIONS]: a picture of the window with the demo\n" +
           helpOf(optionsOf(shot)) +
           "\nhighwater inspect PATH [OPTIONS]: what a log directory, a partition, a segment, an "
           "index or\na checkpoint holds, and what is wrong with it; also of Apache Kafka\n" +
           helpOf(optionsOf(inspect)) +
           "\nhighwater simulate [OPTIONS]: random faults in a simulated cluster, and whether all "
           "held\n" +
           helpOf(optionsOf(simulate, brokers)) +
           "\nExit codes: 0 done, 1 the check failed, 2 wrong use.\n";
}

Result<void> checkPorts(const cluster::ClusterSpec& spec)
{
    const std::int64_t last = spec.port + spec.brokers - 1;
    if (spec.port != 0 && last > kMaxPort)
        return fail(Failure::Invalid,
                    fmt::format("--port: '{}' leaves too few ports for {} brokers; 0 (free ones) "
                                "to {} is allowed",
                                spec.port, spec.brokers, kMaxPort - spec.brokers + 1));
    const std::int64_t lastServer = spec.zookeeperPort + spec.ensemble - 1;
    if (spec.zookeeperPort != 0 && lastServer > kMaxPort)
        return fail(Failure::Invalid,
                    fmt::format("--zookeeper-port: '{}' leaves too few ports for {} servers; 0 "
                                "(free ones) to {} is allowed",
                                spec.zookeeperPort, spec.ensemble, kMaxPort - spec.ensemble + 1));
    if (spec.port != 0 && spec.zookeeperPort != 0 && lastServer >= spec.port &&
        spec.zookeeperPort <= last)
        return fail(Failure::Invalid,
                    fmt::format("--zookeeper-port: '{}' is a broker's port; anything outside of "
                                "{} to {} is allowed",
                                spec.zookeeperPort, spec.port - spec.ensemble + 1, last));
    return {};
}

/// What the cluster is has one source.
Result<void> checkScenario(const ServeOptions& serve, std::span<const std::string> arguments)
{
    if (serve.scenario.empty())
        return {};
    for (const std::string& argument : arguments)
        for (const std::string_view name : {"--brokers", "--ensemble", "--preset", "--config"})
            if (argument == name || argument.starts_with(std::string(name) + "="))
                return fail(Failure::Invalid,
                            fmt::format("{}: not with --scenario '{}', whose file says it under "
                                        "\"cluster\"; --port, --zookeeper-port, --data and --json "
                                        "are allowed",
                                        name, serve.scenario));
    return {};
}

Result<void> refuseRest(const std::vector<std::string>& rest, std::size_t allowed,
                        std::string_view what)
{
    if (rest.size() <= allowed)
        return {};
    return fail(Failure::Invalid,
                fmt::format("unexpected argument '{}'; allowed {}", rest[allowed], what));
}

Result<Invocation> readWindow(std::span<const std::string> arguments)
{
    WindowOptions window;
    const auto rest = readArguments(arguments, optionsOf(window));
    if (!rest)
        return tl::unexpected(rest.error());
    if (!rest->empty())
        return fail(
            Failure::Invalid,
            fmt::format("unknown command '{}'; allowed are serve, simulate, shot, inspect and "
                        "help, or options for the window",
                        rest->front()));
    return window;
}

Result<Invocation> readServe(std::span<const std::string> arguments)
{
    ServeOptions serve;
    serve.spec.port = kDefaultPort;
    serve.spec.zookeeperPort = kDefaultZookeeperPort;
    const auto rest = readArguments(arguments, optionsOf(serve));
    if (!rest)
        return tl::unexpected(rest.error());
    if (const auto refused = refuseRest(*rest, 0, "are options only"); !refused)
        return tl::unexpected(refused.error());
    if (const auto checked = checkPorts(serve.spec); !checked)
        return tl::unexpected(checked.error());
    if (const auto checked = checkScenario(serve, arguments); !checked)
        return tl::unexpected(checked.error());
    return serve;
}

Result<Invocation> readShot(std::span<const std::string> arguments)
{
    ShotOptions shot;
    const auto rest = readArguments(arguments, optionsOf(shot));
    if (!rest)
        return tl::unexpected(rest.error());
    if (rest->empty())
        return fail(Failure::Invalid, "shot: the file is missing; shot OUT.png is allowed");
    if (const auto refused = refuseRest(*rest, 1, "is one file"); !refused)
        return tl::unexpected(refused.error());
    shot.file = rest->front();
    if (!shot.file.ends_with(".png"))
        return fail(
            Failure::Invalid,
            fmt::format("shot: '{}' is no .png; a file name ending in .png is allowed", shot.file));
    return shot;
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

} // namespace

Result<Invocation> readCommandLine(std::span<const std::string> arguments)
{
    for (const std::string& argument : arguments)
        if (argument == "--help" || argument == "-h")
            return HelpRequest{helpText()};
    if (arguments.empty() || arguments.front().starts_with('-'))
        return readWindow(arguments);
    if (arguments.front() == "serve")
        return readServe(arguments.subspan(1));
    if (arguments.front() == "shot")
        return readShot(arguments.subspan(1));
    if (arguments.front() == "inspect")
        return readInspect(arguments.subspan(1));
    if (arguments.front() == "simulate")
        return readSimulate(arguments.subspan(1));
    if (arguments.front() == "help")
        return HelpRequest{helpText()};
    return readWindow(arguments);
}

} // namespace hw::app
