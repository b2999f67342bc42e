#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/protocol/errors.h"
#include "engine/protocol/header.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/metadata.h"
#include "engine/protocol/messages/produce.h"
#include "engine/world/sim/sim_world.h"

namespace hw::test {

/// Takes requests one after the other on each connection, as brokers do, and answers as a test has
/// scripted. What is not scripted is never answered.
class FakeBroker
{
public:
    FakeBroker(world::Host& host, BrokerId id);

    /// How requests of one API are answered; no response: never.
    template <class Request>
    void on(std::function<std::optional<typename Request::Response>(const Request&)> answer)
    {
        m_handlers[Request::kApi] = [answer](Reader& body, protocol::ApiVersion version,
                                             Writer& to) {
            const auto response = answer(Request::decode(body, version).value());
            if (response)
                response->encode(to, version);
            return response.has_value();
        };
    }
    /// The same, after a delay: a long poll.
    void setDelay(protocol::ApiKey api, Duration delay) { m_delays[api] = delay; }

    void listen();
    /// The process dies: nobody listens, connections are reset.
    void crash();

    BrokerId id() const { return m_id; }
    world::Endpoint where() const;
    int count(protocol::ApiKey api) const;
    /// Names of the APIs asked for, in order; ApiVersions and Metadata left out.
    std::vector<std::string> asked() const;

private:
    struct Connection;
    void accept(std::unique_ptr<world::Channel> channel);
    void take(const std::shared_ptr<Connection>& connection, world::Frame frame);

    using Handler = std::function<bool(Reader&, protocol::ApiVersion, Writer&)>;
    world::Host& m_host;
    const BrokerId m_id;
    std::map<protocol::ApiKey, Handler> m_handlers;
    std::map<protocol::ApiKey, Duration> m_delays;
    std::unique_ptr<world::Listener> m_listener;
    std::vector<std::shared_ptr<Connection>> m_connections;
    std::vector<protocol::ApiKey> m_asked;
};

/// Brokers that share metadata and logs kept in memory, with errors to order.
class FakeCluster
{
public:
    explicit FakeCluster(world::SimWorld& world, int brokers);

    FakeBroker& broker(int id) { return *m_brokers.at(static_cast<std::size_t>(id - 1)); }
    std::vector<world::Endpoint> bootstrap() const;

    /// Leaders by partition number.
    void addTopic(const std::string& topic, std::vector<int> leaders);
    /// Rises the leader epoch.
    void moveLeader(const TopicPartition& partition, int leader);

    struct Log
    {
        int leader = kNoBroker.value();
        std::int32_t epoch = 0;
        Offset start;
        Offset end;
        std::vector<Bytes> batches;
    };
    Log& log(const TopicPartition& partition) { return m_logs.at(partition); }
    /// Appends as a leader does; returns the base offset.
    Offset append(const TopicPartition& partition, Bytes batch);
    Offset append(const TopicPartition& partition, const std::vector<std::string>& values);
    /// The values of all records of a partition.
    std::vector<std::string> values(const TopicPartition& partition);

    /// Errors for the next Produce requests, before anything is appended.
    std::deque<protocol::ErrorCode> produceErrors;
    /// max.message.bytes: larger batches are answered MESSAGE_TOO_LARGE.
    std::size_t maxMessageBytes = 1'000'000;
    /// Of each Produce request: how many partitions and records it carried.
    std::vector<std::pair<std::size_t, std::int32_t>> produced;

private:
    protocol::MetadataResponse metadata(const protocol::MetadataRequest& request);
    std::optional<protocol::ProduceResponse> produce(FakeBroker& broker,
                                                     const protocol::ProduceRequest& request);
    protocol::FetchResponse fetch(FakeBroker& broker, const protocol::FetchRequest& request);

    std::vector<std::unique_ptr<FakeBroker>> m_brokers;
    std::map<TopicPartition, Log> m_logs;
};

} // namespace hw::test
