#include <QBoxLayout>
#include <QDockWidget>
#include <QMenu>
#include <QSplitter>

#include "engine/cluster/run_control.h"
#include "ui/map/map_scene.h"
#include "ui/map/map_view.h"
#include "ui/models/words.h"
#include "ui/requests/message_words.h"
#include "ui/requests/request_window.h"
#include "ui/shell/beside_view.h"
#include "ui/shell/branch_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_desk.h"
#include "ui/shell/transport_bar.h"

namespace hw::ui {

void MainWindow::buildBranches()
{
    if (!m_runDesk || !m_runDesk->panel())
        return;
    m_branchDock = makeDock("branchDock", m_runDesk->panel(), true);
    addDockWidget(Qt::LeftDockWidgetArea, m_branchDock);
    m_branchDock->hide();
    QAction* action = m_runDesk->actions().branches;
    connect(action, &QAction::toggled, m_branchDock, &QDockWidget::setVisible);
    connect(m_branchDock, &QDockWidget::visibilityChanged, action,
            [this, action] { action->setChecked(!m_branchDock->isHidden()); });
}

void MainWindow::showBeside(bool on)
{
    if (!on) {
        if (!m_beside)
            return;
        delete std::exchange(m_beside, nullptr);
        m_scene->markDifferences({});
        if (m_zoomAlone > 0)
            m_view->setZoom(m_zoomAlone);
        else
            m_view->fit(MapView::kLeastFit);
        return;
    }
    if (m_beside)
        return;
    m_beside = new BesideView(m_theme);
    m_maps->addWidget(m_beside);
    m_maps->setSizes({1, 1});
    auto* column = qobject_cast<QBoxLayout*>(centralWidget()->layout());
    column->insertWidget(column->indexOf(m_maps) + 1, m_beside->foot());
    m_zoomAlone = m_view->fitting() ? 0 : m_view->zoom();
    m_view->fit(); // both whole, so that they can be compared
    connect(m_beside, &BesideView::subjectPicked, &m_selection, &Selection::select);
}

/// Of a cluster whose time can be moved.
void MainWindow::takeRun(const Frame& frame)
{
    if (!m_transport)
        return;
    m_transport->take(frame);
    m_runDesk->take(frame);
    cluster::RunControl* run = m_cluster.runControl();
    cluster::Cluster* other = run ? run->beside() : nullptr;
    if (m_beside && other)
        m_beside->take(*other, frame, *m_scene);
    else if (m_beside)
        showBeside(false);
}

void MainWindow::buildFlights()
{
    m_scene->setFlightWords([](const observe::Flight& flight) {
        QString text = tr("%1\n%2, %3")
                           .arg(MessageWords::name(flight), MessageWords::way(flight),
                                MessageWords::bytes(flight.bytes));
        if (const QString about = MessageWords::about(flight); !about.isEmpty())
            text += QLatin1Char('\n') + about;
        if (!flight.error.empty())
            text += QLatin1Char('\n') + qs(flight.error);
        return text;
    });
    connect(m_view, &MapView::flightMenuWanted, this, &MainWindow::showFlightMenu);
}

/// What can be done with a message that is on its way.
void MainWindow::showFlightMenu(const observe::Flight& flight, const QPoint& at)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("%1, %2").arg(MessageWords::name(flight), MessageWords::way(flight)))
        ->setEnabled(false);
    menu->addSeparator();
    const auto add = [menu, this](const QString& text, auto what) {
        connect(menu->addAction(text), &QAction::triggered, this, what);
    };
    add(tr("What it says…"), [this, flight] { m_requests->open(flight); });
    if (m_runDesk && m_cluster.runControl()) {
        add(tr("Deliver it now"), [this, flight] { m_runDesk->deliver(flight); });
        add(tr("Hold it and deliver others first"), [this, flight] { m_runDesk->hold(flight); });
    }
    if (m_cluster.capabilities().cutLinks)
        add(tr("Break its connection"), [this, flight] {
            m_commander.submit(observe::command::ResetLink{flight.from, flight.to});
        });
    menu->popup(at);
}

} // namespace hw::ui
