#pragma once

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace hw::ui {

/// Marks an axis of counts at whole numbers: 1, 2 or 5 times a power of ten apart.
class WholeTicker : public QCPAxisTicker
{
protected:
    double getTickStep(const QCPRange& range) override
    {
        const double exact = range.size() / std::max(1, tickCount());
        const double power = std::pow(10.0, std::floor(std::log10(std::max(exact, 1e-9))));
        const double steps = exact / power;
        return std::max(1.0, power * (steps <= 1 ? 1 : steps <= 2 ? 2 : steps <= 5 ? 5 : 10));
    }
};

} // namespace hw::ui
