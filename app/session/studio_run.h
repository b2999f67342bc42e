#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "app/session/beside_run.h"
#include "app/session/parked_runs.h"
#include "app/session/run_tree.h"
#include "engine/cluster/run_control.h"

namespace hw::app {

/// The run that a Studio shows: has the simulator that is in the picture, replaces it by another
/// one when somebody goes to another moment, and keeps the futures that were left.
///
///     session ------ in the picture -------------+  goTo: paused
///     way     ====== runs again, frame by frame ==> is in the picture; the other is left
class StudioRun final : public cluster::RunControl
{
public:
    /// What one of lessons' conditions is: asks a cluster, or says what is wrong.
    using ReadCondition =
        std::function<std::string(const std::string&, std::function<bool(cluster::Cluster&)>&)>;

    explicit StudioRun(std::unique_ptr<SimSession> first);
    ~StudioRun() override;

    SimSession& session() { return *m_session; }
    const SimSession& session() const { return *m_session; }
    ParkedRuns& parked() { return m_parked; }
    void setReadCondition(ReadCondition read) { m_readCondition = std::move(read); }
    /// Called before another simulator comes into the picture, and when it is in it.
    void setOnJump(std::function<void()> before, std::function<void()> after)
    {
        m_beforeJump = std::move(before);
        m_afterJump = std::move(after);
    }
    /// Goes to a position of a run that begins with these commands. False, and nothing happens, if
    /// no future does, or none came so far.
    bool returnTo(const std::vector<RunCommand>& commands, const RunPosition& position);
    void setInterest(cluster::Interest interest);
    /// As `TimeControl::advance`.
    void advance(Duration real, Duration budget);
    /// Somebody moves time by hand: stays where it is.
    void stay();

    cluster::RunState state() const override;
    std::vector<observe::Event> past() const override;
    bool stepBack(Back to) override;
    void goTo(Instant at) override;
    void cancel() override { stay(); }
    std::vector<cluster::RunBranch> branches() const override { return m_tree.list(); }
    bool fork() override;
    void switchTo(std::int32_t branch) override;
    void rename(std::int32_t branch, const std::string& name) override;
    void remove(std::int32_t branch) override;
    void showBeside(std::int32_t branch) override;
    void showBeside(cluster::RunChange change) override;
    void endBeside() override { m_beside.reset(); }
    cluster::Cluster* beside() override;
    std::string readCondition(const std::string& text, std::function<bool()>& holds) override;

    /// The present future has come to where the session is.
    void sync();

private:
    static constexpr Duration kFirstBudget = 8ms; ///< of what a way takes at once

    /// On the way to another moment.
    struct Way
    {
        std::int32_t branch = 0;
        RunLog log;
        RunGoal goal;
        Instant from;
        std::unique_ptr<SimSession> session;
    };

    std::uint64_t onOwn();
    void leaveFor(std::int32_t branch, const RunGoal& goal);
    void travel(Duration budget);
    void arrive();

    std::unique_ptr<SimSession> m_session;
    RunTree m_tree;
    ParkedRuns m_parked;
    std::optional<Way> m_way;
    std::unique_ptr<BesideRun> m_beside;
    cluster::Interest m_interest;
    std::uint64_t m_serial = 0;
    std::uint64_t m_jumps = 0;
    std::function<void()> m_beforeJump, m_afterJump;
    ReadCondition m_readCondition;
};

} // namespace hw::app
