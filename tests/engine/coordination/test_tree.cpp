#include <QTest>

#include "engine/coordination/tree.h"

using namespace hw;
using namespace hw::coordination;

namespace {

/// Applies writes one after the other, each with the next zxid.
struct Script
{
    Tree tree;
    std::int64_t zxid = 0;
    std::vector<TreeChange> changes;

    WriteContext next(std::int64_t session)
    {
        ++zxid;
        return {Zxid(zxid), WallTime(1000 + zxid), SessionId(session)};
    }
    OpResult run(const Op& op, std::int64_t session = 1)
    {
        return tree.apply(op, next(session), changes);
    }
    std::vector<OpResult> all(const std::vector<Op>& ops, std::int64_t session = 1)
    {
        return tree.applyAll(ops, next(session), changes);
    }
    Stat stat(const std::string& path) { return tree.find(path)->stat(); }
};

} // namespace

class TestTree : public QObject
{
    Q_OBJECT
private slots:
    void createNeedsAParentAndAFreeName()
    {
        Script script;
        QCOMPARE(script.run(Op::create("/a/b", {})).error, ZkError::NoNode);
        QCOMPARE(script.run(Op::create("/a", {})).error, ZkError::Ok);
        QCOMPARE(script.run(Op::create("/a", {})).error, ZkError::NodeExists);
        QCOMPARE(script.run(Op::create("/a/b", {})).error, ZkError::Ok);
    }

    void badPathsAreRefused()
    {
        Script script;
        for (const char* path : {"", "a", "/a/", "//a", "/.", "/a/..", "/\x01"})
            QCOMPARE(script.run(Op::create(path, {})).error, ZkError::BadArguments);
    }

    void statCountsWhatHappened()
    {
        Script script;
        script.run(Op::create("/a", {1, 2}));            // zxid 1
        script.run(Op::create("/a/b", {}));              // 2
        script.run(Op::create("/a/c", {}));              // 3
        script.run(Op::remove("/a/b"));                  // 4
        const OpResult set = script.run(Op::setData("/a", {1, 2, 3})); // 5
        QCOMPARE(set.stat.version, 1);
        const Stat stat = script.stat("/a");
        QCOMPARE(stat.czxid, Zxid(1));
        QCOMPARE(stat.pzxid, Zxid(4));
        QCOMPARE(stat.mzxid, Zxid(5));
        QCOMPARE(stat.ctime, WallTime(1001));
        QCOMPARE(stat.mtime, WallTime(1005));
        QCOMPARE(stat.cversion, 3);
        QCOMPARE(stat.dataLength, 3);
        QCOMPARE(stat.numChildren, 1);
    }

    void versionsGuardSetAndDelete()
    {
        Script script;
        script.run(Op::create("/a", {}));
        QCOMPARE(script.run(Op::setData("/a", {}, 1)).error, ZkError::BadVersion);
        QCOMPARE(script.run(Op::setData("/a", {}, 0)).error, ZkError::Ok);
        QCOMPARE(script.run(Op::remove("/a", 0)).error, ZkError::BadVersion);
        QCOMPARE(script.run(Op::check("/a", 0)).error, ZkError::BadVersion);
        QCOMPARE(script.run(Op::check("/a", 1)).error, ZkError::Ok);
        QCOMPARE(script.run(Op::remove("/a", 1)).error, ZkError::Ok);
        QCOMPARE(script.run(Op::remove("/a")).error, ZkError::NoNode);
        QCOMPARE(script.run(Op::setData("/a", {})).error, ZkError::NoNode);
        QCOMPARE(script.run(Op::check("/a", -1)).error, ZkError::NoNode);
    }

    void aNodeWithChildrenStays()
    {
        Script script;
        script.run(Op::create("/a", {}));
        script.run(Op::create("/a/b", {}));
        QCOMPARE(script.run(Op::remove("/a")).error, ZkError::NotEmpty);
    }

    void ephemeralsHaveNoChildrenAndGoWithTheirSession()
    {
        Script script;
        script.run(Op::create("/mine", {}, CreateMode::Ephemeral), 7);
        script.run(Op::create("/other", {}, CreateMode::Ephemeral), 8);
        QCOMPARE(script.stat("/mine").ephemeralOwner, SessionId(7));
        QCOMPARE(script.run(Op::create("/mine/child", {})).error,
                 ZkError::NoChildrenForEphemerals);
        script.changes.clear();
        script.tree.removeOwned(SessionId(7), script.next(7), script.changes);
        QVERIFY(!script.tree.find("/mine"));
        QVERIFY(script.tree.find("/other"));
        QCOMPARE(script.changes.size(), std::size_t(1));
        QVERIFY(!script.tree.owned(SessionId(7)));
    }

    void sequentialNamesCountCreationsAndAreNeverReused()
    {
        Script script;
        script.run(Op::create("/q", {}));
        const auto sequential = [&] {
            return script.run(Op::create("/q/n-", {}, CreateMode::PersistentSequential)).path;
        };
        QCOMPARE(sequential(), std::string("/q/n-0000000000"));
        QCOMPARE(sequential(), std::string("/q/n-0000000001"));
        script.run(Op::remove("/q/n-0000000001"));
        QCOMPARE(sequential(), std::string("/q/n-0000000002"));
    }

    void aFailedMultiChangesNothing()
    {
        Script script;
        script.run(Op::create("/a", {1}));
        script.run(Op::create("/gone", {9}, CreateMode::Ephemeral), 5);
        const Stat root = script.stat("/");
        const Stat a = script.stat("/a");
        script.changes.clear();
        const auto results =
            script.all({Op::setData("/a", {2}), Op::create("/a/b", {}),
                        Op::create("/e", {}, CreateMode::Ephemeral), Op::remove("/gone"),
                        Op::setData("/a", {3}), Op::check("/a", 7), Op::create("/late", {})});
        QCOMPARE(results.size(), std::size_t(7));
        QCOMPARE(results[0].error, ZkError::Ok);
        QCOMPARE(results[5].error, ZkError::BadVersion);
        QCOMPARE(results[6].error, ZkError::RuntimeInconsistency);
        QVERIFY(script.changes.empty());
        QVERIFY(script.stat("/") == root);
        QVERIFY(script.stat("/a") == a);
        QCOMPARE(script.tree.find("/a")->data, Bytes{1});
        QCOMPARE(script.tree.find("/gone")->data, Bytes{9});
        QVERIFY(script.tree.owned(SessionId(5))->contains("/gone"));
        QVERIFY(!script.tree.owned(SessionId(1)));
        QVERIFY(!script.tree.find("/e") && !script.tree.find("/a/b"));
    }

    void operationsOfAMultiSeeEachOther()
    {
        Script script;
        const auto results = script.all({Op::create("/a", {}), Op::create("/a/b", {}),
                                         Op::setData("/a", {1}, 0), Op::check("/a", 1)});
        for (const OpResult& result : results)
            QCOMPARE(result.error, ZkError::Ok);
        QCOMPARE(script.stat("/a").czxid, script.stat("/a/b").czxid);
    }
};

QTEST_APPLESS_MAIN(TestTree)
#include "test_tree.moc"
