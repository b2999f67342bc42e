#include <QComboBox>
#include <QContextMenuEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>

#include <algorithm>

#include "tests/ui/window_fixture.h"
#include "ui/faults/fault_panel.h"
#include "ui/inspector/inspector_panel.h"
#include "ui/map/chip_item.h"
#include "ui/map/client_item.h"
#include "ui/map/fault_marks.h"
#include "ui/models/fault_words.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;
using State = observe::EnsembleServerPart::State;
namespace command = observe::command;

namespace {

const NodeId kOne = NodeId::broker(BrokerId(1));
const NodeId kTwo = NodeId::broker(BrokerId(2));

/// A window whose cluster takes every fault.
struct Window : WindowFixture
{
    Window()
    {
        auto can = cluster.capabilities();
        can.cutLinks = can.powerLoss = true;
        cluster.setCapabilities(can);
        settle();
    }
    /// Shown faults and the palette follow the tables' pace.
    void settle() { run(320ms); }
    const observe::Snapshot& now() { return *window->feed().last().snapshot; }
    void openPalette()
    {
        QTest::keyClick(window.get(), Qt::Key_X);
        QCoreApplication::processEvents();
        settle();
    }
    QPushButton* choice(const QString& name)
    {
        for (QPushButton* button : window->faults()->buttons()) {
            if (button->text() == name)
                return button;
        }
        return nullptr;
    }
    /// The menu that a click of the right button on a thing of the map opens.
    QMenu* menuOf(const MapItem* item)
    {
        const QPoint at = onScreen(item->sceneBox().center());
        QContextMenuEvent event(QContextMenuEvent::Mouse, at,
                                window->map()->viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(window->map()->viewport(), &event);
        for (QMenu* each : window->findChildren<QMenu*>()) {
            if (each->isVisible())
                return each;
        }
        return nullptr;
    }
    void setServers(State zero, State one, State two)
    {
        std::vector<observe::EnsembleServerPart> servers;
        for (const State state : {zero, one, two}) {
            observe::EnsembleServerPart part;
            part.name = "zookeeper" + std::to_string(servers.size());
            part.client = "127.0.0.1:2181";
            part.state = state;
            part.zxid = state == State::Down ? Zxid{} : Zxid{412};
            servers.push_back(part);
        }
        cluster.setServers(servers);
        settle();
    }
    const MapItem* server(int number)
    {
        for (QGraphicsItem* item : window->scene()->items()) {
            const auto* server = dynamic_cast<ServerItem*>(item);
            if (server && server->subject() == Subject::ensemble(number))
                return server;
        }
        return nullptr;
    }
};

observe::FaultPart cut(NodeId from, NodeId to, bool bothWays)
{
    observe::FaultPart part;
    part.id = EventId(7);
    part.fault.kind = observe::FaultKind::Cut;
    part.fault.node = from;
    part.fault.to = to;
    part.fault.bothWays = bothWays;
    return part;
}

QAction* actionOf(const QMenu* menu, const QString& text)
{
    for (QAction* action : menu->actions()) {
        if (action->text() == text)
            return action;
    }
    return nullptr;
}

bool isShownWhole(const QWidget* widget)
{
    return widget->visibleRegion().boundingRect().size() == widget->size();
}

} // namespace

class TestFaultPalette : public QObject
{
    Q_OBJECT
private slots:
    /// The member that is selected, and not the one selected before.
    void aSelectedMemberIsMeantAtOnce()
    {
        Window w;
        w.openPalette();
        std::vector<std::pair<Subject, NodeId>> members;
        for (const auto& group : w.now().groups) {
            for (const auto& member : group->members)
                members.emplace_back(Subject::memberOf(group->name, member.member), member.client);
        }
        QVERIFY(members.size() >= 2);
        for (const auto& [subject, client] : members) {
            w.window->selection().select(subject);
            QCOMPARE(w.window->faults()->node(), client);
            QCOMPARE(w.window->faults()->nodeBox()->currentText(),
                     FaultWords::nodeName(client, w.now()));
        }
    }

    void theArrowOfACutPointsAsItsLineGoes()
    {
        Window w;
        const auto wordOf = [&w](NodeId from, NodeId to, bool bothWays) {
            w.cluster.setFaults({cut(from, to, bothWays)});
            w.settle();
            const auto marks = w.window->scene()->faultMarks().marks();
            return marks.size() == 1 ? marks.front()->word() : QString();
        };
        QCOMPARE(wordOf(kOne, kTwo, false), QString("cut →"));
        QCOMPARE(wordOf(kTwo, kOne, false), QString("cut ←"));
        QCOMPARE(wordOf(kTwo, kOne, true), QString("cut"));
    }

    void aByteOfASelectedReplicaCanBeFlipped()
    {
        Window w;
        w.openPalette();
        QVERIFY(w.choice("Flip a byte"));
        w.window->selection().select(Subject::broker(BrokerId{2}));
        QVERIFY(!w.choice("Flip a byte")->isEnabled()); // of which partition?
        w.window->selection().select(Subject::replica({"TopicA", 0}, BrokerId{2}));
        QVERIFY(w.choice("Flip a byte")->isEnabled());
        w.window->faults()->nodeBox()->setCurrentIndex(0); // not the broker that was meant
        QVERIFY(!w.choice("Flip a byte")->isEnabled());
        w.window->faults()->nodeBox()->setCurrentIndex(1);
        QTest::mouseClick(w.choice("Flip a byte"), Qt::LeftButton);
        const auto* flip = std::get_if<command::FlipByte>(w.lastCommand());
        QVERIFY(flip);
        QCOMPARE(flip->node, kTwo);
        QCOMPARE(flip->file, std::string("TopicA-0"));
    }

    void theMenuOfAReplicaFlipsAByte()
    {
        Window w;
        const auto* chip = w.window->scene()->chipItem({"TopicA", 0}, BrokerId{2});
        QVERIFY(chip);
        QMenu* menu = w.menuOf(chip);
        QVERIFY(menu);
        QVERIFY(actionOf(menu, "Flip a byte"));
        actionOf(menu, "Flip a byte")->trigger();
        menu->close();
        const auto* flip = std::get_if<command::FlipByte>(w.lastCommand());
        QVERIFY(flip);
        QCOMPARE(flip->node, kTwo);
        QCOMPARE(flip->file, std::string("TopicA-0"));
    }

    void aDeadServerCanBeStarted()
    {
        Window w;
        w.setServers(State::Down, State::Leader, State::Frozen);
        QMenu* menu = w.menuOf(w.server(0));
        QVERIFY(menu);
        for (const QString name : {"Kill", "Power off", "Freeze"})
            QVERIFY2(!actionOf(menu, name)->isEnabled(), qPrintable(name));
        QVERIFY(actionOf(menu, "Restart"));
        actionOf(menu, "Restart")->trigger();
        menu->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const auto* restart = std::get_if<command::Restart>(w.lastCommand());
        QVERIFY(restart);
        QCOMPARE(restart->node, NodeId::ensemble(0));
        menu = w.menuOf(w.server(2));
        QVERIFY(actionOf(menu, "Thaw"));
        QVERIFY(!actionOf(menu, "Freeze")->isEnabled());
        QVERIFY(actionOf(menu, "Kill")->isEnabled());
        menu->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        menu = w.menuOf(w.server(1));
        QVERIFY(!actionOf(menu, "Restart"));
        QVERIFY(actionOf(menu, "Kill")->isEnabled());
        menu->close();
    }

    void theInspectorTellsThatAServerIsDown()
    {
        Window w;
        w.setServers(State::Down, State::Leader, State::Follower);
        const auto textOf = [&w](int server) {
            w.window->selection().select(Subject::ensemble(server));
            w.settle();
            return w.window->inspector()->inspection().text();
        };
        QVERIFY2(textOf(0).contains("down"), qPrintable(textOf(0)));
        QVERIFY(textOf(0).contains("zxid\t–"));
        QVERIFY(textOf(1).contains("leader of the ensemble"));
        QVERIFY(textOf(1).contains("412"));
    }

    void theControllersLineComesFromAServerThatRuns()
    {
        Window w;
        const auto has = [&w](int server) {
            const Links::Key key{Links::Kind::Controller, Subject::ensemble(server),
                                 Subject::broker(w.now().controller.broker)};
            return w.window->scene()->links().find(key) != nullptr;
        };
        w.setServers(State::Follower, State::Leader, State::Follower);
        QVERIFY(!has(0) && has(1) && !has(2));
        w.setServers(State::Down, State::Looking, State::Looking);
        QVERIFY(!has(0) && has(1) && !has(2));
        w.setServers(State::Down, State::Frozen, State::Down);
        QVERIFY(!has(0) && !has(1) && !has(2));
    }

    void whatIsDownCanBeHealed()
    {
        Window w;
        w.openPalette();
        const auto canHeal = [&w] {
            w.settle();
            const bool can = w.window->faults()->healAll()->isEnabled();
            return can == w.window->actions().healAll->isEnabled() ? int(can) : -1;
        };
        const auto tip = [&w] { return w.window->actions().healAll->toolTip(); };
        QCOMPARE(canHeal(), 0);
        QCOMPARE(tip(), QString("Nothing is wrong now."));
        w.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Down, "the disk is full");
        QCOMPARE(canHeal(), 1);
        QVERIFY(tip().startsWith("Starts every node"));
        w.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Frozen);
        QCOMPARE(canHeal(), 1);
        QCOMPARE(w.window->faults()->undoButtons().size(), std::size_t(1));
        QTest::mouseClick(w.window->faults()->undoButtons().front(), Qt::LeftButton);
        QVERIFY(std::holds_alternative<command::Thaw>(*w.lastCommand()));
        // Healing does not start what somebody shut down; but something is not running.
        w.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Down);
        QCOMPARE(canHeal(), 0);
        QVERIFY(tip() != "Nothing is wrong now.");
        w.cluster.setBrokerState(BrokerId{1}, observe::BrokerState::Running);
        QCOMPARE(canHeal(), 0);
        w.setServers(State::Down, State::Leader, State::Follower);
        QCOMPARE(canHeal(), 1);
        QTest::mouseClick(w.window->faults()->undoButtons().front(), Qt::LeftButton);
        QVERIFY(std::holds_alternative<command::Restart>(*w.lastCommand()));
        w.setServers(State::Frozen, State::Leader, State::Follower);
        QCOMPARE(canHeal(), 1);
        QTest::mouseClick(w.window->faults()->healAll(), Qt::LeftButton);
        QVERIFY(std::holds_alternative<command::HealAll>(*w.lastCommand()));
    }

    void allOfThePaletteIsSeen()
    {
        Window w;
        w.openPalette();
        w.run(320ms);
        for (const QPushButton* button : w.window->faults()->buttons())
            QVERIFY2(isShownWhole(button), qPrintable(button->text()));
        QVERIFY(isShownWhole(w.window->faults()->healAll()));
        // In a low one the list of what is wrong keeps a line, and the rest scrolls.
        w.window->resize(1600, 640);
        w.run(320ms);
        QVERIFY(isShownWhole(w.window->faults()->healAll()));
        QVERIFY(isShownWhole(w.choice("Kill")));
    }
};

QTEST_MAIN(TestFaultPalette)
#include "test_fault_palette.moc"
