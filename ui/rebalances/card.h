#pragma once

#include <QPainter>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

#include "engine/rebalances/book.h"
#include "ui/models/causes.h"
#include "ui/theme/theme.h"

namespace hw::ui {

/// Which colour a member has on the map; -1: it is not (any more) there.
using ColorOf = std::function<int(const std::string& group, const std::string& member)>;

/// Why a group rebalanced, as plain values in the person's language: shown, drawn into pictures,
/// and read out.
struct Card
{
    enum class Tone : std::uint8_t
    {
        Plain,
        Good,
        Warn,
        Bad
    };
    struct Pill
    {
        QString text;
        Tone tone = Tone::Plain;
        bool operator==(const Pill&) const = default;
    };
    struct Line
    {
        QString name;
        QString value;
        bool operator==(const Line&) const = default;
    };
    struct Phase
    {
        QString name;
        Duration lasted{};
        bool operator==(const Phase&) const = default;
    };
    struct Figure
    {
        QString value;
        QString name;
        bool isBad = false;
        bool operator==(const Figure&) const = default;
    };
    struct Bar
    {
        QString name; ///< the partition
        QString value;
        double share = 0; ///< of the longest
        bool operator==(const Bar&) const = default;
    };

    QString title;
    QString subtitle;
    std::vector<Pill> pills; ///< the first says how the cause is known
    QString remark;          ///< what that means
    std::vector<Phase> phases;
    bool isGoing = false;
    std::vector<Figure> figures;
    std::vector<Line> member;
    std::vector<Line> evidence;
    std::vector<CauseStep> chain;
    std::vector<Line> moved; ///< the first ones
    std::size_t movedMore = 0;
    std::vector<Bar> stalls;
    std::size_t stallsMore = 0;
    std::vector<Bar> parked; ///< nobody's now
    QString advice;
    bool operator==(const Card&) const = default;

    static constexpr std::size_t kMostLines = 10;
};

/// `now`: the cluster's time, for what still goes on.
Card cardOf(const rebalances::Rebalance& one, const rebalances::Book& book,
            std::vector<CauseStep> chain, Instant now);
Card cardOf(const rebalances::CoordinatorMove& move, std::vector<CauseStep> chain);

/// Draws a card, wrapped to a width, at any size of type.
class CardPainter
{
    Q_DECLARE_TR_FUNCTIONS(CardPainter)
public:
    using Links = std::vector<std::pair<QRectF, EventId>>;

    /// Draws nothing if `painter` is null; only measures.
    CardPainter(QPainter* painter, const Theme& theme, double left, double width, double scale,
                Links* links = nullptr);
    /// From `y` down; returns where it ends.
    double draw(const Card& card, double y);

    QFont font(Type type) const;
    double paragraph(const QString& text, Type type, const QColor& color, double y,
                     double indent = 0);
    double caption(const QString& text, double y);

private:
    double pills(const Card& card, double y);
    double phases(const Card& card, double y);
    double figures(const Card& card, double y);
    double lines(const QString& title, const std::vector<Card::Line>& rows, double y);
    double bars(const QString& title, const std::vector<Card::Bar>& rows, std::size_t more,
                bool hatched, double y);
    double chain(const Card& card, double y);
    double advice(const Card& card, double y);
    QColor ink(Card::Tone tone) const;

    QPainter* m_painter;
    const Theme& m_theme;
    double m_left;
    double m_width;
    double m_scale;
    Links* m_links;
};

} // namespace hw::ui
