#include <QApplication>
#include <QMessageBox>
#include <QSettings>
#include <QSocketNotifier>
#include <QTimer>

#include <utility>

#include <fmt/format.h>

#include "app/commands/answers.h"
#include "app/commands/console.h"
#include "app/commands/window.h"
#include "app/session/log_place.h"
#include "app/session/ports.h"
#include "app/session/stage.h"
#include "app/store/recording.h"
#include "engine/base/version.h"
#include "engine/inspect/check.h"
#include "engine/world/live/read_only_disk.h"
#include "ui/shell/application.h"
#include "ui/shell/language.h"

namespace hw::app {

namespace {

constexpr int kStartupLookMs = 5;

bool hasDisplay()
{
    return qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY") ||
           qEnvironmentVariableIsSet("QT_QPA_PLATFORM");
}

ui::ClusterWish wishOf(const WindowOptions& options)
{
    ui::ClusterWish wish;
    wish.studio = options.studio;
    wish.brokers = options.brokers;
    wish.ensemble = options.ensemble;
    wish.seed = options.seed;
    wish.lesson = options.lesson;
    wish.port = options.port.value_or(-1);
    wish.faults = options.faults;
    return wish;
}

void tellReady(cluster::EngineCluster& cluster, std::chrono::steady_clock::time_point started)
{
    for (const std::string& failure : cluster.failures())
        LineOutput(2).line("highwater: " + failure);
    LineOutput output(1);
    const Duration took = std::chrono::steady_clock::now() - started;
    Answers(output, false).ready(cluster.bootstrap(), cluster.ensembleConnect(), toMs(took));
}

/// The cluster did not come up: the window says why, and the program ends.
void giveUp(QWidget* window, const std::string& why)
{
    refuse(why);
    QMessageBox::critical(window, QApplication::applicationDisplayName(),
                          QString::fromStdString(why));
    QApplication::exit(kWrongUse);
}

/// Looks whether a live cluster is up yet, until it is. `timer` ends with the look-out.
void watchStartup(QTimer& timer, const Stage& stage, std::chrono::steady_clock::time_point started)
{
    timer.stop();
    timer.disconnect();
    if (!stage.isLive())
        return;
    QObject::connect(&timer, &QTimer::timeout, stage.window(), [&timer, &stage, started] {
        using Startup = cluster::EngineCluster::Startup;
        const Startup startup = stage.cluster()->startup();
        if (startup == Startup::Going)
            return;
        timer.stop();
        if (startup == Startup::Ready) {
            tellReady(*stage.cluster(), started);
            stage.window()->notePorts();
        } else
            giveUp(stage.window(), stage.cluster()->startupFailure());
    });
    timer.start(kStartupLookMs);
}

/// Before anything is shown: what was asked for by name must be there.
Result<void> check(const WindowOptions& options)
{
    if (!options.open.empty() && !store::isRecording(options.open)) {
        const DiskPlace place = placeOf(options.open);
        const world::ReadOnlyDisk disk(place.root);
        if (const auto kind = inspect::kindOf(disk, place.path); !kind)
            return fail(kind.error().kind, "--open: " + kind.error().message);
    }
    const int port = options.port.value_or(0);
    if (port != 0 && !options.studio &&
        !portsAreFree(static_cast<std::uint16_t>(port), options.brokers))
        return fail(Failure::Busy,
                    fmt::format("--port: {} to {} are not all free; 0 takes free ones", port,
                                port + options.brokers - 1));
    return {};
}

} // namespace

std::string unknownLanguage(const std::string& code)
{
    return fmt::format(
        "--lang: '{}' is not there; {} are allowed, and what lies as highwater_{}.qm "
        "in {}",
        code, ui::Language::all().join(QStringLiteral(", ")).toStdString(), code,
        ui::Language::folders().join(QStringLiteral(" or ")).toStdString());
}

int window(const WindowOptions& options, std::chrono::steady_clock::time_point started)
{
    if (!hasDisplay())
        return refuse("there is no display for the window (neither DISPLAY nor WAYLAND_DISPLAY is "
                      "set); highwater serve is the cluster without one");
    if (const auto checked = check(options); !checked)
        return refuse(checked.error().message);
    StopSignals stops;
    int argc = 1;
    char name[] = "highwater";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    QApplication::setApplicationVersion(QString::fromLatin1(kVersion));
    QSettings settings;
    if (options.language && !ui::Language::all().contains(options.language->c_str()))
        return refuse(unknownLanguage(*options.language));
    if (options.language)
        settings.setValue(QStringLiteral("language"), QString::fromStdString(*options.language));
    Stage stage(settings);
    QTimer startup;
    QObject::connect(&stage, &Stage::shown, &startup, [&] {
        watchStartup(startup, stage, std::exchange(started, std::chrono::steady_clock::now()));
    });
    QObject::connect(&stage, &Stage::failed, &startup,
                     [](const QString& why) { giveUp(nullptr, why.toStdString()); });
    const bool opensRecording = store::isRecording(options.open);
    const std::string recording = opensRecording ? options.open : options.recording;
    const auto shown = recording.empty() ? stage.show(wishOf(options))
                                         : stage.showRecording(recording, options.recordingAt);
    if (!shown)
        return refuse(shown.error().message);
    if (!options.open.empty() && !opensRecording)
        stage.window()->openLog({absolutePath(options.open), kNoBroker, {}});
    QSocketNotifier stop(stops.descriptor(), QSocketNotifier::Read);
    QObject::connect(&stop, &QSocketNotifier::activated, &stage, [&stage] {
        if (stage.window())
            stage.window()->closeUnasked();
    });
    return QApplication::exec();
}

} // namespace hw::app
