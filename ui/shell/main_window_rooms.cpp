#include "ui/shell/main_window.h"

#include "ui/models/event_text.h"
#include "ui/shell/new_cluster_dialog.h"
#include "ui/shell/tables.h"
#include "ui/shell/transport_bar.h"
#include "ui/znodes/znode_window.h"

namespace hw::ui {

void MainWindow::buildTransport()
{
    cluster::TimeControl* time = m_cluster.timeControl();
    if (!time)
        return;
    m_transport = new TransportBar(
        *time, m_actions, [this](EventId id) { return sentence(id); }, this);
    addToolBarBreak();
    addToolBar(m_transport);
}

QString MainWindow::sentence(EventId id) const
{
    const auto row = m_tables->events().rowOf(id);
    return row ? sentenceOf(m_tables->events().eventAt(*row).fact) : QString();
}

void MainWindow::buildZnodes()
{
    m_znodes = new ZnodeWindow([this] { return m_cluster.znodes(); }, m_settings, this);
    connect(m_actions.znodes, &QAction::triggered, m_znodes, [this] {
        m_znodes->show();
        m_znodes->raise();
        m_znodes->activateWindow();
    });
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
