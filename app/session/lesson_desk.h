#pragma once

#include <QObject>

#include <optional>
#include <vector>

#include "app/scenario/scenario_player.h"
#include "app/session/studio_cluster.h"
#include "ui/lessons/lesson.h"
#include "ui/shell/main_window.h"

namespace hw::app {

/// A lesson as the window needs it, and the list of all that come with the program.
ui::Lesson lessonOf(const Scenario& scenario);
std::vector<ui::LessonTitle> lessonTitles();
/// The glossary that comes with the program.
ui::Glossary glossary();

/// Gives a lesson in a window on its simulated cluster: lets time run while a step is played, and
/// stops it when all that the step claims came true.
///
///     Intro -> Ready -> Running -> Done -> Ready … -> Ended        (Failed, Free from anywhere)
///
/// When the person goes to another moment or another future of the run, the lesson is `isAway`: it
/// does nothing, and goes on when the run is again where it was left.
///
/// Lives on the window's thread. What moves is moved by the window's frames.
class LessonDesk final : public QObject
{
    Q_OBJECT
public:
    /// All outlive it. `upTo`: as many steps are played at once, as fast as possible, before the
    /// person goes on.
    LessonDesk(Scenario scenario, StudioCluster& studio, ui::MainWindow& window, int upTo = 0);
    ~LessonDesk() override;

    const ui::LessonState& state() const { return m_state; }
    /// Another simulator is about to take the place of the present one.
    void leave();
    /// It has. If it is not at the lesson's moment, the lesson waits until one is that plays on to
    /// it, or until somebody wants to go there.
    void arrive();
    /// On to what comes next: the first step, running it, the one after; without asking the
    /// question.
    void forward();

signals:
    /// The person wants to be where so many steps are played: the lesson begins anew.
    void wantedFrom(int steps);

private:
    using Phase = ui::LessonState::Phase;

    void look();
    void take(const ui::Frame& frame);
    void hear(const std::vector<ScenarioNews>& news);
    void hearRefusal(const ScenarioRefusal& refusal);
    void showStep(int step);
    void pointAtFirst();
    void run();
    void ended();
    void showCard(int number);
    void findCards(const ui::Subject& subject);
    void takeMeasured();
    bool isOver() const;
    void playFreely();
    bool isAtLesson() const;
    void comeBack();
    void goBack();
    void setPhase(Phase phase);
    SimClock& clock() { return m_studio.session().clock(); }
    bool isCatchingUp() const { return m_state.step < m_upTo; }

    const Scenario m_scenario;
    StudioCluster& m_studio;
    std::optional<Instruments> m_instruments; ///< of the simulator that the lesson is on
    ui::MainWindow& m_window;
    ScenarioPlayer m_player;
    /// Where the lesson waits while another moment is in the picture.
    struct Left
    {
        RunPosition position;
        std::vector<RunCommand> given;
    };
    std::optional<Left> m_left;
    bool m_wantsBack = false; ///< and to go on at once
    int m_upTo;
    QStringList m_points;                 ///< of the step, those before the one pointed at
    std::optional<ui::Subject> m_pointed; ///< none yet
    ui::LessonState m_state;
};

} // namespace hw::app
