#pragma once

#include <QWidget>

#include <map>

#include "ui/lessons/lesson.h"
#include "ui/theme/theme.h"

class QButtonGroup;
class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace hw::ui {

/// Tells a lesson step by step. It only asks; see `README.md`. Keeps what was answered.
class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void setLesson(Lesson lesson);
    void setState(const LessonState& state);
    void setLanguage(const QString& code);
    void setTheme(const Theme& theme);

    const Lesson& lesson() const { return m_lesson; }
    const LessonState& state() const { return m_state; }
    /// Of all questions that were answered: how many rightly.
    int answered() const { return static_cast<int>(m_answers.size()); }
    int right() const;
    int questions() const;

    QPushButton* forward() const { return m_forward; }
    QPushButton* back() const { return m_back; }
    QPushButton* free() const { return m_free; }
    QButtonGroup* choices() const { return m_choices; }
    /// What it says now, for tests and screen readers.
    QString plainText() const;

signals:
    /// Run the step that is shown; in the intro and after a step: show the next one.
    void forwardAsked();
    void backAsked();
    void freeAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void tell();
    void tellStep(const LessonStep& step);
    void askQuestion(const LessonQuestion& question);
    void tellClaims();
    void tellEnd();
    void enable();
    QLabel* addText(const QString& text, const char* role = nullptr);
    bool mustAnswer() const;
    QString forwardText() const;

    Lesson m_lesson;
    LessonState m_state;
    QString m_language;
    Theme m_theme;
    std::map<int, int> m_answers; ///< by step
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
