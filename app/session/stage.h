#pragma once

#include <QObject>
#include <QSettings>

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/session/lesson_desk.h"
#include "app/session/live_session.h"
#include "app/session/seed_session.h"
#include "app/session/sim_log_desk.h"
#include "app/session/studio_cluster.h"
#include "app/store/recording_cluster.h"
#include "app/store/recordings_folder.h"
#include "app/store/time_machine.h"
#include "ui/shell/cluster_wish.h"
#include "ui/shell/main_window.h"

namespace hw::app {

/// What a window shows, and the window: makes both, and both anew when another cluster is wanted.
///
///     cluster -> time machine -> log desk -> window -> lesson       (and backwards at the end)
///     recording ---------------> log desk -> window
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

    /// The same with a recording; begins at that second of its time, or at its first. Closed: the
    /// person gave up waiting for it, and nothing changed.
    Result<void> showRecording(const std::string& file, std::optional<std::int64_t> at = {});

    ui::MainWindow* window() const { return m_window.get(); }
    /// Null before the first, and for a recording. A Studio's may be another one after every frame.
    cluster::EngineCluster* cluster() const;
    /// Null for a live one.
    StudioCluster* studio() const { return m_studio.get(); }
    bool isLive() const { return m_live != nullptr; }
    /// What was done so far as a scenario file.
    Result<std::string> scenario() const;

signals:
    /// There is a new window; what one had of the old one is gone.
    void shown();
    /// The old cluster is gone and the new one did not start.
    void failed(const QString& why);

private:
    void endAll();
    cluster::Cluster& source() const;
    void obey(const ui::ClusterWish& wish);
    void closeWindow();
    Result<void> startCluster(const cluster::ClusterSpec& spec, bool studio);
    void startSeed(std::uint64_t seed);
    void startRecording(const cluster::ClusterSpec& spec, bool studio);
    void makeWindow(cluster::Cluster& shown, bool replicas);
    void noteRefused(const ui::Frame& frame);
    void saveScenario(const QString& file);
    void giveLesson(Scenario lesson, const ui::ClusterWish& wish);

    QSettings& m_settings;
    std::unique_ptr<LiveSession> m_live; ///< at most one of the four
    std::unique_ptr<StudioCluster> m_studio;
    std::unique_ptr<SeedSession> m_seed;
    std::unique_ptr<store::RecordingCluster> m_recording;
    std::unique_ptr<store::RecordingFile> m_file; ///< that the time machine writes
    std::unique_ptr<store::TimeMachine> m_machine;
    std::unique_ptr<observe::LogSource> m_logs;
    std::shared_ptr<ui::ScoreBook> m_scores = std::make_shared<ui::ScoreBook>();
    std::set<CommandId> m_refused; ///< of the present future's commands
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<LessonDesk> m_lesson; ///< if one is given
};

/// The spec of a wish. A live one takes Kafka's own ports, so that a client finds it by habit, or
/// free ones if another program has them.
cluster::ClusterSpec specOf(const ui::ClusterWish& wish);

} // namespace hw::app
