#include "ui/lanes/lane_window.h"

#include <QCloseEvent>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/charts/lag_chart.h"
#include "ui/lanes/lane_legend.h"
#include "ui/models/words.h"
#include "ui/theme/icons.h"

namespace hw::ui {

LaneWindow::LaneWindow(const rebalances::Book& book, TimeCursor& cursor, QSettings& settings,
                       QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_settings(settings)
    , m_view(new LaneView(m_history, book, cursor))
    , m_chart(new LagChart(cursor))
    , m_legend(new LaneLegend)
    , m_groups(new QComboBox)
    , m_zoomIn(new QToolButton)
    , m_zoomOut(new QToolButton)
    , m_follow(new QToolButton)
    , m_timers(new QToolButton)
    , m_hint(new QLabel)
    , m_down(new QSplitter(Qt::Vertical))
    , m_status(new QLabel)
{
    setProperty("role", "panel");
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildBar());
    m_down->addWidget(m_view);
    m_down->addWidget(m_chart);
    m_down->setStretchFactor(0, 4);
    m_down->setStretchFactor(1, 1);
    m_down->setChildrenCollapsible(false);
    m_down->setSizes({560, 150});
    column->addWidget(m_down, 1);
    column->addWidget(m_legend);
    m_status->setProperty("role", "soft");
    m_status->setContentsMargins(14, 3, 14, 6);
    m_status->setWordWrap(true);
    column->addWidget(m_status);
    resize(1240, 860);
    connectView();
    restoreGeometry(m_settings.value(QStringLiteral("lanes/geometry")).toByteArray());
    m_down->restoreState(m_settings.value(QStringLiteral("lanes/down")).toByteArray());
    m_timers->setChecked(m_settings.value(QStringLiteral("lanes/timers"), true).toBool());
    m_view->setSpan(fromMs(m_settings.value(QStringLiteral("lanes/spanMs"), 30'000).toLongLong()));
    retranslate();
}

QWidget* LaneWindow::buildBar()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 8, 12, 8);
    row->setSpacing(8);
    m_groups->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_groups->setMinimumWidth(180);
    row->addWidget(m_groups);
    m_follow->setCheckable(true);
    m_follow->setChecked(true);
    m_timers->setCheckable(true);
    m_timers->setChecked(true);
    for (QToolButton* button : {m_zoomOut, m_zoomIn, m_follow, m_timers}) {
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        row->addWidget(button);
    }
    m_hint->setProperty("role", "soft");
    m_hint->setMinimumWidth(40);
    row->addStretch(1);
    row->addWidget(m_hint);
    return bar;
}

void LaneWindow::connectView()
{
    connect(m_groups, &QComboBox::activated, this,
            [this] { m_view->setGroup(m_groups->currentData().toString().toStdString()); });
    connect(m_zoomIn, &QToolButton::clicked, m_view, [this] { m_view->zoomBy(1.5); });
    connect(m_zoomOut, &QToolButton::clicked, m_view, [this] { m_view->zoomBy(1 / 1.5); });
    connect(m_follow, &QToolButton::toggled, m_view, &LaneView::setFollowing);
    connect(m_timers, &QToolButton::toggled, m_view, &LaneView::setTimersShown);
    connect(m_view, &LaneView::followingChanged, m_follow, &QToolButton::setChecked);
    connect(m_view, &LaneView::scaleChanged, this, &LaneWindow::showChart);
    connect(m_down, &QSplitter::splitterMoved, this, &LaneWindow::showChart);
}

void LaneWindow::take(const Frame& frame)
{
    m_history.take(frame);
    if (!isVisible() || frame.nowMs - m_drawnMs < kDrawMs)
        return;
    m_drawnMs = frame.nowMs;
    offerGroups();
    m_view->refresh();
    if (!m_view->following())
        showChart(); // what is new may be in sight
    showStatus();
}

void LaneWindow::offerGroups()
{
    std::vector<std::string> names = m_history.names();
    if (names != m_offered) {
        m_offered = std::move(names);
        m_groups->clear();
        for (const std::string& name : m_offered)
            m_groups->addItem(qs(name), qs(name));
    }
    if (m_view->group().empty() && !m_offered.empty())
        m_view->setGroup(m_offered.front());
    const int index = m_groups->findData(qs(m_view->group()));
    if (index != m_groups->currentIndex())
        m_groups->setCurrentIndex(index);
}

void LaneWindow::open(const std::string& group)
{
    if (!group.empty())
        m_view->setGroup(group);
    show();
    raise();
    activateWindow();
    m_view->setFocus();
    offerGroups();
    m_view->refresh();
    showChart();
    showStatus();
}

void LaneWindow::showChart()
{
    if (!m_chart->isVisible())
        return;
    const LaneGroup* group = m_history.find(m_view->group());
    const TimeScale& scale = m_view->scale();
    std::vector<LagChart::Point> points;
    if (group) { // one more on each side, so that the line reaches the edges
        auto it = std::ranges::lower_bound(group->lags, scale.from - 1s, {}, &LagPoint::at);
        for (; it != group->lags.end() && it->at <= scale.to() + 1s; ++it)
            points.push_back({it->at, it->lag, it->open});
    }
    const QScrollBar* bar = m_view->verticalScrollBar();
    const int right = bar->maximum() > 0 ? bar->width() : 0;
    m_chart->setEdges(static_cast<int>(m_view->pixels(scale.left)), right);
    m_chart->show(points, scale.from, scale.to(), m_history.wallOffsetMs());
}

void LaneWindow::showStatus()
{
    m_status->setText(
        tr("History: the last %1 min, at most %2 marks a member and %3 in all (now %4). Members "
           "that left stay for as long as they are in it.")
            .arg(static_cast<double>(toMs(m_history.kept())) / 60000, 0, 'f', 1)
            .arg(LaneHistory::kMarksPerMember)
            .arg(LaneHistory::kMarksMax)
            .arg(m_history.marks()));
}

void LaneWindow::setTheme(const Theme& theme)
{
    m_theme = theme;
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
    m_view->setTheme(theme);
    m_chart->setTheme(theme);
    m_legend->setTheme(theme);
}

void LaneWindow::retranslate()
{
    setWindowTitle(tr("Group over time"));
    m_groups->setAccessibleName(tr("Group"));
    m_groups->setToolTip(tr("Which group is shown"));
    m_zoomIn->setText(QStringLiteral("+"));
    m_zoomIn->setAccessibleName(tr("Zoom in"));
    m_zoomIn->setToolTip(tr("Less time, larger (+, or Ctrl with the wheel)"));
    m_zoomOut->setText(QStringLiteral("−"));
    m_zoomOut->setAccessibleName(tr("Zoom out"));
    m_zoomOut->setToolTip(tr("More time, smaller (-, or Ctrl with the wheel)"));
    m_follow->setText(tr("Follow now"));
    m_follow->setToolTip(
        tr("The newest stays in sight (End). Dragging or the arrow keys stop it."));
    m_timers->setText(tr("Timers"));
    m_timers->setToolTip(tr("Shows when each member's timers start, drain and end."));
    m_hint->setText(tr("Drag to move, click to pin the cursor, click a mark to look into it."));
    m_view->setAccessibleName(tr("Lanes of the group"));
    showStatus();
    m_view->refresh();
}

void LaneWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void LaneWindow::closeEvent(QCloseEvent* event)
{
    m_settings.setValue(QStringLiteral("lanes/geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("lanes/down"), m_down->saveState());
    m_settings.setValue(QStringLiteral("lanes/timers"), m_timers->isChecked());
    m_settings.setValue(QStringLiteral("lanes/spanMs"),
                        static_cast<qlonglong>(toMs(m_view->scale().span)));
    QWidget::closeEvent(event);
}

} // namespace hw::ui
