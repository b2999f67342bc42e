#include <QAbstractButton>
#include <QButtonGroup>
#include <QPushButton>

#include "app/lessons/check.h"
#include "app/lessons/library.h"
#include "tests/ui/studio_fixture.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/shell/tables.h"

using namespace hw;
using Phase = ui::LessonState::Phase;

namespace {

ui::ClusterWish lessonWish(const QString& name)
{
    ui::ClusterWish wish;
    wish.studio = true;
    wish.lesson = name.toStdString();
    return wish;
}

/// Goes through a lesson in the window to its end, answering whatever is asked.
bool playToTheEnd(test::Studio& studio)
{
    ui::LessonPanel& panel = *studio.window->lessonPanel();
    studio.clock().setSpeed(50);
    for (int frame = 0; frame < 20'000 && panel.state().phase != Phase::Ended; ++frame) {
        if (panel.state().phase == Phase::Failed)
            return false;
        if (panel.choices() && !panel.forward()->isEnabled())
            panel.choices()->button(0)->click();
        QCoreApplication::processEvents();
        if (panel.state().phase == Phase::Running)
            studio.run(16ms);
        else
            QTest::mouseClick(panel.forward(), Qt::LeftButton);
    }
    studio.run(320ms);
    return panel.state().phase == Phase::Ended;
}

} // namespace

/// A lesson is one run, whoever plays it.
class TestLessonRun : public QObject
{
    Q_OBJECT
private slots:
    void theWindowPlaysWhatLessonCheckPrints_data()
    {
        QTest::addColumn<QString>("lesson");
        for (const char* name : {"broker-dies", "acks-1-loses-4-and-5"})
            QTest::newRow(name) << QString(name);
    }

    /// Same seed, same commands at the same moments: every event is the same, with the pauses that
    /// a person makes and without.
    void theWindowPlaysWhatLessonCheckPrints()
    {
        QFETCH(QString, lesson);
        const auto scenario = app::findLesson(lesson.toStdString());
        QVERIFY(scenario.has_value());
        const app::LessonVerdict verdict = app::checkLesson(*scenario);
        QVERIFY(verdict.passed);
        test::Studio studio(lessonWish(lesson));
        QVERIFY(playToTheEnd(studio));
        auto* tables = studio.window->findChild<ui::Tables*>();
        QVERIFY(tables);
        const ui::EventModel& events = tables->events();
        QCOMPARE(events.dropped(), std::uint64_t(0));
        const auto count = static_cast<int>(verdict.events);
        QVERIFY2(events.rowCount() >= count, qPrintable(QString::number(events.rowCount())));
        app::EventPrint print;
        for (int row = 0; row < count; ++row)
            print.add(events.eventAt(row));
        QCOMPARE(print.value(), verdict.fingerprint);
    }
};

QTEST_MAIN(TestLessonRun)
#include "test_lesson_run.moc"
