#include "app/commands/serve.h"

#include <optional>

#include <unistd.h>

#include "app/commands/answers.h"
#include "app/commands/console.h"
#include "app/commands/line_server.h"
#include "app/scenario/scenario_reader.h"
#include "app/session/data_directory.h"
#include "app/session/live_session.h"

namespace hw::app {

static void warn(const std::string& message)
{
    LineOutput(STDERR_FILENO).line("highwater: " + message);
}

/// A port that is taken: which option takes another.
static std::string withWayOut(const std::string& why, const cluster::ClusterSpec& spec)
{
    const auto names = [&why](std::int64_t first, std::int64_t count) {
        for (std::int64_t port = first; first != 0 && port < first + count; ++port)
            if (why.find("port " + std::to_string(port) + " ") != std::string::npos)
                return true;
        return false;
    };
    if (names(spec.zookeeperPort, spec.ensemble))
        return why + "; --zookeeper-port N takes another (0: a free one)";
    if (names(spec.port, spec.brokers))
        return why + "; --port N takes others (0: free ones)";
    return why;
}

/// The scenario says what the cluster is; the command line says where.
static Result<std::optional<Scenario>> scenarioOf(const ServeOptions& options)
{
    if (options.scenario.empty())
        return std::optional<Scenario>();
    Result<Scenario> scenario = readScenarioFile(options.scenario);
    if (!scenario)
        return tl::unexpected(scenario.error());
    scenario->spec.port = options.spec.port;
    scenario->spec.zookeeperPort = options.spec.zookeeperPort;
    return std::optional<Scenario>(std::move(*scenario));
}

/// A folder with data says how many brokers and servers there are, where nobody else does.
static Result<cluster::ClusterSpec> fitted(const ServeOptions& options)
{
    cluster::ClusterSpec spec = options.spec;
    if (options.dataDirectory.empty())
        return spec;
    const DataDirectory::Held held = DataDirectory::heldIn(options.dataDirectory);
    if (!options.brokersAsked && held.brokers != 0)
        spec.brokers = held.brokers;
    if (!options.ensembleAsked && held.servers != 0)
        spec.ensemble = held.servers;
    if (const auto checked = checkPorts(spec); !checked)
        return tl::unexpected(checked.error());
    return spec;
}

/// What this cluster offers that Kafka with ZooKeeper does not.
static std::string remarkOn(const cluster::ClusterSpec& spec)
{
    const auto protocols = spec.configs.find("group.coordinator.rebalance.protocols");
    if (protocols == spec.configs.end() || protocols->second.find("consumer") == std::string::npos)
        return {};
    return "the consumer group protocol (KIP-848) is on, which is not in Kafka's ZooKeeper mode";
}

int serve(const ServeOptions& options, std::chrono::steady_clock::time_point started)
{
    const auto scenario = scenarioOf(options);
    if (!scenario)
        return refuse(scenario.error().message);
    StopSignals stops;
    LineOutput output(STDOUT_FILENO);
    Answers answers(output, options.json);
    const Result<cluster::ClusterSpec> chosen =
        *scenario ? Result<cluster::ClusterSpec>((*scenario)->spec) : fitted(options);
    if (!chosen)
        return refuse(chosen.error().message);
    const cluster::ClusterSpec& spec = *chosen;
    const auto session = LiveSession::start(spec, options.dataDirectory);
    if (!session)
        return refuse(session.error().message);
    LineServer server(**session, stops, answers);
    const Result<bool> ready = server.start();
    if (!ready)
        return refuse(withWayOut(ready.error().message, spec));
    if (!*ready)
        return kDone;
    const Duration took = std::chrono::steady_clock::now() - started;
    cluster::EngineCluster& cluster = (*session)->cluster();
    for (const std::string& failure : cluster.failures())
        warn(failure);
    answers.ready(cluster.bootstrap(), cluster.ensembleConnect(), toMs(took), remarkOn(spec));
    if (*scenario)
        server.play(**scenario);
    std::optional<GroupWatch> groups;
    if (options.watchGroups)
        server.watch(groups.emplace(output, options.json, options.failOn));
    return server.run();
}

} // namespace hw::app
