#include "ui/map/layout.h"

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

namespace hw::ui {

namespace {

constexpr double kMargin = 24;
constexpr double kSideWidth = 132;
constexpr double kGroupsWidth = 196;
constexpr double kSideGutter = 44;
constexpr double kGutter = 44;
constexpr double kCardWidth = 248;
constexpr double kPad = 10;
constexpr double kChipHeight = 46;
constexpr double kChipGap = 5;
constexpr double kLabelHeight = 20;
constexpr double kSectionGap = 8;
constexpr double kServerTop = 22;
constexpr double kServerHeight = 28;
constexpr double kCorridor = 40;
constexpr double kSideItem = 56;
constexpr double kGroupsGap = 30;
constexpr double kBlockLabel = 112;
constexpr double kBlockGap = 14;
constexpr QSizeF kStripCell{13.4, 14};
constexpr QSizeF kNumberCell{38, 22};
constexpr QSizeF kSquareCell{14, 14};

/// Cell of a topic drawn as a grid, with its spacing.
QSizeF cellOf(const Shape& shape, const Shape::Section& section)
{
    if (section.internal)
        return kStripCell;
    return shape.partitions > Shape::kCellPartitions ? kSquareCell : kNumberCell;
}

/// Sections below each other: chips, and the internal topics as strips.
double stackSections(const Shape::Broker& broker, Layout::Card& card, double top, int columns)
{
    const double left = card.rect.left() + kPad;
    const double width = card.rect.width() - 2 * kPad;
    double y = top + Layout::kCardHeader + 4;
    for (const auto& wanted : broker.sections) {
        Layout::Section section{wanted.topic,
                                wanted.internal,
                                wanted.internal,
                                QRectF(left, y, width, kLabelHeight),
                                wanted.partitions,
                                {},
                                {},
                                kStripCell,
                                1};
        y += kLabelHeight;
        if (section.grid) {
            section.columns = std::max(1, static_cast<int>((width + 1) / kStripCell.width()));
            const auto count = static_cast<int>(section.partitions.size());
            const int rows = (count + section.columns - 1) / section.columns;
            section.area = QRectF(left, y, width, rows * kStripCell.height());
            y += section.area.height();
        } else {
            section.columns = columns;
            const double chip = (width - (columns - 1) * kChipGap) / columns;
            for (std::size_t i = 0; i < section.partitions.size(); ++i) {
                const auto column = static_cast<double>(i % static_cast<std::size_t>(columns));
                const auto row = static_cast<double>(i / static_cast<std::size_t>(columns));
                section.chips.emplace_back(left + column * (chip + kChipGap),
                                           y + row * (kChipHeight + kChipGap), chip, kChipHeight);
            }
            if (!section.chips.empty())
                y = section.chips.back().bottom();
        }
        y += kSectionGap;
        card.sections.push_back(std::move(section));
    }
    return std::max(y + 4, top + Layout::kCardHeader + 60);
}

/// A topic's cells as a block about as wide as tall, but wide enough for some of its name.
QSizeF blockOf(const Shape& shape, const Shape::Section& section, int& columns)
{
    const QSizeF cell = cellOf(shape, section);
    const auto count = static_cast<double>(section.partitions.size());
    columns = static_cast<int>(std::ceil(
        std::max(std::sqrt(count * cell.height() / cell.width()), kBlockLabel / cell.width())));
    const double rows = std::ceil(count / columns);
    return {columns * cell.width(), kLabelHeight + rows * cell.height()};
}

/// Many topics: blocks from left to right, in rows.
double flowSections(const Shape& shape, const Shape::Broker& broker, Layout::Card& card, double top)
{
    const double left = card.rect.left() + kPad;
    const double right = card.rect.right() - kPad;
    double x = left;
    double y = top + Layout::kCardHeader + 4;
    double tallest = 0;
    for (const auto& wanted : broker.sections) {
        int columns = 1;
        const QSizeF block = blockOf(shape, wanted, columns);
        if (x > left && x + block.width() > right) {
            x = left;
            y += tallest + kSectionGap;
            tallest = 0;
        }
        card.sections.push_back(
            {wanted.topic,
             wanted.internal,
             true,
             QRectF(x, y, block.width() - 3, kLabelHeight),
             wanted.partitions,
             {},
             QRectF(x, y + kLabelHeight, block.width(), block.height() - kLabelHeight),
             cellOf(shape, wanted),
             columns});
        x += block.width() + kBlockGap;
        tallest = std::max(tallest, block.height());
    }
    return std::max(y + tallest + kSectionGap + 4, top + Layout::kCardHeader + 60);
}

double placeSections(const Shape& shape, const Shape::Broker& broker, Layout::Card& card,
                     double top, int chipColumns)
{
    return shape.dense() ? flowSections(shape, broker, card, top)
                         : stackSections(broker, card, top, chipColumns);
}

/// Wide enough that even thousands of cells make a card not much taller than wide.
double cardWidth(const Shape& shape, int chipColumns)
{
    if (!shape.dense())
        return chipColumns * (kCardWidth - 2 * kPad + kChipGap) - kChipGap + 2 * kPad;
    double most = 0, widest = kCardWidth - 2 * kPad;
    for (const auto& broker : shape.brokers) {
        double area = 0;
        for (const auto& section : broker.sections) {
            int columns = 1;
            const QSizeF block = blockOf(shape, section, columns);
            area += (block.width() + kBlockGap) * (block.height() + kSectionGap);
            widest = std::max(widest, block.width());
        }
        most = std::max(most, area);
    }
    return std::max(widest, std::sqrt(most * 0.75)) + 2 * kPad;
}

void placeEnsemble(const Shape& shape, Layout& out, double left, double width)
{
    constexpr double kServerWidth = 128, kNoteWidth = 230, kBetween = 10;
    const auto count = static_cast<double>(shape.servers);
    const double total = count * (kServerWidth + kBetween) + kNoteWidth;
    double x = left + std::max(0.0, (width - total) / 2);
    out.ensembleCaption = QRectF(x, 0, total, 18);
    for (std::size_t n = 0; n < shape.servers; ++n) {
        out.servers.emplace_back(x, kServerTop, kServerWidth, kServerHeight);
        x += kServerWidth + kBetween;
    }
    out.controllerNote = QRectF(x + 4, kServerTop, kNoteWidth, kServerHeight);
}

void placeSide(const Shape& shape, Layout& out, double top)
{
    double y = top;
    const auto place = [&](QRectF& caption, std::vector<QRectF>& rects, std::size_t count) {
        if (!count)
            return;
        caption = QRectF(kMargin, y, kSideWidth, 18);
        y += 24;
        for (std::size_t n = 0; n < count; ++n) {
            rects.emplace_back(kMargin, y, kSideWidth, kSideItem);
            y += kSideItem + 12;
        }
        y += 8;
    };
    place(out.producersCaption, out.producers, shape.producers.size());
    place(out.outsideCaption, out.outside, shape.outside.size());
}

double memberHeight(const Shape::Member& member)
{
    const QFont small = typeFont(Type::SmallStrong);
    const double room = kGroupsWidth - 2 * 8 - 2 * 8;
    double x = 0;
    int rows = 1;
    const std::size_t tags = member.tags.size() + (member.more ? 1 : 0);
    for (std::size_t i = 0; i < tags; ++i) {
        const QString text = i < member.tags.size() ? Words::tag(member.tags[i])
                                                    : QStringLiteral("+%1").arg(member.more);
        const double width = textWidth(text, small) + 12;
        if (x > 0 && x + width > room) {
            x = 0;
            ++rows;
        }
        x += width + 4;
    }
    return 28 + rows * 20 + 4;
}

/// Groups below each other, in as many columns as the height of the cards asks for.
void placeGroups(const Shape& shape, Layout& out, double left, double top, double height)
{
    constexpr double kBelowCaption = 32; // a badge stands out of the first card
    const double most = std::max(height, 560.0);
    const double first = top + kBelowCaption;
    double x = left;
    double y = first;
    for (const auto& wanted : shape.groups) {
        Layout::Group group;
        group.name = wanted.name;
        double tall = shape.smallGroups() ? 50 : 72;
        std::vector<double> members;
        for (const auto& member : wanted.members) {
            members.push_back(memberHeight(member));
            tall += members.back() + 6;
        }
        tall += members.empty() ? 0 : 4;
        if (y > first && y + tall > top + most) {
            y = first;
            x += kGroupsWidth + kGroupsGap;
        }
        group.rect = QRectF(x, y, kGroupsWidth, tall);
        double inner = y + 72;
        for (const double memberTall : members) {
            group.members.emplace_back(x + 8, inner, kGroupsWidth - 16, memberTall);
            inner += memberTall + 6;
        }
        y += tall + 12;
        out.groups.push_back(std::move(group));
    }
    if (!out.groups.empty())
        out.groupsCaption = QRectF(left, top, kGroupsWidth, 18);
    if (shape.readers.empty())
        return;
    y = out.groups.empty() ? top : y + 8;
    out.readersCaption = QRectF(x, y, kGroupsWidth, 18);
    y += 24;
    for (std::size_t n = 0; n < shape.readers.size(); ++n) {
        out.readers.emplace_back(x, y, kGroupsWidth, kSideItem);
        y += kSideItem + 12;
    }
}

} // namespace

QRectF Layout::Section::cellAt(std::size_t index) const
{
    const auto n = static_cast<int>(index);
    return {area.left() + (n % columns) * cell.width(), area.top() + (n / columns) * cell.height(),
            cell.width() - 3, cell.height() - 3};
}

Arrangement Arrangement::best(std::size_t brokers, const QSizeF& view,
                              const std::function<QSizeF(const Arrangement&)>& sizeOf)
{
    constexpr double kClearly = 1.04; // one more column only where that shows
    const auto scaleOf = [&](const Arrangement& arrangement) {
        const QSizeF size = sizeOf(arrangement);
        return std::min(view.width() / size.width(), view.height() / size.height());
    };
    Arrangement best;
    double scale = scaleOf(best);
    const auto tryOut = [&](const Arrangement& other, double atLeast) {
        const double its = scaleOf(other);
        if (its <= atLeast || its <= scale * kClearly)
            return;
        best = other;
        scale = its;
    };
    for (int columns = 2; columns <= kMostChipColumns; ++columns)
        tryOut({columns, 1}, 0);
    constexpr double kSmall = 0.8, kMuch = 1.15; // one row is calmer while it can be read
    constexpr std::size_t kMany = 5;             // brokers
    const double inOneRow = scale;
    const bool isSmall = brokers >= kMany && inOneRow < kSmall;
    for (int rows = 2; rows <= kMostRows && isSmall; ++rows)
        for (int columns = 1; columns <= kMostChipColumns; ++columns)
            tryOut({columns, rows}, inOneRow * kMuch);
    return best;
}

Layout Layout::of(const Shape& shape, const QSizeF& view)
{
    if (view.isEmpty() || shape.dense())
        return of(shape);
    return of(shape, Arrangement::best(shape.brokers.size(), view, [&](const Arrangement& each) {
                  return of(shape, each).bounds.size();
              }));
}

/// The cards row by row, with a corridor above and one below each row; returns where they end.
double Layout::placeCards(const Shape& shape, double left, double wide, int chipColumns)
{
    double top = upperBottom;
    double bottom = top;
    for (std::size_t first = 0; first < shape.brokers.size(); first += columns) {
        const std::size_t end = std::min(first + columns, shape.brokers.size());
        bottom = top;
        for (std::size_t n = first; n < end; ++n) {
            Card card;
            card.id = shape.brokers[n].id;
            card.rect =
                QRectF(left + static_cast<double>(n - first) * (wide + kGutter), top, wide, 0);
            bottom =
                std::max(bottom, placeSections(shape, shape.brokers[n], card, top, chipColumns));
            cards.push_back(std::move(card));
        }
        for (std::size_t n = first; n < end; ++n)
            cards[n].rect.setBottom(bottom);
        rows.push_back({top - kCorridor / 2, bottom + kCorridor / 2});
        top = bottom + 2 * kCorridor;
    }
    return bottom;
}

Layout Layout::of(const Shape& shape, const Arrangement& arrangement)
{
    const auto [chipColumns, rows] = arrangement;
    Layout out;
    const double wide = cardWidth(shape, chipColumns);
    const bool side = !shape.producers.empty() || !shape.outside.empty();
    const double cardsLeft = kMargin + (side ? kSideWidth : 0) + kSideGutter;
    const auto brokers = std::max<std::size_t>(1, shape.brokers.size());
    const auto inRows = static_cast<std::size_t>(std::max(1, rows));
    out.columns = (brokers + inRows - 1) / inRows;
    const auto across = shape.brokers.empty() ? 0.0 : static_cast<double>(out.columns);
    const double cardsWidth = across * wide + std::max(0.0, across - 1) * kGutter;
    out.upperTop = kServerTop + kServerHeight;
    out.upperBottom = out.upperTop + kCorridor;
    const double top = out.upperBottom;

    placeEnsemble(shape, out, cardsLeft, cardsWidth);
    double bottom = out.placeCards(shape, cardsLeft, wide, chipColumns);
    double x = cardsLeft;
    out.gutters.push_back({x - kSideGutter, x});
    for (double n = 0; n < across; ++n) {
        x += wide + kGutter;
        out.gutters.push_back({x - kGutter, x});
    }
    const double groupsLeft = x + (kSideGutter - kGutter);
    out.gutters.back().right = groupsLeft;
    placeSide(shape, out, top);
    placeGroups(shape, out, groupsLeft, top, bottom - top);
    for (const auto& group : out.groups) // the way to a second column is below the first
        bottom = std::max(bottom, group.rect.bottom());
    for (const auto& reader : out.readers)
        bottom = std::max(bottom, reader.bottom());
    out.lowerTop = bottom;
    out.lowerBottom = bottom + kCorridor;
    if (!out.rows.empty()) // the groups may reach further down than the cards
        out.rows.back().lower = bottom + kCorridor / 2;

    QRectF all(0, -kMargin / 2, groupsLeft, out.lowerBottom + kMargin);
    for (const auto& rect : out.producers)
        all |= rect.adjusted(0, 0, 0, kMargin);
    for (const auto& rect : out.outside)
        all |= rect.adjusted(0, 0, 0, kMargin);
    for (const auto& rect : out.readers)
        all |= rect.adjusted(0, 0, kMargin, kMargin);
    for (const auto& group : out.groups)
        all |= group.rect.adjusted(0, 0, kMargin, kMargin);
    out.bounds = all;
    return out;
}

Shape Shape::of(const observe::Snapshot& s)
{
    Shape shape;
    shape.servers = s.ensemble.size();
    for (const auto& topic : s.topics)
        shape.partitions += topic->internal ? 0 : topic->partitions.size();
    for (const auto& part : s.brokers)
        shape.brokers.push_back({part->id, {}});
    const auto add = [&](const observe::TopicPart& topic) {
        for (auto& broker : shape.brokers)
            broker.sections.push_back({topic.name, topic.internal, {}});
        for (const auto& partition : topic.partitions) {
            for (const BrokerId id : partition->assigned) {
                const auto it = std::ranges::find(shape.brokers, id, &Broker::id);
                if (it != shape.brokers.end())
                    it->sections.back().partitions.push_back(partition->id.partition);
            }
        }
        for (auto& broker : shape.brokers) {
            if (broker.sections.back().partitions.empty())
                broker.sections.pop_back();
        }
    };
    for (const bool internal : {false, true}) { // the internal ones at the foot of the card
        for (const auto& topic : s.topics) {
            if (topic->internal == internal)
                add(*topic);
        }
    }
    for (const auto& producer : s.producers)
        shape.producers.push_back(producer->client);
    for (const auto& client : s.outside)
        (client.consumes && !client.produces ? shape.readers : shape.outside)
            .push_back(client.address);
    const bool small = s.groups.size() > kFullGroups;
    for (const auto& group : s.groups) {
        Group out{group->name, {}};
        for (const auto& member : group->members) {
            if (small)
                break;
            Member one{member.member, member.assigned, 0};
            if (one.tags.size() > kMostTags) {
                one.more = one.tags.size() - kMostTags;
                one.tags.resize(kMostTags);
            }
            out.members.push_back(std::move(one));
        }
        shape.groups.push_back(std::move(out));
    }
    return shape;
}

} // namespace hw::ui
