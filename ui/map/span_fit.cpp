#include "ui/map/span_fit.h"

#include <algorithm>

namespace hw::ui {

int SpanFit::indexOf(const Arrangement& arrangement)
{
    return (arrangement.rows - 1) * Arrangement::kMostChipColumns + arrangement.chipColumns - 1;
}

void SpanFit::look(const observe::Snapshot& snapshot)
{
    Shape shape = Shape::of(snapshot);
    if (shape == m_last)
        return;
    m_brokers = std::max(m_brokers, shape.brokers.size());
    m_isDense = m_isDense || shape.dense();
    for (int rows = 1; rows <= Arrangement::kMostRows; ++rows)
        for (int columns = 1; columns <= Arrangement::kMostChipColumns; ++columns) {
            const Arrangement each{columns, rows};
            m_bounds[static_cast<std::size_t>(indexOf(each))] |= Layout::of(shape, each).bounds;
        }
    m_last = std::move(shape);
}

SpanFit::Fit SpanFit::best(const QSizeF& room) const
{
    const auto boundsOf = [this](const Arrangement& each) {
        return m_bounds[static_cast<std::size_t>(indexOf(each))];
    };
    Arrangement arrangement;
    if (!m_isDense && !room.isEmpty() && !isEmpty())
        arrangement = Arrangement::best(
            m_brokers, room, [&](const Arrangement& each) { return boundsOf(each).size(); });
    return {arrangement, boundsOf(arrangement)};
}

} // namespace hw::ui
