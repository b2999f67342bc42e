#pragma once

#include <functional>
#include <optional>

#include "engine/client/consumer.h"

namespace hw::client {

/// When an application calls poll. It polls again and again, each call waiting up to 100 ms for
/// records; between two calls it works on the records it got, or (stalled) does nothing of use.
/// Calls that find nothing do nothing either, so no timer is spent on them: `polledAt` reckons
/// them up.
///
///     poll -> records -> works on them -> poll …      away: it works or stalls; nothing that needs
///                        \_______________/            a poll happens: no rejoin, no commit
///                              away
///
/// Kafka: KafkaConsumer.poll, Heartbeat.pollTimeoutExpired.
class PollRhythm
{
public:
    static constexpr Duration kPollTime = 100ms;

    /// `poll` runs when a call has something to do; `limitPassed` when max.poll.interval.ms passed
    /// since the last one.
    PollRhythm(world::Loop& loop, const ConsumerConfig& config, Task poll, Task limitPassed);

    void start();
    /// Polls no more.
    void stop();
    /// There is something to do in a poll: at once, unless away.
    void wake();
    /// A call begins.
    void begin();
    /// The call gave so many records, on which the application works now.
    void end(std::uint64_t records);
    /// The most records that a call may give.
    std::uint64_t most() const;

    void stall();
    /// For so long; one more stall takes its place.
    void stall(Duration time);
    void endStall();
    void setTimePerRecord(Duration time);

    bool isAway() const;
    Instant polledAt() const;
    Instant limitAt() const;

private:
    Duration timePerRecord() const;
    void beginAway();

    world::Loop& m_loop;
    const ConsumerConfig& m_config;
    Task m_doPoll;
    Task m_limitPassed;
    bool m_running = false;
    bool m_stalled = false;
    Duration m_timePerRecord{};
    Instant m_polledAt; ///< the last call that did something, or was followed by being away
    Instant m_busyUntil;
    world::Timer m_poll;
    world::Timer m_limit;
    world::Timer m_stallEnd;
};

} // namespace hw::client
