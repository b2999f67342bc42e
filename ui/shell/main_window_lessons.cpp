#include <QDockWidget>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

#include "ui/lessons/glossary_window.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/map/map_view.h"
#include "ui/shell/main_window.h"
#include "ui/shell/wide_screen.h"

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
    qDeleteAll(m_lessonMenu->findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    if (m_lesson) {
        m_lessonMenu->addActions({m_lesson->goOn(), m_lesson->goBack()});
        m_lessonMenu->addSeparator();
    }
    QString part;
    QMenu* below = nullptr; // all in one would be taller than many a screen
    for (const LessonTitle& lesson : m_lessonTitles) {
        if (!below || lesson.part != part)
            below = m_lessonMenu->addMenu(partTitle(lesson.part));
        part = lesson.part;
        QAction* action = below->addAction(lesson.name.in(m_language.code()));
        connect(action, &QAction::triggered, this, [this, id = lesson.id] { takeLesson(id); });
    }
    m_lessonMenu->menuAction()->setVisible(!m_lessonTitles.empty());
}

void MainWindow::takeLesson(const QString& id)
{
    ClusterWish wish;
    wish.studio = true;
    wish.lesson = id.toStdString();
    emit clusterWanted(wish);
}

void MainWindow::setGlossary(Glossary glossary)
{
    m_glossary = std::move(glossary);
    if (m_lesson)
        m_lesson->setGlossary(m_glossary);
}

void MainWindow::showGlossary(const QString& term)
{
    if (!m_glossaryWindow) {
        m_glossaryWindow = new GlossaryWindow(this);
        shareKeys(m_glossaryWindow);
        m_glossaryWindow->setTheme(m_theme);
        m_glossaryWindow->setLanguage(m_language.code());
        m_glossaryWindow->setGlossary(m_glossary);
        m_glossaryWindow->setLessons(m_lessonTitles);
        connect(m_glossaryWindow, &GlossaryWindow::lessonAsked, this, &MainWindow::takeLesson);
    }
    m_glossaryWindow->showTerm(term);
    m_glossaryWindow->show();
    m_glossaryWindow->raise();
    m_glossaryWindow->activateWindow();
    if (term.isEmpty())
        m_glossaryWindow->focusSearch();
}

static const QString kScenarios = QStringLiteral("scenarios"); ///< the last folder, in settings

/// As `--scenario`: a scenario is played as a lesson is.
void MainWindow::askScenarioToOpen()
{
    const QString file = QFileDialog::getOpenFileName(this, tr("Open scenario"),
                                                      m_settings.value(kScenarios).toString(),
                                                      tr("Scenarios (*.json)"));
    if (file.isEmpty())
        return;
    m_settings.setValue(kScenarios, QFileInfo(file).absolutePath());
    takeLesson(file);
}

void MainWindow::askScenarioFile()
{
    const QString file = QFileDialog::getSaveFileName(this, tr("Save as scenario"),
                                                      m_settings.value(kScenarios).toString(),
                                                      tr("Scenarios (*.json)"));
    if (file.isEmpty())
        return;
    m_settings.setValue(kScenarios, QFileInfo(file).absolutePath());
    emit scenarioWanted(QFileInfo(file).suffix().isEmpty() ? file + QStringLiteral(".json") : file);
}

void MainWindow::connectLesson()
{
    connect(m_lesson, &LessonPanel::termAsked, this, &MainWindow::showGlossary);
    connect(m_lesson, &LessonPanel::lessonAsked, this, &MainWindow::takeLesson);
    connect(m_lesson, &LessonPanel::logAsked, this, [this](const QString& partition, int broker) {
        const qsizetype dash = partition.lastIndexOf(QLatin1Char('-'));
        openLog(
            {std::string(), BrokerId(broker),
             TopicPartition{partition.left(dash).toStdString(), partition.mid(dash + 1).toInt()}});
    });
    connect(m_lesson, &LessonPanel::classModeChanged, this,
            [this](bool on) { m_settings.setValue(QStringLiteral("classMode"), on); });
}

void MainWindow::showLesson(Lesson lesson)
{
    if (!m_lesson) {
        m_lesson = new LessonPanel;
        m_lessonDock = makeDock("lessonDock", m_lesson, true);
        m_lessonDock->setWindowTitle(tr("Lesson"));
        // The whole height is its own, unless the lists below would make the window too wide.
        if (isWide(*this))
            setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
        addDockWidget(Qt::LeftDockWidgetArea, m_lessonDock);
        m_lesson->setTheme(m_theme);
        m_lesson->setLanguage(m_language.code());
        m_lesson->setGlossary(m_glossary);
        m_lesson->setLessons(m_lessonTitles);
        m_lesson->setScoreBook(m_scoreBook);
        m_lesson->setClassMode(m_settings.value(QStringLiteral("classMode")).toBool());
        connectLesson();
        fillLessonMenu();
    }
    m_lesson->setLesson(std::move(lesson));
    m_lessonDock->show();
    m_view->fit(MapView::kSeen); // a class needs to see all of it
}

} // namespace hw::ui
