#include <QTest>

#include "app/commands/line_language.h"

using namespace hw;
using namespace hw::app;
using namespace hw::observe;

namespace {

std::string errorOf(std::string_view text)
{
    const Result<Line> line = readLine(text);
    return line ? std::string() : line.error().message;
}

template <class Kind> Kind get(std::string_view text)
{
    const Result<Line> line = readLine(text);
    if (!line)
        qFatal("%s", line.error().message.c_str());
    return std::get<Kind>(*line);
}

template <class Kind> Kind getCommand(std::string_view text)
{
    return std::get<Kind>(get<line::Submit>(text).command);
}

template <class Kind> Kind getCondition(std::string_view text)
{
    return std::get<Kind>(get<line::Await>(text).condition);
}

} // namespace

class TestLineLanguage : public QObject
{
    Q_OBJECT
private slots:
    void fixedLines()
    {
        get<line::Nothing>("");
        get<line::Nothing>(" \t \r");
        get<line::Topics>("topics");
        get<line::Groups>("  groups ");
        get<line::Quit>("quit\r");
        get<line::Help>("help");
        QVERIFY(!get<line::Status>("status").json);
        QVERIFY(get<line::Status>("status --json").json);
        QVERIFY(get<line::Events>("events on").on);
        QVERIFY(!get<line::Events>("events off").on);
    }

    void nodesAreBrokersOrTheEnsemblesServers()
    {
        QVERIFY(getCommand<command::Kill>("kill 2").node == NodeId::broker(BrokerId(2)));
        QVERIFY(getCommand<command::Restart>("restart zookeeper0").node == NodeId::ensemble(0));
        QVERIFY(getCommand<command::PowerOff>("power-off 1").node == NodeId::broker(BrokerId(1)));
        getCommand<command::Stop>("stop 1");
        getCommand<command::Freeze>("freeze 1");
        getCommand<command::Thaw>("thaw 1");
    }

    void linksAreCutSlowedAndHeld()
    {
        const auto cut = getCommand<command::CutLink>("cut 1 zookeeper0");
        QVERIFY(cut.from == NodeId::broker(BrokerId(1)) && cut.to == NodeId::ensemble(0));
        QVERIFY(cut.bothWays);
        QVERIFY(!getCommand<command::CutLink>("cut 1 outside oneway").bothWays);
        QVERIFY(getCommand<command::CutLink>("cut 1 outside").to == NodeId::outside(0));
        QVERIFY(getCommand<command::CutLink>("cut client4 2").from == NodeId::client(4));
        QVERIFY(getCommand<command::UncutLink>("uncut 1 outside7").two == NodeId::outside(7));
        QVERIFY(getCommand<command::DelayLink>("delay 1 2 250").longer == 250ms);
        QVERIFY(getCommand<command::DelayLink>("delay 1 2 0").longer == 0ms);
        QCOMPARE(getCommand<command::ClogLink>("clog 1 2 1000").bytesPerSecond,
                 std::uint64_t(1000));
        getCommand<command::ResetLink>("reset 1 2");
        QVERIFY(getCommand<command::HoldMessage>("hold 1 2").api.empty());
        const auto hold = getCommand<command::HoldMessage>("hold 1 2 Fetch response");
        QVERIFY(hold.api == "Fetch" && hold.response);
        QVERIFY(getCommand<command::ReleaseMessage>("release").fault == kNoEvent);
        QVERIFY(getCommand<command::ReleaseMessage>("drop 17").drop);
        QVERIFY(getCommand<command::ReleaseMessage>("drop 17").fault == EventId(17));
    }

    void consumersJoinWithKafkasSettings()
    {
        const auto plain = getCommand<command::AddConsumer>("consumer add g t1,t2");
        QCOMPARE(plain.group, std::string("g"));
        QVERIFY((plain.topics == std::vector<std::string>{"t1", "t2"}));
        QVERIFY(plain.autoCommit && !plain.sessionTimeout && plain.name.empty());
        const auto full = getCommand<command::AddConsumer>(
            "consumer add g t client.id=C1 group.instance.id=i session.timeout.ms=9000 "
            "heartbeat.interval.ms=2000 max.poll.interval.ms=10000 max.poll.records=7 "
            "enable.auto.commit=false auto.offset.reset=none group.protocol=consumer "
            "partition.assignment.strategy=cooperative-sticky metadata.max.age.ms=5000");
        QCOMPARE(full.name, std::string("C1"));
        QCOMPARE(full.instance.value_or(""), std::string("i"));
        QVERIFY(full.sessionTimeout == 9s && full.heartbeatInterval == 2s);
        QVERIFY(full.maxPollInterval == 10s && full.metadataMaxAge == 5s);
        QVERIFY(full.maxPollRecords == 7 && !full.autoCommit);
        QVERIFY(full.reset == command::OffsetReset::None);
        QVERIFY(full.protocol == command::GroupProtocol::Consumer);
        QVERIFY(full.assignor == command::Assignor::CooperativeSticky);
        const auto fixed = getCommand<command::AddConsumer>("consumer add g t fixed=t-0,t-2");
        QVERIFY(fixed.assignor == command::Assignor::Fixed);
        QVERIFY((fixed.fixed == std::vector<TopicPartition>{{"t", 0}, {"t", 2}}));
        const auto producer =
            getCommand<command::AddProducer>("producer add t acks=1 rate=50 keys=random");
        QVERIFY(producer.acks == 1 && producer.rate == 50);
        QVERIFY(producer.keys == command::Keys::Random);

        QVERIFY(errorOf("consumer add g t max.poll.records=0")
                    .starts_with("consumer: max.poll.records: '0' is out of range"));
        QVERIFY(errorOf("consumer add g t auto.offset.reset=x")
                    .find("'x' is none of earliest, latest, none") != std::string::npos);
        QVERIFY(errorOf("consumer add g t colour=red").find("'colour=red' is no setting") !=
                std::string::npos);
        const std::string usage = "allowed is: consumer add GROUP T,T [name=value]…";
        QCOMPARE(errorOf("consumer drop g t"), "consumer: 'drop' is unknown; " + usage);
        QCOMPARE(errorOf("consumer remove x"), "consumer: 'remove' is unknown; " + usage);
    }

    void whatIsWrongWithAConsumerAndWhatItDoes()
    {
        QVERIFY(getCommand<command::SlowConsumer>("slow client4 50").perRecord == 50ms);
        QVERIFY(getCommand<command::SlowConsumer>("slow client4 ok").perRecord == 0ms);
        QVERIFY(getCommand<command::StopPolling>("stall client4 12000").time == 12s);
        QVERIFY(!getCommand<command::StopPolling>("stall client4").time);
        QVERIFY(getCommand<command::StopHeartbeats>("mute client4 ok").time == 0ms);
        QVERIFY(getCommand<command::FlapConsumer>("flap client4 3000").every == 3s);
        QVERIFY(getCommand<command::PausePartitions>("pause client4").partitions.empty());
        const auto resume = getCommand<command::PausePartitions>("resume client4 t-1");
        QVERIFY(resume.resume && resume.partitions[0] == (TopicPartition{"t", 1}));
        const auto seek = getCommand<command::SeekConsumer>("seek client4 t-0,t-1 70");
        QVERIFY(seek.to == command::SeekTo::Offset && seek.value == 70);
        QCOMPARE(seek.partitions.size(), std::size_t(2));
        QVERIFY(getCommand<command::SeekConsumer>("seek client4 end").to == command::SeekTo::End);
        const auto time = getCommand<command::SeekConsumer>("seek client4 time=1700000000000");
        QVERIFY(time.to == command::SeekTo::Time && time.value == 1'700'000'000'000);
        QVERIFY(getCommand<command::CommitConsumer>("commit client4").sync);
        QVERIFY(!getCommand<command::CommitConsumer>("commit client4 async").sync);
        QVERIFY(getCommand<command::StopClient>("crash client4").crash);
        QVERIFY(!getCommand<command::StopClient>("leave client4").crash);
        QVERIFY(errorOf("stall outside").find("an embedded client's name") != std::string::npos);
        QVERIFY(errorOf("slow client4 -1").find("or ok, which ends it") != std::string::npos);
        QVERIFY(errorOf("seek client4 t-0 now").find("time=MS") != std::string::npos);
        QVERIFY(errorOf("commit client4 later").find("sync, async") != std::string::npos);
    }

    void clientsAreFoundByTheirNames()
    {
        const Names names = [](std::string_view name, NodeId other) -> std::optional<NodeId> {
            return name == "p" && other == NodeId::broker(BrokerId(2))
                       ? std::optional(NodeId::client(9))
                       : std::nullopt;
        };
        for (const char* text : {"cut 2 p", "cut p 2"}) {
            const Result<Line> line = readLine(text, names);
            QVERIFY2(line.has_value(), text);
            const auto& cut = std::get<command::CutLink>(std::get<line::Submit>(*line).command);
            QVERIFY(cut.from == NodeId::client(9) || cut.to == NodeId::client(9));
        }
        QVERIFY(!readLine("cut 2 q", names));
        QVERIFY(!readLine("cut 2 p"));
    }

    void machinesSufferAndHeal()
    {
        const auto slow = getCommand<command::TroubleDisk>("disk 2 slow 100");
        QVERIFY(slow.trouble == command::DiskTrouble::Slow && slow.time == 100ms);
        QVERIFY(getCommand<command::TroubleDisk>("disk 2 torn").trouble ==
                command::DiskTrouble::TornWrite);
        QVERIFY(getCommand<command::TroubleDisk>("disk zookeeper0 ok").trouble ==
                command::DiskTrouble::None);
        const auto flip = getCommand<command::FlipByte>("flip 3 t-0 42");
        QVERIFY(flip.file == "t-0" && flip.at == 42);
        QVERIFY(getCommand<command::JumpClock>("clock 1 +5000").by == 5s);
        QVERIFY(getCommand<command::JumpClock>("clock 1 -5000").by == -5s);
        QVERIFY(getCommand<command::JumpClock>("clock 1 ok").by == 0s);
        getCommand<command::ExpireSession>("expire 2");
        getCommand<command::HealAll>("heal");
        QVERIFY(getCommand<command::HealFault>("heal 881").fault == EventId(881));
        get<line::Faults>("faults");
    }

    void wrongFaultsAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("part");
        QTest::newRow("node") << "cut 1 x"
                              << "'x' is none";
        QTest::newRow("words") << "cut 1"
                               << "B is missing";
        QTest::newRow("way") << "cut 1 2 twoway"
                             << "oneway or nothing";
        QTest::newRow("ms") << "delay 1 2 -3"
                            << "ms: '-3'";
        QTest::newRow("rate") << "clog 1 2 fast"
                              << "bytes per second: 'fast'";
        QTest::newRow("answer") << "hold 1 2 Fetch request"
                                << "response or nothing";
        QTest::newRow("fault") << "heal x"
                               << "fault: 'x'";
        QTest::newRow("trouble") << "disk 1 broken"
                                 << "'broken' is no trouble";
        QTest::newRow("slow") << "disk 1 slow"
                              << "milliseconds";
        QTest::newRow("full") << "disk 1 full 3"
                              << "one word too many";
        QTest::newRow("clock") << "clock 1 5000"
                               << "+MS, -MS";
        QTest::newRow("at") << "flip 1 t-0 x"
                            << "at: 'x'";
        QTest::newRow("outside") << "cut 1 outside0"
                                 << "'outside0' is none";
    }
    void wrongFaultsAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, part);
        const std::string error = errorOf(text.toStdString());
        QVERIFY2(error.find(part.toStdString()) != std::string::npos, error.c_str());
    }

    void topicsAreMadeWithNumbersAndSettings()
    {
        const auto bare = getCommand<command::CreateTopic>("create-topic t");
        QCOMPARE(bare.topic, std::string("t"));
        QCOMPARE(bare.partitions, -1);
        QCOMPARE(bare.replicationFactor, -1);
        const auto full = getCommand<command::CreateTopic>(
            "create-topic my-topic 6 2 min.insync.replicas=2 retention.ms=-1");
        QCOMPARE(full.partitions, 6);
        QCOMPARE(full.replicationFactor, 2);
        QCOMPARE(full.configs.size(), 2u);
        QCOMPARE(full.configs.at("retention.ms"), std::string("-1"));
        const auto noFactor = getCommand<command::CreateTopic>("create-topic t 4 a=b");
        QCOMPARE(noFactor.partitions, 4);
        QCOMPARE(noFactor.replicationFactor, -1);
        QCOMPARE(getCommand<command::DeleteTopic>("delete-topic t").topic, std::string("t"));
        const auto grown = getCommand<command::AddPartitions>("add-partitions t 6");
        QCOMPARE(grown.topic, std::string("t"));
        QCOMPARE(grown.total, 6);
    }

    void partitionsMayHaveDashesInTheirTopic()
    {
        const auto elect = getCommand<command::Elect>("elect my-topic-2-11");
        QVERIFY(elect.partition == (TopicPartition{"my-topic-2", 11}));
    }

    void electsTheWayAskedFor()
    {
        using enum command::ElectionType;
        QVERIFY(getCommand<command::Elect>("elect t-0").type == Preferred);
        QVERIFY(getCommand<command::Elect>("elect t-0 preferred").type == Preferred);
        QVERIFY(getCommand<command::Elect>("elect t-0 unclean").type == Unclean);
        QVERIFY(!readLine("elect t-0 dirty"));
    }

    void reassignsInTheOrderGiven()
    {
        const auto move = getCommand<command::Reassign>("reassign t-1 4,1,2");
        QVERIFY(move.partition == (TopicPartition{"t", 1}));
        QCOMPARE(move.replicas, (std::vector{BrokerId(4), BrokerId(1), BrokerId(2)}));
        QVERIFY(!readLine("reassign t-1"));
        QVERIFY(!readLine("reassign t-1 4,x"));
        QVERIFY(getCommand<command::CancelReassignment>("cancel-reassign t-1").partition ==
                (TopicPartition{"t", 1}));
        getCommand<command::AddBroker>("add-broker");
        QVERIFY(!readLine("add-broker 4"));
    }

    void awaitsWithDefaultAndOwnTimeout()
    {
        QVERIFY(get<line::Await>("await settled").timeout == kDefaultAwait);
        QVERIFY(get<line::Await>("await settled 5").timeout == 5s);
        QVERIFY(get<line::Await>("await isr t-0 1,2 0.25").timeout == 250ms);
        QVERIFY(get<line::Await>("await leader t-0 2 7").timeout == 7s);
        QVERIFY(get<line::Await>("await leader t-0 any 7").timeout == 7s);
        QVERIFY(get<line::Await>("await group g Stable any 7").timeout == 7s);
    }

    void awaitsLeaders()
    {
        QVERIFY(!getCondition<condition::LeaderIs>("await leader t-0").broker);
        const auto is = getCondition<condition::LeaderIs>("await leader t-0 2");
        QVERIFY(is.broker == BrokerId(2) && !is.negated);
        const auto isNot = getCondition<condition::LeaderIs>("await leader t-0 !2");
        QVERIFY(isNot.broker == BrokerId(2) && isNot.negated);
    }

    void awaitsIsrAsASet()
    {
        const std::vector<BrokerId> both = {BrokerId(1), BrokerId(3)};
        QVERIFY(getCondition<condition::IsrIs>("await isr t-0 3,1").isr == both);
        QVERIFY(getCondition<condition::IsrIs>("await isr t-0 -").isr.empty());
    }

    void awaitsOffsetsGroupsAndBrokers()
    {
        const auto hw = getCondition<condition::NumberIs>("await hw t-0 7");
        QVERIFY(hw.which == condition::NumberIs::Which::HighWatermark);
        QVERIFY(hw.number == 7 && !hw.exact);
        QVERIFY(getCondition<condition::NumberIs>("await hw t-0 =7").exact);
        const auto group = getCondition<condition::GroupIs>("await group g Empty 0");
        QVERIFY(group.state == fact::GroupState::Empty && group.members == 0u);
        QVERIFY(!getCondition<condition::GroupIs>("await group g Stable").members);
        const auto broker = getCondition<condition::BrokerIs>("await broker 2 waiting-session");
        QVERIFY(broker.state == BrokerState::WaitingSession);
        const auto server = getCondition<condition::ServerIs>("await broker zookeeper0 down");
        QVERIFY(server.state == EnsembleServerPart::State::Down);
    }

    void badLinesAreNamedWithWhatIsAllowed_data()
    {
        QTest::addColumn<QString>("error");
        const auto row = [](const char* line, const char* error) {
            QTest::newRow(line) << QString(error);
        };
        row("dance",
            "'dance' is no command; allowed are status, events, kill, power"
            "-off, stop, restart, freeze, thaw, cut, uncut, delay, clog, reset, hol"
            "d, release, drop, disk, flip, clock, expire, heal, faults, create-topi"
            "c, delete-topic, add-partitions, elect, reassign, cancel-reassign, add-broker, "
            "consumer, producer, slow, stall, mute, flap, pause, resume, seek, send, "
            "commit, "
            "leave, crash, topics,"
            " groups, await, quit, help");
        row("kill", "kill: N is missing; allowed is: kill N");
        row("kill 1 2", "kill: '2' is too much; allowed is: kill N");
        row("help me", "help: 'me' is too much; allowed is: help");
        row("kill 0", "kill: node: '0' is none; a broker's number from 1 to 9 or zookeeper0 to "
                      "zookeeper4 is allowed");
        row("freeze zookeeperX", "freeze: node: 'zookeeperX' is none; a broker's number from 1 to "
                                 "9 or zookeeper0 to zookeeper4 is allowed");
        row("events maybe", "events: 'maybe' is not allowed; on and off are");
        row("status now", "status: 'now' is unknown; --json or nothing is allowed");
        row("create-topic t 0", "create-topic: partitions: '0' is out of range; 1 to 10000 is "
                                "allowed, or name=value");
        row("create-topic t 10001", "create-topic: partitions: '10001' is out of range; 1 to 10000 "
                                    "is allowed, or name=value");
        row("create-topic t 3 x", "create-topic: replication factor: 'x' is not a whole number; 1 "
                                  "to 9 is allowed, or name=value");
        row("create-topic t 3 2 1", "create-topic: '1' is one word too many; PARTITIONS and RF, "
                                    "then name=value are allowed");
        row("add-partitions t", "add-partitions: TOTAL is missing; allowed is: add-partitions T "
                                "TOTAL");
        row("producer add t,z!", "producer: 'z!' is no topic name: 1 to 249 of a-z, A-Z, 0-9, '.', "
                                 "'_' and '-' are allowed, but not '.' or '..'");
        row("add-partitions t 0", "add-partitions: partitions: '0' is out of range; 1 to 10000 is "
                                  "allowed");
        row("add-partitions t more", "add-partitions: partitions: 'more' is not a whole number; 1 "
                                     "to 10000 is allowed");
        row("elect t", "elect: partition: 't' is none; TOPIC-NUMBER is allowed, as in TopicA-0");
        row("elect -1", "elect: partition: '-1' is none; TOPIC-NUMBER is allowed, as in TopicA-0");
        row("await", "await: CONDITION is missing; allowed is: await CONDITION");
        row("await rain",
            "await: 'rain' is no condition; allowed are settled, leader, isr, "
            "isr-below, isr-size, replicas, hw, hw-of, leo, log-bytes, log-start, "
            "segments, epoch, controller, controller-epoch, broker, group, unstable, "
            "generation, coordinator, offsets-partition, group-leader, owns, cause, committed, "
            "position, lag, acked, failed, consumed, connections, fetch-connections, "
            "measured, less, lost");
        row("await lost all few", "await: lost: 'few' is not a whole number; 0 to "
                                  "9223372036854775807 is allowed; with = before it just that "
                                  "number is meant");
        row("await owns g c t", "await: owns: partition: 't' is none; TOPIC-NUMBER is allowed, as "
                                "in TopicA-0");
        row("await cause g boredom",
            "await: cause: state: 'boredom' is not one; allowed are first-member, joined, left, "
            "session-expired, rebalance-timeout, subscription-changed, left-poll-limit, "
            "partitions-given-up, partitions-added, protocol-changed, leader-rejoined, "
            "static-member-replaced, removed, broker-trouble, coordinator-moved");
        row("await settled never", "await: timeout: 'never' is none; seconds above 0, up to 86400, "
                                   "are allowed, as in 10 or 0.5");
        row("await isr t-0 1,x", "await: isr: broker: 'x' is not a whole number; 1 to 9 is "
                                 "allowed");
        row("await group g Happy", "await: group: state: 'Happy' is not one; allowed are Empty, "
                                   "PreparingRebalance, CompletingRebalance, Stable, Dead, "
                                   "Assigning, Reconciling");
        row("await broker 1 asleep", "await: broker: state: 'asleep' is not one; allowed are "
                                     "starting, recovering, waiting-session, running, frozen, "
                                     "stopping, down");
        row("await hw t-0 -3", "await: hw: '-3' is out of range; 0 to 9223372036854775807 is "
                               "allowed; with = before it just that number is meant");
    }

    void badLinesAreNamedWithWhatIsAllowed()
    {
        QFETCH(QString, error);
        QCOMPARE(QString::fromStdString(errorOf(QTest::currentDataTag())), error);
    }

    void helpNamesEveryLine()
    {
        const std::string help = lineHelp();
        for (const char* usage : {"status", "kill N\n", "await isr T-P 1,2 [TIMEOUT_S]\n",
                                  "await committed G T-P [=]OFFSET|none [TIMEOUT_S]\n", "quit\n"})
            QVERIFY2(help.find(usage) != std::string::npos, usage);
    }
};

QTEST_APPLESS_MAIN(TestLineLanguage)
#include "test_line_language.moc"
