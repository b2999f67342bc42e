#include "engine/client/poll_rhythm.h"

#include <algorithm>
#include <cmath>

namespace hw::client {

PollRhythm::PollRhythm(world::Loop& loop, const ConsumerConfig& config, Task poll, Task limitPassed)
    : m_loop(loop)
    , m_config(config)
    , m_doPoll(std::move(poll))
    , m_limitPassed(std::move(limitPassed))
    , m_poll(loop)
    , m_limit(loop)
    , m_stallEnd(loop)
{
}

void PollRhythm::start()
{
    m_running = true;
    m_polledAt = m_loop.now();
    m_busyUntil = m_polledAt;
}

void PollRhythm::stop()
{
    m_running = false;
    m_stalled = false;
    m_busyUntil = m_loop.now();
    m_poll.cancel();
    m_limit.cancel();
    m_stallEnd.cancel();
}

void PollRhythm::wake()
{
    if (m_poll.armed() || m_stalled || !m_running)
        return;
    m_poll.start(std::max(m_busyUntil - m_loop.now(), Duration(0)), [this] { m_doPoll(); });
}

void PollRhythm::begin()
{
    m_polledAt = m_loop.now();
    m_busyUntil = m_polledAt;
    m_limit.cancel();
}

void PollRhythm::end(std::uint64_t records)
{
    const Duration work = timePerRecord() * static_cast<std::int64_t>(records);
    if (work <= Duration(0) || !m_running)
        return;
    m_busyUntil = m_loop.now() + work;
    beginAway();
    wake();
}

/// A tenth of a second's worth at once, if the application has a rate.
std::uint64_t PollRhythm::most() const
{
    const auto most = static_cast<std::uint64_t>(m_config.maxPollRecords);
    if (m_config.maxRate <= 0)
        return most;
    return std::min(most, static_cast<std::uint64_t>(std::max(1.0, m_config.maxRate / 10)));
}

Duration PollRhythm::timePerRecord() const
{
    if (m_config.maxRate <= 0)
        return m_timePerRecord;
    return std::max(m_timePerRecord,
                    Duration(static_cast<std::int64_t>(std::ceil(1e9 / m_config.maxRate))));
}

void PollRhythm::beginAway()
{
    if (!m_limit.armed() && m_running)
        m_limit.start(std::max(limitAt() - m_loop.now(), Duration(0)), [this] { m_limitPassed(); });
}

void PollRhythm::stall()
{
    if (!isAway())
        m_polledAt = polledAt();
    m_stalled = true;
    m_stallEnd.cancel();
    m_poll.cancel();
    beginAway();
}

void PollRhythm::stall(Duration time)
{
    stall();
    m_stallEnd.start(time, [this] { endStall(); });
}

void PollRhythm::endStall()
{
    m_stallEnd.cancel();
    if (!m_stalled)
        return;
    m_stalled = false;
    wake();
}

/// Work that is under way goes on at the new speed only when that is faster: it is done at once.
void PollRhythm::setTimePerRecord(Duration time)
{
    const bool faster = time < m_timePerRecord;
    m_timePerRecord = time;
    if (!faster || m_busyUntil <= m_loop.now())
        return;
    m_busyUntil = m_loop.now();
    m_poll.cancel();
    wake();
}

bool PollRhythm::isAway() const { return m_stalled || m_loop.now() < m_busyUntil; }

Instant PollRhythm::polledAt() const
{
    if (!m_running || isAway())
        return m_polledAt;
    const Duration since = m_loop.now() - m_polledAt;
    return m_polledAt + since / kPollTime * kPollTime;
}

Instant PollRhythm::limitAt() const { return polledAt() + m_config.maxPollInterval; }

} // namespace hw::client
