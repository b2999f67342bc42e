#pragma once

#include <memory>
#include <optional>

#include "app/session/sim_session.h"
#include "engine/cluster/run_control.h"

namespace hw::app {

/// A run with one thing otherwise: its log with the change made. Its commands come at their times,
/// since what happens between them is not the same.
RunLog changed(const RunLog& log, cluster::RunChange change);

/// A second run that is shown beside the first, on one clock: another branch, or the same one with
/// one thing otherwise, which then gets the same commands.
class BesideRun
{
public:
    /// Null if that spec cannot be started.
    static std::unique_ptr<BesideRun> start(const RunLog& log,
                                            std::optional<cluster::RunChange> change);

    SimSession& session() { return *m_session; }
    /// From its beginning: the clock went back.
    void restart();
    /// What is done in the first run is done here as well (with a change only).
    void follow(const RunLog& log);
    /// Runs on to that time as far as the machine's time allows; whether it is there.
    bool isAt(Instant now, Duration deadline, const SimClock& machine);

private:
    BesideRun() = default;

    RunLog m_log;
    std::optional<cluster::RunChange> m_change;
    std::unique_ptr<SimSession> m_session;
};

} // namespace hw::app
