#include "ui/shell/main_window.h"

#include <QClipboard>
#include <QCloseEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QStatusBar>

#include "ui/charts/rate_chart.h"
#include "ui/faults/fault_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lessons/glossary_window.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lanes/lane_window.h"
#include "ui/loginspector/log_window.h"
#include "ui/map/legend.h"
#include "ui/map/announcer.h"
#include "ui/map/map_view.h"
#include "ui/models/outcome_sentences.h"
#include "ui/models/picked.h"
#include "ui/models/words.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/requests/request_window.h"
#include "ui/shell/beside_view.h"
#include "ui/shell/cluster_desk.h"
#include "ui/shell/consumer_controls.h"
#include "ui/shell/invariant_lamps.h"
#include "ui/shell/tables.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/transport_bar.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/past_banner.h"
#include "ui/timeline/timeline_bar.h"
#include "ui/znodes/znode_window.h"

namespace hw::ui {

MainWindow::MainWindow(cluster::Cluster& cluster, QSettings& settings, QWidget* parent)
    : QMainWindow(parent)
    , m_cluster(cluster)
    , m_settings(settings)
    , m_theme(makeTheme(ThemeName::Light))
    , m_feed(cluster)
    , m_commander(cluster)
    , m_actions(this)
    , m_desk(new ClusterDesk(m_commander, m_feed, m_actions, this))
    , m_controls(new ConsumerControls(m_commander, m_feed, this))
    , m_scene(new MapScene(m_theme, this))
    , m_view(new MapView(m_scene))
    , m_announcer(new Announcer(m_view))
    , m_legend(new Legend)
    , m_inspector(new InspectorPanel)
    , m_tables(new Tables)
    , m_chart(new RateChart(m_cursor))
    , m_bar(new TopBar(m_actions, this))
{
    // Not what its rooms would like to have: no theme, language or dock makes it outgrow a screen.
    setMinimumSize(kLeastSize);
    resize(1600, 1000);
    m_actions.setCapabilities(cluster.capabilities());
    m_scene->setFaults(cluster.capabilities().faults);
    addToolBar(m_bar);
    buildTransport();
    buildPast();
    buildMap();
    buildFaults();
    buildRebalances();
    buildDocks();
    buildMenus();
    buildStatus();
    buildRequests();
    buildZnodes();
    buildLanes();
    connectActions();
    connectSelection();
    connect(&m_feed, &Feed::frameReady, this, &MainWindow::take);
    connect(&m_commander, &Commander::finished, this, &MainWindow::showOutcome);
    restore();
    retranslate();
    m_view->setFocus();
}

MainWindow::~MainWindow()
{
    qDeleteAll(findChildren<LogWindow*>()); // before what they ask
    delete m_view;                          // before its scene
    m_view = nullptr;
}

void MainWindow::connectActions()
{
    connect(m_scene, &MapScene::powerPressed, m_desk, &ClusterDesk::togglePower);
    connect(m_scene, &MapScene::freezePressed, m_desk, &ClusterDesk::toggleFreeze);
    const auto on = [this](QAction* action, auto&& what) {
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    on(m_actions.zoomIn, [this] { m_view->zoomBy(1.2); });
    on(m_actions.zoomOut, [this] { m_view->zoomBy(1 / 1.2); });
    on(m_actions.fit, [this] { m_view->fit(); });
    on(m_actions.legend, [this] { m_legend->setFolded(!m_legend->folded()); });
    on(m_actions.dark, [this] {
        setThemeName(m_theme.name == ThemeName::Dark ? ThemeName::Light : ThemeName::Dark);
    });
    on(m_actions.projector, [this] {
        setThemeName(m_theme.name == ThemeName::Projector ? ThemeName::Light
                                                          : ThemeName::Projector);
    });
    on(m_actions.english, [this] { setLanguage(QStringLiteral("en")); });
    on(m_actions.chinese, [this] { setLanguage(QStringLiteral("zh_CN")); });
    on(m_actions.copyBootstrap, [this] {
        QGuiApplication::clipboard()->setText(qs(m_cluster.bootstrap()));
        statusBar()->showMessage(tr("The bootstrap address is on the clipboard."), 4000);
    });
    m_inspector->addActions({m_actions.lookInside, m_actions.lanes, m_actions.rebalances});
    connect(m_inspector, &InspectorPanel::eventPicked, this, &MainWindow::goToEvent);
    on(m_actions.lookInside, [this] { lookInside(); });
    on(m_actions.glossary, [this] { showGlossary({}); });
    on(m_actions.openScenario, [this] { askScenarioToOpen(); });
    on(m_actions.saveScenario, [this] { askScenarioFile(); });
    on(m_actions.openLog, [this] { askLogDirectory(); });
    on(m_actions.newCluster, [this] { askNewCluster(); });
    on(m_actions.quit, [this] { close(); });
    connect(m_legend, &Legend::foldedChanged, m_actions.legend,
            [this](bool folded) { m_actions.legend->setChecked(!folded); });
    m_actions.legend->setChecked(true);
}

void MainWindow::connectSelection()
{
    const auto select = [this](const Subject& subject) { m_selection.select(subject); };
    connect(m_view, &MapView::subjectPicked, this, select);
    connect(m_tables, &Tables::subjectPicked, this, &MainWindow::pick);
    connect(m_lamps, &InvariantLamps::picked, this, &MainWindow::pickInvariant);
    connect(m_view, &MapView::menuWanted, this, &MainWindow::showMenu);
    connect(&m_selection, &Selection::changed, this, [this](const Subject& subject) {
        m_scene->choose(subject);
        if (m_feed.last().snapshot)
            m_actions.update(subject, *m_feed.last().snapshot);
        inspectNow();
    });
}

/// From a list: map and inspector follow, if it is there at the moment that is shown.
void MainWindow::pick(const Subject& subject)
{
    const auto& snapshot = m_feed.last().snapshot;
    const Subject there = snapshot ? Picked::existing(subject, *snapshot) : Subject();
    if (!there)
        return;
    m_selection.select(there);
    m_view->reveal(there);
}

void MainWindow::pickInvariant(int number)
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot)
        return;
    for (const std::string& sentence : m_lamps->broken(number)) {
        if (const Subject subject = Picked::named(sentence, *snapshot))
            return pick(subject);
    }
}

void MainWindow::take(const Frame& frame)
{
    takeCapabilities();
    m_commander.take(frame);
    m_tables->take(frame);
    m_requests->take(frame);
    m_znodes->take(frame.nowMs);
    m_lanes->take(frame);
    if (!frame.past || frame.past->mode == cluster::PlaybackState::Mode::Present)
        m_breaks->take(frame);
    m_rebalances->take(frame);
    m_scene->show(frame, m_feed.rates());
    m_announcer->take(frame, dynamic_cast<MapItem*>(m_scene->focusItem()));
    m_scene->showRebalances(m_feed.book(), frame.gauges->at);
    takePast(frame);
    takeRun(frame);
    if (frame.nowMs - m_inspectedMs >= kInspectMs) {
        m_inspectedMs = frame.nowMs;
        m_actions.update(m_selection.current(), *frame.snapshot);
        inspectNow();
    }
    if (frame.nowMs - m_tablesMs < kTablesMs)
        return;
    m_tablesMs = frame.nowMs;
    m_tables->refresh(frame, m_feed.eventsLost());
    showFaults(*frame.snapshot);
    m_chart->show(m_feed.rates());
    m_bar->setCluster(*frame.snapshot, qs(m_cluster.bootstrap()));
    m_legend->setSampling(m_scene->flights().percentDrawn(), m_scene->links().reduced());
    showStatus(frame);
}

void MainWindow::inspectNow()
{
    const Frame& frame = m_feed.last();
    if (!frame.snapshot || !frame.gauges || !m_inspector->isVisible())
        return;
    const Subject& subject = m_selection.current();
    m_inspector->show(inspect(subject, {*frame.snapshot, *frame.gauges, m_feed.rates(),
                                        Causes::of(m_tables->events(), subject, *frame.snapshot,
                                                   m_scene->heldMarks(), *frame.gauges),
                                        m_scene->heldMarks(), &m_scene->lastErrors()}));
}

void MainWindow::setThemeName(ThemeName name)
{
    m_theme = makeTheme(name);
    setPalette(m_theme.palette());
    setStyleSheet(m_theme.styleSheet());
    m_actions.setTheme(m_theme);
    m_view->setTheme(m_theme);
    m_legend->setTheme(m_theme);
    m_inspector->setTheme(m_theme);
    m_tables->setTheme(m_theme);
    m_chart->setTheme(m_theme);
    for (LogWindow* window : findChildren<LogWindow*>())
        window->setTheme(m_theme);
    m_requests->setTheme(m_theme);
    m_znodes->setTheme(m_theme);
    m_lanes->setTheme(m_theme);
    m_rebalances->setTheme(m_theme);
    m_faults->setTheme(m_theme);
    if (m_lesson)
        m_lesson->setTheme(m_theme);
    if (m_glossaryWindow)
        m_glossaryWindow->setTheme(m_theme);
    m_lamps->setTheme(m_theme);
    if (m_transport)
        m_transport->setTheme(m_theme);
    m_pastActions->setTheme(m_theme);
    m_pastBanner->setTheme(m_theme);
    if (m_timeline)
        m_timeline->setTheme(m_theme);
    if (m_beside)
        m_beside->setTheme(m_theme);
    m_settings.setValue(QStringLiteral("theme"), keyOf(name));
}

bool MainWindow::setLanguage(const QString& code)
{
    const bool known = m_language.set(code);
    m_actions.english->setChecked(m_language.code() == QStringLiteral("en"));
    m_actions.chinese->setChecked(m_language.code() == QStringLiteral("zh_CN"));
    for (QAction* other : m_otherLanguages)
        other->setChecked(m_language.code() == other->data().toString());
    if (known)
        m_settings.setValue(QStringLiteral("language"), code);
    return known;
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    m_feed.setWatching(true);
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    m_feed.setWatching(false);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!agreesToClose()) {
        event->ignore();
        return;
    }
    remember();
    m_requests->close();
    m_znodes->close();
    m_lanes->close();
    m_rebalances->close();
    QMainWindow::closeEvent(event);
}

void MainWindow::showOutcome(const observe::Command&, bool ok, const observe::Outcome& outcome)
{
    const QString message = OutcomeSentences::of(outcome, m_tables->events().names());
    if (!ok)
        statusBar()->showMessage(tr("Refused: %1").arg(message), 8000);
    else if (!message.isEmpty())
        statusBar()->showMessage(message, 4000);
}

void MainWindow::showMenu(const Subject& subject, const QPoint& at)
{
    m_selection.select(subject);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    const Actions& a = m_actions;
    if (a.broker()) {
        menu->addActions({a.kill, a.freeze, a.stopBroker, a.powerOff});
        menu->addSeparator();
    }
    if (a.partition())
        menu->addActions({a.lookInside, a.elect, a.electUnclean, a.reassign, a.cancelReassign});
    if (a.topic())
        menu->addActions({a.growTopic, a.deleteTopic});
    if (a.group())
        menu->addActions({a.rebalances, a.lanes});
    if (a.client()) {
        m_controls->fillMenu(menu, *a.client());
        menu->addActions({a.stopClient, a.crashClient});
    }
    addFaultMenu(menu, subject);
    menu->addSeparator();
    menu->addActions({a.newTopic, a.addBroker, a.addProducer, a.addConsumer});
    menu->addSeparator();
    menu->addActions({a.fit, a.connectHelp});
    menu->popup(at);
}

void MainWindow::showStatus(const Frame& frame)
{
    const auto& s = *frame.snapshot;
    m_speed->setText(frame.saturated ? tr("The engine is busy: drawing 15 times a second.")
                                     : QString());
    m_health->setForegroundRole(s.invariantsBroken.empty() ? QPalette::WindowText
                                                           : QPalette::BrightText);
    m_health->setText(s.invariantsBroken.empty()
                          ? tr("preset %1").arg(qs(s.preset))
                          : tr("Invariant broken: %1").arg(qs(s.invariantsBroken.front())));
    m_lamps->take(s);
    m_zoom->setText(tr("zoom %1 %").arg(qRound(m_view->zoom() * 100)));
}

} // namespace hw::ui
