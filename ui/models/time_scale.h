#pragma once

#include <algorithm>

#include "engine/base/time.h"

namespace hw::ui {

/// Which stretch of time stands where, in pixels.
struct TimeScale
{
    Instant from;
    Duration span = std::chrono::seconds(30);
    double left = 0;
    double width = 1;

    Instant to() const { return from + span; }
    double right() const { return left + width; }
    double x(Instant at) const
    {
        return left + width * (static_cast<double>((at - from).count()) /
                               static_cast<double>(std::max<std::int64_t>(1, span.count())));
    }
    /// The same, not farther out of sight than some pixels.
    double shown(Instant at) const { return std::clamp(x(at), left - 20, right() + 20); }
    Instant at(double x) const
    {
        return from + Duration(static_cast<std::int64_t>((x - left) / std::max(1.0, width) *
                                                         static_cast<double>(span.count())));
    }
    bool sees(Instant begins, Instant ends) const { return begins <= to() && ends >= from; }
    /// A round step that leaves at least `pixels` between two lines.
    Duration step(double pixels) const
    {
        using namespace std::chrono;
        constexpr Duration kSteps[] = {milliseconds(1),   milliseconds(2),   milliseconds(5),
                                       milliseconds(10),  milliseconds(20),  milliseconds(50),
                                       milliseconds(100), milliseconds(200), milliseconds(500),
                                       seconds(1),        seconds(2),        seconds(5),
                                       seconds(10),       seconds(30),       minutes(1),
                                       minutes(2),        minutes(5),        minutes(10),
                                       minutes(30),       hours(1),          hours(6)};
        for (const Duration step : kSteps) {
            if (static_cast<double>(step.count()) * width >=
                pixels * static_cast<double>(span.count()))
                return step;
        }
        return hours(24);
    }
};

} // namespace hw::ui
