#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QImage>
#include <QLabel>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/map/group_item.h"
#include "ui/map/rebalance_badge.h"
#include "ui/models/words.h"
#include "ui/rebalances/flow_view.h"
#include "ui/rebalances/rebalance_window.h"
#include "ui/rebalances/state_machine.h"

using namespace hw;
using test::WindowFixture;
using ui::Breaks;
using ui::RebalanceModel;
using State = observe::fact::GroupState;
using Kind = observe::fact::RebalanceKind;
namespace fact = observe::fact;

namespace {

/// A coordinator's events in a synthetic cluster.
struct Coordinator
{
    void goes(State from, State to, std::optional<Kind> kind = {}, const std::string& who = {},
              EventId cause = kNoEvent)
    {
        cluster.report(
            fact::GroupStateChanged{group, from, to, Generation{generation}, "because", kind, who},
            cause);
    }
    void begins(Kind kind, const std::string& who, EventId cause)
    {
        goes(State::Stable, State::PreparingRebalance, kind, who, cause);
    }
    void ends(std::vector<std::pair<std::string, std::vector<TopicPartition>>> assigned)
    {
        cluster.report(
            fact::GenerationFormed{group, Generation{++generation}, assigned[0].first, "range", 2});
        goes(State::PreparingRebalance, State::CompletingRebalance);
        cluster.report(fact::AssignmentStored{group, Generation{generation}, assigned, true});
        goes(State::CompletingRebalance, State::Stable);
    }
    /// A is there, B joins, then is thrown out.
    void story()
    {
        begins(Kind::FirstMember, "A", joins("A"));
        ends({{"A", {{"TopicA", 0}, {"TopicA", 1}}}});
        begins(Kind::Joined, "B", joins("B"));
        ends({{"A", {{"TopicA", 0}}}, {"B", {{"TopicA", 1}}}});
        throwsOut("B");
        ends({{"A", {{"TopicA", 0}, {"TopicA", 1}}}});
    }
    EventId joins(const std::string& who)
    {
        return cluster.report(fact::MemberJoined{group, who, who + "-client", "/10.0.0.7", false});
    }
    void throwsOut(const std::string& who)
    {
        begins(Kind::SessionExpired, who,
               cluster.report(fact::MemberLeft{group, who, who + "-client",
                                               fact::LeaveCause::SessionExpired, 6s}));
    }
    test::SyntheticCluster& cluster;
    std::string group = "payments";
    int generation = 0;
};

QString cell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

ui::RebalanceWindow& open(WindowFixture& f)
{
    QTest::keyClick(f.window.get(), Qt::Key_G);
    f.run(300ms);
    return *f.window->rebalances();
}

} // namespace

class TestRebalances : public QObject
{
    Q_OBJECT
private slots:
    void anEmptyHistoryExplainsItself()
    {
        test::SyntheticSpec spec;
        spec.events = false;
        WindowFixture f(spec);
        ui::RebalanceWindow& window = open(f);
        QVERIFY(window.isVisible());
        QCOMPARE(window.card().title, QString("No rebalance yet"));
        QVERIFY(window.card().remark.contains("Stop a consumer"));
        QVERIFY(!window.diff().empty.isEmpty());
    }

    void theHistoryIsATable()
    {
        WindowFixture f;
        QAbstractItemModelTester tester(&f.window->rebalances()->model());
        QAbstractItemModelTester filtered(&f.window->rebalances()->filter());
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const auto& list = window.filter();
        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(cell(list, 0, RebalanceModel::Cause), QString("session expired")); // newest first
        QCOMPARE(cell(list, 0, RebalanceModel::Member), QString("B-client"));
        QCOMPARE(cell(list, 0, RebalanceModel::Generation), QString("2 → 3"));
        QCOMPARE(cell(list, 0, RebalanceModel::Moved), QString("1"));
        QCOMPARE(cell(list, 2, RebalanceModel::Cause), QString("first member"));
        Coordinator other{f.cluster, "other"};
        other.begins(Kind::FirstMember, "X", other.joins("X"));
        f.run(300ms);
        QCOMPARE(list.rowCount(), 4);
        QCOMPARE(cell(list, 0, RebalanceModel::Took), QString("going on"));
        QCOMPARE(window.rate()->text(), QString("4 rebalances in the last minute"));
        window.groups()->setCurrentIndex(window.groups()->findData("payments"));
        QCOMPARE(list.rowCount(), 3);
        QCOMPARE(window.rate()->text(), QString("3 rebalances in the last minute"));
        other.ends({{"X", {}}});
        f.run(300ms);
        QCOMPARE(list.rowCount(), 3);
    }

    void choosingAnOlderOneStaysThere()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        QVERIFY(window.follow()->isChecked());
        QVERIFY(window.card().title.contains("B-client"));
        const QRect row = window.list()->visualRect(window.filter().index(2, 1));
        QTest::mouseClick(window.list()->viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY(!window.follow()->isChecked());
        QVERIFY2(window.card().title.contains("A-client"), qPrintable(window.card().title));
        g.begins(Kind::Joined, "C", g.joins("C"));
        f.run(300ms);
        QVERIFY(window.card().title.contains("A-client"));
        QTest::mouseClick(window.follow(), Qt::LeftButton, {},
                          QPoint(8, window.follow()->height() / 2));
        QVERIFY(window.follow()->isChecked());
        QVERIFY(window.card().title.contains("C-client"));
        QVERIFY(window.card().isGoing);
    }

    void aBadgeOnTheGroupLeadsThere()
    {
        WindowFixture f;
        Coordinator g{f.cluster, "group-1"};
        auto* card =
            qobject_cast<ui::GroupItem*>(f.window->scene()->itemOf(ui::Subject::group("group-1")));
        QVERIFY(card && !card->badge()->isVisible());
        g.begins(Kind::Joined, "Z", g.joins("Z"));
        f.run(64ms);
        QVERIFY(card->badge()->isVisible());
        f.click(card->badge()->sceneBox().center());
        QVERIFY(f.window->rebalances()->isVisible());
        QCOMPARE(f.window->rebalances()->groups()->currentData().toString(), QString("group-1"));
        g.ends({{"Z", {}}});
        f.run(1s);
        QVERIFY(card->badge()->isVisible()); // it has just ended
        f.run(11s);
        QVERIFY(!card->badge()->isVisible());
    }

    void theGroupsMenuLeadsThere()
    {
        WindowFixture f;
        f.window->selection().select(ui::Subject::group("group-2"));
        f.run(200ms);
        QVERIFY(f.window->actions().rebalances->text().contains("group-2"));
        Coordinator g{f.cluster, "group-2"};
        g.begins(Kind::Joined, "Z", g.joins("Z"));
        f.run(64ms);
        f.window->actions().rebalances->trigger();
        QCOMPARE(f.window->rebalances()->groups()->currentData().toString(), QString("group-2"));
    }

    void theStatesAreCountedAndTheLastEdgeIsLit()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const ui::StateMachine& states = *window.states();
        QVERIFY((states.litEdge() ==
                 ui::StateMachine::Edge{State::CompletingRebalance, State::Stable}));
        QCOMPARE(states.countOf({State::Stable, State::PreparingRebalance}), std::uint64_t(3));
        QCOMPARE(ui::StateMachine::states(false).size(), std::size_t(5));
        QCOMPARE(ui::StateMachine::states(true)[1], State::Assigning);
        for (const State state : ui::StateMachine::states(false))
            QVERIFY(QRectF(states.rect()).contains(states.placeOf(state)));
        const QImage before = window.states()->grab().toImage();
        g.begins(Kind::Joined, "C", g.joins("C"));
        f.run(64ms);
        QVERIFY(before != window.states()->grab().toImage());
    }

    void whoFallsOutAgainAndAgainIsToldWithAdvice()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.begins(Kind::FirstMember, "A", g.joins("A"));
        g.ends({{"A", {{"TopicA", 0}}}});
        ui::RebalanceWindow& window = open(f);
        QVERIFY(!window.flapping()->isVisible());
        for (int n = 0; n < 3; ++n) {
            g.begins(Kind::Joined, "B", g.joins("B"));
            g.ends({{"A", {}}, {"B", {{"TopicA", 0}}}});
            f.run(1s);
            g.throwsOut("B");
            g.ends({{"A", {{"TopicA", 0}}}});
            f.run(4s);
        }
        g.begins(Kind::Joined, "B", g.joins("B"));
        f.run(300ms);
        QVERIFY(window.flapping()->isVisible());
        QVERIFY2(window.flapping()->text().contains("B-client of payments") &&
                     window.flapping()->text().contains("3 times") &&
                     window.flapping()->text().contains("It was silent for 10.0 s"),
                 qPrintable(window.flapping()->text()));
    }

    void aCoordinatorThatMovedIsListedAsNoRebalance()
    {
        rebalances::Book book;
        ui::RebalanceModel model(book);
        QAbstractItemModelTester tester(&model);
        observe::Event event;
        event.id = EventId{1};
        event.fact = fact::MemberJoined{"g", "A", "A", "/h", false};
        book.take(event);
        auto part = std::make_shared<observe::GroupPart>();
        part->name = "g";
        part->generation = Generation{4};
        part->coordinator = BrokerId{2};
        part->lastCause = {EventId{9}, Kind::CoordinatorMoved, {}, "moved"};
        observe::Snapshot snapshot;
        snapshot.groups.push_back(part);
        book.look(snapshot, {});
        model.refresh();
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(cell(model, 0, RebalanceModel::Cause).contains("no rebalance"));
        QCOMPARE(cell(model, 0, RebalanceModel::Generation), QString("4"));
    }

    void liveMarksWhenALagPassesANumber()
    {
        WindowFixture f;
        f.window->breaks()->setLag(5000);
        f.window->breaks()->set(Breaks::What::Lag, true);
        QSignalSpy met(f.window->breaks(), &Breaks::met);
        f.run(64ms);
        QCOMPARE(met.size(), 0);
        f.cluster.setCommitted("group-1", {"TopicA", 0}, 0);
        f.window->breaks()->setLag(400);
        f.run(64ms);
        QVERIFY(met.size() >= 1);
        const auto count = met.size();
        f.run(64ms);
        QCOMPARE(met.size(), count); // told once
        QVERIFY(f.window->selection().current().kind == ui::Subject::Kind::Group);
        QVERIFY(f.window->rebalances()->notice()->text().contains("lag"));
    }

    void twoOwnersAreMetOnceTheyLast()
    {
        QTemporaryDir folder;
        QSettings settings(folder.filePath("s.ini"), QSettings::IniFormat);
        Breaks breaks(settings);
        breaks.set(Breaks::What::TwoOwners, true);
        QSignalSpy met(&breaks, &Breaks::met);
        auto part = std::make_shared<observe::GroupPart>();
        part->name = "g";
        auto& member = part->members.emplace_back();
        member.client = NodeId::client(1);
        member.assigned = {{"t", 0}};
        auto zombie = std::make_shared<observe::ConsumerPart>();
        zombie->client = NodeId::client(2);
        zombie->group = "g";
        zombie->assigned = {{"t", 0}, {"t", 1}};
        const auto look = [&](Duration at) {
            auto snapshot = std::make_shared<observe::Snapshot>();
            snapshot->at = Instant(at);
            snapshot->groups = {part};
            snapshot->consumers = {zombie};
            ui::Frame frame;
            frame.snapshot = snapshot;
            breaks.take(frame);
        };
        look(1s);
        look(1050ms);
        QCOMPARE(met.size(), 0); // pictures may be torn for a moment
        look(1200ms);
        look(2s);
        QCOMPARE(met.size(), 1);
        zombie = std::make_shared<observe::ConsumerPart>(*zombie);
        zombie->assigned.clear();
        look(3s);
        QCOMPARE(met.size(), 1);
    }

    void oneRebalanceIsSavedAsDrawingPictureAndText()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        QTemporaryDir folder;
        const QString svg = folder.filePath("one.svg"), png = folder.filePath("one.png");
        QVERIFY(window.savePicture(svg).isEmpty() && window.savePicture(png).isEmpty());
        QVERIFY(QSvgRenderer(svg).isValid());
        QFile drawing(svg);
        QVERIFY(drawing.open(QIODevice::ReadOnly));
        QVERIFY(drawing.readAll().contains("B-client"));
        QVERIFY(QImage(png).width() == 2000 && QImage(png).height() > 800);
        QVERIFY(window.savePicture(folder.filePath("no/such/folder.svg")).contains("no/such"));
        const QString text = window.ticket();
        for (const char* part : {"Rebalance of group payments, generation 2 → 3", "session expired",
                                 "B-client", "/10.0.0.7", "session.timeout.ms", "[observed]",
                                 "TopicA-1: B-client → A-client (B-client is gone)"})
            QVERIFY2(text.contains(part), qPrintable(QString(part) + "\n" + text));
        // Who reads it elsewhere, another day, knows when that was.
        static const QRegularExpression when(
            "When: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3} [+-]\\d\\d:\\d\\d\n");
        const auto told = when.match(text);
        QVERIFY2(told.hasMatch(), qPrintable(text));
        QVERIFY(window.card().subtitle.endsWith(told.captured().trimmed().section(' ', 1)));
        f.window->setLanguage("zh_CN");
        QCoreApplication::processEvents();
        QVERIFY(window.ticket().contains("会话过期"));
        QVERIFY(!window.ticket().contains("session expired"));
        QCOMPARE(cell(window.filter(), 0, RebalanceModel::Cause), QString("会话过期"));
        const QString file = folder.filePath("one.txt");
        QCOMPARE(window.saveText(file), QString());
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QCOMPARE(QString::fromUtf8(written.readAll()), window.ticket());
    }

    void typeGrowsForTheBackOfARoom()
    {
        WindowFixture f;
        Coordinator g{f.cluster};
        g.story();
        ui::RebalanceWindow& window = open(f);
        const int before = window.cardView()->minimumHeight();
        const double zoom = window.zoom();
        QTest::keyClick(&window, Qt::Key_Equal, Qt::ControlModifier);
        QVERIFY(window.zoom() > zoom);
        QVERIFY(window.cardView()->minimumHeight() > before);
    }
};

QTEST_MAIN(TestRebalances)
#include "test_rebalances.moc"
