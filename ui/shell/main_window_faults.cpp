#include "ui/shell/main_window.h"

#include <QDockWidget>
#include <QMenu>

#include <algorithm>

#include "ui/faults/fault_panel.h"
#include "ui/map/map_scene.h"
#include "ui/models/fault_words.h"
#include "ui/models/lookup.h"
#include "ui/shell/tables.h"

namespace hw::ui {

void MainWindow::buildFaults()
{
    m_faults = new FaultPanel;
    const auto can = m_cluster.capabilities();
    m_faults->setPossible(can.cutLinks || can.faults, m_actions.whyNot());
    connect(m_faults, &FaultPanel::wanted, this,
            [this](const observe::Command& command) { m_commander.submit(command); });
    connect(m_scene, &MapScene::faultPicked, this, &MainWindow::showFaultMenu);
    connect(m_actions.healAll, &QAction::triggered, this,
            [this] { m_commander.submit(observe::command::HealAll{}); });
    connect(m_actions.undo, &QAction::triggered, this, &MainWindow::undoLast);
    connect(&m_selection, &Selection::changed, this, [this](const Subject& subject) {
        const NodeId node = nodeOf(subject);
        if (node.kind != NodeId::Kind::None)
            m_faults->point(node, subject.partition);
    });
}

/// Where a fault would act on what is selected: of a partition as such, at its leader.
NodeId MainWindow::nodeOf(const Subject& subject) const
{
    const auto& snapshot = m_feed.last().snapshot;
    if (subject.node.kind != NodeId::Kind::None || !snapshot)
        return subject.node;
    if (subject.kind == Subject::Kind::Partition) {
        const auto* part = findPartition(*snapshot, subject.partition);
        return part && part->leader != kNoBroker ? NodeId::broker(part->leader) : NodeId();
    }
    if (subject.kind == Subject::Kind::Outside)
        return NodeId::outside(0);
    if (subject.kind == Subject::Kind::Member) {
        const auto* group = findGroup(*snapshot, subject.name);
        const auto* member = group ? findMember(*group, subject.member) : nullptr;
        if (member && member->client.kind == NodeId::Kind::Client)
            return member->client;
    }
    return NodeId();
}

/// The newest of what is wrong now.
const observe::FaultPart* MainWindow::newestFault() const
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot || snapshot->faults.empty())
        return nullptr;
    return &*std::ranges::max_element(snapshot->faults, {}, &observe::FaultPart::id);
}

void MainWindow::undoLast()
{
    if (const auto* fault = newestFault())
        m_commander.submit(fault->undo);
}

/// Disk, clock, session and links of what was pointed at.
void MainWindow::addFaultMenu(QMenu* menu, const Subject& subject)
{
    const auto& snapshot = m_feed.last().snapshot;
    NodeId node = subject.node;
    if (const auto client = m_actions.client())
        node = *client;
    if (subject.kind == Subject::Kind::Outside)
        node = NodeId::outside(0);
    if (!snapshot || !m_cluster.capabilities().cutLinks || node.kind == NodeId::Kind::None)
        return;
    const auto submit = [this](observe::Command command) {
        m_commander.submit(std::move(command));
    };
    menu->addSeparator();
    if (subject.kind == Subject::Kind::Partition)
        Faults::fillReplicaMenu(menu, {node, subject.partition}, submit);
    else
        Faults::fillMenu(menu, node, *snapshot, submit);
    menu->addSeparator();
}

void MainWindow::showFaultMenu(EventId fault, const QPoint& at)
{
    const auto& snapshot = m_feed.last().snapshot;
    if (!snapshot)
        return;
    for (const auto& part : snapshot->faults) {
        if (part.id != fault)
            continue;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(FaultWords::sentence(part, m_tables->events().names(), snapshot->at))
            ->setEnabled(false);
        menu->addSeparator();
        menu->setToolTipsVisible(true);
        const QString why = m_actions.whyNot();
        const auto add = [&](const QString& text, observe::Command command) {
            QAction* action = menu->addAction(text);
            action->setEnabled(why.isEmpty());
            action->setToolTip(why);
            connect(action, &QAction::triggered, this,
                    [this, command = std::move(command)] { m_commander.submit(command); });
        };
        if (part.fault.kind == observe::FaultKind::Hold) {
            add(tr("Let it go"), observe::command::ReleaseMessage{part.id, false});
            if (part.caught)
                add(tr("Drop it with its connection"),
                    observe::command::ReleaseMessage{part.id, true});
        } else {
            add(tr("Undo"), part.undo);
        }
        menu->addAction(m_actions.healAll);
        menu->popup(at);
        return;
    }
}

void MainWindow::showFaults(const observe::Snapshot& snapshot)
{
    const auto* newest = newestFault();
    const auto stopped = Faults::stopped(snapshot);
    const auto how = std::ranges::any_of(stopped, &StoppedNode::isHealed) ? Actions::Stopped::Failed
                     : stopped.empty()                                    ? Actions::Stopped::None
                                       : Actions::Stopped::Orderly;
    m_actions.setFaults(
        static_cast<int>(snapshot.faults.size()),
        newest ? FaultWords::sentence(newest->fault, m_tables->events().names()) : QString(), how);
    m_faults->take(m_feed.last().snapshot);
}

} // namespace hw::ui
