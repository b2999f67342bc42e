#include <QRegularExpression>
#include <QTest>

#include "engine/observe/snapshot.h"
#include "ui/lessons/claim_words.h"
#include "ui/lessons/failure_words.h"
#include "ui/models/command_words.h"
#include "ui/shell/language.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;
using Why = LessonFailure::Why;

namespace {

LessonFailure failureOf(Why why)
{
    LessonFailure failure;
    failure.why = why;
    failure.what = QStringLiteral("leader t-0 2");
    failure.afterMs = 3000;
    failure.instead = QStringLiteral("leader t-0 1");
    failure.english = QStringLiteral("steps[1]: expect leader t-0 2: after 3000 ms the leader …");
    return failure;
}

LessonFailure refusal(Outcome outcome)
{
    LessonFailure failure;
    failure.why = Why::Refused;
    failure.what = QStringLiteral("kill 2");
    failure.command = command::Kill{NodeId::broker(BrokerId(2))};
    failure.outcome = std::move(outcome);
    return failure;
}

/// Words of two letters and more that are no names.
QStringList latinWords(const QString& text)
{
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z][a-z]+"));
    // Kafka's words, which Chinese texts keep.
    static const QStringList kKept = {"broker", "Broker", "leader", "poll", "client", "Topic"};
    QStringList words;
    for (auto found = kWord.globalMatch(text); found.hasNext();)
        if (const QString word = found.next().captured(); !kKept.contains(word))
            words += word;
    return words;
}

} // namespace

/// Why a lesson did not come out is told in the person's language.
class TestFailureWords : public QObject
{
    Q_OBJECT
private slots:
    void english()
    {
        QCOMPARE(FailureWords::sentence(failureOf(Why::NeverCame)),
                 QString("This did not come true within 3.0 s: Broker 2 leads t-0. What is so "
                         "instead: Broker 1 leads t-0."));
        LessonFailure unknown = failureOf(Why::HeldNoMore);
        unknown.instead.clear();
        QCOMPARE(FailureWords::sentence(unknown),
                 QString("This was to stay so, and ended after 3.0 s: Broker 2 leads t-0."));
        QCOMPARE(FailureWords::sentence(
                     refusal({OutcomeKind::DownAlready, {NodeId::broker(BrokerId(2))}})),
                 QString("kill broker 2: this was refused. Broker 2 is down already."));
    }

    void chineseHasNoEnglish()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        for (int why = 0; why <= static_cast<int>(Why::Broken); ++why) {
            const QString told = FailureWords::sentence(failureOf(static_cast<Why>(why)));
            const bool isLine = static_cast<Why>(why) <= Why::NoOutcome;
            if (!isLine)
                QVERIFY2(latinWords(told).isEmpty(), qPrintable(told));
            QVERIFY2(told.contains(QRegularExpression("\\p{Han}")), qPrintable(told));
        }
        const QString told = FailureWords::sentence(
            refusal({OutcomeKind::NodeIs, {NodeId::broker(BrokerId(2)), BrokerState::Starting}}));
        QVERIFY2(latinWords(told).isEmpty(), qPrintable(told));
    }

    void everyCommandHasWords()
    {
        Language chosen;
        QVERIFY(chosen.set("zh_CN"));
        everyCommand(std::make_index_sequence<std::variant_size_v<Command>>());
    }

private:
    template <std::size_t... I> static void everyCommand(std::index_sequence<I...>)
    {
        for (const Command& command : {Command(std::in_place_index<I>)...}) {
            const QString told = CommandWords::of(command);
            QVERIFY2(told.contains(QRegularExpression("\\p{Han}")), qPrintable(told));
            QVERIFY2(latinWords(told).isEmpty(), qPrintable(told));
        }
    }
};

QTEST_MAIN(TestFailureWords)
#include "test_failure_words.moc"
