#include <QFile>
#include <QTest>

#include <fmt/format.h>

#include "app/scenario/scenario_player.h"
#include "app/scenario/scenario_reader.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::app;
using namespace hw::observe;

namespace {

std::string errorOf(std::string_view text)
{
    const Result<Scenario> scenario = readScenario(text);
    return scenario ? std::string() : scenario.error().message;
}

/// Plays it to the end in simulated time. Gives what was told, one line each.
struct Played
{
    ScenarioPlayer::State state = ScenarioPlayer::State::Playing;
    std::string told;
};
Played play(const Scenario& scenario)
{
    Played played;
    test::SimCluster sim(scenario.spec);
    if (!sim.ready())
        return played;
    ScenarioPlayer player(scenario, sim.cluster());
    const Instant end = sim.world().now() + std::chrono::minutes(5);
    std::size_t taken = 0;
    while (player.state() == ScenarioPlayer::State::Playing && sim.world().now() < end) {
        const auto& events = sim.events();
        for (; taken < events.size(); ++taken)
            if (const auto* done = std::get_if<fact::CommandDone>(&events[taken].fact))
                player.take(*done);
        for (const ScenarioNews& news : player.advance(sim.world().now()))
            played.told += fmt::format("{} {} {}\n", toMs(news.at), textOf(news.kind), news.text);
        sim.runFor(5ms);
    }
    played.state = player.state();
    return played;
}

constexpr std::string_view kSmall = R"({
    // a comment
    "name": "small",
    "cluster": {"brokers": 3, "preset": "classroom", "seed": 4,
                "configs": {"replica.lag.time.max.ms": 3000}},
    "workload": {"topics": [{"name": "t", "assignment": [[1, 2, 3]]}],
                 "producers": [{"name": "p", "topics": ["t"], "rate": 20}]},
    "steps": [
        {"at": "1s", "do": "cut 1 3", "expect": "isr t-0 1,2", "within": "6s", "text": "now"},
        {"when": "isr t-0 1,2", "within": "10s", "do": ["uncut 1 3", "delay 1 p 10"]},
        {"after": "500ms", "do": "heal", "expect": ["isr t-0 1,2,3", "settled"]}
    ]})";

} // namespace

class TestScenario : public QObject
{
    Q_OBJECT
private slots:
    void theFileIsPlainData()
    {
        const Result<Scenario> scenario = readScenario(kSmall);
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().message.c_str());
        QCOMPARE(scenario->name.in("zh_CN"), std::string("small"));
        QCOMPARE(scenario->spec.seed, std::uint64_t(4));
        QCOMPARE(scenario->spec.configs.at("replica.lag.time.max.ms"), std::string("3000"));
        QCOMPARE(scenario->workload.size(), std::size_t(2));
        QCOMPARE(scenario->steps.size(), std::size_t(3));
        QVERIFY(scenario->steps[0].at == 1s);
        QVERIFY(scenario->steps[0].within == 6s);
        QVERIFY(scenario->steps[1].when.has_value());
        QCOMPARE(scenario->steps[1].lines.size(), std::size_t(2));
        QVERIFY(scenario->steps[2].after == 500ms);
        QVERIFY(scenario->steps[2].within == kDefaultWithin);
        QCOMPARE(scenario->steps[2].expects.size(), std::size_t(2));
    }

    void everyMistakeIsNamedWithItsPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("parts");
        const auto row = [](const char* name, const char* text, QStringList parts) {
            QTest::newRow(name) << QString(text) << std::move(parts);
        };
        row("no JSON", "{\n  \"steps\": [}", {"line 2, column", "no JSON"});
        row("empty", " \n", {"the file is empty"});
        row("cut off", "{\n  \"steps\": [", {"line 2", "ends before all that is open is closed"});
        row("a key twice", R"({"steps": [], "cluster": {"seed": 1, "seed": 2}})",
            {"\"seed\" stands twice in one object"});
        row("no object", "[]", {"the file", "[]", "no object"});
        row("no steps", "{}", {"steps is missing"});
        row("unknown key", R"({"steps": [], "step": 1})", {"'step' is unknown", "steps"});
        row("unknown in a step", R"({"steps": [{"do": "heal", "att": "1s"}]})",
            {"steps[0]", "'att' is unknown", "at, after"});
        row("bad time", R"({"steps": [{"at": "soon", "do": "heal"}]})",
            {"steps[0].at", "\"soon\"", "12s, 500ms"});
        row("time as number", R"({"steps": [{"at": 3, "do": "heal"}]})",
            {"steps[0].at", "3", "no text"});
        row("backwards", R"({"steps": [{"at": "2s", "do": "heal"}, {"at": "1s", "do": "heal"}]})",
            {"steps[1].at", "1000 ms", "2000 ms"});
        row("two times", R"({"steps": [{"at": "2s", "after": "1s", "do": "heal"}]})",
            {"steps[0]", "several of at, after and when"});
        row("bad line", R"({"steps": [{"do": "kil 2"}]})",
            {"steps[0].do", "'kil' is no command", "kill"});
        row("bad node", R"({"steps": [{"do": ["heal", "kill x"]}]})",
            {"steps[0].do", "kill x", "a broker's number"});
        row("no command", R"({"steps": [{"do": "status"}]})",
            {"steps[0].do", "status", "commands are allowed"});
        row("nobody of that name", R"({"steps": [{"do": "cut 1 writer"}]})",
            {"steps[0].do", "'writer' is none"});
        row("bad condition", R"({"steps": [{"expect": "isr t 1"}]})",
            {"steps[0].expect", "'t' is none", "TopicA-0"});
        row("unknown condition", R"({"steps": [{"when": "quiet", "do": "heal"}]})",
            {"steps[0].when", "'quiet' is no condition", "settled"});
        row("nothing", R"({"steps": [{"at": "1s"}]})", {"steps[0]", "does nothing"});
        row("within alone", R"({"steps": [{"do": "heal", "within": "1s"}]})",
            {"steps[0].within", "nothing is awaited"});
        row("brokers", R"({"cluster": {"brokers": 10}, "steps": []})",
            {"cluster.brokers", "10", "1 to 9"});
        row("a number as text", R"({"cluster": {"brokers": "3"}, "steps": []})",
            {"cluster.brokers", "\"3\" is no number", "1 to 9"});
        row("a time of day", R"({"cluster": {"startsAt": "yesterday"}, "steps": []})",
            {"cluster.startsAt", "\"yesterday\" is no time", "2020-10-22"});
        row("settings of nobody", R"({"cluster": {"clients": {"zz": {"linger.ms": 5}}},
            "steps": []})",
            {"cluster.clients.zz", "there is no client zz"});
        row("an illegal topic", R"({"workload": {"topics": [{"name": "a b"}]}, "steps": []})",
            {"workload.topics: a b", "is no topic name"});
        row("a topic twice", R"({"workload": {"topics": [{"name": "t"}, {"name": "t"}]},
            "steps": []})",
            {"workload.topics: t", "stands twice"});
        row("more replicas than brokers", R"({"cluster": {"brokers": 3}, "workload":
            {"topics": [{"name": "t", "replicationFactor": 4}]}, "steps": []})",
            {"workload.topics: t", "replicationFactor 4", "3"});
        row("a broker that is not there", R"({"cluster": {"brokers": 3}, "workload":
            {"topics": [{"name": "t", "assignment": [[1, 7]]}]}, "steps": []})",
            {"workload.topics: t", "broker 7", "1 to 3"});
        row("a client twice", R"({"workload": {"producers": [{"name": "c", "topics": "t"}],
            "consumers": [{"name": "c", "topics": "t", "group": "g"}]}, "steps": []})",
            {"workload.consumers: c", "that name already"});
        row("a partition that is not there", R"({"workload": {"topics": [{"name": "t",
            "partitions": 2}], "producers": [{"name": "p", "topics": "t", "partition": 2}]},
            "steps": []})",
            {"workload.producers: p", "partition 2", "t's 2"});
        row("preset", R"({"cluster": {"preset": "prod"}, "steps": []})",
            {"cluster.preset", "prod", "classroom, kafka"});
        row("config", R"({"cluster": {"configs": {"no.such": 1}}, "steps": []})",
            {"cluster.configs", "no.such"});
        row("topic", R"({"workload": {"topics": [{"partitions": 3}]}, "steps": []})",
            {"workload.topics[0].name is missing"});
        row("assignment", R"({"workload": {"topics": [{"name": "t", "assignment": [[1, 12]]}]},
            "steps": []})",
            {"workload.topics[0].assignment", "12", "no assignment"});
        row("acks", R"({"workload": {"producers": [{"topics": "t", "acks": 2}]}, "steps": []})",
            {"workload.producers[0].acks", "2", "all, 1, 0"});
        row("rate", R"({"workload": {"producers": [{"topics": "t", "rate": -1}]}, "steps": []})",
            {"workload.producers[0].rate", "-1", "from 0"});
        row("group", R"({"workload": {"consumers": [{"topics": "t"}]}, "steps": []})",
            {"workload.consumers[0].group is missing"});
    }
    void everyMistakeIsNamedWithItsPlace()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, parts);
        const QString error = QString::fromStdString(errorOf(text.toStdString()));
        QVERIFY(!error.isEmpty());
        QVERIFY2(!error.contains('\n'), qPrintable(error));
        for (const QString& part : parts)
            QVERIFY2(error.contains(part), qPrintable(error + "  lacks  " + part));
    }

    void acksMayBeANumber()
    {
        for (const char* acks : {"1", "\"1\""}) {
            const auto scenario = readScenario(fmt::format(
                R"({{"workload": {{"producers": [{{"topics": "t", "acks": {}}}]}}, "steps": []}})",
                acks));
            QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().message.c_str());
            QCOMPARE(std::get<command::AddProducer>(scenario->workload.front()).acks,
                     std::int16_t(1));
        }
    }

    void timesHaveUnits()
    {
        QVERIFY(readSpan("12s") == Duration(12s));
        QVERIFY(readSpan("500ms") == Duration(500ms));
        QVERIFY(readSpan("1.5s") == Duration(1500ms));
        QVERIFY(readSpan("2m") == Duration(120s));
        QVERIFY(readSpan("0s") == Duration(0s));
        for (const char* bad : {"", "s", "12", "1.2.3s", "-1s", "25h", "2000m", ".s", "1e3s"})
            QVERIFY2(!readSpan(bad), bad);
    }

    void aFileThatIsNotThereIsNamed()
    {
        const auto scenario = readScenarioFile("/no/such.json");
        QVERIFY(!scenario);
        QVERIFY(scenario.error().message.find("/no/such.json") != std::string::npos);
    }

    void itIsPlayedInModelTime()
    {
        const auto scenario = readScenario(kSmall);
        const Played played = play(*scenario);
        QVERIFY2(played.state == ScenarioPlayer::State::Passed, played.told.c_str());
        QVERIFY2(played.told.find("\n1000 step cut 1 3\n") != std::string::npos,
                 played.told.c_str());
        QVERIFY(played.told.find("1000 note now\n") != std::string::npos);
        QVERIFY(played.told.find("met isr t-0 1,2 after ") != std::string::npos);
        QVERIFY(played.told.find("passed 3 of 3 steps\n") != std::string::npos);
        QCOMPARE(play(*scenario).told, played.told); // the same run
    }

    void anExpectationThatFailsFailsIt()
    {
        const auto scenario = readScenario(R"({"name": "no", "steps": [
            {"at": "1s", "expect": "broker 2 down", "within": "2s"},
            {"at": "9s", "do": "kill 1"}]})");
        const Played played = play(*scenario);
        QVERIFY(played.state == ScenarioPlayer::State::Failed);
        QVERIFY2(played.told.find("failed steps[0]: expect broker 2 down: after 2000 ms broker 2 "
                                  "is running") != std::string::npos,
                 played.told.c_str());
        QVERIFY(played.told.find("kill 1") == std::string::npos);
    }

    void aLineThatIsRefusedFailsIt()
    {
        const auto scenario = readScenario(R"({"steps": [{"do": "thaw 2"}]})");
        const Played played = play(*scenario);
        QVERIFY(played.state == ScenarioPlayer::State::Failed);
        QVERIFY2(played.told.find("failed thaw 2: broker 2 is running") != std::string::npos,
                 played.told.c_str());
    }

    void aConditionThatNeverHoldsFailsIt()
    {
        const auto scenario =
            readScenario(R"({"steps": [{"when": "leader x-0", "within": "1s", "do": "heal"}]})");
        const Played played = play(*scenario);
        QVERIFY(played.state == ScenarioPlayer::State::Failed);
        QVERIFY2(played.told.find("there is no partition x-0") != std::string::npos,
                 played.told.c_str());
    }

    void stepsGoOnWhileSomethingIsExpected()
    {
        const auto scenario = readScenario(R"({"steps": [
            {"at": "1s", "expect": "broker 2 down", "within": "5s"},
            {"at": "2s", "do": "kill 2"}]})");
        const Played played = play(*scenario);
        QVERIFY2(played.state == ScenarioPlayer::State::Passed, played.told.c_str());
    }

    void theExamplesPass_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* name : {"follower_cut_off", "leader_dies", "answer_lost"})
            QTest::newRow(name) << QStringLiteral(HW_SCENARIOS "/%1.json").arg(name);
    }
    void theExamplesPass()
    {
        QFETCH(QString, file);
        const auto scenario = readScenarioFile(file.toStdString());
        QVERIFY2(scenario.has_value(), scenario ? "" : scenario.error().message.c_str());
        const Played played = play(*scenario);
        QVERIFY2(played.state == ScenarioPlayer::State::Passed, played.told.c_str());
    }
};

QTEST_APPLESS_MAIN(TestScenario)
#include "test_scenario.moc"
