#include <QTest>

#include "tests/support/synthetic_cluster.h"
#include "ui/feed/commander.h"
#include "ui/feed/feed.h"

using namespace hw;
using namespace hw::ui;

class TestFeed : public QObject
{
    Q_OBJECT
private slots:
    void ratesAreOverAboutASecond()
    {
        Rates rates;
        observe::Gauges gauges;
        for (int ms = 0; ms <= 2000; ms += 10) {
            gauges.at = Instant(fromMs(ms));
            gauges.recordsIn = static_cast<std::uint64_t>(ms) / 2; // 500 a second
            gauges.recordsOut = static_cast<std::uint64_t>(ms);
            gauges.produced = {static_cast<std::uint64_t>(ms) / 10};
            rates.take(gauges);
        }
        QCOMPARE(rates.history().back().in, 500.0);
        QCOMPARE(rates.history().back().out, 1000.0);
        QCOMPARE(*rates.produced(0), 100.0);
        QVERIFY(!rates.produced(7));
    }

    void totalsThatFallCountAsZero()
    {
        Rates rates;
        observe::Gauges gauges;
        gauges.recordsIn = 1000;
        rates.take(gauges);
        gauges.at = Instant(1s);
        gauges.recordsIn = 10; // the broker came back with fresh counters
        rates.take(gauges);
        QCOMPARE(rates.history().back().in, 0.0);
    }

    void historyIsBounded()
    {
        Rates rates;
        observe::Gauges gauges;
        for (std::size_t n = 0; n < Rates::kHistoryLimit + 100; ++n) {
            gauges.at = Instant(fromMs(static_cast<std::int64_t>(n) * Rates::kStepMs));
            rates.take(gauges);
        }
        QCOMPARE(rates.history().size(), Rates::kHistoryLimit);
    }

    void nothingIsAskedForWhenNobodyLooks()
    {
        test::SyntheticCluster cluster;
        Feed feed(cluster);
        QVERIFY(!cluster.interest().snapshots);
        feed.setWatching(true);
        QVERIFY(cluster.interest().snapshots && cluster.interest().flights);
        feed.setWatching(false);
        QVERIFY(!cluster.interest().snapshots && !cluster.interest().flights);
    }

    void saidWhenTheEngineIsSaturated()
    {
        test::SyntheticCluster cluster;
        Feed feed(cluster);
        int changes = 0;
        connect(&feed, &Feed::saturationChanged, this, [&] { ++changes; });
        cluster.setSaturated(true);
        feed.tick();
        feed.tick();
        QVERIFY(feed.saturated());
        QCOMPARE(changes, 1);
    }

    void theBookHasARebalanceWhenTheFrameIsOut()
    {
        test::SyntheticCluster cluster;
        Feed feed(cluster);
        std::size_t seen = 0;
        connect(&feed, &Feed::frameReady, this, [&] { seen = feed.book().all().size(); });
        feed.tick();
        QCOMPARE(seen, std::size_t{0});
        observe::fact::GroupStateChanged change;
        change.group = "g";
        change.to = observe::fact::GroupState::PreparingRebalance;
        change.kind = observe::fact::RebalanceKind::Joined;
        change.member = "m";
        cluster.report(change);
        feed.tick();
        QCOMPARE(seen, std::size_t{1});
        QCOMPARE(feed.book().all().back().member, std::string("m"));
    }

    void outcomeOfACommandComesBack()
    {
        test::SyntheticCluster cluster;
        Feed feed(cluster);
        Commander commander(cluster);
        QString refusal;
        connect(&feed, &Feed::frameReady, &commander, &Commander::take);
        connect(&commander, &Commander::finished, this,
                [&](const observe::Command&, bool ok, const observe::Outcome& outcome) {
                    refusal = ok ? QString() : QString::fromStdString(textOf(outcome));
                });
        commander.submit(observe::command::Restart{NodeId::broker(BrokerId{1})});
        QCOMPARE(commander.pending(), std::size_t{1});
        cluster.advance(16ms);
        feed.tick();
        QCOMPARE(refusal, QString("broker 1 is running"));
        QCOMPARE(commander.pending(), std::size_t{0});
    }
};

QTEST_GUILESS_MAIN(TestFeed)
#include "test_feed.moc"
