#pragma once

#include <QWidget>

#include "ui/lessons/glossary.h"
#include "ui/theme/theme.h"

class QLineEdit;
class QListWidget;
class QPushButton;
class QTextBrowser;

namespace hw::ui {

/// The words of the program, to be searched and read; each can be shown by the lesson about it.
class GlossaryWindow : public QWidget
{
    Q_OBJECT
public:
    explicit GlossaryWindow(QWidget* parent = nullptr);

    void setGlossary(Glossary glossary);
    void setLanguage(const QString& code);
    void setTheme(const Theme& theme);
    /// Names of lessons, for the button that runs them.
    void setLessons(const std::vector<LessonTitle>& lessons);
    /// Shows that term, whatever was searched for; nothing if there is none.
    void showTerm(const QString& id);
    void focusSearch();

    QLineEdit* search() const { return m_search; }
    QListWidget* list() const { return m_list; }
    QTextBrowser* text() const { return m_text; }
    QPushButton* showMe() const { return m_showMe; }

signals:
    void lessonAsked(const QString& id);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void fill();
    void tell();
    const Term* current() const;

    Glossary m_glossary;
    QString m_language;
    std::vector<LessonTitle> m_lessons;
    Theme m_theme;
    QLineEdit* m_search;
    QListWidget* m_list;
    QTextBrowser* m_text;
    QPushButton* m_showMe;
};

} // namespace hw::ui
