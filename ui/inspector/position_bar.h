#pragma once

#include <QPainter>
#include <QRectF>

#include "ui/models/positions.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// One partition's bar with all that a group has to do with it:
///
///         ▽                      position
///     |==⫽=====|~~~~~~~~~~|....|
///         ▲    '---lag----'      committed
///     start   LSO         HW   LEO
///
/// Told by shape and place, not by colour alone. What lies far before the group is folded at ⫽.
struct PositionBar
{
    static constexpr double kHeight = 34;

    PositionBar(const PartitionPosition& position, const QRectF& box);

    /// Where an offset stands; what is beyond the end stands right of the bar.
    double x(std::int64_t offset) const;
    void paint(QPainter& painter, const Theme& theme) const;
    const QRectF& bar() const { return m_bar; }
    bool folded() const { return m_from > m_position.logStart; }

private:
    void paintLag(QPainter& painter, const Theme& theme) const;
    void paintMarks(QPainter& painter, const Theme& theme) const;

    const PartitionPosition& m_position;
    QRectF m_bar;
    std::int64_t m_from = 0; ///< the first offset that is drawn to scale
    std::int64_t m_to = 1;
    double m_fold = 0; ///< width of what is folded
};

} // namespace hw::ui
