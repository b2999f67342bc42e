#pragma once

#include <QPainterPath>
#include <QPointF>
#include <QRectF>

#include <optional>
#include <vector>

#include "ui/map/layout.h"

namespace hw::ui {

/// Where lines and messages touch a thing.
struct Anchor
{
    enum class Column : std::uint8_t
    {
        Producers,
        Broker,
        Groups,
        Ensemble
    } column;
    std::size_t card = 0; ///< of a broker
    QRectF box;
    /// For groups behind the first column of groups: the middle of the gap left of theirs.
    std::optional<double> gap = std::nullopt;
};

/// Finds ways that never run across a chip: sideways out of a thing into the gutter beside it,
/// along a corridor above or below the cards, and into the other's gutter.
class Router
{
public:
    enum class Corridor : std::uint8_t
    {
        Upper,
        Lower
    };
    /// Shifts against neighbours, in pixels: in the first gutter, the corridor, the last gutter.
    struct Lane
    {
        double first = 0, corridor = 0, last = 0;
    };

    Router() = default;
    explicit Router(const Layout& layout)
        : m_layout(&layout)
    {
    }

    /// Corner points from edge to edge; empty when there is no way (to itself).
    std::vector<QPointF> route(const Anchor& from, const Anchor& to, Corridor corridor,
                               Lane lane) const;
    std::vector<QPointF> route(const Anchor& from, const Anchor& to, Corridor corridor) const
    {
        return route(from, to, corridor, Lane{});
    }

    /// Whether a way stays clear of all cards but the two it joins.
    bool clearOfCards(const std::vector<QPointF>& way, const Anchor& from, const Anchor& to) const;

private:
    double position(const Anchor& anchor) const;
    double corridorAt(const Anchor& from, const Anchor& to, Corridor corridor) const;
    std::vector<QPointF> toEnsemble(const Anchor& from, const Anchor& ensemble) const;

    const Layout* m_layout = nullptr;
};

/// The corners joined by straight lines, rounded.
QPainterPath rounded(const std::vector<QPointF>& corners, double radius = 7);
/// The point after `share` (0 … 1) of a way's length.
QPointF alongWay(const std::vector<QPointF>& way, double share);

} // namespace hw::ui
