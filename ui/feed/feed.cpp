#include "ui/feed/feed.h"

#include <algorithm>
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

void Feed::moveTime(Frame& frame, std::int64_t passed)
{
    frame.motionMs = m_frame.motionMs;
    const bool isPast = frame.past && frame.past->mode != cluster::PlaybackState::Mode::Present;
    cluster::TimeControl* control = m_cluster.timeControl();
    if (isPast || !control) {
        if (!isPast || frame.past->mode == cluster::PlaybackState::Mode::Playing)
            frame.motionMs += passed;
        if (control) // a simulated cluster waits where it is
            frame.time = control->state();
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

void Feed::movePast(Frame& frame, std::int64_t passed)
{
    cluster::Playback* past = m_cluster.playback();
    if (!past)
        return;
    past->advance(fromMs(passed));
    frame.past = past->state();
    if (frame.past->jumps != m_jumpsSeen) {
        m_jumpsSeen = frame.past->jumps;
        m_jumpedAtMs = frame.nowMs;
        beginAnew(frame, kRetoldAtOnce);
        retellFigures(frame, kFiguresAtOnce);
    } else if (m_jumpedAtMs && frame.nowMs - *m_jumpedAtMs >= kSettledMs) {
        m_jumpedAtMs.reset();
        beginAnew(frame, kRetold);
        retellFigures(frame, kRetoldFigures);
    }
}

void Feed::retellFigures(Frame& frame, Duration before)
{
    const Instant now = frame.past->now;
    frame.retoldGauges =
        m_cluster.playback()->gauges(std::max(now - before, frame.past->first), now, kRetoldRows);
}

void Feed::beginAnew(Frame& frame, Duration retold)
{
    m_rates.clear();
    m_book.restart();
    m_lastEvent = kNoEvent;
    frame.anew = true;
    emit jumped();
    const cluster::Playback& past = *m_cluster.playback();
    const Instant now = frame.past->now;
    // The answer is cut at its end, which is what matters here: ask for less time then.
    do {
        frame.retold = past.events(std::max(now - retold, frame.past->first), now, kRetoldEvents);
        retold /= 2;
    } while (frame.retold.size() >= kRetoldEvents && retold >= kRetoldAtOnce / 8);
    for (const observe::Event& event : frame.retold)
        m_book.take(event);
    if (!frame.retold.empty())
        m_lastEvent = frame.retold.back().id;
}

/// Those that were told again because of a jump are not told twice.
void Feed::takeEvents(Frame& frame)
{
    cluster::EventBatch fresh = m_cluster.takeEvents(kEventsPerFrame);
    frame.eventsLost = fresh.lost;
    for (observe::Event& event : fresh.events) {
        const bool isNumbered = event.id != kNoEvent; // a refusal of what has no cluster is not
        if (isNumbered && event.id <= m_lastEvent)
            continue;
        if (isNumbered)
            m_lastEvent = event.id;
        frame.events.push_back(std::move(event));
    }
}

/// Somebody went to another moment of the run.
void Feed::jump(Frame& frame)
{
    cluster::RunControl* run = m_cluster.runControl();
    if (!run)
        return;
    const std::uint64_t jumps = run->state().jumps;
    if (std::exchange(m_runJumps, jumps) == jumps)
        return;
    frame.anew = true;
    frame.retold = run->past();
    frame.motionMs += kStepMotionMs;
    m_stepSeen.reset();
    m_rates.clear();
    m_book.restart();
    emit jumped();
    for (const observe::Event& event : frame.retold)
        m_book.take(event);
    m_lastEvent = frame.retold.empty() ? kNoEvent : frame.retold.back().id;
}

void Feed::tick()
{
    const bool wasSaturated = m_frame.saturated;
    Frame frame;
    frame.nowMs = m_clock ? m_clock() : m_elapsed.elapsed();
    const std::int64_t passed = m_movedAtMs ? frame.nowMs - *m_movedAtMs : 0;
    m_movedAtMs = frame.nowMs;
    movePast(frame, passed);
    moveTime(frame, passed);
    jump(frame);
    frame.snapshot = m_cluster.snapshot();
    frame.gauges = m_cluster.gauges();
    takeEvents(frame);
    cluster::FlightBatch flights = m_cluster.takeFlights();
    frame.flights = std::move(flights.flights);
    frame.flightsLost = flights.lost;
    frame.framesKept = flights.framesKept;
    frame.bytesKept = flights.bytesKept;
    frame.saturated = m_cluster.saturated();
    m_eventsLost += frame.eventsLost;
    m_frame = std::move(frame);

    for (const auto& gauges : m_frame.retoldGauges)
        m_rates.take(*gauges);
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
