#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/commands/group_watch.h"
#include "engine/base/mutation.h"
#include "engine/base/result.h"
#include "engine/cluster/spec.h"
#include "engine/simulate/plan.h"

/// The program's command line, read into plain data. No Qt, so that `serve` is built without it.
namespace hw::app {

/// Exit codes of the program.
inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kWrongUse = 2;

inline constexpr std::uint16_t kDefaultPort = 9092;
inline constexpr std::uint16_t kDefaultZookeeperPort = 2181;

struct WindowOptions
{
    std::int32_t brokers = 3;
    std::int32_t ensemble = 1;
    /// The first broker's; 0: free ones; none: Kafka's if it is free.
    std::optional<std::int32_t> port;
    /// A simulated cluster, whose time can be moved.
    bool studio = false;
    std::uint64_t seed = 1; ///< of a simulated one
    /// What the simulator makes of the seed: its clients, faults and findings.
    bool faults = false;
    /// `en`, `zh_CN`; none: what was chosen last, else the system's.
    std::optional<std::string> language;
    /// A log directory, partition or segment to look into at once; empty: none.
    std::string open;
    std::string lesson;                      ///< a lesson's name or file; empty: none
    std::string recording;                   ///< a recording instead of a cluster; empty: none
    std::optional<std::int64_t> recordingAt; ///< seconds of its time; none: its beginning
};

struct ServeOptions
{
    cluster::ClusterSpec spec;
    /// As the user named it: kept at exit. Empty: a throw-away one.
    std::string dataDirectory;
    /// Whether the command line said how many; else a folder with data does.
    bool brokersAsked = false;
    bool ensembleAsked = false;
    /// Print why groups rebalance.
    bool watchGroups = false;
    std::vector<FailCondition> failOn; ///< of what is watched
    /// A scenario file to play, which says what the cluster is; empty: none.
    std::string scenario;
    bool json = false;
};

enum class Theme
{
    Light,
    Dark,
    Projector,
};

struct ShotOptions
{
    std::string file;
    int width = 1600;
    int height = 1000;
    Theme theme = Theme::Light;
    std::string language = "en";
    std::string lesson; ///< by name or file; empty: the demo
    int step = 0;       ///< of it, from 1: it has just been played; 0: the introduction
};

struct InspectOptions
{
    std::string path;
    bool json = false;
    bool records = false; ///< of a segment: every record as well
};

struct SimulateOptions
{
    std::uint64_t firstSeed = 1;
    std::uint64_t lastSeed = 100;
    std::optional<std::int32_t> brokers; ///< none: drawn for each seed
    std::int32_t operations = simulate::kDefaultOperations;
    int jobs = 0;           ///< seeds tried side by side; 0: as many as there are processors
    bool keepGoing = false; ///< after a seed has failed
    bool verbose = false;   ///< print every event; one seed at a time
    bool json = false;
    std::optional<Rule> without; ///< a rule of the engine to break; only in a mutation build
    bool listRules = false;
};

struct LessonOptions
{
    bool list = false;                ///< else check
    std::vector<std::string> lessons; ///< names or files; empty: all
    bool json = false;
    bool verbose = false; ///< print each step as it is played
};

struct ReplayOptions
{
    std::string file;    ///< empty: say which are there
    bool info = false;   ///< print instead of a window: what it is
    bool events = false; ///< every event
    bool status = false; ///< the picture at a moment
    bool json = false;
    std::optional<std::int64_t> at; ///< seconds of the recorded time
    std::optional<std::string> language;
};

struct HelpRequest
{
    std::string text;
};

using Invocation = std::variant<WindowOptions, ServeOptions, ShotOptions, InspectOptions,
                                SimulateOptions, LessonOptions, ReplayOptions, HelpRequest>;

/// Whether all ports of such a cluster exist and none is wanted twice; names the option.
Result<void> checkPorts(const cluster::ClusterSpec& spec);

/// Reads the arguments after the program's name. Errors are one line that names the argument, its
/// value and what is allowed.
Result<Invocation> readCommandLine(std::span<const std::string> arguments);

} // namespace hw::app
