#pragma once

#include <memory>

#include "app/session/studio_run.h"
#include "engine/cluster/cluster.h"
#include "engine/cluster/time_control.h"

namespace hw::app {

/// A simulated cluster as the window has it: always the one that is in the picture, while the
/// simulators behind it come and go.
class StudioCluster final : public cluster::Cluster
{
public:
    explicit StudioCluster(std::unique_ptr<SimSession> first);

    StudioRun& run() { return m_run; }
    SimSession& session() { return m_run.session(); }

    // --- Cluster ---
    cluster::Capabilities capabilities() const override;
    std::string bootstrap() const override { return {}; }
    CommandId submit(observe::Command command) override;
    void setInterest(cluster::Interest interest) override { m_run.setInterest(interest); }
    std::shared_ptr<const observe::Snapshot> snapshot() override { return now().snapshot(); }
    std::shared_ptr<const observe::Gauges> gauges() override { return now().gauges(); }
    cluster::EventBatch takeEvents(std::size_t limit) override;
    cluster::FlightBatch takeFlights() override { return now().takeFlights(); }
    observe::FieldTree decode(FlightId id) const override;
    std::shared_ptr<const observe::ZnodeTree> znodes() override { return now().znodes(); }
    bool saturated() const override { return false; }
    cluster::TimeControl* timeControl() override { return &m_time; }
    cluster::RunControl* runControl() override { return &m_run; }

private:
    /// The clock of whichever simulator is in the picture.
    class Time final : public cluster::TimeControl
    {
    public:
        explicit Time(StudioRun& run)
            : m_run(run)
        {
        }
        void play() override;
        void pause() override;
        void setSpeed(double speed) override { clock().setSpeed(speed); }
        void setFlatOut(bool on) override { clock().setFlatOut(on); }
        void step(StepTo to) override;
        cluster::TimeState state() const override;
        void stopOn(StopTest test) override { clock().stopOn(std::move(test)); }
        void runUntil(Goal goal, bool atOnce) override;
        void slowOn(StopTest test, double speed, Duration lasts) override
        {
            clock().slowOn(std::move(test), speed, lasts);
        }
        void advance(Duration real, Duration budget) override { m_run.advance(real, budget); }

    private:
        SimClock& clock() { return m_run.session().clock(); }
        StudioRun& m_run;
    };

    cluster::EngineCluster& now() { return m_run.session().cluster(); }

    StudioRun m_run;
    Time m_time;
};

} // namespace hw::app
