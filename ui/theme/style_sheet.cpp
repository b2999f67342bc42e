#include "ui/theme/theme.h"

#include <QRegularExpression>

namespace hw::ui {

static const char* const kSheet = R"(
* { font-family: "Noto Sans", "Noto Sans CJK SC", "DejaVu Sans"; font-size: 12px; }
QMainWindow, QDialog { background: @window; }
QLabel, QCheckBox, QRadioButton { color: @text; }
QMainWindow::separator { background: @border; width: 1px; height: 1px; }
QToolBar {
    background: @panel; border: 0; border-bottom: 1px solid @border; spacing: 8px;
    padding: 6px 12px;
}
QToolBar::separator { background: @border; width: 1px; margin: 6px 4px; }
QToolBar#timelineBar { border-bottom: 0; border-top: 1px solid @border; padding: 4px 12px; }
QMenuBar { background: @panel; color: @text; padding: 2px 8px; }
QMenuBar::item { padding: 4px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @accentSoft; }
QMenu { background: @card; color: @text; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 24px; border-radius: 4px; }
QMenu::item:selected { background: @accentSoft; color: @text; }
QMenu::item:disabled { color: @offline; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }
QStatusBar { background: @panel; color: @textSoft; border-top: 1px solid @border; }
QStatusBar::item { border: 0; }
QStatusBar QLabel { color: @textSoft; padding: 0 6px; }
QToolTip { background: @card; color: @text; border: 1px solid @borderStrong; padding: 5px; }
QPushButton,
QToolButton {
    background: @card; color: @text; border: 1px solid @border; border-radius: 8px;
    padding: 5px 14px; min-height: 16px;
}
QToolButton::menu-indicator { image: none; }
QFileDialog QToolButton { padding: 1px; min-height: 0; border-radius: 5px; }
QPushButton:hover, QToolButton:hover { border-color: @accent; }
QPushButton:pressed,
QToolButton:pressed,
QToolButton:checked {
    background: @accentSoft; border-color: @accent;
}
QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QPushButton:disabled, QToolButton:disabled { color: @offline; background: @window; }
QPushButton:default { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton:default:disabled { background: @window; color: @offline; border-color: @border; }
QToolButton[flat="true"] {
    border: 1px solid transparent; background: transparent; padding: 5px 8px;
    color: @textSoft;
}
QToolButton[flat="true"]:hover { border-color: @border; }
QToolButton[flat="true"]:checked { color: @text; font-weight: bold; }
QToolButton[danger="true"] { color: @bad; }
QToolButton[danger="true"]:disabled { color: @offline; }
QLabel[role="brand"] { font-size: 17px; font-weight: bold; color: @text; }
QLabel[role="caption"] { font-size: 11px; font-weight: bold; color: @textSoft; }
QLabel[role="title"] { font-size: 17px; font-weight: bold; color: @text; }
QLabel[role="soft"] { color: @textSoft; }
QLabel[role="error"] { color: @bad; }
QLabel[role="mono"] {
    font-family: "DejaVu Sans Mono", "Noto Sans Mono CJK SC"; font-size: 11px;
}
QLabel[role="clock"] {
    font-family: "DejaVu Sans Mono", "Noto Sans Mono CJK SC"; font-size: 13px; font-weight: bold;
}
QSlider::groove:horizontal { height: 4px; border-radius: 2px; background: @border; }
QSlider::sub-page:horizontal { height: 4px; border-radius: 2px; background: @accent; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; background: @accent;
}
QSlider::handle:horizontal:focus { border: 2px solid @text; margin: -6px 0; border-radius: 8px; }
QFrame[role="pill"] { background: @card; border: 1px solid @border; border-radius: 8px; }
QFrame[role="rule"] { background: @border; max-height: 1px; border: 0; }
QLabel[role="dock"] {
    background: @panel; color: @textSoft; font-size: 11px; padding: 9px 13px 7px 13px;
}
QTabWidget { background: @panel; }
QTabWidget::pane { border: 0; border-top: 1px solid @border; }
QTabWidget::tab-bar { left: 4px; }
QTabBar { background: @panel; qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: @textSoft; padding: 8px 14px; border: 0;
    border-bottom: 2px solid transparent;
}
QTabBar::tab:selected { color: @text; font-weight: bold; border-bottom: 2px solid @accent; }
QTabBar::tab:hover { color: @text; }
QLineEdit,
QComboBox,
QSpinBox,
QDoubleSpinBox {
    background: @card; color: @text; border: 1px solid @border; border-radius: 6px;
    padding: 4px 8px; min-height: 18px; selection-background-color: @accent;
    selection-color: @onAccent;
}
QLineEdit:focus,
QComboBox:focus,
QSpinBox:focus,
QDoubleSpinBox:focus {
    border-color: @accent;
}
QLineEdit[invalid="true"], QSpinBox[invalid="true"] { border-color: @bad; }
QComboBox::drop-down { border: 0; width: 24px; }
QComboBox::down-arrow { image: url(:/icons/down-@name.svg); width: 12px; height: 12px; }
QAbstractSpinBox::up-button { subcontrol-position: top right; border: 0; width: 22px; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; border: 0; width: 22px; }
QAbstractSpinBox::up-arrow { image: url(:/icons/up-@name.svg); width: 11px; height: 11px; }
QAbstractSpinBox::down-arrow { image: url(:/icons/down-@name.svg); width: 11px; height: 11px; }
QListView::indicator,
QCheckBox::indicator {
    background: @card;
    border: 1px solid @borderStrong; border-radius: 4px; width: 14px; height: 14px;
}
QCheckBox::indicator:focus { border-color: @accent; }
QListView::indicator:checked,
QCheckBox::indicator:checked {
    border-color: @accent; background: @accent; image: url(:/icons/check-@name.svg);
}
QRadioButton::indicator {
    background: @card; border: 1px solid @borderStrong; border-radius: 7px;
    width: 12px; height: 12px;
}
QRadioButton::indicator:focus { border-color: @accent; }
QRadioButton::indicator:checked {
    border: 4px solid @accent; border-radius: 7px; width: 6px; height: 6px;
}
QRadioButton::indicator:disabled { background: @window; border-color: @border; }
QRadioButton::indicator:checked:disabled { border-color: @offline; }
QComboBox QAbstractItemView {
    background: @card; color: @text; selection-background-color: @accentSoft;
    selection-color: @text; border: 1px solid @border;
}
QAbstractItemView {
    background: @card; color: @text; alternate-background-color: @panel; border: 0;
    outline: 0; selection-background-color: @accentSoft; selection-color: @text;
    gridline-color: @border;
}
QTreeView::item, QListView::item, QTableView::item { border: 0; padding: 2px 8px; }
QTreeView::item:selected, QTreeView::branch:selected,
QListView::item:selected, QTableView::item:selected {
    background: @accentSoft; color: @text;
}
QListView { border: 1px solid @border; border-radius: 6px; }
QHeaderView { background: @panel; }
QHeaderView::section {
    background: @panel; color: @textSoft; border: 0; border-bottom: 1px solid @border;
    padding: 5px 10px;
}
QScrollArea { background: @panel; border: 0; }
QWidget[role="panel"] { background: @panel; }
QTextBrowser,
QTextEdit,
QPlainTextEdit {
    background: @card; color: @text; border: 1px solid @border; border-radius: 6px;
}
QPlainTextEdit[role="mono"] {
    font-family: "DejaVu Sans Mono", "Noto Sans Mono CJK SC"; font-size: 11px;
}
QSplitter, QSplitter::handle, QTabWidget { background: @window; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle {
    background: @border; border-radius: 4px; min-height: 28px; min-width: 28px; margin: 1px;
}
QScrollBar::handle:hover { background: @borderStrong; }
QAbstractScrollArea::corner { background: @card; border: 0; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

/// Larger type, with room for it, and rims that can be seen from the last row.
static QString enlarged(const QString& sheet, double scale)
{
    static const QRegularExpression type(QStringLiteral("(font-size|min-height): (\\d+)px"));
    QString large;
    qsizetype from = 0;
    for (auto it = type.globalMatch(sheet); it.hasNext();) {
        const auto match = it.next();
        large += sheet.mid(from, match.capturedStart() - from);
        large += QStringLiteral("%1: %2px")
                     .arg(match.captured(1))
                     .arg(qRound(match.captured(2).toInt() * scale));
        from = match.capturedEnd();
    }
    large += sheet.mid(from);
    return large.replace(QLatin1String("1px solid"), QLatin1String("2px solid"));
}

QString Theme::styleSheet() const
{
    const std::pair<const char*, QColor> names[] = {
        // Longer names first: `@accentSoft` before `@accent`.
        {"@borderStrong", colors.borderStrong},
        {"@accentSoft", colors.accentSoft},
        {"@onAccent", colors.onAccent},
        {"@textSoft", colors.textSoft},
        {"@offline", colors.offline},
        {"@accent", colors.accent},
        {"@border", colors.border},
        {"@window", colors.window},
        {"@panel", colors.panel},
        {"@card", colors.card},
        {"@text", colors.text},
        {"@bad", colors.bad},
    };
    QString sheet = QString::fromLatin1(kSheet);
    const char* const own = name == ThemeName::Dark ? "dark" : "light";
    sheet.replace(QLatin1String("@name"), QLatin1String(own));
    for (const auto& [word, color] : names)
        sheet.replace(QLatin1String(word), color.name());
    return scale == 1 ? sheet : enlarged(sheet, scale);
}

} // namespace hw::ui
