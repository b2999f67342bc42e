#include <QTest>

#include <algorithm>
#include <set>

#include "engine/client/sticky_assignor.h"

using namespace hw;
using namespace hw::client;

using Members = std::vector<AssignorMember>;

static std::vector<std::size_t> sizes(const GroupAssignment& assignment)
{
    std::vector<std::size_t> all;
    for (const auto& [member, partitions] : assignment)
        all.push_back(partitions.size());
    std::ranges::sort(all, std::greater());
    return all;
}

/// What everybody has now is what they own next time.
static void remember(Members& members, const GroupAssignment& assignment, int generation)
{
    for (AssignorMember& member : members) {
        member.owned = assignment.at(member.id);
        member.generation = Generation{generation};
    }
}

/// Partitions that somebody else has now.
static int moves(const Members& before, const GroupAssignment& after)
{
    int count = 0;
    for (const AssignorMember& member : before)
        for (const TopicPartition& partition : member.owned)
            count += std::ranges::count(after.at(member.id), partition) ? 0 : 1;
    return count;
}

static Members membersOf(int count, const std::vector<std::string>& topics)
{
    Members members;
    for (int i = 0; i < count; ++i)
        members.push_back({"c" + std::to_string(i), {}, topics});
    return members;
}

/// Everything that is wanted is somebody's, once, and nobody has what he did not ask for.
static void checkSound(const Members& members, const PartitionCounts& counts,
                       const GroupAssignment& assignment)
{
    std::set<TopicPartition> given;
    for (const AssignorMember& member : members) {
        for (const TopicPartition& partition : assignment.at(member.id)) {
            QVERIFY(std::ranges::count(member.topics, partition.topic));
            QVERIFY(partition.partition < counts.at(partition.topic));
            QVERIFY2(given.insert(partition).second, partition.text().c_str());
        }
    }
    std::size_t wanted = 0;
    for (const auto& [topic, count] : counts)
        if (std::ranges::any_of(members, [&topic = topic](const AssignorMember& member) {
                return std::ranges::count(member.topics, topic) > 0;
            }))
            wanted += static_cast<std::size_t>(count);
    QCOMPARE(given.size(), wanted);
}

using Sizes = std::vector<std::size_t>;

class TestStickyAssignor : public QObject
{
    Q_OBJECT
private slots:
    void theFirstTimeItIsEven()
    {
        const PartitionCounts counts = {{"t0", 4}, {"t1", 1}, {"t2", 1}};
        const Members members = membersOf(3, {"t0", "t1", "t2"});
        QCOMPARE(sizes(assignRange(members, counts)), (Sizes{4, 1, 1}));
        QCOMPARE(sizes(assignRoundRobin(members, counts)), (Sizes{2, 2, 2}));
        QCOMPARE(sizes(assignSticky(members, counts)), (Sizes{2, 2, 2}));
        checkSound(members, counts, assignSticky(members, counts));
    }

    void sevenTopicsOfOnePartition()
    {
        PartitionCounts counts;
        std::vector<std::string> topics;
        for (int i = 0; i < 7; ++i)
            counts[topics.emplace_back("s" + std::to_string(i))] = 1;
        const Members members = membersOf(3, topics);
        QCOMPARE(sizes(assignRange(members, counts)), (Sizes{7, 0, 0}));
        QCOMPARE(sizes(assignRoundRobin(members, counts)), (Sizes{3, 2, 2}));
        QCOMPARE(sizes(assignSticky(members, counts)), (Sizes{3, 2, 2}));
    }

    void aSecondMemberGetsHalf()
    {
        const PartitionCounts counts = {{"T1", 24}, {"T2", 24}, {"T3", 96}};
        Members members = membersOf(1, {"T1", "T2", "T3"});
        remember(members, assignSticky(members, counts), 1);
        QCOMPARE(members[0].owned.size(), std::size_t(144));
        members.push_back({"c1", {}, {"T1", "T2", "T3"}});
        const auto after = assignSticky(members, counts);
        QCOMPARE(sizes(after), (Sizes{72, 72}));
        QCOMPARE(moves(members, after), 72);
        checkSound(members, counts, after);
    }

    void fourOfEightMoveToTheSecond()
    {
        const PartitionCounts counts = {{"a", 4}, {"b", 4}};
        Members members = membersOf(1, {"a", "b"});
        remember(members, assignSticky(members, counts), 1);
        members.push_back({"c1", {}, {"a", "b"}});
        const auto after = assignSticky(members, counts);
        QCOMPARE(sizes(after), (Sizes{4, 4}));
        QCOMPARE(moves(members, after), 4);
    }

    void aNinthMemberTakesOneFromEachOfTheFullOnes()
    {
        const PartitionCounts counts = {{"a", 18}, {"b", 18}};
        Members members = membersOf(8, {"a", "b"});
        remember(members, assignSticky(members, counts), 1);
        QCOMPARE(sizes(assignSticky(members, counts)), (Sizes{5, 5, 5, 5, 4, 4, 4, 4}));
        members.push_back({"c8", {}, {"a", "b"}});
        const auto after = assignSticky(members, counts);
        QCOMPARE(sizes(after), Sizes(9, 4));
        QCOMPARE(moves(members, after), 4);
        checkSound(members, counts, after);
    }

    void oneWhoLeavesLeavesTheOthersAlone()
    {
        const PartitionCounts counts = {{"t", 9}};
        Members members = membersOf(3, {"t"});
        remember(members, assignSticky(members, counts), 1);
        members.erase(members.begin());
        const auto after = assignSticky(members, counts);
        QCOMPARE(sizes(after), (Sizes{5, 4}));
        QCOMPARE(moves(members, after), 0);
    }

    void whatTwoClaimBelongsToTheNewerGeneration()
    {
        const PartitionCounts counts = {{"t", 4}};
        Members members = {{"a", {}, {"t"}, {{"t", 0}, {"t", 1}}, Generation{4}},
                           {"b", {}, {"t"}, {{"t", 1}, {"t", 2}}, Generation{5}}};
        const auto after = assignSticky(members, counts);
        QVERIFY(std::ranges::count(after.at("b"), TopicPartition{"t", 1}));
        checkSound(members, counts, after);
    }

    void whatTwoOfOneGenerationClaimIsNeithers()
    {
        const PartitionCounts counts = {{"t", 2}};
        const Members members = {{"a", {}, {"t"}, {{"t", 0}, {"t", 1}}, Generation{5}},
                                 {"b", {}, {"t"}, {{"t", 0}}, Generation{5}}};
        const auto after = assignSticky(members, counts);
        QCOMPARE(after.at("a"), (std::vector<TopicPartition>{{"t", 1}}));
        // Both may be reading t-0, so nobody gets it before both have given it up.
        QVERIFY(assignCooperativeSticky(members, counts).at("b").empty());
    }

    void topicsThatAreGoneOrNoLongerWantedAreGivenUp()
    {
        const Members members = {{"a", {}, {"t"}, {{"gone", 0}, {"u", 0}, {"t", 0}}, Generation{1}},
                                 {"b", {}, {"t", "u"}, {{"t", 7}}, Generation{1}}};
        const PartitionCounts counts = {{"t", 2}, {"u", 1}};
        const auto after = assignSticky(members, counts);
        checkSound(members, counts, after);
        QCOMPARE(sizes(after), (Sizes{2, 1}));
    }

    void cooperativelyWhatMovesIsHeldBackOnce()
    {
        const PartitionCounts counts = {{"t", 4}};
        Members members = membersOf(1, {"t"});
        remember(members, assignCooperativeSticky(members, counts), 1);
        members.push_back({"c1", {}, {"t"}});
        const auto first = assignCooperativeSticky(members, counts);
        QCOMPARE(sizes(first), (Sizes{2, 0}));
        remember(members, first, 2);
        const auto second = assignCooperativeSticky(members, counts);
        QCOMPARE(sizes(second), (Sizes{2, 2}));
        QCOMPARE(moves(members, second), 0);
        checkSound(members, counts, second);
    }

    /// One by one, then one by one away: R07.
    void moreMembersThanPartitions()
    {
        const PartitionCounts counts = {{"first", 3}, {"second", 3}};
        Members members;
        for (int i = 0; i < 25; ++i) {
            members.push_back({"m" + std::to_string(100 + i), {}, {i < 10 ? "first" : "second"}});
            remember(members, assignCooperativeSticky(members, counts), i + 1);
        }
        const auto full = assignSticky(members, counts);
        checkSound(members, counts, full);
        QCOMPARE(std::ranges::count(sizes(full), std::size_t(1)), 6);
        QCOMPARE(std::ranges::count(sizes(full), std::size_t(0)), 19);
        while (members.size() > 1) {
            members.erase(members.begin());
            remember(members, assignCooperativeSticky(members, counts), 99);
            remember(members, assignCooperativeSticky(members, counts), 100);
            checkSound(members, counts, assignCooperativeSticky(members, counts));
        }
    }

    void unequalWishesAreBalancedAsFarAsTheyGo()
    {
        const PartitionCounts counts = {{"x", 6}, {"y", 2}};
        Members members = {{"a", {}, {"x"}}, {"b", {}, {"x", "y"}}, {"c", {}, {"y"}}};
        const auto after = assignSticky(members, counts);
        checkSound(members, counts, after);
        QCOMPARE(sizes(after), (Sizes{3, 3, 2}));
    }

    /// Any wishes, any history: sound, no two that could share a partition far apart, and steady
    /// when asked again.
    void anyGroup()
    {
        std::uint64_t seed = 1;
        const auto random = [&seed](std::uint64_t below) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            return (seed >> 33) % below;
        };
        for (int round = 0; round < 300; ++round) {
            PartitionCounts counts;
            for (std::uint64_t t = 0; t <= random(4); ++t)
                counts["t" + std::to_string(t)] = static_cast<std::int32_t>(random(9));
            Members members;
            for (std::uint64_t m = 0; m <= random(7); ++m) {
                AssignorMember member{"m" + std::to_string(m), {}, {}};
                for (const auto& [topic, count] : counts)
                    if (random(3) > 0)
                        member.topics.push_back(topic);
                for (std::uint64_t o = 0; o < random(6); ++o)
                    member.owned.push_back(
                        {"t" + std::to_string(random(5)), static_cast<std::int32_t>(random(10))});
                member.generation = Generation{static_cast<std::int32_t>(random(3))};
                members.push_back(std::move(member));
            }
            const auto after = assignSticky(members, counts);
            checkSound(members, counts, after);
            for (const AssignorMember& one : members)
                for (const AssignorMember& other : members)
                    for (const TopicPartition& partition : after.at(one.id))
                        QVERIFY2(!std::ranges::count(other.topics, partition.topic) ||
                                     after.at(one.id).size() <= after.at(other.id).size() + 1,
                                 qPrintable(QString::number(round)));
            remember(members, after, 9);
            QVERIFY(assignSticky(members, counts) == after);
            QVERIFY(assignCooperativeSticky(members, counts) == after);
        }
    }
};

QTEST_APPLESS_MAIN(TestStickyAssignor)
#include "test_sticky_assignor.moc"
