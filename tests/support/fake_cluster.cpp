#include "tests/support/fake_cluster.h"

#include <algorithm>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/api_versions.h"

namespace hw::test {

using protocol::ApiKey;
using protocol::ApiVersion;
using protocol::ErrorCode;

static constexpr std::uint16_t kFirstPort = 9092;

struct FakeBroker::Connection
{
    std::unique_ptr<world::Channel> channel;
};

FakeBroker::FakeBroker(world::Host& host, BrokerId id)
    : m_host(host)
    , m_id(id)
{
    on<protocol::ApiVersionsRequest>([](const protocol::ApiVersionsRequest&) {
        protocol::ApiVersionsResponse response;
        for (const protocol::ApiInfo& api : protocol::allApis())
            response.apiKeys.push_back({static_cast<std::int16_t>(api.key),
                                        api.versions.min.value(), api.versions.max.value()});
        return std::optional(response);
    });
    listen();
}

world::Endpoint FakeBroker::where() const
{
    return {"127.0.0.1", static_cast<std::uint16_t>(kFirstPort + m_id.value() - 1)};
}

void FakeBroker::listen()
{
    m_listener =
        m_host.network()
            .listen(where(), world::Framing::Kafka,
                    [this](std::unique_ptr<world::Channel> channel) { accept(std::move(channel)); })
            .value();
}

void FakeBroker::crash()
{
    m_listener.reset();
    m_connections.clear();
}

void FakeBroker::accept(std::unique_ptr<world::Channel> channel)
{
    auto connection = std::make_shared<Connection>();
    connection->channel = std::move(channel);
    connection->channel->setHandlers(
        [this, weak = std::weak_ptr(connection)](world::Frame frame) {
            if (const auto strong = weak.lock())
                take(strong, std::move(frame));
        },
        [this, raw = connection.get()](world::CloseReason) {
            std::erase_if(m_connections, [raw](const auto& one) { return one.get() == raw; });
        });
    m_connections.push_back(std::move(connection));
}

void FakeBroker::take(const std::shared_ptr<Connection>& connection, world::Frame frame)
{
    Reader reader(frame.pieces.flatten().value());
    const auto header = protocol::RequestHeader::decode(reader).value();
    m_asked.push_back(header.key());
    connection->channel->pauseReading();
    const auto delay = m_delays.find(header.key());
    m_host.loop().after(delay == m_delays.end() ? Duration(0) : delay->second,
                        [this, header, reader, weak = std::weak_ptr(connection)]() mutable {
                            const auto strong = weak.lock();
                            const auto handler = m_handlers.find(header.key());
                            if (!strong || handler == m_handlers.end())
                                return;
                            Writer writer;
                            protocol::ResponseHeader{header.correlationId}.encode(
                                writer, header.key(), header.apiVersion);
                            const bool answered =
                                handler->second(reader, header.apiVersion, writer);
                            if (!strong->channel)
                                return;
                            if (answered)
                                strong->channel->send({writer.take(), kNoEvent});
                            strong->channel->resumeReading();
                        });
}

int FakeBroker::count(ApiKey api) const
{
    return static_cast<int>(std::ranges::count(m_asked, api));
}

std::vector<std::string> FakeBroker::asked() const
{
    std::vector<std::string> names;
    for (const ApiKey api : m_asked)
        if (api != ApiKey::ApiVersions && api != ApiKey::Metadata)
            names.emplace_back(protocol::nameOf(api));
    return names;
}

FakeCluster::FakeCluster(world::SimWorld& world, int brokers)
{
    for (int id = 1; id <= brokers; ++id) {
        world::Host& host =
            world.addHost({NodeId::broker(BrokerId(id)), "broker" + std::to_string(id)});
        m_brokers.push_back(std::make_unique<FakeBroker>(host, BrokerId(id)));
        FakeBroker& broker = *m_brokers.back();
        broker.on<protocol::MetadataRequest>([this](const protocol::MetadataRequest& request) {
            return std::optional(metadata(request));
        });
        broker.on<protocol::ProduceRequest>(
            [this, &broker](const protocol::ProduceRequest& request) {
                return produce(broker, request);
            });
        broker.on<protocol::FetchRequest>([this, &broker](const protocol::FetchRequest& request) {
            return std::optional(fetch(broker, request));
        });
        broker.setDelay(ApiKey::Fetch, 20ms);
    }
}

std::vector<world::Endpoint> FakeCluster::bootstrap() const
{
    std::vector<world::Endpoint> list;
    for (const auto& broker : m_brokers)
        list.push_back(broker->where());
    return list;
}

void FakeCluster::addTopic(const std::string& topic, std::vector<int> leaders)
{
    for (std::size_t i = 0; i < leaders.size(); ++i)
        m_logs[{topic, static_cast<std::int32_t>(i)}].leader = leaders[i];
}

void FakeCluster::moveLeader(const TopicPartition& partition, int leader)
{
    log(partition).leader = leader;
    ++log(partition).epoch;
}

Offset FakeCluster::append(const TopicPartition& partition, Bytes batch)
{
    Log& log = m_logs.at(partition);
    const Offset base = log.end;
    protocol::setBaseOffset(batch, base);
    protocol::setLeaderEpoch(batch, LeaderEpoch(log.epoch));
    log.end = protocol::BatchHeader::parse(batch).value().nextOffset();
    log.batches.push_back(std::move(batch));
    return base;
}

Offset FakeCluster::append(const TopicPartition& partition, const std::vector<std::string>& values)
{
    protocol::BatchBuilder builder;
    for (const std::string& value : values)
        builder.add(WallTime(1), std::nullopt, viewOf(value));
    return append(partition, builder.build());
}

std::vector<std::string> FakeCluster::values(const TopicPartition& partition)
{
    std::vector<std::string> values;
    for (const Bytes& bytes : log(partition).batches) {
        const protocol::Batch batch{protocol::BatchHeader::parse(bytes).value(), Slice(bytes)};
        auto reader = protocol::RecordReader::open(batch).value();
        for (auto record = reader.next().value(); record; record = reader.next().value())
            values.push_back(textOf(*record->value));
    }
    return values;
}

protocol::MetadataResponse FakeCluster::metadata(const protocol::MetadataRequest& request)
{
    protocol::MetadataResponse response;
    for (const auto& broker : m_brokers)
        response.brokers.push_back({broker->id(), "127.0.0.1", broker->where().port, {}});
    for (const auto& wanted : *request.topics) {
        auto& told = response.topics.emplace_back();
        told.name = wanted.name;
        for (const auto& [partition, log] : m_logs) {
            if (partition.topic != *wanted.name)
                continue;
            auto& one = told.partitions.emplace_back();
            one.partitionIndex = partition.partition;
            one.leaderId = BrokerId(log.leader);
            one.leaderEpoch = LeaderEpoch(log.epoch);
        }
        if (told.partitions.empty())
            told.errorCode = ErrorCode::UnknownTopicOrPartition;
    }
    return response;
}

std::optional<protocol::ProduceResponse>
FakeCluster::produce(FakeBroker& broker, const protocol::ProduceRequest& request)
{
    protocol::ProduceResponse response;
    std::size_t partitions = 0;
    std::int32_t records = 0;
    ErrorCode ordered = ErrorCode::None;
    if (!produceErrors.empty()) {
        ordered = produceErrors.front();
        produceErrors.pop_front();
    }
    for (const auto& topic : request.topicData) {
        auto& told = response.responses.emplace_back();
        told.name = topic.name;
        for (const auto& data : topic.partitionData) {
            ++partitions;
            auto& one = told.partitionResponses.emplace_back();
            one.index = data.index;
            one.errorCode = ordered;
            Log& to = log({topic.name, data.index});
            if (ordered == ErrorCode::None && to.leader != broker.id().value())
                one.errorCode = ErrorCode::NotLeaderOrFollower;
            const Slice bytes = data.records->flatten().value();
            if (one.errorCode == ErrorCode::None && bytes.size() > maxMessageBytes)
                one.errorCode = ErrorCode::MessageTooLarge;
            records += protocol::BatchHeader::parse(bytes.view()).value().recordCount;
            if (one.errorCode == ErrorCode::None)
                one.baseOffset = append({topic.name, data.index},
                                        Bytes(bytes.view().begin(), bytes.view().end()));
        }
    }
    produced.emplace_back(partitions, records);
    if (request.acks == 0)
        return std::nullopt;
    return response;
}

protocol::FetchResponse FakeCluster::fetch(FakeBroker& broker,
                                           const protocol::FetchRequest& request)
{
    protocol::FetchResponse response;
    for (const auto& topic : request.topics) {
        auto& told = response.responses.emplace_back();
        told.topic = topic.topic;
        for (const auto& asked : topic.partitions) {
            auto& one = told.partitions.emplace_back();
            one.partitionIndex = asked.partition;
            const Log& from = log({topic.topic, asked.partition});
            one.highWatermark = from.end;
            if (from.leader != broker.id().value())
                one.errorCode = ErrorCode::NotLeaderOrFollower;
            else if (asked.fetchOffset < from.start || asked.fetchOffset > from.end)
                one.errorCode = ErrorCode::OffsetOutOfRange;
            if (one.errorCode != ErrorCode::None)
                continue;
            one.records.emplace();
            for (const Bytes& batch : from.batches)
                if (protocol::BatchHeader::parse(batch).value().nextOffset() > asked.fetchOffset)
                    one.records->add(Slice(batch));
        }
    }
    return response;
}

} // namespace hw::test
