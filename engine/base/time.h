#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace hw {

using Duration = std::chrono::nanoseconds;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""us;

/// Whole milliseconds, rounded down: what goes on the wire and on the screen.
constexpr std::int64_t toMs(Duration d)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(d).count();
}
constexpr Duration fromMs(std::int64_t ms) { return std::chrono::milliseconds(ms); }

/// A moment on the world's monotonic clock: time since the world began. For timers and timeouts.
class Instant
{
public:
    constexpr Instant() = default;
    constexpr explicit Instant(Duration sinceStart) : m_sinceStart(sinceStart) {}

    constexpr Duration sinceStart() const { return m_sinceStart; }
    constexpr auto operator<=>(const Instant&) const = default;
    constexpr Instant operator+(Duration d) const { return Instant(m_sinceStart + d); }
    constexpr Instant operator-(Duration d) const { return Instant(m_sinceStart - d); }
    constexpr Duration operator-(Instant other) const { return m_sinceStart - other.m_sinceStart; }

private:
    Duration m_sinceStart{0};
};

/// A calendar time: milliseconds since 1970 UTC. For record timestamps and for showing, never for
/// timeouts, since it can jump.
class WallTime
{
public:
    constexpr WallTime() = default;
    constexpr explicit WallTime(std::int64_t ms) : m_ms(ms) {}

    constexpr std::int64_t ms() const { return m_ms; }
    constexpr auto operator<=>(const WallTime&) const = default;

private:
    std::int64_t m_ms = 0;
};

} // namespace hw
