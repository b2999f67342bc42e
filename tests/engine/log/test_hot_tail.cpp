#include <QTest>

#include "tests/engine/log/log_fixture.h"

using namespace hw;
using namespace hw::log;
using namespace hw::log::test;

class TestHotTail : public QObject
{
    Q_OBJECT
private slots:
    void theTailIsBounded()
    {
        LogFixture fixture;
        fixture.config.segmentBytes = 1 << 20;
        fixture.create();
        TailBudget small(20000, 10000);
        LogContext context = fixture.context();
        const LogContext bounded{context.disk, context.files, small, nullptr};
        std::vector<std::unique_ptr<Log>> logs;
        for (int i = 1; i <= 4; ++i)
            logs.push_back(
                std::move(*Log::create(bounded, "", {"T", i}, fixture.config, std::nullopt, kNow)));
        for (int i = 0; i < 50; ++i) {
            for (const auto& log : logs)
                QVERIFY(log->appendAsLeader(batchOf(1, 500), LeaderEpoch(0), kNow).has_value());
            QVERIFY(small.used() <= 20000);
        }
        for (const auto& log : logs)
            QCOMPARE(log->read(Offset(0), Offset(50), 1 << 20, true)->nextOffset.value(), 50);
        logs.clear();
        QCOMPARE(small.used(), std::uint64_t(0));
    }

    void idleLogsLoseTheirTails()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(1));
        fixture.tails.dropIdle();
        QVERIFY(fixture.tails.used() > 0); // written since the last time
        fixture.tails.dropIdle();
        QCOMPARE(fixture.tails.used(), std::uint64_t(0));
        fixture.lead(batchOf(1));
        QVERIFY(fixture.tails.used() > 0);
        QCOMPARE(fixture.readAll(Offset(0), Offset(2)).size(), 2 * batchOf(1).size());
    }

    void anythingCutOrFollowedEmptiesTheTail()
    {
        LogFixture fixture;
        fixture.create();
        fixture.lead(batchOf(1));
        fixture.lead(batchOf(1));
        QVERIFY(fixture.log->truncateTo(Offset(1)).has_value());
        QCOMPARE(fixture.tails.used(), std::uint64_t(0));
        fixture.lead(batchOf(1), 1);
        QVERIFY(fixture.log->appendAsFollower(storedBatch(2, 2, 1), kNow).has_value());
        QCOMPARE(fixture.tails.used(), std::uint64_t(0));
        QCOMPARE(fixture.readAll(Offset(0), Offset(3)).size(), 3 * batchOf(1).size());
    }

    void readsOfTailAndFileGiveTheSame()
    {
        // Batches of one segment: a read of files ends with its segment, one of the tail goes on.
        world::Random random(7);
        LogFixture fixture;
        fixture.config.segmentBytes = 1 << 20;
        fixture.create();
        while (fixture.log->leo() < Offset(200))
            fixture.lead(batchOf(static_cast<int>(random.below(3)) + 1, random.below(3000)));
        const auto ask = [&] {
            std::vector<std::string> answers;
            for (int from = 0; from < 200; from += 7) {
                for (const std::uint32_t max : {1u, 5000u, 100000u}) {
                    const Offset bound(from + 1 + from % 40);
                    const auto result = fixture.log->read(Offset(from), bound, max, from % 2 == 0);
                    answers.push_back(toHex(result->records.flatten()->view()) +
                                      fmt::format(" {} {} {}", result->firstBatchOffset,
                                                  result->nextOffset, result->position.position));
                }
            }
            return answers;
        };
        QVERIFY(fixture.tails.used() > 0);
        const auto hot = ask();
        fixture.tails.dropIdle();
        fixture.tails.dropIdle();
        QVERIFY(ask() == hot);
    }
};

QTEST_APPLESS_MAIN(TestHotTail)
#include "test_hot_tail.moc"
