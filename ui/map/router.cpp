#include "ui/map/router.h"

#include <QLineF>

#include <algorithm>
#include <cmath>

namespace hw::ui {

/// A way to the ensemble keeps that far from the others in a gutter.
static constexpr double kBesideWrites = 12;

/// Order from left to right: 0 producers, 1 … n columns of cards, n + 1 groups.
double Router::position(const Anchor& anchor) const
{
    switch (anchor.column) {
    case Anchor::Column::Producers:
        return 0;
    case Anchor::Column::Broker:
        return static_cast<double>(m_layout->columnOf(anchor.card)) + 1;
    case Anchor::Column::Groups:
        return static_cast<double>(m_layout->gutters.size());
    case Anchor::Column::Ensemble:
        break;
    }
    return -1;
}

/// A way goes along the row it leads to, or else comes from; one to groups behind the first column
/// of groups goes around all of them.
double Router::corridorAt(const Anchor& from, const Anchor& to, Corridor corridor) const
{
    const bool isUpper = corridor == Corridor::Upper;
    if (m_layout->rows.empty())
        return isUpper ? m_layout->upperBottom : m_layout->lowerTop;
    const bool isAround = from.gap || to.gap;
    const bool isTo = to.column == Anchor::Column::Broker;
    std::size_t row = isUpper ? 0 : m_layout->rows.size() - 1;
    if (!isAround && (isTo || from.column == Anchor::Column::Broker))
        row = m_layout->rowOf(isTo ? to.card : from.card);
    return isUpper ? m_layout->rows[row].upper + 8 : m_layout->rows[row].lower;
}

/// From a row further down through the gutter beside the card, which runs through all rows.
std::vector<QPointF> Router::toEnsemble(const Anchor& from, const Anchor& ensemble) const
{
    if (from.column != Anchor::Column::Broker || m_layout->rows.empty())
        return {};
    const std::size_t row = m_layout->rowOf(from.card);
    const double y = m_layout->rows.front().upper - 8;
    const QPointF top(from.box.center().x(), from.box.top());
    const QPointF bottom(ensemble.box.center().x(), ensemble.box.bottom());
    if (row == 0)
        return {top, {top.x(), y}, {bottom.x(), y}, bottom};
    const std::size_t column = m_layout->columnOf(from.card);
    const double x =
        m_layout->gutters[bottom.x() > top.x() ? column + 1 : column].middle() - kBesideWrites;
    const double own = m_layout->rows[row].upper - 8;
    return {top, {top.x(), own}, {x, own}, {x, y}, {bottom.x(), y}, bottom};
}

static std::vector<QPointF> reversed(std::vector<QPointF> way)
{
    std::ranges::reverse(way);
    return way;
}

std::vector<QPointF> Router::route(const Anchor& from, const Anchor& to, Corridor corridor,
                                   Lane lane) const
{
    if (!m_layout || m_layout->gutters.empty())
        return {};
    if (to.column == Anchor::Column::Ensemble)
        return toEnsemble(from, to);
    if (from.column == Anchor::Column::Ensemble) {
        auto way = toEnsemble(to, from);
        std::ranges::reverse(way);
        return way;
    }
    const double a = position(from);
    const double b = position(to);
    const bool isBelow = a == b && from.column == Anchor::Column::Broker && from.card != to.card;
    if (a == b && !isBelow)
        return {};
    if (isBelow) { // in the gutter beside both
        const double x = m_layout->gutters[static_cast<std::size_t>(a)].middle() + lane.first;
        const QPointF out(from.box.right(), from.box.center().y());
        const QPointF in(to.box.right(), to.box.center().y());
        return {out, {x, out.y()}, {x, in.y()}, in};
    }
    const bool right = a < b;
    const QPointF start(right ? from.box.right() : from.box.left(), from.box.center().y());
    const QPointF end(right ? to.box.left() : to.box.right(), to.box.center().y());
    const auto firstGutter = static_cast<std::size_t>(right ? a : a - 1);
    const auto lastGutter = static_cast<std::size_t>(right ? b - 1 : b);
    const double firstX = m_layout->gutters[firstGutter].middle() + lane.first;
    const auto& gap = right ? to.gap : from.gap;
    if (gap && !right)
        return reversed(route(to, from, corridor, lane));
    if (firstGutter == lastGutter && !gap)
        return {start, {firstX, start.y()}, {firstX, end.y()}, end};
    const double lastX = gap ? *gap : m_layout->gutters[lastGutter].middle() + lane.last;
    const double y = corridorAt(from, to, corridor) + lane.corridor;
    return {start, {firstX, start.y()}, {firstX, y}, {lastX, y}, {lastX, end.y()}, end};
}

bool Router::clearOfCards(const std::vector<QPointF>& way, const Anchor& from,
                          const Anchor& to) const
{
    for (std::size_t i = 1; i < way.size(); ++i) {
        const QRectF leg = QRectF(way[i - 1], way[i]).normalized().adjusted(-0.5, -0.5, 0.5, 0.5);
        for (std::size_t c = 0; c < m_layout->cards.size(); ++c) {
            const bool own = (from.column == Anchor::Column::Broker && from.card == c) ||
                             (to.column == Anchor::Column::Broker && to.card == c);
            // On its own card a way only crosses the rim between the chip and the edge.
            const bool rim = own && (i == 1 || i + 1 == way.size());
            if (!rim && m_layout->cards[c].rect.intersects(leg))
                return false;
        }
    }
    return true;
}

QPainterPath rounded(const std::vector<QPointF>& corners, double radius)
{
    QPainterPath path;
    if (corners.size() < 2)
        return path;
    path.moveTo(corners.front());
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const QLineF in(corners[i], corners[i - 1]);
        const QLineF out(corners[i], corners[i + 1]);
        const double r = std::min({radius, in.length() / 2, out.length() / 2});
        if (r < 0.5) {
            path.lineTo(corners[i]);
            continue;
        }
        path.lineTo(in.pointAt(r / in.length()));
        path.quadTo(corners[i], out.pointAt(r / out.length()));
    }
    path.lineTo(corners.back());
    return path;
}

QPointF alongWay(const std::vector<QPointF>& way, double share)
{
    double total = 0;
    for (std::size_t i = 1; i < way.size(); ++i)
        total += QLineF(way[i - 1], way[i]).length();
    double left = std::clamp(share, 0.0, 1.0) * total;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const QLineF leg(way[i - 1], way[i]);
        if (left <= leg.length() && leg.length() > 0)
            return leg.pointAt(left / leg.length());
        left -= leg.length();
    }
    return way.empty() ? QPointF() : way.back();
}

} // namespace hw::ui
