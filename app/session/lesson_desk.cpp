#include "app/session/lesson_desk.h"

#include <algorithm>
#include <utility>

#include "app/lessons/glossary.h"
#include "app/lessons/library.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/lessons/pointing.h"

namespace hw::app {

namespace {

/// Of the cluster's time: as `checkLesson` does it.
constexpr Duration kLook = 5ms;

ui::LessonText textOf(const Texts& texts)
{
    ui::LessonText text;
    for (const auto& [language, said] : texts.byLanguage)
        text.byLanguage.insert(QString::fromStdString(language), QString::fromStdString(said));
    return text;
}

} // namespace

/// What a step says, or else does, or else waits for: scenarios that are no lessons may say
/// nothing.
static ui::LessonText sayOf(const ScenarioStep& step)
{
    if (!step.text.byLanguage.empty())
        return textOf(step.text);
    QStringList lines;
    for (const auto* all : {&step.lines, &step.refused})
        for (const std::string& line : *all)
            lines += QString::fromStdString(line);
    for (std::size_t n = 0; n < step.expects.size() && step.lines.empty(); ++n)
        lines += QString::fromStdString(step.expects[n].text);
    ui::LessonText text;
    if (!lines.isEmpty())
        text.byLanguage.insert(QStringLiteral("en"), lines.join(QStringLiteral("; ")));
    return text;
}

static ui::LessonText nameOf(const Scenario& scenario)
{
    ui::LessonText name = textOf(scenario.name);
    if (name.isEmpty())
        name.byLanguage.insert(QStringLiteral("en"), QString::fromStdString(scenario.id));
    return name;
}

ui::Lesson lessonOf(const Scenario& scenario)
{
    ui::Lesson lesson{QString::fromStdString(scenario.id),
                      nameOf(scenario),
                      textOf(scenario.text),
                      textOf(scenario.differs),
                      {},
                      {}};
    for (const ScenarioStep& from : scenario.steps) {
        ui::LessonStep step;
        step.text = sayOf(from);
        for (const std::string& point : from.point)
            step.points += QString::fromStdString(point);
        if (from.question) {
            ui::LessonQuestion question;
            question.ask = textOf(from.question->ask);
            for (const Texts& choice : from.question->choices)
                question.choices.push_back(textOf(choice));
            question.right = static_cast<int>(from.question->right);
            question.because = textOf(from.question->because);
            step.question = std::move(question);
        }
        lesson.steps.push_back(std::move(step));
    }
    for (const Card& card : scenario.cards)
        lesson.cards.push_back({QString::fromStdString(card.point), textOf(card.title),
                                textOf(card.text), QString::fromStdString(card.lesson)});
    return lesson;
}

std::vector<ui::LessonTitle> lessonTitles()
{
    std::vector<ui::LessonTitle> titles;
    if (const auto lessons = allLessons())
        for (const Scenario& lesson : *lessons)
            titles.push_back({QString::fromStdString(lesson.id),
                              QString::fromStdString(lesson.part), textOf(lesson.name)});
    return titles;
}

ui::Glossary glossary()
{
    std::vector<ui::Term> terms;
    if (const auto read = readGlossary(builtInGlossary()))
        for (const GlossaryTerm& term : *read)
            terms.push_back({QString::fromStdString(term.id), textOf(term.name), textOf(term.text),
                             textOf(term.spellings), QString::fromStdString(term.lesson)});
    return ui::Glossary(std::move(terms));
}

LessonDesk::LessonDesk(Scenario scenario, StudioCluster& studio, ui::MainWindow& window, int upTo)
    : m_scenario(std::move(scenario))
    , m_studio(studio)
    , m_instruments(Instruments::of(studio.session()))
    , m_window(window)
    , m_player(m_scenario, studio.session().cluster(), &*m_instruments)
    , m_upTo(upTo)
{
    m_player.allow(0);
    m_window.showLesson(lessonOf(m_scenario));
    ui::LessonPanel* panel = m_window.lessonPanel();
    connect(panel, &ui::LessonPanel::forwardAsked, this, &LessonDesk::forward);
    connect(panel, &ui::LessonPanel::backAsked, this,
            [this] { emit wantedFrom(std::max(0, m_state.step - 1)); });
    connect(panel, &ui::LessonPanel::freeAsked, this, [this] { playFreely(); });
    connect(panel, &ui::LessonPanel::cardAsked, this, &LessonDesk::showCard);
    connect(&m_window.selection(), &ui::Selection::changed, this, &LessonDesk::findCards);
    connect(&m_window.feed(), &ui::Feed::frameReady, this, &LessonDesk::take);
    // The workload is set up while the introduction is read.
    clock().setLook(kLook, [this] { look(); });
    clock().setFlatOut(false);
    clock().play();
    if (isCatchingUp()) {
        clock().setFlatOut(true);
        showStep(0);
        run();
    }
}

/// A note is shown by its thing; one whose thing is not on the map, or not there yet, by itself.
void LessonDesk::showCard(int number)
{
    const Card& card = m_scenario.cards.at(static_cast<std::size_t>(number));
    const auto& snapshot = m_window.feed().last().snapshot;
    if (snapshot)
        if (const ui::Subject subject =
                ui::subjectOf(QString::fromStdString(card.point), *snapshot))
            m_window.selection().select(subject);
    m_window.lessonPanel()->showCards({number});
}

/// All notes on what is selected now.
void LessonDesk::findCards(const ui::Subject& subject)
{
    const auto& snapshot = m_window.feed().last().snapshot;
    if (!snapshot || m_scenario.cards.empty())
        return;
    std::vector<int> found;
    for (std::size_t i = 0; i < m_scenario.cards.size(); ++i) {
        const QString point = QString::fromStdString(m_scenario.cards[i].point);
        if (subject && ui::subjectOf(point, *snapshot) == subject)
            found.push_back(static_cast<int>(i));
    }
    m_window.lessonPanel()->showCards(found);
}

void LessonDesk::takeMeasured()
{
    const auto& measured = m_player.measured();
    for (std::size_t i = m_state.measured.size(); i < measured.size(); ++i) {
        const MeasuredPoint& point = measured[i];
        const Measure& measure = m_scenario.steps[point.step].measures[point.measure];
        m_state.measured.push_back({textOf(measure.name), textOf(measure.unit),
                                    textOf(measure.label), point.at, point.value,
                                    textOf(measure.along)});
    }
}

void LessonDesk::setPhase(Phase phase)
{
    m_state.phase = phase;
    m_window.lessonPanel()->setState(m_state);
}

LessonDesk::~LessonDesk() { clock().setLook(kLook, {}); }

void LessonDesk::playFreely()
{
    m_left.reset();
    m_state.isAway = false;
    setPhase(Phase::Free);
}

bool LessonDesk::isOver() const
{
    return m_state.phase == Phase::Free || m_state.phase == Phase::Ended ||
           m_state.phase == Phase::Failed;
}

void LessonDesk::leave()
{
    const SimSession& session = m_studio.session();
    if (!m_left && !isOver())
        m_left = Left{session.position(), session.script().given()};
    clock().setLook(kLook, {});
}

void LessonDesk::arrive()
{
    clock().setLook(kLook, [this] { look(); });
    if (!m_left)
        return;
    if (isAtLesson())
        return comeBack();
    m_state.isAway = true;
    m_window.lessonPanel()->setState(m_state);
}

bool LessonDesk::isAtLesson() const
{
    const SimSession& session = m_studio.session();
    return session.position() >= m_left->position &&
           beginsWith(session.script().given(), m_left->given, m_left->position);
}

/// The present simulator is the lesson's from here on: what it did so far is the same.
void LessonDesk::comeBack()
{
    m_left.reset();
    const bool playsOn = std::exchange(m_wantsBack, false) && m_state.phase == Phase::Running;
    m_instruments.emplace(Instruments::of(m_studio.session()));
    m_player.moveTo(m_studio.session().cluster());
    if (m_state.phase != Phase::Running)
        clock().pause(); // the lesson waited there
    else if (playsOn)
        clock().play();
    m_state.isAway = false;
    m_window.lessonPanel()->setState(m_state);
}

void LessonDesk::goBack()
{
    m_wantsBack = true;
    if (!m_studio.run().returnTo(m_left->given, m_left->position))
        playFreely(); // that future was removed
}

/// What is not looked at in time has been seen by a frame.
void LessonDesk::take(const ui::Frame& frame)
{
    if (m_left)
        return;
    for (const observe::Event& event : frame.events)
        if (const auto* done = std::get_if<observe::fact::CommandDone>(&event.fact))
            m_player.take(*done);
    pointAtFirst();
}

void LessonDesk::look()
{
    if (isOver())
        return;
    if (m_left) {
        if (!isAtLesson())
            return;
        comeBack();
        if (m_state.phase != Phase::Running)
            return;
    }
    for (const observe::fact::CommandDone& done : m_studio.session().cluster().waitingOutcomes())
        m_player.take(done);
    hear(m_player.advance(clock().state().now));
    takeMeasured();
    const bool waits = m_state.phase == Phase::Intro || m_state.phase == Phase::Ready;
    if (waits && m_player.isReady())
        clock().pause();
    if (m_state.phase != Phase::Running)
        return;
    if (m_player.state() == ScenarioPlayer::State::Failed) {
        clock().pause();
        return setPhase(Phase::Failed);
    }
    if (m_player.begun() > static_cast<std::size_t>(m_state.step) && m_player.isIdle())
        return ended();
    m_window.lessonPanel()->setState(m_state);
}

/// The step came out as the lesson says.
void LessonDesk::ended()
{
    m_state.awaited.clear();
    if (isCatchingUp()) {
        showStep(m_state.step + 1);
        if (isCatchingUp())
            return run();
        clock().setFlatOut(false);
        clock().pause();
        return setPhase(Phase::Ready);
    }
    clock().pause();
    setPhase(Phase::Done);
}

/// Both lists of reasons are in the same order.
static ui::LessonFailure failureOf(const ScenarioNews& news)
{
    using Why = ui::LessonFailure::Why;
    static_assert(static_cast<int>(Why::Broken) == static_cast<int>(ScenarioFailure::Why::Broken));
    ui::LessonFailure told;
    told.english = QString::fromStdString(news.text);
    if (!news.failure)
        return told;
    const ScenarioFailure& failure = *news.failure;
    told.why = static_cast<Why>(failure.why);
    told.what = QString::fromStdString(failure.what);
    told.afterMs = toMs(failure.after);
    told.command = failure.command;
    told.outcome = failure.outcome;
    told.instead = QString::fromStdString(failure.instead);
    return told;
}

void LessonDesk::hear(const std::vector<ScenarioNews>& news)
{
    for (const ScenarioNews& one : news) {
        const QString text = QString::fromStdString(one.text);
        if (one.refusal)
            hearRefusal(*one.refusal);
        switch (one.kind) {
        case ScenarioNews::Kind::Expect:
            m_state.awaited += text.section(QStringLiteral(" within "), 0, 0);
            break;
        case ScenarioNews::Kind::Met: {
            const QString what = text.section(QStringLiteral(" after "), 0, 0);
            m_state.awaited.removeOne(what);
            m_state.met += what;
            break;
        }
        case ScenarioNews::Kind::Failed:
            m_state.failure = failureOf(one);
            break;
        case ScenarioNews::Kind::Note:
        case ScenarioNews::Kind::Step:
        case ScenarioNews::Kind::Done:
        case ScenarioNews::Kind::Measured:
        case ScenarioNews::Kind::Passed:
            break;
        }
    }
}

void LessonDesk::hearRefusal(const ScenarioRefusal& refusal)
{
    const QString line = QString::fromStdString(refusal.line);
    const auto isIt = [&](const ui::LessonRefusal& one) {
        return one.line == line && !one.outcome;
    };
    const auto awaited = std::ranges::find_if(m_state.refusals, isIt);
    if (!refusal.outcome)
        m_state.refusals.push_back({line, refusal.command, {}});
    else if (awaited != m_state.refusals.end())
        awaited->outcome = refusal.outcome;
}

void LessonDesk::forward()
{
    if (m_left)
        return goBack();
    switch (m_state.phase) {
    case Phase::Intro:
        showStep(0);
        return setPhase(Phase::Ready);
    case Phase::Ready:
        return run();
    case Phase::Done:
        if (m_state.step + 1 >= static_cast<int>(m_scenario.steps.size())) {
            ++m_state.step;
            clock().play();
            return setPhase(Phase::Ended);
        }
        showStep(m_state.step + 1);
        return setPhase(Phase::Ready);
    case Phase::Running:
        return;
    case Phase::Failed:
    case Phase::Ended:
    case Phase::Free:
        m_window.scoreBook()->forget(QString::fromStdString(m_scenario.id));
        emit wantedFrom(0);
        return;
    }
}

void LessonDesk::showStep(int step)
{
    m_state.step = step;
    m_state.met.clear();
    m_state.awaited.clear();
    m_state.refusals.clear();
    m_state.failure.reset();
    m_points.clear();
    m_pointed.reset();
    const auto index = static_cast<std::size_t>(step);
    if (index >= m_scenario.steps.size())
        return;
    for (const std::string& point : m_scenario.steps[index].point)
        m_points += QString::fromStdString(point);
    pointAtFirst();
}

/// At the first of the things that is there; one that comes before it in the list and appears
/// later, as a member that the step adds, is pointed at then, unless somebody looks at something
/// else.
void LessonDesk::pointAtFirst()
{
    const auto& snapshot = m_window.feed().last().snapshot;
    if (!snapshot || m_points.isEmpty())
        return;
    if (m_pointed && m_window.selection().current() != *m_pointed)
        return m_points.clear();
    for (qsizetype n = 0; n < m_points.size(); ++n)
        if (const ui::Subject subject = ui::subjectOf(m_points[n], *snapshot)) {
            m_points.resize(n);
            m_pointed = subject;
            return m_window.selection().select(subject);
        }
}

/// The first step begins at the moment at which the workload stands, as in `checkLesson`, however
/// long somebody read before: so every step ends at one moment, whoever goes there and how.
void LessonDesk::run()
{
    m_player.allow(static_cast<std::size_t>(m_state.step) + 1);
    clock().play();
    setPhase(Phase::Running);
    if (m_player.isReady() && m_player.begun() == 0)
        look();
}

} // namespace hw::app
