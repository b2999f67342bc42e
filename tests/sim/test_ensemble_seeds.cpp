#include <QTest>

#include <functional>
#include <set>

#include <fmt/format.h>

#include "engine/base/assert.h"
#include "engine/world/random.h"
#include "tests/support/ensemble_bench.h"

using namespace hw;
using namespace hw::coordination;
using namespace hw::test;

namespace {

constexpr int kClients = 3;

/// Clients write one thing after the other while servers die, freeze, lose power and are cut off.
/// What was acknowledged must be there in the end, and no zxid may ever have stood for two states.
class Story
{
public:
    Story(std::uint64_t seed, int servers)
        : bench(servers, seed, world::PowerLoss::Tears)
        , m_seed(seed)
        , m_servers(servers)
        , m_random(seed * 7919 + 1)
    {
    }

    void play(Duration length)
    {
        bench.startAll();
        check(bench.settled(), "a leader is found at the start");
        for (int client = 1; client <= kClients; ++client) {
            bench.client(client, std::nullopt, 10s);
            write(client);
        }
        const Instant end = bench.world.now() + length;
        while (bench.world.now() < end) {
            act();
            look(fromMs(m_random.between(50, 1500)));
        }
        heal();
    }

    EnsembleBench bench;
    std::map<std::string, std::int32_t> acked; ///< by path: the highest version told
    int faults = 0;

private:
    void check(bool holds, const std::string& what) const
    {
        HW_ASSERT(holds, fmt::format("seed {}, at {} ms: {}", m_seed,
                                     toMs(bench.world.now().sinceStart()), what));
    }

    /// One write after the other: nodes are made, then written again and again.
    void write(int by)
    {
        Client& client = bench.client(by);
        const int n = m_written[by]++;
        const std::string path = fmt::format("/c{}-{}", by, n % 40);
        const auto done = [this, by, path](const Reply& reply) {
            // A repeated create finds its own node: it was done.
            if (reply.ok())
                acked[path] = std::max(acked[path], reply.stat.version);
            else if (reply.error == ZkError::NodeExists)
                acked.try_emplace(path, 0);
            m_idle.insert(by);
        };
        bench.clientHost(by).control([&client, n, path, done] {
            if (n < 40)
                client.create(path, {1}, CreateMode::Persistent, done);
            else
                client.setData(path, {2}, kAnyVersion, done);
        });
    }

    /// Lets the world go on, in steps, and looks at every one.
    void look(Duration length)
    {
        const Instant end = bench.world.now() + length;
        while (bench.world.now() < end) {
            bench.world.runFor(50ms);
            for (const int by : std::exchange(m_idle, {}))
                write(by);
            for (int n = 0; n < m_servers; ++n) {
                if (!bench.up(n) || bench.mode(n) == ServerMode::Looking)
                    continue;
                const Zxid zxid = bench.server(n).zxid();
                if (m_lastSeen[n] == zxid)
                    continue;
                m_lastSeen[n] = zxid;
                const std::string picture = bench.picture(n);
                const auto [at, fresh] = m_states.try_emplace(zxid, picture);
                check(fresh || at->second == picture,
                      fmt::format("zxid {:#x} stands for two states, the second at zookeeper{}",
                                  zxid.value(), n));
            }
        }
    }

    int somebody()
    {
        return static_cast<int>(m_random.below(static_cast<std::uint64_t>(m_servers)));
    }

    void act()
    {
        ++faults;
        const int server = somebody();
        switch (m_random.below(8)) {
        case 0:
        case 1:
            if (bench.up(server))
                return crash(server, m_random.chance(1, 2));
            break;
        case 2:
            if (const int leader = bench.leader(); leader >= 0)
                return crash(leader, m_random.chance(1, 2));
            break;
        case 3:
            if (bench.up(server) && !m_frozen.contains(server)) {
                m_frozen.insert(server);
                return bench.freeze(server, true);
            }
            break;
        case 4:
            return bench.isolate(server);
        case 5: {
            const int other = somebody();
            if (other != server)
                bench.faults.cut(NodeId::ensemble(server), NodeId::ensemble(other));
            return;
        }
        case 6:
            return bench.healAll();
        default:
            break;
        }
        comeBack();
    }

    void crash(int server, bool powerLoss)
    {
        m_frozen.erase(server);
        bench.crash(server, powerLoss);
    }

    void comeBack()
    {
        for (const int server : std::exchange(m_frozen, {}))
            bench.freeze(server, false);
        for (int n = 0; n < m_servers; ++n) {
            if (!bench.up(n)) {
                bench.start(n);
                return;
            }
        }
    }

    void heal()
    {
        bench.healAll();
        for (const int server : std::exchange(m_frozen, {}))
            bench.freeze(server, false);
        bench.startAll();
        check(bench.settled(30s), "all find a leader once all is healed");
        look(5s);
        for (int client = 1; client <= kClients; ++client)
            check(bench.client(client).connected(), "clients are back");
        for (const auto& [path, version] : acked) {
            const Reply found = bench.exists(1, path);
            check(found.ok() && found.stat.version >= version,
                  fmt::format("{} was acknowledged with version {} and is {} with {}", path,
                              version, found.ok() ? "there" : "lost", found.stat.version));
        }
        bench.world.runFor(1s);
        bench.checkEqualAtEqualZxid();
        for (int n = 1; n < m_servers; ++n)
            check(bench.picture(n) == bench.picture(0), "all servers hold the same in the end");
    }

    const std::uint64_t m_seed;
    const int m_servers;
    world::Random m_random;
    std::map<int, int> m_written;
    std::set<int> m_idle, m_frozen;
    std::map<int, Zxid> m_lastSeen;
    std::map<Zxid, std::string> m_states;
};

} // namespace

class TestEnsembleSeeds : public QObject
{
    Q_OBJECT
private slots:
    void nothingAcknowledgedIsLostWhateverHappens_data()
    {
        QTest::addColumn<int>("servers");
        QTest::addColumn<int>("from");
        QTest::newRow("three servers") << 3 << 1;
        QTest::newRow("five servers") << 5 << 101;
    }

    void nothingAcknowledgedIsLostWhateverHappens()
    {
        QFETCH(int, servers);
        QFETCH(int, from);
        for (int seed = from; seed < from + 6; ++seed) {
            Story story(static_cast<std::uint64_t>(seed), servers);
            story.play(20s);
            QVERIFY2(story.acked.size() > 40, qPrintable(QString::number(seed)));
            QVERIFY(story.faults > 10);
        }
    }

    void theSameSeedGivesTheSameStory()
    {
        const auto fingerprint = [](std::uint64_t seed) {
            Story story(seed, 3);
            story.play(10s);
            return story.bench.world.fingerprint();
        };
        QCOMPARE(fingerprint(5), fingerprint(5));
    }
};

QTEST_GUILESS_MAIN(TestEnsembleSeeds)
#include "test_ensemble_seeds.moc"
