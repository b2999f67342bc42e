#include "ui/shell/main_window.h"

#include <QDockWidget>
#include <QMenu>

#include "ui/faults/fault_panel.h"
#include "ui/map/map_scene.h"
#include "ui/models/fault_words.h"

namespace hw::ui {

void MainWindow::buildFaults()
{
    m_faults = new FaultPanel;
    connect(m_faults, &FaultPanel::wanted, this,
            [this](const observe::Command& command) { m_commander.submit(command); });
    connect(m_scene, &MapScene::faultPicked, this, &MainWindow::showFaultMenu);
    connect(m_actions.healAll, &QAction::triggered, this,
            [this] { m_commander.submit(observe::command::HealAll{}); });
    connect(&m_selection, &Selection::changed, this, [this](const Subject& subject) {
        if (subject.node.kind != NodeId::Kind::None)
            m_faults->point(subject.node);
    });
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
    if (!snapshot || !m_cluster.capabilities().cutLinks || node.kind == NodeId::Kind::None ||
        subject.kind == Subject::Kind::Partition)
        return;
    menu->addSeparator();
    Faults::fillMenu(menu, node, *snapshot,
                     [this](observe::Command command) { m_commander.submit(std::move(command)); });
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
        menu->addAction(FaultWords::sentence(part.fault))->setEnabled(false);
        menu->addSeparator();
        const auto add = [&](const QString& text, observe::Command command) {
            connect(menu->addAction(text), &QAction::triggered, this,
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
    m_actions.setFaultCount(static_cast<int>(snapshot.faults.size()));
    m_faults->take(m_feed.last().snapshot);
}

} // namespace hw::ui
