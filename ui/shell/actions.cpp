#include "ui/shell/actions.h"

#include <QWidget>

#include <algorithm>

#include "ui/models/lookup.h"
#include "ui/models/words.h"

namespace hw::ui {

using observe::BrokerState;

static QAction* make(QWidget* window, const QList<QKeySequence>& keys, bool checkable = false)
{
    auto* action = new QAction(window);
    action->setShortcuts(keys);
    action->setCheckable(checkable);
    window->addAction(action);
    return action;
}

Actions::Actions(QWidget* window)
    : QObject(window)
    , kill(make(window, {Qt::Key_K}))
    , freeze(make(window, {Qt::Key_F}))
    , powerOff(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_K)}))
    , stopBroker(make(window, {}))
    , undo(make(window, {QKeySequence(QKeySequence::Undo)}))
    , healAll(make(window, {Qt::Key_H}))
    , elect(make(window, {Qt::Key_E}))
    , electUnclean(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_E)}))
    , reassign(make(window, {Qt::Key_R}))
    , cancelReassign(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_R)}))
    , addBroker(make(window, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)}))
    , lookInside(make(window, {Qt::Key_I}))
    , openLog(make(window, {QKeySequence(QKeySequence::Open)}))
    , newCluster(make(window, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)}))
    , openScenario(make(window, {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O)}))
    , saveScenario(make(window, {}))
    , play(make(window, {Qt::Key_P}))
    , step(make(window, {Qt::Key_Period}))
    , stepEvent(make(window, {Qt::Key_Greater}))
    , slower(make(window, {Qt::Key_BracketLeft}))
    , faster(make(window, {Qt::Key_BracketRight}))
    , flatOut(make(window, {Qt::Key_Backslash}, true))
    , newTopic(make(window, {QKeySequence(Qt::CTRL | Qt::Key_T)}))
    , growTopic(make(window, {}))
    , deleteTopic(make(window, {}))
    , addProducer(make(window, {QKeySequence(Qt::CTRL | Qt::Key_P)}))
    , addConsumer(make(window, {QKeySequence(Qt::CTRL | Qt::Key_G)}))
    , stopClient(make(window, {Qt::Key_Delete}))
    , crashClient(make(window, {QKeySequence(Qt::SHIFT | Qt::Key_Delete)}))
    , zoomIn(make(window, {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Plus),
                           QKeySequence(Qt::CTRL | Qt::Key_Equal)}))
    , zoomOut(make(window, {QKeySequence(Qt::Key_Minus), QKeySequence(Qt::CTRL | Qt::Key_Minus)}))
    , fit(make(window, {QKeySequence(Qt::Key_0), QKeySequence(Qt::CTRL | Qt::Key_0)}))
    , legend(make(window, {Qt::Key_L}, true))
    , requests(make(window, {QKeySequence(Qt::CTRL | Qt::Key_R)}))
    , znodes(make(window, {QKeySequence(Qt::CTRL | Qt::Key_K)}))
    , lanes(make(window, {QKeySequence(Qt::CTRL | Qt::Key_L)}))
    , rebalances(make(window, {Qt::Key_G}))
    , dark(make(window, {QKeySequence(Qt::CTRL | Qt::Key_D)}, true))
    , projector(make(window, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D)}, true))
    , english(make(window, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)}, true))
    , chinese(make(window, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)}, true))
    , copyBootstrap(make(window, {QKeySequence(Qt::CTRL | Qt::Key_B)}))
    , connectHelp(make(window, {QKeySequence(Qt::Key_F1)}))
    , glossary(make(window, {QKeySequence(Qt::Key_F2)}))
    , keysHelp(make(window, {QKeySequence(Qt::Key_Question)}))
    , about(make(window, {}))
    , quit(make(window, {QKeySequence(Qt::CTRL | Qt::Key_Q)}))
    , m_icons{{kill, Glyph::Power},         {freeze, Glyph::Snowflake}, {newTopic, Glyph::Plus},
              {addProducer, Glyph::Plus},   {addConsumer, Glyph::Plus}, {addBroker, Glyph::Plus},
              {copyBootstrap, Glyph::Copy}, {connectHelp, Glyph::Plug}, {fit, Glyph::Fit},
              {healAll, Glyph::Heal}}
{
    setTexts();
}

void Actions::setTheme(const Theme& theme)
{
    m_theme = theme;
    setIcons();
}

void Actions::setIcons()
{
    const Theme& theme = m_theme;
    m_iconRestarts = restarts();
    for (const auto& [action, glyph] : m_icons) {
        const QColor ink = action == kill      ? (restarts() ? theme.colors.good : theme.colors.bad)
                           : action == freeze  ? theme.colors.frozen
                           : action == healAll ? theme.colors.good
                                               : theme.colors.textSoft;
        action->setIcon(makeIcon(glyph, ink, theme.colors.border));
    }
    dark->setIcon(makeIcon(theme.name == ThemeName::Dark ? Glyph::Sun : Glyph::Moon,
                           theme.colors.textSoft, theme.colors.border));
    const QSignalBlocker quiet(dark);
    dark->setChecked(theme.name == ThemeName::Dark);
    const QSignalBlocker quietToo(projector);
    projector->setChecked(theme.name == ThemeName::Projector);
}

void Actions::setCapabilities(const cluster::Capabilities& can)
{
    m_can = can;
    m_could.faults |= can.faults;
    m_could.topics |= can.topics;
    m_could.workloads |= can.workloads;
    m_could.powerLoss |= can.powerLoss;
    m_could.cutLinks |= can.cutLinks;
    m_could.timeControl |= can.timeControl;
    m_could.outsideClients |= can.outsideClients;
    newTopic->setEnabled(can.topics);
    addProducer->setEnabled(can.workloads);
    addConsumer->setEnabled(can.workloads);
    powerOff->setVisible(m_could.powerLoss);
    healAll->setVisible(m_could.cutLinks);
    undo->setVisible(m_could.faults || m_could.cutLinks);
    copyBootstrap->setEnabled(m_could.outsideClients); // also while the past is shown
    connectHelp->setEnabled(m_could.outsideClients);
    for (QAction* action : {play, step, stepEvent, slower, faster, flatOut}) {
        action->setEnabled(can.timeControl);
        action->setVisible(m_could.timeControl);
    }
    setFaults(m_faultCount, m_newestFault, m_stopped);
}

QString Actions::whyNot() const
{
    const bool could = m_could.faults || m_could.topics || m_could.workloads;
    const bool can = m_can.faults || m_can.topics || m_can.workloads;
    if (can)
        return {};
    return could ? tr("The past cannot be changed: go back to the present first (End).")
                 : tr("A recording cannot be changed: it has no cluster that could do this.");
}

/// What it does; or why it cannot be done here.
void Actions::setTip(QAction* action, const QString& tip)
{
    const QString why = whyNot();
    action->setToolTip(why.isEmpty() ? tip : why);
}

std::optional<BrokerId> Actions::broker() const
{
    if (!m_brokerKnown)
        return std::nullopt;
    return BrokerId{m_chosen.node.number};
}

bool Actions::restarts() const { return m_brokerKnown && m_brokerState == BrokerState::Down; }

static constexpr int kWidest = 8; ///< as a number: one digit, as all brokers have

QStringList Actions::killWords() const
{
    return {tr("Kill"), tr("Kill %1").arg(kWidest), tr("Restart %1").arg(kWidest)};
}

QStringList Actions::freezeWords() const
{
    return {tr("Freeze"), tr("Freeze %1").arg(kWidest), tr("Thaw %1").arg(kWidest)};
}

std::optional<TopicPartition> Actions::partition() const
{
    if (m_chosen.kind != Subject::Kind::Partition)
        return std::nullopt;
    return m_chosen.partition;
}

std::optional<std::string> Actions::topic() const
{
    if (m_chosen.kind == Subject::Kind::Topic)
        return m_chosen.name;
    if (m_chosen.kind == Subject::Kind::Partition)
        return m_chosen.partition.topic;
    return std::nullopt;
}

std::optional<std::string> Actions::group() const
{
    if (m_chosen.kind == Subject::Kind::Group || m_chosen.kind == Subject::Kind::Member)
        return m_chosen.name;
    return std::nullopt;
}

void Actions::update(const Subject& chosen, const observe::Snapshot& snapshot)
{
    m_chosen = chosen;
    const observe::BrokerPart* part = nullptr;
    if (chosen.node.kind == NodeId::Kind::Broker)
        part = findBroker(snapshot, BrokerId{chosen.node.number});
    m_brokerKnown = part != nullptr;
    m_brokerState = part ? part->state : BrokerState::Running;
    m_client.reset();
    m_clientName.clear();
    if (const auto* producer = findProducer(snapshot, chosen.node)) {
        m_client = producer->client;
        m_clientName = qs(producer->name);
    }
    if (chosen.kind == Subject::Kind::Member) {
        const auto* group = findGroup(snapshot, chosen.name);
        const auto* member = group ? findMember(*group, chosen.member) : nullptr;
        if (member && member->client.kind == NodeId::Kind::Client) {
            m_client = member->client;
            m_clientName = qs(member->name);
        }
    }
    const auto named = topic();
    const auto* topicPart = named ? findTopic(snapshot, *named) : nullptr;
    m_topicOurs = topicPart && !topicPart->internal;
    const auto* partitionPart = partition() ? findPartition(snapshot, *partition()) : nullptr;
    m_partitionKnown = partitionPart != nullptr;
    m_leaderless = partitionPart && partitionPart->leader == kNoBroker;
    m_moving = partitionPart && isMoving(*partitionPart);
    m_brokers = snapshot.brokers.size();
    if (m_iconRestarts != restarts())
        setIcons();
    setTexts();
}

static void setText(QAction* action, const QString& text)
{
    if (action->text() != text)
        action->setText(text);
}

void Actions::retranslate() { setTexts(); }

void Actions::setFaults(int count, const QString& newest, Stopped stopped)
{
    m_faultCount = count;
    m_stopped = stopped;
    m_newestFault = newest;
    undo->setEnabled(count > 0 && (m_can.faults || m_can.cutLinks));
    healAll->setEnabled((count > 0 || stopped == Stopped::Failed) && m_can.cutLinks);
    setTexts();
}

void Actions::setLogsReadable(bool replicas)
{
    m_logsReadable = true;
    m_replicasReadable = replicas;
    setTexts();
}

void Actions::setClusterTexts()
{
    setText(undo, m_newestFault.isEmpty() ? tr("Undo") : tr("Undo: %1").arg(m_newestFault));
    setTip(undo, tr("Ends what went wrong last: a fault is healed, a dead node started (%1)")
                     .arg(undo->shortcut().toString(QKeySequence::NativeText)));
    setText(healAll, tr("Heal all"));
    setTip(healAll, m_faultCount > 0 ? tr("Ends all %n fault(s) that act now, and starts every "
                                          "node that is down (H)",
                                          nullptr, m_faultCount)
                    : m_stopped == Stopped::Failed
                        ? tr("Starts every node that is down, and thaws those that are frozen (H)")
                    : m_stopped == Stopped::Orderly
                        ? tr("What was shut down in an orderly way is not healed: start it by its "
                             "own menu.")
                        : tr("Nothing is wrong now."));
    setText(newCluster, tr("New cluster…"));
    newCluster->setToolTip(tr("Another cluster in place of this one: live or simulated, how many "
                              "brokers (Ctrl+Shift+N)"));
    setText(step, tr("Step"));
    step->setToolTip(tr("Runs on to the next message or event (.)"));
    setText(stepEvent, tr("Next event"));
    stepEvent->setToolTip(tr("Runs on to the next event (>)"));
    setText(slower, tr("Slower"));
    setText(faster, tr("Faster"));
    setText(flatOut, tr("As fast as possible"));
    flatOut->setToolTip(tr("As fast as this machine can (\\)"));
}

void Actions::setPartitionTexts()
{
    const bool any = partition().has_value();
    const QString name = any ? qs(partition()->text()) : QString();
    setText(elect, any ? tr("Elect the preferred leader of %1").arg(name)
                       : tr("Elect the preferred leader"));
    elect->setEnabled(m_can.topics && any);
    setText(electUnclean, any ? tr("Elect any living replica of %1 (unclean)…").arg(name)
                              : tr("Elect any living replica (unclean)…"));
    electUnclean->setEnabled(m_can.topics && m_leaderless);
    setTip(electUnclean,
           m_leaderless ? electUnclean->text() : tr("Only for a partition that has no leader."));
    setText(reassign, any ? tr("Move %1 to other brokers…").arg(name)
                          : tr("Move a partition to other brokers…"));
    reassign->setEnabled(m_can.topics && m_partitionKnown);
    setText(cancelReassign,
            any ? tr("Cancel the move of %1").arg(name) : tr("Cancel the move of a partition"));
    cancelReassign->setEnabled(m_can.topics && m_moving);
    setText(lookInside,
            any ? tr("Look inside the log of %1…").arg(name) : tr("Look inside the log…"));
    lookInside->setEnabled(m_replicasReadable && any);
    setText(addBroker, tr("Add a broker"));
    const bool room = m_brokers < static_cast<std::size_t>(std::max(0, m_can.maxBrokers));
    addBroker->setEnabled(m_can.topics && room);
    setTip(addBroker,
           room ? tr("A new broker joins the running cluster; partitions come to it only when they "
                     "are moved (Ctrl+Shift+B)")
                : tr("There are %1 brokers, the most there can be.").arg(m_brokers));
}

void Actions::setTexts()
{
    setClusterTexts();
    const bool down = m_brokerState == BrokerState::Down;
    const bool frozen = m_brokerState == BrokerState::Frozen;
    const bool running = m_brokerState == BrokerState::Running;
    const int id = m_chosen.node.number;
    setText(kill, !m_brokerKnown ? tr("Kill broker")
                  : down         ? tr("Restart broker %1").arg(id)
                                 : tr("Kill broker %1").arg(id));
    setText(freeze, !m_brokerKnown ? tr("Freeze broker")
                    : frozen       ? tr("Thaw broker %1").arg(id)
                                   : tr("Freeze broker %1").arg(id));
    kill->setIconText(!m_brokerKnown ? tr("Kill")
                      : down         ? tr("Restart %1").arg(id)
                                     : tr("Kill %1").arg(id));
    freeze->setIconText(!m_brokerKnown ? tr("Freeze")
                        : frozen       ? tr("Thaw %1").arg(id)
                                       : tr("Freeze %1").arg(id));
    setText(powerOff, m_brokerKnown ? tr("Cut the power of broker %1").arg(id)
                                    : tr("Cut the power of a broker"));
    setText(stopBroker, m_brokerKnown ? tr("Shut broker %1 down in an orderly way").arg(id)
                                      : tr("Shut a broker down in an orderly way"));
    kill->setEnabled(m_can.faults && m_brokerKnown);
    freeze->setEnabled(m_can.faults && m_brokerKnown && (running || frozen));
    powerOff->setEnabled(m_can.powerLoss && m_brokerKnown && !down);
    stopBroker->setEnabled(m_can.faults && m_brokerKnown && running);
    setTip(kill,
           m_brokerKnown ? kill->text() + QStringLiteral(" (K)") : tr("Select a broker first."));
    setTip(freeze,
           m_brokerKnown ? freeze->text() + QStringLiteral(" (F)") : tr("Select a broker first."));

    setPartitionTexts();
    setText(openLog, tr("Open log directory…"));
    openLog->setEnabled(m_logsReadable);
    setText(newTopic, tr("New topic…"));
    newTopic->setIconText(tr("Topic"));
    addProducer->setIconText(tr("Producer"));
    addConsumer->setIconText(tr("Consumer"));
    english->setIconText(QStringLiteral("EN"));
    english->setToolTip(QStringLiteral("English (Ctrl+Shift+E)"));
    chinese->setToolTip(QStringLiteral("中文 (Ctrl+Shift+C)"));
    setText(growTopic, topic() ? tr("More partitions for %1…").arg(qs(*topic()))
                               : tr("More partitions for a topic…"));
    growTopic->setEnabled(m_can.topics && m_topicOurs);
    setText(deleteTopic, topic() ? tr("Delete topic %1…").arg(qs(*topic())) : tr("Delete topic…"));
    deleteTopic->setEnabled(m_can.topics && m_topicOurs);
    setText(addProducer, tr("Add producer…"));
    setText(addConsumer, tr("Add consumer…"));
    setText(stopClient, m_client ? tr("Stop %1").arg(m_clientName) : tr("Stop client"));
    setText(crashClient, m_client ? tr("Crash %1").arg(m_clientName) : tr("Crash client"));
    stopClient->setEnabled(m_can.workloads && m_client);
    crashClient->setEnabled(m_can.workloads && m_client);

    setText(zoomIn, tr("Zoom in"));
    setText(zoomOut, tr("Zoom out"));
    setText(fit, tr("Fit the map into the window"));
    setText(legend, tr("Legend"));
    setText(requests, tr("Requests in flight…"));
    requests->setIconText(tr("Requests"));
    requests->setToolTip(tr("Lists every message and shows what it says, field by field (Ctrl+R)"));
    setText(znodes, tr("Znodes…"));
    znodes->setIconText(tr("Znodes"));
    znodes->setToolTip(tr("ZooKeeper's tree: what it holds, who watches it, whose sessions run out "
                          "(Ctrl+K)"));
    setText(lanes, group() ? tr("Show %1 over time…").arg(qs(*group())) : tr("Groups over time…"));
    lanes->setIconText(tr("Lanes"));
    lanes->setToolTip(tr("A group's state, its coordinator and its members as lanes: requests, "
                         "owned partitions, timers, lag (Ctrl+L)"));
    setText(rebalances, group() ? tr("Why %1 rebalances…").arg(qs(*group())) : tr("Rebalances…"));
    rebalances->setIconText(tr("Rebalances"));
    rebalances->setToolTip(tr("Why a group rebalanced, who caused it and what it cost (G)"));
    setText(dark, tr("Dark theme"));
    setText(projector, tr("Projector theme"));
    projector->setToolTip(tr("Large type and strong lines, for the last row (Ctrl+Shift+D)"));
    setText(english, QStringLiteral("English"));
    setText(chinese, QStringLiteral("中文"));
    setText(copyBootstrap, tr("Copy the bootstrap address"));
    setText(connectHelp, tr("Connect a client…"));
    const QString joining = tr("Connect your own client: addresses and code to copy (F1)");
    const QString apart = tr("This cluster runs in a simulated world: no program can join it.");
    connectHelp->setToolTip(m_could.outsideClients ? joining : apart);
    connectHelp->setStatusTip(connectHelp->toolTip());
    copyBootstrap->setToolTip(m_could.outsideClients ? copyBootstrap->text() : apart);
    setText(openScenario, tr("Open scenario…"));
    openScenario->setToolTip(tr("Plays a scenario file in a simulated cluster, step by step"));
    setText(saveScenario, tr("Save as scenario…"));
    saveScenario->setToolTip(tr("Writes this cluster and all that was done to it into a file that "
                                "plays again"));
    setText(glossary, tr("Glossary…"));
    setText(keysHelp, tr("Keys…"));
    setText(about, tr("About Highwater"));
    setText(quit, tr("Quit"));
    for (QAction* action :
         {powerOff, stopBroker, elect, reassign, cancelReassign, newTopic, growTopic, deleteTopic,
          addProducer, addConsumer, stopClient, crashClient})
        setTip(action, QString()); // their text says it
}

} // namespace hw::ui
