#include <QApplication>
#include <QSaveFile>

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/commands/console.h"
#include "app/commands/shot.h"
#include "app/commands/window.h"
#include "app/lessons/library.h"
#include "app/session/lesson_desk.h"
#include "app/session/studio_cluster.h"
#include "ui/shell/application.h"
#include "ui/shell/language.h"
#include "ui/shell/shot.h"

namespace hw::app {

namespace {

constexpr Duration kPictureAt = 20s;

/// The offscreen platform remarks on what it lacks; that is no matter of the user's.
void drop(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        LineOutput(2).line(message.toStdString());
}

ui::ShotOptions pictureOf(const ShotOptions& options, SimSession& session)
{
    ui::ShotOptions picture;
    picture.size = QSize(options.width, options.height);
    picture.theme = options.theme == Theme::Dark        ? ui::ThemeName::Dark
                    : options.theme == Theme::Projector ? ui::ThemeName::Projector
                                                        : ui::ThemeName::Light;
    picture.language = QString::fromStdString(options.language);
    // Frames move the time; as the machine's stands still, none is ever too slow.
    session.clock().setMachineTime([] { return Duration(); });
    session.clock().play();
    picture.before = kPictureAt; // all of it: the chart and the list begin with the cluster
    return picture;
}

/// Where a lesson is shown: its introduction, or a step that has just been played.
class LessonScene
{
public:
    LessonScene(Scenario lesson, int step, StudioCluster& studio)
        : m_lesson(std::move(lesson))
        , m_step(step)
        , m_studio(studio)
    {
    }

    void putInto(ui::ShotOptions& picture)
    {
        picture.begin = [this](ui::MainWindow& window) { begin(window); };
        picture.until = [this] { return arrived(); };
        picture.end = [this] { m_desk.reset(); };
    }
    /// Why the step could not be shown; empty if it was.
    const std::string& failure() const { return m_failure; }

private:
    using Phase = ui::LessonState::Phase;
    static constexpr double kSpeed = 10; ///< of the step that is shown

    void begin(ui::MainWindow& window)
    {
        window.setLessons(lessonTitles());
        window.setGlossary(glossary());
        for (int step = 0; step < m_step; ++step)
            answerRightly(window, step);
        m_desk = std::make_unique<LessonDesk>(m_lesson, m_studio, window, std::max(0, m_step - 1));
    }
    void answerRightly(ui::MainWindow& window, int step)
    {
        const auto& question = m_lesson.steps[static_cast<std::size_t>(step)].question;
        if (question)
            window.scoreBook()->put({QString::fromStdString(m_lesson.id),
                                     step,
                                     static_cast<int>(question->right),
                                     {},
                                     {},
                                     true,
                                     {}});
    }
    bool arrived()
    {
        const ui::LessonState& state = m_desk->state();
        if (state.phase == Phase::Failed)
            m_failure = state.failure ? state.failure->english.toStdString() : std::string();
        const bool paused =
            m_studio.session().clock().state().mode == cluster::TimeState::Mode::Paused;
        if (m_step == 0 || state.phase == Phase::Failed)
            return paused;
        if (state.phase == Phase::Intro && paused)
            m_desk->forward();
        else if (state.phase == Phase::Ready && state.step == m_step - 1) {
            m_studio.session().clock().setSpeed(kSpeed);
            m_desk->forward();
        }
        return state.phase == Phase::Done && state.step == m_step - 1;
    }

    const Scenario m_lesson;
    const int m_step;
    StudioCluster& m_studio;
    std::unique_ptr<LessonDesk> m_desk;
    std::string m_failure;
};

/// The old file stays whole until the new one is.
bool save(const QImage& image, const QString& path)
{
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && image.save(&file, "PNG") && file.commit();
}

} // namespace

int shot(const ShotOptions& options)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler(drop);
    int argc = 1;
    char name[] = "highwater";
    char* argv[] = {name, nullptr};
    QApplication application(argc, argv);
    ui::prepareApplication(application);
    if (!ui::Language::all().contains(options.language.c_str()))
        return refuse(unknownLanguage(options.language));

    Scenario lesson;
    lesson.spec.demo = true;
    lesson.spec.seed = 1;
    if (!options.lesson.empty()) {
        auto found = findLesson(options.lesson);
        if (!found)
            return refuse(found.error().message);
        lesson = std::move(*found);
        if (options.step > std::ssize(lesson.steps))
            return refuse(fmt::format("--step: {} is beyond the lesson; 0 to {} is allowed",
                                      options.step, lesson.steps.size()));
    }
    auto session = SimSession::start(lesson.spec);
    if (!session)
        return refuse(session.error().message);
    StudioCluster studio(std::move(*session));
    ui::ShotOptions picture = pictureOf(options, studio.session());
    LessonScene scene(std::move(lesson), options.step, studio);
    if (!options.lesson.empty())
        scene.putInto(picture);
    const QImage image = ui::renderWindow(studio, picture);
    if (!scene.failure().empty())
        return refuse("shot: the lesson did not come out: " + scene.failure());
    if (!save(image, QString::fromStdString(options.file)))
        return refuse("shot: '" + options.file +
                      "' cannot be written; a file in a folder of yours is allowed");
    return kDone;
}

} // namespace hw::app
