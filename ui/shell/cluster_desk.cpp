#include "ui/shell/cluster_desk.h"

#include <QMessageBox>

#include "ui/models/lookup.h"
#include "ui/models/words.h"
#include "ui/shell/client_dialogs.h"
#include "ui/shell/connect_dialog.h"
#include "ui/shell/dialog_parts.h"
#include "ui/shell/grow_dialog.h"
#include "ui/shell/reassign_dialog.h"
#include "ui/shell/texts.h"
#include "ui/shell/topic_dialog.h"

namespace hw::ui {

using observe::BrokerState;
namespace command = observe::command;

ClusterDesk::ClusterDesk(Commander& commander, Feed& feed, Actions& actions, QWidget* window)
    : QObject(window)
    , m_commander(commander)
    , m_feed(feed)
    , m_actions(actions)
    , m_window(window)
{
    connectActions();
}

void ClusterDesk::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) {
        connect(action, &QAction::triggered, this, std::forward<decltype(what)>(what));
    };
    on(m_actions.kill, [this] {
        if (const auto broker = m_actions.broker())
            togglePower(*broker);
    });
    on(m_actions.freeze, [this] {
        if (const auto broker = m_actions.broker())
            toggleFreeze(*broker);
    });
    on(m_actions.powerOff, [this] {
        if (const auto broker = m_actions.broker())
            m_commander.submit(command::PowerOff{NodeId::broker(*broker)});
    });
    on(m_actions.stopBroker, [this] {
        if (const auto broker = m_actions.broker())
            m_commander.submit(command::Stop{NodeId::broker(*broker)});
    });
    on(m_actions.elect, [this] {
        if (const auto partition = m_actions.partition())
            m_commander.submit(command::Elect{*partition});
    });
    on(m_actions.electUnclean, [this] { askUncleanElection(); });
    on(m_actions.reassign, [this] { askReassign(); });
    on(m_actions.cancelReassign, [this] {
        if (const auto partition = m_actions.partition())
            m_commander.submit(command::CancelReassignment{*partition});
    });
    on(m_actions.addBroker, [this] { m_commander.submit(command::AddBroker{}); });
    on(m_actions.stopClient, [this] {
        if (const auto client = m_actions.client())
            m_commander.submit(command::StopClient{*client, false});
    });
    on(m_actions.crashClient, [this] {
        if (const auto client = m_actions.client())
            m_commander.submit(command::StopClient{*client, true});
    });
    on(m_actions.newTopic, [this] { askNewTopic(); });
    on(m_actions.growTopic, [this] { askGrowTopic(); });
    on(m_actions.deleteTopic, [this] { askDeleteTopic(); });
    on(m_actions.addProducer, [this] { askProducer(); });
    on(m_actions.addConsumer, [this] { askConsumer(); });
    on(m_actions.connectHelp, [this] { showConnectHelp(); });
}

const observe::BrokerPart* ClusterDesk::part(BrokerId broker) const
{
    const auto& snapshot = m_feed.last().snapshot;
    return snapshot ? findBroker(*snapshot, broker) : nullptr;
}

void ClusterDesk::togglePower(BrokerId broker)
{
    const auto* now = part(broker);
    if (!now || !m_commander.capabilities().faults)
        return;
    if (now->state == BrokerState::Down)
        m_commander.submit(command::Restart{NodeId::broker(broker)});
    else
        m_commander.submit(command::Kill{NodeId::broker(broker)});
}

void ClusterDesk::toggleFreeze(BrokerId broker)
{
    const auto* now = part(broker);
    if (!now || !m_commander.capabilities().faults)
        return;
    if (now->state == BrokerState::Frozen)
        m_commander.submit(command::Thaw{NodeId::broker(broker)});
    else if (now->state == BrokerState::Running)
        m_commander.submit(command::Freeze{NodeId::broker(broker)});
}

/// One dialog at a time, beside the living picture: nothing is blocked. `alone`: the window waits
/// for its answer; else one can go on in it.
void ClusterDesk::open(QDialog* dialog, bool alone)
{
    if (m_open)
        m_open->close();
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    m_open = dialog;
    fitToTexts(*dialog);
    if (alone)
        dialog->open();
    else
        dialog->show();
}

void ClusterDesk::askNewTopic()
{
    auto* dialog = new TopicDialog(m_feed, m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { m_commander.submit(dialog->command()); });
    open(dialog);
}

void ClusterDesk::askGrowTopic()
{
    const auto topic = m_actions.topic();
    if (!topic)
        return;
    auto* dialog = new GrowDialog(m_feed, *topic, m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { m_commander.submit(dialog->command()); });
    open(dialog);
}

void ClusterDesk::askDeleteTopic()
{
    const auto topic = m_actions.topic();
    if (!topic)
        return;
    auto* box = new QMessageBox(QMessageBox::Warning, QString(), QString(),
                                QMessageBox::Yes | QMessageBox::No, m_window);
    box->setDefaultButton(QMessageBox::No);
    box->setEscapeButton(QMessageBox::No);
    (new Texts(box))->add([box, topic] {
        box->setWindowTitle(tr("Delete topic"));
        box->setText(tr("Delete topic %1 and all of its records?").arg(qs(*topic)));
    });
    connect(box, &QMessageBox::buttonClicked, this, [this, box, topic](QAbstractButton* button) {
        if (box->standardButton(button) == QMessageBox::Yes)
            m_commander.submit(command::DeleteTopic{*topic});
    });
    open(box);
}

void ClusterDesk::askUncleanElection()
{
    const auto partition = m_actions.partition();
    if (!partition)
        return;
    auto* box = new QMessageBox(QMessageBox::Warning, QString(), QString(),
                                QMessageBox::Yes | QMessageBox::Cancel, m_window);
    box->setDefaultButton(QMessageBox::Cancel);
    (new Texts(box))->add([box, partition] {
        box->setWindowTitle(tr("Unclean election"));
        box->setText(
            tr("Elect any living replica of %1 as its leader?").arg(qs(partition->text())));
        box->setInformativeText(
            tr("It may lose records: what the new leader does not have is gone for good, even if "
               "it was acknowledged. Or wait until an in-sync replica comes back."));
    });
    connect(box, &QMessageBox::buttonClicked, this,
            [this, box, partition](QAbstractButton* button) {
                if (box->standardButton(button) == QMessageBox::Yes)
                    m_commander.submit(command::Elect{*partition, command::ElectionType::Unclean});
            });
    open(box);
}

void ClusterDesk::askReassign()
{
    const auto partition = m_actions.partition();
    if (!partition)
        return;
    auto* dialog = new ReassignDialog(m_feed, *partition, m_window);
    connect(dialog, &ReassignDialog::asked, this,
            [this](const observe::Command& command) { m_commander.submit(command); });
    open(dialog, false);
}

void ClusterDesk::askProducer()
{
    auto* dialog = new ProducerDialog(m_feed, m_window);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog] { m_commander.submit(dialog->command()); });
    open(dialog);
}

void ClusterDesk::askConsumer()
{
    auto* dialog = new ConsumerDialog(m_feed, m_window);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        for (int n = 1; n <= dialog->count(); ++n)
            m_commander.submit(dialog->command(n));
    });
    open(dialog);
}

void ClusterDesk::showConnectHelp()
{
    QString topic;
    const auto& snapshot = m_feed.last().snapshot;
    for (std::size_t t = 0; snapshot && t < snapshot->topics.size() && topic.isEmpty(); ++t) {
        if (!snapshot->topics[t]->internal)
            topic = qs(snapshot->topics[t]->name);
    }
    open(new ConnectDialog(qs(m_commander.bootstrap()), topic, m_window));
}

} // namespace hw::ui
