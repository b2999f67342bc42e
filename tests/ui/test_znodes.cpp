#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTreeView>

#include <algorithm>

#include "tests/ui/studio_fixture.h"
#include "ui/znodes/znode_window.h"

using namespace hw;
using test::Studio;
namespace command = observe::command;

namespace {

const NodeId kTwo = NodeId::broker(BrokerId(2));

ui::ZnodeWindow& open(Studio& s)
{
    QTest::keyClick(s.window, Qt::Key_K, Qt::ControlModifier);
    s.run(160ms);
    return *s.window->znodes();
}

observe::Znode znode(std::string path, std::string data = {}, std::int64_t mzxid = 1)
{
    observe::Znode made;
    made.path = std::move(path);
    made.dataBytes = static_cast<std::uint32_t>(data.size());
    made.data = std::move(data);
    made.mzxid = Zxid(mzxid);
    return made;
}

} // namespace

class TestZnodes : public QObject
{
    Q_OBJECT
private slots:
    void nothingIsAskedWhileNobodyLooks()
    {
        Studio s;
        s.pass(2s);
        QCOMPARE(s.window->znodes()->model().count(), 0);
        QVERIFY(open(s).model().count() > 10);
    }

    void aBrokersZnodeSaysWhoOwnsItAndWhatItHolds()
    {
        Studio s;
        s.pass(4s);
        ui::ZnodeWindow& window = open(s);
        window.open("/brokers/ids/2");
        QCOMPARE(window.title()->text(), QString("/brokers/ids/2"));
        QVERIFY(window.text()->toPlainText().startsWith("{\n  \""));
        QVERIFY2(window.facts()->text().contains("Broker 2 (session 0x", Qt::CaseInsensitive),
                 qPrintable(window.facts()->text()));
        QVERIFY(window.facts()->text().contains("czxid"));
    }

    void theControllersWatchesAreTold()
    {
        Studio s;
        s.pass(4s);
        ui::ZnodeWindow& window = open(s);
        const auto* ids = window.model().at(window.model().indexOf("/brokers/ids"));
        QVERIFY(ids);
        const NodeId controller =
            NodeId::broker(s.window->feed().last().snapshot->controller.broker);
        QVERIFY(std::ranges::any_of(ids->watches, [&](const auto& watch) {
            return watch.children && watch.who == controller;
        }));
    }

    void sessionsDrainAndEnd()
    {
        Studio s;
        s.pass(4s);
        ui::ZnodeWindow& window = open(s);
        const int before = window.sessions().rowCount();
        QVERIFY(before >= 3);
        s.stage.cluster()->submit(command::Kill{kTwo});
        s.pass(1s);
        bool drains = false;
        for (int row = 0; row < window.sessions().rowCount(); ++row) {
            const auto& session = window.sessions().at(row);
            if (session.owner == kTwo)
                drains = session.left < session.timeout - 500ms && !session.connected;
        }
        QVERIFY(drains);
        QVERIFY(window.model().indexOf("/brokers/ids/2").isValid());
        s.pass(4s);
        QVERIFY(!window.model().indexOf("/brokers/ids/2").isValid());
        QCOMPARE(window.sessions().rowCount(), before - 1);
    }

    void aChangeFlashesAndTheRowStays()
    {
        ui::ZnodeModel model;
        QAbstractItemModelTester tester(&model);
        observe::ZnodeTree tree;
        tree.nodes = {znode("/"), znode("/a"), znode("/a/b"), znode("/c")};
        model.take(tree, 0);
        QVERIFY(!model.isFlashing(model.indexOf("/a")));
        const QPersistentModelIndex row = model.indexOf("/a/b");
        tree.nodes = {znode("/"), znode("/a"), znode("/a/b", "new", 2), znode("/a/x"), znode("/d")};
        model.take(tree, 100);
        QVERIFY(row.isValid());
        QCOMPARE(QModelIndex(row), model.indexOf("/a/b"));
        QVERIFY(model.isFlashing(model.indexOf("/a/b")));
        QVERIFY(model.isFlashing(model.indexOf("/d")));
        QVERIFY(!model.isFlashing(model.indexOf("/a")));
        QVERIFY(!model.indexOf("/c").isValid());
        QVERIFY(model.indexOf("/a/b").data(Qt::BackgroundRole).isValid());
        model.setNow(100 + ui::ZnodeModel::kFlashMs);
        QVERIFY(!model.isFlashing(model.indexOf("/a/b")));
    }

    void dataIsShownForReading()
    {
        QCOMPARE(
            ui::readable(znode("/x", "{\"leader\":1,\"isr\":[1,2],\"epoch\":9007199254740993}")),
            QString("{\n  \"leader\": 1,\n  \"isr\": [1, 2],\n  \"epoch\": "
                    "9007199254740993\n}"));
        QCOMPARE(
            ui::readable(znode("/x", "{\"a\":{},\"b\":[{\"c\":\"x,{y\"}]}")),
            QString("{\n  \"a\": {},\n  \"b\": [\n    {\n      \"c\": \"x,{y\"\n    }\n  ]\n}"));
        QCOMPARE(ui::readable(znode("/x", "12")), QString("12"));
        QCOMPARE(ui::readable(znode("/x", std::string("\0\x7f", 2))), QString("00 7f"));
    }

    void searchingFindsPathsAndData()
    {
        Studio s;
        s.pass(4s);
        ui::ZnodeWindow& window = open(s);
        window.search()->setText("/controller_epoch");
        QTest::keyClick(window.search(), Qt::Key_Return);
        QCOMPARE(window.title()->text(), QString("/controller_epoch"));
    }
};

QTEST_MAIN(TestZnodes)
#include "test_znodes.moc"
