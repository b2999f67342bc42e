#pragma once

#include <QtGlobal>

#include <memory>

#include "app/session/sim_session.h"
#include "app/store/page_builder.h"
#include "engine/cluster/status.h"

namespace hw::test {

/// Whatever can be packed, as bytes: equal for equal things.
template <class T> Bytes packed(const T& value)
{
    store::Packer packer;
    packer.put(value);
    return packer.take();
}

/// The demo in simulated time, looked at as a window does.
class SeenDemo
{
public:
    static constexpr Duration kFrame = 16ms;

    explicit SeenDemo(std::uint64_t seed = 1)
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        spec.seed = seed;
        auto session = app::SimSession::start(spec);
        if (!session)
            qFatal("%s", session.error().message.c_str());
        m_session = std::move(*session);
        m_session->cluster().setInterest({true, false, false});
    }
    cluster::EngineCluster& cluster() { return m_session->cluster(); }
    void runFor(Duration duration) { m_session->runFor(duration); }

    /// Runs for a frame and looks.
    store::Sight look(Duration frame = kFrame)
    {
        m_session->runFor(frame);
        store::Sight sight;
        sight.snapshot = cluster().snapshot();
        sight.gauges = cluster().gauges();
        cluster::EventBatch batch = cluster().takeEvents(10'000);
        sight.events = std::move(batch.events);
        sight.lost = batch.lost;
        return sight;
    }
    void submit(observe::Command command) { cluster().submit(std::move(command)); }

private:
    std::unique_ptr<app::SimSession> m_session;
};

} // namespace hw::test
