#include <QTest>

#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/client/consumer.h"
#include "engine/client/producer.h"
#include "tests/support/sim_cluster.h"

using namespace hw;
using namespace hw::test;
using client::Consumer;
using observe::command::Assignor;

namespace {

/// Who has what by what the applications were told.
struct Book
{
    std::map<TopicPartition, std::set<std::string>> owners;
    std::map<TopicPartition, std::set<Offset>> read;
    std::vector<std::string> troubles;
    std::size_t reads = 0;
};

class Application final : public client::ConsumerListener
{
public:
    Application(Book& book, std::string name)
        : m_book(book)
        , m_name(std::move(name))
    {
    }
    void onAssigned(const std::vector<TopicPartition>& partitions) override
    {
        for (const TopicPartition& partition : partitions) {
            auto& owners = m_book.owners[partition];
            owners.insert(m_name);
            if (owners.size() > 1)
                m_book.troubles.push_back(partition.text() + " has two owners");
        }
        received += partitions.size();
    }
    void onRevoked(const std::vector<TopicPartition>& partitions, bool) override
    {
        for (const TopicPartition& partition : partitions)
            m_book.owners[partition].erase(m_name);
        revoked += partitions.size();
    }
    void onRecord(const TopicPartition& partition, const protocol::RecordView& record) override
    {
        if (!m_book.owners[partition].contains(m_name))
            m_book.troubles.push_back(m_name + " reads " + partition.text() + " without having it");
        m_book.read[partition].insert(record.offset);
        ++m_book.reads;
    }
    std::size_t revoked = 0;
    std::size_t received = 0;

private:
    Book& m_book;
    std::string m_name;
};

struct Stage
{
    explicit Stage(Assignor assignor)
        : host(cluster.world().addHost({NodeId::client(500), "clients-of-the-test"}))
        , m_assignor(assignor)
    {
    }
    client::ClientContext context(int number)
    {
        std::vector<world::Endpoint> brokers;
        for (const auto& broker : cluster.snapshot()->brokers) {
            const std::size_t colon = broker->endpoint.rfind(':');
            const int port = std::stoi(broker->endpoint.substr(colon + 1));
            brokers.push_back(
                {broker->endpoint.substr(0, colon), static_cast<std::uint16_t>(port)});
        }
        return {host, journal, NodeId::client(number), fmt::format("client-{}", number), brokers};
    }
    Consumer& join()
    {
        const std::string name = fmt::format("c{}", consumers.size());
        applications.push_back(std::make_unique<Application>(book, name));
        client::ConsumerConfig config;
        config.group = "g";
        config.topics = {"t"};
        config.assignor = m_assignor;
        config.sessionTimeout = 6s;
        // Apart, so that one has joined again and reads on while another has not.
        config.heartbeatInterval = 1500ms + 400ms * consumers.size();
        config.reset = client::OffsetReset::Earliest;
        consumers.push_back(std::make_unique<Consumer>(
            context(510 + static_cast<int>(consumers.size())), config, applications.back().get()));
        consumers.back()->start();
        return *consumers.back();
    }
    /// All partitions have an owner, and the shares are these, largest first.
    bool shares(std::vector<std::size_t> wanted)
    {
        return cluster.world().runUntil(
            [&] {
                std::map<std::string, std::size_t> sizes;
                for (const auto& [partition, owners] : book.owners)
                    for (const std::string& owner : owners)
                        ++sizes[owner];
                std::vector<std::size_t> all;
                for (const auto& [owner, size] : sizes)
                    all.push_back(size);
                std::ranges::sort(all, std::greater());
                return all == wanted;
            },
            30s);
    }
    void write(int count)
    {
        for (int i = 0; i < count; ++i) {
            producer->send({"t", {}, {}, std::to_string(i), {}, {}}, [this](const auto& delivery) {
                acked += delivery.error == protocol::ErrorCode::None;
            });
            cluster.runFor(10ms);
        }
    }
    std::size_t distinct() const
    {
        std::size_t count = 0;
        for (const auto& [partition, offsets] : book.read)
            count += offsets.size();
        return count;
    }

    SimCluster cluster{cluster::ClusterSpec()};
    world::Host& host;
    observe::NullJournal journal;
    Book book;
    std::vector<std::unique_ptr<Application>> applications;
    std::vector<std::unique_ptr<Consumer>> consumers;
    std::unique_ptr<client::Producer> producer;
    std::size_t acked = 0;

private:
    Assignor m_assignor;
};

} // namespace

class TestStickyGroups : public QObject
{
    Q_OBJECT

    static void start(Stage& stage)
    {
        QVERIFY(stage.cluster.ready());
        QVERIFY(stage.cluster.createTopic("t", 12, 3).ok);
        stage.producer = std::make_unique<client::Producer>(
            stage.context(501),
            client::ProducerConfig{.keyless = client::KeylessPartitioning::RoundRobin});
    }

private slots:
    void cooperativeMembersKeepWhatTheyNeedNotGive()
    {
        Stage stage(Assignor::CooperativeSticky);
        start(stage);
        stage.join();
        QVERIFY(stage.shares({12}));
        stage.write(50);
        stage.join();
        stage.write(50); // while it moves
        QVERIFY(stage.shares({6, 6}));
        stage.join();
        stage.write(250); // longer than a heartbeat
        QVERIFY(stage.shares({4, 4, 4}));
        // Never more given up than had to move: 6 of the first, then 2 of each.
        QCOMPARE(stage.applications[0]->revoked, std::size_t(8));
        QCOMPARE(stage.applications[1]->revoked, std::size_t(2));
        QCOMPARE(stage.applications[2]->revoked, std::size_t(0));
        QVERIFY(stage.cluster.world().runUntil([&] { return stage.distinct() == 350; }, 30s));
        QCOMPARE(stage.acked, std::size_t(350));
        QCOMPARE(stage.book.reads, std::size_t(350)); // nothing twice: committed before given up
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void aCrashedMembersPartitionsGoToTheOthers()
    {
        Stage stage(Assignor::CooperativeSticky);
        start(stage);
        for (int i = 0; i < 3; ++i)
            stage.join();
        QVERIFY(stage.shares({4, 4, 4}));
        const std::size_t before = stage.applications[0]->revoked + stage.applications[2]->revoked;
        stage.consumers[1].reset(); // crashes
        for (auto& [partition, owners] : stage.book.owners)
            owners.erase("c1");
        QVERIFY(stage.shares({6, 6}));
        QCOMPARE(stage.applications[0]->revoked + stage.applications[2]->revoked, before);
        stage.write(30);
        QVERIFY(stage.cluster.world().runUntil([&] { return stage.distinct() == 30; }, 30s));
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }

    void eagerStickyGivesUpAllAndGetsTheSameBack()
    {
        Stage stage(Assignor::Sticky);
        start(stage);
        stage.join();
        QVERIFY(stage.shares({12}));
        stage.join();
        QVERIFY(stage.shares({6, 6}));
        const auto before = stage.book.owners;
        stage.join();
        QVERIFY(stage.shares({4, 4, 4}));
        std::size_t moved = 0;
        for (const auto& [partition, owners] : stage.book.owners)
            moved += owners != before.at(partition);
        QCOMPARE(moved, std::size_t(4));
        QCOMPARE(stage.applications[0]->revoked, std::size_t(18)); // 12, then 6
        QCOMPARE(stage.book.troubles, std::vector<std::string>());
    }
};

QTEST_APPLESS_MAIN(TestStickyGroups)
#include "test_sticky_groups.moc"
