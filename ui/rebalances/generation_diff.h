#pragma once

#include "ui/rebalances/card.h"

namespace hw::ui {

/// Who had what before a rebalance and has what after it, what each told the assignor, and what
/// can be said of the result. Plain values in the person's language.
struct GenerationDiff
{
    enum class Change : std::uint8_t
    {
        Kept,
        Lost,
        Got,
        Parked
    };
    struct Chip
    {
        QString text;
        Change change = Change::Kept;
        bool operator==(const Chip&) const = default;
    };
    struct Row
    {
        QString name;
        QString note; ///< new, gone; else empty
        int color = -1;
        std::vector<Chip> before, after;
        QString told; ///< what it told the assignor
        bool operator==(const Row&) const = default;
    };

    QString before, after; ///< captions
    QString verdict;
    bool isFault = false;
    QString assignor;
    std::vector<Row> rows;
    std::vector<Chip> parked;        ///< nobody has them after it
    std::vector<Card::Line> reasons; ///< why partitions moved, by reason
    QString empty;                   ///< why there is nothing to show
    bool operator==(const GenerationDiff&) const = default;

    static constexpr std::size_t kMostChips = 60;    ///< of one member
    static constexpr std::size_t kMostReasons = 500; ///< of the partitions that moved
    /// Draws it; `painter` null: only measures. Returns where it ends.
    double draw(QPainter* painter, const Theme& theme, double left, double y, double width,
                double scale) const;
};

GenerationDiff diffOf(const rebalances::Rebalance& one, const ColorOf& colorOf);

} // namespace hw::ui
