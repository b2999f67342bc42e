#pragma once

#include <QPainter>

#include "ui/lanes/lane_history.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// The shapes of marks: each its own, so that colour alone tells nothing.
struct LaneGlyphs
{
    static constexpr double kSize = 11;

    enum class Fault : std::uint8_t
    {
        None,
        Notice, ///< the answer tells the member what to do next
        Refused
    };
    static Fault faultOf(const LaneMark& mark);
    static QColor color(LaneMark::Kind kind, const Colors& colors);
    static void paint(QPainter& painter, LaneMark::Kind kind, Fault fault, const QPointF& center,
                      const Theme& theme);
    static void paint(QPainter& painter, LaneEvent::Kind kind, const QPointF& center,
                      const Theme& theme);
    /// A small flag above something: `!` where it was refused, `i` where it is only told.
    static void paintFault(QPainter& painter, Fault fault, const QPointF& at, const Theme& theme);
};

} // namespace hw::ui
