#pragma once

#include <QRectF>

#include <array>
#include <optional>

#include "ui/map/layout.h"

namespace hw::ui {

/// One way to draw the map that fits every moment of a span, so that nothing jumps between its
/// pictures: how all of them are arranged, and which part of the scene all of them show.
class SpanFit
{
public:
    /// Every moment once, in any order, before `best` is asked.
    void look(const observe::Snapshot& snapshot);
    bool isEmpty() const { return !m_last; }

    struct Fit
    {
        Arrangement arrangement;
        QRectF bounds; ///< of all that is there at some moment
    };
    Fit best(const QSizeF& room) const;

private:
    static constexpr int kArrangements = Arrangement::kMostChipColumns * Arrangement::kMostRows;
    static int indexOf(const Arrangement& arrangement);

    std::optional<Shape> m_last;
    std::size_t m_brokers = 0; ///< the most of a moment
    bool m_isDense = false;    ///< at some moment
    std::array<QRectF, kArrangements> m_bounds;
};

} // namespace hw::ui
