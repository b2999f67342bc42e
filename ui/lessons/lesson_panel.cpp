#include "ui/lessons/lesson_panel.h"

#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace hw::ui {

using Phase = LessonState::Phase;

static constexpr int kLeastWidth = 330;
static constexpr int kReadingSize = 15; ///< pixels: read from the back of a room

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent)
    , m_language(QStringLiteral("en"))
    , m_theme(makeTheme(ThemeName::Light))
    , m_title(new QLabel)
    , m_progress(new QLabel)
    , m_scroll(new QScrollArea)
    , m_back(new QPushButton)
    , m_forward(new QPushButton)
    , m_free(new QPushButton)
{
    setProperty("role", "panel");
    setMinimumWidth(kLeastWidth);
    setAttribute(Qt::WA_StyledBackground);
    build();
    connect(m_forward, &QPushButton::clicked, this, &LessonPanel::forwardAsked);
    connect(m_back, &QPushButton::clicked, this, &LessonPanel::backAsked);
    connect(m_free, &QPushButton::clicked, this, &LessonPanel::freeAsked);
}

void LessonPanel::build()
{
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(13, 6, 13, 10);
    outer->setSpacing(8);
    m_title->setProperty("role", "title");
    m_title->setWordWrap(true);
    m_progress->setProperty("role", "caption");
    outer->addWidget(m_title);
    outer->addWidget(m_progress);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    outer->addWidget(m_scroll, 1);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_back);
    buttons->addWidget(m_forward, 1);
    outer->addLayout(buttons);
    outer->addWidget(m_free);
    m_forward->setDefault(true);
}

void LessonPanel::setLesson(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_answers.clear();
    m_state = {};
    tell();
}

void LessonPanel::setState(const LessonState& state)
{
    if (state == m_state)
        return;
    m_state = state;
    tell();
}

void LessonPanel::setLanguage(const QString& code)
{
    m_language = code;
    tell();
}

void LessonPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    tell();
}

void LessonPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        tell();
    QWidget::changeEvent(event);
}

int LessonPanel::right() const
{
    int count = 0;
    for (const auto& [step, answer] : m_answers)
        count += m_lesson.steps[static_cast<std::size_t>(step)].question->right == answer;
    return count;
}

int LessonPanel::questions() const
{
    int count = 0;
    for (const LessonStep& step : m_lesson.steps)
        count += step.question.has_value();
    return count;
}

bool LessonPanel::mustAnswer() const
{
    const auto step = static_cast<std::size_t>(m_state.step);
    return m_state.phase == Phase::Ready && step < m_lesson.steps.size() &&
           m_lesson.steps[step].question && !m_answers.contains(m_state.step);
}

QLabel* LessonPanel::addText(const QString& text, const char* role)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (role)
        label->setProperty("role", role);
    QFont font = typeFont(Type::Body);
    font.setPixelSize(kReadingSize);
    label->setFont(font);
    m_column->addWidget(label);
    return label;
}

void LessonPanel::tell()
{
    const int scrolled = m_scroll->verticalScrollBar()->value();
    auto* inside = new QWidget;
    inside->setProperty("role", "panel");
    m_column = new QVBoxLayout(inside);
    m_column->setContentsMargins(0, 0, 8, 0);
    m_column->setSpacing(10);
    m_choices = nullptr;
    m_title->setText(m_lesson.name.in(m_language));
    const auto count = static_cast<int>(m_lesson.steps.size());
    const bool inStep = m_state.phase != Phase::Intro && m_state.step < count;
    m_progress->setText(inStep ? tr("Step %1 of %2").arg(m_state.step + 1).arg(count)
                               : tr("%n step(s)", nullptr, count));
    if (m_state.phase == Phase::Intro) {
        addText(m_lesson.text.in(m_language));
        if (!m_lesson.differs.isEmpty()) {
            addText(tr("Where Kafka is not as older or simpler texts say"), "caption");
            addText(m_lesson.differs.in(m_language), "soft");
        }
    } else if (m_state.phase == Phase::Ended || m_state.phase == Phase::Free) {
        tellEnd();
    } else if (inStep) {
        tellStep(m_lesson.steps[static_cast<std::size_t>(m_state.step)]);
    }
    m_column->addStretch(1);
    m_scroll->setWidget(inside);
    m_scroll->verticalScrollBar()->setValue(scrolled);
    enable();
}

void LessonPanel::tellStep(const LessonStep& step)
{
    if (!step.text.isEmpty())
        addText(step.text.in(m_language));
    if (step.question)
        askQuestion(*step.question);
    tellClaims();
}

void LessonPanel::askQuestion(const LessonQuestion& question)
{
    addText(tr("Question"), "caption");
    addText(question.ask.in(m_language));
    m_choices = new QButtonGroup(m_column->parentWidget());
    const auto answer = m_answers.find(m_state.step);
    const bool isAnswered = answer != m_answers.end();
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const auto number = static_cast<int>(i);
        QString text = question.choices[i].in(m_language);
        if (isAnswered && number == question.right)
            text += QStringLiteral("  ✓");
        else if (isAnswered && number == answer->second)
            text += QStringLiteral("  ✗");
        auto* choice = new QRadioButton(text);
        QFont font = typeFont(Type::Body);
        font.setPixelSize(kReadingSize);
        choice->setFont(font);
        choice->setChecked(isAnswered && number == answer->second);
        choice->setEnabled(!isAnswered);
        m_choices->addButton(choice, number);
        m_column->addWidget(choice);
    }
    connect(m_choices, &QButtonGroup::idClicked, this, [this](int id) {
        m_answers[m_state.step] = id;
        // Later: the button that was clicked must not go while it tells of it.
        QMetaObject::invokeMethod(this, &LessonPanel::tell, Qt::QueuedConnection);
    });
    if (isAnswered) {
        const bool isRight = answer->second == question.right;
        addText((isRight ? tr("Right. %1") : tr("Not so. %1")).arg(question.because.in(m_language)),
                isRight ? nullptr : "error");
    }
}

void LessonPanel::tellClaims()
{
    for (const QString& met : m_state.met)
        addText(QStringLiteral("✓ ") + met, "soft");
    for (const QString& awaited : m_state.awaited)
        addText(QStringLiteral("… ") + awaited, "soft");
    if (!m_state.failure.isEmpty())
        addText(tr("That did not come out as the lesson says: %1").arg(m_state.failure), "error");
}

void LessonPanel::tellEnd()
{
    addText(m_state.phase == Phase::Ended
                ? tr("That was the lesson. The cluster is as it left it: play on with it.")
                : tr("The cluster is yours: kill, cut, send, and see."));
    if (questions() > 0)
        addText(tr("%1 of %2 questions answered rightly.").arg(right()).arg(questions()));
}

QString LessonPanel::forwardText() const
{
    switch (m_state.phase) {
    case Phase::Intro:
        return tr("Begin");
    case Phase::Ready:
        return tr("Run this step");
    case Phase::Running:
        return tr("It runs …");
    case Phase::Done:
        return m_state.step + 1 < static_cast<int>(m_lesson.steps.size()) ? tr("Next step")
                                                                          : tr("Finish");
    case Phase::Failed:
    case Phase::Ended:
    case Phase::Free:
        break;
    }
    return tr("Once more");
}

void LessonPanel::enable()
{
    m_forward->setText(forwardText());
    m_forward->setEnabled(m_state.phase != Phase::Running && !mustAnswer());
    m_forward->setToolTip(mustAnswer() ? tr("Choose an answer first") : QString());
    m_back->setText(tr("Back"));
    m_back->setEnabled(m_state.step > 0 && m_state.phase != Phase::Running);
    m_free->setText(tr("Play freely from here"));
    m_free->setEnabled(m_state.phase != Phase::Free);
}

QString LessonPanel::plainText() const
{
    QStringList all{m_title->text(), m_progress->text()};
    for (const QLabel* label : m_scroll->widget()->findChildren<QLabel*>())
        all += label->text();
    return all.join(QLatin1Char('\n'));
}

} // namespace hw::ui
