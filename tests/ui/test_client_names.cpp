#include <QTest>

#include "tests/ui/window_fixture.h"
#include "ui/export/event_file.h"
#include "ui/faults/fault_panel.h"
#include "ui/map/fault_marks.h"
#include "ui/models/causes.h"
#include "ui/models/fault_words.h"
#include "ui/models/words.h"
#include "ui/shell/tables.h"

using namespace hw;
using namespace hw::ui;
using namespace hw::observe;
using test::WindowFixture;

namespace {

const NodeId kBroker = NodeId::broker(BrokerId(2));

Fault cutOf(NodeId client)
{
    Fault fault;
    fault.kind = FaultKind::Cut;
    fault.node = client;
    fault.to = kBroker;
    return fault;
}

/// A window and one of its consumers.
struct Window : WindowFixture
{
    Window()
    {
        run(400ms);
        client = window->feed().last().snapshot->consumers.front()->client;
        name = qs(window->feed().last().snapshot->consumers.front()->name);
        number = Words::node(client);
    }
    const EventModel& events() { return window->tables()->events(); }
    QString told(EventId id) { return events().sentenceAt(*events().rowOf(id)); }

    NodeId client;
    QString name, number;
};

} // namespace

/// A person knows a client by its client.id, whatever number it has.
class TestClientNames : public QObject
{
    Q_OBJECT
private slots:
    void anEventOfItsLinkNamesIt()
    {
        Window w;
        const EventId started = w.cluster.report(fact::FaultStarted{cutOf(w.client)});
        const EventId after = w.cluster.report(fact::GroupStateChanged{}, started);
        w.run(100ms);
        QCOMPARE(w.told(started), QString("The link is cut: %1 and broker 2.").arg(w.name));
        QCOMPARE(Causes::chain(w.events(), after).front().text, w.told(started));
        const QByteArray file =
            EventFile::csv({w.events().eventAt(*w.events().rowOf(started))}, w.events().names());
        QVERIFY2(file.contains(w.name.toUtf8()), file);
    }

    void itKeepsItsNameWhenItHasGone()
    {
        Window w;
        w.cluster.submit(command::StopClient{w.client, false});
        w.run(400ms);
        for (const auto& consumer : w.window->feed().last().snapshot->consumers)
            QVERIFY(consumer->client != w.client);
        const EventId ended =
            w.cluster.report(fact::FaultEnded{cutOf(w.client), EventId(1), "healed"});
        w.run(100ms);
        QVERIFY2(w.told(ended).contains(w.name), qPrintable(w.told(ended)));
        QVERIFY(!w.told(ended).contains(w.number));
    }

    void paletteMapAndUndoNameIt()
    {
        Window w;
        auto can = w.cluster.capabilities();
        can.cutLinks = true;
        w.cluster.setCapabilities(can);
        QTest::keyClick(w.window.get(), Qt::Key_X);
        FaultPart part;
        part.id = EventId(7);
        part.fault = cutOf(w.client);
        part.undo = command::HealAll{};
        w.cluster.setFaults({part});
        w.run(600ms);
        const QString sentence = QString("The link is cut: %1 and broker 2.").arg(w.name);
        QCOMPARE(w.window->faults()->active(), QStringList{sentence});
        QCOMPARE(w.window->scene()->faultMarks().mark(EventId(7))->title(), sentence);
        QVERIFY(w.window->actions().undo->text().contains(w.name));
    }

    void onlyTheNumberIsLeftOfOneThatNobodyNamed()
    {
        const NodeId unknown = NodeId::client(105);
        QCOMPARE(sentenceOf(fact::FaultStarted{cutOf(unknown)}),
                 QString("The link is cut: client 105 and broker 2."));
        NodeNames names;
        Event event;
        event.fact = fact::ConsumerStarted{unknown, "app-1", "g"};
        names.take(std::vector{event});
        QCOMPARE(sentenceOf(fact::FaultStarted{cutOf(unknown)}, names),
                 QString("The link is cut: app-1 and broker 2."));
        QCOMPARE(names.first(unknown), QString("app-1")); // a name keeps its case
    }
};

QTEST_MAIN(TestClientNames)
#include "test_client_names.moc"
