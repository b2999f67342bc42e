#include <QDir>
#include <QRegularExpression>
#include <QTest>

#include <concepts>

#include "engine/observe/event.h"
#include "engine/simulate/run.h"
#include "ui/models/event_text.h"
#include "ui/models/outcome_sentences.h"
#include "ui/models/reason_templates.h"
#include "ui/models/reason_words.h"
#include "ui/shell/language.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;

namespace {

/// What stands in place `number` of a template.
QString sampleOf(char place, qsizetype number)
{
    switch (place) {
    case 'n':
        return QString::number(100 + number);
    case 'w':
        return QStringLiteral("orders-%1").arg(number);
    case 'r':
        return QStringLiteral("a batch that is cut off");
    case 's':
        return QStringLiteral("No space left on device");
    default:
        return QStringLiteral("/data/broker %1").arg(number);
    }
}

/// `sentence` with a sample in each place of `written`; reasons in the language that is on.
QString withSamples(QString sentence, const ReasonTemplate& written)
{
    for (qsizetype i = 0; written.places[i] != '\0'; ++i) {
        QString sample = sampleOf(written.places[i], i + 1);
        if (written.places[i] == 'r')
            sample = QCoreApplication::translate("ReasonWords", qPrintable(sample));
        sentence.replace(QStringLiteral("%%1").arg(i + 1), sample);
    }
    return sentence;
}

bool hasHan(const QString& text)
{
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    return text.contains(han);
}

/// Latin words that are not Kafka's own.
QStringList latinWords(const QString& text)
{
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z][A-Za-z.]*"));
    static const QStringList kKept = {"broker",
                                      "Broker",
                                      "leader",
                                      "follower",
                                      "offset",
                                      "epoch",
                                      "HW",
                                      "LEO",
                                      "ZooKeeper",
                                      "zookeeper",
                                      "znode",
                                      "zxid",
                                      "controller",
                                      "retention.ms",
                                      "retention.bytes",
                                      "CRC",
                                      "API",
                                      "key",
                                      "id",
                                      "MiB",
                                      "A",
                                      "Z",
                                      "a",
                                      "z"};
    QStringList words;
    for (auto found = kWord.globalMatch(text); found.hasNext();)
        if (const QString word = found.next().captured(); !kKept.contains(word))
            words += word;
    return words;
}

/// The reason that a fact gives as text, none if it gives none. How a fault ended is not shown.
std::optional<std::string> whyOf(const Fact& fact)
{
    const auto why = [](const auto& f) -> std::optional<std::string> {
        using Kind = std::decay_t<decltype(f)>;
        if constexpr (std::same_as<Kind, fact::FaultEnded>)
            return std::nullopt;
        else if constexpr (requires { std::string(f.why); })
            return f.why;
        else
            return std::nullopt;
    };
    return std::visit(why, fact);
}

// --- reasons as they stand in the engine's sources ---

struct Origin
{
    const char* folder;
    const char* files;
    const char* functions; ///< whose calls hold reasons
};
constexpr Origin kOrigins[] = {
    {"engine/coordination", "quorum_*.cpp", "giveUp|look|fail|string|format"},
    {"engine/coordination", "server*.cpp", "refuse|format"},
    {"engine/coordination", "recovery.cpp", "fail|Error|tryOlder"},
    {"engine/coordination", "st*.cpp", "fail"},
    {"engine/controller", "controller.cpp", "resign|call\\)"},
    {"engine/broker/core", "connection*.cpp", "refuse|format"},
    {"engine/broker", "broker*.cpp", "leave|format"},
    {"engine/broker/replica", "*.cpp", "truncate|restartAt|onDiskFailure"},
    {"engine/log", "*.cpp", "fail"},
    {"engine/log", "log_append.cpp", "refuse"},
    {"engine/log/cleaner", "*.cpp", "fail|damaged"},
    {"engine/protocol", "record_batch.cpp", "fail"},
    {"engine/protocol", "decompress.cpp", "fail|corrupt"},
    {"engine/world", "disk.cpp", "fail"},
    {"engine/world/live", "live_disk.cpp", "fail"},
    {"engine/world/live", "tcp_acceptor.cpp", "fail|format"},
    {"engine/world/sim", "sim_*.cpp", "fail"},
};
/// Starting goes on without them, whatever is wrong with them.
const QStringList kNeverTold = {"checkpoint.cpp", "producer_snapshot.cpp"};
/// Their whole is put together from more than one text.
const QStringList kParts = {"1: 1 at byte 1", "holds no id: 1", "1 1; allowed is 1=1",
                            "is empty beside logs",
                            "Shutdown broker because all log dirs in 1 have failed: 1"};

/// What is in brackets, which opened just before.
QStringView bracketed(const QString& code, qsizetype from)
{
    int depth = 1;
    bool isText = false;
    for (qsizetype i = from; i < code.size(); ++i) {
        if (code[i] == u'"' && code[i - 1] != u'\\')
            isText = !isText;
        else if (!isText && (code[i] == u'(' || code[i] == u'{'))
            ++depth;
        else if (!isText && (code[i] == u')' || code[i] == u'}') && --depth == 0)
            return QStringView(code).mid(from, i - from);
    }
    return {};
}

/// The texts in C++ code, with 1 for what is filled in; some are those of a path's trouble, which
/// begin with a space, or go on with a name.
QStringList textsIn(QStringView code)
{
    static const QRegularExpression kText(QStringLiteral(R"((?:"(?:[^"\\]|\\.)*"\s*)+)"));
    static const QRegularExpression kSeam(QStringLiteral(R"("\s*")"));
    static const QRegularExpression kPlace(QStringLiteral(R"(\{[^}]*\})"));
    static const QRegularExpression kSentence(QStringLiteral("[a-z]{2} [a-z1]"));
    QStringList texts;
    for (auto found = kText.globalMatch(code); found.hasNext();) {
        QString text = found.next().captured().trimmed();
        text.replace(QStringLiteral("\\\""), QStringLiteral("''")).remove(kSeam).remove(u'"');
        text.replace(QStringLiteral("''"), QStringLiteral("\""));
        text.replace(kPlace, QStringLiteral("1"));
        if (text.startsWith(u' '))
            text.prepend(u'1');
        if (text.endsWith(u' '))
            text.append(u'1');
        if (text.contains(kSentence))
            texts << text;
    }
    return texts;
}

QStringList reasonsIn(const QString& path, const char* functions)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QString code = QString::fromUtf8(file.readAll());
    const QRegularExpression call(
        QStringLiteral("\\b(?:%1)\\s*[({]").arg(QLatin1String(functions)));
    QStringList reasons;
    for (auto found = call.globalMatch(code); found.hasNext();)
        reasons += textsIn(bracketed(code, found.next().capturedEnd()));
    return reasons;
}

/// As it is, or with the path in front.
bool isKnown(const QString& reason)
{
    const std::string text = reason.toStdString();
    return kParts.contains(reason) || ReasonWords::isKnown(text) ||
           ReasonWords::isKnown("1 " + text) || ReasonWords::isKnown("1: " + text);
}

} // namespace

/// What the engine gives as an event's reason is told in the person's language.
class TestReasons : public QObject
{
    Q_OBJECT
private slots:
    void englishStaysAsItIs()
    {
        Language chosen;
        QVERIFY(chosen.set("en"));
        for (const ReasonTemplate& written : kReasonTemplates) {
            const QString reason = withSamples(written.english, written);
            QVERIFY2(ReasonWords::isKnown(reason.toStdString()), written.english);
            QCOMPARE(ReasonWords::of(reason.toStdString()), reason);
        }
    }

    /// With all that it names, and by its own translation, not that of another that fits.
    void everyReasonIsToldInChinese()
    {
        Language chosen;
        QVERIFY(chosen.set("en"));
        QStringList reasons;
        for (const ReasonTemplate& written : kReasonTemplates)
            reasons << withSamples(written.english, written);
        QVERIFY(chosen.set("zh_CN"));
        for (qsizetype i = 0; i < reasons.size(); ++i) {
            const ReasonTemplate& written = kReasonTemplates[i];
            const QString sentence = QCoreApplication::translate("ReasonWords", written.english);
            QVERIFY2(hasHan(sentence), written.english);
            QVERIFY2(latinWords(sentence).isEmpty(), qPrintable(sentence));
            QCOMPARE(ReasonWords::of(reasons[i].toStdString()), withSamples(sentence, written));
        }
    }

    void everyEventWithAReasonIsToldInChinese()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        const TopicPartition id{"1", 0};
        const Fact facts[] = {
            fact::BrokerFailed{BrokerId(1), "Shutdown broker because all log dirs in /1 have "
                                            "failed: cannot sync /1/2: the disk failed (this "
                                            "fault was asked for)"},
            fact::EnsembleServerFailed{0, "/1/2 is damaged: its header is wrong"},
            fact::EnsembleServerLooking{0, "1 of 3 servers follow, 2 are needed"},
            fact::ControllerResigned{BrokerId(1), ControllerEpoch(2), "/controller was removed"},
            fact::LogTruncated{id, Offset(9), Offset(5),
                               "leader 2 ends at 5 already, after an unclean election; below the "
                               "own high watermark 7",
                               true},
            fact::SegmentsDeleted{id, Offset(0), Offset(9), 1, 100, "below the log start"},
            fact::LogFailed{id, "a batch begins at offset 3, allowed are 4 and up"},
            fact::LogUncleanable{id, "/1/2: batch length 3 is below the least possible, 49 at "
                                     "byte 61"},
            fact::ConnectionRefused{NodeId::outside(0), "127.0.0.1:9", "api key 99 is not served"},
        };
        for (const Fact& one : facts) {
            const QString told = sentenceOf(one);
            QVERIFY2(hasHan(told), qPrintable(told));
            QVERIFY2(latinWords(told).isEmpty(), qPrintable(told));
        }
    }

    void commandsThatFailSayWhyInChinese()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        const QString told = OutcomeSentences::of(
            Outcome{OutcomeKind::FailedStarting,
                    {NodeId::broker(BrokerId(1)),
                     std::string("port 9092 on 127.0.0.1 is already in use by another program")}});
        QVERIFY2(told.contains("9092") && latinWords(told).isEmpty(), qPrintable(told));
    }

    /// The words of a system, and what nobody has written a template for.
    void othersStayAsTheyAre()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        for (const char* reason : {"", "a %1 of its own", "/x: nothing known at byte 4"}) {
            QVERIFY2(!ReasonWords::isKnown(reason), reason);
            QCOMPARE(ReasonWords::of(reason), QString(reason));
        }
        const QString told = ReasonWords::of("cannot open /%2: Permission denied");
        QVERIFY2(told.contains("/%2") && told.endsWith("Permission denied"), qPrintable(told));
        QVERIFY2(!told.contains("cannot"), qPrintable(told));
    }

    /// Whoever lets the engine give a new reason writes it into reason_templates.h, too.
    void everyReasonOfTheSourcesIsKnown()
    {
        qsizetype seen = 0;
        for (const Origin& origin : kOrigins) {
            const QDir folder(QStringLiteral(HW_SOURCE_DIR "/") + origin.folder);
            for (const QString& name : folder.entryList({QString(origin.files)}, QDir::Files)) {
                if (kNeverTold.contains(name))
                    continue;
                for (const QString& reason : reasonsIn(folder.filePath(name), origin.functions)) {
                    ++seen;
                    QVERIFY2(isKnown(reason), qPrintable(name + ": no template: " + reason));
                }
            }
        }
        QVERIFY2(seen > 100, qPrintable(QString::number(seen)));
    }

    /// The same for all that comes up in clusters under faults.
    void everyReasonOfTheSimulatorIsKnown()
    {
        std::map<std::string, std::size_t> seen; ///< by kind of fact
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            const auto onEvent = [&](const Event& event) {
                const auto why = whyOf(event.fact);
                if (!why)
                    return;
                ++seen[nameOf(event.fact)];
                QVERIFY2(ReasonWords::isKnown(*why),
                         qPrintable(QString::number(seed) + ": " + QString::fromStdString(*why)));
            };
            simulate::Options options;
            options.seed = seed;
            simulate::Run(options, onEvent).judge();
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(seen.size() >= 4, qPrintable(QString::number(seen.size())));
    }
};

QTEST_GUILESS_MAIN(TestReasons)
#include "test_reasons.moc"
