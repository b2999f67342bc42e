#include <QTest>

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryFile>

#include "app/commands/group_watch.h"

using namespace hw;
using namespace hw::app;
namespace fact = observe::fact;
using fact::GroupState;
using fact::RebalanceKind;

namespace {

struct Stage
{
    Stage(bool json, const std::vector<std::string>& conditions)
    {
        if (!file.open())
            qFatal("no temporary file");
        std::vector<FailCondition> read;
        for (const std::string& text : conditions)
            read.push_back(*readFailCondition(text));
        output.emplace(file.handle());
        watch.emplace(*output, json, std::move(read));
    }
    void tell(observe::Fact what, EventId cause = kNoEvent)
    {
        observe::Event event;
        event.id = EventId(++last);
        event.at = Instant(Duration(1s) * static_cast<int>(last));
        event.cause = cause;
        event.fact = std::move(what);
        watch->take(event);
    }
    /// A member joins, falls silent and is thrown out.
    void storm(const std::string& group)
    {
        tell(fact::MemberJoined{group, "m-1", "app", "/127.0.0.1", false});
        state(group, GroupState::PreparingRebalance, RebalanceKind::FirstMember, EventId(last));
        tell(fact::GenerationFormed{group, Generation{1}, "m-1", "range", 1});
        tell(fact::AssignmentStored{group, Generation{1}, {{"m-1", {{"t", 0}}}}, true});
        state(group, GroupState::Stable);
        tell(fact::MemberLeft{group, "m-1", "app", fact::LeaveCause::SessionExpired, 6003ms});
        state(group, GroupState::PreparingRebalance, RebalanceKind::SessionExpired, EventId(last));
        state(group, GroupState::Empty);
        observe::Snapshot snapshot;
        snapshot.at = Instant(std::chrono::hours(1));
        auto part = std::make_shared<observe::GroupPart>();
        part->name = group;
        part->state = GroupState::Empty;
        snapshot.groups.push_back(part);
        watch->look(snapshot, {});
    }
    void state(const std::string& group, GroupState to, std::optional<RebalanceKind> kind = {},
               EventId cause = kNoEvent)
    {
        tell(fact::GroupStateChanged{group, GroupState::Stable, to, Generation{1}, "why \"so\"",
                                     kind, kind ? "m-1" : ""},
             cause);
    }
    QStringList lines()
    {
        QFile reader(file.fileName());
        return reader.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(reader.readAll()).split('\n', Qt::SkipEmptyParts)
                   : QStringList();
    }

    QTemporaryFile file;
    std::optional<LineOutput> output;
    std::optional<GroupWatch> watch;
    std::uint64_t last = 0;
};

} // namespace

class TestGroupWatch : public QObject
{
    Q_OBJECT
private slots:
    void aLineForEachRebalance()
    {
        Stage stage(false, {});
        stage.storm("g");
        const QStringList lines = stage.lines();
        QCOMPARE(lines.size(), 2);
        QVERIFY2(lines[0].startsWith("rebalance group=g generation=1->1 cause=first-member "
                                     "client=app host=/127.0.0.1 member=m-1 outcome=stable "
                                     "lasted=3000ms joining=1000ms"),
                 qPrintable(lines[0]));
        QVERIFY2(lines[1].contains("cause=session-expired client=app host=/127.0.0.1 member=m-1 "
                                   "silent=6003ms outcome=empty lasted=1000ms"),
                 qPrintable(lines[1]));
        QVERIFY(lines[1].contains("moved=1"));
        QVERIFY(lines[1].endsWith("because=\"why \\\"so\\\"\""));
        QVERIFY(!stage.watch->hasFailed());
    }

    void orAnObject()
    {
        Stage stage(true, {"session-expired>0"});
        stage.storm("g");
        const QStringList lines = stage.lines();
        QCOMPARE(lines.size(), 3);
        const auto second = QJsonDocument::fromJson(lines[1].toUtf8()).object();
        QCOMPARE(second["type"].toString(), QString("rebalance"));
        QCOMPARE(second["cause"].toString(), QString("session-expired"));
        QCOMPARE(second["clientId"].toString(), QString("app"));
        QCOMPARE(second["silentMs"].toInt(), 6003);
        QCOMPARE(second["event"].toInt(), 6);
        const auto failed = QJsonDocument::fromJson(lines[2].toUtf8()).object();
        QCOMPARE(failed["type"].toString(), QString("failed"));
        QCOMPARE(failed["value"].toInt(), 1);
        QVERIFY(stage.watch->hasFailed());
    }

    void conditionsHoldForEachGroup()
    {
        Stage stage(false, {"rebalances>3", "h:session-expired>0"});
        stage.storm("g");
        stage.storm("i");
        QVERIFY(!stage.watch->hasFailed()); // four, but two each
        stage.storm("g");
        QVERIFY(!stage.watch->hasFailed() ||
                stage.lines().last().startsWith("failed rebalances>3"));
        QVERIFY(stage.watch->hasFailed());
        QVERIFY(!stage.lines().join('\n').contains("h:session"));
        stage.storm("h");
        QVERIFY(stage.lines().join('\n').contains("failed h:session-expired>0: group h has 1"));
        stage.storm("g");
        QCOMPARE(stage.lines().filter("failed rebalances>3").size(), 1); // said once
    }

    void whatStillGoesOnIsToldAtTheEnd()
    {
        Stage stage(false, {});
        stage.tell(fact::MemberJoined{"g", "m-1", "app", "/127.0.0.1", false});
        stage.state("g", GroupState::PreparingRebalance, RebalanceKind::FirstMember, EventId(1));
        stage.watch->look({}, {});
        QVERIFY(stage.lines().isEmpty());
        stage.watch->finish();
        QCOMPARE(stage.lines().size(), 1);
        QVERIFY2(stage.lines()[0].contains("->none "), qPrintable(stage.lines()[0]));
        QVERIFY2(stage.lines()[0].contains(" outcome=cut-off "), qPrintable(stage.lines()[0]));
        QVERIFY(!stage.lines()[0].contains("lasted"));
    }

    void anObjectThatIsCutOffHasNoGenerationAndNoTime()
    {
        Stage stage(true, {});
        stage.tell(fact::MemberJoined{"g", "m-1", "app", "/127.0.0.1", false});
        stage.state("g", GroupState::PreparingRebalance, RebalanceKind::FirstMember, EventId(1));
        stage.watch->finish();
        const auto told = QJsonDocument::fromJson(stage.lines().value(0).toUtf8()).object();
        QCOMPARE(told["outcome"].toString(), QString("cut-off"));
        QVERIFY(told["generation"].isNull() && told["ms"].isNull());
    }

    void wrongConditionsSayWhatIsAllowed()
    {
        for (const std::string text : {"rebalances", "moods>3", "rebalances>", "rebalances>-1",
                                       "rebalances>3x", "g:>1", ""}) {
            const auto read = readFailCondition(text);
            QVERIFY2(!read, text.c_str());
            QVERIFY(read.error().message.find("session-expired") != std::string::npos);
        }
        QCOMPARE(readFailCondition("a:b:waited>7")->group, std::string("a:b"));
    }
};

QTEST_APPLESS_MAIN(TestGroupWatch)
#include "test_group_watch.moc"
