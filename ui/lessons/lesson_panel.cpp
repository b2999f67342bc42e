#include "ui/lessons/lesson_panel.h"

#include <QAction>
#include <QButtonGroup>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/charts/measure_chart.h"
#include "ui/lessons/claim_words.h"
#include "ui/lessons/failure_words.h"

namespace hw::ui {

using Phase = LessonState::Phase;

static constexpr QChar kMet = u'✓', kAwaited = u'…';
static constexpr int kLeastWidth = 340;
static constexpr int kLetterKeys = 4; ///< A to D; E elects a leader
static constexpr int kClassWidth = 410;

namespace {

/// The text of a choice in as many lines as it needs, which a button's own text cannot have.
class ChoiceText final : public QLabel
{
public:
    ChoiceText(const QString& text, QRadioButton& choice)
        : QLabel(text)
        , m_choice(choice)
    {
        setTextFormat(Qt::PlainText);
        setWordWrap(true);
        setProperty("role", "reading");
    }

protected:
    void mousePressEvent(QMouseEvent*) override { m_choice.click(); }

private:
    QRadioButton& m_choice;
};

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent)
    , m_language(QStringLiteral("en"))
    , m_theme(makeTheme(ThemeName::Light))
    , m_book(std::make_shared<ScoreBook>())
    , m_goOn(new QAction(this))
    , m_goBack(new QAction(this))
    , m_class(new QToolButton)
    , m_save(new QToolButton)
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
    setSizes();
    connect(m_forward, &QPushButton::clicked, this, &LessonPanel::forwardAsked);
    m_goOn->setShortcuts({Qt::CTRL | Qt::Key_Return, Qt::CTRL | Qt::Key_Enter});
    m_goBack->setShortcut(Qt::CTRL | Qt::Key_Backspace);
    connect(m_goOn, &QAction::triggered, m_forward, &QPushButton::click);
    connect(m_goBack, &QAction::triggered, m_back, &QPushButton::click);
    connect(m_back, &QPushButton::clicked, this, &LessonPanel::backAsked);
    connect(m_free, &QPushButton::clicked, this, &LessonPanel::freeAsked);
    connect(m_class, &QToolButton::toggled, this, &LessonPanel::setClassMode);
    connect(m_save, &QToolButton::clicked, this, &LessonPanel::askSave);
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
    auto* below = new QHBoxLayout;
    below->addWidget(m_progress, 1);
    below->addWidget(m_save);
    below->addWidget(m_class);
    outer->addLayout(below);
    m_class->setCheckable(true);
    m_save->hide();
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
    m_shownCards.clear();
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
    setSizes();
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
    for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
        const auto& question = m_lesson.steps[i].question;
        count += question && answerTo(static_cast<int>(i)) == question->right;
    }
    return count;
}

int LessonPanel::answered() const
{
    int count = 0;
    for (std::size_t i = 0; i < m_lesson.steps.size(); ++i)
        count += m_lesson.steps[i].question && answerTo(static_cast<int>(i));
    return count;
}

std::optional<int> LessonPanel::answerTo(int step) const
{
    return m_book->choiceFor(m_lesson.id, step);
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
           m_lesson.steps[step].question && !answerTo(m_state.step);
}

QLabel* LessonPanel::addText(const QString& text, const char* role)
{
    auto* label = new QLabel(styled(m_glossary.linked(text, m_language, &m_linked)));
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    label->setProperty("role", role ? role : "reading");
    connect(label, &QLabel::linkActivated, this, &LessonPanel::follow);
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
    m_chart = nullptr;
    m_linked.clear();
    m_title->setText(m_lesson.name.in(m_language));
    const auto count = static_cast<int>(m_lesson.steps.size());
    const bool inStep = m_state.phase != Phase::Intro && m_state.step < count;
    m_progress->setText(inStep ? tr("Step %1 of %2").arg(m_state.step + 1).arg(count)
                               : tr("%n step(s)", nullptr, count));
    if (m_state.isAway)
        addPlain(tr("Another moment of the run is in the picture. The lesson waits where you left "
                    "it."),
                 "note");
    if (m_state.phase == Phase::Intro) {
        addText(m_lesson.text.in(m_language));
        if (!m_lesson.differs.isEmpty()) {
            addPlain(tr("Where Kafka is not as older or simpler texts say"), "caption");
            addText(m_lesson.differs.in(m_language));
        }
    } else if (m_state.phase == Phase::Ended || m_state.phase == Phase::Free) {
        tellEnd();
    } else if (inStep) {
        tellStep(m_lesson.steps[static_cast<std::size_t>(m_state.step)]);
    }
    if (m_state.phase != Phase::Intro)
        tellMeasured();
    if (inStep)
        tellClaims();
    tellCards();
    m_column->addStretch(1);
    setMinimumWidth(m_classMode ? kClassWidth : kLeastWidth);
    QWidget* focused = focusWidget();
    const bool wasInside = focused && m_scroll->isAncestorOf(focused);
    m_scroll->setWidget(inside);
    m_scroll->verticalScrollBar()->setValue(scrolled);
    enable();
    moveFocus(wasInside);
}

/// The keyboard stays with what comes next: an answer, or the button that goes on.
void LessonPanel::moveFocus(bool wasInside)
{
    QWidget* last = m_class;
    if (m_choices)
        for (QAbstractButton* choice : m_choices->buttons()) {
            setTabOrder(last, choice);
            last = choice;
        }
    setTabOrder(last, m_back);
    if (!wasInside && !m_wantsFocus)
        return;
    m_wantsFocus = !m_forward->isEnabled() && !mustAnswer();
    QWidget* next = mustAnswer() && m_choices ? m_choices->button(0)
                    : m_forward->isEnabled()  ? static_cast<QWidget*>(m_forward)
                                              : m_scroll;
    next->setFocus(Qt::OtherFocusReason);
}

void LessonPanel::tellStep(const LessonStep& step)
{
    if (!step.text.isEmpty())
        addText(step.text.in(m_language));
    if (step.question)
        askQuestion(*step.question);
    addLogButtons(step);
}

void LessonPanel::askQuestion(const LessonQuestion& question)
{
    addPlain(tr("Question"), "caption");
    addText(question.ask.in(m_language));
    m_choices = new QButtonGroup(m_column->parentWidget());
    const std::optional<int> answer = answerTo(m_state.step);
    const bool isAnswered = answer.has_value();
    for (std::size_t i = 0; i < question.choices.size(); ++i) {
        const auto number = static_cast<int>(i);
        const QChar letter(u'A' + number);
        QString text = QStringLiteral("%1.  %2").arg(letter, question.choices[i].in(m_language));
        if (isAnswered && number == question.right)
            text += QStringLiteral("  ✓");
        else if (isAnswered && number == *answer)
            text += QStringLiteral("  ✗");
        auto* choice = new QRadioButton;
        choice->setAccessibleName(text);
        choice->setChecked(isAnswered && number == *answer);
        choice->setEnabled(!isAnswered);
        if (!isAnswered && number < kLetterKeys)
            connect(new QShortcut(QKeySequence(Qt::Key_A + number), choice), &QShortcut::activated,
                    choice, &QRadioButton::click);
        m_choices->addButton(choice, number);
        auto* row = new QHBoxLayout;
        auto* label = new ChoiceText(text, *choice);
        // As high as one line of the text, so that the two stand side by side.
        choice->setFixedHeight(lineHeight());
        row->addWidget(choice, 0, Qt::AlignTop);
        row->addWidget(label, 1);
        m_column->addLayout(row);
    }
    connect(m_choices, &QButtonGroup::idClicked, this, [this, question](int id) {
        m_book->put({m_lesson.id, m_state.step, id, question.ask.in(m_language),
                     question.choices[static_cast<std::size_t>(id)].in(m_language),
                     id == question.right, QDateTime::currentDateTime()});
        // Later: the button that was clicked must not go while it tells of it.
        QMetaObject::invokeMethod(this, &LessonPanel::tell, Qt::QueuedConnection);
    });
    if (isAnswered) {
        const bool isRight = *answer == question.right;
        addText((isRight ? tr("Right. %1") : tr("Not so. %1")).arg(question.because.in(m_language)),
                isRight ? "reading" : "error");
    }
}

void LessonPanel::tellClaims()
{
    const auto isAwaited = [](const LessonRefusal& one) { return !one.outcome; };
    const bool isOpen =
        !m_state.awaited.isEmpty() || std::ranges::any_of(m_state.refusals, isAwaited);
    if (!m_state.met.isEmpty() || !m_state.awaited.isEmpty() || !m_state.refusals.empty())
        addPlain(isOpen ? tr("It should come out so") : tr("It came out so"), "caption");
    for (const LessonRefusal& refusal : m_state.refusals)
        addClaim(isAwaited(refusal) ? kAwaited : kMet, FailureWords::sentence(refusal),
                 refusal.line);
    for (const QString& met : m_state.met)
        addClaim(kMet, ClaimWords::sentence(met), met);
    for (const QString& awaited : m_state.awaited)
        addClaim(kAwaited, ClaimWords::sentence(awaited), awaited);
    if (m_state.failure)
        addPlain(tr("That did not come out as the lesson says: %1")
                     .arg(FailureWords::sentence(*m_state.failure)),
                 "error");
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
    if (m_state.isAway)
        return tr("Back to the lesson");
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
    m_goOn->setText(tr("Go on with the lesson"));
    m_goBack->setText(tr("One step back in the lesson"));
    const bool waits = mustAnswer() && !m_state.isAway;
    m_wantsFocus |= m_forward->hasFocus();
    m_forward->setEnabled(m_state.isAway || (m_state.phase != Phase::Running && !waits));
    m_forward->setToolTip(waits ? tr("Choose an answer first") : QString());
    m_class->setText(tr("Class"));
    m_class->setToolTip(tr("Large type for a class, and a score that can be saved"));
    m_save->setText(tr("Save score…"));
    m_save->setEnabled(!m_book->answers().empty());
    m_back->setText(tr("Back"));
    m_back->setEnabled(m_state.step > 0 && m_state.phase != Phase::Running);
    m_free->setText(tr("Play freely from here"));
    m_free->setEnabled(m_state.phase != Phase::Free);
}

QString LessonPanel::plainText() const
{
    QStringList all{m_title->text(), m_progress->text()};
    for (const QLabel* label : m_scroll->widget()->findChildren<QLabel*>())
        all += QTextDocumentFragment::fromHtml(label->text()).toPlainText();
    return all.join(QLatin1Char('\n'));
}

} // namespace hw::ui
