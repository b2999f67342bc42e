#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/client/consumer.h"
#include "engine/client/producer.h"
#include "tests/support/sim_cluster.h"

namespace hw::test {

/// Who has what by what the applications were told.
struct OwnersBook
{
    std::map<TopicPartition, std::set<std::string>> owners;
    std::map<TopicPartition, std::set<Offset>> read;
    std::vector<std::string> troubles;
    std::size_t reads = 0;
};

class Application final : public client::ConsumerListener
{
public:
    Application(OwnersBook& book, std::string name)
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
    OwnersBook& m_book;
    std::string m_name;
};

/// A cluster, consumers of one group, and a book of who had what when.
struct GroupStage
{
    explicit GroupStage(client::ConsumerConfig config, cluster::ClusterSpec spec = {})
        : cluster(std::move(spec))
        , host(cluster.world().addHost({NodeId::client(500), "clients-of-the-test"}))
        , m_config(std::move(config))
    {
        m_config.group = "g";
        m_config.topics = {"t"};
        m_config.sessionTimeout = 6s;
        m_config.reset = client::OffsetReset::Earliest;
    }
    /// With topic t of 12 partitions, and somebody who writes.
    bool start()
    {
        if (!cluster.ready() || !cluster.createTopic("t", 12, 3).ok)
            return false;
        producer = std::make_unique<client::Producer>(
            context(501),
            client::ProducerConfig{.keyless = client::KeylessPartitioning::RoundRobin});
        return true;
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
    client::Consumer& join(std::optional<std::string> instance = {})
    {
        const std::string name = fmt::format("c{}", consumers.size());
        applications.push_back(std::make_unique<Application>(book, name));
        client::ConsumerConfig config = m_config;
        config.instance = std::move(instance);
        // Apart, so that one has joined again and reads on while another has not.
        config.heartbeatInterval = 1500ms + 400ms * consumers.size();
        consumers.push_back(std::make_unique<client::Consumer>(
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

    SimCluster cluster;
    world::Host& host;
    observe::NullJournal journal;
    OwnersBook book;
    std::vector<std::unique_ptr<Application>> applications;
    std::vector<std::unique_ptr<client::Consumer>> consumers;
    std::unique_ptr<client::Producer> producer;
    std::size_t acked = 0;

private:
    client::ConsumerConfig m_config;
};

} // namespace hw::test
