#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "app/session/sim_session.h"

namespace hw::app {

/// Simulators that run the same run some time behind the one in the picture, so that going back a
/// little need not begin at the beginning.
///
///     0 ------------------- 150 s --------- 30 s -- 5 s - present
///                           parked          parked  parked
///
/// A run is taken out when somebody goes back to it; another begins anew, and catches up whenever
/// there is time.
class ParkedRuns
{
public:
    static constexpr Duration kBehind[] = {5s, 30s, 150s};
    /// Runs that were left where they were: what one went back from.
    static constexpr std::size_t kLeftLimit = 2;

    /// With none of them every way begins at the beginning.
    void setUsed(bool on);
    /// Brings them up behind `now` of that run, until it must stop.
    void tend(const RunLog& log, const RunPosition& now, const std::function<bool()>& mustStop);
    /// The one that is nearest before the goal, if there is any; it is no longer parked.
    std::unique_ptr<SimSession> take(const RunLog& log, const RunGoal& goal);
    void leave(std::unique_ptr<SimSession> session);
    std::size_t count() const { return m_parked.size(); }

private:
    using Parked = std::vector<std::unique_ptr<SimSession>>;
    static std::unique_ptr<SimSession>* nearest(Parked& among, const RunLog& log,
                                                const RunGoal& goal);

    bool m_used = true;
    Parked m_parked; ///< the nearest to the present first
    Parked m_left;   ///< the newest first
};

} // namespace hw::app
