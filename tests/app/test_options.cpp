#include <QTest>

#include "app/commands/options.h"

using namespace hw;
using namespace hw::app;

namespace {

Result<Invocation> read(std::vector<std::string> arguments) { return readCommandLine(arguments); }

/// The error as text, empty if there is none.
std::string errorOf(std::vector<std::string> arguments)
{
    const Result<Invocation> invocation = read(std::move(arguments));
    return invocation ? std::string() : invocation.error().message;
}

template <class Options> Options get(std::vector<std::string> arguments)
{
    const Result<Invocation> invocation = read(std::move(arguments));
    if (!invocation)
        qFatal("%s", invocation.error().message.c_str());
    return std::get<Options>(*invocation);
}

} // namespace

class TestOptions : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsTheWindowWithThreeBrokers()
    {
        const auto window = get<WindowOptions>({});
        QCOMPARE(window.brokers, 3);
        QVERIFY(!window.language);
    }

    void windowTakesBrokersAndLanguage()
    {
        const auto window = get<WindowOptions>({"--brokers", "5", "--lang=zh_CN"});
        QCOMPARE(get<WindowOptions>({"--lang=pt_BR"}).language,
                 std::optional<std::string>("pt_BR"));
        QCOMPARE(window.brokers, 5);
        QCOMPARE(window.language, std::optional<std::string>("zh_CN"));
    }

    void aSeedMeansASimulatedCluster()
    {
        QVERIFY(!get<WindowOptions>({}).studio);
        QVERIFY(get<WindowOptions>({"--studio"}).studio);
        const auto failing = get<WindowOptions>({"--simulate-seed", "58"});
        QVERIFY(failing.studio && failing.faults);
        QCOMPARE(failing.seed, std::uint64_t(58));
        const auto window = get<WindowOptions>({"--brokers", "5", "--seed", "4711"});
        QVERIFY(window.studio);
        QCOMPARE(window.seed, std::uint64_t(4711));
        QVERIFY(errorOf({"--seed", "x"}).find("'x'") != std::string::npos);
    }

    void inspectTakesOnePath()
    {
        const auto inspect = get<InspectOptions>({"inspect", "logs/t-0", "--json"});
        QCOMPARE(inspect.path, std::string("logs/t-0"));
        QVERIFY(inspect.json && !inspect.records);
        QCOMPARE(errorOf({"inspect"}), std::string("inspect: the path is missing; inspect PATH is "
                                                   "allowed"));
        QVERIFY(errorOf({"inspect", "a", "b"}).find("'b'") != std::string::npos);
        QCOMPARE(get<WindowOptions>({"--open", "logs"}).open, std::string("logs"));
        QCOMPARE(get<WindowOptions>({"--scenario", "t.json"}).lesson, std::string("t.json"));
    }

    void replayTakesOneFile()
    {
        const auto replay = get<ReplayOptions>({"replay", "a.hwrec", "--info", "--events",
                                                "--status", "--json", "--at", "90", "--lang=de"});
        QCOMPARE(replay.file, std::string("a.hwrec"));
        QVERIFY(replay.info && replay.events && replay.status && replay.json);
        QCOMPARE(replay.at, std::optional<std::int64_t>(90));
        QCOMPARE(replay.language, std::optional<std::string>("de"));
        const auto window = get<ReplayOptions>({"replay", "a.hwrec"});
        QVERIFY(!window.info && !window.events && !window.status && !window.at);
        QVERIFY(get<ReplayOptions>({"replay"}).file.empty()); // then it says which are there
    }

    void serveHasKafkasPorts()
    {
        const auto serve = get<ServeOptions>({"serve"});
        QCOMPARE(serve.spec.brokers, 3);
        QCOMPARE(serve.spec.port, std::uint16_t(9092));
        QCOMPARE(serve.spec.zookeeperPort, std::uint16_t(2181));
        QVERIFY(serve.spec.preset == cluster::Preset::Classroom);
        QVERIFY(!serve.json && serve.dataDirectory.empty());
    }

    void freePortsAreFreeOnesForZooKeeperToo()
    {
        QCOMPARE(get<ServeOptions>({"serve", "--port", "0"}).spec.zookeeperPort, std::uint16_t(0));
        QCOMPARE(
            get<ServeOptions>({"serve", "--port=0", "--zookeeper-port=2281"}).spec.zookeeperPort,
            std::uint16_t(2281));
        QCOMPARE(get<ServeOptions>({"serve", "--port", "9192"}).spec.zookeeperPort,
                 std::uint16_t(2181));
    }

    void serveTakesAllItsOptions()
    {
        const auto serve =
            get<ServeOptions>({"serve", "--brokers", "2", "--port", "0", "--zookeeper-port=0",
                               "--data", "d", "--preset", "kafka", "--config",
                               "min.insync.replicas=2", "--config", "compression.type=", "--json"});
        QCOMPARE(serve.spec.brokers, 2);
        QCOMPARE(serve.spec.port, std::uint16_t(0));
        QCOMPARE(serve.dataDirectory, std::string("d"));
        QVERIFY(serve.spec.preset == cluster::Preset::Kafka);
        const std::map<std::string, std::string> configs = {{"min.insync.replicas", "2"},
                                                            {"compression.type", ""}};
        QVERIFY(serve.spec.configs == configs);
        QVERIFY(serve.json);
    }

    void shotTakesFileSizeThemeAndLanguage()
    {
        const auto shot = get<ShotOptions>(
            {"shot", "a.png", "--size", "800x600", "--theme", "dark", "--lang", "zh_CN"});
        QCOMPARE(shot.file, std::string("a.png"));
        QCOMPARE(shot.width, 800);
        QCOMPARE(shot.height, 600);
        QVERIFY(shot.theme == Theme::Dark);
        QCOMPARE(shot.language, std::string("zh_CN"));
    }

    void helpIsAskedForFromEverywhere()
    {
        for (const std::vector<std::string>& arguments :
             {std::vector<std::string>{"--help"}, {"help"}, {"serve", "-h"}, {"shot", "--help"}})
            QVERIFY(get<HelpRequest>(arguments).text.find("--brokers N") != std::string::npos);
    }

    void badInputIsNamedWithWhatIsAllowed_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* arguments, const char* error) {
            QTest::newRow(arguments) << QString(arguments).split(' ') << QString(error);
        };
        row("--brokers 0", "--brokers: '0' is out of range; 1 to 9 is allowed");
        row("--brokers 10", "--brokers: '10' is out of range; 1 to 9 is allowed");
        row("--brokers three", "--brokers: 'three' is not a whole number; 1 to 9 is allowed");
        row("--brokers 3x", "--brokers: '3x' is not a whole number; 1 to 9 is allowed");
        row("--brokers 99999999999999999999",
            "--brokers: '99999999999999999999' is out of range; 1 to 9 is allowed");
        row("--brokers", "--brokers: the value is missing; --brokers N is allowed");
        row("--brokers 3 --brokers 4", "--brokers is given twice; once is allowed");
        row("--lang French", "--lang: 'French' is not a language of the window; en and zh_CN are, "
                             "and those of dropped-in files, as de or pt_BR");
        row("--lang pt_", "--lang: 'pt_' is not a language of the window; en and zh_CN are, "
                          "and those of dropped-in files, as de or pt_BR");
        row("--speed 9",
            "unknown option '--speed'; allowed are --brokers, --ensemble, --port, --studio, "
            "--seed, --simulate-seed, --lesson, --scenario, --lang, "
            "--open");
        row("--scenario t.txt",
            "--scenario: 't.txt' is no scenario; a file ending in .json is allowed");
        row("dance", "unknown command 'dance'; allowed are serve, simulate, shot, inspect, replay, "
                     "lesson and help, or options for the window");
        row("serve extra", "unexpected argument 'extra'; allowed are options only");
        row("serve --port 70000", "--port: '70000' is out of range; 0 to 65535 is allowed");
        row("serve --port 65534", "--port: '65534' leaves too few ports for 3 brokers; 0 (free "
                                  "ones) to 65533 is allowed");
        row("serve --zookeeper-port 9093", "--zookeeper-port: '9093' is a broker's port; anything "
                                           "outside of 9092 to 9094 is allowed");
        row("serve --preset fast", "--preset: 'fast' is not a preset; classroom and kafka are");
        row("serve --config novalue", "--config: 'novalue' has no name and value; name=value is "
                                      "allowed, as in min.insync.replicas=2");
        row("serve --json=yes", "--json: 'yes' is one value too many; it is a switch and takes "
                                "none");
        row("serve --data=", "--data: '' is no path; a directory is allowed, it is made if "
                             "missing");
        row("replay a b", "unexpected argument 'b'; allowed is one file");
        row("replay a --json",
            "--json: only with --info, --events or --status, which print something");
        row("replay a --at 1.5", "--at: '1.5' is not a whole number; 0 to 1000000000 is allowed");
        row("replay a --at -1", "--at: '-1' is out of range; 0 to 1000000000 is allowed");
        row("replay a --speed 2", "unknown option '--speed'; allowed are --info, --events, "
                                  "--status, --at, --lang, --json");
        row("shot", "shot: the file is missing; shot OUT.png is allowed");
        row("shot a.jpg", "shot: 'a.jpg' is no .png; a file name ending in .png is allowed");
        row("shot a.png b.png", "unexpected argument 'b.png'; allowed is one file");
        row("shot a.png --size 1600", "--size: '1600' is not a size; WIDTHxHEIGHT is allowed, "
                                      "each 200 to 8000, as in 1600x1000");
        row("shot a.png --theme pink",
            "--theme: 'pink' is not a theme; light, dark and projector are");
    }

    void badInputIsNamedWithWhatIsAllowed()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, error);
        std::vector<std::string> list;
        for (const QString& argument : arguments)
            list.push_back(argument.toStdString());
        QCOMPARE(QString::fromStdString(errorOf(list)), error);
    }
};

QTEST_APPLESS_MAIN(TestOptions)
#include "test_options.moc"
