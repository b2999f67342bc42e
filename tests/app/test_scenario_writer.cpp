#include <QTest>

#include "app/commands/condition_words.h"
#include "app/commands/line_language.h"
#include "app/lessons/check.h"
#include "app/scenario/command_line_of.h"
#include "app/scenario/scenario_reader.h"
#include "app/scenario/scenario_writer.h"
#include "engine/observe/text.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::app;
using namespace hw::observe;

namespace {

/// What a person did by hand, and how it ended.
struct ByHand
{
    explicit ByHand(cluster::ClusterSpec spec)
        : sim(spec)
    {
        (void)sim.ready();
    }
    void give(const char* text)
    {
        const auto line = readLine(text, anyName());
        sim.cluster().submit(std::get<line::Submit>(*line).command);
        sim.runFor(1s);
    }
    std::set<CommandId> refused()
    {
        std::set<CommandId> all;
        for (const Event& event : sim.events())
            if (const auto* done = std::get_if<fact::CommandDone>(&event.fact))
                if (!done->ok)
                    all.insert(done->command);
        return all;
    }
    test::SimCluster sim;
};

} // namespace

class TestScenarioWriter : public QObject
{
    Q_OBJECT
private slots:
    void everyLineIsReadBackAsTheSameCommand_data()
    {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"kill 2",
              "power-off 1",
              "stop 3",
              "restart 2",
              "freeze zookeeper0",
              "thaw 1",
              "cut 1 2 oneway",
              "uncut 1 2",
              "delay 1 client2 30",
              "clog 1 2 5000",
              "reset 1 2",
              "hold 1 2 Fetch response",
              "release",
              "drop",
              "disk 1 slow 20",
              "disk 2 torn",
              "disk 2 ok",
              "flip 1 t-0 7",
              "clock 1 +5000",
              "clock 1 -20",
              "clock 1 ok",
              "expire 2",
              "heal",
              "create-topic t 3 2 retention.ms=1000",
              "create-topic t assignment=1:2,2:3 min.insync.replicas=2",
              "delete-topic t",
              "add-partitions t 7",
              "elect t-0 unclean",
              "reassign t-0 3,1",
              "cancel-reassign t-0",
              "add-broker",
              "producer add t,u client.id=p acks=1 rate=2.5 bytes=70 keys=random partition=1",
              "consumer add g t client.id=c fixed=t-0,t-1 auto.offset.reset=latest "
              "group.instance.id=i session.timeout.ms=9000 enable.auto.commit=false "
              "max.poll.records=7",
              "slow client1 50",
              "stall client1 ok",
              "mute client1",
              "flap client1 4000",
              "send client2 5 partition=1 key=k",
              "pause client1 t-0",
              "resume client1",
              "seek client1 t-0 time=99",
              "seek client1 end",
              "commit client1 async",
              "leave client3",
              "crash client3"})
            QTest::newRow(line) << line;
    }
    void everyLineIsReadBackAsTheSameCommand()
    {
        QFETCH(QString, line);
        const auto first = readLine(line.toStdString());
        QVERIFY2(first.has_value(), first ? "" : first.error().message.c_str());
        const Command command = std::get<line::Submit>(*first).command;
        const std::string written = lineOf(command, {});
        const auto second = readLine(written);
        QVERIFY2(second.has_value(), written.c_str());
        const Command again = std::get<line::Submit>(*second).command;
        QCOMPARE(textOf(again), textOf(command));
        QCOMPARE(lineOf(again, {}), written);
    }

    void whatWasDoneByHandPlaysAgain()
    {
        cluster::ClusterSpec spec;
        spec.seed = 77;
        spec.configs["replica.lag.time.max.ms"] = "3000";
        ByHand hand(spec);
        for (const char* line : {"create-topic t assignment=1:2:3", "producer add t rate=20",
                                 "consumer add g t client.id=c", "create-topic t", "cut 1 3"})
            hand.give(line);
        hand.sim.runFor(8s);
        hand.give("heal");
        hand.give("kill 1");
        hand.sim.runFor(8s);
        const auto text = scenarioOf(spec, hand.sim.cluster().commandLog(), hand.refused(),
                                     hand.sim.world().now());
        QVERIFY2(text.has_value(), text ? "" : text.error().message.c_str());
        QVERIFY(text->find("\"refused\"") != std::string::npos); // the topic was there already
        auto read = readScenario(*text);
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QCOMPARE(read->spec.seed, std::uint64_t(77));
        ScenarioStep& last = read->steps.back();
        for (const char* claim : {"leader t-0 2", "isr t-0 2,3", "epoch t-0 =1", "broker 1 down",
                                  "group g Stable 1", "hw t-0 200"})
            last.expects.push_back({claim, *readCondition(claim)});
        last.within = 5s;
        const LessonVerdict verdict = checkLesson(*read);
        QVERIFY2(verdict.passed, verdict.news.back().text.c_str());
    }

    void aHealedFaultIsEndedByName()
    {
        const std::vector<cluster::LoggedCommand> log{
            {CommandId(1), EventId(5), Instant(), command::Kill{NodeId::broker(BrokerId(1))}},
            {CommandId(2), EventId(9), Instant(),
             command::CutLink{NodeId::broker(BrokerId(2)), NodeId::broker(BrokerId(3)), true}}};
        QCOMPARE(lineOf(command::HealFault{EventId(10)}, log), std::string("uncut 2 3"));
        QCOMPARE(lineOf(command::HealFault{EventId(7)}, log), std::string("restart 1"));
        QCOMPARE(lineOf(command::HealFault{EventId(3)}, log), std::string());
    }

    void theDemosOwnCommandsAreNotWritten()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        ByHand hand(spec);
        hand.give("kill 3");
        const auto text =
            scenarioOf(spec, hand.sim.cluster().commandLog(), {}, hand.sim.world().now());
        QVERIFY(text.has_value());
        QVERIFY(text->find("create-topic") == std::string::npos);
        QVERIFY(text->find("kill 3") != std::string::npos);
        const auto read = readScenario(*text);
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        QVERIFY(read->spec.demo);
    }
};

QTEST_APPLESS_MAIN(TestScenarioWriter)
#include "test_scenario_writer.moc"
