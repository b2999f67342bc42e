#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "tests/support/synthetic_cluster.h"
#include "ui/map/broker_item.h"
#include "ui/map/map_view.h"
#include "ui/map/mark_item.h"
#include "ui/shell/main_window.h"

namespace hw::test {

/// A whole window on a synthetic cluster, in a time of its own and with settings of its own.
class WindowFixture
{
public:
    explicit WindowFixture(SyntheticSpec spec = {}, QString settingsFile = {})
        : cluster(spec)
        , settings(settingsFile.isEmpty() ? m_folder.filePath("settings.ini") : settingsFile,
                   QSettings::IniFormat)
    {
        if (!settings.contains("language"))
            settings.setValue("language", "en");
        window = std::make_unique<ui::MainWindow>(cluster, settings);
        window->feed().setClock([this] { return m_nowMs; });
        window->resize(1600, 1000);
        window->show();
        window->activateWindow();
        (void)QTest::qWaitForWindowActive(window.get()); // keys go to the active window only
        window->feed().setManual();
        run(200ms);
        window->map()->fit();
    }
    /// Frames of 16 ms of the cluster's and the window's time.
    void run(Duration time)
    {
        for (Duration passed{}; passed < time; passed += 16ms) {
            cluster.advance(16ms);
            m_nowMs += 16;
            window->feed().tick();
        }
        QCoreApplication::processEvents();
    }
    ui::BrokerItem* broker(int id) { return window->scene()->brokerItem(BrokerId{id}); }
    QPoint onScreen(const QPointF& scene) { return window->map()->mapFromScene(scene); }
    void click(const QPointF& scene)
    {
        QTest::mouseClick(window->map()->viewport(), Qt::LeftButton, {}, onScreen(scene));
        QCoreApplication::processEvents();
    }
    const observe::Command* lastCommand() const
    {
        return cluster.submitted().empty() ? nullptr : &cluster.submitted().back();
    }
    template <class Command> BrokerId brokerOfLast() const
    {
        const auto* last = lastCommand();
        const auto* command = last ? std::get_if<Command>(last) : nullptr;
        return command ? BrokerId{command->node.number} : kNoBroker;
    }

private:
    QTemporaryDir m_folder;
    std::int64_t m_nowMs = 0;

public:
    SyntheticCluster cluster;
    QSettings settings;
    std::unique_ptr<ui::MainWindow> window;
};

} // namespace hw::test
