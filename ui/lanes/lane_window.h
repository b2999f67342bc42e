#pragma once

#include <QSettings>
#include <QWidget>

#include "ui/lanes/lane_history.h"
#include "ui/lanes/lane_view.h"

class QComboBox;
class QLabel;
class QSplitter;
class QToolButton;

namespace hw::ui {

class LagChart;
class LaneLegend;

/// A group over time: its lanes, and below them how far it is behind. Stays open beside the main
/// window; all that is given must outlive it.
class LaneWindow : public QWidget
{
    Q_OBJECT
public:
    static constexpr std::int64_t kDrawMs = 50; ///< between two drawings of what is new

    LaneWindow(const rebalances::Book& book, TimeCursor& cursor, QSettings& settings,
               QWidget* parent = nullptr);

    /// Every frame, seen or not: history is kept for whoever opens it later.
    void take(const Frame& frame);
    /// Shows a group (empty: the one shown last, or the first there is) and comes to the front.
    void open(const std::string& group);
    void setTheme(const Theme& theme);

    const LaneHistory& history() const { return m_history; }
    LaneView* view() const { return m_view; }
    LagChart* chart() const { return m_chart; }
    QComboBox* groups() const { return m_groups; }
    QToolButton* followButton() const { return m_follow; }
    QToolButton* timersButton() const { return m_timers; }
    QLabel* status() const { return m_status; }

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* buildBar();
    void connectView();
    void retranslate();
    void offerGroups();
    void showChart();
    void showStatus();

    QSettings& m_settings;
    LaneHistory m_history;
    LaneView* m_view;
    LagChart* m_chart;
    LaneLegend* m_legend;
    QComboBox* m_groups;
    QToolButton* m_zoomIn;
    QToolButton* m_zoomOut;
    QToolButton* m_follow;
    QToolButton* m_timers;
    QLabel* m_hint;
    QSplitter* m_down;
    QLabel* m_status;
    std::vector<std::string> m_offered;
    std::int64_t m_drawnMs = -kDrawMs;
    std::int64_t m_offeredMs = 0;
    Theme m_theme;
};

} // namespace hw::ui
