#include <QTest>

#include "app/commands/options.h"
#include "app/lessons/check.h"
#include "app/lessons/library.h"
#include "app/scenario/scenario_reader.h"

using namespace hw;
using namespace hw::app;

namespace {

std::string lastOf(const LessonVerdict& verdict)
{
    return verdict.news.empty() ? "" : verdict.news.back().text;
}

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT
private slots:
    void everyLessonCanBeReadInBothLanguages()
    {
        const auto lessons = allLessons();
        QVERIFY2(lessons.has_value(), lessons ? "" : lessons.error().message.c_str());
        QVERIFY(!lessons->empty());
        const auto both = [](const Texts& texts) {
            return texts.empty() || (texts.has("en") && texts.has("zh_CN"));
        };
        for (const Scenario& lesson : *lessons) {
            QVERIFY2(!lesson.part.empty(), lesson.id.c_str());
            QVERIFY2(lesson.name.has("en") && lesson.name.has("zh_CN"), lesson.id.c_str());
            QVERIFY2(lesson.text.has("en") && lesson.text.has("zh_CN"), lesson.id.c_str());
            QVERIFY2(both(lesson.differs), lesson.id.c_str());
            for (const ScenarioStep& step : lesson.steps) {
                QVERIFY2(step.text.has("en") && step.text.has("zh_CN"),
                         (lesson.id + " " + step.place + " tells the class nothing").c_str());
                if (step.question)
                    QVERIFY2(both(step.question->ask) && both(step.question->because),
                             (lesson.id + " " + step.place).c_str());
            }
            const bool claims = std::ranges::any_of(lesson.steps, [](const ScenarioStep& step) {
                return !step.expects.empty() || !step.holds.empty();
            });
            QVERIFY2(claims, (lesson.id + " claims nothing that could be checked").c_str());
        }
    }

    void aLessonIsTheSameEveryTime()
    {
        const auto lesson = findLesson("broker-dies");
        QVERIFY(lesson.has_value());
        const LessonVerdict first = checkLesson(*lesson);
        QVERIFY2(first.passed, lastOf(first).c_str());
        QVERIFY(first.events > 50);
        QCOMPARE(checkLesson(*lesson).fingerprint, first.fingerprint);
    }

    void whatDoesNotComeOutFails()
    {
        const auto wrong = readScenario(R"({"steps": [{"expect": "hw t-0 3", "within": "1s"}]})");
        QVERIFY(wrong.has_value());
        const LessonVerdict verdict = checkLesson(*wrong);
        QVERIFY(!verdict.passed);
        QCOMPARE(lastOf(verdict), std::string("steps[0]: expect hw t-0 3: after 1000 ms the high "
                                              "watermark of t-0 is unknown"));
    }

    void whatHasToHoldFailsWhenItEnds()
    {
        const auto lesson = readScenario(R"({
            "workload": {"topics": [{"name": "t", "assignment": [[2, 3, 1]]}]},
            "steps": [{"expect": "settled", "holds": "leader t-0 2", "for": "20s"},
                      {"at": "5s", "do": "kill 2"}]})");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        const LessonVerdict verdict = checkLesson(*lesson);
        QVERIFY(!verdict.passed);
        QVERIFY2(lastOf(verdict).starts_with("steps[0]: holds leader t-0 2: after "),
                 lastOf(verdict).c_str());
    }

    void whatIsAlwaysSoFailsAtOnce()
    {
        const auto lesson = readScenario(R"({"always": ["controller-epoch =1"],
            "steps": [{"at": "1s", "do": ["kill 1", "kill 2"], "text": "one of them controls"},
                      {"at": "15s", "text": "done"}]})");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        const LessonVerdict verdict = checkLesson(*lesson);
        QVERIFY(!verdict.passed);
        QVERIFY2(lastOf(verdict).starts_with("always controller-epoch =1: "),
                 lastOf(verdict).c_str());
    }

    void theCommandLineIsChecked()
    {
        const auto error = [](std::vector<std::string> words) {
            words.insert(words.begin(), "lesson");
            const auto options = readCommandLine(words);
            return options ? std::string() : options.error().message;
        };
        QCOMPARE(error({"list"}), std::string());
        QCOMPARE(error({"check", "all"}), std::string());
        QVERIFY(error({}).find("lesson list and lesson check") != std::string::npos);
        QVERIFY(error({"play"}).find("'play' is unknown") != std::string::npos);
        QVERIFY(error({"check"}).find("the lesson is missing") != std::string::npos);
        QVERIFY(error({"list", "x"}).find("'x'") != std::string::npos);
        const auto none = findLesson("no-such");
        QVERIFY(!none && none.error().message.find("'no-such' is none") != std::string::npos);
        QVERIFY(none.error().message.find("broker-dies") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestLessons)
#include "test_lessons.moc"
