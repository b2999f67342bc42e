#pragma once

#include <QMainWindow>
#include <QSettings>

#include <functional>
#include <memory>

#include "engine/cluster/playback.h"
#include "engine/observe/log_source.h"
#include "ui/feed/commander.h"
#include "ui/feed/feed.h"
#include "ui/lessons/glossary.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/score_book.h"
#include "ui/models/selection.h"
#include "ui/models/time_cursor.h"
#include "ui/rebalances/breaks.h"
#include "ui/shell/actions.h"
#include "ui/shell/cluster_wish.h"
#include "ui/shell/language.h"
#include "ui/theme/theme.h"

class QDockWidget;
class QLabel;
class QMenu;
class QSplitter;

namespace hw::ui {

class BesideView;
class Announcer;
class ClusterDesk;
class ConsumerControls;
class FaultPanel;
class GlossaryWindow;
class InspectorPanel;
class InvariantLamps;
class LessonPanel;
class LaneWindow;
class Legend;
class LogAsker;
class MapScene;
class MapView;
class PastActions;
class PastBanner;
class RateChart;
class RebalanceWindow;
class RequestWindow;
class RunDesk;
class Tables;
class TimelineBar;
class TopBar;
class TransportBar;
class ZnodeWindow;

/// One window on one cluster. It only puts its rooms together, hands frames to them and remembers
/// how they were left; `cluster` and `settings` must outlive it. Lives on the program's main
/// thread; call `prepareApplication` once before.
class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    MainWindow(cluster::Cluster& cluster, QSettings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Not larger than the screen leaves room for, frame and title included.
    void fitToScreen();
    void setThemeName(ThemeName name);
    ThemeName themeName() const { return m_theme.name; }
    /// `en` or `zh_CN`; false if there is no such translation.
    bool setLanguage(const QString& code);
    const QString& language() const { return m_language.code(); }

    /// Where logs on disk are read; without it they cannot be looked into. Outlives the window.
    /// `replicas`: the cluster's own as well, since they lie on a disk.
    void setLogSource(observe::LogSource& source, bool replicas = true);
    /// Opens a window on a log, or on a data directory.
    void openLog(const observe::LogPlace& place);

    /// The cluster listens: says so where its ports are not Kafka's, since guides count on those.
    void notePorts();

    Feed& feed() { return m_feed; }
    /// The next frame shows also what is otherwise looked at less often: inspector and lists.
    void showAllNext();
    Actions& actions() { return m_actions; }
    Selection& selection() { return m_selection; }
    ClusterDesk& desk() { return *m_desk; }
    MapView* map() const { return m_view; }
    Announcer* announcer() const { return m_announcer; }
    MapScene* scene() const { return m_scene; }
    InspectorPanel* inspector() const { return m_inspector; }
    Tables* tables() const { return m_tables; }
    Legend* legend() const { return m_legend; }
    RequestWindow* requests() const { return m_requests; }
    /// Null for a cluster whose time is everybody's.
    TransportBar* transport() const { return m_transport; }
    /// The same.
    RunDesk* runDesk() const { return m_runDesk; }
    /// A second cluster's map; null while there is none.
    BesideView* beside() const { return m_beside; }
    FaultPanel* faults() const { return m_faults; }
    InvariantLamps* lamps() const { return m_lamps; }
    ZnodeWindow* znodes() const { return m_znodes; }
    LaneWindow* lanes() const { return m_lanes; }
    /// Null for a cluster without a past.
    TimelineBar* timeline() const { return m_timeline; }
    PastActions* pastActions() const { return m_pastActions; }
    PastBanner* pastBanner() const { return m_pastBanner; }
    /// Writes what was recorded into a file; says so if it cannot, and returns false.
    bool saveRecording(const QString& path);
    /// Before what was recorded goes with this window: asks whether to save it, if a person did or
    /// noted something in it and did not save it since. False: the window is to stay.
    bool agreesToClose();
    /// Whoever ends the program from outside is not asked.
    void closeUnasked();
    /// The moment that is pointed at in lanes, histories and charts.
    TimeCursor& timeCursor() { return m_cursor; }
    RebalanceWindow* rebalances() const { return m_rebalances; }
    Breaks* breaks() const { return m_breaks; }
    QDockWidget* faultsDock() const { return m_faultsDock; }
    /// The lessons that can be taken; each is one entry of a menu.
    void setLessons(const std::vector<LessonTitle>& lessons);
    /// Shows the panel that tells a lesson; whoever moves the time says how far it is.
    void showLesson(Lesson lesson);
    /// The words of the program: a window of their own, and links in lessons.
    void setGlossary(Glossary glossary);
    /// Opens it, at that term if it is one.
    void showGlossary(const QString& term);
    /// Null before it was opened.
    GlossaryWindow* glossary() const { return m_glossaryWindow; }
    /// Answers to lessons' questions; whoever makes windows keeps it for the next.
    const std::shared_ptr<ScoreBook>& scoreBook() const { return m_scoreBook; }
    void setScoreBook(std::shared_ptr<ScoreBook> book) { m_scoreBook = std::move(book); }
    /// Null before `showLesson`.
    LessonPanel* lessonPanel() const { return m_lesson; }

signals:
    /// Somebody wants another cluster in place of this one: whoever owns both makes it.
    void clusterWanted(const hw::ui::ClusterWish& wish);
    /// What was done so far is to be written to that file, so that it can be played again.
    void scenarioWanted(const QString& file);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    static constexpr QSize kLeastSize{800, 560};
    static constexpr std::int64_t kInspectMs = 100;
    static constexpr std::int64_t kTablesMs = 250;

    void buildMap();
    void buildDocks();
    QDockWidget* makeDock(const char* name, QWidget* content, bool titled);
    void buildMenus();
    void buildStatus();
    void buildRequests();
    void buildTransport();
    void buildBranches();
    void showBeside(bool on);
    void buildFlights();
    void showFlightMenu(const observe::Flight& flight, const QPoint& at);
    void takeRun(const Frame& frame);
    void buildFaults();
    void buildZnodes();
    void fillLessonMenu();
    void takeLesson(const QString& id);
    void connectLesson();
    void askScenarioToOpen();
    void askScenarioFile();
    void buildLanes();
    void buildRebalances();
    void shareKeys(QWidget* window, bool checksLogs = false);
    void buildPast();
    void takePast(const Frame& frame);
    void takeCapabilities();
    void askRecording();
    bool askSaveRecording();
    bool isWorthSaving() const;
    void askExport();
    void meetBreak(const Breaks::Met& met);
    void connectActions();
    void connectSelection();
    void restore();
    void remember();
    void retranslate();
    void take(const Frame& frame);
    void inspectNow();
    void goToEvent(EventId id);
    void pick(const Subject& subject);
    void pickInvariant(int number);
    void showStatus(const Frame& frame);
    void showOutcome(const observe::Command& command, bool ok, const observe::Outcome& outcome);
    void showMenu(const Subject& subject, const QPoint& at);
    void lookInside();
    void askNewCluster();
    void addFaultMenu(QMenu* menu, const Subject& subject);
    void showFaultMenu(EventId fault, const QPoint& at);
    void showFaults(const observe::Snapshot& snapshot);
    NodeId nodeOf(const Subject& subject) const;
    const observe::FaultPart* newestFault() const;
    void undoLast();
    QString sentence(EventId id) const;
    void askLogDirectory();

    cluster::Cluster& m_cluster;
    QSettings& m_settings;
    Theme m_theme;
    Language m_language;
    Feed m_feed;
    Commander m_commander;
    Selection m_selection;
    TimeCursor m_cursor;
    Actions m_actions;
    ClusterDesk* m_desk;
    ConsumerControls* m_controls;
    MapScene* m_scene;
    MapView* m_view;
    Announcer* m_announcer;
    QList<QAction*> m_otherLanguages; ///< dropped in as files; `data` is the code
    Legend* m_legend;
    InspectorPanel* m_inspector;
    Tables* m_tables;
    RateChart* m_chart;
    RequestWindow* m_requests = nullptr;
    TopBar* m_bar;
    TransportBar* m_transport = nullptr;
    TimelineBar* m_timeline = nullptr;
    PastActions* m_pastActions = nullptr;
    PastBanner* m_pastBanner = nullptr;
    QAction* m_asksToSave = nullptr;
    bool m_mayClose = false; ///< somebody agreed, and did nothing since
    /// What a person did and noted, and how much of it was saved.
    std::size_t m_commands = 0, m_commandsSaved = 0;
    std::vector<cluster::Note> m_notesSaved;
    EventId m_wantedEvent = kNoEvent; ///< to be selected when its moment is shown
    RunDesk* m_runDesk = nullptr;
    BesideView* m_beside = nullptr;
    QDockWidget* m_branchDock = nullptr;
    QSplitter* m_maps = nullptr;
    double m_zoomAlone = 0; ///< of the map before another stood beside it; 0: it fitted
    FaultPanel* m_faults = nullptr;
    ZnodeWindow* m_znodes = nullptr;
    LaneWindow* m_lanes = nullptr;
    Breaks* m_breaks = nullptr;
    RebalanceWindow* m_rebalances = nullptr;
    QDockWidget* m_faultsDock = nullptr;
    LessonPanel* m_lesson = nullptr;
    QDockWidget* m_lessonDock = nullptr;
    QMenu* m_lessonMenu = nullptr;
    std::vector<LessonTitle> m_lessonTitles;
    Glossary m_glossary;
    GlossaryWindow* m_glossaryWindow = nullptr;
    std::shared_ptr<ScoreBook> m_scoreBook = std::make_shared<ScoreBook>();
    LogAsker* m_logs = nullptr;
    QDockWidget* m_inspectorDock = nullptr;
    QDockWidget* m_tablesDock = nullptr;
    QDockWidget* m_chartDock = nullptr;
    std::vector<std::pair<QMenu*, std::function<QString()>>> m_menus;
    QLabel* m_health = nullptr;
    InvariantLamps* m_lamps = nullptr;
    QLabel* m_speed = nullptr;
    QLabel* m_ports = nullptr; ///< null: they are Kafka's, or nobody can join
    QLabel* m_zoom = nullptr;
    std::int64_t m_inspectedMs = -kInspectMs;
    std::int64_t m_tablesMs = -kTablesMs;
};

} // namespace hw::ui
