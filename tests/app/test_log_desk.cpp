#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "app/commands/inspect.h"
#include "app/session/log_desk.h"
#include "engine/protocol/batch_builder.h"

using namespace hw;
using namespace hw::app;

namespace {

void write(const QString& path, ByteView bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<qint64>(bytes.size()));
}

/// `broker-1/t-0` with one batch of three records.
struct Data
{
    Data()
    {
        QDir().mkpath(dir.filePath("broker-1/t-0"));
        protocol::BatchSpec spec;
        spec.leaderEpoch = LeaderEpoch(0);
        protocol::BatchBuilder builder(spec);
        for (int i = 0; i < 3; ++i)
            builder.add(WallTime(1700000000000), viewOf("k"), viewOf("v"));
        log = builder.build();
        const QString folder = dir.filePath("broker-1/t-0/");
        write(folder + "00000000000000000000.log", log);
        write(folder + "00000000000000000000.index", {});
        write(folder + "00000000000000000000.timeindex", {});
        write(folder + "leader-epoch-checkpoint", viewOf("0\n1\n0 0\n"));
        write(dir.filePath("broker-1/meta.properties"), viewOf("version=0\nbroker.id=1\n"));
    }
    QTemporaryDir dir;
    Bytes log;
};

observe::LogPlace replica() { return {{}, BrokerId(1), {"t", 0}}; }

std::vector<observe::LogAnswer> wait(LogDesk& desk)
{
    std::vector<observe::LogAnswer> all;
    const auto isOver = [&] {
        for (auto& answer : desk.takeAnswers())
            all.push_back(std::move(answer));
        return !all.empty() && all.back().isLast;
    };
    return QTest::qWaitFor(isOver, 20000) ? all : std::vector<observe::LogAnswer>();
}

} // namespace

class TestLogDesk : public QObject
{
    Q_OBJECT
private slots:
    void readsAReplicaOfTheCluster()
    {
        Data data;
        LogDesk desk(data.dir.path().toStdString());
        const auto id = desk.ask(observe::ask::Outline{replica()});
        const auto answers = wait(desk);
        QVERIFY(!answers.empty() && answers.back().id == id && answers.back().what);
        const auto& outline = std::get<observe::PartitionOutline>(*answers.back().what);
        QCOMPARE(outline.logEnd.value(), std::int64_t(3));
    }

    void exportsToTheNamedFile()
    {
        Data data;
        LogDesk desk(data.dir.path().toStdString());
        const QString file = data.dir.filePath("out.csv");
        desk.ask(observe::ask::Export{replica(), Offset(0), Offset(3), false, file.toStdString()});
        QVERIFY(!wait(desk).empty());
        QFile out(file);
        QVERIFY(out.open(QIODevice::ReadOnly));
        QCOMPARE(out.readAll().count('\n'), 4);
    }

    void saysWhatIsNotThere()
    {
        LogDesk desk({});
        desk.ask(observe::ask::Outline{replica()});
        const auto answers = wait(desk);
        QVERIFY(!answers.empty() && !answers.back().what);
    }

    void refusesToPileUp()
    {
        Data data;
        LogDesk desk(data.dir.path().toStdString());
        const std::size_t many = 3 * observe::LogSource::kMaxWaiting;
        for (std::size_t i = 0; i < many; ++i)
            desk.ask(observe::ask::Check{replica()});
        std::size_t answered = 0;
        QVERIFY(QTest::qWaitFor(
            [&] {
                for (const auto& answer : desk.takeAnswers())
                    answered += answer.isLast;
                return answered == many;
            },
            20000));
    }

    void inspectsExitCodeTellsWhatItFound()
    {
        Data data;
        InspectOptions options;
        options.path = data.dir.filePath("broker-1/t-0").toStdString();
        QCOMPARE(inspect(options), kDone);
        options.json = true;
        options.path = data.dir.filePath("broker-1").toStdString();
        QCOMPARE(inspect(options), kDone);
        Bytes flipped = data.log;
        flipped.back() ^= 1;
        write(data.dir.filePath("broker-1/t-0/00000000000000000000.log"), flipped);
        QCOMPARE(inspect(options), kCheckFailed);
        options.path = data.dir.filePath("nothing").toStdString();
        QCOMPARE(inspect(options), kWrongUse);
    }
};

QTEST_GUILESS_MAIN(TestLogDesk)
#include "test_log_desk.moc"
