#include "ui/feed/feed.h"

#include <utility>

#include "engine/cluster/run_control.h"

namespace hw::ui {

Feed::Feed(cluster::Cluster& cluster, QObject* parent)
    : QObject(parent)
    , m_cluster(cluster)
{
    m_elapsed.start();
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(kFrameMs);
    connect(&m_timer, &QTimer::timeout, this, &Feed::tick);
}

Feed::~Feed() { m_cluster.setInterest({}); }

void Feed::setWatching(bool on)
{
    m_isWatching = on;
    m_cluster.setInterest({on, on, on && m_areFramesKept});
    if (on && !m_timer.isActive())
        m_timer.start();
    else if (!on)
        m_timer.stop();
}

void Feed::setManual()
{
    m_isWatching = true;
    m_cluster.setInterest({true, true, m_areFramesKept});
    m_timer.stop();
}

void Feed::setFramesKept(bool on)
{
    m_areFramesKept = on;
    m_cluster.setInterest({m_isWatching, m_isWatching, m_isWatching && on});
}

void Feed::moveTime(Frame& frame)
{
    const std::int64_t passed = m_movedAtMs ? frame.nowMs - *m_movedAtMs : 0;
    m_movedAtMs = frame.nowMs;
    frame.motionMs = m_frame.motionMs;
    cluster::TimeControl* control = m_cluster.timeControl();
    if (!control) {
        frame.motionMs += passed;
        return;
    }
    control->advance(fromMs(passed), kEngineBudget);
    frame.time = control->state();
    if (frame.time->mode == cluster::TimeState::Mode::Playing)
        frame.motionMs += passed;
    const auto& step = frame.time->lastStep;
    if (step && step != m_stepSeen) {
        m_stepSeen = step;
        frame.motionMs += kStepMotionMs;
    }
}

/// Somebody went to another moment of the run.
void Feed::jump(Frame& frame)
{
    cluster::RunControl* run = m_cluster.runControl();
    if (!run)
        return;
    const std::uint64_t jumps = run->state().jumps;
    if (std::exchange(m_jumps, jumps) == jumps)
        return;
    frame.anew = true;
    frame.retold = run->past();
    frame.motionMs += kStepMotionMs;
    m_stepSeen.reset();
    m_book.restart();
    for (const observe::Event& event : frame.retold)
        m_book.take(event);
}

void Feed::tick()
{
    const bool wasSaturated = m_frame.saturated;
    Frame frame;
    frame.nowMs = m_clock ? m_clock() : m_elapsed.elapsed();
    moveTime(frame);
    jump(frame);
    frame.snapshot = m_cluster.snapshot();
    frame.gauges = m_cluster.gauges();
    cluster::EventBatch events = m_cluster.takeEvents(kEventsPerFrame);
    frame.events = std::move(events.events);
    frame.eventsLost = events.lost;
    cluster::FlightBatch flights = m_cluster.takeFlights();
    frame.flights = std::move(flights.flights);
    frame.flightsLost = flights.lost;
    frame.framesKept = flights.framesKept;
    frame.bytesKept = flights.bytesKept;
    frame.saturated = m_cluster.saturated();
    m_eventsLost += frame.eventsLost;
    m_frame = std::move(frame);

    if (m_frame.gauges)
        m_rates.take(*m_frame.gauges);
    for (const observe::Event& event : m_frame.events)
        m_book.take(event);
    if (m_frame.snapshot && m_frame.gauges)
        m_book.look(*m_frame.snapshot, *m_frame.gauges);
    if (m_frame.saturated != wasSaturated) {
        m_timer.setInterval(m_frame.saturated ? kSaturatedFrameMs : kFrameMs);
        emit saturationChanged(m_frame.saturated);
    }
    emit frameReady(m_frame);
}

} // namespace hw::ui
