#include "ui/theme/theme.h"

#include <cmath>

namespace hw::ui {

static Colors lightColors()
{
    Colors c;
    c.window = "#f6f6f3";
    c.panel = "#fbfbf9";
    c.canvas = "#fcfcfa";
    c.card = "#ffffff";
    c.cardDown = "#f0f0ee";
    c.border = "#dcdcd6";
    c.borderStrong = "#8b8f98";
    c.text = "#16181d";
    c.textSoft = "#5c626d";
    c.accent = "#2f62ad";
    c.accentSoft = "#e3ecf8";
    c.onAccent = "#ffffff";
    c.leader = "#d1242f";
    c.follower = "#1b1e24";
    c.outOfSync = "#8a5a00";
    c.offline = "#62676f";
    c.committed = "#3569b8";
    c.uncommitted = "#a9c3ea";
    c.barTrack = "#e9eaee";
    c.mark = "#143a75";
    c.good = "#1f7a4d";
    c.goodSoft = "#e6f4ec";
    c.bad = "#c01f2b";
    c.badSoft = "#fbe9ea";
    c.frozen = "#2a6f9e";
    c.frozenSoft = "#e2f0f8";
    c.waiting = "#8a5a00";
    c.badge = "#fdf4da";
    c.badgeBorder = "#c9a227";
    c.badgeText = "#7a5800";
    c.line = "#a8adb5";
    c.dotRecords = "#1f7a4d";
    c.dotReplica = "#2f62ad";
    c.dotControl = "#7b8089";
    return c;
}

static Colors darkColors()
{
    Colors c;
    c.window = "#16181c";
    c.panel = "#1b1e23";
    c.canvas = "#131518";
    c.card = "#1e2127";
    c.cardDown = "#191b1f";
    c.border = "#353a43";
    c.borderStrong = "#7a818d";
    c.text = "#eceef2";
    c.textSoft = "#a4abb8";
    c.accent = "#7fb0f5";
    c.accentSoft = "#25344b";
    c.onAccent = "#0e1520";
    c.leader = "#ff6b72";
    c.follower = "#e3e6eb";
    c.outOfSync = "#e8b04a";
    c.offline = "#8f96a2";
    c.committed = "#6ea1ee";
    c.uncommitted = "#3c5b8c";
    c.barTrack = "#2b2f37";
    c.mark = "#d5e5ff";
    c.good = "#5cc68d";
    c.goodSoft = "#1d3329";
    c.bad = "#ff7b82";
    c.badSoft = "#3b2225";
    c.frozen = "#74bfe8";
    c.frozenSoft = "#1c3240";
    c.waiting = "#e8b04a";
    c.badge = "#3a3116";
    c.badgeBorder = "#a88a2c";
    c.badgeText = "#f3d372";
    c.line = "#565d69";
    c.dotRecords = "#5cc68d";
    c.dotReplica = "#7fb0f5";
    c.dotControl = "#8b92a0";
    return c;
}

/// Light, with all that a lamp in a bright room washes out made strong.
static Colors projectorColors()
{
    Colors c = lightColors();
    c.window = "#f2f2ef";
    c.panel = "#ffffff";
    c.canvas = "#ffffff";
    c.cardDown = "#ebebe8";
    c.border = "#8f939b";
    c.borderStrong = "#4b5059";
    c.text = "#000000";
    c.textSoft = "#2f343c";
    c.accent = "#0b4aa8";
    c.accentSoft = "#cfe0fb";
    c.leader = "#c40d1c";
    c.follower = "#000000";
    c.outOfSync = "#7a4400";
    c.offline = "#474c55";
    c.committed = "#1a55b8";
    c.uncommitted = "#93b5ea";
    c.barTrack = "#dfe2e8";
    c.mark = "#062a66";
    c.good = "#0b6237";
    c.goodSoft = "#d3efdf";
    c.bad = "#b00a1a";
    c.badSoft = "#fbdadd";
    c.frozen = "#0d5585";
    c.waiting = "#7a4400";
    c.badge = "#ffe9a3";
    c.badgeBorder = "#9a7400";
    c.badgeText = "#4d3700";
    c.line = "#6d737d";
    c.dotRecords = "#0b6237";
    c.dotReplica = "#0b4aa8";
    c.dotControl = "#565b64";
    return c;
}

static constexpr double kProjectorScale = 1.3;
static constexpr double kProjectorStroke = 1.8;

QString keyOf(ThemeName name)
{
    return name == ThemeName::Dark        ? QStringLiteral("dark")
           : name == ThemeName::Projector ? QStringLiteral("projector")
                                          : QStringLiteral("light");
}

ThemeName themeOf(const QString& key)
{
    return key == QLatin1String("dark")        ? ThemeName::Dark
           : key == QLatin1String("projector") ? ThemeName::Projector
                                               : ThemeName::Light;
}

Theme makeTheme(ThemeName name)
{
    Theme theme;
    theme.name = name;
    if (name != ThemeName::Dark) {
        theme.colors = name == ThemeName::Light ? lightColors() : projectorColors();
        theme.members = {QColor("#11786d"), QColor("#a85a00"), QColor("#6d4fa3"),
                         QColor("#2f62ad"), QColor("#b5432c"), QColor("#a4356f"),
                         QColor("#4c7324"), QColor("#5b6270")};
        theme.onMember = "#ffffff";
        if (name == ThemeName::Projector) {
            theme.scale = kProjectorScale;
            theme.stroke = kProjectorStroke;
            for (QColor& member : theme.members)
                member = member.darker(125);
        }
    } else {
        theme.colors = darkColors();
        theme.members = {QColor("#4cc3b4"), QColor("#f0a94e"), QColor("#b79bea"),
                         QColor("#7fb0f5"), QColor("#f08a72"), QColor("#ec8bbd"),
                         QColor("#a3cf6e"), QColor("#aab1bf")};
        theme.onMember = "#101216";
    }
    return theme;
}

const QColor& Theme::member(int index) const
{
    return members[static_cast<std::size_t>(index % kMemberColors)];
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, colors.window);
    p.setColor(QPalette::WindowText, colors.text);
    p.setColor(QPalette::Base, colors.card);
    p.setColor(QPalette::AlternateBase, colors.panel);
    p.setColor(QPalette::Text, colors.text);
    p.setColor(QPalette::PlaceholderText, colors.textSoft);
    p.setColor(QPalette::Button, colors.card);
    p.setColor(QPalette::ButtonText, colors.text);
    p.setColor(QPalette::BrightText, colors.bad);
    p.setColor(QPalette::Highlight, colors.accent);
    p.setColor(QPalette::HighlightedText, colors.onAccent);
    p.setColor(QPalette::Link, colors.accent);
    p.setColor(QPalette::ToolTipBase, colors.card);
    p.setColor(QPalette::ToolTipText, colors.text);
    p.setColor(QPalette::Light, colors.card);
    p.setColor(QPalette::Midlight, colors.border);
    p.setColor(QPalette::Mid, colors.border);
    p.setColor(QPalette::Dark, colors.borderStrong);
    p.setColor(QPalette::Shadow, colors.borderStrong);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, colors.offline);
    return p;
}

QFont Theme::font(Type type) const { return typeFont(type, scale); }

QFont typeFont(Type type, double scale)
{
    QFont f;
    f.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC"),
                   QStringLiteral("DejaVu Sans")});
    f.setHintingPreference(QFont::PreferNoHinting);
    switch (type) {
    case Type::Title:
        f.setPixelSize(17);
        f.setBold(true);
        break;
    case Type::Heading:
        f.setPixelSize(14);
        f.setBold(true);
        break;
    case Type::Strong:
        f.setPixelSize(12);
        f.setBold(true);
        break;
    case Type::Body:
        f.setPixelSize(12);
        break;
    case Type::Small:
        f.setPixelSize(11);
        break;
    case Type::SmallStrong:
        f.setPixelSize(11);
        f.setBold(true);
        break;
    case Type::Caption:
        f.setPixelSize(11);
        f.setBold(true);
        f.setCapitalization(QFont::AllUppercase);
        f.setLetterSpacing(QFont::AbsoluteSpacing, 0.4);
        break;
    case Type::Mono:
        f.setFamilies({QStringLiteral("DejaVu Sans Mono"), QStringLiteral("Noto Sans Mono CJK SC"),
                       QStringLiteral("Noto Sans CJK SC")});
        f.setPixelSize(11);
        break;
    }
    if (scale != 1)
        f.setPixelSize(qRound(f.pixelSize() * scale));
    return f;
}

static double luminance(const QColor& color)
{
    const auto linear = [](double v) {
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace hw::ui
