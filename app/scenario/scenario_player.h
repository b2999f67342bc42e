#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/instruments.h"
#include "app/scenario/scenario.h"
#include "engine/cluster/cluster.h"
#include "engine/observe/facts.h"

namespace hw::app {

/// Why a scenario failed, as plain data: so it can be told in any language.
struct ScenarioFailure
{
    enum class Why : std::uint8_t
    {
        Unreadable, ///< a line names what is not there
        Refused,    ///< a line, or a command of the workload
        NotRefused, ///< it was to be
        NoOutcome,  ///< nothing came of it
        NeverCame,  ///< what a step expects
        NotDue,     ///< what a step waits for
        NeverHeld,  ///< what was to become and stay so did not become so
        HeldNoMore, ///< it did, and did not stay
        Broken      ///< what is always to be so
    };
    Why why = Why::NeverCame;
    std::string what;                        ///< the line, or the condition as the file words it
    Duration after{};                        ///< that long it was waited for, or was so
    std::optional<observe::Command> command; ///< of a line or of the workload
    std::optional<observe::Outcome> outcome; ///< Refused and NotRefused: what came of it
    std::string instead;                     ///< a condition that holds (`Lack::instead`)
};

/// A line that has to be refused, and how it was.
struct ScenarioRefusal
{
    std::string line;
    observe::Command command;
    std::optional<observe::Outcome> outcome; ///< none yet
};

/// Something that happened in a scenario, for people.
struct ScenarioNews
{
    enum class Kind
    {
        Note,     ///< it begins, or a text of the file
        Step,     ///< a line is carried out
        Done,     ///< a line has taken effect
        Expect,   ///< something is awaited from now on
        Met,      ///< it came true
        Failed,   ///< it did not, or a line was refused
        Measured, ///< a number that the file wanted to know
        Passed,   ///< all is over and well
    };
    Kind kind = Kind::Note;
    Duration at{}; ///< since the workload stands; before that since the beginning
    std::string text;
    std::optional<ScenarioFailure> failure{}; ///< of `Failed`
    std::optional<ScenarioRefusal> refusal{}; ///< of `Step` and `Done`, if it is about one
};
/// `note`, `step`, `done`, `expect`, `met`, `failed`, `measured`, `passed`.
std::string_view textOf(ScenarioNews::Kind kind);

/// One point of a chart.
struct MeasuredPoint
{
    std::size_t step = 0;
    std::size_t measure = 0;  ///< which of the step's
    std::optional<double> at; ///< along the chart: as the measure says, or seconds of its step
    double value = 0;
};

/// Plays a scenario on a cluster, whatever it is: the live one, or the simulated one in its own
/// time. Knows no clock: it is told the time, and does what is due.
///
/// Give it every `CommandDone` that the cluster reports (also those of others), and call `advance`
/// often: a condition is judged, and a step begins, no sooner than the next call.
class ScenarioPlayer
{
public:
    /// A line without an outcome for so long has failed.
    static constexpr Duration kLongestCommand = std::chrono::minutes(3);

    static constexpr std::size_t kMostPoints = 20'000;

    /// All outlive it. The cluster runs already, and is as the scenario wants it. Without
    /// `instruments` what only they can tell is unknown.
    ScenarioPlayer(const Scenario& scenario, cluster::Cluster& cluster,
                   const Instruments* instruments = nullptr);

    /// Goes on with another simulator that is at the very moment of the last one.
    void moveTo(cluster::Cluster& cluster) { m_cluster = &cluster; }

    void take(const observe::fact::CommandDone& done);
    /// What happened since the last call. `now` is on the clock of the cluster's snapshots.
    std::vector<ScenarioNews> advance(Instant now);

    /// Only the first `steps` may begin; without a call all may.
    void allow(std::size_t steps) { m_allowed = steps; }
    /// The workload stands.
    bool isReady() const { return m_ready.has_value(); }
    /// How many steps have begun.
    std::size_t begun() const { return m_next; }
    /// Nothing of the steps that have begun is under way or awaited.
    bool isIdle() const { return m_pending.empty() && m_expected.empty() && m_held.empty(); }

    /// All that was measured so far, in order.
    const std::vector<MeasuredPoint>& measured() const { return m_measured; }

    enum class State
    {
        Playing,
        Passed,
        Failed
    };
    State state() const { return m_state; }

private:
    using Kind = ScenarioNews::Kind;
    struct Pending
    {
        CommandId id;
        std::string what;
        observe::Command command;
        Instant since;
        bool first = false;   ///< conditions of its step are judged only when it is done
        bool refused = false; ///< it has to be
    };
    struct Expected
    {
        std::string place;
        NamedCondition wanted;
        Instant since;
        Duration within{};
    };

    struct Held
    {
        std::string place;
        NamedCondition wanted;
        Instant since;
        Duration within{}; ///< to come true at all
        Duration lasts{};  ///< and then stay so
        std::optional<Instant> holdsSince;
    };

    void prepare();
    void outcomes();
    void steps();
    bool isDue(const ScenarioStep& step);
    void fire(const ScenarioStep& step);
    static bool namesClients(const ScenarioStep& step);
    const observe::Snapshot& picture();
    void measure();
    void measureNow(std::size_t step, std::size_t which, bool running);
    std::optional<double> valueOf(const Measure& measure);
    void judge();
    void judgeHeld();
    void judgeAlways();
    bool isExpecting(const std::string& place) const;
    /// What is missing for a condition, in a picture in which all is from after `since`.
    std::optional<Lack> missingFor(const Condition& condition, Instant since);
    void submit(observe::Command command, std::string what, bool refused = false);
    void submitLines(const ScenarioStep& step, const std::vector<std::string>& lines, bool refused);
    void tell(Kind kind, std::string text);
    void failed(std::string text, ScenarioFailure failure);

    const Scenario& m_scenario;
    cluster::Cluster* m_cluster;
    const Instruments* m_instruments;
    State m_state = State::Playing;
    Instant m_now;
    std::optional<Instant> m_begun;
    std::optional<Instant> m_ready; ///< the workload stands: time zero of the steps
    std::size_t m_prepared = 0;     ///< of the workload, submitted
    std::size_t m_next = 0;         ///< the step that begins next
    std::size_t m_allowed = std::numeric_limits<std::size_t>::max();
    Instant m_lastFired;
    std::optional<Instant> m_due; ///< since when the next step could begin
    std::vector<Pending> m_pending;
    std::vector<Expected> m_expected;
    std::vector<Held> m_held;
    std::vector<observe::fact::CommandDone> m_done; ///< since the last `advance`
    std::vector<ScenarioNews> m_news;
    std::vector<MeasuredPoint> m_measured;
    struct Running ///< measures of steps that are under way
    {
        std::size_t step = 0, measure = 0;
        std::optional<double> before; ///< when the step began
        Instant since;
        Instant next;
    };
    std::vector<Running> m_running;
    /// Looked at once in an `advance`.
    std::shared_ptr<const observe::Snapshot> m_picture;
};

} // namespace hw::app
