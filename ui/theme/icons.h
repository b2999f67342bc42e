#pragma once

#include <QColor>
#include <QIcon>
#include <QPainter>
#include <QRectF>

#include <cstdint>

namespace hw::ui {

/// Small pictures drawn by code, so that they are sharp at every scale and take any colour.
enum class Glyph : std::uint8_t
{
    Power,
    Snowflake,
    Sun, ///< also: thaw
    Moon,
    Star,
    Copy,
    Plus,
    Cross,
    Topic,
    Producer,
    Consumer,
    Plug,
    Fit,
    Play,
    Pause,
    Step,
    StepBack,
    Start, ///< of all there is
    End,
    Flag,
    Skip,
    Fast,
    Clock,
    Disk,
    Heal,
    Rows, ///< more of them, or fewer
};

/// Draws into the square `box`.
void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& box, const QColor& color);
/// For actions and buttons; `off` is the colour when disabled.
QIcon makeIcon(Glyph glyph, const QColor& color, const QColor& off);
/// The program's own icon.
QIcon applicationIcon();

} // namespace hw::ui
