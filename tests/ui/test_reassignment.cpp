#include <QAbstractButton>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QTest>

#include <algorithm>

#include "tests/ui/studio_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/chip_item.h"
#include "ui/map/grid_item.h"
#include "ui/models/lookup.h"
#include "ui/shell/reassign_dialog.h"

using namespace hw;
using namespace hw::ui;
using test::Studio;
using test::WindowFixture;
namespace command = hw::observe::command;

namespace {

const observe::Snapshot& now(Studio& s) { return *s.window->feed().last().snapshot; }

/// A partition that can be moved to the one broker it is not on, and the copying be held up by
/// cutting the link between the two, without the controller on either end of it.
struct Move
{
    observe::PartitionPart part;
    BrokerId to = kNoBroker;
};

Move anyMove(Studio& s)
{
    for (const auto& topic : now(s).topics) {
        for (const auto& part : topic->partitions) {
            Move move{*part, kNoBroker};
            for (const auto& broker : now(s).brokers) {
                if (std::ranges::find(part->assigned, broker->id) == part->assigned.end())
                    move.to = broker->id;
            }
            const BrokerId controller = now(s).controller.broker;
            if (!topic->internal && part->leader != controller && move.to != controller)
                return move;
        }
    }
    return {};
}

const observe::PartitionPart& partOf(Studio& s, const Move& move)
{
    return *findPartition(now(s), move.part.id);
}

template <class Dialog> Dialog* openDialog(MainWindow* window)
{
    for (Dialog* each : window->findChildren<Dialog*>()) {
        if (each->isVisible())
            return each;
    }
    return nullptr;
}

void tick(ReassignDialog& dialog, BrokerId id, bool on)
{
    for (int row = 0; row < dialog.brokers()->count(); ++row) {
        QListWidgetItem* item = dialog.brokers()->item(row);
        if (item->data(Qt::UserRole).toInt() == id.value())
            item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    }
}

/// Begins to move the first replica away, and holds the copying up.
ReassignDialog* begin(Studio& s, const Move& move)
{
    s.stage.cluster()->submit(
        command::CutLink{NodeId::broker(move.to), NodeId::broker(move.part.leader), true});
    s.run(320ms);
    s.window->selection().select(Subject::of(move.part.id));
    QTest::keyClick(s.window->map(), Qt::Key_R);
    auto* dialog = openDialog<ReassignDialog>(s.window);
    if (!dialog)
        return nullptr;
    tick(*dialog, move.part.assigned.back(), false);
    tick(*dialog, move.to, true);
    QTest::mouseClick(dialog->move(), Qt::LeftButton);
    s.run(960ms);
    return dialog;
}

} // namespace

class TestReassignment : public QObject
{
    Q_OBJECT
private slots:
    void aMoveIsDrawnWhileItRunsAndComesToItsEnd()
    {
        Studio s(test::studio(4));
        s.pass(5s);
        const Move move = anyMove(s);
        QVERIFY(move.to != kNoBroker);
        const BrokerId gone = move.part.assigned.back();
        ReassignDialog* dialog = begin(s, move);
        QVERIFY(dialog);

        QCOMPARE(partOf(s, move).adding, std::vector{move.to});
        QCOMPARE(partOf(s, move).removing, std::vector{gone});
        QVERIFY(dialog->isVisible()); // one can watch
        QVERIFY(dialog->fact(3).startsWith(QString::number(move.to.value())));
        QCOMPARE(dialog->fact(4), QString::number(gone.value()));
        QVERIFY(dialog->problem().contains("already"));
        QVERIFY(!dialog->move()->isEnabled() && dialog->cancelMove()->isEnabled());
        const ChipItem* arriving = s.window->scene()->chipItem(move.part.id, move.to);
        const ChipItem* leaving = s.window->scene()->chipItem(move.part.id, gone);
        const ChipItem* leader = s.window->scene()->chipItem(move.part.id, move.part.leader);
        QVERIFY(arriving && leaving && leader);
        QCOMPARE(arriving->move(), ReplicaMove::Arriving);
        QCOMPARE(leaving->move(), ReplicaMove::Leaving);
        QCOMPARE(leader->move(), ReplicaMove::None);
        QVERIFY(arriving->title().contains("+ arriving"));
        QVERIFY(leaving->explain({}).contains("takes it away"));
        const QString text = s.window->inspector()->inspection().text();
        QVERIFY2(text.contains(QString("Arriving\t%1").arg(move.to.value())), qPrintable(text));

        s.stage.cluster()->submit(command::HealAll{});
        s.pass(6s);
        QVERIFY(!isMoving(partOf(s, move)));
        std::vector<BrokerId> wanted = move.part.assigned;
        wanted.back() = move.to;
        QCOMPARE(partOf(s, move).assigned, wanted);
        QVERIFY(!s.window->scene()->chipItem(move.part.id, gone));
        QCOMPARE(dialog->fact(3), QString("–"));
        QVERIFY(!dialog->cancelMove()->isEnabled());
    }

    void aMoveIsCancelled()
    {
        Studio s(test::studio(4));
        s.pass(5s);
        const Move move = anyMove(s);
        ReassignDialog* dialog = begin(s, move);
        QVERIFY(dialog && isMoving(partOf(s, move)));
        QVERIFY(s.window->actions().cancelReassign->isEnabled());
        QTest::mouseClick(dialog->cancelMove(), Qt::LeftButton);
        s.pass(1s);
        QVERIFY(!isMoving(partOf(s, move)));
        QCOMPARE(partOf(s, move).assigned, move.part.assigned);
        QVERIFY(!s.window->actions().cancelReassign->isEnabled());
    }

    void theOrderIsChosenAndWhatMakesNoSenseIsRefused()
    {
        WindowFixture f;
        f.window->selection().select(Subject::of({"TopicA", 0}));
        f.window->actions().reassign->trigger();
        auto* dialog = openDialog<ReassignDialog>(f.window.get());
        QVERIFY(dialog);
        const BrokerId one{1}, two{2}, three{3};
        QCOMPARE(dialog->target(), (std::vector{one, two, three}));
        QVERIFY(!dialog->move()->isEnabled()); // it is there already
        dialog->brokers()->setCurrentRow(0);
        QVERIFY(!dialog->up()->isEnabled());
        QTest::mouseClick(dialog->down(), Qt::LeftButton);
        QCOMPARE(dialog->target(), (std::vector{two, one, three}));
        QVERIFY2(dialog->move()->isEnabled(), qPrintable(dialog->problem()));
        for (const BrokerId id : {one, two, three})
            tick(*dialog, id, false);
        QVERIFY(!dialog->move()->isEnabled());
        QVERIFY(!dialog->problem().isEmpty());
        tick(*dialog, three, true);
        QTest::mouseClick(dialog->move(), Qt::LeftButton);
        const auto* last = f.lastCommand();
        QVERIFY(last && std::holds_alternative<command::Reassign>(*last));
        QCOMPARE(std::get<command::Reassign>(*last).replicas, std::vector{three});
    }

    void anUncleanElectionAsksFirstAndOnlyWithoutALeader()
    {
        WindowFixture f;
        f.window->selection().select(Subject::of({"TopicA", 0}));
        QAction* unclean = f.window->actions().electUnclean;
        QVERIFY(!unclean->isEnabled());
        for (const int id : {1, 2, 3})
            f.cluster.submit(command::Kill{NodeId::broker(BrokerId{id})});
        f.run(5s);
        QCOMPARE(findPartition(*f.cluster.snapshot(), {"TopicA", 0})->leader, kNoBroker);
        QVERIFY(unclean->isEnabled());
        const auto before = f.cluster.submitted().size();
        unclean->trigger();
        auto* box = openDialog<QMessageBox>(f.window.get());
        QVERIFY(box && box->informativeText().contains("lose records"));
        box->button(QMessageBox::Cancel)->click();
        QCOMPARE(f.cluster.submitted().size(), before);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        unclean->trigger();
        box = openDialog<QMessageBox>(f.window.get());
        QVERIFY(box);
        box->button(QMessageBox::Yes)->click();
        QCOMPARE(f.cluster.submitted().size(), before + 1);
        const auto* elect = std::get_if<command::Elect>(f.lastCommand());
        QVERIFY(elect && elect->type == command::ElectionType::Unclean);
        QCOMPARE(elect->partition, (TopicPartition{"TopicA", 0}));
    }

    void thePreferredLeaderIsElectedByKey()
    {
        WindowFixture f;
        f.window->selection().select(Subject::of({"TopicA", 1}));
        QTest::keyClick(f.window->map(), Qt::Key_E);
        const auto* elect =
            f.lastCommand() ? std::get_if<command::Elect>(f.lastCommand()) : nullptr;
        QVERIFY(elect && elect->type == command::ElectionType::Preferred);
        QCOMPARE(elect->partition, (TopicPartition{"TopicA", 1}));
    }

    void aBrokerIsAddedUntilThereAreEnough()
    {
        Studio s(test::studio(3));
        s.pass(2s);
        QVERIFY(s.window->actions().addBroker->isEnabled());
        s.window->actions().addBroker->trigger();
        s.pass(3s);
        QCOMPARE(now(s).brokers.size(), std::size_t(4));
        QVERIFY(s.window->scene()->brokerItem(BrokerId{4}));

        test::SyntheticSpec full;
        full.brokers = 9;
        WindowFixture f(full);
        f.window->selection().select(Subject::broker(BrokerId{1}));
        QVERIFY(!f.window->actions().addBroker->isEnabled());
        QVERIFY(f.window->actions().addBroker->toolTip().contains("9"));
    }

    void cellsTellWhatComesAndGoes()
    {
        observe::PartitionPart part;
        part.id = {"t", 0};
        part.assigned = {BrokerId{1}, BrokerId{2}};
        part.adding = {BrokerId{2}};
        part.removing = {BrokerId{1}};
        part.replicas.resize(2);
        part.replicas[0].broker = BrokerId{1};
        part.replicas[1].broker = BrokerId{2};
        observe::TopicPart topic;
        topic.name = "t";
        topic.partitions.push_back(std::make_shared<observe::PartitionPart>(part));
        const auto shared = std::make_shared<observe::TopicPart>(topic);
        const MapContext context{makeTheme(ThemeName::Light)};
        Layout::Section section;
        section.partitions = {0};
        section.cell = {38, 22};
        for (const auto& [broker, move] : {std::pair{BrokerId{1}, ReplicaMove::Leaving},
                                           std::pair{BrokerId{2}, ReplicaMove::Arriving}}) {
            GridItem item(context, "t", broker);
            item.setCells(section);
            item.show(shared);
            QCOMPARE(item.moveOf(0), move);
            QVERIFY(item.explain({5, 5}).contains(Words::move(move)));
        }
    }
};

QTEST_MAIN(TestReassignment)
#include "test_reassignment.moc"
