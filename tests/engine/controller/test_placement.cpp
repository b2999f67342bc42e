#include <QTest>

#include "engine/controller/placement.h"

using namespace hw;
using namespace hw::controller;
using protocol::ErrorCode;

static std::vector<BrokerId> ids(int from, int count)
{
    std::vector<BrokerId> list;
    for (int i = 0; i < count; ++i)
        list.emplace_back(from + i);
    return list;
}

static QString textOf(const Assignment& assignment)
{
    QString text;
    for (const auto& [partition, replicas] : assignment) {
        QStringList numbers;
        for (const BrokerId id : replicas)
            numbers << QString::number(id.value());
        text += "[" + numbers.join(",") + "]";
    }
    return text;
}

class TestPlacement : public QObject
{
    Q_OBJECT
private slots:
    void theSimpleRuleGoesRound()
    {
        QCOMPARE(textOf(placeSimply(4, 3, ids(1, 3))), QString("[1,2,3][2,3,1][3,1,2][1,2,3]"));
        QCOMPARE(textOf(placeSimply(2, 1, {BrokerId(7)})), QString("[7][7]"));
    }

    void theShiftedRuleIsKafkas()
    {
        QCOMPARE(textOf(placeShifted(6, 2, ids(0, 3), 0, 0)),
                 QString("[0,1][1,2][2,0][0,2][1,0][2,1]"));
        QCOMPARE(textOf(placeShifted(6, 3, ids(0, 3), 0, 0)),
                 QString("[0,1,2][1,2,0][2,0,1][0,2,1][1,0,2][2,1,0]"));
        QCOMPARE(textOf(placeShifted(10, 3, ids(0, 5), 0, 0)),
                 QString("[0,1,2][1,2,3][2,3,4][3,4,0][4,0,1][0,2,3][1,3,4][2,4,0][3,0,1][4,1,2]"));
        QCOMPARE(textOf(placeShifted(2, 1, {BrokerId(7)}, 0, 0)), QString("[7][7]"));
    }

    void countsAreChecked()
    {
        QCOMPARE(checkCounts(0, 1, 3).error, ErrorCode::InvalidPartitions);
        QCOMPARE(checkCounts(-5, 1, 3).error, ErrorCode::InvalidPartitions);
        QCOMPARE(checkCounts(1, 0, 3).error, ErrorCode::InvalidReplicationFactor);
        QCOMPARE(checkCounts(1, 4, 3).error, ErrorCode::InvalidReplicationFactor);
        QVERIFY(!checkCounts(1, 3, 3));
        QCOMPARE(checkCounts(1, 4, 3).message,
                 std::string("the replication factor 4 is larger than the number of live brokers, "
                             "3"));
    }

    void assignmentsAreChecked()
    {
        const BrokerId a(1), b(2), unknown(9), nobody(-1);
        QVERIFY(!checkAssignment({{0, {a, b}}, {1, {b, a}}}));
        QVERIFY(!checkAssignment({{0, {a, unknown}}}));
        const Assignment wrong[] = {{{1, {a, b}}}, {{0, {a, b}}, {2, {a, b}}},
                                    {{0, {}}},     {{0, {a, b}}, {1, {a}}},
                                    {{0, {a, a}}}, {{0, {a, nobody}}}};
        for (const Assignment& assignment : wrong)
            QCOMPARE(checkAssignment(assignment).error, ErrorCode::InvalidReplicaAssignment);
        // More partitions are only given to those that live.
        QVERIFY(!checkMoreReplicas({{a, b}}, 1, 2, ids(1, 3)));
        QCOMPARE(checkMoreReplicas({{a, unknown}}, 1, 2, ids(1, 3)).error,
                 ErrorCode::InvalidReplicaAssignment);
    }

    void namesAreChecked()
    {
        for (const char* name : {"a", "A.b_c-9", "__consumer_offsets"})
            QVERIFY(!checkTopicName(name));
        QVERIFY(!checkTopicName(std::string(249, 'x')));
        for (const std::string& name :
             {std::string(), std::string("."), std::string(".."), std::string("a b"),
              std::string("a/b"), std::string("ü"), std::string(250, 'x')})
            QCOMPARE(checkTopicName(name).error, ErrorCode::InvalidTopicException);
    }

    void dotsAndUnderscoresCollide()
    {
        QVERIFY(namesCollide("a.b_c", "a_b.c"));
        QVERIFY(!namesCollide("a.b", "a.bc"));
        QVERIFY(!namesCollide("a-b", "a_b"));
    }
};

QTEST_APPLESS_MAIN(TestPlacement)
#include "test_placement.moc"
