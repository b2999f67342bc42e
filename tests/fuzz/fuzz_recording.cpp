#include <algorithm>

#include "app/store/gauge_rows.h"
#include "app/store/picture_reader.h"
#include "app/store/squeeze.h"
#include "engine/cluster/broker_settings.h"
#include "engine/cluster/engine_cluster.h"
#include "engine/world/sim/sim_world.h"
#include "tests/fuzz/fuzz.h"
#ifdef HW_WHOLE_FILES
#include <QCoreApplication>
#include <QFile>
#include <QTemporaryDir>

#include "app/store/journal.h"
#include "app/store/recording.h"
#endif

/// What a recording's file holds, as bytes of somebody else's: each kind of content by itself, and
/// (where SQLite is there) the whole file, cut and changed. What is taken can be shown.
/// Input: the kind, then the bytes.
namespace hw::fuzz {

using namespace store;

namespace {

enum Kind : std::uint8_t
{
    Pictures,
    Gauges,
    Events,
    Kinds,
    Blob,
    WholeFile,
    kKindCount
};

Bytes copyOf(ByteView bytes) { return Bytes(bytes.begin(), bytes.end()); }

void readPictures(ByteView bytes)
{
    const KindTable kinds = KindTable::own();
    PictureReader reader(kinds);
    reader.addPage(copyOf(bytes));
    // Each frame costs what its lists say; some tell as much as all.
    const std::size_t step = std::max<std::size_t>(1, reader.frameCount() / 8);
    for (std::size_t frame = 0; frame < reader.frameCount(); frame += step) {
        const auto snapshot = reader.snapshot(frame);
        HW_ASSERT(snapshot != nullptr, "a frame that was taken can be shown");
        HW_ASSERT(PictureReader::isMoment(snapshot->at), "and is of a moment");
        observe::Gauges gauges;
        fitTo(*snapshot, gauges);
    }
}

void readGauges(ByteView bytes)
{
    const KindTable kinds = KindTable::own();
    GaugeReader reader(kinds);
    reader.addPage(copyOf(bytes));
    const std::size_t step = std::max<std::size_t>(1, reader.rowCount() / 8);
    for (std::size_t row = 0; row < reader.rowCount(); row += step)
        reader.gauges(row); // null if it is damaged
}

void readEvents(ByteView bytes)
{
    const KindTable kinds = KindTable::own();
    Unpacker from(bytes, kinds);
    while (!from.atEnd()) {
        observe::Event event;
        from.get(event);
        if (!from.ok())
            return;
        if (!from.takeUnknown())
            observe::textOf(event.fact);
    }
}

void readKinds(ByteView bytes)
{
    if (const auto kinds = KindTable::parse(textOf(bytes)))
        for (std::uint64_t number = 0; number < 4; ++number)
            kinds->ownNumber(0, number);
}

void readBlob(ByteView bytes)
{
    if (const auto inside = unsqueeze(bytes))
        HW_ASSERT(inside->size() <= kBlobLimit, "no more than is allowed");
}

#ifdef HW_WHOLE_FILES
/// SQLite wants a file, and Qt an application.
std::string fileWith(ByteView bytes)
{
    static int argc = 1;
    static char name[] = "fuzz";
    static char* argv[] = {name, nullptr};
    static const QCoreApplication application(argc, argv);
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("any.hwrec"));
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
        QFile::remove(path + QLatin1String(suffix));
    QFile file(path);
    HW_ASSERT(file.open(QIODevice::WriteOnly), "a file of our own");
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
    return path.toStdString();
}

void readWholeFile(ByteView bytes)
{
    const std::string path = fileWith(bytes);
    auto opened = Recording::open(path);
    if (!opened) {
        HW_ASSERT(opened.error().message.find('\n') == std::string::npos, "one line says why");
        return;
    }
    Recording& recording = **opened;
    const Duration span = recording.last() - recording.first();
    for (int i = 0; i <= 4 && !recording.isEmpty(); ++i) {
        const auto moment = recording.at(recording.first() + span / 4 * i);
        HW_ASSERT(moment.snapshot && moment.gauges, "there is always something to show");
    }
    recording.events(recording.first(), recording.last(), 1000);
    recording.verify(std::chrono::seconds(10));
    recording.damage();
}
#endif

/// Some seconds of the demo, in which a broker dies.
struct Demo
{
    Demo()
        : world({.seed = 3})
        , spec(demoSpec())
        , cluster(world, spec, *cluster::brokerSettings(spec))
    {
        cluster.start();
        cluster.setInterest({true, false, false});
    }
    static cluster::ClusterSpec demoSpec()
    {
        cluster::ClusterSpec spec;
        spec.demo = true;
        return spec;
    }
    void look(int frame)
    {
        if (frame == 10)
            cluster.submit(observe::command::Kill{NodeId::broker(BrokerId(2))});
        world.runFor(std::chrono::milliseconds(400));
        const auto snapshot = cluster.snapshot();
        pictureWriter.add(snapshot, pictures);
        gaugeWriter.add(*cluster.gauges(), gauges);
        last = {snapshot, cluster.gauges(), cluster.takeEvents(10'000).events, 0};
        for (const observe::Event& event : last.events)
            events.put(event);
    }

    struct Seen
    {
        std::shared_ptr<const observe::Snapshot> snapshot;
        std::shared_ptr<const observe::Gauges> gauges;
        std::vector<observe::Event> events;
        std::uint64_t lost = 0;
    };
    world::SimWorld world;
    const cluster::ClusterSpec spec;
    cluster::EngineCluster cluster;
    PictureWriter pictureWriter;
    GaugeWriter gaugeWriter;
    Packer pictures, gauges, events;
    Seen last;
};

Bytes seedOf(Kind kind, ByteView bytes)
{
    Bytes seed = {kind};
    seed.insert(seed.end(), bytes.begin(), bytes.end());
    return seed;
}

} // namespace

void fuzzOne(ByteView input)
{
    Input from(input);
    const auto kind = static_cast<Kind>(from.byte() % kKindCount);
    const ByteView rest = from.rest();
    switch (kind) {
    case Pictures:
        return readPictures(rest);
    case Gauges:
        return readGauges(rest);
    case Events:
        return readEvents(rest);
    case Kinds:
        return readKinds(rest);
    case Blob:
        return readBlob(rest);
    case WholeFile:
    case kKindCount:
#ifdef HW_WHOLE_FILES
        readWholeFile(rest);
#endif
        return;
    }
}

std::vector<Bytes> seeds()
{
    Demo demo;
#ifdef HW_WHOLE_FILES
    const std::string path = fileWith({});
    QFile::remove(QString::fromStdString(path));
    auto journal = std::make_unique<Journal>(path, RecordingOrigin{"studio", "demo", 3, {}});
#endif
    for (int frame = 0; frame < 30; ++frame) {
        demo.look(frame);
#ifdef HW_WHOLE_FILES
        journal->take({demo.last.snapshot, demo.last.gauges, demo.last.events, 0});
#endif
    }
    const std::string kinds = KindTable::own().text();
    std::vector<Bytes> list = {seedOf(Pictures, demo.pictures.bytes()),
                               seedOf(Gauges, demo.gauges.bytes()),
                               seedOf(Events, demo.events.bytes()), seedOf(Kinds, viewOf(kinds)),
                               seedOf(Blob, squeeze(demo.events.bytes()))};
#ifdef HW_WHOLE_FILES
    journal.reset(); // closes it
    QFile file(QString::fromStdString(path));
    HW_ASSERT(file.open(QIODevice::ReadOnly), "the journal wrote it");
    const QByteArray whole = file.readAll();
    const Bytes bytes(whole.begin(), whole.end());
    const ByteView view(bytes);
    for (const std::size_t cut :
         {view.size(), view.size() * 2 / 3, view.size() / 2, std::size_t(5000), std::size_t(100)})
        list.push_back(seedOf(WholeFile, view.first(std::min(cut, view.size()))));
#endif
    return list;
}

} // namespace hw::fuzz
