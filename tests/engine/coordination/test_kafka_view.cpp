#include <QTest>

#include "engine/coordination/kafka_view.h"
#include "engine/coordination/kafka_znodes.h"

using namespace hw;
using namespace hw::coordination;

namespace {

/// A tree whose changes a view hears of.
struct Watched
{
    Tree tree;
    KafkaView view;
    std::int64_t zxid = 0;

    void run(const Op& op)
    {
        std::vector<TreeChange> changes;
        ++zxid;
        tree.apply(op, {Zxid(zxid), WallTime(zxid), SessionId(1)}, changes);
        for (const TreeChange& change : changes)
            view.onChanged(change.path);
    }
    observe::EnsembleReport report()
    {
        observe::EnsembleReport into;
        view.fill(tree, into);
        return into;
    }
};

} // namespace

class TestKafkaView : public QObject
{
    Q_OBJECT
private slots:
    void whatChangesIsReadAgain()
    {
        Watched s;
        s.run(
            Op::create(kafka::kControllerEpoch, kafka::encodeControllerEpoch(ControllerEpoch(3))));
        QCOMPARE(s.report().controllerEpoch, ControllerEpoch(3));
        s.run(
            Op::setData(kafka::kControllerEpoch, kafka::encodeControllerEpoch(ControllerEpoch(4))));
        QCOMPARE(s.report().controllerEpoch, ControllerEpoch(4));
        s.run(Op::remove(kafka::kControllerEpoch));
        QCOMPARE(s.report().controllerEpoch, ControllerEpoch());
    }

    /// Nobody looks for long: it does not keep all that changed, and misses nothing.
    void moreChangesThanItKeepsAreReadAsWell()
    {
        Watched s;
        s.run(
            Op::create(kafka::kControllerEpoch, kafka::encodeControllerEpoch(ControllerEpoch(3))));
        s.run(Op::create("/brokers", {}));
        for (int n = 0; n < 10'500; ++n)
            s.run(Op::create("/brokers/" + std::to_string(n), {}));
        QCOMPARE(s.report().controllerEpoch, ControllerEpoch(3));
        s.run(
            Op::setData(kafka::kControllerEpoch, kafka::encodeControllerEpoch(ControllerEpoch(4))));
        QCOMPARE(s.report().controllerEpoch, ControllerEpoch(4));
    }
};

QTEST_APPLESS_MAIN(TestKafkaView)
#include "test_kafka_view.moc"
