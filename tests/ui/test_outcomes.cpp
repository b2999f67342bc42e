#include <QRegularExpression>
#include <QTest>

#include "engine/observe/outcome.h"
#include "engine/observe/snapshot.h"
#include "ui/models/event_text.h"
#include "ui/models/outcome_sentences.h"
#include "ui/shell/language.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;

namespace {

bool hasHan(const QString& text)
{
    static const QRegularExpression han(QStringLiteral("\\p{Han}"));
    return text.contains(han);
}

/// `kind` with a word in every place that any sentence has.
Outcome withWords(OutcomeKind kind)
{
    using namespace std::string_literals;
    return {kind, {"<1>"s, "<2>"s, "<3>"s, "<4>"s}};
}

QStringList wordsIn(const QString& text)
{
    QStringList found;
    for (const char* word : {"<1>", "<2>", "<3>", "<4>"}) {
        if (text.contains(QLatin1String(word)))
            found << QLatin1String(word);
    }
    return found;
}

} // namespace

/// What came of a command is told in the person's language, whatever came of it.
class TestOutcomes : public QObject
{
    Q_OBJECT
private slots:
    void everyOutcomeIsTold_data()
    {
        QTest::addColumn<QString>("language");
        for (const QString& code : Language::all())
            QTest::newRow(qPrintable(code)) << code;
    }

    /// What the engine's own sentence says stands in the window's, too.
    void everyOutcomeIsTold()
    {
        QFETCH(QString, language);
        Language chosen;
        QVERIFY(chosen.set(language));
        for (std::size_t i = 1; i < kOutcomeKinds; ++i) {
            const Outcome outcome = withWords(static_cast<OutcomeKind>(i));
            const QString english = QString::fromStdString(textOf(outcome));
            const QString told = OutcomeSentences::of(outcome);
            QVERIFY2(!told.isEmpty(), qPrintable(english));
            QVERIFY2(!told.contains(u'%'), qPrintable(told));
            QCOMPARE(wordsIn(told), wordsIn(english));
            const bool isOnlyPlaces =
                outcome.kind == OutcomeKind::Acts || outcome.kind == OutcomeKind::ActsNumbered;
            if (language == "zh_CN" && !isOnlyPlaces)
                QVERIFY2(hasHan(told), qPrintable(told));
        }
    }

    /// Refusals that the dialogs can bring about, as the cluster reports them.
    void refusalsAreToldInChinese()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        const NodeId broker = NodeId::broker(BrokerId{2});
        Fault cut;
        cut.kind = FaultKind::Cut;
        cut.node = broker;
        cut.to = NodeId::broker(BrokerId{3});
        const Outcome all[] = {
            {OutcomeKind::NodeIs, {broker, BrokerState::Frozen}},
            {OutcomeKind::ActsAlready, {cut}},
            {OutcomeKind::LinkHasNo, {cut.node, cut.to, FaultKind::Clog}},
            {OutcomeKind::RefusedSaying,
             {KafkaError{38, "INVALID_REPLICATION_FACTOR"}, std::string("5 > 3")}},
            {OutcomeKind::GaveUp, {}, {{OutcomeKind::NoController}}},
        };
        const char* const words[] = {"frozen", "link", "clog", "replication factor", "gave"};
        for (std::size_t i = 0; i < std::size(all); ++i) {
            const fact::CommandDone done{CommandId(7), false, all[i]};
            QVERIFY(textOf(Fact(done)).find(words[i]) != std::string::npos || i == 3);
            const QString told = sentenceOf(done);
            QVERIFY2(hasHan(told) && !told.contains(QLatin1String(words[i])), qPrintable(told));
        }
        const Outcome& refused = all[3];
        QVERIFY(OutcomeSentences::of(refused).contains("INVALID_REPLICATION_FACTOR"));
        QVERIFY(OutcomeSentences::of(refused).contains("5 > 3"));
        QVERIFY(hasHan(OutcomeSentences::of(KafkaError{36, "TOPIC_ALREADY_EXISTS"})));
    }

    /// A name that looks like a place is not taken for one.
    void namesStayAsTheyAre()
    {
        const Outcome outcome{OutcomeKind::ClientRuns, {std::string("%2"), NodeId::client(4)}};
        QCOMPARE(OutcomeSentences::of(outcome), QString("%2 runs as client 4."));
        const Outcome small{OutcomeKind::ClientStopped, {std::string("orders-writer")}};
        QCOMPARE(OutcomeSentences::of(small), QString("orders-writer stopped."));
    }

    void partsFollow()
    {
        const Outcome outcome{
            OutcomeKind::Nothing,
            {},
            {{OutcomeKind::HealedOne, {}}, {OutcomeKind::Starts, {NodeId::broker(BrokerId{1})}}}};
        QCOMPARE(OutcomeSentences::of(outcome), QString("One fault was healed. Broker 1 starts."));
        QCOMPARE(textOf(outcome), std::string("1 fault healed; broker 1 starts"));
    }
};

QTEST_GUILESS_MAIN(TestOutcomes)
#include "test_outcomes.moc"
