#include <QAbstractItemModelTester>
#include <QSet>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/synthetic_cluster.h"
#include "ui/models/event_model.h"
#include "ui/models/event_text.h"
#include "ui/models/snapshot_model.h"

using namespace hw;
using namespace hw::ui;

class TestModels : public QObject
{
    Q_OBJECT
private slots:
    void tablesSurviveTopicsAndGroupsComingAndGoing()
    {
        test::SyntheticCluster cluster;
        BrokerModel brokers;
        PartitionModel partitions;
        GroupModel groups;
        const auto fatal = QAbstractItemModelTester::FailureReportingMode::QtTest;
        QAbstractItemModelTester a(&brokers, fatal), b(&partitions, fatal), c(&groups, fatal);
        const auto take = [&] {
            for (SnapshotModel* model :
                 std::initializer_list<SnapshotModel*>{&brokers, &partitions, &groups})
                model->take(cluster.snapshot(), cluster.gauges());
        };
        take();
        QCOMPARE(brokers.rowCount(), 3);
        QCOMPARE(partitions.rowCount(), 56);
        QCOMPARE(groups.rowCount(), 2);
        cluster.submit(observe::command::CreateTopic{"AAA", 2, 3, {}, {}});
        cluster.submit(observe::command::CreateTopic{"zzz", 5, 3, {}, {}});
        cluster.submit(observe::command::AddConsumer{"", "group-15", {"TopicA"}});
        cluster.submit(observe::command::Kill{NodeId::broker(BrokerId{2})});
        cluster.advance(4s);
        take();
        QCOMPARE(partitions.rowCount(), 63);
        QCOMPARE(groups.rowCount(), 3);
        QCOMPARE(partitions.subjectAt(0), Subject::of({"AAA", 0}));
        QCOMPARE(groups.subjectAt(1), Subject::group("group-15"));
        PartitionModel fresh;
        fresh.take(cluster.snapshot(), cluster.gauges());
        for (int row = 0; row < fresh.rowCount(); ++row) {
            for (int column = 0; column < fresh.columnCount(); ++column)
                QCOMPARE(partitions.index(row, column).data(), fresh.index(row, column).data());
        }
    }

    void rowsThatVanishAreRemoved()
    {
        test::SyntheticCluster many, few({1, false, 0, 0, 0, 0, false});
        PartitionModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.take(many.snapshot(), many.gauges());
        model.take(few.snapshot(), few.gauges());
        QCOMPARE(model.rowCount(), 0);
    }

    void onlyChangedRowsAreReported()
    {
        test::SyntheticCluster cluster;
        GroupModel model;
        model.take(cluster.snapshot(), cluster.gauges());
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        cluster.setGroupState("group-2", observe::fact::GroupState::PreparingRebalance);
        model.take(cluster.snapshot(), cluster.gauges());
        QCOMPARE(changed.size(), 1);
        QCOMPARE(changed.front().at(0).toModelIndex().row(), 1);
        QCOMPARE(changed.front().at(1).toModelIndex().row(), 1);
        QCOMPARE(reset.size(), 0);
        model.take(cluster.snapshot(), cluster.gauges());
        QCOMPARE(changed.size(), 1);
    }

    void eventsHaveCausesAndAreaFilter()
    {
        test::SyntheticCluster cluster;
        EventModel model;
        EventFilter filter;
        filter.setSourceModel(&model);
        const auto fatal = QAbstractItemModelTester::FailureReportingMode::QtTest;
        QAbstractItemModelTester a(&model, fatal), b(&filter, fatal);
        (void)cluster.takeEvents(10000);
        cluster.submit(observe::command::Kill{NodeId::broker(BrokerId{1})});
        cluster.advance(16ms);
        cluster.advance(4s);
        model.append(cluster.takeEvents(10000).events);
        int withCause = 0;
        for (int row = 0; row < model.rowCount(); ++row) {
            if (std::holds_alternative<observe::fact::LeaderElected>(model.eventAt(row).fact)) {
                ++withCause;
                QCOMPARE(model.index(row, EventModel::Cause).data().toString(),
                         QString("The controller sees that broker 1 is gone."));
            }
        }
        QVERIFY(withCause >= 2);
        const int all = filter.rowCount();
        filter.setAreaShown(EventArea::Partitions, false);
        QVERIFY(filter.rowCount() < all && filter.rowCount() > 0);
        filter.setText("KILLED");
        QCOMPARE(filter.rowCount(), 1);
    }

    void causesSkipMereDetails()
    {
        test::SyntheticCluster cluster;
        (void)cluster.takeEvents(10000);
        const EventId killed = cluster.report(observe::fact::BrokerKilled{BrokerId{1}});
        const EventId znode =
            cluster.report(observe::fact::ZnodeChanged{"/controller", {}, 0, Zxid{}}, killed);
        cluster.report(observe::fact::ControllerElected{BrokerId{2}, ControllerEpoch{8}}, znode);
        EventModel model;
        model.append(cluster.takeEvents(10).events);
        QCOMPARE(model.index(2, EventModel::Cause).data().toString(),
                 QString("Broker 1 was killed."));
        QCOMPARE(model.causeRowOf(1), 0);
    }

    void oldEventsAreDropped()
    {
        EventModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::vector<observe::Event> batch(1000);
        std::uint64_t id = 0;
        while (model.dropped() == 0) {
            for (auto& event : batch) {
                event.id = EventId{++id};
                event.fact = observe::fact::BrokerReady{BrokerId{1}};
            }
            model.append(batch);
            QVERIFY(model.rowCount() <= EventModel::kLimit);
        }
        QVERIFY(!model.rowOf(EventId{1}));
        QCOMPARE(model.rowOf(EventId{id}), model.rowCount() - 1);
    }

    void everyFactHasASentence()
    {
        QSet<QString> sentences;
        checkFacts<0>(sentences);
        QVERIFY(sentences.size() > 50);
    }

private:
    template <std::size_t N> void checkFacts(QSet<QString>& sentences)
    {
        if constexpr (N < std::variant_size_v<observe::Fact>) {
            const observe::Fact fact{std::in_place_index<N>};
            const QString sentence = sentenceOf(fact);
            QVERIFY2(!sentence.isEmpty(), qPrintable(QString::number(N)));
            QVERIFY2(!sentence.contains('%'), qPrintable(sentence));
            sentences << sentence;
            checkFacts<N + 1>(sentences);
        }
    }
};

QTEST_MAIN(TestModels)
#include "test_models.moc"
