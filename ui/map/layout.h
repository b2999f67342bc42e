#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <functional>
#include <string>
#include <vector>

#include "engine/observe/snapshot.h"

namespace hw::ui {

/// What decides where things stand, and nothing else: while it stays equal, nothing moves.
struct Shape
{
    /// The replicas of one topic on one broker.
    struct Section
    {
        std::string topic;
        bool internal = false;
        std::vector<std::int32_t> partitions;
        bool operator==(const Section&) const = default;
    };
    struct Broker
    {
        BrokerId id;
        std::vector<Section> sections;
        bool operator==(const Broker&) const = default;
    };
    struct Member
    {
        std::string id;
        std::vector<TopicPartition> tags; ///< at most kMostTags of them
        std::size_t more = 0;             ///< not shown
        bool operator==(const Member&) const = default;
    };
    struct Group
    {
        std::string name;
        std::vector<Member> members; ///< empty when groups are drawn small
        bool operator==(const Group&) const = default;
    };
    static constexpr std::size_t kMostTags = 12;
    static constexpr std::size_t kFullPartitions = 24;  ///< up to here every replica has a chip
    static constexpr std::size_t kCellPartitions = 400; ///< up to here a numbered cell
    static constexpr std::size_t kFullGroups = 12;

    std::size_t servers = 0;
    std::vector<Broker> brokers;
    std::vector<NodeId> producers;
    std::vector<std::string> outside; ///< those that write, or do neither yet
    std::vector<std::string> readers; ///< outside clients that only read
    std::vector<Group> groups;
    std::size_t partitions = 0; ///< of topics that are not internal
    bool operator==(const Shape&) const = default;

    bool dense() const { return partitions > kFullPartitions; }
    bool smallGroups() const { return groups.size() > kFullGroups; }
    static Shape of(const observe::Snapshot& snapshot);
};

/// How the cards stand: with chips in so many columns on a card, and the cards in so many rows.
struct Arrangement
{
    static constexpr int kMostChipColumns = 3;
    static constexpr int kMostRows = 3;

    int chipColumns = 1; ///< 1 … kMostChipColumns
    int rows = 1;        ///< 1 … kMostRows
    bool operator==(const Arrangement&) const = default;

    /// As many columns and rows as make the picture of so many brokers largest in a view of that
    /// size; `sizeOf`: how large it is in one.
    static Arrangement best(std::size_t brokers, const QSizeF& view,
                            const std::function<QSizeF(const Arrangement&)>& sizeOf);
};

/// Where everything stands, in scene coordinates (pixels at zoom 1).
///
///     producers | gutter 0 | card 1 | gutter 1 | card 2 | … | gutter n | groups
///
/// Lines run only in gutters, in the corridor above a row of cards (writes, ensemble) and in the
/// one below it (reads). Many brokers stand in several rows, card below card, so that gutters run
/// through all of them:
///
///     producers | gutter 0 | card 1 | gutter 1 | card 2 | gutter 2 | groups
///               |          | card 3 |          | card 4 |          |
struct Layout
{
    struct Section
    {
        std::string topic;
        bool internal = false;
        bool grid = false; ///< one item draws all cells
        QRectF label;
        std::vector<std::int32_t> partitions;
        std::vector<QRectF> chips; ///< by index in `partitions`; empty for a grid
        QRectF area;               ///< of a grid
        QSizeF cell;               ///< of a grid, with its spacing
        int columns = 1;           ///< of cells or chips
        QRectF cellAt(std::size_t index) const;
    };
    struct Card
    {
        BrokerId id;
        QRectF rect;
        std::vector<Section> sections;
    };
    struct Group
    {
        std::string name;
        QRectF rect;
        std::vector<QRectF> members; ///< by index in the shape
    };
    struct Gutter
    {
        double left = 0, right = 0;
        double middle() const { return (left + right) / 2; }
    };

    /// The middles of the corridors along a row of cards.
    struct Row
    {
        double upper = 0, lower = 0;
    };

    static constexpr double kCardHeader = 50;
    static constexpr double kMarkSize = 24;

    QRectF ensembleCaption, producersCaption, outsideCaption, groupsCaption, readersCaption;
    std::vector<QRectF> servers;
    QRectF controllerNote;
    std::vector<Card> cards;
    std::vector<QRectF> producers, outside, readers;
    std::vector<Group> groups;
    std::size_t columns = 1;              ///< of cards
    std::vector<Row> rows;                ///< of cards
    std::vector<Gutter> gutters;          ///< columns + 1
    double upperTop = 0, upperBottom = 0; ///< corridor between ensemble and cards
    double lowerTop = 0, lowerBottom = 0; ///< corridor below all cards
    QRectF bounds;

    std::size_t columnOf(std::size_t card) const { return card % columns; }
    std::size_t rowOf(std::size_t card) const { return card / columns; }

    static Layout of(const Shape& shape, const Arrangement& arrangement = {});
    /// So arranged that the picture is largest in a view of that size.
    static Layout of(const Shape& shape, const QSizeF& view);

private:
    double placeCards(const Shape& shape, double left, double wide, int chipColumns);
};

} // namespace hw::ui
