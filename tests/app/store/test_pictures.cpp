#include <QTest>

#include <random>

#include "app/store/gauge_rows.h"
#include "app/store/picture_reader.h"
#include "tests/app/store/seen_demo.h"

using namespace hw;
using namespace hw::store;
using test::packed;
using test::SeenDemo;

namespace {

namespace command = observe::command;

/// A demo in which things happen, frame by frame.
std::vector<Sight> eventfulRun(Duration length)
{
    SeenDemo demo(3);
    std::vector<Sight> seen;
    for (int frame = 0; SeenDemo::kFrame * frame < length; ++frame) {
        const NodeId two = NodeId::broker(BrokerId(2));
        if (frame == 200)
            demo.submit(command::Kill{two});
        if (frame == 400)
            demo.submit(command::CreateTopic{"AAA", 4, 2, {}, {}}); // before all others
        if (frame == 450)
            demo.submit(command::AddConsumer{"", "late", {"AAA"}});
        if (frame == 500)
            demo.submit(command::Restart{two});
        if (frame == 600)
            demo.submit(command::DelayLink{two, NodeId::broker(BrokerId(1)), 20ms});
        if (frame == 650)
            demo.submit(command::DeleteTopic{"AAA"});
        if (frame == 700)
            demo.submit(command::HealAll{});
        seen.push_back(demo.look());
    }
    return seen;
}

void compare(const observe::Snapshot& back, const observe::Snapshot& original)
{
    QCOMPARE(back.version, original.version);
    QCOMPARE(back.at, original.at);
    QCOMPARE(back.topics.size(), original.topics.size());
    for (std::size_t i = 0; i < back.topics.size(); ++i) {
        QCOMPARE(back.topics[i]->name, original.topics[i]->name);
        QCOMPARE(back.topics[i]->partitions.size(), original.topics[i]->partitions.size());
        for (std::size_t k = 0; k < back.topics[i]->partitions.size(); ++k)
            QVERIFY(*back.topics[i]->partitions[k] == *original.topics[i]->partitions[k]);
    }
    for (std::size_t i = 0; i < back.brokers.size(); ++i)
        QVERIFY(*back.brokers[i] == *original.brokers[i]);
    QCOMPARE(packed(back), packed(original));
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_seen = eventfulRun(13s); }

    void everyFrameComesBackWhole()
    {
        PictureWriter writer;
        const KindTable kinds = KindTable::own();
        PictureReader reader(kinds);
        for (std::size_t i = 0; i < m_seen.size();) {
            Packer page;
            for (int k = 0; k < 60 && i < m_seen.size(); ++k)
                writer.add(m_seen[i++].snapshot, page);
            QVERIFY(reader.addPage(page.take()));
        }
        QCOMPARE(reader.frameCount(), m_seen.size());
        // Forwards, backwards, and in no order.
        std::mt19937 random(1);
        for (std::size_t i = 0; i < m_seen.size(); i += 7)
            compare(*reader.snapshot(i), *m_seen[i].snapshot);
        for (std::size_t i = m_seen.size(); i > 40; i -= 37)
            compare(*reader.snapshot(i - 1), *m_seen[i - 1].snapshot);
        for (int i = 0; i < 30; ++i) {
            const std::size_t frame = random() % m_seen.size();
            compare(*reader.snapshot(frame), *m_seen[frame].snapshot);
        }
        QVERIFY(!reader.isDamaged());
    }

    void whatDidNotChangeIsTheSameObject()
    {
        PictureWriter writer;
        const KindTable kinds = KindTable::own();
        PictureReader reader(kinds);
        Packer page;
        for (const Sight& sight : m_seen)
            writer.add(sight.snapshot, page);
        QVERIFY(reader.addPage(page.take()));
        std::size_t shared = 0;
        for (std::size_t i = 1; i < m_seen.size(); ++i) {
            const auto before = reader.snapshot(i - 1);
            const auto now = reader.snapshot(i);
            const auto& topics = m_seen[i].snapshot->topics;
            if (topics.size() != m_seen[i - 1].snapshot->topics.size())
                continue;
            for (std::size_t k = 0; k < topics.size(); ++k) {
                if (topics[k] != m_seen[i - 1].snapshot->topics[k])
                    continue;
                QCOMPARE(now->topics[k], before->topics[k]);
                ++shared;
            }
        }
        QVERIFY(shared > 100);
    }

    void aFrameThatBringsNothingIsSmall()
    {
        PictureWriter writer;
        Packer page;
        writer.add(m_seen[100].snapshot, page);
        const std::size_t first = page.size();
        auto next = std::make_shared<observe::Snapshot>(*m_seen[100].snapshot);
        next->at = next->at + 16ms;
        ++next->version;
        QVERIFY(!writer.add(next, page)); // not of another shape
        QVERIFY2(page.size() - first < 24, qPrintable(QString::number(page.size() - first)));
    }

    void shapesAreToldApart()
    {
        PictureWriter writer;
        Packer page;
        std::size_t shapes = 0;
        for (const Sight& sight : m_seen)
            shapes += writer.add(sight.snapshot, page) ? 1 : 0;
        QVERIFY(shapes > 3 && shapes < m_seen.size() / 4);
    }

    void gaugeRowsComeBack()
    {
        GaugeWriter writer;
        const KindTable kinds = KindTable::own();
        GaugeReader reader(kinds);
        Packer page;
        for (const Sight& sight : m_seen)
            writer.add(*sight.gauges, page);
        QVERIFY(reader.addPage(page.take()));
        QCOMPARE(reader.rowCount(), m_seen.size());
        for (std::size_t i = 0; i < m_seen.size(); i += 11)
            QCOMPARE(packed(*reader.gauges(i)), packed(*m_seen[i].gauges));
        for (std::size_t i = m_seen.size() - 1; i > 30; i -= 29)
            QCOMPARE(packed(*reader.gauges(i)), packed(*m_seen[i].gauges));
        QCOMPARE(*reader.rowAt(m_seen[20].gauges->at + 1ms), std::size_t(20));
        QVERIFY(!reader.rowAt(Instant()));
    }

    /// Columns are told by their place: those that an older program did not know are empty.
    void rowsOfAnOlderProgramAreRead()
    {
        Packer row; // version 5 and moment 9 alone
        row.number(2);
        for (const std::int64_t value : {5, 9}) {
            row.number(1);
            row.number(0);
            row.signedNumber(value);
        }
        Packer page;
        page.signedNumber(9);
        page.part(row.bytes());
        const KindTable kinds = KindTable::own();
        GaugeReader reader(kinds);
        QVERIFY(reader.addPage(page.take()));
        const auto gauges = reader.gauges(0);
        QVERIFY(gauges);
        QCOMPARE(gauges->version, std::uint64_t(5));
        QVERIFY(gauges->nextSequence.empty());
        observe::Snapshot snapshot;
        observe::ProducerPart producer;
        producer.slot = 1;
        producer.sequences = {{{"t", 0}, ProducerEpoch(0), 2}};
        snapshot.producers.push_back(std::make_shared<observe::ProducerPart>(producer));
        fitTo(snapshot, *gauges);
        QCOMPARE(gauges->retried.at(1), std::uint64_t(0));
        QCOMPARE(gauges->repeatedBatches.at(2), std::int64_t(-1));
    }

    void thinningKeepsPeaks()
    {
        GaugeThinner thinner;
        std::vector<std::int64_t> kept;
        for (int i = 0; i < 100; ++i) {
            auto row = std::make_shared<observe::Gauges>();
            row->at = Instant(i * 16ms);
            row->hw = {100};
            row->leo = {i == 37 ? 900 : 101};
            for (const auto& one : thinner.take(row, i == 0))
                kept.push_back(toMs(one->at.sinceStart()));
        }
        QVERIFY(kept.size() >= 7 && kept.size() <= 9);
        QVERIFY(std::ranges::find(kept, 37 * 16) != kept.end());
        QVERIFY(std::ranges::is_sorted(kept));
    }

    void slotsAreNeverMissing()
    {
        observe::Gauges gauges;
        fitTo(*m_seen.back().snapshot, gauges);
        for (const auto& topic : m_seen.back().snapshot->topics)
            for (const auto& partition : topic->partitions)
                for (const auto& replica : partition->replicas)
                    QCOMPARE(gauges.hw.at(replica.slot), std::int64_t(-1));
    }

    void damageIsMetCalmly()
    {
        PictureWriter writer;
        GaugeWriter rows;
        Packer pictures, gauges;
        for (std::size_t i = 0; i < 200; ++i) {
            writer.add(m_seen[i].snapshot, pictures);
            rows.add(*m_seen[i].gauges, gauges);
        }
        const KindTable kinds = KindTable::own();
        std::mt19937 random(99);
        for (int round = 0; round < 600; ++round) {
            const bool isPicture = round % 2 == 0;
            Bytes bad = isPicture ? pictures.bytes() : gauges.bytes();
            for (int i = 0; i < 1 + round % 4; ++i)
                bad[random() % bad.size()] = static_cast<std::uint8_t>(random());
            if (round % 5 == 0)
                bad.resize(random() % bad.size());
            if (isPicture) {
                PictureReader reader(kinds);
                reader.addPage(std::move(bad));
                for (const std::size_t frame : {std::size_t(0), reader.frameCount() / 2})
                    if (frame < reader.frameCount())
                        QVERIFY(reader.snapshot(frame) != nullptr);
            } else {
                GaugeReader reader(kinds);
                reader.addPage(std::move(bad));
                if (reader.rowCount() > 0)
                    reader.gauges(reader.rowCount() - 1);
            }
        }
    }

private:
    std::vector<Sight> m_seen;
};

QTEST_GUILESS_MAIN(TestPictures)
#include "test_pictures.moc"
