#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QTreeView>

#include "tests/ui/window_fixture.h"
#include "ui/requests/bytes_view.h"
#include "ui/requests/message_words.h"
#include "ui/requests/request_window.h"
#include "ui/shell/application.h"
#include "ui/shell/cluster_desk.h"

using namespace hw;
using namespace hw::ui;
using test::WindowFixture;

static observe::Flight flightOf(std::uint64_t id, const char* api, bool response = false,
                                std::uint64_t request = 0)
{
    observe::Flight flight;
    flight.id = FlightId(id);
    flight.api = api;
    flight.apiVersion = 7;
    flight.response = response;
    flight.request = FlightId(request);
    flight.from = NodeId::client(1);
    flight.to = NodeId::broker(BrokerId{2});
    if (response)
        std::swap(flight.from, flight.to);
    flight.sentAt = Instant(fromMs(static_cast<std::int64_t>(id) * 10));
    return flight;
}

static Frame frameOf(std::vector<observe::Flight> flights)
{
    Frame frame;
    frame.flights = std::move(flights);
    return frame;
}

/// Clicks the entry of an open context menu whose text begins so.
static bool clickMenu(QWidget* of, const QString& text)
{
    for (QMenu* menu : of->findChildren<QMenu*>()) {
        for (QAction* action : menu->actions()) {
            if (menu->isVisible() && action->text().startsWith(text)) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                return true;
            }
        }
    }
    return false;
}

class TestRequests : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(*qApp); }

    void anAnswerCompletesItsRequest()
    {
        RequestModel model;
        const QAbstractItemModelTester tester(&model);
        model.take(frameOf({flightOf(1, "Produce"), flightOf(2, "Fetch")}));
        auto answer = flightOf(4, "Produce", true, 1);
        answer.error = "NOT_LEADER_OR_FOLLOWER";
        model.take(frameOf({answer}));
        QCOMPARE(model.at(0).answer, FlightId(4));
        QCOMPARE(*model.at(0).lasted, Duration(30ms));
        QCOMPARE(*model.at(2).lasted, Duration(30ms));
        QVERIFY(model.at(0).failed() && !model.at(1).failed());
        QCOMPARE(model.index(0, RequestModel::Lasted).data().toString(), QString("30.0 ms"));
        QCOMPARE(model.index(2, RequestModel::Failure).data().toString(),
                 QString("NOT_LEADER_OR_FOLLOWER"));
    }

    void theOldestRowsGo()
    {
        RequestModel model;
        const QAbstractItemModelTester tester(&model);
        std::uint64_t id = 0;
        for (int frame = 0; frame < 10; ++frame) {
            std::vector<observe::Flight> flights;
            for (int i = 0; i < 1000; ++i)
                flights.push_back(flightOf(++id, "Produce"));
            model.take(frameOf(std::move(flights)));
        }
        QVERIFY(static_cast<std::size_t>(model.rowCount()) <= RequestModel::kLimit);
        QCOMPARE(model.at(model.rowCount() - 1).flight.id, FlightId(id));
        QVERIFY(!model.rowOf(FlightId(1)));
        QCOMPARE(model.seen(), id);
    }

    void theFilterTakesOnlyWhatIsWanted()
    {
        RequestModel model;
        RequestFilter filter(&model);
        const QAbstractItemModelTester tester(&filter);
        auto failed = flightOf(3, "Fetch", true, 2);
        failed.error = "UNKNOWN_TOPIC_OR_PARTITION";
        failed.clientId = "mine";
        model.take(frameOf({flightOf(1, "Produce"), flightOf(2, "Fetch"), failed}));
        const auto count = [&](RequestFilter::Wanted wanted) {
            filter.want(std::move(wanted));
            return filter.rowCount();
        };
        QCOMPARE(count({}), 3);
        QCOMPARE(count({.api = "Fetch"}), 2);
        QCOMPARE(count({.clientId = "mine"}), 1);
        QCOMPARE(count({.broker = NodeId::broker(BrokerId{2})}), 3);
        QCOMPARE(count({.broker = NodeId::broker(BrokerId{1})}), 0);
        QCOMPARE(count({.direction = RequestFilter::Direction::Answers}), 1);
        QCOMPARE(count({.errorsOnly = true}), 2); // the request of a failed answer too
        QCOMPARE(count({.text = "unknown_topic"}), 1);
        filter.want({});
        filter.setLeftOut({MessageKind::of(failed)});
        QCOMPARE(filter.rowCount(), 1);
    }

    void kindsAreRememberedByTheirKey()
    {
        const MessageKind kind{"Fetch", MessageKind::Between::Outside};
        QCOMPARE(MessageKind::fromKey(kind.key()), std::optional(kind));
        QVERIFY(!MessageKind::fromKey("Fetch"));
        QVERIFY(!MessageKind::fromKey("Fetch/9"));
    }

    void fieldsAreATree()
    {
        test::SyntheticCluster cluster;
        cluster.setInterest({.snapshots = true, .flights = true, .frames = true});
        cluster.advance(1s);
        const auto flights = cluster.takeFlights().flights;
        QVERIFY(!flights.empty());
        FieldModel model;
        const QAbstractItemModelTester tester(&model);
        model.show(cluster.decode(flights.back().id));
        QCOMPARE(model.rowCount(), 2);
        const auto name = model.find("topica", {});
        QCOMPARE(name.siblingAtColumn(FieldModel::Value).data().toString(), QString("TopicA"));
        QCOMPARE(name.parent().data().toString(), QString("[0]"));
        QCOMPARE(model.index(1, FieldModel::Value).data().toString(), QString());
        model.show({}); // nothing chosen
        QCOMPARE(model.rowCount(), 0);
    }

    void bytesOfTheChosenFieldAreMarked()
    {
        BytesView view;
        view.setTheme(makeTheme(ThemeName::Light));
        view.show(Slice(Bytes(40, 0x41)));
        QVERIFY(view.toPlainText().startsWith("00000  41 41"));
        view.mark(14, 4); // over the end of a line: digits and text of two lines
        QCOMPARE(view.extraSelections().size(), 4);
        QCOMPARE(view.extraSelections()[0].cursor.selectedText(), QString("41 41"));
        QCOMPARE(view.extraSelections()[3].cursor.selectedText(), QString("AA"));
    }

    void theListFillsAndOneIsOpenedByAClick()
    {
        WindowFixture f;
        f.window->actions().requests->trigger();
        RequestWindow* window = f.window->requests();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        f.run(500ms);
        QVERIFY(window->filter().rowCount() > 3);
        QTreeView* list = window->list();
        const QModelIndex last = window->filter().index(window->filter().rowCount() - 1, 1);
        list->scrollTo(last);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(last).center());
        QVERIFY(window->chosen());
        QCOMPARE(window->fields().rowCount(), 2);
        QVERIFY(window->detail()->text().contains("Correlation id"));
        QVERIFY(window->chosenText().contains("Name: TopicA"));
        const auto json = QJsonDocument::fromJson(window->chosenJson()).object();
        QCOMPARE(json["fields"]["ProduceRequest"]["Topics"][0]["Name"].toString(),
                 QString("TopicA"));
        QVERIFY(QJsonDocument::fromJson(window->exported()).array().size() > 3);
    }

    void leavingOutIsOneClickAndIsRemembered()
    {
        WindowFixture f;
        f.window->actions().requests->trigger();
        RequestWindow* window = f.window->requests();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        f.run(500ms);
        QVERIFY(window->filter().rowCount() > 0);
        const QModelIndex first = window->filter().index(0, 1);
        const MessageKind kind =
            MessageKind::of(window->model().at(window->filter().mapToSource(first).row()).flight);
        window->list()->scrollTo(first);
        const QPoint at = window->list()->visualRect(first).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at,
                                window->list()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(window->list()->viewport(), &event);
        QVERIFY(QTest::qWaitFor([&] { return clickMenu(window, "Leave out ones like this"); }));
        QTRY_VERIFY(window->filter().leftOut().contains(kind));
        for (int row = 0; row < window->filter().rowCount(); ++row) {
            const auto source = window->filter().mapToSource(window->filter().index(row, 0));
            QVERIFY(MessageKind::of(window->model().at(source.row()).flight) != kind);
        }
        QVERIFY(f.settings.value("requests/leftOut").toStringList().contains(kind.key()));
        window->showAgain(kind);
        QVERIFY(!f.settings.value("requests/leftOut").toStringList().contains(kind.key()));
    }

    void pausedNothingMovesAndFramesStay()
    {
        WindowFixture f;
        f.window->actions().requests->trigger();
        RequestWindow* window = f.window->requests();
        f.run(200ms);
        QVERIFY(f.cluster.interest().frames);
        window->setPaused(true);
        QVERIFY(!f.cluster.interest().frames && f.cluster.interest().flights);
        const int rows = window->model().rowCount();
        f.run(500ms);
        QCOMPARE(window->model().rowCount(), rows);
        window->close();
        QVERIFY(f.cluster.interest().frames);
    }

    void aDotOnTheMapOpensItsMessage()
    {
        WindowFixture f;
        const Flights& flights = f.window->scene()->flights();
        for (int i = 0; i < 200 && flights.count() == 0; ++i)
            f.run(16ms);
        QVERIFY(flights.count() > 0);
        f.run(100ms); // on their way, off the cards they came from
        const RequestModel& model = f.window->requests()->model();
        for (int row = model.rowCount() - 1; row >= 0; --row) {
            const auto place = flights.placeOf(model.at(row).flight.id);
            if (!place || flights.at(*place)->id != model.at(row).flight.id)
                continue;
            const FlightId id = model.at(row).flight.id;
            f.click(*place);
            QVERIFY(f.window->requests()->isVisible());
            QVERIFY(f.window->requests()->chosen());
            QCOMPARE(f.window->requests()->chosen()->id, id);
            return;
        }
        QFAIL("no dot was found");
    }

    void openDialogsSpeakTheNewLanguage()
    {
        WindowFixture f;
        f.window->actions().requests->trigger();
        f.window->actions().newTopic->trigger();
        auto* dialog = f.window->findChild<QDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), QString("New topic"));
        QVERIFY(f.window->setLanguage("zh_CN"));
        QTRY_VERIFY(dialog->windowTitle() != QString("New topic"));
        QTRY_VERIFY(f.window->requests()->windowTitle() != QString("Requests in flight"));
        f.window->setLanguage("en");
        QTRY_COMPARE(dialog->windowTitle(), QString("New topic"));
    }
};

QTEST_MAIN(TestRequests)
#include "test_requests.moc"
