#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/commands/answers.h"
#include "app/commands/console.h"
#include "app/commands/group_watch.h"
#include "app/commands/line_language.h"
#include "app/commands/turns.h"
#include "app/scenario/scenario_player.h"
#include "app/session/live_session.h"

namespace hw::app {

/// Obeys the lines that come in, each answered by one line: in order, but for lines about faults,
/// which wait no longer than `kPatience` for commands before them (see `turns.h`). Plays a scenario
/// beside it, if there is one.
class LineServer
{
public:
    LineServer(LiveSession& session, StopSignals& stops, Answers& answers);

    /// Waits until every broker runs. False: a signal came first.
    Result<bool> start();
    /// Before `run`. The scenario outlives this.
    void play(const Scenario& scenario);
    /// Before `run`. The watch outlives this.
    void watch(GroupWatch& groups) { m_groups = &groups; }
    /// Obeys lines until `quit`, a signal, or the scenario's end. Returns the exit code.
    int run();

private:
    struct Waiting
    {
        std::string text;
        Place place;
    };
    /// A line that has begun, and what it waits for.
    struct Pending
    {
        std::string line;
        Place place;
        Instant since;
        std::optional<CommandId> command;
        std::optional<line::Await> await;
        std::optional<Line> printout; ///< of a picture taken after the line came
        bool named = false;           ///< it names a client, whom the next picture tells
    };

    void readLines();
    void beginLines();
    void begin(Waiting waiting);
    void obey(const line::Nothing&);
    void obey(const line::Status& status) { look(status); }
    void obey(const line::Topics& topics) { look(topics); }
    void obey(const line::Groups& groups) { look(groups); }
    void obey(const line::Faults& faults) { look(faults); }
    void obey(const line::Events& events);
    void obey(const line::Submit& submit);
    void obey(const line::Await& await);
    void obey(const line::Quit&);
    void obey(const line::Help&);
    void look(Line printout);
    /// The line that is being begun is over.
    void answered() { m_pending.pop_back(); }
    Pending& current() { return m_pending.back(); }

    void takeEvents();
    void takeEvent(const observe::Event& event);
    void goOn();
    void lookAtGroups();
    int runToTheEnd();
    /// Whether it is answered.
    bool goOn(Pending& pending);
    bool submitNamed(Pending& pending);
    bool goOnWaiting(Pending& pending, const line::Await& await);
    void print(const Pending& pending, const line::Status& status);
    void print(const Pending& pending, const line::Topics&);
    void print(const Pending& pending, const line::Groups&);
    void print(const Pending& pending, const line::Faults&);
    template <class Other> void print(const Pending&, const Other&) {}
    /// The exit code, if the scenario is over.
    std::optional<int> goOnPlaying();

    Duration longestWait() const;
    Instant now() const { return m_session.now(); }

    LiveSession& m_session;
    cluster::EngineCluster& m_cluster;
    StopSignals& m_stops;
    Answers& m_answers;
    const Instruments m_instruments;
    LineInput m_input;
    std::deque<Waiting> m_waiting;  ///< at most LineInput::kMaxQueuedLines
    std::vector<Pending> m_pending; ///< begun, not answered, in order of beginning
    std::optional<ScenarioPlayer> m_player;
    GroupWatch* m_groups = nullptr;
    Instant m_lastLook; ///< at the groups
    cluster::Losses m_losses;
    bool m_events = false;
    bool m_quit = false;
};

} // namespace hw::app
