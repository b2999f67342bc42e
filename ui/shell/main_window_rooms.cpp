#include "ui/shell/main_window.h"

#include <QApplication>
#include <QKeyEvent>
#include <QStatusBar>

#include "ui/lanes/lane_window.h"
#include "ui/map/map_scene.h"
#include "ui/models/causes.h"
#include "ui/models/event_text.h"
#include "ui/models/words.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/requests/request_window.h"
#include "ui/shell/new_cluster_dialog.h"
#include "ui/shell/run_desk.h"
#include "ui/shell/tables.h"
#include "ui/shell/transport_bar.h"
#include "ui/timeline/past_actions.h"
#include "ui/znodes/znode_window.h"

namespace hw::ui {

/// Closes a window beside the main one by Escape, where nothing inside had a use for that key.
class EscapeCloses : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        auto* window = qobject_cast<QWidget*>(watched);
        const bool isEscape = event->type() == QEvent::KeyPress &&
                              static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
        return window && isEscape ? window->close() : QObject::eventFilter(watched, event);
    }
};

/// What makes sense beside the map is heard in its windows too: to open the others, how they look,
/// and how time goes on. One that checks logs has Ctrl+K for that.
void MainWindow::shareKeys(QWidget* window, bool checksLogs)
{
    const Actions& a = m_actions;
    window->addActions({a.requests, a.lanes, a.rebalances, a.glossary, a.keysHelp, a.connectHelp,
                        a.dark, a.projector, a.english, a.chinese, a.play, a.step, a.stepEvent,
                        a.quit, m_pastActions->back, m_pastActions->forward, m_pastActions->play});
    if (!checksLogs)
        window->addAction(a.znodes);
    window->installEventFilter(new EscapeCloses(window));
}

void MainWindow::buildTransport()
{
    cluster::TimeControl* time = m_cluster.timeControl();
    if (!time)
        return;
    m_transport = new TransportBar(
        *time, m_actions, [this](EventId id) { return sentence(id); }, this);
    addToolBarBreak();
    addToolBar(m_transport);
    m_runDesk = new RunDesk(
        m_cluster, m_feed, m_selection, m_settings, [this](EventId id) { return sentence(id); },
        this);
    connect(m_runDesk, &RunDesk::besideWanted, this, &MainWindow::showBeside);
    if (m_cluster.runControl())
        m_transport->addBack(m_runDesk->actions().back, m_runDesk->actions().backEvent);
}

QString MainWindow::sentence(EventId id) const
{
    const auto row = m_tables->events().rowOf(id);
    return row ? m_tables->events().sentenceAt(*row) : QString();
}

void MainWindow::buildZnodes()
{
    m_znodes = new ZnodeWindow([this] { return m_cluster.znodes(); }, m_settings, this);
    shareKeys(m_znodes);
    connect(m_actions.znodes, &QAction::triggered, m_znodes, [this] {
        m_znodes->show();
        m_znodes->raise();
        m_znodes->activateWindow();
    });
}

void MainWindow::buildLanes()
{
    m_lanes = new LaneWindow(m_feed.book(), m_cursor, m_settings, this);
    shareKeys(m_lanes);
    LaneView* view = m_lanes->view();
    view->setColors([this](const LaneMember& lane) {
        const auto color =
            m_scene->memberColor(Subject::memberOf(m_lanes->view()->group(), lane.id));
        return m_theme.member(color.value_or(0));
    });
    connect(view, &LaneView::flightPicked, m_requests, &RequestWindow::open);
    connect(view, &LaneView::eventPicked, this, &MainWindow::goToEvent);
    connect(view, &LaneView::rebalancePicked, this,
            [this](quint64 number) { m_rebalances->openAt(number); });
    connect(view, &LaneView::subjectPicked, &m_selection, &Selection::select);
    connect(view, &LaneView::menuWanted, this, &MainWindow::showMenu);
    connect(m_actions.lanes, &QAction::triggered, m_lanes,
            [this] { m_lanes->open(m_actions.group().value_or(std::string())); });
}

void MainWindow::buildRebalances()
{
    m_breaks = new Breaks(m_settings, this);
    RebalanceWindow::Sources sources;
    sources.chain = [this](EventId id) { return Causes::chain(m_tables->events(), id); };
    sources.colorOf = [this](const std::string& group, const std::string& member) {
        return m_scene->memberColor(Subject::memberOf(group, member)).value_or(-1);
    };
    m_rebalances =
        new RebalanceWindow(m_feed.book(), std::move(sources), *m_breaks, m_settings, this);
    shareKeys(m_rebalances);
    connect(m_rebalances, &RebalanceWindow::eventPicked, this, &MainWindow::goToEvent);
    connect(m_rebalances, &RebalanceWindow::subjectPicked, this, &MainWindow::pick);
    connect(m_scene, &MapScene::rebalancePicked, m_rebalances, &RebalanceWindow::open);
    connect(m_actions.rebalances, &QAction::triggered, m_rebalances,
            [this] { m_rebalances->open(qs(m_actions.group().value_or(""))); });
    connect(m_breaks, &Breaks::met, this, &MainWindow::meetBreak);
    const auto tellClock = [this] {
        if (cluster::TimeControl* time = m_cluster.timeControl())
            time->stopOn(m_breaks->isOn(Breaks::What::LeftStable)
                             ? Breaks::isLeavingStable
                             : cluster::TimeControl::StopTest());
    };
    connect(m_breaks, &Breaks::changed, this, tellClock);
    tellClock();
}

/// Studio stops; in Live, where time is everybody's, it is marked and told.
void MainWindow::meetBreak(const Breaks::Met& met)
{
    cluster::TimeControl* time = m_cluster.timeControl();
    if (time)
        time->pause();
    else
        QApplication::beep();
    m_rebalances->tellBreak(met, time != nullptr);
    m_selection.select(Subject::group(met.group));
    statusBar()->showMessage(time ? tr("Stopped: %1").arg(met.sentence) : met.sentence, 15'000);
}

void MainWindow::askNewCluster()
{
    auto* dialog = new NewClusterDialog(m_cluster.capabilities().maxBrokers, m_settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { emit clusterWanted(dialog->wish()); });
    dialog->open();
}

} // namespace hw::ui
