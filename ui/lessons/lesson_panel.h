#pragma once

#include <QWidget>

#include <memory>

#include "ui/lessons/glossary.h"
#include "ui/lessons/lesson.h"
#include "ui/lessons/score_book.h"
#include "ui/theme/theme.h"

class QAction;
class QButtonGroup;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace hw::ui {

class MeasureChart;

/// Tells a lesson step by step. It only asks; see `README.md`. What was answered is kept in a book.
class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void setLesson(Lesson lesson);
    void setState(const LessonState& state);
    void setLanguage(const QString& code);
    void setTheme(const Theme& theme);
    /// Its terms become links.
    void setGlossary(Glossary glossary);
    /// Names of lessons, for links to them.
    void setLessons(const std::vector<LessonTitle>& lessons);
    /// Where answers are kept; never null. Those that are in it already stand.
    void setScoreBook(std::shared_ptr<ScoreBook> book);
    /// For a class: large type, and the score can be saved.
    void setClassMode(bool on);
    bool isClassMode() const { return m_classMode; }
    /// Shows these notes of the lesson; none: no note.
    void showCards(const std::vector<int>& cards);
    const std::vector<int>& shownCards() const { return m_shownCards; }

    const Lesson& lesson() const { return m_lesson; }
    const LessonState& state() const { return m_state; }
    /// Of all questions that were answered: how many rightly.
    int answered() const;
    int right() const;
    int questions() const;

    /// The same as `forward` and `back`, with keys.
    QAction* goOn() const { return m_goOn; }
    QAction* goBack() const { return m_goBack; }
    QPushButton* forward() const { return m_forward; }
    QPushButton* back() const { return m_back; }
    QPushButton* free() const { return m_free; }
    QButtonGroup* choices() const { return m_choices; }
    QToolButton* classSwitch() const { return m_class; }
    QToolButton* saveButton() const { return m_save; }
    /// Null while nothing was measured.
    MeasureChart* chart() const { return m_chart; }
    /// What it says now, for tests and screen readers.
    QString plainText() const;

signals:
    /// Run the step that is shown; in the intro and after a step: show the next one.
    void forwardAsked();
    void backAsked();
    void freeAsked();
    void termAsked(const QString& id);
    void lessonAsked(const QString& id);
    /// Somebody wants to see the thing that a note is about.
    void cardAsked(int card);
    /// `T-P`, and whose replica: its files are to be looked into.
    void logAsked(const QString& partition, int broker);
    void classModeChanged(bool on);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void tell();
    void tellStep(const LessonStep& step);
    void askQuestion(const LessonQuestion& question);
    void tellClaims();
    void tellEnd();
    void tellCards();
    void tellMeasured();
    void addLogButtons(const LessonStep& step);
    void addLink(const QString& html);
    void follow(const QString& link);
    void askSave();
    QString nameOfLesson(const QString& id) const;
    int readingSize() const;
    int lineHeight() const;
    void setSizes();
    QString styled(const QString& html) const;
    QLabel* addPlain(const QString& text, const char* role);
    void addClaim(QChar mark, const QString& sentence, const QString& claim);
    std::optional<int> answerTo(int step) const;
    void enable();
    void moveFocus(bool wasInside);
    QLabel* addText(const QString& text, const char* role = nullptr);
    bool mustAnswer() const;
    QString forwardText() const;

    Lesson m_lesson;
    LessonState m_state;
    QString m_language;
    Theme m_theme;
    Glossary m_glossary;
    std::vector<LessonTitle> m_lessons;
    std::shared_ptr<ScoreBook> m_book;
    std::vector<int> m_shownCards;
    QSet<QString> m_linked; ///< terms that are links on this page
    bool m_classMode = false;
    bool m_wantsFocus = false; ///< the forward button had it until it could not be pressed
    MeasureChart* m_chart = nullptr;
    QAction* m_goOn;
    QAction* m_goBack;
    QToolButton* m_class;
    QToolButton* m_save;
    QLabel* m_title;
    QLabel* m_progress;
    QScrollArea* m_scroll;
    QVBoxLayout* m_column = nullptr;
    QButtonGroup* m_choices = nullptr;
    QPushButton* m_back;
    QPushButton* m_forward;
    QPushButton* m_free;
};

} // namespace hw::ui
