#include <algorithm>

#include "app/commands/command_options.h"
#include "app/commands/option_parts.h"

namespace hw::app {

namespace {

constexpr std::int64_t kMaxPort = 65535;

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

std::vector<Option> optionsOf(ServeOptions& serve)
{
    cluster::ClusterSpec& spec = serve.spec;
    return {brokersOption(spec.brokers),
            ensembleOption(spec.ensemble),
            {"--port", "PORT",
             "the first broker's; the others follow; 0: free ones, ZooKeeper's too unless it is "
             "given (9092)",
             numberInto(spec.port, 0, kMaxPort)},
            {"--zookeeper-port", "PORT", "of zookeeper0; the others follow; 0: free ones (2181)",
             numberInto(spec.zookeeperPort, 0, kMaxPort)},
            {"--data", "DIR",
             "keep the data here; what it holds says how many brokers and servers there are (a "
             "folder that goes at exit)",
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

bool isGiven(std::span<const std::string> arguments, std::string_view name)
{
    return std::ranges::any_of(arguments, [&](const std::string& argument) {
        return argument == name || argument.starts_with(std::string(name) + "=");
    });
}

/// What the cluster is has one source.
Result<void> checkScenario(const ServeOptions& serve, std::span<const std::string> arguments)
{
    if (serve.scenario.empty())
        return {};
    for (const std::string_view name : {"--brokers", "--ensemble", "--preset", "--config"})
        if (isGiven(arguments, name))
            return fail(Failure::Invalid,
                        fmt::format("{}: not with --scenario '{}', whose file says it under "
                                    "\"cluster\"; --port, --zookeeper-port, --data and --json "
                                    "are allowed",
                                    name, serve.scenario));
    return {};
}

} // namespace

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

std::string serveHelp()
{
    ServeOptions serve;
    return helpOf(optionsOf(serve));
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
    if (serve.spec.port == 0 && !isGiven(arguments, "--zookeeper-port"))
        serve.spec.zookeeperPort = 0;
    if (const auto checked = checkPorts(serve.spec); !checked)
        return tl::unexpected(checked.error());
    if (const auto checked = checkScenario(serve, arguments); !checked)
        return tl::unexpected(checked.error());
    serve.brokersAsked = isGiven(arguments, "--brokers");
    serve.ensembleAsked = isGiven(arguments, "--ensemble");
    return serve;
}

} // namespace hw::app
