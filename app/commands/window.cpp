#include <QApplication>
#include <QMessageBox>
#include <QSettings>
#include <QSocketNotifier>
#include <QTimer>

#include "app/commands/answers.h"
#include "app/commands/console.h"
#include "app/commands/window.h"
#include "app/session/live_session.h"
#include "app/session/log_desk.h"
#include "app/session/log_place.h"
#include "app/session/ports.h"
#include "ui/shell/application.h"
#include "ui/shell/main_window.h"

namespace hw::app {

namespace {

constexpr int kStartupLookMs = 5;

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

int refuse(const std::string& message)
{
    LineOutput(2).line("highwater: " + message);
    return kWrongUse;
}

/// Kafka's own ports, so that a client finds the cluster by habit; free ones if another program has
/// them. Chosen once: a broker keeps its port for the cluster's life.
cluster::ClusterSpec specOf(const WindowOptions& options)
{
    cluster::ClusterSpec spec;
    spec.brokers = options.brokers;
    spec.ensemble = options.ensemble;
    spec.demo = true;
    if (portsAreFree(kDefaultPort, spec.brokers))
        spec.port = kDefaultPort;
    if (portsAreFree(kDefaultZookeeperPort, spec.ensemble))
        spec.zookeeperPort = kDefaultZookeeperPort;
    return spec;
}

void tellReady(cluster::EngineCluster& cluster, std::chrono::steady_clock::time_point started)
{
    for (const std::string& failure : cluster.brokerFailures())
        LineOutput(2).line("highwater: " + failure);
    LineOutput output(1);
    const Duration took = std::chrono::steady_clock::now() - started;
    Answers(output, false).ready(cluster.bootstrap(), cluster.ensembleConnect(), toMs(took));
}

/// The cluster did not come up: the window says why, and the program ends.
void giveUp(QWidget& window, const std::string& why)
{
    refuse(why);
    QMessageBox::critical(&window, QApplication::applicationDisplayName(),
                          QString::fromStdString(why));
    QApplication::exit(kWrongUse);
}

void watchStartup(QTimer& timer, QWidget& window, cluster::EngineCluster& cluster,
                  std::chrono::steady_clock::time_point started)
{
    QObject::connect(&timer, &QTimer::timeout, &window, [&timer, &cluster, &window, started] {
        using Startup = cluster::EngineCluster::Startup;
        const Startup startup = cluster.startup();
        if (startup == Startup::Going)
            return;
        timer.stop();
        if (startup == Startup::Ready)
            tellReady(cluster, started);
        else
            giveUp(window, cluster.startupFailure());
    });
    timer.start(kStartupLookMs);
}

} // namespace

int window(const WindowOptions& options, std::chrono::steady_clock::time_point started)
{
    if (!hasDisplay())
        return refuse("there is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is "
                      "set); highwater serve is the cluster without one");
    StopSignals stops;
    int argc = 1;
    char name[] = "highwater";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    const auto session = LiveSession::start(specOf(options), {});
    if (!session)
        return refuse(session.error().message);

    LogDesk logs((*session)->dataDirectory());
    QSettings settings;
    ui::MainWindow window((*session)->cluster(), settings);
    if (options.language)
        window.setLanguage(QString::fromStdString(*options.language));
    window.setLogSource(logs);
    window.show();
    if (!options.open.empty())
        window.openLog({absolutePath(options.open), kNoBroker, {}});
    QTimer startup;
    watchStartup(startup, window, (*session)->cluster(), started);
    QSocketNotifier stop(stops.descriptor(), QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &window, &QWidget::close);
    return QApplication::exec();
}

} // namespace hw::app
