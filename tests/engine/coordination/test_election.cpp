#include <QTest>

#include <deque>

#include "engine/coordination/quorum_election.h"
#include "engine/world/sim/sim_world.h"

using namespace hw;
using namespace hw::coordination::quorum;

namespace {

/// Three or five elections whose votes travel when the test says so.
class Ballot
{
public:
    struct Letter
    {
        std::int32_t from, to;
        Notification notification;
    };

    explicit Ballot(std::int32_t servers)
        : m_host(world.addHost({NodeId::ensemble(0), "zookeeper0"}))
    {
        for (std::int32_t n = 0; n < servers; ++n) {
            leaders.push_back(-1);
            elections.push_back(std::make_unique<Election>(
                m_host.loop(), n, servers,
                Election::Handlers{[this, n](std::int32_t to, const Notification& notification) {
                                       letters.push_back({n, to, notification});
                                   },
                                   [this, n](std::int32_t leader) { at(leaders, n) = leader; }}));
        }
    }

    void look(std::int32_t server, std::uint32_t epoch, std::int64_t zxid)
    {
        m_host.control([&] { at(elections, server)->look({epoch, Zxid(zxid), server}); });
        world.runFor(Duration(0));
    }
    /// Delivers what is on its way to or from servers that can be reached.
    void deliver(const std::vector<std::int32_t>& reachable)
    {
        const auto can = [&](std::int32_t server) {
            return std::find(reachable.begin(), reachable.end(), server) != reachable.end();
        };
        while (!letters.empty()) {
            const Letter letter = letters.front();
            letters.pop_front();
            if (!can(letter.from) || !can(letter.to))
                continue;
            m_host.control([&] {
                at(elections, letter.to)->onNotification(letter.from, letter.notification);
            });
            world.runFor(Duration(0));
        }
    }
    template <class T> static T& at(std::vector<T>& list, std::int32_t n)
    {
        return list[static_cast<std::size_t>(n)];
    }

    world::SimWorld world;
    std::deque<Letter> letters;
    std::vector<std::int32_t> leaders; ///< as each decided, -1: not yet
    std::vector<std::unique_ptr<Election>> elections;

private:
    world::Host& m_host;
};

} // namespace

class TestElection : public QObject
{
    Q_OBJECT
private slots:
    void theNewestEpochWinsThenTheNewestZxidThenTheHighestNumber()
    {
        QVERIFY((Vote{2, Zxid(1), 0} > Vote{1, Zxid(9), 2}));
        QVERIFY((Vote{1, Zxid(9), 0} > Vote{1, Zxid(8), 2}));
        QVERIFY((Vote{1, Zxid(9), 2} > Vote{1, Zxid(9), 1}));
    }

    void whenAllVotesAreInNobodyWaits()
    {
        Ballot ballot(3);
        ballot.look(0, 1, 7);
        ballot.look(1, 1, 9);
        ballot.look(2, 1, 8);
        ballot.deliver({0, 1, 2});
        QCOMPARE(ballot.leaders, (std::vector<std::int32_t>{1, 1, 1}));
        QCOMPARE(toMs(ballot.world.now().sinceStart()), 0);
        QVERIFY(ballot.elections[1]->role() == Role::Leading);
        QVERIFY(ballot.elections[0]->role() == Role::Following);
    }

    void aMajorityWaitsShortlyForABetterVote()
    {
        Ballot ballot(3);
        ballot.look(0, 1, 7);
        ballot.look(1, 1, 7);
        ballot.deliver({0, 1});
        QCOMPARE(ballot.leaders[0], -1);
        ballot.world.runFor(kFinalizeWait - 1ms);
        QCOMPARE(ballot.leaders[0], -1);
        ballot.world.runFor(1ms);
        QCOMPARE(ballot.leaders[0], 1);
        QCOMPARE(ballot.leaders[1], 1);
    }

    void aBetterVoteDuringTheWaitWins()
    {
        Ballot ballot(5);
        for (std::int32_t n = 0; n < 3; ++n)
            ballot.look(n, 1, 7);
        ballot.deliver({0, 1, 2});
        ballot.world.runFor(kFinalizeWait / 2);
        ballot.look(3, 1, 9);
        ballot.deliver({0, 1, 2, 3});
        ballot.world.runFor(kFinalizeWait);
        ballot.deliver({0, 1, 2, 3});
        QCOMPARE(ballot.leaders, (std::vector<std::int32_t>{3, 3, 3, 3, -1}));
    }

    void aMinorityElectsNobody()
    {
        Ballot ballot(5);
        ballot.look(0, 1, 7);
        ballot.look(1, 1, 7);
        for (int i = 0; i < 20; ++i) {
            ballot.deliver({0, 1});
            ballot.world.runFor(1s);
        }
        QCOMPARE(ballot.leaders[0], -1);
        QCOMPARE(ballot.elections[0]->heard(), std::size_t(2));
    }

    void whoComesLateFollowsTheLeaderThatIs()
    {
        Ballot ballot(3);
        ballot.look(0, 1, 7);
        ballot.look(1, 1, 7);
        ballot.deliver({0, 1});
        ballot.world.runFor(kFinalizeWait);
        ballot.deliver({0, 1});
        ballot.elections[0]->settle(2);
        ballot.elections[1]->settle(2);
        // Newer and with a higher number, yet the others have settled.
        ballot.look(2, 1, 99);
        ballot.deliver({0, 1, 2});
        QCOMPARE(ballot.leaders[2], 1);
    }

    void aLeaderThatOnlyOthersBelieveInIsNotFollowed()
    {
        Ballot ballot(3);
        ballot.look(0, 1, 7);
        ballot.look(1, 1, 7);
        ballot.deliver({0, 1});
        ballot.world.runFor(kFinalizeWait);
        ballot.look(2, 1, 99);
        // The leader itself is silent: its follower alone is no proof.
        ballot.deliver({0, 2});
        QCOMPARE(ballot.leaders[2], -1);
    }

    void whoIsARoundBehindIsTakenAlong()
    {
        Ballot ballot(3);
        ballot.look(0, 1, 9);
        ballot.look(0, 1, 9);
        ballot.look(0, 1, 9); // third round
        ballot.letters.clear();
        ballot.look(1, 1, 7);
        ballot.look(2, 1, 8);
        ballot.deliver({0, 1, 2});
        QCOMPARE(ballot.elections[1]->round(), std::uint64_t(3));
        QCOMPARE(ballot.leaders, (std::vector<std::int32_t>{0, 0, 0}));
    }

    void votesThatWereLostAreRepeated()
    {
        Ballot ballot(3);
        for (std::int32_t n = 0; n < 3; ++n)
            ballot.look(n, 1, 7);
        ballot.letters.clear();
        ballot.world.runFor(kMinNotificationInterval);
        ballot.deliver({0, 1, 2});
        QCOMPARE(ballot.leaders, (std::vector<std::int32_t>{2, 2, 2}));
    }
};

QTEST_GUILESS_MAIN(TestElection)
#include "test_election.moc"
