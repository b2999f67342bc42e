#include "ui/shell/main_window.h"

#include <QFileDialog>

#include "ui/loginspector/log_asker.h"
#include "ui/loginspector/log_window.h"
#include "ui/models/lookup.h"

namespace hw::ui {

void MainWindow::setLogSource(observe::LogSource& source, bool replicas)
{
    m_logs = new LogAsker(source, this);
    m_actions.setLogsReadable(replicas);
}

void MainWindow::openLog(const observe::LogPlace& place)
{
    if (!m_logs)
        return;
    auto* window = new LogWindow(*m_logs, place, m_theme, this);
    shareKeys(window, true);
    window->show();
}

/// The replica that was pointed at; of a partition as a whole, the leader's, or the first one.
void MainWindow::lookInside()
{
    const auto partition = m_actions.partition();
    if (!partition || !m_feed.last().snapshot)
        return;
    observe::LogPlace place;
    place.partition = *partition;
    const NodeId node = m_actions.target().node;
    if (node.kind == NodeId::Kind::Broker) {
        place.broker = BrokerId{node.number};
    } else if (const auto* part = findPartition(*m_feed.last().snapshot, *partition)) {
        place.broker = part->leader;
        if (place.broker == kNoBroker && !part->replicas.empty())
            place.broker = part->replicas.front().broker;
    }
    if (place.broker != kNoBroker)
        openLog(place);
}

void MainWindow::askLogDirectory()
{
    const QString path = QFileDialog::getExistingDirectory(this, tr("Open log directory"));
    if (path.isEmpty())
        return;
    observe::LogPlace place;
    place.path = path.toStdString();
    openLog(place);
}

} // namespace hw::ui
