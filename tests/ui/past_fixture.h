#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "tests/support/synthetic_past.h"
#include "ui/map/broker_item.h"
#include "ui/map/map_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/tables.h"
#include "ui/timeline/past_actions.h"
#include "ui/timeline/past_banner.h"
#include "ui/timeline/timeline_bar.h"

namespace hw::test {

/// A whole window on a synthetic cluster that has a past; time is its own.
class PastFixture
{
public:
    explicit PastFixture(const QString& language = QStringLiteral("en"))
        : settings(folder.filePath("settings.ini"), QSettings::IniFormat)
    {
        settings.setValue("language", language);
        window = std::make_unique<ui::MainWindow>(past, settings);
        window->feed().setClock([this] { return m_nowMs; });
        window->resize(1600, 1000);
        window->show();
        window->activateWindow();
        (void)QTest::qWaitForWindowActive(window.get());
        window->feed().setManual();
        run(200ms);
    }
    void run(Duration time)
    {
        for (Duration passed{}; passed < time; passed += 16ms) {
            past.live(16ms);
            m_nowMs += 16;
            window->feed().tick();
        }
        QCoreApplication::processEvents();
    }
    /// So long that a jump has settled.
    void settle() { run(400ms); }
    void killBroker1()
    {
        killedAt = past.state().last;
        past.submit(observe::command::Kill{NodeId::broker(BrokerId{1})});
        run(5s);
    }
    cluster::PlaybackState state() const { return past.state(); }
    ui::TimelineView* view() const { return window->timeline()->view(); }
    QPoint at(Instant moment, double y) const
    {
        return QPointF(view()->scale().x(moment), y).toPoint();
    }
    void click(const QPoint& where)
    {
        QTest::mouseClick(view(), Qt::LeftButton, {}, where);
        run(32ms);
    }
    void key(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(window->map(), static_cast<Qt::Key>(key), modifiers);
        run(32ms);
    }
    observe::BrokerState brokerShown(int id)
    {
        return window->scene()->brokerItem(BrokerId{id})->part()->state;
    }

    QTemporaryDir folder;
    QSettings settings;
    SyntheticPast past;
    Instant killedAt;
    std::unique_ptr<ui::MainWindow> window;

private:
    std::int64_t m_nowMs = 0;
};

} // namespace hw::test
