#include "tests/support/sim_client.h"

#include <fmt/format.h>

#include "engine/protocol/batch_builder.h"
#include "engine/protocol/messages/fetch.h"
#include "engine/protocol/messages/produce.h"

namespace hw::test {

using namespace protocol;

SimClient::SimClient(SimCluster& cluster, int number, std::string clientId)
    : m_cluster(cluster)
    , m_clientId(std::move(clientId))
    , m_host(cluster.world().addHost({NodeId::outside(number), fmt::format("client-{}", number)}))
{
}

static world::Endpoint endpointOf(const std::string& text)
{
    const auto colon = text.rfind(':');
    return {text.substr(0, colon), static_cast<std::uint16_t>(std::stoi(text.substr(colon + 1)))};
}

rpc::Peer& SimClient::peer(BrokerId broker)
{
    auto& peer = m_peers[broker];
    if (!peer) {
        const auto picture = m_cluster.snapshot();
        rpc::PeerConfig config;
        config.self = m_host.node();
        config.node = NodeId::broker(broker);
        config.where =
            endpointOf(picture->brokers.at(static_cast<std::size_t>(broker.value() - 1))->endpoint);
        config.clientId = m_clientId;
        peer = std::make_unique<rpc::Peer>(m_host, m_journal, std::move(config));
    }
    return *peer;
}

BrokerId SimClient::leaderOf(const std::string& topic, int partition)
{
    const auto part = m_cluster.partition(topic, partition);
    return part ? part->leader : kNoBroker;
}

SimClient::Produced SimClient::produce(const std::string& topic, int partition,
                                       const std::vector<std::string>& values, int acks,
                                       std::optional<BrokerId> to, Duration timeout)
{
    BatchBuilder builder;
    for (const std::string& value : values)
        builder.add(m_cluster.world().wallTime(), std::nullopt, viewOf(value));
    ProduceRequest request;
    request.acks = static_cast<std::int16_t>(acks);
    request.timeoutMs = static_cast<std::int32_t>(toMs(timeout));
    auto& data = request.topicData.emplace_back();
    data.name = topic;
    auto& part = data.partitionData.emplace_back();
    part.index = partition;
    part.records = Pieces(builder.build());

    const BrokerId leader = to ? *to : leaderOf(topic, partition);
    if (leader == kNoBroker)
        return {ErrorCode::LeaderNotAvailable, kNoOffset, {}};
    const auto answer = call(leader, std::move(request), 7, timeout + 1s);
    if (!answer)
        return {ErrorCode::None, kNoOffset, answer.error().message};
    const auto& result = answer->responses.at(0).partitionResponses.at(0);
    return {result.errorCode, result.baseOffset, {}};
}

static void takeRecords(const Slice& bytes, Offset from, std::vector<SimClient::Record>& into)
{
    BatchWalker walker(bytes);
    while (true) {
        const auto batch = walker.next();
        HW_ASSERT(batch.has_value(), "a broker hands out whole batches");
        if (!*batch)
            return;
        auto records = RecordReader::open(**batch);
        HW_ASSERT(records.has_value(), "uncompressed batches can be read");
        while (true) {
            const auto record = records->next();
            HW_ASSERT(record.has_value(), "records are as counted");
            if (!*record)
                break;
            if ((*record)->offset >= from)
                into.push_back({(*record)->offset, textOf((*record)->value.value_or(ByteView()))});
        }
    }
}

std::vector<SimClient::Record> SimClient::readAll(const std::string& topic, int partition,
                                                  Offset from)
{
    std::vector<Record> all;
    while (true) {
        FetchRequest request;
        request.replicaId = kNoBroker;
        request.maxWaitMs = 0;
        request.minBytes = 1;
        request.maxBytes = 1 << 20;
        request.sessionEpoch = -1;
        auto& topicPart = request.topics.emplace_back();
        topicPart.topic = topic;
        auto& part = topicPart.partitions.emplace_back();
        part.partition = partition;
        part.fetchOffset = from;
        part.partitionMaxBytes = 1 << 20;
        const auto answer = call(leaderOf(topic, partition), std::move(request), 11);
        if (!answer || answer->responses.empty())
            return all;
        const auto& got = answer->responses.at(0).partitions.at(0);
        if (got.errorCode != ErrorCode::None || !got.records || got.records->empty())
            return all;
        const auto bytes = got.records->flatten();
        HW_ASSERT(bytes.has_value(), "simulated files can be read");
        const std::size_t before = all.size();
        takeRecords(*bytes, from, all);
        if (all.size() == before)
            return all;
        from = all.back().offset + 1;
    }
}

} // namespace hw::test
