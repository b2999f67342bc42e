#include "app/session/stage.h"

#include <QApplication>
#include <QDateTime>
#include <QMessageBox>

#include <fmt/format.h>

#include "app/commands/condition_words.h"
#include "app/lessons/library.h"
#include "app/scenario/scenario_writer.h"
#include "app/session/ports.h"
#include "engine/cluster/broker_settings.h"
#include "ui/shell/opening_dialog.h"

namespace hw::app {

namespace {

constexpr std::uint16_t kKafkasPort = 9092;
constexpr std::uint16_t kZookeepersPort = 2181;

Result<void> possible(const cluster::ClusterSpec& spec)
{
    if (auto checked = cluster::check(spec); !checked)
        return checked;
    if (const auto settings = cluster::brokerSettings(spec); !settings)
        return tl::unexpected(settings.error());
    return {};
}

/// As lessons and `await` have conditions.
std::string readStop(const std::string& text, std::function<bool(cluster::Cluster&)>& holds)
{
    const Result<Condition> condition = readCondition(text);
    if (!condition)
        return condition.error().message;
    holds = [wanted = *condition](cluster::Cluster& cluster) {
        const auto snapshot = cluster.snapshot();
        return !missing(wanted, *snapshot, *cluster.gauges());
    };
    return {};
}

void addRefused(const observe::Event& event, std::set<CommandId>& refused)
{
    if (const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact))
        if (!done->ok)
            refused.insert(done->command);
}

} // namespace

cluster::ClusterSpec specOf(const ui::ClusterWish& wish)
{
    cluster::ClusterSpec spec;
    spec.brokers = wish.brokers;
    spec.ensemble = wish.ensemble;
    spec.preset = wish.kafkaPreset ? cluster::Preset::Kafka : cluster::Preset::Classroom;
    spec.seed = wish.seed;
    spec.demo = wish.demo;
    if (wish.consumerProtocol)
        spec.configs["group.coordinator.rebalance.protocols"] = "classic,consumer";
    if (wish.studio)
        return spec;
    // Chosen once: a broker keeps its port for the cluster's life.
    const auto port = wish.port < 0 ? kKafkasPort : static_cast<std::uint16_t>(wish.port);
    if (portsAreFree(port, spec.brokers))
        spec.port = port;
    if (portsAreFree(kZookeepersPort, spec.ensemble))
        spec.zookeeperPort = kZookeepersPort;
    return spec;
}

Stage::Stage(QSettings& settings)
    : m_settings(settings)
{
}

Stage::~Stage() { endAll(); }

void Stage::endAll()
{
    m_lesson.reset();
    m_window.reset();
    m_logs.reset();
    m_machine.reset();
    m_file.reset();
    m_recording.reset();
    m_studio.reset();
    m_seed.reset();
    m_live.reset();
}

cluster::EngineCluster* Stage::cluster() const
{
    if (m_live)
        return &m_live->cluster();
    if (m_seed)
        return &m_seed->cluster();
    return m_studio ? &m_studio->session().cluster() : nullptr;
}

cluster::Cluster& Stage::source() const
{
    if (m_live)
        return m_live->cluster();
    return m_seed ? static_cast<cluster::Cluster&>(m_seed->cluster()) : *m_studio;
}

Result<void> Stage::startCluster(const cluster::ClusterSpec& spec, bool studio)
{
    if (studio) {
        auto session = SimSession::start(spec);
        if (!session)
            return tl::unexpected(session.error());
        m_studio = std::make_unique<StudioCluster>(std::move(*session));
        m_studio->session().clock().play();
        m_studio->run().setReadCondition(readStop);
        m_studio->run().setOnJump(
            [this] {
                m_refused.clear(); // another future may have used the same numbers
                if (m_lesson)
                    m_lesson->leave();
            },
            [this] {
                if (m_lesson)
                    m_lesson->arrive();
            });
        m_logs =
            std::make_unique<SimLogDesk>([this]() -> SimSession& { return m_studio->session(); });
        return {};
    }
    auto session = LiveSession::start(spec, {});
    if (!session)
        return tl::unexpected(session.error());
    m_live = std::move(*session);
    m_logs = std::make_unique<LogDesk>(m_live->dataDirectory());
    return {};
}

/// Paused before anything has happened.
void Stage::startSeed(std::uint64_t seed)
{
    simulate::Options options;
    options.seed = seed;
    m_seed = std::make_unique<SeedSession>(options);
    m_logs = std::make_unique<LogDesk>(std::filesystem::path());
}

Result<void> Stage::show(const ui::ClusterWish& wish)
{
    if (!wish.recording.empty())
        return showRecording(wish.recording);
    std::optional<Scenario> lesson;
    if (!wish.lesson.empty()) {
        auto found = findLesson(wish.lesson);
        if (!found)
            return tl::unexpected(found.error());
        lesson = std::move(*found);
    }
    const bool studio = wish.studio || lesson;
    // Before the old one goes: the ports may be its own.
    if (auto checked = possible(lesson ? lesson->spec : specOf(wish)); !checked)
        return checked;
    const bool quits = QApplication::quitOnLastWindowClosed();
    QApplication::setQuitOnLastWindowClosed(false);
    closeWindow();
    const cluster::ClusterSpec spec = lesson ? lesson->spec : specOf(wish);
    if (wish.faults && !lesson)
        startSeed(wish.seed);
    else if (auto started = startCluster(spec, studio); !started)
        return started;
    startRecording(spec, studio);
    makeWindow(*m_machine, !m_seed);
    if (lesson)
        giveLesson(std::move(*lesson), wish);
    m_window->fitToScreen();
    m_window->show();
    QApplication::setQuitOnLastWindowClosed(quits);
    emit shown();
    return {};
}

/// A large one shows how far it is, and can be given up.
static Result<std::unique_ptr<store::RecordingCluster>> opened(const std::string& file,
                                                               QWidget* window)
{
    ui::OpeningDialog dialog(QString::fromStdString(file), window);
    return store::RecordingCluster::open(file, [&](double share) { return dialog.advance(share); });
}

Result<void> Stage::showRecording(const std::string& file, std::optional<std::int64_t> at)
{
    auto recording = opened(file, m_window.get());
    if (!recording)
        return tl::unexpected(recording.error());
    const bool quits = QApplication::quitOnLastWindowClosed();
    QApplication::setQuitOnLastWindowClosed(false);
    closeWindow();
    m_recording = std::move(*recording);
    if (at)
        m_recording->playback()->seek(Instant(std::chrono::seconds(*at)));
    m_logs = std::make_unique<LogDesk>(std::filesystem::path());
    makeWindow(*m_recording, false);
    m_window->show();
    QApplication::setQuitOnLastWindowClosed(quits);
    emit shown();
    return {};
}

/// The old one, and what it showed: a live cluster lets go of its ports.
void Stage::closeWindow()
{
    if (m_window)
        m_window->closeUnasked(); // it remembers how it was left
    endAll();
}

void Stage::startRecording(const cluster::ClusterSpec& spec, bool studio)
{
    store::RecordingOrigin origin;
    origin.world = studio ? "studio" : "live";
    origin.spec =
        fmt::format("{} brokers, {} ZooKeeper servers, {} settings", spec.brokers, spec.ensemble,
                    spec.preset == cluster::Preset::Kafka ? "Kafka's own" : "classroom");
    origin.seed = spec.seed;
    origin.started = WallTime(QDateTime::currentMSecsSinceEpoch());
    m_file = std::make_unique<store::RecordingFile>();
    m_machine = std::make_unique<store::TimeMachine>(source(), m_file->path(), origin);
}

void Stage::makeWindow(cluster::Cluster& shown, bool replicas)
{
    m_window = std::make_unique<ui::MainWindow>(shown, m_settings);
    m_window->setLogSource(*m_logs, replicas);
    // Later: the window that asks must not go while it does.
    connect(m_window.get(), &ui::MainWindow::clusterWanted, this, &Stage::obey,
            Qt::QueuedConnection);
    connect(m_window.get(), &ui::MainWindow::scenarioWanted, this, &Stage::saveScenario);
    m_refused.clear();
    connect(&m_window->feed(), &ui::Feed::frameReady, this, &Stage::noteRefused);
    m_window->setLessons(lessonTitles());
    m_window->setGlossary(glossary());
    m_window->setScoreBook(m_scores);
    m_window->actions().saveScenario->setEnabled(m_live || m_studio);
}

void Stage::noteRefused(const ui::Frame& frame)
{
    for (const observe::Event& event : frame.events)
        addRefused(event, m_refused);
}

Result<std::string> Stage::scenario() const
{
    if (!m_live && !m_studio)
        return fail(Failure::Invalid, "there is nothing to save: only what is done in Live or in "
                                      "Studio can be a scenario");
    std::set<CommandId> refused = m_refused;
    if (m_studio)
        for (const observe::Event& event : m_studio->session().past())
            addRefused(event, refused);
    const Instant now = m_live ? m_live->now() : m_studio->session().now();
    return scenarioOf(cluster()->spec(), cluster()->commandLog(), refused, now);
}

void Stage::saveScenario(const QString& file)
{
    const Result<std::string> text = scenario();
    const Result<void> saved =
        text ? writeScenario(file.toStdString(), *text) : tl::unexpected(text.error());
    if (!saved)
        QMessageBox::warning(m_window.get(), QApplication::applicationDisplayName(),
                             QString::fromStdString(saved.error().message));
}

void Stage::giveLesson(Scenario lesson, const ui::ClusterWish& wish)
{
    m_lesson =
        std::make_unique<LessonDesk>(std::move(lesson), *m_studio, *m_window, wish.lessonSteps);
    connect(
        m_lesson.get(), &LessonDesk::wantedFrom, this,
        [this, wish](int steps) {
            ui::ClusterWish again = wish;
            again.lessonSteps = steps;
            obey(again);
        },
        Qt::QueuedConnection);
}

void Stage::obey(const ui::ClusterWish& wish)
{
    if (m_window && !m_window->agreesToClose())
        return;
    const Result<void> done = show(wish);
    if (done || done.error().kind == Failure::Closed) // the person did not want it any more
        return;
    const QString why = QString::fromStdString(done.error().message);
    if (m_window)
        QMessageBox::warning(m_window.get(), QApplication::applicationDisplayName(), why);
    else
        emit failed(why);
}

} // namespace hw::app
