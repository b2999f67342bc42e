#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include "tests/app/store/recorded_demo.h"

using namespace hw;

namespace {

constexpr Duration kLength = 20s;

struct Printed
{
    int exitCode = -1;
    QStringList out, err; ///< lines
};

QStringList linesOf(const QByteArray& bytes)
{
    QStringList lines = QString::fromUtf8(bytes).split(u'\n');
    if (lines.back().isEmpty())
        lines.pop_back();
    return lines;
}

/// `highwater replay …`
Printed replay(const QStringList& arguments)
{
    static const QTemporaryDir runtime; // without one of its own Qt says a line more
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("XDG_RUNTIME_DIR", runtime.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(HW_PROGRAM), QStringList("replay") + arguments);
    if (!program.waitForFinished(60'000))
        qFatal("highwater replay %s does not end", qPrintable(arguments.join(' ')));
    return {program.exitCode(), linesOf(program.readAllStandardOutput()),
            linesOf(program.readAllStandardError())};
}

/// One line on standard error that says all of this, and nothing else printed.
void verifyRefused(const Printed& printed, const QStringList& parts)
{
    const QString said = printed.err.join('\n');
    QCOMPARE(printed.exitCode, 2);
    QVERIFY2(printed.out.isEmpty(), qPrintable(printed.out.join('\n')));
    QVERIFY2(printed.err.size() == 1, qPrintable(said));
    QVERIFY2(said.startsWith("highwater: "), qPrintable(said));
    for (const QString& part : parts)
        QVERIFY2(said.contains(part), qPrintable(said + "\nlacks " + part));
}

} // namespace

/// The `replay` command as somebody types it, with recordings that are well and that are not.
class TestReplayCommand : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        m_demo = std::make_unique<test::RecordedDemo>(kLength);
        QFile file(good());
        QVERIFY(file.open(QIODevice::ReadOnly));
        m_bytes = file.readAll();
    }

    void infoTellsWhatItIs()
    {
        const Printed printed = replay({good(), "--info"});
        QVERIFY2(printed.exitCode == 0, qPrintable(printed.err.join('\n')));
        QVERIFY(printed.err.isEmpty());
        const QString text = printed.out.join('\n');
        for (const char* part :
             {"recording of a studio cluster: 3 brokers; seed 5; format 1", "ended: in order",
              "note at 5.000 s: look at the leader", "damage: none"})
            QVERIFY2(text.contains(part), qPrintable(text + "\nlacks " + part));
        const Printed json = replay({"--info", "--json", good()});
        QCOMPARE(json.out.size(), 1);
        const QJsonObject object = QJsonDocument::fromJson(json.out[0].toUtf8()).object();
        QCOMPARE(object["type"].toString(), QString("recording"));
        QCOMPARE(object["seed"].toString(), QString("5"));
        QCOMPARE(object["damage"].toString(), QString());
        QCOMPARE(object["notes"].toArray().size(), 1);
    }

    void eventsAndStatusAreOfTheMoment()
    {
        const Printed all = replay({good(), "--events"});
        const Printed late = replay({good(), "--events", "--at", "6"});
        QVERIFY2(
            all.out.size() > late.out.size() && !late.out.isEmpty(),
            qPrintable(
                QString("%1 events, %2 from 6 s on").arg(all.out.size()).arg(late.out.size())));
        QCOMPARE(all.out.last(), late.out.last());
        QVERIFY(all.out.filter("broker 2 was killed").size() == 1);
        // Broker 2 dies at 4.8 s.
        const auto running = [](const Printed& printed) {
            const QJsonObject status = QJsonDocument::fromJson(printed.out[0].toUtf8()).object();
            for (const QJsonValue broker : status["brokers"].toArray())
                if (broker["id"].toInt() == 2)
                    return broker["state"].toString();
            return QString();
        };
        QCOMPARE(running(replay({good(), "--status", "--json", "--at", "4"})), QString("running"));
        QCOMPARE(running(replay({good(), "--status", "--json", "--at", "7"})), QString("down"));
    }

    /// As the window shows it: not the frame before the last event.
    void statusHoldsWhatHappenedUpToTheMoment()
    {
        const Printed events = replay({good(), "--events", "--json"});
        for (int second = 2; second <= 7; ++second) {
            double last = 0;
            for (const QString& line : events.out) {
                const double at =
                    QJsonDocument::fromJson(line.toUtf8()).object()["atMs"].toDouble();
                if (at <= second * 1000)
                    last = std::max(last, at);
            }
            const Printed printed =
                replay({good(), "--status", "--json", "--at", QString::number(second)});
            const QJsonObject status = QJsonDocument::fromJson(printed.out[0].toUtf8()).object();
            QVERIFY2(status["atMs"].toDouble() >= last,
                     qPrintable(QString("%1 s: last event at %2 ms, status of %3 ms")
                                    .arg(second)
                                    .arg(last)
                                    .arg(status["atMs"].toDouble())));
        }
    }

    void aFileIsNeeded()
    {
        verifyRefused(replay({}), {"replay: the file is missing", "replay FILE is allowed"});
        verifyRefused(replay({"--info"}), {"replay: the file is missing"});
    }

    void optionsAreChecked()
    {
        verifyRefused(replay({good(), "--speed"}), {"'--speed'", "--info, --events, --status"});
        verifyRefused(replay({good(), "--at", "soon"}), {"--at", "'soon'", "0 to 1000000000"});
        verifyRefused(replay({good(), "--at"}), {"--at", "the value is missing"});
        verifyRefused(replay({good(), "--json"}), {"--json: only with --info, --events"});
        verifyRefused(replay({good(), "other"}), {"unexpected argument 'other'", "one file"});
        verifyRefused(replay({good(), "--lang", "French"}), {"--lang", "'French'", "zh_CN"});
    }

    void aFileThatIsNoneIsNamed()
    {
        verifyRefused(replay({path("none.hwrec"), "--info"}),
                      {"replay: '" + path("none.hwrec") + "' cannot be opened", "is not there"});
        verifyRefused(replay({m_demo->dir.path(), "--info"}), {"it is no file"});
        write("text.hwrec", "a text");
        verifyRefused(replay({path("text.hwrec"), "--events"}),
                      {path("text.hwrec"), "it is no recording of Highwater"});
        write("empty.hwrec", {});
        verifyRefused(replay({path("empty.hwrec"), "--status"}), {"no recording of Highwater"});
    }

    void aNewerFormatIsNamed()
    {
        write("newer.hwrec", m_bytes);
        test::tamper(path("newer.hwrec").toStdString(), "PRAGMA user_version=99");
        verifyRefused(replay({path("newer.hwrec"), "--info"}), {"format 99", "format 1 is read"});
    }

    /// What can be read is printed; that something is lost is said once, and is no success.
    void aCutRecordingIsReadAsFarAsItGoes()
    {
        int opened = 0;
        for (const int percent : {95, 90, 80, 60, 40}) {
            write("cut.hwrec", m_bytes.left(m_bytes.size() * percent / 100));
            const Printed events = replay({path("cut.hwrec"), "--events"});
            if (events.exitCode == 2) { // cut so that nothing is left of any picture
                verifyRefused(events, {"cut.hwrec' cannot be opened: "});
                continue;
            }
            ++opened;
            QCOMPARE(events.exitCode, 1);
            QVERIFY2(events.err.size() == 1, qPrintable(events.err.join('\n')));
            QVERIFY2(events.err[0].startsWith("highwater: replay: "), qPrintable(events.err[0]));
            const Printed info = replay({path("cut.hwrec"), "--info"});
            QCOMPARE(info.exitCode, 1);
            const QString text = info.out.join('\n');
            QVERIFY2(text.contains("damage: ") && !text.contains("damage: none"), qPrintable(text));
        }
        QVERIFY(opened > 0);
        write("stump.hwrec", m_bytes.left(512));
        verifyRefused(replay({path("stump.hwrec"), "--info"}), {"cannot be opened"});
    }

    void itsWindowNeedsARecordingToo()
    {
        // Without --info and the like it would be a window; this one is refused before.
        verifyRefused(replay({path("none.hwrec")}), {"none.hwrec", "is not there"});
    }

private:
    QString path(const QString& name) const { return m_demo->dir.filePath(name); }
    QString good() const { return QString::fromStdString(m_demo->file()); }
    void write(const QString& name, const QByteArray& bytes)
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        QCOMPARE(file.write(bytes), qint64(bytes.size()));
    }

    std::unique_ptr<test::RecordedDemo> m_demo;
    QByteArray m_bytes;
};

QTEST_GUILESS_MAIN(TestReplayCommand)
#include "test_replay_command.moc"
