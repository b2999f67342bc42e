#include <QTest>

#include "engine/coordination/quorum_history.h"
#include "engine/coordination/quorum_messages.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::coordination::quorum;

namespace {

Zxid z(std::int64_t epoch, std::int64_t counter) { return Zxid(epoch << 32 | counter); }

Txn txn(Zxid zxid)
{
    Txn txn;
    txn.zxid = zxid;
    txn.time = WallTime(5);
    txn.session = SessionId(1);
    txn.type = OpCode::SetData;
    txn.ops.push_back(Op::setData("/a", {1, 2}));
    return txn;
}

RecentHistory historyOf(Zxid before, const std::vector<Zxid>& zxids)
{
    RecentHistory history;
    history.reset(before);
    for (const Zxid zxid : zxids)
        history.add(txn(zxid));
    return history;
}

std::vector<Zxid> lacks(const SyncPlan& plan)
{
    std::vector<Zxid> zxids;
    for (const Txn* txn : plan.lacks)
        zxids.push_back(txn->zxid);
    return zxids;
}

} // namespace

class TestQuorumHistory : public QObject
{
    Q_OBJECT
private slots:
    void whoIsBehindGetsTheDifference()
    {
        const auto history = historyOf(z(1, 1), {z(1, 2), z(1, 3), z(2, 1)});
        const SyncPlan plan = history.plan(z(1, 2));
        QVERIFY(plan.kind == SyncPlan::Kind::Diff);
        QCOMPARE(lacks(plan), (std::vector<Zxid>{z(1, 3), z(2, 1)}));
        QVERIFY(history.plan(z(1, 1)).kind == SyncPlan::Kind::Diff);
        QCOMPARE(history.plan(z(1, 1)).lacks.size(), std::size_t(3));
    }

    void whoHasAllGetsNothing()
    {
        const SyncPlan plan = historyOf(z(1, 1), {z(1, 2)}).plan(z(1, 2));
        QVERIFY(plan.kind == SyncPlan::Kind::Diff);
        QVERIFY(plan.lacks.empty());
        QVERIFY(historyOf(Zxid(), {}).plan(Zxid()).kind == SyncPlan::Kind::Diff);
    }

    void whatTheLeaderDoesNotHaveIsCutOff()
    {
        // The old leader of epoch 1 proposed 1:4 and 1:5 to one server only.
        const auto history = historyOf(z(1, 1), {z(1, 2), z(1, 3), z(2, 1)});
        const SyncPlan plan = history.plan(z(1, 5));
        QVERIFY(plan.kind == SyncPlan::Kind::Truncate);
        QCOMPARE(plan.keep, z(1, 3));
        QCOMPARE(lacks(plan), (std::vector<Zxid>{z(2, 1)}));
        const SyncPlan ahead = historyOf(z(1, 1), {z(1, 2)}).plan(z(1, 9));
        QVERIFY(ahead.kind == SyncPlan::Kind::Truncate);
        QCOMPARE(ahead.keep, z(1, 2));
        QVERIFY(ahead.lacks.empty());
    }

    void whoIsTooFarBehindGetsASnapshot()
    {
        QVERIFY(historyOf(z(1, 5), {z(1, 6)}).plan(z(1, 4)).kind == SyncPlan::Kind::Snapshot);
    }

    void onlyTheNewestTransactionsAreKept()
    {
        RecentHistory history;
        history.reset(Zxid());
        for (std::int64_t i = 1; i <= 600; ++i)
            history.add(txn(z(1, i)));
        QCOMPARE(history.size(), RecentHistory::kLimit);
        QVERIFY(history.plan(z(1, 100)).kind == SyncPlan::Kind::Diff);
        QVERIFY(history.plan(z(1, 99)).kind == SyncPlan::Kind::Snapshot);
    }

    void messagesComeBackAsTheyWere()
    {
        const std::vector<Message> all{Notification{Role::Leading, {3, z(3, 4), 2}, 7},
                                       FollowerInfo{4},
                                       LeaderInfo{5},
                                       AckEpoch{true, 3, z(3, 4), true},
                                       Truncate{z(3, 4)},
                                       SnapshotPart{9, Slice(Bytes{1, 2, 3})},
                                       History{txn(z(1, 2))},
                                       NewLeader{5},
                                       AckNewLeader{5},
                                       UpToDate{},
                                       Submit{8, txn(Zxid())},
                                       Refused{8, ZkError::SessionMoved},
                                       Proposal{{2, 8}, txn(z(5, 1))},
                                       Ack{z(5, 1)},
                                       Commit{z(5, 1)},
                                       Sync{9},
                                       Synced{9},
                                       Revalidate{10, SessionId(77), Bytes{9, 9}},
                                       Revalidated{10, true},
                                       Ping{},
                                       Pong{{SessionId(1), SessionId(2)}}};
        QCOMPARE(all.size(), std::variant_size_v<Message>);
        for (const Message& message : all) {
            const Slice bytes = *encode(message).flatten();
            const auto back = decodeMessage(bytes);
            QVERIFY2(back.has_value(), nameOf(message));
            QCOMPARE(back->index(), message.index());
            QVERIFY2(encode(*back) == Pieces(bytes), nameOf(message));
            // Every shorter frame is refused.
            for (std::size_t size = 0; size < bytes.size(); ++size)
                QVERIFY2(!decodeMessage(bytes.sub(0, size)), nameOf(message));
        }
        QVERIFY(!decodeMessage(Slice(Bytes{200})));
        // A vote as bytes: kind 0, leading, epoch 3, zxid 3:4, server 2, round 7.
        const Bytes vote{0, 2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0,
                         4, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 7};
        QVERIFY(encode(all[0]) == Pieces(vote));
    }
};

QTEST_GUILESS_MAIN(TestQuorumHistory)
#include "test_quorum_history.moc"
