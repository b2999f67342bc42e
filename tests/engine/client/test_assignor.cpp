#include <QTest>

#include "engine/client/sticky_assignor.h"

using namespace hw;
using namespace hw::client;

static std::string text(const GroupAssignment& assignment)
{
    std::string all;
    for (const auto& [member, partitions] : assignment) {
        all += member + ":";
        for (const TopicPartition& partition : partitions)
            all += " " + partition.text();
        all += "; ";
    }
    return all;
}

class TestAssignor : public QObject
{
    Q_OBJECT
private slots:
    void rangeGivesEachTopicInRows()
    {
        const std::vector<AssignorMember> members = {{"B", {}, {"t0", "t1"}},
                                                     {"A", {}, {"t0", "t1"}}};
        QCOMPARE(text(assignRange(members, {{"t0", 3}, {"t1", 3}})),
                 std::string("A: t0-0 t0-1 t1-0 t1-1; B: t0-2 t1-2; "));
    }

    void roundRobinGoesOnOverTopics()
    {
        const std::vector<AssignorMember> members = {{"A", {}, {"t0", "t1"}},
                                                     {"B", {}, {"t0", "t1"}}};
        QCOMPARE(text(assignRoundRobin(members, {{"t0", 3}, {"t1", 3}})),
                 std::string("A: t0-0 t0-2 t1-1; B: t0-1 t1-0 t1-2; "));
    }

    void roundRobinSkipsMembersThatDidNotSubscribe()
    {
        const std::vector<AssignorMember> members = {
            {"A", {}, {"t0"}}, {"B", {}, {"t0", "t1"}}, {"C", {}, {"t0", "t1", "t2"}}};
        QCOMPARE(text(assignRoundRobin(members, {{"t0", 1}, {"t1", 2}, {"t2", 3}})),
                 std::string("A: t0-0; B: t1-0; C: t1-1 t2-0 t2-1 t2-2; "));
    }

    void membersWithInstanceIdComeFirst()
    {
        const std::vector<AssignorMember> members = {
            {"a", {}, {"t"}}, {"z", "i2", {"t"}}, {"y", "i1", {"t"}}};
        QCOMPARE(text(assignRange(members, {{"t", 4}})),
                 std::string("a: t-3; y: t-0 t-1; z: t-2; "));
    }

    void idleMembersAreNamedAndUnknownTopicsLeftOut()
    {
        const std::vector<AssignorMember> members = {{"A", {}, {"t", "gone"}}, {"B", {}, {"t"}}};
        QCOMPARE(text(assignRange(members, {{"t", 1}})), std::string("A: t-0; B:; "));
        QCOMPARE(text(assignRoundRobin(members, {{"t", 1}, {"nobodys", 5}})),
                 std::string("A: t-0; B:; "));
    }
};

QTEST_APPLESS_MAIN(TestAssignor)
#include "test_assignor.moc"
