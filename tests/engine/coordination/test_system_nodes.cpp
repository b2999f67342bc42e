#include <QTest>

#include "engine/base/writer.h"
#include "engine/coordination/four_letter_words.h"
#include "engine/coordination/tree.h"
#include "tests/support/ensemble_bench.h"
#include "tests/support/raw_zookeeper.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;

namespace {

std::string textOf(const Bytes& bytes) { return {bytes.begin(), bytes.end()}; }

/// A string as jute writes it.
std::string text(const std::string& value)
{
    Writer to;
    to.i32(static_cast<std::int32_t>(value.size()));
    to.text(value);
    return toHex(to.takeBytes());
}

} // namespace

/// What every tree has from the beginning, as ZooKeeper 3.8.0 shows it.
class TestSystemNodes : public QObject
{
    Q_OBJECT
private slots:
    void theyCannotBeDeleted()
    {
        CoordinationBench bench;
        bench.startServer();
        for (const char* path : {"/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config"}) {
            QCOMPARE(bench.remove(1, path).error, ZkError::BadArguments);
            QCOMPARE(bench.remove(1, path, 77).error, ZkError::BadArguments);
            QVERIFY(bench.exists(1, path).ok());
        }
        QCOMPARE(bench.remove(1, "/zookeeper/none").error, ZkError::NoNode);
        QVERIFY(bench.create(1, "/zookeeper/mine").ok());
        QVERIFY(bench.remove(1, "/zookeeper/mine").ok());
    }

    void theyCountAsChildrenAndNotAsCreated()
    {
        const Tree tree;
        QCOMPARE(tree.find("/")->stat().cversion, -1);
        QCOMPARE(tree.find("/")->stat().numChildren, 1);
        QCOMPARE(tree.find("/zookeeper")->stat().cversion, -2);
        QCOMPARE(tree.find("/zookeeper")->stat().numChildren, 2);
        CoordinationBench bench;
        bench.startServer();
        QCOMPARE(bench.create(1, "/s-", "", CreateMode::PersistentSequential).path,
                 std::string("/s-0000000000"));
    }

    void whatIsReadFromDiskGetsThoseThatItLacks()
    {
        Tree old = Tree::bare();
        for (const char* path : {"/", "/a", "/zookeeper", "/zookeeper/quota"})
            QVERIFY(old.add(path, {}));
        old.addSystemNodes();
        QVERIFY(old.find(kConfigPath));
        QCOMPARE(old.find("/zookeeper")->children, (std::set<std::string>{"config", "quota"}));
        QCOMPARE(old.nodes().size(), std::size_t(5));
        QCOMPARE(old.bytes(), std::string("//a/zookeeper/zookeeper/quota/zookeeper/config").size());
    }

    void theConfigOfAServerAloneIsEmptyAndOnlyForReading()
    {
        CoordinationBench bench;
        bench.startServer();
        const Reply read = bench.getData(1, kConfigPath);
        QVERIFY(read.ok());
        QCOMPARE(textOf(read.data), std::string());
        QCOMPARE(read.stat.version, 0);
        QCOMPARE(bench.setData(1, kConfigPath, "x").error, ZkError::NoAuth);
        QCOMPARE(bench.create(1, std::string(kConfigPath) + "/x").error, ZkError::NoAuth);
        QVERIFY(bench.setData(1, "/zookeeper", "x").ok());

        RawZookeeper raw(bench, 2);
        raw.openSession();
        const auto got = raw.ask("00000001 00000006" + text(kConfigPath));
        QCOMPARE(got.size(), std::size_t(1));
        const std::string acl = "0000000100000001" + text("world") + text("anyone");
        QVERIFY2(got[0].find(acl) != std::string::npos, got[0].c_str());
    }

    /// What `config` shows in ZooKeeper's shell, the same at each of them.
    void theConfigOfAnEnsembleNamesItsServers()
    {
        EnsembleBench bench;
        bench.startAll();
        QVERIFY(bench.settled());
        std::string first;
        for (int at = 0; at < 3; ++at) {
            bench.client(at + 1, at);
            const Reply read = bench.getData(at + 1, kConfigPath);
            QVERIFY(read.ok());
            const std::string shown = textOf(read.data);
            QCOMPARE(read.stat.dataLength, static_cast<std::int32_t>(shown.size()));
            QCOMPARE(read.stat.version, -1);
            QVERIFY2(shown.starts_with("server.0="), shown.c_str());
            QVERIFY2(shown.find(":participant\nserver.1=") != std::string::npos, shown.c_str());
            QVERIFY2(shown.find(":participant\nserver.2=") != std::string::npos, shown.c_str());
            QVERIFY2(shown.ends_with(":participant\nversion=100000000"), shown.c_str());
            first = first.empty() ? shown : first;
            QCOMPARE(shown, first);
        }
        bench.checkEqualAtEqualZxid();
    }

    /// ZooKeeper: IsroCommand.
    void whetherItIsReadOnlyNobodyKnowsWithoutAQuorum()
    {
        ServerFigures figures;
        QCOMPARE(answerWord("isro", figures), std::string("null"));
        figures.serving = true;
        QCOMPARE(answerWord("isro", figures), std::string("rw"));
    }
};

QTEST_APPLESS_MAIN(TestSystemNodes)
#include "test_system_nodes.moc"
