#include <QDockWidget>
#include <QMenu>

#include "ui/lessons/lesson_panel.h"
#include "ui/shell/main_window.h"

namespace hw::ui {

void MainWindow::setLessons(const std::vector<LessonTitle>& lessons)
{
    m_lessonTitles = lessons;
    fillLessonMenu();
}

static QString partTitle(const QString& part)
{
    if (part == QLatin1String("A"))
        return MainWindow::tr("The architecture");
    if (part == QLatin1String("B"))
        return MainWindow::tr("Replication and offsets");
    if (part == QLatin1String("C"))
        return MainWindow::tr("Design principles");
    return MainWindow::tr("Beyond");
}

void MainWindow::fillLessonMenu()
{
    if (!m_lessonMenu)
        return;
    m_lessonMenu->clear();
    QString part;
    for (const LessonTitle& lesson : m_lessonTitles) {
        if (lesson.part != part)
            m_lessonMenu->addSection(partTitle(lesson.part));
        part = lesson.part;
        QAction* action = m_lessonMenu->addAction(lesson.name.in(m_language.code()));
        connect(action, &QAction::triggered, this, [this, id = lesson.id.toStdString()] {
            ClusterWish wish;
            wish.studio = true;
            wish.lesson = id;
            emit clusterWanted(wish);
        });
    }
    m_lessonMenu->menuAction()->setVisible(!m_lessonTitles.empty());
}

void MainWindow::showLesson(Lesson lesson)
{
    if (!m_lesson) {
        m_lesson = new LessonPanel;
        m_lessonDock = makeDock("lessonDock", m_lesson, true);
        m_lessonDock->setWindowTitle(tr("Lesson"));
        addDockWidget(Qt::LeftDockWidgetArea, m_lessonDock);
        m_lesson->setTheme(m_theme);
        m_lesson->setLanguage(m_language.code());
    }
    m_lesson->setLesson(std::move(lesson));
    m_lessonDock->show();
}

} // namespace hw::ui
