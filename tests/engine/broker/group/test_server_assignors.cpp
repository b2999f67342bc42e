#include <QTest>

#include "engine/broker/group/server_assignors.h"

using namespace hw;
using namespace hw::group;

namespace {

Uuid topic(int number)
{
    Uuid id;
    id.bytes.fill(static_cast<std::uint8_t>(number));
    return id;
}

/// Members that all ask for topics 1 … n.
AssignorInput equal(std::vector<std::string> members, std::vector<std::int32_t> partitions)
{
    AssignorInput input;
    for (std::size_t i = 0; i < partitions.size(); ++i)
        input.partitions[topic(static_cast<int>(i) + 1)] = partitions[i];
    for (const std::string& id : members)
        for (const auto& [each, count] : input.partitions)
            input.members[id].topics.insert(each);
    return input;
}

std::size_t countOf(const IdPartitions& partitions)
{
    std::size_t sum = 0;
    for (const auto& [each, numbers] : partitions)
        sum += numbers.size();
    return sum;
}

std::size_t moved(const TargetAssignment& from, const TargetAssignment& to)
{
    std::size_t count = 0;
    for (const auto& [member, partitions] : from)
        for (const auto& [each, numbers] : partitions)
            for (const std::int32_t number : numbers) {
                const auto now = to.find(member);
                const bool kept = now != to.end() && now->second.contains(each) &&
                                  now->second.at(each).contains(number);
                count += !kept;
            }
    return count;
}

void goOn(AssignorInput& input, const TargetAssignment& target)
{
    for (auto& [id, member] : input.members)
        if (const auto before = target.find(id); before != target.end())
            member.before = before->second;
}

} // namespace

class TestServerAssignors : public QObject
{
    Q_OBJECT
private slots:
    void uniformSharesAllTopicsTogether()
    {
        const auto target = assignUniform(equal({"a", "b"}, {3, 3}));
        QCOMPARE(countOf(target.at("a")), std::size_t(3));
        QCOMPARE(countOf(target.at("b")), std::size_t(3));
        const auto odd = assignUniform(equal({"a", "b", "c"}, {3, 4}));
        QCOMPARE(countOf(odd.at("a")), std::size_t(3));
        QCOMPARE(countOf(odd.at("b")), std::size_t(2));
        QCOMPARE(countOf(odd.at("c")), std::size_t(2));
    }

    void uniformMovesOnlyWhatItMust()
    {
        AssignorInput two = equal({"a", "b"}, {12});
        const auto before = assignUniform(two);
        AssignorInput three = equal({"a", "b", "c"}, {12});
        goOn(three, before);
        const auto after = assignUniform(three);
        QCOMPARE(moved(before, after), std::size_t(4));
        for (const auto& [id, partitions] : after)
            QCOMPARE(countOf(partitions), std::size_t(4));
        AssignorInput again = equal({"a", "c"}, {12});
        goOn(again, after);
        const auto left = assignUniform(again);
        QCOMPARE(moved(after, left), std::size_t(4)); // those of b
        QCOMPARE(countOf(left.at("a")), std::size_t(6));
    }

    void uniformDropsWhatIsGone()
    {
        AssignorInput input = equal({"a"}, {4});
        goOn(input, assignUniform(input));
        input.partitions[topic(1)] = 2;
        QCOMPARE(countOf(assignUniform(input).at("a")), std::size_t(2));
        input.members["a"].topics.clear();
        QVERIFY(assignUniform(input).at("a").empty());
    }

    void uniformEvensOutUnequalSubscriptions()
    {
        AssignorInput input = equal({"a", "b"}, {4, 4});
        input.members["b"].topics = {topic(2)};
        input.members["c"].topics = {topic(2)};
        const auto target = assignUniform(input);
        QCOMPARE(target.at("a").at(topic(1)).size(), std::size_t(4));
        QVERIFY(!target.at("a").contains(topic(2)));
        QCOMPARE(countOf(target.at("b")), std::size_t(2));
        QCOMPARE(countOf(target.at("c")), std::size_t(2));
    }

    void rangeKeepsEqualNumbersTogether()
    {
        const auto target = assignRange(equal({"a", "b"}, {3, 3}));
        QCOMPARE(target.at("a").at(topic(1)), (std::set<std::int32_t>{0, 1}));
        QCOMPARE(target.at("a").at(topic(2)), (std::set<std::int32_t>{0, 1}));
        QCOMPARE(target.at("b").at(topic(1)), (std::set<std::int32_t>{2}));
        QCOMPARE(target.at("b").at(topic(2)), (std::set<std::int32_t>{2}));
    }

    void rangeIsSticky()
    {
        const auto before = assignRange(equal({"a", "b"}, {4}));
        AssignorInput three = equal({"a", "b", "c"}, {4});
        goOn(three, before);
        const auto after = assignRange(three);
        QCOMPARE(moved(before, after), std::size_t(1));
        QCOMPARE(after.at("a").at(topic(1)), (std::set<std::int32_t>{0, 1}));
        QCOMPARE(after.at("b").at(topic(1)), (std::set<std::int32_t>{2}));
        QCOMPARE(after.at("c").at(topic(1)), (std::set<std::int32_t>{3}));
    }

    void moreMembersThanPartitions()
    {
        for (const auto assignor : {kUniformAssignor, kRangeAssignor}) {
            const auto target = assignBy(assignor, equal({"a", "b", "c"}, {2}));
            QCOMPARE(countOf(target.at("a")), std::size_t(1));
            QCOMPARE(countOf(target.at("b")), std::size_t(1));
            QCOMPARE(countOf(target.at("c")), std::size_t(0));
        }
    }
};

QTEST_APPLESS_MAIN(TestServerAssignors)
#include "test_server_assignors.moc"
