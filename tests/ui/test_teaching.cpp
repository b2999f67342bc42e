#include <QAction>
#include <QButtonGroup>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include "app/lessons/library.h"
#include "app/session/lesson_desk.h"
#include "ui/charts/measure_chart.h"
#include "ui/lessons/claim_words.h"
#include "ui/lessons/glossary_window.h"
#include "ui/lessons/lesson_panel.h"

using namespace hw;
using namespace hw::ui;

namespace {

LessonText text(const char* en, const char* zh = "中")
{
    LessonText both;
    both.byLanguage = {{"en", en}, {"zh_CN", QString::fromUtf8(zh)}};
    return both;
}

Lesson lessonWithQuestion()
{
    Lesson lesson;
    lesson.id = "l";
    lesson.name = text("L");
    lesson.text = text("The ISR, the high watermark.");
    LessonStep step;
    step.text = text("Kill the leader.");
    step.points = {"log t-0 2"};
    step.question = LessonQuestion{text("Who, then?"), {text("A, \"b\""), text("C")}, 1, text("!")};
    lesson.steps.push_back(step);
    lesson.cards.push_back({"broker 1", text("A note"), text("Says more."), "broker-dies"});
    return lesson;
}

/// Of the first text of the step, as it is drawn.
int textSize(const LessonPanel& panel)
{
    for (QLabel* label : panel.findChildren<QLabel*>())
        if (label->text().contains("Kill the leader.")) {
            label->ensurePolished();
            return label->fontInfo().pixelSize();
        }
    return 0;
}

LessonState readyState()
{
    LessonState state;
    state.phase = LessonState::Phase::Ready;
    return state;
}

} // namespace

/// Glossary, class mode, scores, notes and charts of the lesson panel.
class TestTeaching : public QObject
{
    Q_OBJECT
private slots:
    void aTermIsALinkOnceAndOnlyAsAWord()
    {
        const Glossary glossary({{"isr", text("ISR"), text("x"), text("ISR"), ""},
                                 {"hw", text("HW"), text("x"), text("HW|high watermark"), ""}});
        QCOMPARE(glossary.linked("ISR, isr; MISR <b> high watermark", "en"),
                 QString("<a href=\"term:isr\">ISR</a>, isr; MISR &lt;b&gt; "
                         "<a href=\"term:hw\">high watermark</a>"));
        for (const char* name : {"min.ISR.replicas", "ISR-1 is a group", "/ISR/x"})
            QCOMPARE(glossary.linked(name, "en"), QString(name));
        QSet<QString> told{"isr"};
        QCOMPARE(glossary.linked("ISR, HW", "en", &told),
                 QString("ISR, <a href=\"term:hw\">HW</a>"));
        QVERIFY(told.contains("hw"));
    }

    void theGlossaryIsSearchedAndShowsItsLesson()
    {
        GlossaryWindow window;
        window.setGlossary(app::glossary());
        window.setLessons(app::lessonTitles());
        QVERIFY(window.list()->count() > 40);
        window.search()->setText("watermark");
        QVERIFY(window.list()->count() >= 1);
        QVERIFY(window.list()->item(0)->text().startsWith("HW"));
        QSignalSpy asked(&window, &GlossaryWindow::lessonAsked);
        QVERIFY(window.showMe()->text().startsWith("Show me: "));
        window.showMe()->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QString("acks-all-high-watermark"));
        window.setLanguage("zh_CN");
        window.showTerm("broker");
        QVERIFY(window.text()->toPlainText().contains(QString::fromUtf8("服务器")));
        window.search()->setText("no such word at all");
        QCOMPARE(window.list()->count(), 0);
        QVERIFY(!window.showMe()->isVisibleTo(&window));
    }

    void lessonTextsLinkToTerms()
    {
        LessonPanel panel;
        panel.setGlossary(app::glossary());
        panel.setLesson(lessonWithQuestion());
        QSignalSpy asked(&panel, &LessonPanel::termAsked);
        for (QLabel* label : panel.findChildren<QLabel*>())
            if (label->text().contains("term:isr"))
                emit label->linkActivated("term:isr");
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QString("isr"));
        QVERIFY(panel.plainText().contains("The ISR, the high watermark."));
    }

    void classModeIsLargeAndSavesTheScore()
    {
        LessonPanel panel;
        QWidget window; // whose style sheet has a size of its own
        window.setStyleSheet(makeTheme(ThemeName::Light).styleSheet());
        panel.setParent(&window);
        panel.setLesson(lessonWithQuestion());
        panel.setState(readyState());
        const int before = textSize(panel);
        QVERIFY(!panel.saveButton()->isVisibleTo(&panel));
        panel.classSwitch()->click();
        QVERIFY(panel.isClassMode());
        QVERIFY(textSize(panel) >= before + 6);
        panel.setParent(nullptr);
        QVERIFY(panel.saveButton()->isVisibleTo(&panel));
        QVERIFY(!panel.saveButton()->isEnabled());
    }

    void aLessonIsTakenWithTheKeyboard()
    {
        LessonPanel panel;
        panel.setLesson(lessonWithQuestion());
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.forward()->setFocus();
        panel.setState(readyState());
        QVERIFY(panel.choices()->button(0)->hasFocus());
        QSignalSpy asked(&panel, &LessonPanel::forwardAsked);
        panel.goOn()->trigger(); // not before an answer
        QCOMPARE(asked.count(), 0);
        QTest::keyClick(&panel, Qt::Key_B);
        QCoreApplication::processEvents();
        QCOMPARE(panel.right(), 1);
        QVERIFY(panel.forward()->hasFocus());
        panel.goOn()->trigger();
        QCOMPARE(asked.count(), 1);
        LessonState running = readyState();
        running.phase = LessonState::Phase::Running;
        panel.setState(running);
        QVERIFY(!panel.free()->hasFocus()); // a key would end the lesson
        running.phase = LessonState::Phase::Done;
        panel.setState(running);
        QVERIFY(panel.forward()->hasFocus());
    }

    void theFirstAnswerCountsAndIsWritten()
    {
        const auto book = std::make_shared<ScoreBook>();
        LessonPanel panel;
        panel.setScoreBook(book);
        panel.setLesson(lessonWithQuestion());
        panel.setState(readyState());
        QVERIFY(!panel.forward()->isEnabled());
        panel.choices()->button(0)->click();
        QCoreApplication::processEvents();
        QVERIFY(panel.forward()->isEnabled());
        QCOMPARE(panel.answered(), 1);
        QCOMPARE(panel.right(), 0);
        book->put({"l", 0, 1, "again", "C", true, QDateTime::currentDateTime()});
        QCOMPARE(panel.right(), 0);

        const QTemporaryDir folder;
        const QString csv = folder.filePath("score.csv"), json = folder.filePath("score.json");
        QCOMPARE(saveScore(*book, "Li, Ming", csv), QString());
        QCOMPARE(saveScore(*book, "Li, Ming", json), QString());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QCOMPARE(lines[0].trimmed(), QByteArray("name,date,lesson,question,answer,right"));
        QVERIFY(lines[1].startsWith("\"Li, Ming\","));
        QVERIFY(lines[1].trimmed().endsWith(",l,\"Who, then?\",\"A, \"\"b\"\"\",false"));
        QFile other(json);
        QVERIFY(other.open(QIODevice::ReadOnly));
        const QJsonObject object = QJsonDocument::fromJson(other.readAll()).object();
        QCOMPARE(object["name"].toString(), QString("Li, Ming"));
        QCOMPARE(object["of"].toInt(), 1);
        QCOMPARE(object["right"].toInt(), 0);
        QVERIFY(!saveScore(*book, "x", folder.filePath("none/score.csv")).isEmpty());

        LessonPanel next; // of the next window
        next.setScoreBook(book);
        next.setLesson(lessonWithQuestion());
        QCOMPARE(next.answered(), 1);
        book->forget("l");
        QCOMPARE(next.answered(), 0);
    }

    void notesAndLogsCanBeAskedFor()
    {
        LessonPanel panel;
        panel.setLessons(app::lessonTitles());
        panel.setLesson(lessonWithQuestion());
        QVERIFY(panel.plainText().contains("A note"));
        QVERIFY(!panel.plainText().contains("Says more."));
        panel.showCards({0});
        QVERIFY(panel.plainText().contains("Says more."));
        QVERIFY(panel.plainText().contains("Show me: "));
        panel.setState(readyState());
        QSignalSpy asked(&panel, &LessonPanel::logAsked);
        for (QPushButton* button : panel.findChildren<QPushButton*>())
            if (button->text().contains("t-0"))
                button->click();
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][1].toInt(), 2);
    }

    void aClaimIsASentence()
    {
        const auto said = [](const char* claim) { return ClaimWords::sentence(claim); };
        QCOMPARE(said("hw t-0 =3"), QString("High watermark of t-0: 3."));
        QCOMPARE(said("acked p 1000"), QString("Records acknowledged to p: at least 1,000."));
        QCOMPARE(said("leader t-0 !2"), QString("t-0 has another leader than broker 2."));
        QCOMPARE(said("leader t-0 1 for 2000 ms"), QString("Broker 1 leads t-0. (for 2.0 s)"));
        QCOMPARE(said("broker 2 down"), QString("Broker 2: down."));
        QCOMPARE(said("group-leader g C1"), QString("C1 is the leader of g."));
        QCOMPARE(said("measured filtered c =2"),
                 QString("Records that the filter of c kept back: 2."));
        QCOMPARE(said("fetch-connections C1 =1"), QString("Connections by which C1 fetches: 1."));
        QCOMPARE(said("connections C1 =5"), QString("Connections of C1 to brokers: 5."));
        QCOMPARE(said("owns g g-C1 A-0,A-2"), QString("g-C1 has A-0, A-2."));
        QCOMPARE(said("less requests few than requests many"),
                 QString("Produce requests of few: fewer than of many."));
        QCOMPARE(said("hw"), QString("hw")); // no claim: told as it is
        QCOMPARE(said("owns g"), QString("owns g"));
    }

    void everyClaimOfEveryLessonIsASentence()
    {
        const auto lessons = app::allLessons();
        QVERIFY(lessons);
        for (const app::Scenario& lesson : *lessons)
            for (const app::ScenarioStep& step : lesson.steps)
                for (const auto* claims : {&step.expects, &step.holds})
                    for (const app::NamedCondition& claim : *claims)
                        QVERIFY2(!ClaimWords::knownSentence(claim.text.c_str()).isEmpty(),
                                 (lesson.id + ": " + claim.text).c_str());
    }

    void whatIsMeasuredIsDrawn()
    {
        LessonPanel panel;
        panel.setLesson(lessonWithQuestion());
        QVERIFY(!panel.chart());
        LessonState state = readyState();
        state.measured.push_back({text("linger 0"), text("requests"), {}, std::nullopt, 900});
        state.measured.push_back({text("linger 20"), text("requests"), {}, std::nullopt, 90});
        state.measured.push_back({text("append"), text("bytes"), {}, 100.0, 170});
        panel.setState(state);
        QVERIFY(panel.chart());
        QCOMPARE(panel.chart()->charts(), 2); // one for each unit
        QCOMPARE(panel.chart()->points().size(), std::size_t(3));
        QVERIFY(panel.chart()->accessibleName().contains("linger 20"));
    }
};

QTEST_MAIN(TestTeaching)
#include "test_teaching.moc"
