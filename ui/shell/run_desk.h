#pragma once

#include <QObject>
#include <QPointer>
#include <QSettings>

#include <functional>
#include <optional>

#include "engine/cluster/cluster.h"
#include "engine/cluster/run_control.h"
#include "ui/feed/feed.h"
#include "ui/models/selection.h"
#include "ui/shell/run_actions.h"

class QLabel;
class QMainWindow;
class QMenu;
class QProgressBar;
class QShortcut;
class QToolButton;
class QWidget;

namespace hw::ui {

class BranchPanel;
class UntilDialog;

/// What a person does with the run of a simulated cluster: goes back, on to something, elsewhere;
/// shows how far the way there is. Asks `TimeControl` and `RunControl` and decides nothing itself.
class RunDesk : public QObject
{
    Q_OBJECT
public:
    /// What an event says, in the person's language.
    using Sentence = std::function<QString(EventId)>;

    /// All outlive it; the cluster has a time control.
    RunDesk(cluster::Cluster& cluster, Feed& feed, Selection& selection, QSettings& settings,
            Sentence sentence, QMainWindow* window);

    RunActions& actions() { return m_actions; }
    void fillMenu(QMenu* time);
    BranchPanel* panel() const { return m_panel; }
    QToolButton* cancelButton() const { return m_cancel; }
    QString wayText() const;
    QWidget* travelBar() const { return m_travel; }
    UntilDialog* untilDialog() const;
    void take(const Frame& frame);
    void retranslate();

    /// Runs on until that message has come to where it goes.
    void deliver(const observe::Flight& flight);
    /// Goes back to before it was sent and holds it: what is not behind it on its connection comes
    /// first. Another future of the run.
    void hold(const observe::Flight& flight);

    /// What makes time slow down by itself.
    static bool isUpheaval(const observe::Event& event);

signals:
    /// Somebody wants a second cluster beside this one, or no longer.
    void besideWanted(bool on);

private:
    static constexpr double kSlowSpeed = 0.05;
    static constexpr Duration kSlowFor = 2s;                         ///< of the person's time
    static constexpr Duration kSearchFor = std::chrono::minutes(10); ///< of the cluster's
    static constexpr std::int64_t kQuietMs = 250; ///< so long a way shows nothing of itself
    static constexpr Duration kArrival = 1ms; ///< longer than any message needs that nothing holds
    static constexpr int kTellMs = 15'000;

    void buildTravel();
    void stopHere();
    void buildPanel();
    void connectActions();
    void connectBack();
    void back(Duration by);
    void goNext(RunActions::Next what);
    std::function<bool()> highWatermarkMoved() const;
    void askUntil();
    void slowDown();
    void compare(cluster::RunChange change);
    void showAbout();
    void showWay(const Frame& frame);
    bool showTravel(const Frame& frame);
    bool showSearch(const Frame& frame);
    void tellGoal(const cluster::TimeState& time);
    void tell(const QString& text);

    cluster::Cluster& m_cluster;
    Feed& m_feed;
    Selection& m_selection;
    QSettings& m_settings;
    Sentence m_sentence;
    QMainWindow* m_window;
    RunActions m_actions;
    QMenu* m_nextMenu = nullptr;
    QMenu* m_compareMenu = nullptr;
    std::vector<std::pair<cluster::RunChange, QAction*>> m_changes;
    BranchPanel* m_panel = nullptr;
    QWidget* m_travel = nullptr;
    QLabel* m_travelText = nullptr;
    QProgressBar* m_travelBar = nullptr;
    QToolButton* m_cancel = nullptr;
    QPointer<QWidget> m_dialog;
    QString m_wanted;                  ///< what the present goal is
    std::function<void()> m_onceThere; ///< what is done at the moment one goes to
    std::uint64_t m_goals = 0;
    std::uint64_t m_tree = 0;
    std::int64_t m_treeMs = 0;
    std::optional<std::int64_t> m_travelSince; ///< or a search
    Instant m_searchFrom;                      ///< where time stood last
    bool m_searchesNext = false;               ///< for what `m_wanted` is, not for any event
    QShortcut* m_stop = nullptr;               ///< heard only while there is something to stop
};

} // namespace hw::ui
