#include "ui/shell/run_desk.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QStatusBar>
#include <QToolButton>

#include "ui/models/lookup.h"
#include "ui/models/words.h"
#include "ui/shell/branch_panel.h"
#include "ui/shell/until_dialog.h"

namespace hw::ui {

using cluster::RunChange;
namespace fact = observe::fact;

static constexpr std::int64_t kTreeMs = 500; ///< how often the branches' ends are told anew

RunDesk::RunDesk(cluster::Cluster& cluster, Feed& feed, Selection& selection, QSettings& settings,
                 Sentence sentence, QMainWindow* window)
    : QObject(window)
    , m_cluster(cluster)
    , m_feed(feed)
    , m_selection(selection)
    , m_settings(settings)
    , m_sentence(std::move(sentence))
    , m_window(window)
    , m_actions(window, cluster.runControl() != nullptr)
{
    m_goals = m_cluster.timeControl()->state().goals;
    buildTravel();
    if (m_cluster.runControl())
        buildPanel();
    connectActions();
    m_actions.slow->setChecked(m_settings.value(QStringLiteral("slowAtFaults"), false).toBool());
    slowDown();
}

void RunDesk::buildTravel()
{
    m_travel = new QWidget;
    m_travelText = new QLabel;
    m_travelBar = new QProgressBar;
    m_travelBar->setRange(0, 100);
    m_travelBar->setMaximumWidth(160);
    m_cancel = new QToolButton;
    auto* row = new QHBoxLayout(m_travel);
    row->setContentsMargins(6, 0, 6, 0);
    for (QWidget* part : {static_cast<QWidget*>(m_travelText), static_cast<QWidget*>(m_travelBar),
                          static_cast<QWidget*>(m_cancel)})
        row->addWidget(part);
    m_window->statusBar()->addWidget(m_travel);
    m_travel->hide();
    connect(m_cancel, &QToolButton::clicked, this, &RunDesk::stopHere);
    m_stop = new QShortcut(Qt::Key_Escape, m_window);
    m_stop->setEnabled(false);
    connect(m_stop, &QShortcut::activated, this, &RunDesk::stopHere);
}

void RunDesk::stopHere()
{
    if (auto* run = m_cluster.runControl())
        run->cancel();
    m_cluster.timeControl()->pause();
}

void RunDesk::buildPanel()
{
    m_panel = new BranchPanel;
    cluster::RunControl& run = *m_cluster.runControl();
    connect(m_panel, &BranchPanel::switchWanted, this, [&run](int id) { run.switchTo(id); });
    connect(m_panel, &BranchPanel::removeWanted, this, [&run](int id) { run.remove(id); });
    connect(m_panel, &BranchPanel::renameWanted, this, [&run](int id, const QString& name) {
        run.rename(id, name.toStdString().substr(0, cluster::RunControl::kNameLimit));
    });
    connect(m_panel, &BranchPanel::besideWanted, this, [this, &run](int id) {
        run.showBeside(id);
        emit besideWanted(true);
    });
}

void RunDesk::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) {
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    for (std::size_t n = 0; n < RunActions::kNexts; ++n)
        on(m_actions.next[n], [this, n] { goNext(static_cast<RunActions::Next>(n)); });
    on(m_actions.until, [this] { askUntil(); });
    connect(m_actions.slow, &QAction::toggled, this, [this] { slowDown(); });
    if (m_cluster.runControl())
        connectBack();
    else
        m_actions.until->setVisible(false);
}

void RunDesk::connectBack()
{
    const auto on = [this](QAction* action, auto&& what) {
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    cluster::RunControl& run = *m_cluster.runControl();
    using Back = cluster::RunControl::Back;
    const auto stepBack = [this, &run](Back to) {
        if (!run.stepBack(to))
            tell(tr("Nothing is known before this moment."));
    };
    on(m_actions.back, [stepBack] { stepBack(Back::Anything); });
    on(m_actions.backEvent, [stepBack] { stepBack(Back::Event); });
    on(m_actions.backSecond, [this] { back(1s); });
    on(m_actions.backTen, [this] { back(10s); });
    on(m_actions.toEnd, [&run] { run.goTo(run.state().knownTo); });
    on(m_actions.branch, [this, &run] {
        if (!run.fork())
            return tell(tr("There are %1 branches, the most there can be: remove one.")
                            .arg(cluster::RunControl::kBranchLimit));
        tell(tr("From here on the run continues differently; the other future is kept."));
        m_actions.branches->setChecked(true);
    });
    on(m_actions.endBeside, [this, &run] {
        run.endBeside();
        emit besideWanted(false);
    });
    on(m_actions.aboutRun, [this] { showAbout(); });
}

void RunDesk::fillMenu(QMenu* time)
{
    const RunActions& a = m_actions;
    time->addSeparator();
    time->addActions({a.back, a.backEvent, a.backSecond, a.backTen, a.toEnd});
    time->addSeparator();
    m_nextMenu = time->addMenu(QString());
    for (QAction* next : a.next)
        m_nextMenu->addAction(next);
    time->addActions({a.until, a.slow});
    if (!m_cluster.runControl())
        return;
    time->addSeparator();
    time->addActions({a.branch, a.branches});
    m_compareMenu = time->addMenu(QString());
    for (const RunChange change :
         {RunChange::AcksOne, RunChange::AcksAll, RunChange::AcksNone, RunChange::Cooperative,
          RunChange::Eager, RunChange::MinIsrOne, RunChange::MinIsrTwo}) {
        m_changes.emplace_back(change, m_compareMenu->addAction(QString()));
        connect(m_changes.back().second, &QAction::triggered, this,
                [this, change] { compare(change); });
    }
    time->addActions({a.endBeside, a.aboutRun});
}

void RunDesk::back(Duration by)
{
    const Instant now = m_cluster.timeControl()->state().now;
    m_cluster.runControl()->goTo(now - std::min(by, now.sinceStart()));
}

bool RunDesk::isUpheaval(const observe::Event& event)
{
    if (const auto* elected = std::get_if<fact::LeaderElected>(&event.fact))
        return elected->kind != fact::ElectionKind::NewPartition;
    if (const auto* group = std::get_if<fact::GroupStateChanged>(&event.fact))
        return group->to == fact::GroupState::PreparingRebalance;
    if (const auto* controller = std::get_if<fact::ControllerElected>(&event.fact))
        return controller->epoch > ControllerEpoch(1);
    using std::holds_alternative;
    return holds_alternative<fact::BrokerKilled>(event.fact) ||
           holds_alternative<fact::BrokerStopped>(event.fact) ||
           holds_alternative<fact::BrokerFrozen>(event.fact) ||
           holds_alternative<fact::BrokerFailed>(event.fact) ||
           holds_alternative<fact::PartitionOffline>(event.fact) ||
           holds_alternative<fact::FaultStarted>(event.fact) ||
           holds_alternative<fact::IsrShrunk>(event.fact) ||
           holds_alternative<fact::MemberLeft>(event.fact);
}

static cluster::TimeControl::StopTest testOf(RunActions::Next what)
{
    using observe::Event;
    using std::holds_alternative;
    switch (what) {
    case RunActions::JoinGroup:
        return [](const Event& event) { return holds_alternative<fact::MemberJoined>(event.fact); };
    case RunActions::Election:
        return
            [](const Event& event) { return holds_alternative<fact::LeaderElected>(event.fact); };
    case RunActions::IsrChange:
        return [](const Event& event) {
            return holds_alternative<fact::IsrShrunk>(event.fact) ||
                   holds_alternative<fact::IsrExpanded>(event.fact) ||
                   holds_alternative<fact::IsrReduced>(event.fact);
        };
    case RunActions::ControllerChange:
        return [](const Event& event) {
            return holds_alternative<fact::ControllerElected>(event.fact) ||
                   holds_alternative<fact::ControllerResigned>(event.fact);
        };
    case RunActions::RebalanceEnd:
        return [](const Event& event) {
            const auto* group = std::get_if<fact::GroupStateChanged>(&event.fact);
            return group && group->to == fact::GroupState::Stable;
        };
    case RunActions::HighWatermark:
    case RunActions::kNexts:
        break;
    }
    return {};
}

/// Of the selected partition, else of any, as its leader has it.
std::function<bool()> RunDesk::highWatermarkMoved() const
{
    const auto marks = [this] {
        std::vector<std::int64_t> all;
        const auto snapshot = m_cluster.snapshot();
        const auto gauges = m_cluster.gauges();
        const Subject& chosen = m_selection.current();
        const bool one = chosen.kind == Subject::Kind::Partition;
        for (const auto& topic : snapshot->topics)
            for (const auto& partition : topic->partitions)
                if (one ? partition->id == chosen.partition : !topic->internal)
                    all.push_back(endOf(*partition, *gauges));
        return all;
    };
    return [marks, before = marks()] { return marks() != before; };
}

void RunDesk::goNext(RunActions::Next what)
{
    cluster::TimeControl::Goal goal;
    goal.event = testOf(what);
    if (what == RunActions::HighWatermark)
        goal.holds = highWatermarkMoved();
    goal.within = kSearchFor;
    m_wanted = m_actions.next[what]->text();
    m_cluster.timeControl()->runUntil(std::move(goal), true);
}

void RunDesk::askUntil()
{
    if (m_dialog)
        m_dialog->close();
    auto* dialog = new UntilDialog(m_feed, *m_cluster.runControl(), m_settings, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_dialog = dialog;
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        m_wanted = dialog->asked();
        m_cluster.timeControl()->runUntil(dialog->goal(), false);
    });
    dialog->open();
}

UntilDialog* RunDesk::untilDialog() const { return qobject_cast<UntilDialog*>(m_dialog); }

void RunDesk::slowDown()
{
    const bool on = m_actions.slow->isChecked();
    m_settings.setValue(QStringLiteral("slowAtFaults"), on);
    m_cluster.timeControl()->slowOn(on ? cluster::TimeControl::StopTest(isUpheaval)
                                       : cluster::TimeControl::StopTest(),
                                    kSlowSpeed, kSlowFor);
}

void RunDesk::compare(RunChange change)
{
    m_cluster.runControl()->showBeside(change);
    emit besideWanted(true);
}

void RunDesk::showAbout()
{
    if (m_dialog)
        m_dialog->close();
    const auto time = m_cluster.timeControl()->state();
    const QString print =
        QStringLiteral("%1").arg(m_cluster.runControl()->state().fingerprint, 16, 16, QChar('0'));
    auto* box = new QMessageBox(QMessageBox::Information, tr("About this run"), QString(),
                                QMessageBox::Close, m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    box->setText(tr("<p>Seed %1, %2 s on the cluster's clock.</p><p>Fingerprint of all events so "
                    "far:<br><code>%3</code></p>")
                     .arg(time.seed)
                     .arg(std::chrono::duration<double>(time.now.sinceStart()).count(), 0, 'f', 6)
                     .arg(print));
    box->setInformativeText(tr("The same seed and the same commands give the same fingerprint at "
                               "the same moment, on any machine, with a window and without."));
    auto* copy = box->addButton(tr("Copy"), QMessageBox::ActionRole);
    copy->disconnect();
    connect(copy, &QPushButton::clicked, box,
            [print] { QGuiApplication::clipboard()->setText(print); });
    m_dialog = box;
    box->open();
}

void RunDesk::tell(const QString& text) { m_window->statusBar()->showMessage(text, kTellMs); }

void RunDesk::tellGoal(const cluster::TimeState& time)
{
    if (time.goals == m_goals)
        return;
    m_goals = time.goals;
    if (!time.goalMet)
        return tell(tr("Not met in %1: %2").arg(Words::seconds(toMs(kSearchFor)), m_wanted));
    const QString event = time.lastStep && time.lastStep->last > time.lastStep->after
                              ? m_sentence(time.lastStep->last)
                              : QString();
    tell(event.isEmpty() ? tr("Stopped: %1").arg(m_wanted)
                         : tr("Stopped: %1 (%2)").arg(m_wanted, event));
}

void RunDesk::deliver(const observe::Flight& flight)
{
    cluster::TimeControl::Goal goal;
    const Instant now = m_cluster.timeControl()->state().now;
    goal.at = std::max(now, flight.sentAt + kArrival);
    m_wanted = tr("the message has arrived");
    m_cluster.timeControl()->runUntil(std::move(goal), true);
}

void RunDesk::hold(const observe::Flight& flight)
{
    m_onceThere = [this, flight] {
        m_cluster.submit(
            observe::command::HoldMessage{flight.from, flight.to, flight.api, flight.response});
        cluster::TimeControl::Goal goal;
        goal.event = [](const observe::Event& event) {
            return std::holds_alternative<fact::MessageHeld>(event.fact);
        };
        goal.within = kSearchFor;
        m_wanted = tr("the message is held; its menu lets it go");
        m_cluster.timeControl()->runUntil(std::move(goal), true);
    };
    m_cluster.runControl()->goTo(flight.sentAt - std::min(Duration(1), flight.sentAt.sinceStart()));
}

/// A short way shows nothing: the picture changes, that is all.
void RunDesk::showWay(const Frame& frame)
{
    const bool isOnTheWay = showTravel(frame) || showSearch(frame);
    m_stop->setEnabled(isOnTheWay);
    if (!isOnTheWay) {
        m_travelSince.reset();
        m_travel->hide();
        return;
    }
    if (!m_travelSince)
        m_travelSince = frame.nowMs;
    m_travel->setVisible(frame.nowMs - *m_travelSince >= kQuietMs);
}

bool RunDesk::showTravel(const Frame&)
{
    cluster::RunControl* run = m_cluster.runControl();
    if (!run)
        return false;
    const cluster::RunState state = run->state();
    m_actions.toEnd->setEnabled(state.inPast);
    m_actions.endBeside->setEnabled(run->beside() != nullptr);
    if (!state.travelled)
        return false;
    m_travelBar->setValue(static_cast<int>(*state.travelled * 100));
    m_travelText->setText(
        tr("Runs again, up to %1").arg(Words::seconds(toMs(state.goal.sinceStart()))));
    return true;
}

/// What is waited for, how much of the cluster's time went by, and after how much it gives up.
bool RunDesk::showSearch(const Frame& frame)
{
    using Mode = cluster::TimeState::Mode;
    if (!frame.time || frame.time->mode != Mode::Stepping) {
        m_searchesNext = false;
        if (frame.time)
            m_searchFrom = frame.time->now;
        return false;
    }
    m_searchesNext = m_searchesNext || frame.time->hasGoal;
    const Duration most = m_searchesNext ? kSearchFor : cluster::TimeControl::kStepSpan;
    const Duration gone = frame.time->now - m_searchFrom;
    m_travelBar->setValue(static_cast<int>(100 * gone.count() / most.count()));
    m_travelText->setText(tr("Looks for: %1 · %2 of at most %3 gone by")
                              .arg(m_searchesNext ? m_wanted : tr("the next event"),
                                   Words::seconds(toMs(gone)), Words::seconds(toMs(most))));
    return true;
}

QString RunDesk::wayText() const { return m_travelText->text(); }

void RunDesk::take(const Frame& frame)
{
    if (frame.time)
        tellGoal(*frame.time);
    showWay(frame);
    cluster::RunControl* run = m_cluster.runControl();
    if (!run)
        return;
    if (frame.anew) {
        m_window->statusBar()->clearMessage();
        if (const auto todo = std::exchange(m_onceThere, {}))
            todo();
    } else if (m_onceThere && !run->state().travelled) {
        m_onceThere = {}; // the way was given up
    }
    const std::uint64_t tree = run->state().tree;
    if (tree == m_tree && (!m_panel->isVisible() || frame.nowMs - m_treeMs < kTreeMs))
        return;
    if (tree != m_tree || frame.time->mode != cluster::TimeState::Mode::Paused)
        m_panel->show(run->branches(), NodeNames(*frame.snapshot));
    m_tree = tree;
    m_treeMs = frame.nowMs;
}

void RunDesk::retranslate()
{
    m_actions.retranslate();
    m_cancel->setText(tr("Stop here"));
    m_cancel->setToolTip(tr("Gives up, and stays at this moment (Esc)"));
    if (m_nextMenu)
        m_nextMenu->setTitle(tr("To the next…"));
    if (!m_compareMenu)
        return;
    m_panel->retranslate();
    m_compareMenu->setTitle(tr("Compare with…"));
    for (const auto& [change, action] : m_changes) {
        switch (change) {
        case RunChange::AcksOne:
            action->setText(tr("the same run with acks=1"));
            break;
        case RunChange::AcksAll:
            action->setText(tr("the same run with acks=all"));
            break;
        case RunChange::AcksNone:
            action->setText(tr("the same run with acks=0"));
            break;
        case RunChange::Eager:
            action->setText(tr("the same run with eager rebalances (range)"));
            break;
        case RunChange::Cooperative:
            action->setText(tr("the same run with cooperative rebalances"));
            break;
        case RunChange::MinIsrOne:
            action->setText(tr("the same run with min.insync.replicas=1"));
            break;
        case RunChange::MinIsrTwo:
            action->setText(tr("the same run with min.insync.replicas=2"));
            break;
        }
    }
}

} // namespace hw::ui
