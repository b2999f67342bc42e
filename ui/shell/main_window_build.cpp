#include "ui/shell/main_window.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QScreen>
#include <QSplitter>
#include <QStatusBar>
#include <QVBoxLayout>

#include <utility>

#include "ui/charts/rate_chart.h"
#include "ui/faults/fault_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/lessons/glossary_window.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/map/legend.h"
#include "ui/map/map_view.h"
#include "ui/models/words.h"
#include "ui/requests/request_window.h"
#include "ui/shell/invariant_lamps.h"
#include "ui/shell/beside_view.h"
#include "ui/shell/keys_help.h"
#include "ui/shell/run_desk.h"
#include "ui/shell/tables.h"
#include "ui/shell/top_bar.h"
#include "ui/shell/transport_bar.h"
#include "ui/shell/wide_screen.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/past_banner.h"
#include "ui/timeline/timeline_bar.h"

namespace hw::ui {

void MainWindow::buildMap()
{
    auto* center = new QWidget;
    auto* column = new QVBoxLayout(center);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_pastBanner);
    m_maps = new QSplitter;
    m_maps->setChildrenCollapsible(false);
    m_maps->addWidget(m_view);
    column->addWidget(m_maps, 1);
    column->addWidget(m_legend);
    setCentralWidget(center);
}

QDockWidget* MainWindow::makeDock(const char* name, QWidget* content, bool titled)
{
    auto* dock = new QDockWidget(this);
    dock->setObjectName(QLatin1String(name));
    dock->setWidget(content);
    if (!titled) {
        dock->setTitleBarWidget(new QWidget(dock)); // the tabs are title enough
        return dock;
    }
    auto* title = new QLabel;
    title->setProperty("role", "dock");
    title->setFont(typeFont(Type::Caption));
    dock->setTitleBarWidget(title);
    QObject::connect(dock, &QDockWidget::windowTitleChanged, title, &QLabel::setText);
    return dock;
}

void MainWindow::buildDocks()
{
    m_inspectorDock = makeDock("inspectorDock", m_inspector, true);
    m_tablesDock = makeDock("tablesDock", m_tables, false);
    m_chartDock = makeDock("chartDock", m_chart, true);
    m_faultsDock = makeDock("faultsDock", m_faults, true);
    addDockWidget(Qt::LeftDockWidgetArea, m_faultsDock);
    m_faultsDock->toggleViewAction()->setShortcut(Qt::Key_X);
    m_faultsDock->hide();
    connect(m_faultsDock, &QDockWidget::visibilityChanged, this, [this](bool isShown) {
        if (isShown && isWide(*this)) // all of its buttons are to be seen
            setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    });
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    addDockWidget(Qt::RightDockWidgetArea, m_inspectorDock);
    addDockWidget(Qt::BottomDockWidgetArea, m_tablesDock);
    splitDockWidget(m_tablesDock, m_chartDock, Qt::Horizontal);
    buildBranches();
    resizeDocks({m_inspectorDock}, {290}, Qt::Horizontal);
    resizeDocks({m_tablesDock, m_chartDock}, {860, 440}, Qt::Horizontal);
    resizeDocks({m_tablesDock}, {230}, Qt::Vertical);
}

void MainWindow::buildMenus()
{
    const auto add = [this](std::function<QString()> title) {
        QMenu* menu = menuBar()->addMenu(QString());
        m_menus.emplace_back(menu, std::move(title));
        return menu;
    };
    const Actions& a = m_actions;
    QMenu* file = add([] { return tr("&File"); });
    file->addAction(a.newCluster);
    file->addSeparator();
    file->addActions({a.openScenario, a.saveScenario});
    file->addSeparator();
    file->addActions({m_pastActions->open, m_pastActions->save, m_pastActions->exporting});
    file->addSeparator();
    file->addActions({a.openLog, a.lookInside});
    file->addSeparator();
    file->addAction(a.quit);
    QMenu* cluster = add([] { return tr("&Cluster"); });
    cluster->setToolTipsVisible(true); // why something cannot be done
    cluster->addActions({a.kill, a.freeze, a.stopBroker, a.powerOff});
    cluster->addSeparator();
    cluster->addActions({a.undo, a.healAll});
    cluster->addSeparator();
    cluster->addActions({a.addBroker, a.newTopic, a.growTopic, a.deleteTopic});
    cluster->addSeparator();
    cluster->addActions({a.elect, a.electUnclean, a.reassign, a.cancelReassign});
    cluster->addSeparator();
    cluster->addActions({a.addProducer, a.addConsumer, a.stopClient, a.crashClient});
    if (m_transport) {
        QMenu* time = add([] { return tr("&Time"); });
        time->addActions({a.play, a.step, a.stepEvent});
        time->addSeparator();
        time->addActions({a.slower, a.faster, a.flatOut});
        m_runDesk->fillMenu(time);
    }
    if (m_timeline) {
        QMenu* past = add([] { return tr("&Recording"); });
        m_pastActions->fillMenu(past);
        past->addSeparator();
        past->addAction(m_asksToSave);
    }
    m_lessonMenu = add([] { return tr("&Lessons"); });
    QMenu* groups = add([] { return tr("&Groups"); });
    groups->addAction(a.rebalances);
    groups->addMenu(m_breaks->menu());
    QMenu* view = add([] { return tr("&View"); });
    view->addActions({a.zoomIn, a.zoomOut, a.fit});
    view->addSeparator();
    view->addActions({m_inspectorDock->toggleViewAction(), m_tablesDock->toggleViewAction(),
                      m_chartDock->toggleViewAction(), m_faultsDock->toggleViewAction(), a.legend});
    if (m_timeline)
        view->addAction(m_timeline->toggleViewAction());
    view->addSeparator();
    view->addActions({a.requests, a.znodes, a.lanes});
    view->addSeparator();
    view->addActions({a.dark, a.projector});
    view->addSeparator();
    view->addActions({a.english, a.chinese});
    for (const QString& code : Language::all().mid(2)) {
        QAction* other =
            view->addAction(Language::nameOf(code), this, [this, code] { setLanguage(code); });
        other->setCheckable(true);
        other->setData(code);
        m_otherLanguages += other;
    }
    QMenu* help = add([] { return tr("&Help"); });
    help->addActions({a.connectHelp, a.copyBootstrap, a.glossary, a.keysHelp});
    help->addSeparator();
    help->addAction(a.about);
    connect(a.keysHelp, &QAction::triggered, this, [this] {
        QList<QMenu*> menus;
        for (const auto& [menu, title] : m_menus)
            menus += menu;
        showKeys(menus, this);
    });
    connect(a.about, &QAction::triggered, this, [this] {
        QMessageBox::about(
            this, tr("About Highwater"),
            tr("<p><b>Highwater</b> runs a real cluster of Kafka-compatible brokers and "
               "draws what happens in it.</p><p>Version %1</p><p>GNU General Public License, "
               "version 3 or later.</p>")
                .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::buildStatus()
{
    m_speed = new QLabel;
    m_health = new QLabel;
    m_zoom = new QLabel;
    m_lamps = new InvariantLamps;
    statusBar()->addPermanentWidget(m_speed);
    statusBar()->addPermanentWidget(m_lamps);
    statusBar()->addPermanentWidget(m_health);
    statusBar()->addPermanentWidget(m_zoom);
    statusBar()->setSizeGripEnabled(false);
}

/// Kafka's, which programs try first.
static const char* const kKafkasPort = ":9092";

void MainWindow::notePorts()
{
    const QString addresses = qs(m_cluster.bootstrap());
    if (m_ports || addresses.isEmpty() || addresses.section(',', 0, 0).endsWith(kKafkasPort))
        return;
    m_ports = new QLabel;
    m_ports->setText(tr("Not on port 9092: clients join at %1").arg(addresses.section(',', 0, 0)));
    statusBar()->insertPermanentWidget(0, m_ports);
}

void MainWindow::buildRequests()
{
    m_requests = new RequestWindow([this](FlightId id) { return m_cluster.decode(id); },
                                   [this](EventId id) { return sentence(id); }, m_settings, this);
    shareKeys(m_requests);
    connect(m_requests, &RequestWindow::pausedChanged, &m_feed,
            [this](bool paused) { m_feed.setFramesKept(!paused); });
    connect(m_requests, &RequestWindow::causePicked, this, &MainWindow::goToEvent);
    connect(m_view, &MapView::flightPicked, m_requests, &RequestWindow::open);
    buildFlights();
    connect(m_actions.requests, &QAction::triggered, m_requests, [this] {
        m_requests->show();
        m_requests->raise();
        m_requests->activateWindow();
    });
}

void MainWindow::goToEvent(EventId id)
{
    if (!m_tables->eventList()->goTo(id))
        return;
    m_tables->setCurrentWidget(m_tables->eventList());
    m_tablesDock->show();
    activateWindow();
}

void MainWindow::fitToScreen()
{
    static constexpr QSize kFrame(16, 48); // what a window manager may put around it
    resize(size().boundedTo(screen()->availableSize() - kFrame));
}

void MainWindow::restore()
{
    setThemeName(themeOf(m_settings.value(QStringLiteral("theme")).toString()));
    const QString language = m_settings.value(QStringLiteral("language")).toString();
    if (language.isEmpty() || !setLanguage(language))
        setLanguage(Language::ofSystem());
    restoreGeometry(m_settings.value(QStringLiteral("geometry")).toByteArray());
    restoreState(m_settings.value(QStringLiteral("docks")).toByteArray());
    if (m_transport) {
        // A state that a window without transport left behind knows neither the bar nor its row.
        if (!toolBarBreak(m_transport))
            insertToolBarBreak(m_transport);
        m_transport->setVisible(true);
        m_transport->setSpeed(m_settings.value(QStringLiteral("speed"), 1.0).toDouble());
        m_transport->setFlatOut(m_settings.value(QStringLiteral("flatOut"), false).toBool());
    }
    m_legend->setFolded(m_settings.value(QStringLiteral("legendFolded"), false).toBool());
    const double zoom = m_settings.value(QStringLiteral("zoom"), 0.0).toDouble(); // 0: fit
    if (zoom > 0)
        m_view->setZoom(zoom);
}

void MainWindow::remember()
{
    m_settings.setValue(QStringLiteral("geometry"), saveGeometry());
    m_settings.setValue(QStringLiteral("docks"), saveState());
    m_settings.setValue(QStringLiteral("legendFolded"), m_legend->folded());
    if (m_transport) {
        m_settings.setValue(QStringLiteral("speed"), m_transport->speed());
        m_settings.setValue(QStringLiteral("flatOut"), m_transport->flatOut());
    }
    m_settings.setValue(QStringLiteral("zoom"), m_view->fitting() ? 0.0 : m_view->zoom());
}

void MainWindow::retranslate()
{
    setWindowTitle(QStringLiteral("Highwater"));
    m_actions.retranslate();
    m_faults->setPossible(m_actions.whyNot().isEmpty(), m_actions.whyNot());
    m_bar->retranslate();
    if (m_transport)
        m_transport->retranslate();
    m_pastActions->retranslate();
    if (m_asksToSave)
        m_asksToSave->setText(tr("Ask to save at the end"));
    if (m_timeline)
        m_timeline->retranslate();
    if (m_runDesk)
        m_runDesk->retranslate();
    if (m_branchDock)
        m_branchDock->setWindowTitle(tr("Branches"));
    if (m_beside)
        m_beside->retranslate();
    for (const auto& [menu, title] : m_menus)
        menu->setTitle(title());
    m_inspectorDock->setWindowTitle(tr("Inspector"));
    m_tablesDock->setWindowTitle(tr("Events and tables"));
    m_chartDock->setWindowTitle(tr("Records per second"));
    m_faultsDock->setWindowTitle(tr("Faults"));
    m_view->setAccessibleName(tr("Map of the cluster"));
    m_scene->retranslate();
    fillLessonMenu();
    if (m_lesson)
        m_lesson->setLanguage(m_language.code());
    if (m_glossaryWindow)
        m_glossaryWindow->setLanguage(m_language.code());
    if (m_lessonDock)
        m_lessonDock->setWindowTitle(tr("Lesson"));
    m_breaks->retranslate();
    inspectNow();
    delete std::exchange(m_ports, nullptr);
    if (m_feed.last().snapshot)
        notePorts();
    if (m_feed.last().snapshot)
        showStatus(m_feed.last());
}

} // namespace hw::ui
