#pragma once

#include <QObject>
#include <QSettings>

#include <memory>
#include <string>

#include "app/session/lesson_desk.h"
#include "app/session/live_session.h"
#include "app/session/log_desk.h"
#include "app/session/seed_session.h"
#include "app/session/sim_session.h"
#include "ui/shell/cluster_wish.h"
#include "ui/shell/main_window.h"

namespace hw::app {

/// What a window shows, and the window: makes both, and both anew when another cluster is wanted.
///
///     cluster -> log desk -> window -> lesson       (and backwards at the end)
///
/// Lives on the program's main thread, inside its QApplication.
class Stage final : public QObject
{
    Q_OBJECT
public:
    /// `settings` outlive it.
    explicit Stage(QSettings& settings);
    ~Stage() override;

    /// Ends what there is and shows another cluster. Fails, and changes nothing, when the wish
    /// cannot be granted; fails without a window when the new cluster cannot be started.
    Result<void> show(const ui::ClusterWish& wish);

    ui::MainWindow* window() const { return m_window.get(); }
    /// Null before the first.
    cluster::EngineCluster* cluster() const;
    bool isLive() const { return m_live != nullptr; }

signals:
    /// There is a new window; what one had of the old one is gone.
    void shown();
    /// The old cluster is gone and the new one did not start.
    void failed(const QString& why);

private:
    void endAll();
    void obey(const ui::ClusterWish& wish);
    Result<void> startCluster(const cluster::ClusterSpec& spec, bool studio);
    void startSeed(std::uint64_t seed);
    void giveLesson(Scenario lesson, const ui::ClusterWish& wish);

    QSettings& m_settings;
    std::unique_ptr<LiveSession> m_live; ///< at most one of the three
    std::unique_ptr<SimSession> m_sim;
    std::unique_ptr<SeedSession> m_seed;
    std::unique_ptr<LogDesk> m_logs;
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<LessonDesk> m_lesson; ///< if one is given
};

/// The spec of a wish. A live one takes Kafka's own ports, so that a client finds it by habit, or
/// free ones if another program has them.
cluster::ClusterSpec specOf(const ui::ClusterWish& wish);

} // namespace hw::app
