#include "app/store/time_machine.h"
#include "tests/app/store/recorded_demo.h"

using namespace hw;
using namespace hw::store;
using test::packed;
using test::SeenDemo;
using Mode = cluster::PlaybackState::Mode;
using Direction = cluster::Playback::Direction;

namespace {

/// The demo, a time machine on it, and a window's look once a frame.
struct Scene
{
    Scene()
        : machine(demo.cluster(), dir.filePath("x.hwrec").toStdString(), {})
        , playback(*machine.playback())
    {
    }
    struct Look
    {
        std::shared_ptr<const observe::Snapshot> snapshot;
        std::shared_ptr<const observe::Gauges> gauges;
        std::vector<observe::Event> events;
    };
    Look look()
    {
        demo.runFor(SeenDemo::kFrame);
        playback.advance(SeenDemo::kFrame);
        Look look;
        look.snapshot = machine.snapshot();
        look.gauges = machine.gauges();
        look.events = machine.takeEvents(2000).events;
        return look;
    }
    void runFor(Duration duration)
    {
        for (Duration at{}; at < duration; at += SeenDemo::kFrame)
            looks.push_back(look());
    }

    QTemporaryDir dir;
    SeenDemo demo;
    TimeMachine machine;
    cluster::Playback& playback;
    std::vector<Look> looks;
};

} // namespace

class TestTimeMachine : public QObject
{
    Q_OBJECT
private slots:
    void thePresentPassesThrough()
    {
        Scene s;
        s.runFor(2s);
        QCOMPARE(s.playback.state().mode, Mode::Present);
        QVERIFY(s.playback.state().hasPresent);
        QCOMPARE(s.playback.state().now, s.looks.back().snapshot->at);
        QCOMPARE(s.looks.back().snapshot->at, Instant(2s));
        QVERIFY(s.machine.capabilities().faults);
        const CommandId id = s.machine.submit(observe::command::Kill{NodeId::broker(BrokerId(3))});
        QVERIFY(id.value() < 1000);
        s.playback.step(Direction::Forward); // there is nothing beyond the present
        QCOMPARE(s.playback.state().mode, Mode::Present);
    }

    void thePastIsShownWhileTheEngineRunsOn()
    {
        Scene s;
        s.runFor(4s);
        const auto then = s.looks[100].snapshot;
        s.playback.seek(then->at);
        QCOMPARE(s.playback.state().mode, Mode::Paused);
        QCOMPARE(s.playback.state().now, then->at);
        QCOMPARE(s.playback.state().jumps, std::uint64_t(1));
        const auto past = s.look();
        QCOMPARE(packed(*past.snapshot), packed(*then));
        QVERIFY(!past.events.empty() && past.events.back().at <= then->at);
        QVERIFY(!s.machine.capabilities().faults);
        QCOMPARE(s.playback.state().last, Instant(4s + 16ms));
        for (int i = 0; i < 100; ++i)
            s.look();
        QCOMPARE(s.playback.state().now, then->at);
        QCOMPARE(s.playback.state().last, Instant(4s + 101 * 16ms));
        // What happened meanwhile was recorded.
        s.playback.seek(s.playback.state().last);
        QCOMPARE(s.playback.state().now, s.playback.state().last);
        QCOMPARE(s.look().snapshot->at, Instant(4s + 101 * 16ms));
    }

    void backInThePresentTheListHasItsContext()
    {
        Scene s;
        s.runFor(3s);
        s.playback.seek(Instant(1s));
        for (int i = 0; i < 20; ++i)
            s.look();
        const std::uint64_t jumps = s.playback.state().jumps;
        s.playback.toPresent();
        QCOMPARE(s.playback.state().mode, Mode::Present);
        QCOMPARE(s.playback.state().jumps, jumps + 1);
        const auto first = s.look();
        QVERIFY(first.events.size() > 20);
        QVERIFY(std::ranges::is_sorted(first.events, {}, &observe::Event::id));
        QVERIFY(s.look().events.size() < 20);
        QVERIFY(s.machine.capabilities().faults);
    }

    void playingCatchesUpWithThePresent()
    {
        Scene s;
        s.runFor(3s);
        s.playback.seek(Instant(2s));
        s.playback.setSpeed(4);
        s.playback.play();
        int frames = 0;
        for (; frames < 1000 && s.playback.state().mode == Mode::Playing; ++frames)
            s.look();
        QCOMPARE(s.playback.state().mode, Mode::Present);
        QVERIFY2(frames > 15 && frames < 30, qPrintable(QString::number(frames)));
    }

    void aStepBackLeavesThePresent()
    {
        Scene s;
        s.runFor(3s);
        observe::Event last;
        for (const auto& look : s.looks)
            for (const auto& event : look.events)
                last = event;
        s.playback.step(Direction::Back);
        QCOMPARE(s.playback.state().mode, Mode::Paused);
        QVERIFY(s.playback.state().now <= last.at);
        const auto events = s.look().events;
        QCOMPARE(events.back().at, s.playback.state().now);
    }

    void commandsOfThePastAreRefused()
    {
        Scene s;
        s.runFor(2s);
        s.playback.pause();
        s.look();
        const CommandId id = s.machine.submit(observe::command::Kill{NodeId::broker(BrokerId(1))});
        const auto events = s.look().events;
        QVERIFY(!events.empty());
        const auto& done = std::get<observe::fact::CommandDone>(events.back().fact);
        QVERIFY(done.command == id && !done.ok);
        s.playback.toPresent();
        s.runFor(1s);
        QCOMPARE(s.looks.back().snapshot->brokers[0]->state, observe::BrokerState::Running);
    }

    void whatIsSavedOpensElsewhere()
    {
        Scene s;
        s.runFor(3s);
        const std::string path = s.dir.filePath("saved.hwrec").toStdString();
        QVERIFY(s.playback.setNote({Instant(1s), "began"}));
        QCOMPARE(s.playback.notes().size(), std::size_t(1));
        QCOMPARE(s.playback.saveTo(path), std::string());
        const auto saved = test::opened(path);
        QCOMPARE(saved->last(), s.looks.back().snapshot->at);
        QCOMPARE(saved->info().ended, std::string("saved"));
        QCOMPARE(saved->notes().size(), std::size_t(1));
        QVERIFY(!QFile::exists(QString::fromStdString(path) + "-wal"));
    }

    void nothingIsLeftBehind()
    {
        QString file;
        QTemporaryDir dir;
        {
            SeenDemo demo;
            TimeMachine machine(demo.cluster(), dir.filePath("x.hwrec").toStdString(), {});
            for (int i = 0; i < 100; ++i) {
                demo.runFor(16ms);
                machine.snapshot();
                machine.gauges();
                machine.takeEvents(100);
            }
            machine.playback()->seek(Instant(1s));
        }
        QCOMPARE(QDir(dir.path()).entryList(QDir::Files), QStringList());
    }
};

QTEST_GUILESS_MAIN(TestTimeMachine)
#include "test_time_machine.moc"
