#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include "app/session/stage.h"
#include "ui/shell/transport_bar.h"

namespace hw::test {

inline ui::ClusterWish studio(int brokers = 3, std::uint64_t seed = 1)
{
    ui::ClusterWish wish;
    wish.studio = true;
    wish.brokers = brokers;
    wish.seed = seed;
    return wish;
}

/// A stage with a simulated cluster whose frames the test makes itself.
struct Studio
{
    explicit Studio(const ui::ClusterWish& wish = studio())
        : settings(folder.filePath("settings.ini"), QSettings::IniFormat)
        , stage(settings)
    {
        settings.setValue("language", "en");
        if (const auto shown = stage.show(wish); !shown)
            qFatal("%s", shown.error().message.c_str());
        prepare();
    }
    void prepare()
    {
        window = stage.window();
        window->feed().setClock([this] { return nowMs; });
        window->activateWindow();
        (void)QTest::qWaitForWindowActive(window);
        // However slow the machine is, every frame gets its whole time.
        clock().setMachineTime([] { return Duration(); });
        if (stage.studio()) // one seed of the simulator has none
            stage.studio()->run().parked().setUsed(false);
        window->feed().setManual();
        window->feed().tick();
    }
    void run(Duration time)
    {
        for (Duration passed{}; passed < time; passed += 16ms) {
            nowMs += 16;
            window->feed().tick();
        }
        QCoreApplication::processEvents();
    }
    app::SimClock& clock() { return *static_cast<app::SimClock*>(stage.cluster()->timeControl()); }
    /// Runs on with few frames; then all that is shown at a slower pace has seen it.
    void pass(Duration time)
    {
        clock().setSpeed(20);
        run(time / 20);
        clock().setSpeed(1);
        run(256ms);
    }
    cluster::TimeState time() { return stage.cluster()->timeControl()->state(); }
    QToolButton* button(QAction* action)
    {
        for (QToolButton* each : window->transport()->findChildren<QToolButton*>()) {
            if (each->defaultAction() == action)
                return each;
        }
        return nullptr;
    }
    void click(QAction* action)
    {
        QTest::mouseClick(button(action), Qt::LeftButton);
        QCoreApplication::processEvents();
    }

    QTemporaryDir folder;
    QSettings settings;
    app::Stage stage;
    ui::MainWindow* window = nullptr;
    std::int64_t nowMs = 0;
};

} // namespace hw::test
