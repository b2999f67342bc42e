#include "app/store/player.h"
#include "app/store/recording_cluster.h"
#include "tests/app/store/recorded_demo.h"

using namespace hw;
using namespace hw::store;
using cluster::MarkKind;
using test::packed;
using test::RecordedDemo;
using test::SeenDemo;
using Mode = cluster::PlaybackState::Mode;
using Direction = cluster::Playback::Direction;

namespace {

const observe::PartitionPart* partitionOf(const observe::Snapshot& snapshot,
                                          const TopicPartition& id)
{
    for (const auto& topic : snapshot.topics)
        for (const auto& partition : topic->partitions)
            if (partition->id == id)
                return partition.get();
    return nullptr;
}

} // namespace

class TestRecording : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_demo = std::make_unique<RecordedDemo>(25s); }

    void itSaysWhatItIs()
    {
        const auto recording = test::opened(m_demo->file());
        QCOMPARE(recording->info().world, std::string("studio"));
        QCOMPARE(recording->info().seed, std::string("5"));
        QCOMPARE(recording->info().ended, std::string("closed"));
        QCOMPARE(recording->first(), m_demo->seen.front().snapshot->at);
        QCOMPARE(recording->last(), m_demo->seen.back().snapshot->at);
        QCOMPARE(recording->eventCount(), std::uint64_t(m_demo->events.size()));
        QCOMPARE(recording->lost(), std::uint64_t(0));
        recording->verify(60s);
        QCOMPARE(recording->damage(), std::string());
        QVERIFY(isRecording(m_demo->file()));
    }

    void everyMomentIsWhatWasShown()
    {
        const auto recording = test::opened(m_demo->file());
        for (std::size_t i = 0; i < m_demo->seen.size(); i += 13) {
            const Sight& sight = m_demo->seen[(i * 7919) % m_demo->seen.size()];
            const auto moment = recording->at(sight.snapshot->at);
            QCOMPARE(packed(*moment.snapshot), packed(*sight.snapshot));
            // A row of gauges is at most a quarter of a second old, and was shown.
            QVERIFY(moment.gauges->at <= sight.gauges->at);
            QVERIFY(sight.gauges->at - moment.gauges->at <= GaugeThinner::kEvery);
            observe::Gauges shown = *m_demo->at(moment.gauges->at).gauges;
            fitTo(*sight.snapshot, shown);
            QCOMPARE(packed(*moment.gauges), packed(shown));
        }
        const auto between = recording->at(m_demo->seen[500].snapshot->at + 3ms);
        QCOMPARE(between.snapshot->at, m_demo->seen[500].snapshot->at);
        QCOMPARE(recording->at(Instant()).snapshot->at, recording->first());
    }

    void figuresOfAStretchComeBack()
    {
        const auto recording = test::opened(m_demo->file());
        const Instant from(3s), to(19s);
        const auto last = recording->at(to).snapshot;
        const auto rows = recording->gauges(from, to, 1000);
        QVERIFY(rows.size() > 60); // four a second, over more than one chunk
        for (std::size_t n = 0; n < rows.size(); ++n) {
            QVERIFY(rows[n]->at >= from && rows[n]->at <= to);
            QVERIFY(n == 0 || rows[n - 1]->at < rows[n]->at);
            observe::Gauges shown = *m_demo->at(rows[n]->at).gauges;
            fitTo(*last, shown);
            QCOMPARE(packed(*rows[n]), packed(shown));
        }
        const auto few = recording->gauges(from, to, 10);
        QVERIFY(few.size() > 7 && few.size() <= 10);
        QVERIFY(few.front()->at < Instant(4s) && few.back()->at > Instant(16s));
        QVERIFY(recording->gauges(to, from, 10).empty());
    }

    void eventsComeBack()
    {
        const auto recording = test::opened(m_demo->file());
        const auto all = recording->events(Instant(), Instant(3600s), 1'000'000);
        QCOMPARE(packed(all), packed(m_demo->events));
        const Instant from(4s), to(6s);
        for (const auto& event : recording->events(from, to, 1'000'000))
            QVERIFY(event.at >= from && event.at <= to);
        QCOMPARE(recording->events(Instant(), Instant(3600s), 5).size(), std::size_t(5));
        const auto last = recording->eventsUpTo(to, 10);
        QCOMPARE(last.size(), std::size_t(10));
        QVERIFY(last.back().at <= to && last.front().id < last.back().id);
    }

    void marksAreFound()
    {
        const auto recording = test::opened(m_demo->file());
        Player player(*recording);
        const auto killed =
            player.find({MarkKind::Broker, "BROKER 2"}, Instant(4500ms), Direction::Forward);
        QVERIFY(killed && killed->at > Instant(4500ms) && killed->at < Instant(5s));
        const auto event = recording->events(killed->at, killed->at, 100);
        QVERIFY(std::ranges::any_of(event, [&](const auto& e) { return e.id == killed->event; }));
        const auto leader = player.find({MarkKind::Leader, ""}, killed->at, Direction::Forward);
        QVERIFY(leader && leader->at > killed->at);
        const auto back = player.find({MarkKind::Broker, "broker 2"}, leader->at, Direction::Back);
        QVERIFY(back && back->at <= leader->at);
        QVERIFY(!player.find({{}, "nobody"}, Instant(), Direction::Forward));
        const auto all = player.marks(Instant(), recording->last(), 10'000);
        QVERIFY(all.size() > 20);
        const auto thinned = player.marks(Instant(), recording->last(), 7);
        QCOMPARE(thinned.size(), std::size_t(7));
        QVERIFY(thinned.back().at > all[all.size() / 2].at);
    }

    void notesAreKeptInTheFile()
    {
        const cluster::Note note{Instant(7s), "here"};
        {
            const auto recording = test::opened(m_demo->file());
            QCOMPARE(recording->notes().size(), std::size_t(1));
            QCOMPARE(recording->notes()[0].text, std::string("look at the leader"));
            QVERIFY(recording->setNote(note));
        }
        const auto recording = test::opened(m_demo->file());
        QCOMPARE(recording->notes().back(), note);
        QVERIFY(recording->setNote({Instant(7s), ""}));
        QCOMPARE(recording->notes().size(), std::size_t(1));
        Player player(*recording);
        QVERIFY(!player.setNote({Instant(1s), std::string(Player::kNoteLimit + 1, 'x')}));
    }

    void aCopyHasItAll()
    {
        const auto recording = test::opened(m_demo->file());
        Player player(*recording);
        const std::string path = m_demo->dir.filePath("copy.hwrec").toStdString();
        QCOMPARE(player.saveTo(path), std::string());
        QCOMPARE(player.saveTo(path), std::string()); // over the old one
        const auto copy = test::opened(path);
        QCOMPARE(copy->last(), recording->last());
        QCOMPARE(packed(copy->events(Instant(), Instant(3600s), 1'000'000)),
                 packed(m_demo->events));
        QVERIFY(!player.saveTo(m_demo->dir.filePath("no/such/folder").toStdString()).empty());
    }

    void theCursorMoves()
    {
        auto cluster = RecordingCluster::open(m_demo->file());
        QVERIFY(cluster);
        cluster::Playback& playback = *(*cluster)->playback();
        QCOMPARE(playback.state().mode, Mode::Paused);
        QCOMPARE(playback.state().now, playback.state().first);
        QVERIFY(!playback.state().hasPresent);
        playback.seek(Instant(6s));
        QCOMPARE(playback.state().jumps, std::uint64_t(1));
        const auto context = (*cluster)->takeEvents(10'000).events;
        QVERIFY(!context.empty() && context.back().at <= Instant(6s));
        QVERIFY((*cluster)->takeEvents(10'000).events.empty());

        playback.play();
        playback.setSpeed(2);
        std::vector<observe::Event> told;
        for (int frame = 0; frame < 60; ++frame) {
            playback.advance(16ms);
            for (const auto& event : (*cluster)->takeEvents(10'000).events)
                told.push_back(event);
        }
        QCOMPARE(playback.state().now, Instant(6s + 60 * 32ms));
        QCOMPARE(playback.state().jumps, std::uint64_t(1));
        const auto passed =
            playback.events(Instant(6s) + Duration(1), playback.state().now, 10'000);
        QCOMPARE(packed(told), packed(passed));
        QVERIFY((*cluster)->snapshot()->at <= playback.state().now + SeenDemo::kFrame);

        playback.seek(Instant(3600s));
        QCOMPARE(playback.state().now, playback.state().last);
        playback.setSpeed(1e9);
        QCOMPARE(playback.state().speed, cluster::kMostPlaybackSpeed);
        playback.play(); // from the beginning again
        for (int frame = 0; frame < 60; ++frame)
            playback.advance(16ms);
        QCOMPARE(playback.state().mode, Mode::Paused);
        QCOMPARE(playback.state().now, playback.state().last);
    }

    void stepsGoFromEventToEvent()
    {
        auto cluster = RecordingCluster::open(m_demo->file());
        cluster::Playback& playback = *(*cluster)->playback();
        playback.seek(Instant(5s));
        (*cluster)->takeEvents(1000);
        const auto next =
            std::ranges::upper_bound(m_demo->events, Instant(5s), {}, &observe::Event::at);
        playback.step(Direction::Forward);
        QCOMPARE(playback.state().now, next->at);
        QCOMPARE(playback.state().jumps, std::uint64_t(1));
        const auto told = (*cluster)->takeEvents(1000).events;
        QVERIFY(!told.empty() && told.front().id == next->id);
        playback.step(Direction::Back);
        QVERIFY(playback.state().now < next->at);
        QCOMPARE(playback.state().jumps, std::uint64_t(2));
        playback.seek(Instant());
        for (int i = 0; i < 5; ++i)
            playback.step(Direction::Back);
        QCOMPARE(playback.state().now, playback.state().first);
    }

    void aStepToAnEventShowsWhatItDid()
    {
        auto cluster = RecordingCluster::open(m_demo->file());
        cluster::Playback& playback = *(*cluster)->playback();
        int elections = 0, starts = 0;
        for (const observe::Event& event : m_demo->events) {
            const auto* elected = std::get_if<observe::fact::LeaderElected>(&event.fact);
            const auto* became = std::get_if<observe::fact::BecameLeader>(&event.fact);
            if ((!elected && !became) || event.at < playback.state().first)
                continue;
            playback.seek(event.at - Duration(1));
            playback.step(Direction::Forward);
            QCOMPARE(playback.state().now, event.at);
            const auto snapshot = (*cluster)->snapshot();
            QVERIFY(snapshot->at - event.at < 2 * SeenDemo::kFrame);
            const auto& id = elected ? elected->partition : became->partition;
            const auto* partition = partitionOf(*snapshot, id);
            QVERIFY(partition);
            const LeaderEpoch epoch = elected ? elected->epoch : became->epoch;
            QVERIFY2(partition->leaderEpoch >= epoch,
                     qPrintable(QString::fromStdString(id.text())));
            if (elected && partition->leaderEpoch == epoch)
                QCOMPARE(partition->leader.value(), elected->to.value());
            (elected ? elections : starts) += 1;
        }
        QVERIFY(elections > 0 && starts > 0);
    }

    void aMomentWithoutNewsShowsTheNewestFrame()
    {
        const auto recording = test::opened(m_demo->file());
        for (std::size_t n = 100; n + 1 < m_demo->seen.size(); ++n) {
            const Instant at = m_demo->seen[n].snapshot->at;
            const Instant next = m_demo->seen[n + 1].snapshot->at;
            if (!recording->events(at + Duration(1), next, 1).empty())
                continue;
            QCOMPARE(recording->withAllUpTo(next - Duration(1), 2s).snapshot->at, at);
            return;
        }
        QFAIL("something happens in every frame");
    }

    void aPictureFarBehindItsMomentIsNotShown()
    {
        const auto recording = test::opened(m_demo->file());
        const auto event = std::ranges::find_if(m_demo->events, [&](const auto& each) {
            return each.at > Instant(5s) && m_demo->at(each.at).snapshot->at < each.at;
        });
        QVERIFY(event != m_demo->events.end());
        QVERIFY(recording->withAllUpTo(event->at, 2s).snapshot->at >= event->at);
        QVERIFY(recording->withAllUpTo(event->at, Duration(1)).snapshot->at < event->at);
    }

    void commandsAreRefused()
    {
        auto cluster = RecordingCluster::open(m_demo->file());
        QVERIFY(!(*cluster)->capabilities().faults && !(*cluster)->capabilities().topics);
        (*cluster)->takeEvents(1000);
        const CommandId id = (*cluster)->submit(observe::command::AddBroker{});
        const auto events = (*cluster)->takeEvents(1000).events;
        QCOMPARE(events.size(), std::size_t(1));
        const auto& done = std::get<observe::fact::CommandDone>(events[0].fact);
        QVERIFY(done.command == id && !done.ok);
        QCOMPARE(observe::textOf(done.outcome), std::string("a recording cannot be changed"));
    }

    void theOldestGoesFirst()
    {
        JournalLimits limits;
        limits.age = 12s;
        const RecordedDemo demo(45s, limits);
        const auto recording = test::opened(demo.file());
        QVERIFY(recording->first() >= Instant(15s) && recording->first() <= Instant(30s));
        QCOMPARE(recording->last(), demo.seen.back().snapshot->at);
        QCOMPARE(packed(*recording->at(recording->first()).snapshot),
                 packed(*demo.at(recording->first()).snapshot));
        for (const cluster::Mark& mark : recording->marks())
            QVERIFY(mark.at >= Instant(10s));
    }

    void theFileStaysSmall()
    {
        JournalLimits limits;
        limits.bytes = 60'000;
        const RecordedDemo all(60s);
        const RecordedDemo demo(60s, limits);
        const auto sizeOf = [](const RecordedDemo& one) {
            return QFile(QString::fromStdString(one.file())).size();
        };
        QVERIFY2(sizeOf(demo) < sizeOf(all),
                 qPrintable(QString("%1 of %2").arg(sizeOf(demo)).arg(sizeOf(all))));
        const auto recording = test::opened(demo.file());
        QVERIFY2(recording->first() > Instant(10s),
                 qPrintable(QString("%1 of %2").arg(sizeOf(demo)).arg(sizeOf(all))));
        QCOMPARE(recording->last(), demo.seen.back().snapshot->at);
    }

    void whatDoesNotFitIsCounted()
    {
        QTemporaryDir dir;
        const std::string file = dir.filePath("x.hwrec").toStdString();
        {
            SeenDemo demo;
            Sight sight = demo.look();
            sight.lost = 3; // the cluster itself could not keep them
            Journal journal(file, {});
            journal.take(sight);
            Sight flood = demo.look();
            flood.events.resize(Journal::kEventsLimit + 1);
            journal.take(std::move(flood));
            QVERIFY(journal.flush(60s));
            QCOMPARE(journal.lost(), std::uint64_t(3 + Journal::kEventsLimit + 1));
        }
        QCOMPARE(test::opened(file)->lost(), std::uint64_t(3 + Journal::kEventsLimit + 1));
    }

    void aFileThatCannotBeWrittenIsSaid()
    {
        QTemporaryDir dir;
        Journal journal(dir.filePath("no/such/folder/x.hwrec").toStdString(), {});
        SeenDemo demo;
        for (int i = 0; i < 100; ++i)
            journal.take(demo.look());
        journal.flush(60s);
        QVERIFY(journal.failure().find("no/such/folder") != std::string::npos);
        QVERIFY(journal.lost() > 0);
    }

    void timeMayBeTurnedBack()
    {
        QTemporaryDir dir;
        const std::string file = dir.filePath("x.hwrec").toStdString();
        std::vector<Sight> second;
        {
            Journal journal(file, {});
            SeenDemo first(1);
            for (int i = 0; i < 500; ++i)
                journal.take(first.look());
            QVERIFY(journal.flush(60s));
            SeenDemo other(2); // another future from second 4 on
            other.runFor(4s);
            for (int i = 0; i < 200; ++i) {
                second.push_back(other.look());
                journal.take(second.back());
            }
        }
        const auto recording = test::opened(file);
        QCOMPARE(recording->last(), second.back().snapshot->at);
        QCOMPARE(packed(*recording->at(second[150].snapshot->at).snapshot),
                 packed(*second[150].snapshot));
        QVERIFY(recording->first() < Instant(1s));
        const auto before = recording->at(Instant(3900ms)).snapshot;
        QVERIFY(before->at > Instant(2s) && before->at < Instant(4s));
    }

private:
    std::unique_ptr<RecordedDemo> m_demo;
    /// A recording of many partitions tells how far it is, and stops when it is not wanted.
    void openingTellsItsProgressAndCanBeCancelled()
    {
        const QTemporaryDir dir;
        const std::string file = dir.filePath("large.hwrec").toStdString();
        {
            auto snapshot = std::make_shared<observe::Snapshot>();
            snapshot->at = Instant(1s);
            auto topic = std::make_shared<observe::TopicPart>();
            topic->name = "t";
            for (int number = 0; number < 4000; ++number) {
                auto partition = std::make_shared<observe::PartitionPart>();
                partition->id = {"t", number};
                topic->partitions.push_back(std::move(partition));
            }
            snapshot->topics.push_back(std::move(topic));
            Journal journal(file, {"studio", "", 1, {}});
            journal.take({snapshot, std::make_shared<observe::Gauges>(), {}, 0});
        }
        std::vector<double> told;
        const auto opened = RecordingCluster::open(file, [&](double share) {
            told.push_back(share);
            return true;
        });
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        QVERIFY(told.size() >= 4000 / PictureReader::kPartsASlice);
        QVERIFY(std::ranges::is_sorted(told));
        QVERIFY(told.front() >= 0 && told.back() <= 1);
        QCOMPARE((*opened)->snapshot()->topics[0]->partitions.size(), std::size_t(4000));

        int asked = 0;
        const auto cancelled = RecordingCluster::open(file, [&](double) { return ++asked < 3; });
        QVERIFY(!cancelled);
        QCOMPARE(asked, 3); // and never again
        QCOMPARE(cancelled.error().kind, Failure::Closed);
        QVERIFY(cancelled.error().message.find("was cancelled") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRecording)
#include "test_recording.moc"
