#include "ui/shell/shot.h"

#include <QCoreApplication>
#include <QLoggingCategory>
#include <QSettings>
#include <QTemporaryDir>

#include "ui/map/map_view.h"
#include "ui/shell/main_window.h"

namespace hw::ui {

QImage renderWindow(cluster::Cluster& cluster, const ShotOptions& options)
{
    constexpr Duration kFrame = 16ms;
    // Long ago only what is charted and listed counts; messages on their way need every frame.
    constexpr Duration kCoarseFrame = 96ms, kSmooth = 3s;
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    settings.setValue(QStringLiteral("language"), options.language);
    settings.setValue(QStringLiteral("theme"), keyOf(options.theme));
    MainWindow window(cluster, settings);
    std::int64_t nowMs = 0;
    window.feed().setClock([&nowMs] { return nowMs; });
    window.resize(options.size);
    window.setAttribute(Qt::WA_DontShowOnScreen);
    // The offscreen platform warns that it has no size hints; nobody can do anything about it.
    QLoggingCategory::setFilterRules(QStringLiteral("default.warning=false"));
    window.show();
    window.feed().setManual();
    QCoreApplication::processEvents();
    QLoggingCategory::setFilterRules(QString());
    const auto frame = [&](Duration step) {
        if (options.advance)
            options.advance(step);
        nowMs += toMs(step);
        window.feed().tick();
    };
    if (options.begin)
        options.begin(window);
    for (int frames = 0; options.until && frames < ShotOptions::kMostFrames; ++frames) {
        if (options.until())
            break;
        frame(kFrame);
        QCoreApplication::processEvents(); // what was asked for by signals
    }
    for (Duration passed{}, step{}; !options.until && passed <= options.before; passed += step) {
        // The first look only begins the window's time.
        const bool isLongAgo = passed > Duration{} && options.before - passed > kSmooth;
        step = isLongAgo ? kCoarseFrame : kFrame;
        frame(step);
    }
    if (!options.until)
        window.selection().select(options.selected);
    QCoreApplication::processEvents(); // layouts settle
    window.map()->fit();
    window.showAllNext();
    window.feed().tick();
    QCoreApplication::processEvents();
    const QImage picture = window.grab().toImage();
    if (options.end)
        options.end();
    return picture;
}

} // namespace hw::ui
