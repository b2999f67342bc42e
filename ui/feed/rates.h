#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "engine/observe/snapshot.h"

namespace hw::ui {

/// Records per second, in to and out of the cluster, at one moment of its time.
struct RatePoint
{
    double atSeconds = 0; ///< cluster time
    double in = 0;
    double out = 0;
};

/// Turns running totals into rates over about the last second of cluster time, and keeps a
/// bounded history of them. Totals that fall (a broker came back with fresh counters) count as 0.
class Rates
{
public:
    static constexpr std::int64_t kStepMs = 250;
    static constexpr std::size_t kWindowSteps = 4;
    static constexpr std::size_t kHistoryLimit = 2400; ///< ten minutes

    /// Takes the newest gauges; cheap when called every frame.
    void take(const observe::Gauges& gauges);

    /// Forgets everything: another moment is shown.
    void clear();

    const std::deque<RatePoint>& history() const { return m_history; }
    /// Rises whenever `history` grew or was forgotten.
    std::uint64_t version() const { return m_version; }
    /// Records per second of the producer (consumer) in this slot, over the last second.
    std::optional<double> produced(observe::Slot slot) const;
    std::optional<double> consumed(observe::Slot slot) const;

private:
    struct Sample
    {
        std::int64_t atMs = 0;
        std::uint64_t in = 0, out = 0;
        std::vector<std::uint64_t> produced, consumed;
    };
    std::optional<double> rate(std::vector<std::uint64_t> Sample::*row, observe::Slot slot) const;

    std::deque<Sample> m_samples; ///< at most kWindowSteps + 1
    std::deque<RatePoint> m_history;
    std::uint64_t m_version = 0;
};

} // namespace hw::ui
