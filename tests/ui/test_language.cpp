#include <QFile>
#include <QMenuBar>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "app/session/lesson_desk.h"
#include "tests/ui/window_fixture.h"
#include "ui/shell/application.h"
#include "ui/shell/language.h"

using namespace hw;
using namespace hw::ui;

namespace {

constexpr char kGerman[] = R"(<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de">
<context><name>hw::ui::MainWindow</name>
<message><source>&amp;File</source><translation>&amp;Datei</translation></message></context>
<context><name>Lessons</name>
<message><source>A broker dies</source><translation>Ein Broker stirbt</translation></message>
</context>
</TS>
)";

/// Runs a program; what it says is of interest only if it fails.
bool runs(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (process.waitForFinished(60000) && process.exitCode() == 0)
        return true;
    qWarning("%s", process.readAllStandardError().constData());
    return false;
}

QList<QAction*> actionsOf(QMenuBar& bar)
{
    QList<QAction*> all;
    for (QAction* menu : bar.actions())
        all += menu->menu()->actions();
    for (qsizetype n = 0; n < all.size(); ++n) // with those of menus below
        if (all[n]->menu())
            all += all[n]->menu()->actions();
    return all;
}

} // namespace

/// A language that is dropped in as a file.
class TestLanguage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        prepareApplication(*qApp);
        if (!QFile::exists(QStringLiteral(HW_LRELEASE)))
            QSKIP("lrelease is not here");
        QVERIFY(m_folder.isValid());
        write("de.ts", kGerman);
        QVERIFY(runs(QStringLiteral(HW_LRELEASE), {"-silent", m_folder.filePath("de.ts"), "-qm",
                                                   m_folder.filePath("highwater_de.qm")}));
        write("highwater_fr.qm", "this is no translation");
        write("highwater_Deutsch.qm", "nor a code");
        qputenv("HIGHWATER_TRANSLATIONS", m_folder.path().toUtf8());
    }

    void aFileIsALanguageIfItCanBeRead()
    {
        const QStringList all = Language::all();
        QCOMPARE(all.mid(0, 2), QStringList({"en", "zh_CN"}));
        QVERIFY(all.contains("de"));
        QVERIFY(!all.contains("fr"));
        QVERIFY(!all.contains("Deutsch"));
        QVERIFY(Language::nameOf("de").startsWith("Deutsch"));
        Language language;
        QVERIFY(language.set("en"));
        for (const char* none : {"fr", "Deutsch", "it", "../de", ""})
            QVERIFY2(!language.set(none), none);
        QCOMPARE(language.code(), QString("en"));
    }

    void theMenuListsItAndAllFollows()
    {
        test::WindowFixture f;
        f.window->setLessons(app::lessonTitles());
        QAction* german = nullptr;
        for (QAction* action : actionsOf(*f.window->menuBar()))
            if (action->data().toString() == "de")
                german = action;
        QVERIFY(german);
        german->trigger();
        QTRY_COMPARE(f.window->menuBar()->actions().front()->text(), QString("&Datei"));
        QVERIFY(german->isChecked());
        const auto hasEntry = [&](const char* text) {
            for (QAction* action : actionsOf(*f.window->menuBar()))
                if (action->text() == text)
                    return true;
            return false;
        };
        QVERIFY(hasEntry("Ein Broker stirbt"));
        QVERIFY(hasEntry("All replicas are dead")); // not translated: English
        QVERIFY(f.window->setLanguage("en"));
        QTRY_COMPARE(f.window->menuBar()->actions().front()->text(), QString("&File"));
        QVERIFY(hasEntry("A broker dies"));
        QVERIFY(!german->isChecked());
    }

    void theTemplateHasLessonsAndWindow()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty())
            QSKIP("python3 is not here");
        const QString ts = m_folder.filePath("highwater_eo.ts");
        QVERIFY(runs(python, {HW_SOURCE_DIR "/translations/new_language.py", "eo", ts}));
        QFile file(ts);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.contains("language=\"eo\""));
        QVERIFY(text.contains("<source>&amp;File</source>"));
        QVERIFY(text.contains("<source>A broker dies</source>"));
        QVERIFY(!text.contains("\xe6\x96\x87\xe4\xbb\xb6")); // no Chinese is left
        QVERIFY(runs(QStringLiteral(HW_LRELEASE),
                     {"-silent", ts, "-qm", m_folder.filePath("highwater_eo.qm")}));
        // Every text of every lesson that the window shows is in it.
        for (const LessonTitle& title : app::lessonTitles())
            QVERIFY(text.contains("<source>" + title.name.in("en").toHtmlEscaped().toUtf8()));
    }

private:
    void write(const char* name, const char* text)
    {
        QFile file(m_folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestLanguage)
#include "test_language.moc"
