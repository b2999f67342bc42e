#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

#include <array>
#include <cstdint>

namespace hw::ui {

enum class ThemeName : std::uint8_t
{
    Light,
    Dark,
    Projector, ///< light, with large type, strong lines and full contrast
};

/// Every colour of the window. Pairs of text and ground keep a contrast of 4.5 : 1, marks 3 : 1
/// (`tests/ui/theme` measures them).
struct Colors
{
    QColor window, panel, canvas, card, cardDown;
    QColor border, borderStrong;
    QColor text, textSoft;
    QColor accent, accentSoft, onAccent;
    QColor leader;   ///< outline and word of a leader
    QColor follower; ///< outline of an in-sync follower
    QColor outOfSync;
    QColor offline;
    QColor committed, uncommitted, barTrack, mark; ///< up to HW, up to LEO, free, the HW tick
    QColor good, goodSoft, bad, badSoft, frozen, frozenSoft, waiting;
    QColor badge, badgeBorder, badgeText;
    QColor line, dotRecords, dotReplica, dotControl;
};

inline constexpr int kMemberColors = 8;

/// Sizes of type in pixels at zoom 1.
enum class Type : std::uint8_t
{
    Title,   ///< 17 bold
    Heading, ///< 14 bold
    Strong,  ///< 12 bold
    Body,    ///< 12
    Small,   ///< 11
    SmallStrong,
    Caption, ///< 11 bold, spaced, for the names of areas
    Mono,    ///< 11, fixed pitch
};

/// One look of the window: plain values, handed to whoever draws.
struct Theme
{
    ThemeName name = ThemeName::Light;
    Colors colors;
    /// Outlines of a group's members, readable on `card`; `onMember` is text written on them.
    std::array<QColor, kMemberColors> members;
    QColor onMember;
    double scale = 1;  ///< of type, against `Type`
    double stroke = 1; ///< of lines, against their width in the other themes

    QFont font(Type type) const;
    QPalette palette() const;
    /// The style sheet of a whole window.
    QString styleSheet() const;
    const QColor& member(int index) const;
};

Theme makeTheme(ThemeName name);
/// `light`, `dark`, `projector`: as settings and the command line name them.
QString keyOf(ThemeName name);
/// Light for what is none.
ThemeName themeOf(const QString& key);

/// Families that hold both scripts: Latin first, Chinese named second, so that it never falls
/// back to boxes.
QFont typeFont(Type type, double scale = 1);

/// Relative contrast of two opaque colours, 1 … 21 (WCAG 2).
double contrast(const QColor& a, const QColor& b);

} // namespace hw::ui
