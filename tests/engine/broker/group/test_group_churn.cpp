#include <QTest>

#include "tests/engine/broker/group/churn.h"

using namespace hw;
using namespace hw::test;

class TestGroupChurn : public QObject
{
    Q_OBJECT
private slots:
    void membersComeAndGoAtRandom()
    {
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            Churn churn(seed);
            for (int i = 0; i < 400 && churn.broken.empty(); ++i)
                churn.step();
            const bool settled = churn.broken.empty() && churn.settles();
            QVERIFY2(
                churn.broken.empty(),
                qPrintable(
                    QString("seed %1: %2").arg(seed).arg(QString::fromStdString(churn.broken))));
            QVERIFY2(settled, qPrintable(QString("seed %1 does not settle").arg(seed)));
            QVERIFY2(churn.generationsFormed > 10,
                     qPrintable(QString("seed %1 hardly rebalances").arg(seed)));
        }
    }

    void theSameSeedGivesTheSameRun()
    {
        const auto run = [](std::uint64_t seed) {
            Churn churn(seed);
            for (int i = 0; i < 100; ++i)
                churn.step();
            std::string told;
            for (const auto& entry : churn.bench().events.entries)
                told += observe::textOf(entry.fact) + "\n";
            return std::pair(churn.bench().world.fingerprint(), told);
        };
        const auto once = run(5);
        QVERIFY(run(5) == once);
        QVERIFY(run(6) != once);
    }
};

QTEST_APPLESS_MAIN(TestGroupChurn)
#include "test_group_churn.moc"
