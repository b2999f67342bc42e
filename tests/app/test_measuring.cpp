#include <QTest>

#include <algorithm>

#include "app/commands/condition_words.h"
#include "app/lessons/check.h"
#include "app/lessons/glossary.h"
#include "app/lessons/library.h"
#include "app/scenario/scenario_reader.h"

using namespace hw;
using namespace hw::app;

namespace {

std::string whyNot(std::string_view text)
{
    const auto lesson = readScenario(text);
    if (!lesson)
        return lesson.error().message;
    const LessonVerdict verdict = checkLesson(*lesson);
    return verdict.passed ? std::string() : verdict.news.back().text;
}

std::vector<std::string> measuredIn(const LessonVerdict& verdict)
{
    std::vector<std::string> lines;
    for (const ScenarioNews& news : verdict.news)
        if (news.kind == ScenarioNews::Kind::Measured)
            lines.push_back(news.text);
    return lines;
}

constexpr const char* kCluster = R"("cluster": {"brokers": 1,
    "configs": {"log.index.interval.bytes": 300}, "clients": {"c": {"batch.size": 1}}},
    "workload": {"topics": [{"name": "t", "partitions": 1, "replicationFactor": 1}],
                 "producers": [{"name": "c", "topics": ["t"], "rate": 0}]},)";

} // namespace

/// What a lesson measures: lookups, clients' counts, and charts of them.
class TestMeasuring : public QObject
{
    Q_OBJECT
private slots:
    void aLookupIsMeasuredStepByStep()
    {
        const std::string text = std::string("{") + kCluster + R"("steps": [
            {"do": "send c 20", "expect": "hw t-0 =20", "within": "20s"},
            {"when": "all met", "within": "1s", "expect": [
                "measured lookup t-0 1 5 offset =5", "measured lookup t-0 1 5 segment =0",
                "measured lookup t-0 1 5 index =4", "measured lookup t-0 1 5 batches =2",
                "measured lookup t-0 1 5 files =2", "measured lookup t-0 1 99 offset none",
                "less lookup t-0 1 15 bytes than lookup t-0 1 15 scan"]}]})";
        QCOMPARE(whyNot(text), std::string());
    }

    void aWrongFigureFails()
    {
        const std::string text = std::string("{") + kCluster + R"("steps": [
            {"do": "send c 5", "expect": "hw t-0 =5", "within": "20s"},
            {"when": "all met", "expect": "measured batches c =4", "within": "1s"}]})";
        QCOMPARE(whyNot(text),
                 std::string("steps[1]: expect measured batches c =4: after 1000 ms batches c is "
                             "5"));
    }

    void settingsOfAProducerActOnIt()
    {
        const std::string text = R"({"cluster": {"brokers": 1, "clients": {
              "slow": {"linger.ms": 50, "highwater.load.records": 100},
              "fast": {"highwater.load.records": 100},
              "packed": {"compression.type": "zstd", "highwater.load.records": 100,
                         "linger.ms": 50}}},
            "workload": {"topics": [{"name": "t", "partitions": 1, "replicationFactor": 1}]},
            "steps": [{"do": ["producer add t client.id=slow rate=500 acks=all",
                              "producer add t client.id=fast rate=500 acks=all",
                              "producer add t client.id=packed rate=500 acks=all"],
                       "expect": ["acked slow =100", "acked fast =100", "acked packed =100",
                                  "less requests slow than requests fast",
                                  "less sent-bytes packed than sent-bytes slow"],
                       "within": "20s", "holds": "acked slow =100", "for": "2s"}]})";
        QCOMPARE(whyNot(text), std::string());
    }

    void aFilterKeepsRecordsFromItsConsumer()
    {
        const auto lesson = [](const char* setting) {
            std::string text = R"({"cluster": {"brokers": 1, "clients": {"p": {"linger.ms": 20},
                  "c": {"interceptor.classes": "SETTING"}}},
                "workload": {"topics": [{"name": "t", "partitions": 1, "replicationFactor": 1}],
                  "producers": [{"name": "p", "topics": ["t"], "rate": 0}],
                  "consumers": [{"name": "c", "group": "g", "topics": ["t"], "from": "beginning"},
                    {"name": "all", "group": "h", "topics": ["t"], "from": "beginning"}]},
                "steps": [
                  {"when": "settled", "do": ["send p 3 key=order", "send p 2 key=test"],
                   "expect": ["position g t-0 =5", "consumed c =5", "measured filtered c =2",
                              "measured filtered all =0"], "within": "20s"}]})";
            return text.replace(text.find("SETTING"), 7, setting);
        };
        QCOMPARE(whyNot(lesson("filter:test")), std::string());
        const std::string none = whyNot(lesson("filter:nothing like it"));
        QVERIFY2(none.ends_with("filtered c is 0"), none.c_str());
        const std::string unknown = whyNot(lesson("com.example.Tracing"));
        QVERIFY2(unknown.find("'com.example.Tracing': filter:TEXT is allowed") != std::string::npos,
                 unknown.c_str());
    }

    void whatIsMeasuredIsTold()
    {
        const auto lesson = readScenario(std::string("{") + kCluster + R"("steps": [
            {"do": "send c 3", "expect": "hw t-0 =3", "within": "20s", "measure": [
                {"name": "batches", "figure": "batches c", "unit": "batches", "at": 7,
                 "along": "tries"},
                {"name": "grown", "figure": "hw t-0", "unit": "records", "growth": true}]},
            {"when": "all met", "do": "send c 2", "expect": "hw t-0 =5", "measure": [
                {"name": "grown", "figure": "hw t-0", "unit": "records", "growth": true}]}]})");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        const auto told = measuredIn(checkLesson(*lesson));
        QCOMPARE(told.size(), std::size_t(3));
        QCOMPARE(told[0], std::string("batches: 3 batches"));
        QCOMPARE(told[1], std::string("grown: 3 records"));
        QCOMPARE(told[2], std::string("grown: 2 records"));
    }

    void timesAreNeverExpected()
    {
        const auto refused = readCondition("measured latency p 3");
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("never expected") != std::string::npos);
        QVERIFY(readMetric("latency p").has_value());
    }

    void mistakesNameLineAndField()
    {
        const auto error = [](const char* text) {
            const auto read = readScenario(text);
            return read ? std::string() : read.error().message;
        };
        const auto has = [&](const char* text, const char* part) {
            const std::string message = error(text);
            return message.find(part) != std::string::npos;
        };
        QVERIFY(has(R"({"steps": [{"text": "x", "measure": [{"name": "n", "figure": "speed p",
                     "unit": "u"}]}]})",
                    "steps[0].measure[0].figure: 'speed p' is nothing that can be measured"));
        QVERIFY(has(R"({"cluster": {"clients": {"p": {"lingerms": 3}}}, "steps": []})",
                    "cluster.clients.p: as a producer: 'lingerms' is no setting"));
        QVERIFY(has(R"({"cluster": {"startsAt": "yesterday"}, "steps": []})",
                    "cluster.startsAt: \"yesterday\""));
        QVERIFY(has("{\n \"steps\": [\n {]\n}", "line 3, column "));
        QVERIFY(has(R"({"steps": [{"text": "x"}], "cards": [{"point": "moon", "title": "t",
                     "text": "x"}]})",
                    "cards[0].point: \"moon\" is nothing to point at"));
    }

    void theGlossaryIsWholeInBothLanguages()
    {
        const auto terms = readGlossary(builtInGlossary());
        QVERIFY2(terms.has_value(), terms ? "" : terms.error().message.c_str());
        QVERIFY(terms->size() > 40);
        for (const GlossaryTerm& term : *terms) {
            QVERIFY2(!term.id.empty(), "a term has no id");
            for (const Texts* texts : {&term.name, &term.text, &term.spellings})
                QVERIFY2(texts->has("en") && texts->has("zh_CN"), term.id.c_str());
            QVERIFY2(term.lesson.empty() || findLesson(term.lesson).has_value(),
                     (term.id + " names no lesson: " + term.lesson).c_str());
        }
        for (const char* word : {"broker", "topic", "partition", "offset", "producer", "consumer",
                                 "group", "zookeeper"})
            QVERIFY2(std::ranges::find(*terms, word, &GlossaryTerm::id) != terms->end(), word);
    }

    void everyCardsLessonIsThere()
    {
        const auto tour = findLesson("architecture-tour");
        QVERIFY2(tour.has_value(), tour ? "" : tour.error().message.c_str());
        QVERIFY(tour->cards.size() >= 15);
        for (const Card& card : tour->cards) {
            QVERIFY2(findLesson(card.lesson).has_value(), card.lesson.c_str());
            QVERIFY(card.title.has("zh_CN") && card.text.has("zh_CN"));
        }
    }
};

QTEST_APPLESS_MAIN(TestMeasuring)
#include "test_measuring.moc"
